import { type CallResult, isObject, type Json } from './call.ts'
import { AffiliateError } from './errors.ts'
import type { Currency } from './generated/types.ts'

/** A visit through a partner link, reported by the landing page's server. */
export interface ClickInput {
  /** The absolute URL of the landing page, with `aff=`, `ref=` or `via=` in its query or hash. */
  affiliateUrl: string
  /**
   * Your own ID for this visit, at most 64 characters: for 24 hours, the same ID on the same link counts once.
   * Generated if omitted, so that retries count once.
   */
  eventId?: string | null | undefined
  /** Optional. If sent, the link must belong to this program. */
  programId?: number | null | undefined
  /** The visitor's user agent, used to filter bots. If omitted, the click isn't treated as a bot's. */
  userAgent?: string | null | undefined
  pageUrl?: string | null | undefined
  pageTitle?: string | null | undefined
  referrerUrl?: string | null | undefined
  sessionId?: string | null | undefined
  screenResolution?: string | null | undefined
  viewportSize?: string | null | undefined
  language?: string | null | undefined
  timezone?: string | null | undefined
  /** The value of the visitor's `service_click_id` cookie, if any. */
  existingClickId?: string | null | undefined
  /** At most 16 KiB as JSON, sent as is. */
  additionalData?: Record<string, unknown> | null | undefined
}

export type ClickResult =
  | {
      isCounted: true
      isTest: false
      /** Store it in the `service_click_id` cookie for `cookieWindowDays`. */
      clickId: string
      partnerCode: string
      cookieWindowDays: number
    }
  | {
      isCounted: false
      isTest: false
      /** More reasons may be added. */
      reason: 'unknown_link' | 'inactive_link' | 'bot' | 'program_paused' | (string & {})
      message: string
    }
  | { isCounted: false; isTest: true; eventId: number; message: string }

/** A signup. At least one of `customerKey`, `clickId` and `email` is needed for attribution. */
export interface LeadInput {
  /** Your own ID for the customer, at most 255 characters. Send the same ID with the customer's sales. */
  customerKey?: string | null | undefined
  /** The value of the `service_click_id` cookie. */
  clickId?: string | null | undefined
  /** Stored only as a keyed hash. */
  email?: string | null | undefined
  sessionId?: string | null | undefined
  pageUrl?: string | null | undefined
  /** The customer's user agent. Only the browser's name is stored, for the capture report. */
  userAgent?: string | null | undefined
  /** The absolute URL of the visit's first page. Only host and path are stored. */
  landingPage?: string | null | undefined
  /** At most 16 KiB as JSON, sent as is. `{test_mode: true}` records a test lead. */
  additionalData?: Record<string, unknown> | null | undefined
}

export interface LeadResult {
  isTest: boolean
  /** The same for all calls about one signup. */
  leadId: number
  /** Whether a server call or payment still has to confirm the lead. */
  isProvisional: boolean
  message: string
}

/** A successful payment. Each renewal is a separate sale. */
export interface SaleInput {
  /** Your own unique ID for the payment. It is recorded once, however often it is sent. */
  transactionId: string
  /** A positive integer in the currency's smallest unit. */
  amountCents: number
  /**
   * ISO 4217 code of a currency that the service accepts: USD, EUR and VND unless configured otherwise. Never
   * converted. Default: USD.
   */
  currency?: Currency | null | undefined
  /** If set, only this field decides the attribution. */
  customerKey?: string | null | undefined
  /** For customers without a `customerKey`. */
  clickId?: string | null | undefined
  /** Tax included in `amountCents`. Stored only. */
  taxAmountCents?: number | null | undefined
  saleType?: 'payment' | 'subscription' | null | undefined
  isRecurring?: boolean | null | undefined
  subscriptionId?: string | null | undefined
  subscriptionInterval?: 'monthly' | 'quarterly' | 'annual' | null | undefined
  /** Selects product-specific commission policies. */
  productId?: string | null | undefined
  /** At most 30 days ago. Only used for reports: commissions depend on when the service receives the call. */
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
  /** The customer's user agent. Only the browser's name is stored, for the capture report. */
  userAgent?: string | null | undefined
  /** The absolute URL of the visit's first page. Only host and path are stored. */
  landingPage?: string | null | undefined
  /** At most 16 KiB as JSON, sent as is. `{test_mode: true}` records a test sale. */
  additionalData?: Record<string, unknown> | null | undefined
  /** `false` records a test sale. */
  livemode?: boolean | null | undefined
}

