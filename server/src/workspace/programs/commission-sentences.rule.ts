import type { Language } from '../../core/enums.ts'
import { amountText, rateText } from '../../core/i18n/format.rule.ts'
import { message } from '../../core/i18n/message.rule.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { CommissionPolicy } from './commission-policy.ts'
import { productName } from './product-name.rule.ts'

type Terms = Pick<
  CommissionPolicy,
  | 'product_id'
  | 'type'
  | 'rate_bps'
  | 'amount_cents'
  | 'currency'
  | 'duration'
  | 'duration_months'
  | 'commission_base'
>

const PRODUCTS_LISTED = 10

/**
 * Describes what partners earn, in sentences: the default first, then products with their own rate, then signups.
 * @param policies the policies in force
 */
export function commissionSentences(
  policies: readonly Terms[],
  perLead: { amountCents: number; currency: Currency } | undefined,
  language: Language,
): string[] {
  const generalPolicies = policies.filter((policy) => policy.product_id === null)
  const productPolicies = policies.filter((policy) => policy.product_id !== null)
  const listedPolicies = productPolicies.slice(0, PRODUCTS_LISTED)
  const count = productPolicies.length - listedPolicies.length
  return [
    ...generalPolicies.map((policy) => termsText(policy, language)),
    // Products without a readable name may have the same terms.
    ...new Set(
      listedPolicies.map((policy) =>
        message(language, 'earn.product', {
          product: productName(policy.product_id ?? '') ?? message(language, 'earn.someProducts'),
          terms: termsText(policy, language),
        }),
      ),
    ),
    ...(count === 0 ? [] : [message(language, 'earn.moreProducts', { count })]),
    ...(perLead === undefined
      ? []
      : [
          message(language, 'earn.lead', {
            amount: amountText(language, perLead.amountCents, perLead.currency),
          }),
        ]),
  ]
}

function termsText(policy: Terms, language: Language): string {
  const { type, rate_bps, amount_cents, currency, duration, commission_base } = policy
  const months = policy.duration_months ?? 0
  if (type === 'percent') {
    if (rate_bps === null || rate_bps === 0) return message(language, 'earn.nothing')
    const rate = rateText(language, rate_bps)
    const terms = message(language, `earn.percent.${duration}`, { rate, months })
    return commission_base === 'amount' ? terms : `${terms} ${message(language, 'earn.withoutTax')}`
  }
  if (amount_cents === null || currency === null || amount_cents === 0)
    return message(language, 'earn.nothing')
  // A flat policy matches only sales in its own currency (D28).
  const amount = amountText(language, amount_cents, currency)
  return message(language, `earn.flat.${duration}`, { amount, currency, months })
}
