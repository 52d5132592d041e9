import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { isObject, parseObject } from './call.ts'
import type { Currency } from './generated/types.ts'
import { fromApiNames, toApiNames } from './naming.ts'

/** A request received by a webhook endpoint. */
export interface WebhookInput {
  /** The raw body, before any JSON parser. */
  body: string | Uint8Array
  /** The headers from Node, Fetch or a framework. */
  headers: { get(name: string): string | null } | Record<string, string | string[] | undefined>
  /** The webhook's signing secret, `whsec_…`. */
  secret?: string | undefined
  /** Several secrets during a rotation; any of them is accepted. */
  secrets?: readonly string[] | undefined
  /** Maximum age of a message, in either direction. Default 300. */
  toleranceSeconds?: number | undefined
  /** Used instead of the current time, for tests. */
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
  /** Total refunded for the sale. */
  refundedAmountCents: number
  remainingAmountCents: number
}

/** A sale whose amount was corrected after it was recorded. */
export interface CorrectedSaleData extends RefundedSaleData {
  /** The amount before the correction. */
  previousAmountCents: number
}

export interface CommissionData {
  commissionId: number
  partnerId: number
  /** Null for a commission on a lead. */
  saleId: number | null
  customerId: number
  /** The remaining amount. */
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
  /** The same in every delivery of this event. Store it to skip duplicates. */
  id: string
  type: Type
  /** When the event happened. */
  timestamp: Date
  data: Data
}

/** The event types. New types and fields may be added; ignore unknown ones. */
export type WebhookEvent =
  | Event<'lead.settled', LeadData>
  | Event<'sale.created', SaleData>
  | Event<'sale.refunded', RefundedSaleData>
  | Event<'sale.adjusted', CorrectedSaleData>
  | Event<
      'commission.created' | 'commission.approved' | 'commission.approval_withdrawn',
      CommissionData & { holdUntil: string }
    >
  | Event<'commission.reversed', CommissionData & { reversedCents: number; status: string }>
  /** `previousAmountCents` is the remaining amount before the change. */
  | Event<
      'commission.adjusted',
      CommissionData & { previousAmountCents: number; reversedCents: number; status: string }
    >
  /** `paidCents` is negative if the payout deducted an amount paid earlier. */
  | Event<'commission.paid', CommissionData & { holdUntil: string; paidCents: number; payoutId: number }>
  | Event<'partner.approved', PartnerData>
  | Event<'webhook.test', { webhookId: number }>

type ToSign<One> = One extends WebhookEvent ? Pick<One, 'type' | 'data'> & { timestamp?: Date } : never

/** A message to sign, to test a webhook endpoint. */
export interface WebhookToSign {
  /** The secret that the endpoint uses to verify messages. */
  secret: string
  /** The event, as returned by `verifyWebhook`. */
  event?: ToSign<WebhookEvent> | undefined
  /** The body to send, instead of `event`. */
  body?: string | Uint8Array | undefined
  /** Default: a random ID. */
  id?: string | undefined
  /** When the message is sent. Default: now. */
  sentAt?: Date | undefined
}

export interface SignedWebhook<Body extends string | Uint8Array = string | Uint8Array> {
  /** Must be sent unchanged, or the signature won't match. */
  body: Body
  headers: {
    'content-type': 'application/json'
    'webhook-id': string
    'webhook-timestamp': string
    'webhook-signature': string
  }
}

/** Thrown if a request isn't a message from the service or is too old. Return 400 and ignore it. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly code: 'missing_header' | 'wrong_signature' | 'wrong_time' | 'wrong_body'

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const TOLERANCE_SECONDS = 300
/** A valid message has one signature per active secret, so more don't need to be compared. */
const SIGNATURES = 10

/**
 * Verifies that a request is a message from the service (Standard Webhooks: HMAC-SHA256 of ID, time and body) and
 * returns its event.
 * @throws {WebhookVerificationError} if it isn't
 * @throws {TypeError} if the secret is invalid
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
    throw new WebhookVerificationError('wrong_signature', 'No signature matches this secret and body.')
  return readEvent(id, input.body)
}

/**
 * Signs a message as the service does, to test a webhook endpoint. `verifyWebhook` accepts the result.
 * @throws {TypeError} if the secret is invalid or there is nothing to sign
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
  const body = event === undefined ? sent : serializeEvent(event, sentAt)
  if (body === undefined) throw new TypeError('signWebhook requires an event or a body.')
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

function serializeEvent({ type, data, timestamp }: ToSign<WebhookEvent>, sentAt: Date): string {
  return JSON.stringify({ type, timestamp: (timestamp ?? sentAt).toISOString(), data: toApiNames(data) })
}

function sign(key: Buffer, message: { id: string; seconds: string; body: string | Uint8Array }): Buffer {
  return createHmac('sha256', key).update(`${message.id}.${message.seconds}.`).update(message.body).digest()
}

function readKeys({ secret, secrets = [] }: Pick<WebhookInput, 'secret' | 'secrets'>): Buffer[] {
  const all = secret === undefined ? secrets : [secret, ...secrets]
  if (all.length === 0) throw new TypeError('verifyWebhook and signWebhook require a secret.')
  return all.map((one) => {
    const key = Buffer.from(one.replace(/^whsec_/, ''), 'base64')
    if (key.length < 24 || key.length > 64)
      throw new TypeError('A signing secret consists of whsec_ and base64.')
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
  throw new WebhookVerificationError('wrong_time', 'The message timestamp is too old or in the future.')
}

/** Compares in constant time. */
function isSame(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false
  const sentSignature = Buffer.from(signature.slice(3), 'base64')
  return sentSignature.length === expected.length && timingSafeEqual(sentSignature, expected)
}

function readEvent(id: string, body: string | Uint8Array): WebhookEvent {
  const event = parseObject(typeof body === 'string' ? body : new TextDecoder().decode(body))
  if (typeof event?.type !== 'string' || typeof event.timestamp !== 'string' || !isObject(event.data)) {
    throw new WebhookVerificationError('wrong_body', 'The body is not a valid event.')
  }
  const { type, timestamp, data } = event
  // safe because the service signed it; callers ignore unknown types
  return { id, type, timestamp: new Date(timestamp), data: fromApiNames(data) } as unknown as WebhookEvent
}
