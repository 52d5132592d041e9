import type { Transaction } from 'kysely'
import type { Deps } from '../deps.ts'
import type { ReportedPayment } from '../processor/processor.ts'
import { attributePayment } from '../rules/attribute-payment.ts'
import { parseClickId } from '../rules/click-id.ts'
import { decideSale, type LiveSaleRequest } from '../rules/decide-sale.ts'
import { hashEmail } from '../rules/email-hash.ts'
import { joinPayments, type PaymentDetails } from '../rules/join-payments.ts'
import type { LeadClick, LeadCustomer, LeadFacts } from '../rules/lead-settlement.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { runIn } from '../store/database.ts'
import {
  findCustomers,
  identifyCustomer,
  insertCustomer,
  insertLead,
  loadLeadFacts,
  settleCustomer,
} from '../store/lead.ts'
import { findSaleOfPayment, type PaymentRow, updatePayment } from '../store/payments.ts'
import { rememberProcessorCustomer } from '../store/processor-accounts.ts'
import { loadSaleFacts, lockCustomer, saveSale, saveTestSale } from '../store/sale.ts'
import type { AttributedBy, Schema, UnattributedReason } from '../store/schema.ts'
import { anyShard } from './any-shard.ts'
import { applyWaitingRefunds } from './apply-waiting-refunds.ts'
import { countSettledLead } from './count-settled-lead.ts'
import { LostRace } from './lost-race.ts'
import { openPayment, type PaymentPlace } from './open-payment.ts'

export type PaymentOutcome =
  | { kind: 'attributed'; sale_id: number }
  | { kind: 'unattributed'; reason: UnattributedReason }
  /** It is a sale already, or a person decided that it is nobody's. */
  | { kind: 'known' }

/**
 * A payment that the processor reports, inside the caller's transaction: it finds its buyer and becomes a sale, as a
 * call of the sale endpoint would, or is kept with the reason why not. Reported again, it is decided again on all
 * that is known of it by then, until it is a sale.
 * @throws {LostRace} roll back and try again, as after a write conflict
 */
export async function recordPayment(
  deps: Deps,
  transaction: Transaction<Schema>,
  place: PaymentPlace,
  reported: ReportedPayment,
  occurredAt: Date,
  at: Date,
): Promise<PaymentOutcome> {
  const { payment, isFirstTold } = await openPayment(deps, transaction, place, reported.references, at)
  // The merchant may have recorded the sale before the processor told of the payment.
  const isFirstReport = isFirstTold || payment.amount_cents === null
  if (payment.sale_id !== null && !isFirstReport) return settleUp(deps, transaction, payment, at)
  const said = detailsOf(deps, reported, occurredAt)
  const joined = { ...payment, ...joinPayments(payment, said) }
  // Who names more of the payment knows its right name: an invoice knows its payment intent, not the other way round.
  const knowsMore = payment.transaction_id !== null && reported.references.includes(payment.transaction_id)
  if (knowsMore) joined.transaction_id = reported.transaction_id
  return settleUp(deps, transaction, joined, at, isFirstReport)
}

/** Decides a locked payment on what is known of it now, and applies the refunds that waited for its sale. */
export async function settleUp(
  deps: Deps,
  transaction: Transaction<Schema>,
  payment: PaymentRow,
  at: Date,
  isFirstReport = false,
): Promise<PaymentOutcome> {
  const { program_id, id } = payment
  const isKnown = payment.sale_id !== null && !isFirstReport
  const outcome: PaymentOutcome = isKnown ? { kind: 'known' } : await decide(deps, transaction, payment, at)
  if (outcome.kind === 'attributed') {
    await applyWaitingRefunds(deps, transaction, program_id, id, outcome.sale_id, at)
  } else if (payment.sale_id !== null) {
    await applyWaitingRefunds(deps, transaction, program_id, id, payment.sale_id, at)
  }
  return outcome
}

async function decide(
  deps: Deps,
  transaction: Transaction<Schema>,
  payment: PaymentRow,
  at: Date,
): Promise<PaymentOutcome> {
  const { program_id, id, state } = payment
  const recorded = await findSaleOfPayment(transaction, program_id, id, payment.sale_id)
  if (recorded !== undefined) return adopt(deps, transaction, payment, recorded, at)
  if (payment.amount_cents === null) return { kind: 'known' }
  if (state === 'dismissed') {
    await save(transaction, payment, {})
    return { kind: 'known' }
  }
  const outcome = await attribute(deps, transaction, payment, at)
  if (outcome.kind === 'unattributed') {
    await save(transaction, payment, { state: 'unattributed', reason: outcome.reason })
  }
  return outcome
}

