import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { PublicName } from '../../core/http/display-text.http.ts'
import { dataSchema, personalSchema } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { requireSession, signInRequiredError } from './membership.http.ts'
import { renameAccount } from './read-account.sql.ts'

/** Registers `PATCH /api/account`. */
export function registerUpdateAccount(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'PATCH',
    url: '/api/account',
    schema: {
      ...personalSchema,
      operationId: 'updateAccount',
      summary: 'Update your account',
      description: 'Changes your name, which your workspaces show wherever you did something.',
      body: Type.Object({ name: PublicName(limits.maxIdLength) }),
      response: {
        200: dataSchema(Type.Object({ id: Type.String(), name: Type.String() })),
        ...errorResponses([400, 401, 403, 413, 415]),
      },
    },
    handler: async (request) => {
      const { userId } = await requireSession(deps, request)
      const name = readInput(request).body.name.trim()
      const isRenamed = await renameAccount(deps.database.kysely, userId, { name, now: deps.clock.now() })
      if (!isRenamed) throw signInRequiredError(request)
      return { data: { id: userId, name } }
    },
  })
}
