import Type from 'typebox'
import { MEMBER_ROLES } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { choice, dataSchema, personalSchema } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { accountLimits } from './limits.ts'
import { listWorkspacesByUser } from './members.sql.ts'
import { requireSession } from './membership.http.ts'
import { PERMISSIONS, roleAllows } from './permissions.rule.ts'
import { findAccount } from './read-account.sql.ts'

const Account = namedObject('Account', {
  user: Type.Object({
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    hasTwoFactor: Type.Boolean(),
  }),
  workspaces: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      role: choice(MEMBER_ROLES, 'Role'),
      permissions: Type.Array(choice(PERMISSIONS, 'Permission')),
      requiresTwoFactor: Type.Boolean(),
      lacksTwoFactor: Type.Boolean({
        description:
          'Whether the workspace requires a second factor that the account lacks. Requests to the workspace fail until it is set up.',
      }),
    }),
    { description: 'The workspaces in which the user is an active member.' },
  ),
})

/** Registers `GET /api/account`: the user, their workspaces and permissions (D45). */
export function registerReadAccount(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'GET',
    url: '/api/account',
    schema: {
      ...personalSchema,
      operationId: 'readAccount',
      summary: 'Retrieve your account',
      response: { 200: dataSchema(Account), ...errorResponses([401]) },
    },
    handler: async (request) => {
      const { userId } = await requireSession(deps, request)
      readInput(request)
      const { kysely } = deps.database
      const [user, memberships] = await Promise.all([
        findAccount(kysely, userId),
        listWorkspacesByUser(kysely, userId, accountLimits.workspacesPerUser),
      ])
      if (user === undefined) throw new Error(`the account of session user ${userId} no longer exists`)
      const workspaces = memberships.map((membership) => ({
        ...toResponseFields(membership),
        id: membership.workspace_id,
        name: membership.workspace_name,
        permissions: PERMISSIONS.filter((permission) => roleAllows(membership.role, permission)),
      }))
      const { two_factor_enabled: hasTwoFactor, ...userFields } = user
      return { data: { user: { ...userFields, hasTwoFactor }, workspaces } }
    },
  })
}
