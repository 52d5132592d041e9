import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject, parseObject } from './call.ts'
import type { Currency } from './client.ts'
import { fromWire } from './naming.ts'

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
  | Event<'commission.created' | 'commission.approved', CommissionData & { holdUntil: string }>
  | Event<'commission.reversed', CommissionData & { reversedCents: number; status: string }>
  /** `paidCents` is negative where the payout took back what an earlier one had paid. */
  | Event<'commission.paid', CommissionData & { holdUntil: string; paidCents: number; payoutId: number }>
  | Event<'partner.approved', PartnerData>
  | Event<'webhook.test', { webhookId: number }>

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
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(input.body).digest()
    return signatures.some((signature) => isSame(signature, expected))
  })
  if (!isSigned)
    throw new WebhookVerificationError('wrong_signature', 'No signature is of this secret and body.')
  return readEvent(id, input.body)
}

function readKeys({ secret, secrets = [] }: WebhookInput): Buffer[] {
  const all = secret === undefined ? secrets : [secret, ...secrets]
  if (all.length === 0) throw new TypeError('verifyWebhook takes a secret, or several.')
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
    throw new WebhookVerificationError('wrong_body', 'The body is not an event.')
  }
  const { type, timestamp, data } = event
  // safe because the service signed it; a type that this version does not know is the caller's to ignore
  return { id, type, timestamp: new Date(timestamp), data: fromWire(data) } as unknown as WebhookEvent
}
