import Type from 'typebox'
import { limits } from '../platform/config.ts'
import { errorResponses } from '../platform/error-schemas.http.ts'
import { ApiError } from '../platform/errors.http.ts'
import { dataOf, managementRoute, personalSchema, readObject } from '../platform/management.http.ts'
import type { App, ServiceDeps } from '../platform/service.ts'
import { bodyReader } from '../platform/wire.http.ts'
import { acceptInvitation } from './accept-invitation.flow.ts'
import { requireSession } from './membership.http.ts'

const Body = Type.Object({ invitation: Type.String({ minLength: 1, maxLength: limits.idChars }) })
const readBody = bodyReader(Body)

/** `POST /api/invitations/accept`: whoever was invited comes in by himself. */
export function registerAcceptInvitation(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/invitations/accept',
    schema: {
      ...personalSchema,
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      description:
        'With the secret that was passed on, signed in with the e-mail that was invited. An invitation is accepted once.',
      body: Body,
      response: {
        200: dataOf(Type.Object({ workspaceId: Type.String() })),
        ...errorResponses([400, 401, 403, 404, 409, 413, 415]),
      },
    },
    handler: async (request) => {
      const { userId } = await requireSession(deps, request)
      const { invitation: secret } = readBody(readObject(request.body))
      const accepted = await acceptInvitation(deps, { secret, userId })
      switch (accepted.kind) {
        case 'accepted':
          return { data: { workspaceId: accepted.workspaceId } }
        case 'no_invitation':
          throw new ApiError(
            'not_found',
            'This invitation was accepted, cancelled or replaced, or has expired: ask for a new one.',
          )
        case 'not_recipient':
          throw new ApiError(
            'forbidden',
            'This invitation is for another e-mail address: sign in with the account of that address.',
          )
        case 'already_member':
          throw new ApiError('conflict', 'You are already a member of this workspace.')
        case 'too_many':
          throw new ApiError('conflict', `A workspace has at most ${limits.membersPerWorkspace} members.`, {
            members: limits.membersPerWorkspace,
          })
      }
    },
  })
}
