import { runIn } from '../../core/database/database.ts'
import type { TransactionContext } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import type { AttributedBy, UnattributedReason } from '../../core/enums.ts'
import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import type { Pseudonymizer } from '../../core/privacy/pseudonym.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { holdCommission, releaseCommission } from '../../earnings/commissions/hold-commission.flow.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { parseClickId } from '../clicks/click-id.rule.ts'
import { countSettledLead } from '../leads/count-settled-lead.flow.ts'
import {
  findCustomers,
  identifyCustomer,
  insertCustomer,
  insertLead,
  loadLeadData,
  settleCustomer,
} from '../leads/lead.sql.ts'
import type { LeadClick, LeadCustomer, LeadData } from '../leads/lead.ts'
import { readTestInfo } from '../leads/test-info.flow.ts'
import { adjustSale } from '../refunds/adjust-sale.flow.ts'
import { decideAttribution, type SaleCoupon, type SaleTerms, toSale } from '../sales/decide-sale.rule.ts'
import { loadSale, lockCustomer, saveSales, saveTestSale } from '../sales/sale.sql.ts'
import type { LiveSaleRequest } from '../sales/sale-request.rule.ts'
import { applyProcessorRefunds } from './apply-processor-refunds.flow.ts'
import { attributePayment } from './attribute-payment.rule.ts'
import { findProcessorCustomer } from './customer-mapping.sql.ts'
import { erasePayments } from './erase-payments.flow.ts'
import { queueEventForReview } from './events-for-review.sql.ts'
import { capturedAmount, joinPayments, type PaymentDetails } from './join-payments.rule.ts'
import { type OpenedPayment, openPayment } from './open-payment.flow.ts'
import type { PaymentRow } from './payment.ts'
import { attributeByCoupon, findSaleCoupon } from './payment-coupon.flow.ts'
import {
  findPaymentSale,
  listPaymentReferences,
  listSalesNaming,
  listSalesRecordedAs,
  updatePayment,
} from './payments.sql.ts'
import type { ReportedPayment } from './processor.ts'
import { rememberProcessorCustomer } from './processor-accounts.sql.ts'
import { readSaleAmount, sumCharges } from './processor-refunds.sql.ts'
import { recordCharge } from './record-charge.flow.ts'

export type PaymentOutcome =
  | { kind: 'attributed'; sale_id: number }
  | { kind: 'unattributed'; reason: UnattributedReason }
  /** The payment is already a sale, or dismissed. */
  | { kind: 'known' }

/** A payment reported by a processor, and when it happened by the processor's clock. */
export interface PaymentReport {
  processor: string
  reported: ReportedPayment
  occurredAt: Date
}

/** Context of settling a payment, with the event that is queued for review if needed. */
export interface SettleContext extends TransactionContext {
  event?: { processor: string; id: string; type: string; occurredAt: Date }
  /** Collects the outcome of each payment. */
  settled?: PaymentOutcome[]
}

/** A report's context. A buyer's email is stored as its keyed hash. */
export interface ReportContext extends SettleContext {}

/**
 * Records a payment reported by the processor, inside the caller's transaction: it becomes a sale, or stays
 * unattributed with a reason. Each new report decides it again, based on all known facts, until it is a sale. A
 * completed checkout without money is decided once an event reports the money.
 * @throws {WriteConflictError} roll back and retry
 */