async function attribute(
  deps: Deps,
  transaction: Transaction<Schema>,
  payment: PaymentRow,
  at: Date,
): Promise<PaymentOutcome> {
  const facts = await loadFacts(transaction, payment)
  const found = attributePayment(facts, buyerOf(payment), at)
  switch (found.kind) {
    case 'unattributed':
      return found
    case 'create': {
      if (supported(payment.currency) === undefined)
        return { kind: 'unattributed', reason: 'unsupported_currency' }
      const customer = await createCustomer(deps, transaction, facts, payment, found.click, at)
      return sellTo(deps, transaction, facts, payment, customer, 'click_id', at)
    }
    case 'customer':
      return sellTo(deps, transaction, facts, payment, found.customer, found.by, at)
  }
}

/**
 * Makes a payment the sale of a customer, in the way the sale endpoint does. It settles the customer's lead when that
 * is a provisional one: "States and transitions" of the specification.
 */
export async function sellTo(
  deps: Deps,
  transaction: Transaction<Schema>,
  facts: Pick<LeadFacts, 'program' | 'withKey'>,
  payment: PaymentRow,
  customer: LeadCustomer,
  by: AttributedBy,
  at: Date,
): Promise<Exclude<PaymentOutcome, { kind: 'known' }>> {
  const { program_id } = payment
  const run = runIn(transaction)
  await lockCustomer(run, program_id, customer.id)
  const request = saleRequestOf(payment)
  const loaded = await loadSaleFacts(run, program_id, undefined, false, request, undefined, customer.id)
  if (loaded?.facts.customer === undefined) throw new Error(`customer ${customer.id} is gone`)
  const decision = decideSale({ ...loaded.facts, foundBy: by }, request, at)
  switch (decision.kind) {
    case 'duplicate':
      throw new LostRace()
    case 'no_attribution':
      return { kind: 'unattributed', reason: 'partner_not_approved' }
    case 'window_expired':
      return { kind: 'unattributed', reason: 'window_expired' }
    case 'save': {
      await meet(deps, transaction, facts, payment, customer, at)
      // The payment arrived all the same, so the lead settles; only a sale in this currency there cannot be.
      if (supported(payment.currency) === undefined)
        return { kind: 'unattributed', reason: 'unsupported_currency' }
      const shard = anyShard(deps.ids)
      const saved = await saveSale(run, decision, shard)
      if (saved === undefined) throw new LostRace()
      await save(transaction, payment, { state: 'attributed', sale_id: saved.sale_id })
      return { kind: 'attributed', sale_id: saved.sale_id }
    }
  }
}

/** The merchant recorded the sale of this payment already: the payment still settles the lead. */
async function adopt(
  deps: Deps,
  transaction: Transaction<Schema>,
  payment: PaymentRow,
  sale: { id: number; customer_id: number },
  at: Date,
): Promise<PaymentOutcome> {
  const facts = await loadFacts(transaction, payment)
  const [customer] = await findCustomers(transaction, payment.program_id, 'id', sale.customer_id)
  if (customer === undefined) throw new Error(`customer ${sale.customer_id} is gone`)
  if (payment.amount_cents !== null) await meet(deps, transaction, facts, payment, customer, at)
  const sale_id = payment.sale_id ?? sale.id
  await save(transaction, payment, { state: 'attributed', sale_id })
  return { kind: 'attributed', sale_id }
}

/** Settles the customer's lead, and learns what the payment tells of a customer it is not known of. */
async function meet(
  deps: Deps,
  transaction: Transaction<Schema>,
  { program, withKey }: Pick<LeadFacts, 'program' | 'withKey'>,
  payment: PaymentRow,
  customer: LeadCustomer,
  at: Date,
): Promise<void> {
  const { program_id, processor_customer_id } = payment
  const { customer_key, email_hash } = buyerOf(payment)
  // A key names one customer: it stays with the one who has it.
  const identity = { customer_key: withKey === undefined ? customer_key : undefined, email_hash }
  if (customer.lead_state === 'provisional') {
    if (!(await settleCustomer(transaction, program_id, customer, 'payment', identity, at)))
      throw new LostRace()
    const lead = { id: customer.lead_id, customer_id: customer.id, partner_id: customer.partner_id }
    await countSettledLead(deps, transaction, program, lead, customer.lead_received_at, at)
  } else {
    await identifyCustomer(transaction, program_id, customer.id, identity)
  }
  if (processor_customer_id !== null) {
    await rememberProcessorCustomer(transaction, program_id, customer.id, processor_customer_id)
  }
}

