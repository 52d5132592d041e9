import Type from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { dataOf } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'

const SignInOptions = namedObject('SignInOptions', {
  isSignUpOpen: Type.Boolean({ description: 'Whether an account can be made without an invitation.' }),
  canMailPasswordReset: Type.Boolean({
    description:
      'Whether a forgotten password is mended by mail; otherwise `affiliate reset-password` makes a link.',
  }),
})

/** `GET /api/sign-in-options`: what the pages in front of the dashboard may offer. */
export function registerReadSignInOptions(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'GET',
    url: '/api/sign-in-options',
    schema: {
      tags: ['Accounts'],
      security: [],
      operationId: 'readSignInOptions',
      summary: 'What somebody without an account may do',
      response: { 200: dataOf(SignInOptions), ...errorResponses([]) },
    },
    handler: async (request) => {
      readInput(request)
      return {
        data: {
          isSignUpOpen: deps.config.allowSignUp,
          canMailPasswordReset: deps.accountMail !== undefined,
        },
      }
    },
  })
}
