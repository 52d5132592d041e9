import type { Static } from 'typebox'
import Type from 'typebox'
import { type ApiError, invalidField } from '../platform/errors.http.ts'
import type { RefundOutcome } from './apply-refund.flow.ts'

export const RefundAnswer = Type.Object({
  success: Type.Literal(true),
  status: Type.Enum(['refunded', 'reversed', 'no_commission', 'skipped'], {
    type: 'string',
    description:
      '`refunded`: in part; `reversed`: in full; `no_commission`: the sale had none to take back; `skipped`: seen before.',
  }),
  sale_id: Type.Integer(),
  commission_id: Type.Union([Type.Integer(), Type.Null()]),
  refunded_amount_cents: Type.Integer({ description: 'Of the sale, in all.' }),
  remaining_amount_cents: Type.Integer({ description: 'Of the sale.' }),
  message: Type.String(),
})

/** How a refund is answered wherever it is reported. */
export function showRefund(
  outcome: Extract<RefundOutcome, { kind: 'applied' | 'skipped' }>,
): Static<typeof RefundAnswer> {
  const { sale_id, commission_id, amount_cents, refunded_cents } = outcome
  const status = statusOf(outcome)
  return {
    success: true,
    status,
    sale_id,
    commission_id: commission_id ?? null,
    refunded_amount_cents: refunded_cents,
    remaining_amount_cents: amount_cents - refunded_cents,
    message: MESSAGES[status],
  }
}

function statusOf(
  outcome: Extract<RefundOutcome, { kind: 'applied' | 'skipped' }>,
): Static<typeof RefundAnswer>['status'] {
  if (outcome.kind === 'skipped') return 'skipped'
  if (outcome.commission_id === undefined) return 'no_commission'
  return outcome.refunded_cents === outcome.amount_cents ? 'reversed' : 'refunded'
}

const MESSAGES = {
  refunded: 'Refund recorded: the commission and the fee shrank in proportion.',
  reversed: 'Refund recorded: nothing of the sale is left, its commission and fee are reversed.',
  no_commission: 'Refund recorded: the sale has no commission.',
  skipped: 'This refund was recorded before; nothing was recorded again.',
} as const

export function otherCurrency(currency: string): ApiError {
  return invalidField(
    'currency',
    `The sale is in ${currency}. Refund it in its own currency: nothing was recorded.`,
  )
}
