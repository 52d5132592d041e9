import { type NamedBuyer, readBuyer } from '../buyer-metadata.rule.ts'
import {
  isAmount,
  isCount,
  type Json,
  limitReferences,
  parseCurrency,
  parseId,
  parseList,
  parseObject,
  parseText,
} from '../event-values.rule.ts'
import type { FailedPayment, LinkedReferences, ProcessorCustomer, ReportedPayment } from '../processor.ts'
import { parseInterval } from '../report-change.rule.ts'
import { toReportedCharge } from './stripe-charge.rule.ts'
import { readCouponCode } from './stripe-coupon.rule.ts'
import { parseStripeAmount } from './stripe-values.rule.ts'

/**
 * Converts a completed checkout. If its money hasn't arrived (bank debit, later capture), it waits for a charge or
 * another event. A free or setup-only checkout is not a payment.
 */
export function readSession(session: Json): ReportedPayment | ProcessorCustomer | 'nothing' | undefined {
  const { payment_status } = session
  if (payment_status === 'no_payment_required' || session.amount_total === 0)
    return readProcessorCustomer(session)
  if (session.mode === 'setup') return 'nothing'
  if (payment_status !== 'paid' && payment_status !== 'unpaid') return undefined
  const [invoice, intent] = [parseId(session.invoice), parseId(session.payment_intent)]
  const is_paid = payment_status === 'paid'
  // No event about its money could be matched to it.
  if (!is_paid && invoice === undefined && intent === undefined) return 'nothing'
  const price = readPrice(session)
  return toReportedPayment({
    ...price,
    transaction_id: invoice ?? intent,
    references: [parseText(session.id), invoice, intent],
    bill_id: invoice,
    is_linked: invoice !== undefined && intent !== undefined,
    is_paid,
    charge: undefined,
    subscription_id: parseId(session.subscription),
    is_recurring: false,
    subscription_interval: undefined,
    email: readEmail(session),
    customer: session.customer,
    buyer: readBuyer([session.metadata], session.client_reference_id),
    coupon_code: readCouponCode(session, [session.metadata]),
  })
}

/**
 * Returns the price in the merchant's own currency. Checkouts created before 2025-03-31 and presented in another
 * currency have the merchant's amounts in `currency_conversion`; later ones have them directly, with
 * `presentment_details` for what the customer saw.
 */
function readPrice(session: Json): Pick<PaymentShape, 'amount_from' | 'amount' | 'tax' | 'currency'> {
  const conversion = parseObject(session.currency_conversion)
  if (conversion !== undefined) {
    const { amount_total: amount, source_currency: currency } = conversion
    return { amount_from: 'conversion', amount, tax: undefined, currency }
  }
  const { amount_total: amount, currency } = session
  return { amount_from: 'checkout', amount, tax: parseObject(session.total_details)?.amount_tax, currency }
}

function readEmail(session: Json): string | undefined {
  return parseText(parseObject(session.customer_details)?.email) ?? parseText(session.customer_email)
}

/** Converts the free checkout that starts a trial. Later invoices contain the subscription but not the click. */
function readProcessorCustomer(session: Json): ProcessorCustomer | 'nothing' {
  const { click_id, customer_key, reference_key } = readBuyer([session.metadata], session.client_reference_id)
  const [subscription_id, processor_customer_id] = [parseId(session.subscription), parseId(session.customer)]
  const coupon_code = readCouponCode(session, [session.metadata])
  const isNamed = [click_id, customer_key, reference_key, coupon_code].some((one) => one !== undefined)
  if (!isNamed || (subscription_id === undefined && processor_customer_id === undefined)) return 'nothing'
  const email = readEmail(session)
  return {
    kind: 'introduced',
    subscription_id,
    processor_customer_id,
    click_id,
    customer_key,
    reference_key,
    coupon_code,
    email,
  }
}

/** Converts a completed checkout whose money won't arrive. */
export function readFailedSession(session: Json): FailedPayment | undefined {
  const invoice = parseId(session.invoice)
  const references = limitReferences([parseText(session.id), invoice, parseId(session.payment_intent)])
  return references.length === 0 ? undefined : { kind: 'payment_failed', references, bill_id: invoice }
}

/** Converts a canceled payment intent. If it had captured an amount, that is its payment. */
export function readCanceledIntent(intent: Json): FailedPayment | LinkedReferences | 'nothing' | undefined {
  if (isAmount(intent.amount_received)) return readLinkedIntent(intent)
  const invoice = parseId(intent.invoice)
  const references = limitReferences([parseText(intent.id), invoice])
  return references.length === 0 ? undefined : { kind: 'payment_failed', references, bill_id: invoice }
}

/**
 * Converts a payment intent that collected money: to a payment if its metadata has the buyer or a coupon code, otherwise to a
 * report of its charge.
 */
export function readIntent(intent: Json): ReportedPayment | LinkedReferences | 'nothing' | undefined {
  const buyer = readBuyer([intent.metadata])
  const coupon_code = readCouponCode(intent, [intent.metadata])
  const identifiers = [buyer.click_id, buyer.customer_key, coupon_code]
  if (identifiers.every((one) => one === undefined)) return readLinkedIntent(intent)
  const [id, invoice] = [parseText(intent.id), parseId(intent.invoice)]
  return toReportedPayment({
    transaction_id: invoice ?? id,
    references: [id, invoice, readChargeId(intent)],
    bill_id: invoice,
    is_linked: true,
    is_paid: true,
    amount_from: 'intent',
    amount: intent.amount_received ?? intent.amount,
    tax: undefined,
    currency: intent.currency,
    charge: readIntentCharge(intent),
    subscription_id: undefined,
    is_recurring: false,
    subscription_interval: undefined,
    email: parseText(intent.receipt_email),
    customer: intent.customer,
    buyer,
    coupon_code,
  })
}

