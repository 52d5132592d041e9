import Type from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, ObjectId } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { payoutLimits } from './limits.ts'
import { REQUEST_SKIP_REASONS, requestPayoutDetails } from './request-payout-details.flow.ts'

const Body = Type.Object({
  partnerIds: Type.Array(ObjectId(), {
    minItems: 1,
    maxItems: payoutLimits.waitingPartners,
    uniqueItems: true,
  }),
})

const RequestedPayoutDetails = namedObject('RequestedPayoutDetails', {
  requested: Type.Integer({ description: 'The number of partners who receive an email.' }),
  skipped: Type.Array(
    Type.Object({
      partnerId: Type.Integer(),
      reason: choice(REQUEST_SKIP_REASONS, 'SkippedDetailsRequestReason'),
    }),
    {
      description: `Partners who don’t receive an email. \`requested_recently\`: they received one in the last ${payoutLimits.detailsRequestDays} days.`,
    },
  ),
})

/** Registers the route that asks partners for their payout details by email. */
export function registerRequestPayoutDetails(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/payout-details/request',
    operationId: 'requestPayoutDetails',
    summary: 'Ask partners for payout details',
    description:
      'Emails the partners who have no payout details, in their language, with a link to the page where they add them. ' +
      `Each partner receives at most one such email in ${payoutLimits.detailsRequestDays} days. Returns 409 if the ` +
      'program doesn’t send email: email is off, or the program is a sandbox.',
    permission: 'payout:manage',
    body: { schema: Body },
    response: dataSchema(RequestedPayoutDetails),
    errors: [409],
    handle: async ({ ctx, program, body: { partnerIds } }) => {
      const result = await requestPayoutDetails(ctx, program, partnerIds)
      if (result === 'no_mail') throw noMailError()
      return { data: result }
    },
  })
}

function noMailError(): ApiError {
  return new ApiError(
    'conflict',
    'This program doesn’t send email. Ask your partners for their payout details yourself.',
    {
      reason: 'no_mail',
    },
  )
}
