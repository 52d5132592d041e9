import type Stripe from 'stripe'
import { limits } from '../platform/config.ts'
import { isWithinJsonBounds } from '../platform/json-bounds.rule.ts'
import { isStorable } from '../platform/stored-text.rule.ts'
import { parseClickId } from '../tracking/click-id.rule.ts'
import type {
  AuthorizedAccount,
  Processor,
  ProcessorChange,
  ProcessorEvent,
  ProcessorOAuth,
  ReportedCharge,
  ReportedPayment,
} from './processor.ts'
import { amountOfStripe } from './stripe-amount.rule.ts'

export interface StripeSettings {
  clientId: string | undefined
  secretKey: string | undefined
  webhookSecret: string | undefined
}

/** How old a signature may be: Stripe's own tolerance. */
const TOLERANCE_SECONDS = 300

const SIGNATURE_PART = /^(t=\d{1,15}|[a-z]\w{0,15}=[0-9a-f]{1,256})$/

/** Of ids, and of metadata values that we store. */
const TEXT_CHARS = 255

/** Of the names of one payment: an invoice paid in more parts than this is none that a person pays. */
const REFERENCES = 100

/** Stripe's events have a few hundred values, an invoice of many lines some thousands. */
const BOUNDS = { levels: limits.processorEventLevels, parts: limits.processorEventParts }

/** Whatever the version of Stripe's API an endpoint is set to, the shapes it may send are read here. */
export function createStripe(settings: StripeSettings, exchange = exchangeCode): Processor {
  return {
    name: 'stripe',
    signatureHeader: 'stripe-signature',
    isAccountId: (text) => /^acct_[A-Za-z0-9]{1,64}$/.test(text),
    isWebhookSecret: (text) => /^whsec_[A-Za-z0-9+/=_-]{8,200}$/.test(text),
    claimedAccount: (raw) => textOf(parse(raw)?.account),
    isSigned,
    readEvent,
    platformSecret: settings.webhookSecret,
    oauth: createOAuth(settings, exchange),
  }
}

/** Large, and needed by those alone who have connected an account. */
async function loadStripe(): Promise<typeof Stripe> {
  return (await import('stripe')).default
}

async function isSigned(raw: Buffer, signature: string, secret: string, receivedAt: Date): Promise<boolean> {
  const { webhooks, errors } = await loadStripe()
  const verifier = webhooks.signature
  if (verifier === null) throw new Error('the stripe package verifies no signatures')
  // The package does not answer but fails on empty parts, and on parts that are no hexadecimal digits.
  if (!signature.split(',').every((part) => SIGNATURE_PART.test(part))) return false
  try {
    return verifier.verifyHeader(raw, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt.getTime())
  } catch (error) {
    if (error instanceof errors.StripeSignatureVerificationError) return false
    throw error
  }
}

function createOAuth(
  { clientId, secretKey, webhookSecret }: StripeSettings,
  exchange: typeof exchangeCode,
): ProcessorOAuth | undefined {
  // Without its webhook secret nothing of what the accounts report could be taken in.
  if (clientId === undefined || secretKey === undefined || webhookSecret === undefined) return undefined
  return {
    authorizeUrl(state, callbackUrl) {
      const url = new URL('https://connect.stripe.com/oauth/authorize')
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        scope: 'read_only',
        state,
        redirect_uri: callbackUrl,
      }).toString()
      return url.toString()
    },
    exchangeCode: (code) => exchange(code, secretKey),
  }
}

const EXCHANGE_TIMEOUT_MS = 15_000

