import Type from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { EmailAddress, readEmail } from '../../core/http/email-address.http.ts'
import { dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { requestedLanguage } from '../../core/i18n/requested-language.rule.ts'
import { mailLimits } from '../../notifications/mail/limits.ts'
import { rejectOtherSites } from '../../workspace/accounts/session.http.ts'
import { BrandedProgram } from '../../workspace/branding/brand-response.http.ts'
import { enrollmentBrand } from './enrollment-brand.http.ts'
import { portalAccessLimits } from './limits.ts'
import { PORTAL_PAGE, PORTAL_PAGE_CHARS } from './portal-page.rule.ts'
import { requestSignInLink } from './request-sign-in-link.flow.ts'
import { previewSignInLink } from './sign-in.flow.ts'
import { LinkBody, linkEndedError } from './sign-in-link.http.ts'

const AskBody = Type.Object({
  email: EmailAddress,
  page: Type.Optional(
    Type.String({
      maxLength: PORTAL_PAGE_CHARS,
      pattern: PORTAL_PAGE.source,
      description:
        'The portal page that the link leads to after sign-in, as a path below `/partner`. Defaults to the first page.',
    }),
  ),
})

/** Registers the routes for requesting a sign-in link, and for showing whose account it opens. */
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
      summary: 'Request a sign-in link by email',
      description: `The response and its timing are the same whether or not the email has an account. At most one link is sent per email every ${mailLimits.partnerSignInMailMinutes} minutes, and it invalidates the previous one. Requests in between send nothing.`,
      body: AskBody,
      response: {
        200: dataSchema(
          Type.Object({
            minutes: Type.Integer({ description: 'How long the link is valid.' }),
            isRepeated: Type.Boolean({
              description: 'Whether a link was requested for this email a moment ago, so no new one is sent.',
            }),
            waitSeconds: Type.Integer({
              description: 'Seconds until another link can be requested for this email.',
            }),
            shownAt: nullable(
              Type.String({
                description: 'In development, the page where emails are shown instead of being sent.',
              }),
            ),
          }),
        ),
        ...errorResponses([400, 403, 413, 415]),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      rejectOtherSites(deps.config, request)
      const { body } = readInput(request)
      const email = readEmail('email', body.email)
      await deps.limits.consumeFailedAuthentication(request.ip)
      const { isRepeated, waitMs } = await requestSignInLink(deps, {
        email,
        page: body.page,
        language: requestedLanguage(request.headers['accept-language']),
      })
      const { env, mail } = deps.config
      const isShown = env === 'development' && mail !== undefined && mail.server === undefined
      return {
        data: {
          minutes: portalAccessLimits.partnerSignInMinutes,
          isRepeated,
          waitSeconds: Math.ceil(waitMs / 1000),
          shownAt: isShown ? '/dev/mail' : null,
        },
      }
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
      summary: 'Preview a sign-in link without using it',
      body: LinkBody,
      response: {
        200: dataSchema(
          Type.Object({
            email: Type.String(),
            program: Type.Union([BrandedProgram, Type.Null()], {
              description: 'The account’s program if it has exactly one.',
            }),
          }),
        ),
        ...errorResponses([400, 401, 403, 413, 415]),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      rejectOtherSites(deps.config, request)
      const { token } = readInput(request).body
      await deps.limits.consumeFailedAuthentication(request.ip)
      const link = await previewSignInLink(deps, token)
      if (link === undefined) throw linkEndedError()
      await deps.limits.refundAuthentication(request.ip)
      const { email, program } = link
      return {
        data: {
          email,
          program: program === undefined ? null : { name: program.name, brand: enrollmentBrand(program) },
        },
      }
    },
  })
}
