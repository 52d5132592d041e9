import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { COMMISSION_BASES, POLICY_DURATIONS, POLICY_TYPES } from '../../core/enums.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, ObjectId } from '../../core/http/management-route.http.ts'
import { isPlaceholderId } from '../../core/text/placeholder-id.rule.ts'
import { findInconsistentField } from './commission-policy-request.rule.ts'
import type { PolicyTerms } from './policies.sql.ts'

export const PolicyType = choice(POLICY_TYPES, 'PolicyType')
export const Rate = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'Basis points of the sale amount.',
})
export const Amount = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Minor units.',
})
export const Duration = choice(POLICY_DURATIONS, 'PolicyDuration')
export const Months = Type.Integer({
  minimum: 1,
  maximum: 120,
  description: 'Counted from the customer’s first sale.',
})
export const CommissionBase = Type.Enum([...COMMISSION_BASES], {
  type: 'string',
  description:
    'What percentages are applied to: `amount` is `amount_cents` as sent, including tax; `amount_without_tax` is `amount_cents` ' +
    'less `tax_amount_cents`.',
})
export const HoldDays = Type.Integer({ minimum: 0, maximum: 365 })

/** Schema for a policy's terms in requests. */
export const policyTermsProperties = {
  type: PolicyType,
  rateBps: Type.Optional(Rate),
  amountCents: Type.Optional(Amount),
  currency: Type.Optional(CurrencyCode),
  duration: Type.Optional(Duration),
  durationMonths: Type.Optional(Months),
  holdDays: Type.Optional(HoldDays),
}

const Terms = Type.Object(policyTermsProperties)

export const PolicyGroup = ObjectId(
  'The ID of a partner group. Omit it for partners whose group has no policy.',
)

export const PolicyProduct = Type.Refine(
  Type.String({
    minLength: 1,
    maxLength: limits.maxIdLength,
    description: 'The `product_id` of sales. Omit it for the default policy.',
  }),
  (product) => product.trim() !== '' && !isPlaceholderId(product),
  () => 'must be the product_id of sales, not blank or a placeholder such as undefined',
)

/**
 * Parses policy terms.
 * @throws 400 `invalid_request` with the field that is inconsistent with the others
 */
export function readPolicyTerms(body: Static<typeof Terms>): PolicyTerms {
  const inconsistency = findInconsistentField(body)
  if (inconsistency !== undefined) throw invalidFieldError(inconsistency.field, inconsistency.message)
  return {
    type: body.type,
    rate_bps: body.rateBps ?? null,
    amount_cents: body.amountCents ?? null,
    currency: body.currency ?? null,
    duration: body.duration ?? 'lifetime',
    duration_months: body.durationMonths ?? null,
    hold_days: body.holdDays ?? null,
  }
}
