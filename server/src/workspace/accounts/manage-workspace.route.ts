import Type from 'typebox'
import { withTransaction } from '../../core/database/transaction.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { dataOf, personalSchema } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { contextOf } from './management-key.http.ts'
import { setRequiresTwoFactor } from './members.sql.ts'
import { requireWorkspacePermission } from './membership.http.ts'
import { findAccount } from './read-account.sql.ts'

const Body = Type.Object({ requiresTwoFactor: Type.Optional(Type.Boolean()) })

/** Registers `PATCH /api/workspaces/:workspaceId`, which requires `member:manage` and rejects management keys. */
export function registerManageWorkspace(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'PATCH',
    url: '/api/workspaces/:workspaceId',
    schema: {
      ...personalSchema,
      operationId: 'updateWorkspace',
      summary: 'Update a workspace',
      description:
        'If `requiresTwoFactor` is set, requests of members without a second factor immediately fail with `two_factor_required`. ' +
        'You need a second factor yourself to require it. Not available to management keys.',
      params: Type.Object({ workspaceId: Type.String() }),
      body: Body,
      response: {
        200: dataOf(Type.Object({ id: Type.String(), requiresTwoFactor: Type.Boolean() })),
        ...errorResponses([400, 401, 403, 409, 413, 415]),
      },
    },
    handler: async (request) => {
      const { workspaceId } = request.params
      const requester = await requireWorkspacePermission(deps, request, workspaceId, 'member:manage')
      const { requiresTwoFactor } = readInput(request).body
      if (requiresTwoFactor === undefined) throw invalidField('requiresTwoFactor', 'Send requiresTwoFactor.')
      if (
        requiresTwoFactor &&
        (await findAccount(deps.database.kysely, requester.userId))?.two_factor_enabled !== true
      ) {
        throw new ApiError(
          'conflict',
          'You would lock yourself out. Turn on two-factor authentication for your account first.',
          { field: 'requiresTwoFactor' },
        )
      }
      const isChanged = await withTransaction(contextOf(deps, request, requester), (transaction) =>
        setRequiresTwoFactor(transaction, workspaceId, requiresTwoFactor),
      )
      if (!isChanged) throw new ApiError('forbidden', 'You are not an active member of this workspace.')
      return { data: { id: workspaceId, requiresTwoFactor } }
    },
  })
}
