import type { PaymentRow } from '../store/payments.ts'

/** What an event can say about a payment. */
const DETAILS = [
  'amount_cents',
  'tax_amount_cents',
  'currency',
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

export type PaymentDetails = Pick<PaymentRow, (typeof DETAILS)[number] | 'transaction_id'>

/** What two events say of one payment, together: the first one's word stands, the second one adds what is missing. */
export function joinPayments(first: PaymentDetails, second: PaymentDetails): PaymentDetails {
  const joined = { transaction_id: first.transaction_id ?? second.transaction_id }
  const entries = DETAILS.map((name) => [name, first[name] ?? second[name]])
  // safe because every name of DETAILS is there, with a value of one of the two
  return { ...joined, ...Object.fromEntries(entries) } as PaymentDetails
}