export async function recordPayment(
  context: ReportContext,
  { processor, reported, occurredAt }: PaymentReport,
): Promise<PaymentOutcome> {
  const { references, bill_id, is_linked, charge } = reported
  const opened = await openPayment(context, { processor, references, bill_id, is_linked })
  if (charge !== undefined) await recordCharge(context, opened, charge)
  const { payment } = opened
  // The merchant may have recorded the sale before the processor reported the payment.
  const isFirstReport = opened.isFirstReport || payment.amount_cents === null || payment.unpaid_since !== null
  const details = toPaymentDetails(context.deps, reported, occurredAt)
  const erase = idPseudonymizer(context.programId, context.deps.config.appSecret)
  const isErased = payment.erased_at !== null
  const storedDetails = isErased ? removeBuyerData(details, erase) : await resolveCustomer(context, details)
  if (payment.sale_id !== null && !isFirstReport) {
    const { amount_cents, amount_from, tax_amount_cents, currency } = joinPayments(payment, storedDetails)
    const amount = { amount_cents, amount_from, tax_amount_cents, currency }
    const { transaction, programId } = context
    const isKnown = amount_from === payment.amount_from && tax_amount_cents === payment.tax_amount_cents
    const updatedPayment = isKnown ? payment : await updatePayment(transaction, programId, payment.id, amount)
    return settlePayment(context, { payment: updatedPayment, isFirstReport })
  }
  const joined = { ...payment, ...joinPayments(payment, storedDetails) }
  // The event with more IDs has the right one: an invoice includes its payment intent, but not the other way around.
  const names = isErased ? references.map(erase) : references
  const isKnownTransaction = payment.transaction_id !== null && names.includes(payment.transaction_id)
  if (isKnownTransaction) joined.transaction_id = storedDetails.transaction_id
  return settlePayment(context, { payment: joined, isFirstReport })
}

/** Removes the buyer's data, because reports about an erased buyer's payment must not identify them again. */
function removeBuyerData(reported: PaymentDetails, erase: Pseudonymizer): PaymentDetails {
  return {
    ...reported,
    transaction_id: reported.transaction_id === null ? null : erase(reported.transaction_id),
    subscription_id: null,
    click_id: null,
    customer_key: null,
    reference_key: null,
    coupon_code: null,
    email_hash: null,
    processor_customer_id: null,
  }
}

/** Decides a locked payment based on all known facts, and applies refunds that were waiting for its sale. */
export async function settlePayment(context: SettleContext, opened: OpenedPayment): Promise<PaymentOutcome> {
  const { payment, isFirstReport } = await followCharges(context, opened)
  const isKnown = payment.sale_id !== null && !isFirstReport
  const outcome: PaymentOutcome = isKnown ? { kind: 'known' } : await decide(context, payment)
  context.settled?.push(outcome)
  if (isKnown && payment.created_sale) await followPaidAmount(context, payment)
  if (payment.sale_id !== null && payment.is_linked) {
    await releaseCommission(context, { saleId: payment.sale_id, reason: 'payment_link_missing' })
  }
  await holdDuplicates(context, payment, outcome)
  await applyProcessorRefunds(context, payment.id)
  return outcome
}

/** Another merchant's sale with this payment may be the same one, so its commission is held for review (D58). */
async function holdDuplicates(
  context: TransactionContext,
  { id, processor, sale_id }: PaymentRow,
  outcome: PaymentOutcome,
): Promise<void> {
  const { transaction, programId } = context
  const duplicateOf = outcome.kind === 'attributed' ? outcome.sale_id : sale_id
  if (duplicateOf === null) return
  const names = await listPaymentReferences(transaction, programId, id)
  const salesNamingPayment = await listSalesNaming(transaction, programId, { names, processor })
  const recorded = await listSalesRecordedAs(transaction, programId, names)
  for (const saleId of new Set([...salesNamingPayment, ...recorded].map(({ id: sale }) => sale))) {
    if (saleId === duplicateOf) continue
    await holdCommission(context, { saleId, reason: 'possible_duplicate', duplicateOf })
  }
}

/** Updates a checkout when a charge reports that its money arrived, and how much was captured. */
async function followCharges(
  { transaction, programId }: TransactionContext,
  opened: OpenedPayment,
): Promise<OpenedPayment> {
  const { payment } = opened
  if (payment.amount_cents === null) return opened
  const charges = await sumCharges(transaction, programId, [payment.id])
  const captured = capturedAmount(payment, charges)
  if (captured.amount_cents !== payment.amount_cents && payment.sale_id !== null) {
    const { amount_cents, amount_from, tax_amount_cents } = captured
    await updatePayment(transaction, programId, payment.id, { amount_cents, amount_from, tax_amount_cents })
  }
  const isFirstPaid = payment.unpaid_since !== null && captured.unpaid_since === null
  return { payment: captured, isFirstReport: opened.isFirstReport || isFirstPaid }
}

