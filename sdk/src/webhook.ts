import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { isObject, parseObject } from './call.ts'
import type { Currency } from './generated/types.ts'
import { fromWire, toWire } from './naming.ts'

/** A request that a webhook receiver got. */
export interface WebhookInput {
  /** The body exactly as it arrived, before any JSON parser. */
  body: string | Uint8Array
  /** The headers as Node, Fetch or a framework gives them. */
  headers: { get(name: string): string | null } | Record<string, string | string[] | undefined>
  /** The webhook's signing secret, `whsec_…`. */
  secret?: string | undefined
  /** Several of them, while one is being replaced: any of them will do. */
  secrets?: readonly string[] | undefined
  /** How old a message, or how far ahead its clock, may be. Default 300. */
  toleranceSeconds?: number | undefined
  /** In place of the current time, for tests. */
  now?: Date | undefined
}

export interface SaleData {
  saleId: number
  transactionId: string
  amountCents: number
  currency: Currency
  customerId: number
  partnerId: number
  commissionId: number | null
}

export interface RefundedSaleData extends SaleData {
  /** Of the sale, in all. */
  refundedAmountCents: number
  remainingAmountCents: number
}

/** What the customer paid became known after the sale was recorded. */
export interface CorrectedSaleData extends RefundedSaleData {
  /** What the sale was until then. */
  previousAmountCents: number
}

export interface CommissionData {
  commissionId: number
  partnerId: number
  /** Null for a commission on a lead. */
  saleId: number | null
  customerId: number
  /** What of it is left. */
  amountCents: number
  currency: Currency
}

export interface LeadData {
  leadId: number
  customerId: number
  partnerId: number
}

export interface PartnerData {
  partnerId: number
  name: string
}

interface Event<Type extends string, Data> {
  /** The same in every delivery of this event: keep it, and drop what you have seen. */
  id: string
  type: Type
  /** When it happened. */
  timestamp: Date
  data: Data
}

/** What a webhook tells. More types, and more data in each, may come: ignore what you do not know. */
export type WebhookEvent =
  | Event<'lead.settled', LeadData>
  | Event<'sale.created', SaleData>
  | Event<'sale.refunded', RefundedSaleData>
  | Event<'sale.adjusted', CorrectedSaleData>
  | Event<'commission.created' | 'commission.approved', CommissionData & { holdUntil: string }>
  | Event<'commission.reversed', CommissionData & { reversedCents: number; status: string }>
  /** `previousAmountCents` is what was left of it until then. */
  | Event<
      'commission.adjusted',
      CommissionData & { previousAmountCents: number; reversedCents: number; status: string }
    >
  /** `paidCents` is negative where the payout took back what an earlier one had paid. */
  | Event<'commission.paid', CommissionData & { holdUntil: string; paidCents: number; payoutId: number }>
  | Event<'partner.approved', PartnerData>
  | Event<'webhook.test', { webhookId: number }>

type ToSign<One> = One extends WebhookEvent ? Pick<One, 'type' | 'data'> & { timestamp?: Date } : never

/** A message for a receiver's own tests. */
export interface WebhookToSign {
  /** The secret that the receiver verifies with. */
  secret: string
  /** The event, as `verifyWebhook` returns it. */
  event?: ToSign<WebhookEvent> | undefined
  /** In place of `event`, the body as it will be sent. */
  body?: string | Uint8Array | undefined
  /** Default: a new one. */
  id?: string | undefined
  /** When the message is sent. Default: now. */
  sentAt?: Date | undefined
}

export interface SignedWebhook<Body extends string | Uint8Array = string | Uint8Array> {
  /** To be sent as it is: any change of it breaks the signature. */
  body: Body
  headers: {
    'content-type': 'application/json'
    'webhook-id': string
    'webhook-timestamp': string
    'webhook-signature': string
  }
}

/** A request that is not a message of the service, or too old to be one: answer it with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly code: 'missing_header' | 'wrong_signature' | 'wrong_time' | 'wrong_body'

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const TOLERANCE_SECONDS = 300
/** A real message has one signature per secret in use; more are not worth comparing. */
const SIGNATURES = 10

/**
 * Checks that a request is a message of the service (Standard Webhooks: an HMAC-SHA256 over id, time and body)
 * and returns its event.
 * @throws {WebhookVerificationError} when it is not
 * @throws {TypeError} when the secret is not one
 */
