import Type from 'typebox'
import { createKeyedQueue } from '../../core/async/keyed-queue.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, dataSchema, ObjectId } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { payoutLimits } from './limits.ts'
import { markPayoutsPaid, PAYOUT_REJECTIONS } from './mark-payouts-paid.flow.ts'
import { Cents, PayoutSum, Reference, sumPayouts } from './payout-response.http.ts'

const MarkBody = Type.Object({
  payoutIds: Type.Array(ObjectId(), {
    minItems: 1,
    maxItems: payoutLimits.payoutsPerCall,
    uniqueItems: true,
  }),
  reference: Type.Optional(Reference),
})

const MarkResult = namedObject('MarkedPayouts', {
  paid: Type.Integer({ description: 'Payouts marked as paid by this request.' }),
  sums: Type.Array(PayoutSum, { description: 'The total amount.' }),
  alreadyPaid: Type.Array(Type.Integer(), { description: 'Payouts that were already paid.' }),
})

const RejectedPayout = namedObject('RejectedPayout', {
  payoutId: Type.Integer(),
  reason: choice(PAYOUT_REJECTIONS, 'PayoutRejection'),
  currency: CurrencyCode,
  amountCents: Cents,
})

const RejectedPayouts = namedObject('RejectedPayouts', { payouts: Type.Array(RejectedPayout) })

export function registerMarkPayoutsPaid(app: App, deps: ServiceDeps): void {
  const keyedQueue = createKeyedQueue()
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/payouts/mark-paid',
    operationId: 'markPayoutsPaid',
    summary: 'Mark payouts as paid',
    description:
      'Marks all payouts or none. Payouts that are already paid don’t change. Fails with 409 if a payout is ' +
      'canceled, or if its partner is not approved or has payouts paused. `payouts` then lists each one’s ' +
      '`payoutId`, `reason` (`canceled` or the blocker), `currency` and `amountCents`.',
    permission: 'payout:manage',
    body: { schema: MarkBody },
    response: dataSchema(MarkResult),
    errors: [409],
    errorDetails: { 409: RejectedPayouts },
    handle: async ({ ctx, program, actorId, body: { payoutIds, reference } }) => {
      const outcome = await keyedQueue(String(program.id), () =>
        markPayoutsPaid(ctx, program.id, { payoutIds, reference }, actorId),
      )
      switch (outcome.kind) {
        case 'marked': {
          const { paid, alreadyPaid } = outcome
          const sums = sumPayouts(paid, ctx.config.currencies)
          return { data: { paid: paid.length, sums, alreadyPaid } }
        }
        case 'unknown': {
          const message = 'The program has no payouts with these IDs. Nothing was changed.'
          throw new ApiError('not_found', message, { payoutIds: outcome.payoutIds })
        }
        case 'rejected': {
          const count = outcome.rejected.length
          const subject = count === 1 ? '1 of these payouts is' : `${count} of these payouts are`
          const message = `${subject} canceled, or blocked because the partner is not approved or their payouts are paused. Nothing was changed.`
          throw new ApiError('conflict', message, { payouts: outcome.rejected })
        }
      }
    },
  })
}