/** Updates a sale created from a payment to the amount the customer paid, whichever event reported it. */
async function followPaidAmount(context: SettleContext, payment: PaymentRow): Promise<void> {
  const { transaction, programId, event, at } = context
  const { sale_id, amount_cents, tax_amount_cents, currency } = payment
  if (sale_id === null || amount_cents === null) return
  const sale = await readSaleAmount(transaction, programId, sale_id)
  const isSettled =
    sale.currency !== currency ||
    (await adjustSale(context, sale_id, { amount_cents, tax_amount_cents })) === 'settled'
  if (!isSettled || event === undefined) return
  await queueEventForReview(transaction, {
    program_id: programId,
    processor: event.processor,
    event_id: event.id,
    type: event.type,
    reason: 'amount_differs',
    object_id: payment.transaction_id,
    amount_cents,
    currency,
    sale_id,
    occurred_at: event.occurredAt,
    created_at: at,
  })
}

/** Finds the subscription's customer, whom a free checkout may have identified. */
async function resolveCustomer(context: ReportContext, reported: PaymentDetails): Promise<PaymentDetails> {
  const isKnown = reported.click_id !== null || reported.customer_key !== null
  if (isKnown && reported.coupon_code !== null) return reported
  const names = [reported.subscription_id, reported.processor_customer_id].filter((name) => name !== null)
  if (names.length === 0) return reported
  const mapping = await findProcessorCustomer(context.transaction, context.programId, names)
  if (mapping === undefined) return reported
  const { reference_key, email_hash } = reported
  const coupon_code = reported.coupon_code ?? mapping.coupon_code
  if (isKnown) return { ...reported, coupon_code }
  return {
    ...reported,
    ...mapping,
    coupon_code,
    reference_key: reference_key ?? mapping.reference_key,
    email_hash: email_hash ?? mapping.email_hash,
  }
}

async function decide(context: TransactionContext, payment: PaymentRow): Promise<PaymentOutcome> {
  const { transaction, programId } = context
  const erase = idPseudonymizer(programId, context.deps.config.appSecret)
  const references = await listPaymentReferences(transaction, programId, payment.id)
  const names = [...new Set([...references, ...references.map(erase)])]
  const recorded = await findPaymentSale(transaction, programId, names, payment.sale_id)
  if (recorded !== undefined) return linkExistingSale(context, payment, recorded)
  if (payment.amount_cents === null) return { kind: 'known' }
  if (payment.state === 'dismissed' || payment.unpaid_since !== null) {
    await save(context, payment, {})
    return { kind: 'known' }
  }
  const outcome = await attribute(context, payment)
  if (outcome.kind === 'unattributed') {
    await save(context, payment, { state: 'unattributed', reason: outcome.reason })
  }
  return outcome
}

async function attribute(context: TransactionContext, payment: PaymentRow): Promise<PaymentOutcome> {
  const data = await loadPaymentData(context, payment)
  const attribution = attributePayment(data, toBuyer(payment), context.at)
  if (data.program.status === 'active' && findCurrency(context, payment) !== undefined) {
    const couponAttribution = await attributeByCoupon(context, payment, data)
    if (couponAttribution !== undefined)
      return createSaleFor(context, { data, payment, by: 'coupon_code', ...couponAttribution })
  }
  switch (attribution.kind) {
    case 'unattributed':
      return attribution
    case 'create': {
      if (findCurrency(context, payment) === undefined)
        return { kind: 'unattributed', reason: 'unsupported_currency' }
      const customer = await createCustomer(context, data.program, payment, attribution.click)
      return createSaleFor(context, { data, payment, customer, by: 'click_id' })
    }
    case 'customer':
      return createSaleFor(context, { data, payment, customer: attribution.customer, by: attribution.by })
  }
}

