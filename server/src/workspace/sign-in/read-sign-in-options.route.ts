import Type from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { MailSending, mailSending } from '../../core/http/mail-sending.http.ts'
import { dataSchema } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'

const SignInOptions = namedObject('SignInOptions', {
  isSignUpOpen: Type.Boolean({ description: 'Whether anyone can create an account without an invitation.' }),
  mailSending: MailSending,
})

/** Registers `GET /api/sign-in-options`, which the signed-out pages use. */
export function registerReadSignInOptions(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'GET',
    url: '/api/sign-in-options',
    schema: {
      tags: ['Accounts'],
      security: [],
      operationId: 'readSignInOptions',
      summary: 'Retrieve the sign-in options',
      description:
        'If `mailSending` is `off`, an operator creates password reset links with `affiliate reset-password`.',
      response: { 200: dataSchema(SignInOptions), ...errorResponses([]) },
    },
    handler: async (request) => {
      readInput(request)
      return {
        data: {
          isSignUpOpen: deps.config.allowSignUp,
          mailSending: mailSending(deps.config),
        },
      }
    },
  })
}