/** Asks Stripe whose account the code stands for, and what that account may do. */
async function exchangeCode(code: string, secretKey: string): Promise<AuthorizedAccount | 'refused'> {
  const Client = await loadStripe()
  const stripe = new Client(secretKey, {
    timeout: EXCHANGE_TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  try {
    const token = await stripe.oauth.token({ grant_type: 'authorization_code', code })
    if (token.stripe_user_id === undefined) return 'refused'
    const account = await stripe.accounts.retrieve(token.stripe_user_id)
    return { accountId: account.id, isLive: token.livemode === true, ...flagsOf({ ...account }) }
  } catch (error) {
    if (error instanceof Client.errors.StripeInvalidGrantError) return 'refused'
    throw error
  }
}

type Json = Record<string, unknown>
/** Undefined: it lacks what it must say. */
type Reader = (object: Json) => ProcessorChange | 'nothing' | undefined

/** The events that mean something to us; every other one is taken and means nothing. */
const READERS: { [Type in Stripe.Event['type']]?: Reader } = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'payment_intent.succeeded': readIntent,
  'invoice.paid': readInvoice,
  'invoice_payment.paid': readInvoicePayment,
  'charge.succeeded': readCharge,
  'charge.refunded': readRefundedCharge,
  'charge.refund.updated': readRefund,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.dispute.created': readDispute,
  'charge.dispute.updated': readDispute,
  'charge.dispute.closed': readDispute,
  'credit_note.created': readCreditNote,
  'credit_note.voided': readCreditNote,
  'account.updated': readAccount,
  'account.application.deauthorized': () => ({ kind: 'disconnected' }),
}

function readEvent(raw: Buffer): ProcessorEvent | undefined {
  const event = parse(raw)
  const [id, type, created] = [textOf(event?.id), textOf(event?.type), event?.created]
  if (event === undefined || id === undefined || type === undefined || !isInstant(created)) return undefined
  const object = objectOf(objectOf(event.data)?.object)
  // safe because only names of READERS are looked up in it
  const reader = Object.hasOwn(READERS, type) ? READERS[type as keyof typeof READERS] : undefined
  return {
    id,
    type,
    // What does not say that it is live is not.
    isLive: event.livemode === true,
    occurredAt: new Date(created * 1000),
    change: reader && changeOf(reader, object),
  }
}

function changeOf(reader: Reader, object: Json | undefined): ProcessorChange | undefined {
  const change = object && reader(object)
  if (change === 'nothing') return undefined
  return change ?? { kind: 'unreadable', object_id: textOf(object?.id) }
}

/** A checkout that is paid. One that only sets up, waits for the money or costs nothing is no payment. */
function readSession(session: Json): ReturnType<Reader> {
  if (session.payment_status === 'no_payment_required' || session.amount_total === 0) {
    return readIntroduction(session)
  }
  if (session.mode === 'setup' || session.payment_status === 'unpaid') return 'nothing'
  if (session.payment_status !== 'paid') return undefined
  const [invoice, intent] = [idOf(session.invoice), idOf(session.payment_intent)]
  const subscription_id = idOf(session.subscription)
  return paymentOf({
    transaction_id: invoice ?? intent,
    references: [textOf(session.id), invoice, intent],
    bill_id: invoice,
    amount_from: 'checkout',
    amount: session.amount_total,
    tax: objectOf(session.total_details)?.amount_tax,
    currency: session.currency,
    subscription_id,
    is_recurring: false,
    subscription_interval: undefined,
    email: textOf(objectOf(session.customer_details)?.email) ?? textOf(session.customer_email),
    customer: session.customer,
    metadata: metadataOfSession(session),
  })
}

/** A trial begins with a checkout of nothing: its later invoices know the subscription, and not the click. */
function readIntroduction(session: Json): ReturnType<Reader> {
  const { service_click_id, service_customer_key } = metadataOfSession(session)
  const [subscription_id, processor_customer_id] = [idOf(session.subscription), idOf(session.customer)]
  const [click_id, customer_key] = [textOf(service_click_id), textOf(service_customer_key)]
  const isKnown = click_id !== undefined || customer_key !== undefined
  if (!isKnown || (subscription_id === undefined && processor_customer_id === undefined)) return 'nothing'
  const email = textOf(objectOf(session.customer_details)?.email) ?? textOf(session.customer_email)
  return { kind: 'introduced', subscription_id, processor_customer_id, click_id, customer_key, email }
}

/** The metadata of a checkout; its `client_reference_id` says what they do not: the click, else the customer. */
function metadataOfSession(session: Json): Json {
  const reference = textOf(session.client_reference_id)
  const isClick = reference !== undefined && parseClickId(reference) !== undefined
  const named = isClick ? { service_click_id: reference } : { service_customer_key: reference }
  return { ...(reference === undefined ? {} : named), ...objectOf(session.metadata) }
}

/** A payment that was made without a checkout, when it says whose it is; else what it belongs to tells of it. */
function readIntent(intent: Json): ReturnType<Reader> {
  const metadata = objectOf(intent.metadata)
  const isOurs =
    textOf(metadata?.service_click_id) !== undefined || textOf(metadata?.service_customer_key) !== undefined
  if (!isOurs) return 'nothing'
  const [id, invoice] = [textOf(intent.id), idOf(intent.invoice)]
  return paymentOf({
    transaction_id: invoice ?? id,
    references: [id, invoice, idOf(intent.latest_charge)],
    bill_id: invoice,
    amount_from: 'intent',
    amount: intent.amount_received ?? intent.amount,
    tax: undefined,
    currency: intent.currency,
    subscription_id: undefined,
    is_recurring: false,
    subscription_interval: undefined,
    email: textOf(intent.receipt_email),
    customer: intent.customer,
    metadata,
  })
}

/** An invoice that is paid; the older fields are those of API versions before 2025-03-31. */
function readInvoice(invoice: Json): ReturnType<Reader> {
  // A trial, or one that a credit paid in whole: the customer paid nothing.
  if (invoice.amount_paid === 0) return 'nothing'
  const id = textOf(invoice.id)
  const details =
    objectOf(objectOf(invoice.parent)?.subscription_details) ?? objectOf(invoice.subscription_details)
  const paidBy = listOf(objectOf(invoice.payments)?.data).map((payment) => objectOf(payment.payment))
  return paymentOf({
    transaction_id: id,
    references: [
      id,
      idOf(invoice.payment_intent),
      idOf(invoice.charge),
      ...paidBy.flatMap((payment) => [idOf(payment?.payment_intent), idOf(payment?.charge)]),
    ],
    bill_id: id,
    amount_from: 'invoice',
    amount: invoice.amount_paid,
    tax: taxOf(invoice),
    currency: invoice.currency,
    subscription_id: idOf(details?.subscription) ?? idOf(invoice.subscription),
    is_recurring: invoice.billing_reason === 'subscription_cycle',
    subscription_interval: intervalOf(invoice),
    email: textOf(invoice.customer_email),
    customer: invoice.customer,
    metadata: { ...objectOf(details?.metadata), ...objectOf(invoice.metadata) },
  })
}

interface PaymentShape {
  transaction_id: string | undefined
  references: (string | undefined)[]
  bill_id: string | undefined
  amount_from: ReportedPayment['amount_from']
  amount: unknown
  tax: unknown
  currency: unknown
  subscription_id: string | undefined
  is_recurring: boolean
  subscription_interval: ReportedPayment['subscription_interval']
  email: string | undefined
  customer: unknown
  metadata: Json | undefined
}

function paymentOf(shape: PaymentShape): ReportedPayment | undefined {
  const { transaction_id, metadata, subscription_id } = shape
  const currency = currencyOf(shape)
  const [amount, tax] = [amountOf(shape.amount, currency), amountOf(shape.tax, currency)]
  if (transaction_id === undefined || currency === undefined || amount === undefined) return undefined
  return {
    kind: 'payment',
    transaction_id,
    references: known([transaction_id, ...shape.references]),
    bill_id: shape.bill_id,
    amount_from: shape.amount_from,
    amount_cents: amount,
    tax_amount_cents: tax !== undefined && tax <= amount ? tax : undefined,
    currency,
    sale_type: subscription_id === undefined ? 'payment' : 'subscription',
    is_recurring: shape.is_recurring,
    subscription_id,
    subscription_interval: shape.subscription_interval,
    product_id: textOf(metadata?.product_id),
    click_id: textOf(metadata?.service_click_id),
    customer_key: textOf(metadata?.service_customer_key),
    email: shape.email,
    processor_customer_id: idOf(shape.customer),
  }
}

/** Says which payment intent paid which invoice: newer invoices do not. */
function readInvoicePayment(invoicePayment: Json): ReturnType<Reader> {
  const payment = objectOf(invoicePayment.payment)
  const references = known([
    idOf(invoicePayment.invoice),
    idOf(payment?.payment_intent),
    idOf(payment?.charge),
  ])
  const bill_id = idOf(invoicePayment.invoice)
  // Paid outside of the processor, it links nothing.
  if (references.length === 1) return 'nothing'
  return references.length === 0 ? undefined : { kind: 'linked', references, bill_id, charge: undefined }
}

/** Says what a charge took, and which payment intent made it: merchants know a payment by either. */
function readCharge(charge: Json): ReturnType<Reader> {
  const references = namesOfCharge(charge)
  if (references.length === 0) return undefined
  return { kind: 'linked', references, bill_id: idOf(charge.invoice), charge: chargeOf(charge) }
}

function namesOfCharge(charge: Json): string[] {
  return known([idOf(charge.invoice), idOf(charge.payment_intent), textOf(charge.id)])
}

/** Of a charge that was authorized for more, what was captured. */
function chargeOf(charge: Json): ReportedCharge | undefined {
  const [charge_id, currency] = [textOf(charge.id), currencyOf(charge)]
  const taken = isAmount(charge.amount_captured) ? charge.amount_captured : charge.amount
  const amount_cents = amountOf(taken, currency)
  if (charge_id === undefined || currency === undefined || amount_cents === undefined) return undefined
  return { charge_id, amount_cents, currency }
}

function currencyOf({ currency }: { currency?: unknown }): string | undefined {
  return textOf(currency)?.toUpperCase()
}

function readRefundedCharge(charge: Json): ReturnType<Reader> {
  const references = namesOfCharge(charge)
  const currency = currencyOf(charge)
  if (charge.amount_refunded === 0) return 'nothing'
  const amount_cents = amountOf(charge.amount_refunded, currency)
  if (references.length === 0 || amount_cents === undefined) return undefined
  return {
    kind: 'refund',
    references,
    bill_id: idOf(charge.invoice),
    refund_id: undefined,
    charge_id: textOf(charge.id),
    charge: chargeOf(charge),
    amount_cents,
    currency,
    made_at: undefined,
    is_withdrawn: false,
    reason: undefined,
  }
}

/** One refund by its own id: made, or one that did not reach the buyer. What is not decided yet says nothing. */
function readRefund(refund: Json): ReturnType<Reader> {
  const refund_id = textOf(refund.id)
  const references = known([idOf(refund.payment_intent), idOf(refund.charge)])
  const { status, created } = refund
  const currency = currencyOf(refund)
  const amount_cents = amountOf(refund.amount, currency)
  if (status === 'requires_action') return 'nothing'
  const kind = typeof status === 'string' ? REFUNDS[status] : undefined
  if (
    kind === undefined ||
    refund_id === undefined ||
    references.length === 0 ||
    amount_cents === undefined
  ) {
    return undefined
  }
  return {
    kind,
    references,
    bill_id: undefined,
    refund_id,
    charge_id: idOf(refund.charge),
    charge: undefined,
    amount_cents,
    currency,
    // A failure is told when it happens, a refund as of when it was made, however often it is told.
    made_at: kind === 'refund' && isInstant(created) ? new Date(created * 1000) : undefined,
    is_withdrawn: false,
    reason: kind === 'failed_refund' ? textOf(refund.failure_reason) : textOf(refund.reason),
  }
}

/** A pending refund is in the total of its charge like one that succeeded. */
const REFUNDS: Record<string, 'refund' | 'failed_refund' | undefined> = {
  pending: 'refund',
  succeeded: 'refund',
  failed: 'failed_refund',
  canceled: 'failed_refund',
}

/** An inquiry (`warning_…`) takes no money until an update makes it a dispute; a dispute that was won or prevented gives it back. */
function readDispute(dispute: Json): ReturnType<Reader> {
  const refund_id = textOf(dispute.id)
  const references = known([idOf(dispute.payment_intent), idOf(dispute.charge)])
  const status = textOf(dispute.status)
  const currency = currencyOf(dispute)
  const amount_cents = amountOf(dispute.amount, currency)
  if (status?.startsWith('warning_')) return 'nothing'
  if (status === undefined) return undefined
  if (refund_id === undefined || references.length === 0 || amount_cents === undefined) return undefined
  return {
    kind: 'dispute',
    references,
    bill_id: undefined,
    refund_id,
    charge_id: idOf(dispute.charge),
    charge: undefined,
    amount_cents,
    currency,
    made_at: undefined,
    is_withdrawn: status === 'won' || status === 'prevented',
    reason: textOf(dispute.reason),
  }
}

/**
 * What a credit note gave back after the payment, but for refunds, which are told of themselves: to the customer's
 * balance, whose later use is no payment, or outside of the processor.
 */
function readCreditNote(note: Json): ReturnType<Reader> {
  if (note.type === 'pre_payment' || note.post_payment_amount === 0) return 'nothing'
  const [id, invoice] = [textOf(note.id), idOf(note.invoice)]
  const given = note.post_payment_amount ?? note.amount
  if (id === undefined || invoice === undefined || !isAmount(given)) return undefined
  const left = given - refundedBy(note, given)
  if (left <= 0) return 'nothing'
  const currency = currencyOf(note)
  const amount_cents = amountOf(left, currency)
  if (amount_cents === undefined) return undefined
  const isVoid = note.status === 'void'
  return {
    kind: isVoid ? 'failed_refund' : 'refund',
    references: [invoice],
    bill_id: invoice,
    refund_id: id,
    // Its own account: no charge's total holds it.
    charge_id: id,
    charge: undefined,
    amount_cents,
    currency,
    made_at: !isVoid && isInstant(note.created) ? new Date(note.created * 1000) : undefined,
    is_withdrawn: false,
    reason: textOf(note.reason),
  }
}

/** Older shapes name one refund and not its amount: what no balance and nobody outside took is that refund. */
function refundedBy(note: Json, given: number): number {
  if (Array.isArray(note.refunds)) {
    const amounts = listOf(note.refunds).map((one) => one.amount_refunded)
    return amounts.reduce<number>((sum, amount) => sum + (isAmount(amount) ? amount : 0), 0)
  }
  if (idOf(note.refund) === undefined) return 0
  return given - (isAmount(note.out_of_band_amount) ? note.out_of_band_amount : 0)
}

function readAccount(account: Json): ReturnType<Reader> {
  const accountId = textOf(account.id)
  return accountId === undefined ? undefined : { kind: 'account_changed', accountId, ...flagsOf(account) }
}

function flagsOf(account: Json) {
  return {
    chargesEnabled: account.charges_enabled === true,
    payoutsEnabled: account.payouts_enabled === true,
    detailsSubmitted: account.details_submitted === true,
  }
}

function taxOf(invoice: Json): unknown {
  if (!Array.isArray(invoice.total_taxes)) return invoice.tax
  const amounts = listOf(invoice.total_taxes).map(({ amount }) => (isAmount(amount) ? amount : 0))
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Older invoices say in their lines how often they come; newer ones do not. */
function intervalOf(invoice: Json): ReportedPayment['subscription_interval'] {
  for (const line of listOf(objectOf(invoice.lines)?.data)) {
    const plan = objectOf(line.plan) ?? objectOf(objectOf(line.price)?.recurring)
    const interval = INTERVALS[`${plan?.interval_count} ${plan?.interval}`]
    if (interval !== undefined) return interval
  }
  return undefined
}

const INTERVALS: Record<string, ReportedPayment['subscription_interval']> = {
  '1 month': 'monthly',
  '3 month': 'quarterly',
  '12 month': 'annual',
  '1 year': 'annual',
}

/** Undefined also for what is built of more, or deeper, parts than any event is. */
function parse(raw: Buffer): Json | undefined {
  if (!isWithinJsonBounds(raw, BOUNDS)) return undefined
  try {
    return objectOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw)))
  } catch {
    return undefined
  }
}

function objectOf(value: unknown): Json | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  return value as Json // safe because JSON made it
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf).filter((item) => item !== undefined) : []
}

/** A text that can be stored; an empty one says nothing. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && isStorable(value, TEXT_CHARS) ? value : undefined
}

/** An id, also of an object that came expanded. */
function idOf(value: unknown): string | undefined {
  return textOf(value) ?? textOf(objectOf(value)?.id)
}

function known(references: (string | undefined)[]): string[] {
  return [...new Set(references.filter((reference) => reference !== undefined))].slice(0, REFERENCES)
}

/** What an amount of Stripe's is in minor units, where it is one. */
function amountOf(value: unknown, currency: string | undefined): number | undefined {
  const amount = isAmount(value) ? amountOfStripe(value, currency) : undefined
  return isAmount(amount) ? amount : undefined
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** The year 9999: a local day after it has no form that a database takes. */
const LAST_INSTANT_SECONDS = 253_370_764_800

function isInstant(value: unknown): value is number {
  return (
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= LAST_INSTANT_SECONDS
  )
}