/** Returns the amounts of a payment intent's charge. */
function readLinkedIntent(intent: Json): LinkedReferences | 'nothing' {
  const charge = readIntentCharge(intent)
  if (charge === undefined) return 'nothing'
  const invoice = parseId(intent.invoice)
  const references = limitReferences([parseText(intent.id), invoice, charge.charge_id])
  return { kind: 'linked', references, bill_id: invoice, is_linked: true, charge }
}

/** Returns the charge of a finished payment intent. It captures nothing more, so the rest of its amount is released. */
function readIntentCharge(intent: Json) {
  const { amount, amount_received: captured } = intent
  if (!isCount(amount) || !isCount(captured)) return undefined
  const released = Math.max(0, amount - captured)
  return toReportedCharge(readChargeId(intent), parseCurrency(intent.currency), { captured, released })
}

/** Returns the charge's ID. API versions before 2022-11-15 list the charges. */
function readChargeId(intent: Json): string | undefined {
  return parseId(intent.latest_charge) ?? parseText(parseList(parseObject(intent.charges)?.data)[0]?.id)
}

/** Converts a paid invoice. The older fields are from API versions before 2025-03-31. */
export function readInvoice(invoice: Json): ReportedPayment | 'nothing' | undefined {
  // A trial, or an invoice fully paid by credit: the customer paid nothing.
  if (invoice.amount_paid === 0) return 'nothing'
  const id = parseText(invoice.id)
  const details = readSubscription(invoice)
  const invoicePayments = parseList(parseObject(invoice.payments)?.data).map((payment) =>
    parseObject(payment.payment),
  )
  const links = limitReferences([
    parseId(invoice.payment_intent),
    parseId(invoice.charge),
    ...invoicePayments.flatMap((payment) => [parseId(payment?.payment_intent), parseId(payment?.charge)]),
  ])
  return toReportedPayment({
    transaction_id: id,
    references: [id, ...links],
    bill_id: id,
    is_linked: links.length > 0 || invoice.paid_out_of_band === true,
    is_paid: true,
    amount_from: 'invoice',
    amount: invoice.amount_paid,
    tax: readTax(invoice),
    currency: invoice.currency,
    charge: undefined,
    subscription_id: parseId(details?.subscription) ?? parseId(invoice.subscription),
    is_recurring: invoice.billing_reason === 'subscription_cycle',
    subscription_interval: readLineInterval(invoice),
    email: parseText(invoice.customer_email),
    customer: invoice.customer,
    buyer: readBuyer([invoice.metadata, details?.metadata]),
    coupon_code: readCouponCode(invoice, [invoice.metadata, details?.metadata]),
  })
}

/** Returns an invoice's subscription details. Before API version 2025-03-31, an invoice has no parent. */
export function readSubscription(invoice: Json): Json | undefined {
  return (
    parseObject(parseObject(invoice.parent)?.subscription_details) ??
    parseObject(invoice.subscription_details)
  )
}

/** Links an invoice to the payment intent that paid it, which newer invoices don't contain. */
export function readInvoicePayment(invoicePayment: Json): LinkedReferences | undefined {
  const payment = parseObject(invoicePayment.payment)
  const bill_id = parseId(invoicePayment.invoice)
  const references = limitReferences([bill_id, parseId(payment?.payment_intent), parseId(payment?.charge)])
  // Without either, the invoice was paid outside the processor, which therefore never refunds it.
  return references.length === 0
    ? undefined
    : { kind: 'linked', references, bill_id, is_linked: true, charge: undefined }
}

interface PaymentShape
  extends Pick<
    ReportedPayment,
    | 'bill_id'
    | 'is_linked'
    | 'is_paid'
    | 'amount_from'
    | 'charge'
    | 'subscription_id'
    | 'is_recurring'
    | 'subscription_interval'
    | 'email'
    | 'coupon_code'
  > {
  transaction_id: string | undefined
  references: (string | undefined)[]
  amount: unknown
  tax: unknown
  currency: unknown
  customer: unknown
  buyer: NamedBuyer
}

function toReportedPayment(shape: PaymentShape): ReportedPayment | undefined {
  const { transaction_id, subscription_id, amount, tax, customer, buyer, ...rest } = shape
  const currency = parseCurrency(shape.currency)
  const [amount_cents, taxCents] = [parseStripeAmount(amount, currency), parseStripeAmount(tax, currency)]
  if (transaction_id === undefined || currency === undefined || amount_cents === undefined) return undefined
  return {
    ...rest,
    ...buyer,
    kind: 'payment',
    transaction_id,
    references: limitReferences([transaction_id, ...shape.references]),
    amount_cents,
    tax_amount_cents: taxCents !== undefined && taxCents <= amount_cents ? taxCents : undefined,
    currency,
    sale_type: subscription_id === undefined ? 'payment' : 'subscription',
    subscription_id,
    processor_customer_id: parseId(customer),
  }
}

function readTax(invoice: Json): unknown {
  if (!Array.isArray(invoice.total_taxes)) return invoice.tax
  const amounts = parseList(invoice.total_taxes).map(({ amount }) => (isAmount(amount) ? amount : 0))
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Returns the subscription interval. Older invoices have it in their lines; newer ones don't. */
function readLineInterval(invoice: Json): ReportedPayment['subscription_interval'] {
  for (const line of parseList(parseObject(invoice.lines)?.data)) {
    const plan = parseObject(line.plan) ?? parseObject(parseObject(line.price)?.recurring)
    const interval = parseInterval(plan?.interval_count, plan?.interval)
    if (interval !== undefined) return interval
  }
  return undefined
}
