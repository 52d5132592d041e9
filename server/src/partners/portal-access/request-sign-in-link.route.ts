import Type from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { EmailAddress, readEmail } from '../../core/http/email-address.http.ts'
import { dataOf } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { refuseOtherSites } from '../../workspace/accounts/session.http.ts'
import { portalAccessLimits } from './limits.ts'
import { requestSignInLink } from './request-sign-in-link.flow.ts'
import { previewSignInLink } from './sign-in.flow.ts'
import { LinkBody, linkEnded } from './sign-in-link.http.ts'

const AskBody = Type.Object({ email: EmailAddress })

/** How a partner gets a link to sign in by, and sees whom one is for. */
export function registerRequestSignInLink(app: App, deps: ServiceDeps): void {
  registerAsk(app, deps)
  registerLook(app, deps)
}

function registerAsk(app: App, deps: ServiceDeps) {
  app.route({
    ...openInput,
    method: 'POST',
    url: '/api/partner/sign-in-links',
    schema: {
      tags: ['Partner'],
      security: [],
      operationId: 'requestPartnerSignInLink',
      summary: 'Have a link mailed that signs a partner in',
      description: `Answers the same, and as soon, whether or not anybody is a partner there. However often it is asked for, one link is mailed to an address each ${portalAccessLimits.partnerSignInMailMinutes} minutes at the most; the one before it ends then.`,
      body: AskBody,
      response: {
        200: dataOf(Type.Object({ minutes: Type.Integer({ description: 'How long the link works.' }) })),
        ...errorResponses([400, 403, 413, 415]),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseOtherSites(deps.config, request)
      const email = readEmail('email', readInput(request).body.email)
      await deps.limits.consumeFailedAuthentication(request.ip)
      await requestSignInLink(deps, email)
      return { data: { minutes: portalAccessLimits.partnerSignInMinutes } }
    },
  })
}

function registerLook(app: App, deps: ServiceDeps) {
  app.route({
    ...openInput,
    method: 'POST',
    url: '/api/partner/sign-in-links/preview',
    schema: {
      tags: ['Partner'],
      security: [],
      operationId: 'previewPartnerSignInLink',
      summary: 'See whom a link would sign in; nothing is spent',
      body: LinkBody,
      response: {
        200: dataOf(Type.Object({ email: Type.String() })),
        ...errorResponses([400, 401, 403, 413, 415]),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseOtherSites(deps.config, request)
      const { token } = readInput(request).body
      await deps.limits.consumeFailedAuthentication(request.ip)
      const email = await previewSignInLink(deps, token)
      if (email === undefined) throw linkEnded()
      await deps.limits.forgiveAuthentication(request.ip)
      return { data: { email } }
    },
  })
}
