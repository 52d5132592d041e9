import Type from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { choice, dataOf, managementRoute, managementSchema } from '../http/management.ts'
import { requireSession } from '../http/verify-program-access.ts'
import { PERMISSIONS, ROLES, roleAllows } from '../rules/permissions.ts'
import { findAccount, listMemberships } from '../store/read-account.ts'

const Account = Type.Object({
  user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  workspaces: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      role: choice(ROLES),
      permissions: Type.Array(choice(PERMISSIONS)),
    }),
    { description: 'Those the user is an active member of.' },
  ),
})

/** `GET /api/account`: who is signed in, in which workspaces, and what the role allows there (D45). */
export function registerReadAccount(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/account',
    schema: {
      ...managementSchema,
      operationId: 'readAccount',
      summary: 'Read your account',
      response: { 200: dataOf(Account), ...errorResponses([401]) },
    },
    handler: async (request) => {
      const { userId } = await requireSession(deps, request)
      const { kysely } = deps.database
      const [user, memberships] = await Promise.all([
        findAccount(kysely, userId),
        listMemberships(kysely, userId, limits.workspacesPerUser),
      ])
      if (user === undefined) throw new Error(`the account of session user ${userId} is gone`)
      const workspaces = memberships.map(({ workspace_id, workspace_name, role }) => ({
        id: workspace_id,
        name: workspace_name,
        role,
        permissions: PERMISSIONS.filter((permission) => roleAllows(role, permission)),
      }))
      return { data: { user, workspaces } }
    },
  })
}
