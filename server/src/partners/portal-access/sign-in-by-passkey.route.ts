import Type from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { dataOf } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { refuseOtherSites } from '../../workspace/accounts/session.http.ts'
import { portalAccessLimits } from './limits.ts'
import { setPartnerCookie } from './partner-session.http.ts'
import { BrowserOptions, PasskeyAnswer, passkeyAnswerOf } from './passkey.http.ts'
import { signInByPasskey, startPasskeySignIn } from './passkeys.flow.ts'

const AnswerBody = Type.Object({ passkey: PasskeyAnswer })

/** Signing in with a passkey: no e-mail is typed, and nothing says who has an account. */
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
      summary: 'Ask what a browser signs in with a passkey by',
      description: `The same for everybody. Good once, for ${portalAccessLimits.passkeyMinutes} minutes.`,
      response: { 200: dataOf(BrowserOptions), ...errorResponses([403, 413, 415]) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseOtherSites(deps.config, request)
      await deps.limits.consumeFailedAuthentication(request.ip)
      const data = { ...(await startPasskeySignIn(deps)) }
      // Nothing was tried yet: whoever only asks uses up nothing for others of his address.
      await deps.limits.forgiveAuthentication(request.ip)
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
      description: 'Sets the cookie of the session. What the passkey signed works once.',
      body: AnswerBody,
      response: {
        200: dataOf(Type.Object({ email: Type.String() })),
        ...errorResponses([400, 401, 403, 413, 415]),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseOtherSites(deps.config, request)
      const { passkey } = readInput(request).body
      await deps.limits.consumeFailedAuthentication(request.ip)
      const signedIn = await signInByPasskey(deps, {
        response: passkeyAnswerOf(passkey),
        userAgent: request.headers['user-agent'],
      })
      if (signedIn === undefined) {
        throw new ApiError(
          'unauthorized',
          'This passkey signs nobody in here: it was removed, or its answer was used or is too old. Try again, or ask for a link.',
        )
      }
      await deps.limits.forgiveAuthentication(request.ip)
      setPartnerCookie(deps.config, reply, signedIn.token)
      return { data: { email: signedIn.email } }
    },
  })
}
