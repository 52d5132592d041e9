import Type from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { dataSchema } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { rejectOtherSites } from '../../workspace/accounts/session.http.ts'
import { portalAccessLimits } from './limits.ts'
import { setPartnerCookie } from './partner-session.http.ts'
import { BrowserOptions, PasskeyResponse, toAuthentication } from './passkey.http.ts'
import { signInByPasskey, startPasskeySignIn } from './passkeys.flow.ts'
import { getSignInBrowser } from './sign-in-browser.http.ts'

const AnswerBody = Type.Object({ passkey: PasskeyResponse })

/**
 * Registers the routes for signing in with a passkey, which requires no email and doesn't reveal who has an account.
 */
export function registerSignInByPasskey(app: App, deps: ServiceDeps): void {
  registerBegin(app, deps)
  registerSignIn(app, deps)
}

function registerBegin(app: App, deps: ServiceDeps) {
  app.route({
    ...openInput,
    method: 'POST',
    url: '/api/partner/sign-in/passkey-options',
    schema: {
      tags: ['Partner'],
      security: [],
      operationId: 'startPasskeySignIn',
      summary: 'Start passkey sign-in',
      description: `Returns the same options for everyone. They can be used once, within ${portalAccessLimits.passkeyMinutes} minutes.`,
      response: { 200: dataSchema(BrowserOptions), ...errorResponses([403, 413, 415]) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      rejectOtherSites(deps.config, request)
      await deps.limits.consumeFailedAuthentication(request.ip)
      const data = { ...(await startPasskeySignIn(deps)) }
      // Creating options is not an attempt, so it doesn't count toward the rate limit for the client's IP address.
      await deps.limits.refundAuthentication(request.ip)
      return { data }
    },
  })
}

function registerSignIn(app: App, deps: ServiceDeps) {
  app.route({
    ...openInput,
    method: 'POST',
    url: '/api/partner/sign-in/passkey',
    schema: {
      tags: ['Partner'],
      security: [],
      operationId: 'signInByPasskey',
      summary: 'Sign in with a passkey',
      description: 'Sets the session cookie. Each challenge can be used once.',
      body: AnswerBody,
      response: {
        200: dataSchema(Type.Object({ email: Type.String() })),
        ...errorResponses([400, 401, 403, 413, 415]),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      rejectOtherSites(deps.config, request)
      const { passkey } = readInput(request).body
      await deps.limits.consumeFailedAuthentication(request.ip)
      const result = await signInByPasskey(deps, {
        response: toAuthentication(passkey),
        browser: getSignInBrowser(request),
      })
      if (result === undefined) {
        throw new ApiError(
          'unauthorized',
          'Sign-in with this passkey failed: it was removed, or the attempt has expired. Try again, or request a sign-in link.',
        )
      }
      await deps.limits.refundAuthentication(request.ip)
      setPartnerCookie(deps.config, reply, result.token)
      return { data: { email: result.email } }
    },
  })
}
