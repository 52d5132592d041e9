import Type from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { lacksPermission } from '../../workspace/accounts/membership.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { accountClosedError, partnerNotFoundError } from '../enrollments/partner-response.http.ts'
import { copySignInLink } from './copy-sign-in-link.flow.ts'
import { partnerSignInLink } from './partner-addresses.rule.ts'

const CopiedSignInLink = namedObject('CopiedSignInLink', {
  url: Type.String({
    description:
      'The first person who opens it is signed in as the partner, for your programs only. Only returned here.',
  }),
  expiresAt: Instant,
})

/**
 * Registers `POST …/partners/:partnerId/sign-in-link`, which lets a team sign a partner in if the installation sends no
 * email.
 */
export function registerCopySignInLink(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/:partnerId/sign-in-link',
    operationId: 'createPartnerSignInLink',
    summary: 'Create a sign-in link for a partner',
    description:
      'The link can be used once, within 15 minutes, and gives access only to this workspace’s programs. If the installation sends email, ' +
      'the request fails with 409, because partners can request a link themselves.',
    permission: 'partner:manage',
    isPersonal: true,
    ids: { partnerId: partnerNotFoundError },
    status: 201,
    response: dataSchema(CopiedSignInLink),
    errors: [409],
    handle: async ({ realCtx, program, actorId, ids: { partnerId }, reply }) => {
      // Sessions use the real clock, even in a sandbox.
      const link = await copySignInLink(realCtx, program, { partnerId, actorId })
      if (link.kind === 'not_permitted') throw lacksPermission('partner:manage')
      if (link.kind === 'no_partner') throw partnerNotFoundError()
      if (link.kind === 'closed') throw accountClosedError()
      if (link.kind === 'mailed') {
        throw new ApiError(
          'conflict',
          program.sandbox
            ? 'Sandbox partners can’t sign in. View the portal as this partner instead.'
            : 'Email is enabled. The partner can request a sign-in link at /partner.',
        )
      }
      reply.header('cache-control', 'no-store')
      const url = partnerSignInLink(realCtx.config.publicUrl, link.token)
      return { data: { url, expiresAt: link.expiresAt.toISOString() } }
    },
  })
}
