import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { type CalledService, send, signInMember, type TestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'

export const EVENTS = '/api/v1/webhooks/stripe'

const token = () => randomBytes(9).toString('base64url').replace(/\W|_/g, 'x')

/** Returns a Stripe-like id. */
export const newId = (prefix: string) => `${prefix}_${token()}`

/** A shop with its own Stripe account, connected manually through the real API. */
export async function openConnectedShop(
  service: CalledService,
  options: Parameters<typeof openShop>[1] = {},
) {
  const shop = await openShop(service, options)
  const accountId = newId('acct')
  const secret = newId('whsec')
  const session = await signInMember(service, shop.program)
  const manage = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    bearer: string = session,
  ) => send(service.app, method, `/api/programs/${shop.program.id}${path}`, { bearer, body })
  const connected = await manage('PUT', '/processor', {
    processorAccountId: accountId,
    webhookSecret: secret,
  })
  if (connected.status !== 200) throw new Error(`the account was not connected: ${connected.text}`)
  const stripe = {
    accountId,
    secret,
    clock: service.clock,
    /** Sends an event to the shop's endpoint, as Stripe would. */
    deliver: (event: StripeEvent, sent: Sent = {}) =>
      deliver(service, event, { url: `${EVENTS}?program=${shop.program.id}`, secret, ...sent }),
  }
  return { ...shop, stripe, manage, session }
}

export type ConnectedShop = Awaited<ReturnType<typeof openConnectedShop>>

/** Delivers an event for an object; a rejection fails the test. */
export async function publish(
  { stripe }: Pick<ConnectedShop, 'stripe'>,
  type: string,
  object: Record<string, unknown>,
  more: Partial<StripeEvent> = {},
): Promise<StripeEvent> {
  const event = createEvent(stripe, type, object, more)
  const response = await stripe.deliver(event)
  expect([response.status, response.body.received]).toEqual([200, true])
  return event
}

export interface Sent {
  url?: string
  secret?: string
  /** The signature header, if not the valid one. */
  signature?: string
  /** The time of the signature, in seconds. */
  timestamp?: number
  ip?: string
}

export function deliver({ app, clock }: CalledService, event: unknown, sent: Sent = {}) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const timestamp = sent.timestamp ?? Math.floor(clock.now().getTime() / 1000)
  const secret = sent.secret ?? 'whsec_nobody'
  const signature = sent.signature ?? Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return send(app, 'POST', sent.url ?? EVENTS, {
    body: payload,
    headers: { 'stripe-signature': signature },
    ...(sent.ip === undefined ? {} : { ip: sent.ip }),
  })
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: boolean
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
  type: string
  data: { object: Record<string, unknown> }
  account?: string
}

/** Returns a Stripe event for an object, as its webhooks send it. */
export function createEvent(
  { clock }: Pick<TestService, 'clock'>,
  type: string,
  object: Record<string, unknown>,
  more: Partial<StripeEvent> = {},
): StripeEvent {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(clock.now().getTime() / 1000),
    livemode: true,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object },
    ...more,
  }
}

/** Returns a checkout session with one payment. */
export function paidSession(more: Record<string, unknown> = {}) {
  return {
    id: newId('cs'),
    object: 'checkout.session',
    amount_subtotal: 4900,
    amount_total: 4900,
    currency: 'usd',
    customer: null,
    customer_details: { email: `${token()}@buyers.test`, name: 'Bea', tax_exempt: 'none' },
    customer_email: null,
    invoice: null,
    livemode: true,
    metadata: {},
    mode: 'payment',
    payment_intent: newId('pi'),
    payment_status: 'paid',
    status: 'complete',
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ...more,
  }
}

/** Returns a checkout session that started a subscription, so its payment is an invoice. */
export function subscribedSession(invoice: string, more: Record<string, unknown> = {}) {
  return paidSession({
    mode: 'subscription',
    payment_intent: null,
    invoice,
    subscription: newId('sub'),
    customer: newId('cus'),
    ...more,
  })
}

/** Returns a paid invoice in the newest API shape, without its payment intent. */
export function paidInvoice(more: Record<string, unknown> = {}) {
  return {
    id: newId('in'),
    object: 'invoice',
    amount_due: 4900,
    amount_paid: 4900,
    amount_remaining: 0,
    billing_reason: 'subscription_create',
    currency: 'usd',
    customer: newId('cus'),
    customer_email: `${token()}@buyers.test`,
    lines: { object: 'list', data: [] },
    livemode: true,
    metadata: {},
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: {}, subscription: newId('sub') },
    },
    status: 'paid',
    total: 4900,
    total_taxes: [],
    ...more,
  }
}

/** Links an invoice to its payment intent. */
export function invoicePayment(invoice: string, payment_intent: string) {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: 4900,
    amount_requested: 4900,
    currency: 'usd',
    invoice,
    is_default: true,
    livemode: true,
    payment: { type: 'payment_intent', payment_intent },
    status: 'paid',
  }
}

/** Returns a payment intent's only charge. */
const getChargeId = (payment_intent: string) => payment_intent.replace('pi_', 'ch_')

/** Returns a charge with a total of `amount_refunded` refunded. */
export function refundedCharge(
  payment_intent: string,
  amount_refunded: number,
  more: Record<string, unknown> = {},
) {
  return {
    id: getChargeId(payment_intent),
    object: 'charge',
    amount: 4900,
    amount_captured: 4900,
    amount_refunded,
    currency: 'usd',
    livemode: true,
    payment_intent,
    refunded: amount_refunded === 4900,
    status: 'succeeded',
    ...more,
  }
}

export function failedRefund(payment_intent: string, amount: number, more: Record<string, unknown> = {}) {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: getChargeId(payment_intent),
    currency: 'usd',
    failure_reason: 'expired_or_canceled_card',
    payment_intent,
    reason: null,
    status: 'failed',
    ...more,
  }
}

export function dispute(payment_intent: string, status: string, more: Record<string, unknown> = {}) {
  return {
    id: newId('dp'),
    object: 'dispute',
    amount: 4900,
    charge: getChargeId(payment_intent),
    currency: 'usd',
    livemode: true,
    payment_intent,
    reason: 'fraudulent',
    status,
    ...more,
  }
}
