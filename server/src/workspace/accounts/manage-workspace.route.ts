import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { PublicName } from '../../core/http/display-text.http.ts'
import { dataSchema, personalSchema } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { withActor } from './management-key.http.ts'
import { requireWorkspacePermission } from './membership.http.ts'
import { findAccount } from './read-account.sql.ts'
import { updateWorkspace } from './workspaces.sql.ts'

const Body = Type.Object({
  name: Type.Optional(PublicName(limits.maxIdLength)),
  requiresTwoFactor: Type.Optional(Type.Boolean()),
})

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
        'If `requiresTwoFactor` is set, requests by members without a second factor immediately fail with `two_factor_required`. ' +
        'You need a second factor yourself to require it. Not available to management keys.',
      params: Type.Object({ workspaceId: Type.String() }),
      body: Body,
      response: {
        200: dataSchema(
          Type.Object({ id: Type.String(), name: Type.String(), requiresTwoFactor: Type.Boolean() }),
        ),
        ...errorResponses([400, 401, 403, 409, 413, 415]),
      },
    },
    handler: async (request) => {
      const { workspaceId } = request.params
      const requester = await requireWorkspacePermission(deps, request, workspaceId, 'member:manage')
      const { name, requiresTwoFactor } = readInput(request).body
      if (name === undefined && requiresTwoFactor === undefined)
        throw invalidFieldError('name', 'Send name, requiresTwoFactor or both.')
      if (requiresTwoFactor === true) await rejectLockout(deps, requester.userId)
      const workspace = await withTransaction(withActor(deps, request, requester), (transaction) =>
        updateWorkspace(transaction, workspaceId, {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(requiresTwoFactor === undefined ? {} : { requires_two_factor: requiresTwoFactor }),
        }),
      )
      if (workspace === undefined)
        throw new ApiError('forbidden', 'You are not an active member of this workspace.')
      return { data: toResponseFields(workspace) }
    },
  })
}

async function rejectLockout({ database }: ServiceDeps, userId: string) {
  if ((await findAccount(database.kysely, userId))?.two_factor_enabled === true) return
  throw new ApiError(
    'conflict',
    'You would lock yourself out. Turn on two-factor authentication for your account first.',
    { field: 'requiresTwoFactor' },
  )
}
