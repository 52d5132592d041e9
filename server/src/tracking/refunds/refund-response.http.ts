import type { Static } from 'typebox'
import Type from 'typebox'
import { type ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import type { RefundOutcome, SkipReason } from './apply-refund.flow.ts'

export const RefundAnswer = Type.Object({
  success: Type.Literal(true),
  status: Type.Enum(['refunded', 'reversed', 'no_commission', 'skipped'], {
    type: 'string',
    description:
      '`refunded`: in part. `reversed`: in full. `no_commission`: the sale had no commission to reverse. `skipped`: nothing more was refunded (see `message`).',
  }),
  sale_id: Type.Integer(),
  commission_id: Type.Union([Type.Integer(), Type.Null()]),
  refunded_amount_cents: Type.Integer({ description: 'The sale’s total refunded amount.' }),
  remaining_amount_cents: Type.Integer({ description: 'The sale’s remaining amount.' }),
  message: Type.String(),
})

/** Returns the response for every refund endpoint. */
export function showRefund(
  outcome: Extract<RefundOutcome, { kind: 'applied' | 'skipped' }>,
): Static<typeof RefundAnswer> {
  const { sale_id, commission_id, amount_cents, refunded_cents } = outcome
  const sale = {
    success: true,
    sale_id,
    commission_id: commission_id ?? null,
    refunded_amount_cents: refunded_cents,
    remaining_amount_cents: amount_cents - refunded_cents,
  } as const
  if (outcome.kind === 'skipped') return { ...sale, status: 'skipped', message: SKIPPED[outcome.skip_reason] }
  const isWhole = refunded_cents === amount_cents
  const status = commission_id === undefined ? 'no_commission' : isWhole ? 'reversed' : 'refunded'
  const review = outcome.possible_duplicate === undefined ? '' : ` ${FOR_REVIEW[outcome.possible_duplicate]}`
  return { ...sale, status, message: `${MESSAGES[status]}${review}` }
}

const MESSAGES = {
  refunded: 'Refund recorded. Commission and fee were reduced in proportion.',
  reversed: 'Refund recorded. The sale is fully refunded; its commission and fee are reversed.',
  no_commission: 'Refund recorded. The sale has no commission.',
} as const

const FOR_REVIEW = {
  same_amount: 'It is listed under events for review because your team recorded a refund of the same amount.',
  exceeds_sale:
    'It is listed under events for review because, together with the refunds that your team recorded, it exceeds the sale.',
} as const

const SKIPPED: Record<SkipReason, string> = {
  repeat: 'This refund was already recorded. Nothing was recorded again.',
  total_reached: 'Refunds of at least this total were already recorded. Nothing was recorded.',
  covered_by_processor:
    'Refund recorded. The payment processor already reported refunds of at least this amount, so nothing more was reversed.',
  repeats_team:
    'Refund recorded. Your team already entered refunds up to the amount of the sale, so nothing more was reversed. It is listed under events for review.',
  covered: 'Refund recorded. Earlier reports for this sale already cover it, so nothing more was reversed.',
}

export function otherCurrencyError(currency: string): ApiError {
  return invalidFieldError('currency', `The sale is in ${currency}. Refund it in that currency.`)
}