export type SaleResult =
  | {
      alreadyRecorded: false
      isTest: boolean
      /** Null if nothing was recorded because the attribution window had expired. */
      saleId: number | null
      /** Also null if no commission is due; `message` contains the reason. */
      commissionId: number | null
      message: string
    }
  | {
      /** Whether an earlier call with this `transactionId` succeeded, possibly one whose response was lost. */
      alreadyRecorded: true
      saleId: number
      message: string
    }

export interface RefundInput {
  /** The sale's ID, as sent with `trackSale`. */
  transactionId: string
  /**
   * With `refundId`, the amount of this refund; without it, the total refunded so far. Defaults to the sale's
   * remaining amount. `null` is rejected, because it is more likely a missing amount than a full refund.
   */
  refundAmountCents?: number | undefined
  /** Must be the sale's currency. */
  currency?: Currency | null | undefined
  /** Your own ID for this refund, unique within the sale. A repeated ID counts once. */
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
      /** Whether the refund is partial, full, for a sale without a commission, or repeated. */
      status: 'refunded' | 'reversed' | 'no_commission' | 'skipped'
      saleId: number
      commissionId: number | null
      /** The total amount refunded for the sale. */
      refundedAmountCents: number
      /** The sale's remaining amount. */
      remainingAmountCents: number
      message: string
    }
  | { isTest: true; eventId: number; message: string }

export function readClick({ body }: CallResult): ClickResult {
  const message = String(body.message)
  const test = readTest(body)
  if (test !== undefined) return { isCounted: false, isTest: true, eventId: test, message }
  if (body.success !== true) {
    return { isCounted: false, isTest: false, reason: readText(body, 'reason'), message }
  }
  return {
    isCounted: true,
    isTest: false,
    clickId: readText(body, 'click_id'),
    partnerCode: readText(body, 'partner_code'),
    cookieWindowDays: readInteger(body, 'cookie_window_days'),
  }
}

export function readLead({ body }: CallResult): LeadResult {
  const message = String(body.message)
  const test = readTest(body)
  if (test !== undefined) return { isTest: true, leadId: test, isProvisional: false, message }
  const isProvisional = body.provisional === true
  return { isTest: false, leadId: readInteger(body, 'lead_id'), isProvisional, message }
}

export function readSale({ body }: CallResult): SaleResult {
  const message = String(body.message)
  const test = readTest(body)
  if (test !== undefined) {
    return { alreadyRecorded: false, isTest: true, saleId: test, commissionId: null, message }
  }
  const saleId = readIntegerOrNull(body, 'sale_id')
  const commissionId = readIntegerOrNull(body, 'commission_id')
  return { alreadyRecorded: false, isTest: false, saleId, commissionId, message }
}

/** Returns the sale recorded by an earlier call, possibly one whose response was lost. */
export function readRecordedSale({ details, message }: AffiliateError): SaleResult {
  return { alreadyRecorded: true, saleId: readInteger(details, 'sale_id'), message }
}

export function readRefund({ body }: CallResult): RefundResult {
  const message = String(body.message)
  const test = readTest(body)
  if (test !== undefined) return { isTest: true, eventId: test, message }
  return {
    isTest: false,
    status: readStatus(body),
    saleId: readInteger(body, 'sale_id'),
    commissionId: readIntegerOrNull(body, 'commission_id'),
    refundedAmountCents: readInteger(body, 'refunded_amount_cents'),
    remainingAmountCents: readInteger(body, 'remaining_amount_cents'),
    message,
  }
}

/** Returns the ID of a test event, or undefined for a live response. */
function readTest(body: Json): number | undefined {
  return isObject(body.data) && body.data.test_mode === true ? readInteger(body.data, 'eventId') : undefined
}

const STATUSES = ['refunded', 'reversed', 'no_commission', 'skipped'] as const

function readStatus(body: Json): (typeof STATUSES)[number] {
  const status = STATUSES.find((one) => one === body.status)
  if (status === undefined) throw unexpectedResponse('status')
  return status
}

function readIntegerOrNull(body: Json, field: string): number | null {
  return body[field] === null ? null : readInteger(body, field)
}

function readInteger(body: Json, field: string): number {
  const value = body[field]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw unexpectedResponse(field)
}

function readText(body: Json, field: string): string {
  const value = body[field]
  if (typeof value === 'string') return value
  throw unexpectedResponse(field)
}

function unexpectedResponse(field: string) {
  return new AffiliateError(
    'unexpected_response',
    `The response has no ${field}. Check that baseUrl is the service's.`,
  )
}
