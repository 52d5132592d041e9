import type { NamedBuyer } from './buyer-metadata.rule.ts'
import { isAmount, limitReferences } from './event-values.rule.ts'
import type { ProcessorCustomer, ReportedCharge, ReportedPayment, ReportedRefund } from './processor.ts'

/** Changes from processors that report each payment with one kind of event, which has the final amount. */

type Terms = Pick<
  ReportedPayment,
  'is_recurring' | 'subscription_id' | 'subscription_interval' | 'email' | 'processor_customer_id'
>

interface Payment extends Terms {
  coupon_code: string | undefined
  transaction_id: string | undefined
  /** The payment's other IDs. */
  references?: readonly (string | undefined)[]
  amount_cents: number | undefined
  tax_amount_cents: number | undefined
  currency: string | undefined
  /** What the customer paid in another currency, which refunds use. */
  charge?: ReportedCharge | undefined
  buyer: NamedBuyer
  /** The processor's product, used if our metadata has none. */
  product_id: string | undefined
}

/** Returns a paid payment. Returns undefined without an ID, a currency or a positive amount. */
export function reportPayment({ buyer, references = [], ...payment }: Payment): ReportedPayment | undefined {
  const { transaction_id, amount_cents, tax_amount_cents, currency, subscription_id } = payment
  if (transaction_id === undefined || currency === undefined || !isAmount(amount_cents)) return undefined
  return {
    ...payment,
    ...buyer,
    product_id: buyer.product_id ?? payment.product_id,
    kind: 'payment',
    transaction_id,
    references: limitReferences([transaction_id, ...references]),
    bill_id: undefined,
    is_linked: true,
    is_paid: true,
    charge: payment.charge,
    amount_from: 'invoice',
    amount_cents,
    tax_amount_cents:
      isAmount(tax_amount_cents) && tax_amount_cents <= amount_cents ? tax_amount_cents : undefined,
    currency,
    sale_type: subscription_id === undefined && !payment.is_recurring ? 'payment' : 'subscription',
  }
}

/** Returns the customer of a free order or trial; nothing if neither our metadata nor a coupon code identifies one. */
export function reportCustomer({
  buyer: { click_id, customer_key, reference_key },
  ...customer
}: Pick<Terms, 'subscription_id' | 'email' | 'processor_customer_id'> & {
  buyer: NamedBuyer
  coupon_code: string | undefined
}): ProcessorCustomer | 'nothing' {
  const identifiers = [click_id, customer_key, reference_key, customer.coupon_code]
  const isNamed = identifiers.some((one) => one !== undefined)
  const { subscription_id, processor_customer_id } = customer
  if (!isNamed || (subscription_id === undefined && processor_customer_id === undefined)) return 'nothing'
  return { kind: 'introduced', ...customer, click_id, customer_key, reference_key }
}

interface Refund {
  kind: ReportedRefund['kind']
  /** The payment's transaction_id. */
  payment: string | undefined
  /** Undefined if this is the payment's total refunded so far. */
  refund_id: string | undefined
  amount_cents: number | undefined
  currency: string | undefined
  made_at?: Date | undefined
  /** Whether this is a won dispute. */
  is_withdrawn?: boolean
  reason?: string | undefined
}

/** Returns a refund or dispute. Returns undefined without its payment or a positive amount. */
export function reportRefund({ payment, amount_cents, ...refund }: Refund): ReportedRefund | undefined {
  if (payment === undefined || !isAmount(amount_cents)) return undefined
  if (refund.kind !== 'refund' && refund.refund_id === undefined) return undefined
  return {
    ...refund,
    references: [payment],
    bill_id: undefined,
    is_linked: true,
    charge_id: payment,
    charge: undefined,
    amount_cents,
    made_at: refund.made_at,
    is_withdrawn: refund.is_withdrawn ?? false,
    reason: refund.reason,
  }
}

const INTERVALS: Readonly<Record<string, ReportedPayment['subscription_interval']>> = {
  '1 month': 'monthly',
  '3 month': 'quarterly',
  '12 month': 'annual',
  '1 year': 'annual',
}

/** Returns a subscription's interval, such as 3 and `month`. Undefined for intervals without a name. */
export function parseInterval(count: unknown, unit: unknown): ReportedPayment['subscription_interval'] {
  return INTERVALS[`${count} ${unit}`]
}
