import Type from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { dataSchema } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { hashSecret } from '../../core/privacy/token.rule.ts'
import { rejectOtherSites } from '../../workspace/accounts/session.http.ts'
import { setPartnerCookie } from './partner-session.http.ts'
import { deletePartnerSessionByToken } from './partner-sessions.sql.ts'
import { PARTNER_COOKIE, readPartnerCookie } from './session-cookie.rule.ts'
import { signInPartner } from './sign-in.flow.ts'
import { getSignInBrowser } from './sign-in-browser.http.ts'
import { LinkBody, linkEndedError } from './sign-in-link.http.ts'

/** Registers the routes for signing in with a link, and for signing out. */
export function registerPartnerSignIn(app: App, deps: ServiceDeps): void {
  registerSignIn(app, deps)
  registerSignOut(app, deps)
}

function registerSignIn(app: App, deps: ServiceDeps) {
  app.route({
    ...openInput,
    method: 'POST',
    url: '/api/partner/sign-in',
    schema: {
      tags: ['Partner'],
      security: [],
      operationId: 'signInPartner',
      summary: 'Sign in with a link',
      description: 'Sets the session cookie. Each link can be used once.',
      body: LinkBody,
      response: {
        200: dataSchema(Type.Object({ email: Type.String() })),
        ...errorResponses([400, 401, 403, 413, 415]),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      // Prevents login CSRF from pages on other sites.
      rejectOtherSites(deps.config, request)
      const { token } = readInput(request).body
      await deps.limits.consumeFailedAuthentication(request.ip)
      const result = await signInPartner(deps, { token, browser: getSignInBrowser(request) })
      if (result === undefined) throw linkEndedError()
      await deps.limits.refundAuthentication(request.ip)
      setPartnerCookie(deps.config, reply, result.token)
      return { data: { email: result.email } }
    },
  })
}

function registerSignOut(app: App, deps: ServiceDeps) {
  app.route({
    ...openInput,
    method: 'POST',
    url: '/api/partner/sign-out',
    schema: {
      tags: ['Partner'],
      security: [],
      operationId: 'signOutPartner',
      summary: 'Sign out',
      description: 'Clears the cookie, even if the session has already ended.',
      response: {
        200: dataSchema(Type.Object({ ended: Type.Boolean({ description: 'Whether a session existed.' }) })),
        ...errorResponses([403, 413, 415]),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      rejectOtherSites(deps.config, request)
      const token = readPartnerCookie(request.headers.cookie)
      const ended =
        token !== undefined &&
        (await deletePartnerSessionByToken(
          deps.database.kysely,
          hashSecret('partner_session', token, deps.config.appSecret),
        ))
      if (request.headers.cookie?.includes(PARTNER_COOKIE)) setPartnerCookie(deps.config, reply, undefined)
      return { data: { ended } }
    },
  })
}
