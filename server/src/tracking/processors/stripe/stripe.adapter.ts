import type Stripe from 'stripe'
import { placeholdersIn } from '../buyer-metadata.rule.ts'
import { SIGNATURE_TOLERANCE_SECONDS } from '../event-signature.rule.ts'
import { isInstant, type Json, parseJson, parseObject, parseText } from '../event-values.rule.ts'
import type {
  AuthorizedAccount,
  Processor,
  ProcessorChange,
  ProcessorDelivery,
  ProcessorEvent,
  ProcessorOAuth,
} from '../processor.ts'
import { readCharge, readRefundedCharge } from './stripe-charge.rule.ts'
import { STRIPE_LIST } from './stripe-list.rule.ts'
import {
  readCanceledIntent,
  readFailedSession,
  readIntent,
  readInvoice,
  readInvoicePayment,
  readSession,
  readSubscription,
} from './stripe-payment.rule.ts'
import { readCreditNote, readDispute, readRefund } from './stripe-refund.rule.ts'

export interface StripeSettings {
  clientId: string | undefined
  secretKey: string | undefined
  webhookSecret: string | undefined
}

const SIGNATURE = 'stripe-signature'

const SIGNATURE_PART = /^(t=\d{1,15}|[a-z]\w{0,15}=[0-9a-f]{1,256})$/

/** Creates the adapter for Stripe. It supports events from all API versions that an endpoint may use. */
export function createStripe(settings: StripeSettings, exchange = exchangeCode): Processor {
  return {
    name: 'stripe',
    eventTypes: Object.keys(READERS).filter((type) => type !== OAUTH_ONLY),
    signatureHeader: SIGNATURE,
    isAccountId: (text) => /^acct_[A-Za-z0-9]{1,64}$/.test(text),
    isWebhookSecret: (text) => /^whsec_[A-Za-z0-9+/=_-]{8,200}$/.test(text),
    isModeEntered: false,
    claimedAccount: (raw) => parseText(parseJson(raw)?.account),
    isAuthentic,
    readEvent,
    platformSecret: settings.webhookSecret,
    oauth: createStripeOAuth(settings, exchange),
    list: STRIPE_LIST,
  }
}

/** Loads the package on demand, because it is large and only needed once an account is connected. */
async function loadStripe(): Promise<typeof Stripe> {
  return (await import('stripe')).default
}

async function isAuthentic(
  { raw, headers, receivedAt }: ProcessorDelivery,
  secret: string,
): Promise<boolean> {
  const signature = headers[SIGNATURE]
  if (typeof signature !== 'string') return false
  const { webhooks, errors } = await loadStripe()
  const verifier = webhooks.signature
  if (verifier === null) throw new Error('the stripe package verifies no signatures')
  // The package throws on empty and non-hexadecimal parts.
  if (!signature.split(',').every((part) => SIGNATURE_PART.test(part))) return false
  try {
    return verifier.verifyHeader(
      raw,
      signature,
      secret,
      SIGNATURE_TOLERANCE_SECONDS,
      undefined,
      receivedAt.getTime(),
    )
  } catch (error) {
    if (error instanceof errors.StripeSignatureVerificationError) return false
    throw error
  }
}

function createStripeOAuth(
  { clientId, secretKey, webhookSecret }: StripeSettings,
  exchange: typeof exchangeCode,
): ProcessorOAuth | undefined {
  // Without the webhook secret, no event of an account could be processed.
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

/** Exchanges the code with Stripe for its account and the account's capabilities. */
async function exchangeCode(code: string, secretKey: string): Promise<AuthorizedAccount | 'rejected'> {
  const Client = await loadStripe()
  const stripe = new Client(secretKey, {
    timeout: EXCHANGE_TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  try {
    const token = await stripe.oauth.token({ grant_type: 'authorization_code', code })
    if (token.stripe_user_id === undefined) return 'rejected'
    const account = await stripe.accounts.retrieve(token.stripe_user_id)
    return { accountId: account.id, isLive: token.livemode === true, ...readAccountFlags({ ...account }) }
  } catch (error) {
    if (error instanceof Client.errors.StripeInvalidGrantError) return 'rejected'
    throw error
  }
}

/** Converts an object. Returns undefined if it lacks a required field. */
type Reader = (object: Json) => ProcessorChange | 'nothing' | undefined

/** Readers by event type. All other types are accepted and ignored. */
const READERS: { [Type in Stripe.Event['type']]?: Reader } = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'checkout.session.async_payment_failed': readFailedSession,
  'payment_intent.succeeded': readIntent,
  'payment_intent.canceled': readCanceledIntent,
  'invoice.paid': readInvoice,
  'invoice_payment.paid': readInvoicePayment,
  'charge.succeeded': readCharge,
  'charge.captured': readCharge,
  'charge.updated': readCharge,
  'charge.expired': readCharge,
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

/** Only the platform's own endpoint receives it. */
const OAUTH_ONLY = 'account.application.deauthorized'

function readEvent({ raw }: ProcessorDelivery): ProcessorEvent | undefined {
  const event = parseJson(raw)
  const [id, type, created] = [parseText(event?.id), parseText(event?.type), event?.created]
  if (event === undefined || id === undefined || type === undefined || !isInstant(created)) return undefined
  const object = parseObject(parseObject(event.data)?.object)
  // safe because only names in READERS are looked up
  const reader = Object.hasOwn(READERS, type) ? READERS[type as keyof typeof READERS] : undefined
  return {
    id,
    type,
    isLive: event.livemode === true,
    occurredAt: new Date(created * 1000),
    change: reader && readChange(reader, object),
    placeholders: reader === undefined || object === undefined ? {} : findPlaceholders(object),
  }
}

function readChange(reader: Reader, object: Json | undefined): ProcessorChange | undefined {
  const change = object && reader(object)
  if (change === 'nothing') return undefined
  return change ?? { kind: 'unreadable', object_id: parseText(object?.id) }
}

function readAccount(account: Json): ReturnType<Reader> {
  const accountId = parseText(account.id)
  return accountId === undefined
    ? undefined
    : { kind: 'account_changed', accountId, ...readAccountFlags(account) }
}

function readAccountFlags(account: Json) {
  return {
    chargesEnabled: account.charges_enabled === true,
    payoutsEnabled: account.payouts_enabled === true,
    detailsSubmitted: account.details_submitted === true,
  }
}

function findPlaceholders(object: Json): Record<string, string> {
  const { metadata, client_reference_id } = object
  return placeholdersIn([metadata, readSubscription(object)?.metadata], { client_reference_id })
}
