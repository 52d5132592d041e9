import { type Answer, isObject, type Json } from './call.ts'
import { AffiliateError } from './errors.ts'
import type { Currency } from './generated/types.ts'

/** A visit through a partner link, told by the server of the page that the link led to. */
export interface ClickInput {
  /** The absolute address the visitor landed on, with `aff=`, `ref=` or `via=` in its query or hash. */
  affiliateUrl: string
  /**
   * Your own id of this visit, at most 64 characters: within 24 hours the same one on the same link counts once. Made by
   * the client when it is left out, so that a call that is tried again counts once.
   */
  eventId?: string | null | undefined
  /** Optional. If sent, the link must belong to this program. */
  programId?: number | null | undefined
  /** The visitor's: clicks of bots are not counted. Left out, the call counts as deliberate. */
  userAgent?: string | null | undefined
  pageUrl?: string | null | undefined
  pageTitle?: string | null | undefined
  referrerUrl?: string | null | undefined
  sessionId?: string | null | undefined
  screenResolution?: string | null | undefined
  viewportSize?: string | null | undefined
  language?: string | null | undefined
  timezone?: string | null | undefined
  /** The value of the visitor's cookie `service_click_id`, if any. */
  existingClickId?: string | null | undefined
  /** At most 16 KiB as JSON, sent as it is. */
  additionalData?: Record<string, unknown> | null | undefined
}

export type ClickResult =
  | {
      isCounted: true
      isTest: false
      /** Keep it in the cookie `service_click_id`, for `cookieWindowDays`. */
      clickId: string
      partnerCode: string
      cookieWindowDays: number
    }
  | {
      isCounted: false
      isTest: false
      /** More reasons may come. */
      reason: 'unknown_link' | 'inactive_link' | 'bot' | 'program_paused' | (string & {})
      message: string
    }
  | { isCounted: false; isTest: true; eventId: number; message: string }

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
  /** Default USD; ISO 4217, one of those that the service takes: USD, EUR and VND unless it says others. Never converted. */
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
  /** Matched with product-specific commission policies. */
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
   * Defaults to everything that is left. The service refuses `null`, which is more often a lost amount than a whole refund.
   */
  refundAmountCents?: number | undefined
  /** Must be the currency of the sale. */
  currency?: Currency | null | undefined
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

export function readClick({ body }: Answer): ClickResult {
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

export function readLead({ body }: Answer): LeadResult {
  const message = String(body.message)
  const test = readTest(body)
  if (test !== undefined) return { isTest: true, leadId: test, isProvisional: false, message }
  const isProvisional = body.provisional === true
  return { isTest: false, leadId: readInteger(body, 'lead_id'), isProvisional, message }
}

export function readSale({ body }: Answer): SaleResult {
  const message = String(body.message)
  const test = readTest(body)
  if (test !== undefined) {
    return { alreadyRecorded: false, isTest: true, saleId: test, commissionId: null, message }
  }
  const saleId = readIntegerOrNull(body, 'sale_id')
  const commissionId = readIntegerOrNull(body, 'commission_id')
  return { alreadyRecorded: false, isTest: false, saleId, commissionId, message }
}

/** A sale that an earlier call recorded, perhaps one whose answer was lost. */
export function readRecordedSale({ details, message }: AffiliateError): SaleResult {
  return { alreadyRecorded: true, saleId: readInteger(details, 'sale_id'), message }
}

export function readRefund({ body }: Answer): RefundResult {
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

function readText(answer: Json, field: string): string {
  const value = answer[field]
  if (typeof value === 'string') return value
  throw notOurs(field)
}

function notOurs(field: string) {
  return new AffiliateError(
    'unexpected_answer',
    `The answer has no ${field}: does baseUrl lead to the service?`,
  )
}
