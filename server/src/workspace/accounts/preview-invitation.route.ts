import Type, { type Static } from 'typebox'
import { MEMBER_ROLES } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { choice, dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { invitationId } from './invitation-id.rule.ts'
import { InvitationSecret, invitationEnded } from './invitation-secret.http.ts'
import { previewInvitation } from './invitations.sql.ts'

const InvitationPreview = namedObject('InvitationPreview', {
  workspaceName: Type.String(),
  inviterName: Type.String(),
  role: choice(MEMBER_ROLES, 'Role'),
  email: Type.String({ description: 'The only email address that can accept the invitation.' }),
  expiresAt: Instant,
})

/**
 * Registers `POST /api/invitations/preview`, which needs no session, because the sign-in and sign-up pages use it too.
 * The secret is sent in the body, which is never logged. Guesses count as failed authentication attempts (D46).
 */
export function registerPreviewInvitation(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'POST',
    url: '/api/invitations/preview',
    schema: {
      tags: ['Accounts'],
      security: [],
      operationId: 'previewInvitation',
      summary: 'Show an invitation',
      description: 'Returns what accepting the invitation with this secret would do. Changes nothing.',
      body: Type.Object({ invitation: InvitationSecret }),
      response: { 200: dataSchema(InvitationPreview), ...errorResponses([400, 404, 413, 415]) },
    },
    handler: async (request, reply): Promise<{ data: Static<typeof InvitationPreview> }> => {
      reply.header('cache-control', 'no-store')
      const id = invitationId(readInput(request).body.invitation)
      const invitation = await previewInvitation(deps.database.kysely, id, deps.clock.now())
      const role = MEMBER_ROLES.find((one) => one === invitation?.role)
      if (invitation === undefined || role === undefined) {
        await deps.limits.consumeFailedAuthentication(request.ip)
        throw invitationEnded()
      }
      const { workspace_name: workspaceName, inviter_name: inviterName, email, expires_at } = invitation
      return { data: { workspaceName, inviterName, role, email, expiresAt: expires_at.toISOString() } }
    },
  })
}
