import Type from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { dataOf, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { lacksPermission } from '../../workspace/accounts/membership.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { accountClosed, noSuchPartner } from '../enrollments/partner-answer.http.ts'
import { copySignInLink } from './copy-sign-in-link.flow.ts'
import { partnerSignInLink } from './partner-addresses.rule.ts'

const CopiedSignInLink = namedObject('CopiedSignInLink', {
  url: Type.String({
    description:
      'Whoever opens it first signs in as the partner, in your programs alone. It is shown this once.',
  }),
  expiresAt: Instant,
})

/** `POST …/partners/:partnerId/sign-in-link`: how a team lets a partner in where nothing sends mail. */
export function registerCopySignInLink(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/:partnerId/sign-in-link',
    operationId: 'createPartnerSignInLink',
    summary: 'Make a link that signs a partner in, where nothing sends mail',
    description:
      'Works once, for 15 minutes, and shows the partner the programs of this workspace alone. Where mail is sent, it is ' +
      '409: there the partner asks for a link himself.',
    permission: 'partner:manage',
    isPersonal: true,
    ids: { partnerId: noSuchPartner },
    status: 201,
    answer: dataOf(CopiedSignInLink),
    errors: [409],
    handle: async ({ realCtx, program, actorId, ids: { partnerId }, reply }) => {
      // By the real clock: who is let in does not go by that of a sandbox.
      const copied = await copySignInLink(realCtx, program, { partnerId, actorId })
      if (copied.kind === 'not_permitted') throw lacksPermission('partner:manage')
      if (copied.kind === 'no_partner') throw noSuchPartner()
      if (copied.kind === 'closed') throw accountClosed()
      if (copied.kind === 'mailed') {
        throw new ApiError(
          'conflict',
          program.sandbox
            ? 'A sandbox mails nobody. Its portal is looked at with a view as this partner.'
            : 'Mail is sent here: the partner gets a link of his own at /partner, and nobody else needs to see it.',
        )
      }
      reply.header('cache-control', 'no-store')
      const url = partnerSignInLink(realCtx.config.publicUrl, copied.token)
      return { data: { url, expiresAt: copied.expiresAt.toISOString() } }
    },
  })
}
