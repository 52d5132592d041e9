import { type Call, isObject, type Json, post } from './call.ts'
import { AffiliateError } from './errors.ts'
import { toWire } from './naming.ts'

export type Currency = 'USD' | 'EUR' | 'VND'

export interface ClientOptions {
  /**
   * A program API key, live or test; the test key records test events. Keep it on your server. May be undefined,
   * as a variable of the environment may: then the constructor throws.
   */
  apiKey: string | undefined
  /** Where the service answers, such as `https://track.example.com`. */
  baseUrl: string
  /** Of one attempt. Default 10,000. */
  timeoutMs?: number | undefined
  /** Attempts after the first, on 429, 5xx and faults of the network. Default 3. */
  maxRetries?: number | undefined
  /** In place of the global `fetch`. */
  fetch?: typeof fetch | undefined
}

/** What one call may do otherwise than its client. */
export interface CallOptions {
  /** Ends the call, its waits included; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
}

/** A signup. One of `customerKey`, `clickId` and `email` must lead to a partner. */
export interface LeadInput {
  /** Your own id of the customer; send the same one with its sales. At most 255 characters. */
  customerKey?: string | null | undefined
  /** The value of the cookie `service_click_id`. */
  clickId?: string | null | undefined
  /** Kept only as a keyed hash. */
  email?: string | null | undefined
  sessionId?: string | null | undefined
  pageUrl?: string | null | undefined
  /** At most 16 KiB as JSON, sent as it is. `{test_mode: true}` records a test lead. */
  additionalData?: Record<string, unknown> | null | undefined
}

export interface LeadResult {
  isTest: boolean
  /** The same for every call about the same signup. */
  leadId: number
  /** Whether the lead still waits for a server call or a payment to confirm it. */
  isProvisional: boolean
  message: string
}

/** A payment that succeeded; a renewal is a sale of its own. */
export interface SaleInput {
  /** Your unique id of the payment: it is recorded once, however often it is sent. */
  transactionId: string
  /** In the smallest unit of the currency: a positive integer. */
  amountCents: number
  /** Default USD. Never converted. */
  currency?: Currency | null | undefined
  /** Decides alone when it is sent. */
  customerKey?: string | null | undefined
  /** For a customer without a `customerKey`. */
  clickId?: string | null | undefined
  /** Tax within `amountCents`; stored, not used. */
  taxAmountCents?: number | null | undefined
  saleType?: 'payment' | 'subscription' | null | undefined
  isRecurring?: boolean | null | undefined
  subscriptionId?: string | null | undefined
  subscriptionInterval?: 'monthly' | 'quarterly' | 'annual' | null | undefined
  /** Matched with the commission policies per product. */
  productId?: string | null | undefined
  /** At most 30 days ago. For reports only: commissions go by when the service gets the call. */
  occurredAt?: Date | string | null | undefined
  provider?:
    | 'stripe'
    | 'paypal'
    | 'paddle'
    | 'lemonsqueezy'
    | 'polar'
    | 'braintree'
    | 'adyen'
    | 'square'
    | 'sepa'
    | 'x402'
    | 'other'
    | null
    | undefined
  providerPaymentId?: string | null | undefined
  /** At most 16 KiB as JSON, sent as it is. `{test_mode: true}` records a test sale. */
  additionalData?: Record<string, unknown> | null | undefined
  /** `false` records a test sale. */
  livemode?: boolean | null | undefined
}

export type SaleResult =
  | {
      alreadyRecorded: false
      isTest: boolean
      /** Null when the attribution window had expired: then nothing was recorded. */
      saleId: number | null
      /** Null also when no commission is due; `message` says why. */
      commissionId: number | null
      message: string
    }
  | {
      /** An earlier call with this `transactionId` succeeded, perhaps one whose answer was lost. */
      alreadyRecorded: true
      saleId: number
      message: string
    }

export interface RefundInput {
  /** Of the sale, as it was sent with `trackSale`. */
  transactionId: string
  /**
   * With `refundId`, what this refund gave back; without one, how much of the sale has been given back in all.
   * Default: all that is left.
   */
  refundAmountCents?: number | null | undefined
  /** Your own id of this refund, unique within the sale: sent twice, it counts once. */
  refundId?: string | null | undefined
  refundReason?: string | null | undefined
  /** `{test_mode: true}` refunds a test sale. */
  additionalData?: Record<string, unknown> | null | undefined
  /** `false` refunds a test sale. */
  livemode?: boolean | null | undefined
}

export type RefundResult =
  | {
      isTest: false
      /** In part, in full, of a sale without a commission, or seen before. */
      status: 'refunded' | 'reversed' | 'no_commission' | 'skipped'
      saleId: number
      commissionId: number | null
      /** Of the sale, in all. */
      refundedAmountCents: number
      /** Of the sale. */
      remainingAmountCents: number
      message: string
    }
  | { isTest: true; eventId: number; message: string }

const DEFAULTS = { timeoutMs: 10_000, maxRetries: 3 }

/**
 * The track API for a merchant's server. Names are camelCase in and out; on the wire they are the snake_case ones
 * of the API. Every call may be repeated, so faults are retried.
 */
export class AffiliateClient {
  readonly #options: ClientOptions
  readonly #apiKey: string
  readonly #baseUrl: string

