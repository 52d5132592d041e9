import type { AmountFrom } from '../platform/words.ts'
import type { PaymentRow } from './payment.ts'

/** What an event can say about a payment, but for its amount. */
const DETAILS = [
  'sale_type',
  'is_recurring',
  'subscription_id',
  'subscription_interval',
  'product_id',
  'click_id',
  'customer_key',
  'email_hash',
  'processor_customer_id',
  'occurred_at',
] as const

/** What says how much it was. */
const AMOUNT = ['amount_cents', 'amount_from', 'tax_amount_cents', 'currency'] as const

export type PaymentDetails = Pick<
  PaymentRow,
  (typeof DETAILS)[number] | (typeof AMOUNT)[number] | 'transaction_id'
>

/**
 * What two events say of one payment, together: the first one's word stands, the second one adds what is missing. The
 * amount is what the customer paid, which an invoice knows, then a payment intent; a checkout knows the price, of which
 * a credit may have paid a part. So any order of the events comes to one amount.
 */
export function joinPayments(first: PaymentDetails, second: PaymentDetails): PaymentDetails {
  const joined = { transaction_id: first.transaction_id ?? second.transaction_id }
  const entries = DETAILS.map((name) => [name, first[name] ?? second[name]])
  const better = rank(second) > rank(first) ? second : first
  const amount = AMOUNT.map((name) => [name, better[name]])
  // safe because every name of DETAILS and AMOUNT is there, with a value of one of the two
  return { ...joined, ...Object.fromEntries([...entries, ...amount]) } as PaymentDetails
}

const RANKS: Record<AmountFrom, number> = { checkout: 1, intent: 2, invoice: 3 }

/** An amount of before its origin was kept stands. */
function rank({ amount_cents, amount_from }: PaymentDetails): number {
  if (amount_cents === null) return 0
  return amount_from === null ? RANKS.invoice : RANKS[amount_from]
}
