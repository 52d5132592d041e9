import Type from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { dataSchema, personalSchema } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { idempotencyHeaders, respondOnce } from '../../core/idempotency/idempotency.http.ts'
import { acceptInvitation } from './accept-invitation.flow.ts'
import { InvitationSecret, invitationEnded } from './invitation-secret.http.ts'
import { accountLimits } from './limits.ts'
import { withActor } from './management-key.http.ts'
import { requireSession } from './membership.http.ts'

const Body = Type.Object({ invitation: InvitationSecret })

/** Registers `POST /api/invitations/accept`. */
export function registerAcceptInvitation(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'POST',
    url: '/api/invitations/accept',
    schema: {
      ...personalSchema,
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      description:
        'Send the invitation secret while signed in with the email address that was invited. Each invitation can be accepted once.',
      headers: idempotencyHeaders,
      body: Body,
      response: {
        200: dataSchema(Type.Object({ workspaceId: Type.String() })),
        ...errorResponses([400, 401, 403, 404, 409, 413, 415]),
      },
    },
    handler: async (request, reply) => {
      const { userId } = await requireSession(deps, request)
      const { invitation: secret } = readInput(request).body
      const options = { request, reply, actorId: userId, programId: undefined, status: 200 }
      const context = withActor(deps, request, { userId, keyId: undefined })
      return respondOnce(context, options, async (ctx) => {
        const accepted = await acceptInvitation(ctx, { secret, userId })
        if (accepted.kind === 'accepted') return { data: { workspaceId: accepted.workspaceId } }
        throw rejectionError(accepted.kind)
      })
    },
  })
}

function rejectionError(kind: 'no_invitation' | 'not_recipient' | 'already_member' | 'too_many'): ApiError {
  switch (kind) {
    case 'no_invitation':
      return invitationEnded()
    case 'not_recipient':
      return new ApiError(
        'forbidden',
        'This invitation is for another email address. Sign in with that address.',
      )
    case 'already_member':
      return new ApiError('conflict', 'You are already a member of this workspace.')
    case 'too_many': {
      const members = accountLimits.membersPerWorkspace
      return new ApiError('conflict', `A workspace can have at most ${members} members.`, { members })
    }
  }
}
