import Type from 'typebox'
import { createOneByOne } from '../../core/async/one-by-one.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, dataOf, givenId } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { payoutLimits } from './limits.ts'
import { markPayoutsPaid, PAYOUT_REFUSALS } from './mark-payouts-paid.flow.ts'
import { Cents, PayoutSum, Reference, sumsOf } from './payout-answer.http.ts'

const MarkBody = Type.Object({
  payoutIds: Type.Array(givenId(), {
    minItems: 1,
    maxItems: payoutLimits.payoutsPerCall,
    uniqueItems: true,
  }),
  reference: Type.Optional(Reference),
})

const Marked = namedObject('MarkedPayouts', {
  paid: Type.Integer({ description: 'Payouts that this call marked as paid.' }),
  sums: Type.Array(PayoutSum, { description: 'What they come to.' }),
  alreadyPaid: Type.Array(Type.Integer(), { description: 'Paid before; they stay as they are.' }),
})

const RejectedPayout = namedObject('RejectedPayout', {
  payoutId: Type.Integer(),
  reason: choice(PAYOUT_REFUSALS, 'PayoutRejection'),
  currency: CurrencyCode,
  amountCents: Cents,
})

const RejectedPayouts = namedObject('RejectedPayouts', { payouts: Type.Array(RejectedPayout) })

/** Payouts that were paid, in bulk. */
export function registerMarkPayoutsPaid(app: App, deps: ServiceDeps): void {
  const oneByOne = createOneByOne()
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/payouts/mark-paid',
    operationId: 'markPayoutsPaid',
    summary: 'Mark open payouts as paid, all of them or none',
    description:
      'Those that are paid already stay as they are. When one is cancelled, or its partner is not approved or held, it is 409 with ' +
      '`payouts`: the `payoutId`, the `reason` (`cancelled`, or why it waits), the `currency` and the `amountCents` of each of them.',
    permission: 'payout:manage',
    body: { schema: MarkBody },
    answer: dataOf(Marked),
    errors: [409],
    errorDetails: { 409: RejectedPayouts },
    handle: async ({ ctx, program, actorId, body: { payoutIds, reference } }) => {
      const outcome = await oneByOne(String(program.id), () =>
        markPayoutsPaid(ctx, program.id, { payoutIds, reference }, actorId),
      )
      switch (outcome.kind) {
        case 'marked': {
          const { paid, alreadyPaid } = outcome
          const sums = sumsOf(paid, ctx.config.currencies)
          return { data: { paid: paid.length, sums, alreadyPaid } }
        }
        case 'unknown': {
          const message = 'The program has no payouts of these ids: nothing was changed.'
          throw new ApiError('not_found', message, { payoutIds: outcome.payoutIds })
        }
        case 'refused': {
          const count = outcome.refused.length
          const which = count === 1 ? '1 of these payouts is' : `${count} of these payouts are`
          const message = `${which} cancelled, or of a partner who is not approved or held: nothing was changed.`
          throw new ApiError('conflict', message, { payouts: outcome.refused })
        }
      }
    },
  })
}
