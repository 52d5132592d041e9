import type { AmountSource } from '../../core/enums.ts'
import type { PaymentRow } from './payment.ts'
import type { ChargeSums } from './processor.ts'

/** Fields that an event can report about a payment, except its amount. */
const DETAILS = [
  'sale_type',
  'is_recurring',
  'subscription_id',
  'subscription_interval',
  'product_id',
  'coupon_code',
  'click_id',
  'customer_key',
  'reference_key',
  'email_hash',
  'processor_customer_id',
  'occurred_at',
] as const

/** The amount's fields. */
const AMOUNT = ['amount_cents', 'amount_from', 'currency'] as const

export type PaymentDetails = Pick<
  PaymentRow,
  (typeof DETAILS)[number] | (typeof AMOUNT)[number] | 'tax_amount_cents' | 'transaction_id' | 'unpaid_since'
>

/**
 * Merges two reports of one payment: the first one wins, and the second one fills gaps. For the amount, an invoice
 * takes precedence, then a payment intent, then a checkout, whose price may be partly covered by credit. If a checkout
 * was presented in another currency, the merchant's own price outranks them all. The order of events therefore doesn't
 * matter.
 */
export function joinPayments(first: PaymentDetails, second: PaymentDetails): PaymentDetails {
  const [preferred, other] = isMoreComplete(second, first) ? [second, first] : [first, second]
  const joined = {
    transaction_id: first.transaction_id ?? second.transaction_id,
    tax_amount_cents: chooseTax(preferred, other),
    unpaid_since: unpaidSince(first, second),
  }
  const entries = DETAILS.map((name) => [name, first[name] ?? second[name]])
  const amount = AMOUNT.map((name) => [name, preferred[name]])
  // safe because every field in DETAILS and AMOUNT is present, with a value from one of the two
  return { ...joined, ...Object.fromEntries([...entries, ...amount]) } as PaymentDetails
}

/** A payment intent has no tax, so the tax from an event with the same amount applies. */
function chooseTax(preferred: PaymentDetails, other: PaymentDetails): number | null {
  const isSameAmount = preferred.amount_cents === other.amount_cents && preferred.currency === other.currency
  return preferred.tax_amount_cents ?? (isSameAmount ? other.tax_amount_cents : null)
}

/** A payment is unpaid as long as every event with its amount reports it as unpaid. */
function unpaidSince(first: PaymentDetails, second: PaymentDetails): Date | null {
  const withAmount = [first, second].filter(({ amount_cents }) => amount_cents !== null)
  return withAmount.some(({ unpaid_since }) => unpaid_since === null)
    ? null
    : (withAmount[0]?.unpaid_since ?? null)
}

/**
 * Returns the payment with the captured amount if that is less than the checkout's price (D61). Later captures add to
 * it. Payment intents and invoices report the paid amount themselves.
 */
export function capturedAmount<Payment extends PaymentDetails & Pick<PaymentRow, 'bill_id'>>(
  payment: Payment,
  charges: Pick<ChargeSums, 'cents' | 'currency'> | undefined,
): Payment {
  const { amount_cents, amount_from, bill_id, currency } = payment
  if (amount_cents === null || charges === undefined || charges.cents === 0n) return payment
  const paid = { ...payment, unpaid_since: null }
  if (bill_id !== null || currency !== charges.currency) return paid
  const captured = Number(charges.cents)
  const isLess = (amount_from === 'checkout' || amount_from === 'conversion') && captured < amount_cents
  const isMore = amount_from === 'charge' && captured > amount_cents && Number.isSafeInteger(captured)
  if (!isLess && !isMore) return paid
  return { ...paid, amount_cents: captured, amount_from: 'charge', tax_amount_cents: null }
}

function isMoreComplete(a: PaymentDetails, b: PaymentDetails): boolean {
  if (a.amount_cents !== null && b.amount_cents !== null && a.currency !== b.currency) {
    const isConverted = [a, b].map(({ amount_from }) => amount_from === 'conversion')
    if (isConverted[0] !== isConverted[1]) return isConverted[0] === true
  }
  return rank(a) > rank(b)
}

const RANKS: Record<AmountSource, number> = { checkout: 1, conversion: 1, charge: 2, intent: 3, invoice: 4 }

/** Ranks an amount's source. An amount of unknown origin is kept. */
function rank({ amount_cents, amount_from }: PaymentDetails): number {
  if (amount_cents === null) return 0
  return amount_from === null ? RANKS.invoice : RANKS[amount_from]
}