  /** @throws {TypeError} when an option cannot be used */
  constructor(options: ClientOptions) {
    const { baseUrl, timeoutMs = 1, maxRetries = 0 } = options
    const apiKey = options.apiKey ?? ''
    if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey is not a program API key.')
    if (!/^https?:\/\/./.test(baseUrl ?? '') || !URL.canParse(baseUrl)) {
      throw new TypeError('baseUrl takes an address such as https://track.example.com.')
    }
    checkTimes({ timeoutMs, maxRetries })
    this.#options = options
    this.#apiKey = apiKey
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
  }

  /**
   * Reports a signup and settles its lead. A repeat answers with the same `leadId` and records nothing.
   * @throws {AffiliateError} `no_attribution` when nothing leads to a partner: for most signups that is no fault
   */
  async trackLead(lead: LeadInput, options: CallOptions = {}): Promise<LeadResult> {
    const answer = await this.#post('lead', lead, options)
    const message = String(answer.message)
    const test = readTest(answer)
    if (test !== undefined) return { isTest: true, leadId: test, isProvisional: false, message }
    const isProvisional = answer.provisional === true
    return { isTest: false, leadId: readInteger(answer, 'lead_id'), isProvisional, message }
  }

  /**
   * Reports a sale. A `transactionId` is recorded once: a repeat resolves with `alreadyRecorded: true`.
   * @throws {AffiliateError} `no_attribution` when the customer came through no partner, `unsupported_currency`, …
   */
  async trackSale(sale: SaleInput, options: CallOptions = {}): Promise<SaleResult> {
    try {
      const answer = await this.#post('sale', sale, options)
      const message = String(answer.message)
      const test = readTest(answer)
      if (test !== undefined) {
        return { alreadyRecorded: false, isTest: true, saleId: test, commissionId: null, message }
      }
      const saleId = readIntegerOrNull(answer, 'sale_id')
      const commissionId = readIntegerOrNull(answer, 'commission_id')
      return { alreadyRecorded: false, isTest: false, saleId, commissionId, message }
    } catch (error) {
      if (!(error instanceof AffiliateError) || error.code !== 'duplicate_transaction') throw error
      return { alreadyRecorded: true, saleId: readInteger(error.details, 'sale_id'), message: error.message }
    }
  }

  /**
   * Reports a refund, in full or in part. Commission and fee shrink in proportion.
   * @throws {AffiliateError} `sale_not_found`, or `invalid_request` for more than what is left of the sale
   */
  async trackRefund(refund: RefundInput, options: CallOptions = {}): Promise<RefundResult> {
    const answer = await this.#post('refund', refund, options)
    const message = String(answer.message)
    const test = readTest(answer)
    if (test !== undefined) return { isTest: true, eventId: test, message }
    return {
      isTest: false,
      status: readStatus(answer),
      saleId: readInteger(answer, 'sale_id'),
      commissionId: readIntegerOrNull(answer, 'commission_id'),
      refundedAmountCents: readInteger(answer, 'refunded_amount_cents'),
      remainingAmountCents: readInteger(answer, 'remaining_amount_cents'),
      message,
    }
  }

  #post(name: 'lead' | 'sale' | 'refund', input: object, options: CallOptions): Promise<Json> {
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULTS.timeoutMs
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? DEFAULTS.maxRetries
    checkTimes({ timeoutMs, maxRetries })
    const call: Call = {
      url: `${this.#baseUrl}/api/v1/track/${name}`,
      apiKey: this.#apiKey,
      body: toWire(input),
      timeoutMs,
      maxRetries,
      signal: options.signal,
      fetch: this.#options.fetch ?? fetch,
    }
    return post(call)
  }
}

function checkTimes({ timeoutMs, maxRetries }: { timeoutMs: number; maxRetries: number }) {
  if (!(timeoutMs > 0 && timeoutMs <= 2 ** 31 - 1)) throw new TypeError('timeoutMs takes a positive number.')
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= 10)) {
    throw new TypeError('maxRetries takes a whole number from 0 to 10.')
  }
}

/** The id of a test event, or undefined for a live answer. */
function readTest(answer: Json): number | undefined {
  return isObject(answer.data) && answer.data.test_mode === true
    ? readInteger(answer.data, 'eventId')
    : undefined
}

const STATUSES = ['refunded', 'reversed', 'no_commission', 'skipped'] as const

function readStatus(answer: Json): (typeof STATUSES)[number] {
  const status = STATUSES.find((one) => one === answer.status)
  if (status === undefined) throw notOurs('status')
  return status
}

function readIntegerOrNull(answer: Json, field: string): number | null {
  return answer[field] === null ? null : readInteger(answer, field)
}

function readInteger(answer: Json, field: string): number {
  const value = answer[field]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw notOurs(field)
}

function notOurs(field: string) {
  return new AffiliateError(
    'unexpected_answer',
    `The answer has no ${field}: does baseUrl lead to the service?`,
  )
}
