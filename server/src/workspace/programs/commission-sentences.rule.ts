import type { Currency } from '../../core/money/currency.ts'
import { groupedAmount } from '../../core/money/decimal-amount.rule.ts'
import { percentText } from '../../core/money/percent.rule.ts'
import type { CommissionPolicy } from './commission-policy.ts'

/** What is told of a policy to who does not know it yet. */
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

/** So many products are told of one by one. */
const PRODUCTS_TOLD = 10

/**
 * What partners earn, in sentences: the default first, then products with terms of their own, then what a signup earns.
 * @param policies those in force
 */
export function commissionSentences(
  policies: readonly Terms[],
  perLead: { amountCents: number; currency: Currency } | undefined,
): string[] {
  const ofAll = policies.filter((policy) => policy.product_id === null)
  const ofProducts = policies.filter((policy) => policy.product_id !== null)
  const told = ofProducts.slice(0, PRODUCTS_TOLD)
  const untold = ofProducts.length - told.length
  return [
    ...ofAll.map((policy) => `You earn ${termsOf(policy)}.`),
    ...told.map((policy) => `For ${policy.product_id} you earn ${termsOf(policy)}.`),
    ...(untold === 0
      ? []
      : [
          `${untold} more ${untold === 1 ? 'product has terms of its own' : 'products have terms of their own'}.`,
        ]),
    ...(perLead === undefined
      ? []
      : [`You earn ${amount(perLead.amountCents, perLead.currency)} for each signup that you bring.`]),
  ]
}

function termsOf(policy: Terms): string {
  const { rate_bps, amount_cents, currency } = policy
  if (policy.type === 'percent') {
    return rate_bps === null || rate_bps === 0
      ? NOTHING
      : `${percentText(rate_bps)} of ${paymentsOf(policy, policy.commission_base === 'amount' ? '' : ' less tax')}`
  }
  if (amount_cents === null || currency === null || amount_cents === 0) return NOTHING
  // A flat policy matches only sales in its currency (D28).
  return `${amount(amount_cents, currency)} for ${paymentsOf(policy, ` in ${currency}`)}`
}

const NOTHING = 'nothing'

function paymentsOf({ duration, duration_months }: Terms, suffix: string): string {
  switch (duration) {
    case 'lifetime':
      return `each payment${suffix} of a customer that you bring, for as long as the customer pays`
    case 'first_sale':
      return `the first payment${suffix} of each customer that you bring`
    case 'months':
      return duration_months === 1
        ? `each payment${suffix} of a customer that you bring, in the first month`
        : `each payment${suffix} of a customer that you bring, in the first ${duration_months} months`
  }
}

function amount(cents: number, currency: Currency): string {
  return `${groupedAmount(String(cents), currency)} ${currency}`
}