/** A payment with its customer. */
interface FoundPayment {
  data: Pick<LeadData, 'program' | 'with_key'>
  payment: PaymentRow
  customer: LeadCustomer
  by: AttributedBy
  /** Set if the coupon code attributed the customer. */
  coupon?: SaleCoupon
  /** Set if the sale is paid under earlier terms. */
  terms?: SaleTerms | undefined
}

/**
 * Turns a payment into a sale, like the sale endpoint, and settles its customer's provisional lead (specification,
 * "States and transitions").
 */
export async function createSaleFor(
  context: TransactionContext,
  found: FoundPayment,
): Promise<Exclude<PaymentOutcome, { kind: 'known' }>> {
  const { deps, transaction, programId, at } = context
  const { payment, customer, by, terms } = found
  const run = runIn(transaction)
  await lockCustomer(run, programId, customer.id)
  const names = toSaleRequest(payment)
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const loaded = await loadSale(run, programId, {
    isTest: false,
    request: names,
    erasedTransaction: erase(names.transaction_id),
    customerId: customer.id,
  })
  // The customer was erased in the meantime, so the payment is decided again.
  if (loaded?.customer === undefined) throw new WriteConflictError()
  // The customer was attributed again by a concurrent sale or the team.
  if (loaded.customer.continued_by !== customer.continued_by) throw new WriteConflictError()
  const coupon = found.coupon ?? (await findSaleCoupon(run, programId, payment.coupon_code))
  const data = { ...loaded, found_by: by, coupon }
  const attribution = decideAttribution(data, names, at)
  switch (attribution.kind) {
    case 'duplicate':
      throw new WriteConflictError()
    case 'no_attribution':
      return { kind: 'unattributed', reason: 'partner_not_approved' }
    case 'window_expired':
      return { kind: 'unattributed', reason: 'window_expired' }
    case 'attributed':
      await matchPayment(context, found)
  }
  // The payment settles the lead even if its currency doesn't allow a sale.
  const currency = findCurrency(context, payment)
  if (currency === undefined) return { kind: 'unattributed', reason: 'unsupported_currency' }
  const request = { ...names, currency }
  const sale = toSale(data, attribution, {
    request,
    receivedAt: at,
    ...(terms === undefined ? {} : { terms }),
  })
  const [savedSale] = await saveSales(run, [sale], { shard: randomShard(deps.ids), erase })
  if (savedSale === undefined) throw new Error('a sale was saved without an ID')
  await save(context, payment, { state: 'attributed', sale_id: savedSale.sale_id, created_sale: true })
  await holdUnlinked(context, payment, savedSale.sale_id)
  return { kind: 'attributed', sale_id: savedSale.sale_id }
}

/** Links the sale that the merchant already recorded. The payment still settles the lead. */
async function linkExistingSale(
  context: TransactionContext,
  payment: PaymentRow,
  sale: { id: number; customer_id: number; is_erased: boolean },
): Promise<PaymentOutcome> {
  const { transaction, programId } = context
  const sale_id = payment.sale_id ?? sale.id
  if (sale.is_erased) {
    await save(context, payment, { state: 'attributed', sale_id })
    await erasePayments(context, [payment.id])
    return { kind: 'attributed', sale_id }
  }
  const data = await loadPaymentData(context, payment)
  const [customer] = await findCustomers(transaction, programId, 'id', sale.customer_id)
  if (customer === undefined) throw new Error(`customer ${sale.customer_id} no longer exists`)
  if (payment.amount_cents !== null && payment.unpaid_since === null) {
    await matchPayment(context, { data, payment, customer })
    await holdUnlinked(context, payment, sale_id)
  }
  await save(context, payment, { state: 'attributed', sale_id })
  return { kind: 'attributed', sale_id }
}