export function verifyWebhook(input: WebhookInput): WebhookEvent {
  const keys = readKeys(input)
  const id = readHeader(input.headers, 'webhook-id')
  const timestamp = readHeader(input.headers, 'webhook-timestamp')
  const signatures = readHeader(input.headers, 'webhook-signature').split(' ').slice(0, SIGNATURES)
  checkTime(timestamp, input.toleranceSeconds ?? TOLERANCE_SECONDS, input.now ?? new Date())

  const isSigned = keys.some((key) => {
    const expected = sign(key, { id, seconds: timestamp, body: input.body })
    return signatures.some((signature) => isSame(signature, expected))
  })
  if (!isSigned)
    throw new WebhookVerificationError('wrong_signature', 'No signature is of this secret and body.')
  return readEvent(id, input.body)
}

/**
 * Signs a message as the service does, so that a receiver's tests can send it one: `verifyWebhook` takes what this makes.
 * @throws {TypeError} when the secret is not one, or there is nothing to sign
 */
export function signWebhook(input: WebhookToSign & { body: Uint8Array }): SignedWebhook<Uint8Array>
export function signWebhook(
  input: WebhookToSign & ({ event: object } | { body: string }),
): SignedWebhook<string>
export function signWebhook(input: WebhookToSign): SignedWebhook
export function signWebhook({
  secret,
  event,
  body: sent,
  id,
  sentAt = new Date(),
}: WebhookToSign): SignedWebhook {
  const [key = Buffer.alloc(0)] = readKeys({ secret })
  const body = event === undefined ? sent : bodyOf(event, sentAt)
  if (body === undefined) throw new TypeError('signWebhook takes an event or a body.')
  const messageId = id ?? `msg_${randomUUID()}`
  const seconds = String(Math.floor(sentAt.getTime() / 1000))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${sign(key, { id: messageId, seconds, body }).toString('base64')}`,
    },
  }
}

function bodyOf({ type, data, timestamp }: ToSign<WebhookEvent>, sentAt: Date): string {
  return JSON.stringify({ type, timestamp: (timestamp ?? sentAt).toISOString(), data: toWire(data) })
}

function sign(key: Buffer, message: { id: string; seconds: string; body: string | Uint8Array }): Buffer {
  return createHmac('sha256', key).update(`${message.id}.${message.seconds}.`).update(message.body).digest()
}

function readKeys({ secret, secrets = [] }: Pick<WebhookInput, 'secret' | 'secrets'>): Buffer[] {
  const all = secret === undefined ? secrets : [secret, ...secrets]
  if (all.length === 0) throw new TypeError('verifyWebhook and signWebhook need a secret.')
  return all.map((one) => {
    const key = Buffer.from(one.replace(/^whsec_/, ''), 'base64')
    if (key.length < 24 || key.length > 64)
      throw new TypeError('A signing secret looks like whsec_ and base64.')
    return key
  })
}

function readHeader(headers: WebhookInput['headers'], name: string): string {
  const value = isFetchHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([one, sent]) => sent !== undefined && one.toLowerCase() === name)?.[1]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('missing_header', `The request has no header ${name}.`)
}

function isFetchHeaders(headers: WebhookInput['headers']): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

function checkTime(timestamp: string, toleranceSeconds: number, now: Date) {
  const age = /^\d{1,12}$/.test(timestamp) ? now.getTime() / 1000 - Number(timestamp) : Number.NaN
  if (Math.abs(age) <= toleranceSeconds) return
  throw new WebhookVerificationError('wrong_time', 'The message is too old, or from the future.')
}

/** Takes as long for a wrong signature as for the right one. */
function isSame(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false
  const sent = Buffer.from(signature.slice(3), 'base64')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

function readEvent(id: string, body: string | Uint8Array): WebhookEvent {
  const event = parseObject(typeof body === 'string' ? body : new TextDecoder().decode(body))
  if (typeof event?.type !== 'string' || typeof event.timestamp !== 'string' || !isObject(event.data)) {
    throw new WebhookVerificationError('wrong_body', 'The body is not a valid event.')
  }
  const { type, timestamp, data } = event
  // safe because the service signed it; a type that this version does not know is the caller's to ignore
  return { id, type, timestamp: new Date(timestamp), data: fromWire(data) } as unknown as WebhookEvent
}