/** The visitor of a click bought without signing up: the payment is the signup too. */
async function createCustomer(
  deps: Deps,
  transaction: Transaction<Schema>,
  { program }: Pick<LeadFacts, 'program'>,
  payment: PaymentRow,
  click: LeadClick,
  at: Date,
): Promise<LeadCustomer> {
  const { customer_key, email_hash } = payment
  const { partner_id, partner_status } = click
  const customer = { customer_key, email_hash, signup_at: at, click, created_at: at }
  const id = await insertCustomer(transaction, program.id, customer)
  if (id === undefined) throw new LostRace()
  const details = {
    source: 'server',
    session_id: undefined,
    page_url: undefined,
    additional_data: undefined,
  } as const
  const lead_id = await insertLead(transaction, program.id, id, {
    state: 'settled',
    settled_by: 'payment',
    received_at: at,
    details,
  })
  await countSettledLead(deps, transaction, program, { id: lead_id, customer_id: id, partner_id }, at, at)
  return {
    id,
    customer_key,
    email_hash,
    status: 'lead',
    partner_id,
    partner_status,
    lead_id,
    lead_state: 'settled',
    lead_received_at: at,
  }
}

/** Loads who the buyer may be. It locks the click, then the e-mail, as a lead call does. */
async function loadFacts(transaction: Transaction<Schema>, payment: PaymentRow) {
  const { program_id, click_id, processor_customer_id } = payment
  const click = click_id === null ? undefined : parseClickId(click_id)
  const facts = await loadLeadFacts(transaction, program_id, {
    ...buyerOf(payment),
    click: click?.programId === program_id ? click : undefined,
  })
  if (facts === undefined) throw new Error(`program ${program_id} is gone`)
  const withProcessorCustomer =
    processor_customer_id === null
      ? []
      : await findCustomers(transaction, program_id, 'processor_customer_id', processor_customer_id)
  return { ...facts, withProcessorCustomer }
}

function buyerOf({ customer_key, email_hash }: PaymentRow) {
  return { customer_key: customer_key ?? undefined, email_hash: email_hash ?? undefined }
}

function detailsOf(
  { config }: Pick<Deps, 'config'>,
  reported: ReportedPayment,
  occurred_at: Date,
): PaymentDetails {
  const { email } = reported
  return {
    transaction_id: reported.transaction_id,
    amount_cents: reported.amount_cents,
    tax_amount_cents: reported.tax_amount_cents ?? null,
    currency: reported.currency,
    sale_type: reported.sale_type,
    is_recurring: reported.is_recurring,
    subscription_id: reported.subscription_id ?? null,
    subscription_interval: reported.subscription_interval ?? null,
    product_id: reported.product_id ?? null,
    click_id: reported.click_id ?? null,
    customer_key: reported.customer_key ?? null,
    email_hash: email === undefined ? null : hashEmail(email, config.appSecret),
    processor_customer_id: reported.processor_customer_id ?? null,
    occurred_at,
  }
}

/** A payment as a call of the sale endpoint. */
function saleRequestOf(payment: PaymentRow): LiveSaleRequest {
  const { transaction_id, amount_cents, sale_type, is_recurring, occurred_at } = payment
  if (transaction_id === null || amount_cents === null || sale_type === null || is_recurring === null) {
    throw new Error(`payment ${payment.id} was only announced`)
  }
  return {
    transaction_id,
    amount_cents,
    tax_amount_cents: payment.tax_amount_cents ?? undefined,
    customer_key: undefined,
    click_id: undefined,
    // Of a currency that is none of ours only the attribution is asked, never a sale.
    currency: supported(payment.currency) ?? 'USD',
    sale_type,
    additional_data: undefined,
    is_recurring,
    subscription_id: payment.subscription_id ?? undefined,
    subscription_interval: payment.subscription_interval ?? undefined,
    product_id: payment.product_id ?? undefined,
    occurred_at: occurred_at ?? undefined,
    provider: payment.processor,
    provider_payment_id: transaction_id,
  }
}

function supported(currency: string | null) {
  return CURRENCIES.find((one) => one === currency)
}

async function save(
  transaction: Transaction<Schema>,
  payment: PaymentRow,
  decided: Partial<Pick<PaymentRow, 'state' | 'reason' | 'sale_id'>>,
): Promise<void> {
  const { program_id, id, transaction_id } = payment
  const details = { ...joinPayments(payment, payment), transaction_id }
  await updatePayment(transaction, program_id, id, { ...details, ...decided })
}

/** Records a payment of the processor's test mode as a test sale, which nothing counts (D13). */
export async function recordTestPayment(
  transaction: Transaction<Schema>,
  { programId, processor }: PaymentPlace,
  reported: ReportedPayment,
  occurred_at: Date,
  at: Date,
): Promise<'test_sale' | 'ignored'> {
  const currency = supported(reported.currency)
  if (currency === undefined) return 'ignored'
  const { transaction_id } = reported
  const request = {
    ...reported,
    currency,
    occurred_at,
    additional_data: undefined,
    provider: processor,
    provider_payment_id: transaction_id,
  }
  const run = runIn(transaction)
  const saved = await saveTestSale(run, programId, transaction_id, request, at)
  return saved === undefined ? 'ignored' : 'test_sale'
}