/**
 * Holds an invoice's commission until an event links the invoice to its payment intent or charge, which refunds and
 * disputes refer to (D63).
 */
async function holdUnlinked(context: TransactionContext, payment: PaymentRow, saleId: number): Promise<void> {
  if (payment.bill_id === null || payment.is_linked) return
  await holdCommission(context, { saleId, reason: 'payment_link_missing' })
}

/** Settles the customer's lead and adds missing identity from the payment. */
async function matchPayment(
  context: TransactionContext,
  { data: { program, with_key }, payment, customer }: Omit<FoundPayment, 'by' | 'terms'>,
): Promise<void> {
  const { transaction, programId, at } = context
  const { processor_customer_id } = payment
  const { customer_key, email_hash } = toBuyer(payment)
  // A key belongs to one customer and stays with it.
  const identity = { customer_key: with_key === undefined ? customer_key : undefined, email_hash }
  if (customer.lead_state === 'provisional') {
    const signupDay = reportDay(customer.lead_received_at, program.time_zone)
    const settled = { customer, by: 'payment', identity, settledAt: at, signupDay } as const
    if (!(await settleCustomer(transaction, programId, settled))) throw new WriteConflictError()
    const { lead_id, partner_id, lead_received_at } = customer
    const lead = { lead_id, customer_id: customer.id, partner_id }
    await countSettledLead(context, program, { lead, signupAt: lead_received_at })
  } else if (!(await identifyCustomer(transaction, programId, customer, identity))) {
    throw new WriteConflictError()
  }
  if (processor_customer_id !== null) {
    await rememberProcessorCustomer(transaction, programId, customer.id, processor_customer_id)
  }
}

/** Creates a customer who bought without signing up. The payment is also the signup. */
export async function createCustomer(
  context: TransactionContext,
  program: LeadData['program'],
  payment: Pick<PaymentRow, 'customer_key' | 'email_hash'>,
  click: LeadClick,
): Promise<LeadCustomer> {
  const { transaction, programId, at } = context
  const { customer_key, email_hash } = payment
  const { partner_id, partner_status } = click
  const signup = { signup_at: at, signup_day: reportDay(at, program.time_zone) }
  const customer = { customer_key, email_hash, ...signup, click, created_at: at }
  const id = await insertCustomer(transaction, programId, customer)
  if (id === undefined) throw new WriteConflictError()
  const details = {
    source: 'server',
    session_id: undefined,
    page_url: undefined,
    additional_data: undefined,
  } as const
  const lead_id = await insertLead(transaction, programId, id, {
    state: 'settled',
    settled_by: 'payment',
    received_at: at,
    details,
  })
  const lead = { lead_id, customer_id: id, partner_id }
  await countSettledLead(context, program, { lead, signupAt: at })
  return {
    id,
    customer_key,
    email_hash,
    status: 'lead',
    partner_id,
    partner_status,
    lead_id,
    lead_state: 'settled',
    lead_source: 'server',
    lead_received_at: at,
    attribution_source: 'click',
    continued_by: null,
    clicked_at: click.received_at,
    sale_count: 0,
  }
}

/** Loads the possible buyers. Locks the click, then the email, like a lead request. */
export async function loadPaymentData({ transaction, programId }: TransactionContext, payment: PaymentRow) {
  const { click_id, customer_key, reference_key, processor_customer_id } = payment
  const click = click_id === null ? undefined : parseClickId(click_id)
  const data = await loadLeadData(transaction, programId, {
    ...toBuyer(payment),
    click: click?.programId === programId ? click : undefined,
  })
  if (data === undefined) throw new Error(`program ${programId} no longer exists`)
  const find = async (column: 'processor_customer_id' | 'customer_key', value: string | null) =>
    value === null ? [] : findCustomers(transaction, programId, column, value)
  const with_processor_customer = await find('processor_customer_id', processor_customer_id)
  const isNamed = click_id !== null || customer_key !== null
  const with_reference = await find('customer_key', isNamed ? null : reference_key)
  return { ...data, with_processor_customer, with_reference }
}

export function toBuyer({ customer_key, email_hash }: Pick<PaymentRow, 'customer_key' | 'email_hash'>) {
  return { customer_key: customer_key ?? undefined, email_hash: email_hash ?? undefined }
}

function toPaymentDetails(
  { config }: Pick<Deps, 'config'>,
  reported: ReportedPayment,
  occurred_at: Date,
): PaymentDetails {
  const { email } = reported
  return {
    transaction_id: reported.transaction_id,
    amount_cents: reported.amount_cents,
    amount_from: reported.amount_from,
    tax_amount_cents: reported.tax_amount_cents ?? null,
    currency: reported.currency,
    sale_type: reported.sale_type,
    is_recurring: reported.is_recurring,
    subscription_id: reported.subscription_id ?? null,
    subscription_interval: reported.subscription_interval ?? null,
    product_id: reported.product_id ?? null,
    click_id: reported.click_id ?? null,
    customer_key: reported.customer_key ?? null,
    reference_key: reported.reference_key ?? null,
    coupon_code: reported.coupon_code ?? null,
    email_hash: email === undefined ? null : hashEmail(email, config.appSecret),
    processor_customer_id: reported.processor_customer_id ?? null,
    occurred_at,
    unpaid_since: reported.is_paid ? null : occurred_at,
  }
}

/** Returns the payment's sale fields, except the currency, which may be unsupported. */
function toSaleRequest(payment: PaymentRow): Omit<LiveSaleRequest, 'currency'> {
  const { transaction_id, amount_cents, sale_type, is_recurring, occurred_at } = payment
  if (transaction_id === null || amount_cents === null || sale_type === null || is_recurring === null) {
    throw new Error(`payment ${payment.id} has no reported amount`)
  }
  return {
    transaction_id,
    amount_cents,
    tax_amount_cents: payment.tax_amount_cents ?? undefined,
    customer_key: undefined,
    click_id: undefined,
    sale_type,
    additional_data: undefined,
    is_recurring,
    subscription_id: payment.subscription_id ?? undefined,
    subscription_interval: payment.subscription_interval ?? undefined,
    product_id: payment.product_id ?? undefined,
    occurred_at: occurred_at ?? undefined,
    provider: payment.processor,
    provider_payment_id: transaction_id,
    coupon_code: payment.coupon_code ?? undefined,
  }
}

function findCurrency({ deps }: TransactionContext, { currency }: { currency: string | null }) {
  return deps.config.currencies.find((one) => one === currency)
}

async function save(
  { transaction, programId }: TransactionContext,
  payment: PaymentRow,
  decided: Partial<Pick<PaymentRow, 'state' | 'reason' | 'sale_id' | 'created_sale'>>,
): Promise<void> {
  const { id, transaction_id } = payment
  const details = { ...joinPayments(payment, payment), transaction_id }
  await updatePayment(transaction, programId, id, { ...details, ...decided })
}

/** Records a test-mode payment as a test sale, which is not counted (D13). */
export async function recordTestPayment(
  context: TransactionContext,
  { processor, reported, occurredAt }: PaymentReport,
): Promise<'test_sale' | 'ignored'> {
  const { transaction, programId, at } = context
  const currency = findCurrency(context, reported)
  if (currency === undefined) return 'ignored'
  const { transaction_id } = reported
  const request = {
    ...reported,
    currency,
    occurred_at: occurredAt,
    additional_data: undefined,
    provider: processor,
    provider_payment_id: transaction_id,
  }
  const run = runIn(transaction)
  const program = { config: context.deps.config, programId }
  const data = await readTestInfo({ run, kysely: transaction }, program, request)
  const sale = { transactionId: transaction_id, request, receivedAt: at, facts: data }
  const savedSale = await saveTestSale(run, programId, sale)
  return savedSale === undefined ? 'ignored' : 'test_sale'
}
