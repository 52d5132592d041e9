import type { SaleType, SubscriptionInterval } from '../../core/enums.ts'
import { BASE_CURRENCY, type Currency } from '../../core/money/currency.ts'
import { parseInstant } from '../../core/time/instant.rule.ts'
import type { UnknownField } from '../requests/decision.ts'
import { findPlaceholder } from '../requests/placeholder-field.rule.ts'
import { testModeError } from '../requests/test-event.rule.ts'

/** Payment providers that a sale may have (D11). */
export const PROVIDERS = [
  'stripe',
  'paypal',
  'paddle',
  'lemonsqueezy',
  'polar',
  'braintree',
  'adyen',
  'square',
  'sepa',
  'x402',
  'other',
] as const

/** A sale request's body with checked types; see the sale endpoint's field table. */
export interface SaleFields {
  transaction_id?: string
  amount_cents?: number
  tax_amount_cents?: number
  customer_key?: string
  click_id?: string
  currency?: unknown
  sale_type?: SaleType
  additional_data?: Record<string, unknown>
  is_recurring?: boolean
  subscription_id?: string
  subscription_interval?: SubscriptionInterval
  product_id?: string
  occurred_at?: string
  provider?: string
  provider_payment_id?: string
  coupon_code?: string
  livemode?: boolean
}

/** A valid sale request with defaults filled in. Instants are UTC. */
export interface SaleRequest {
  transaction_id: string | undefined
  amount_cents: number | undefined
  tax_amount_cents: number | undefined
  customer_key: string | undefined
  click_id: string | undefined
  currency: Currency
  sale_type: SaleType
  additional_data: Record<string, unknown> | undefined
  is_recurring: boolean
  subscription_id: string | undefined
  subscription_interval: SubscriptionInterval | undefined
  product_id: string | undefined
  occurred_at: Date | undefined
  provider: string | undefined
  provider_payment_id: string | undefined
  /** As sent. */
  coupon_code?: string | undefined
  /** Ignored fields of the request. */
  unknown_fields?: readonly UnknownField[] | undefined
  /** The visit according to the merchant's server. */
  browser?: string | undefined
  landing_page?: string | undefined
}

/** A live sale request, which requires two more fields. */
export type LiveSaleRequest = SaleRequest & { transaction_id: string; amount_cents: number }

/** The deployment's limits and currencies. */
export interface SaleLimits extends OccurredAtLimits {
  currencies: readonly Currency[]
}

interface OccurredAtLimits {
  occurredAtMaxAgeMs: number
  occurredAtMaxSkewMs: number
}

export type SaleRequestResult =
  | { kind: 'valid'; request: SaleRequest }
  | { kind: 'invalid_field'; field: string; message: string }
  | { kind: 'unsupported_currency'; currency: unknown }

/** Returns whether the body has a flag that makes the sale a test sale. A test API key has the same effect. */
export function requestsTestMode(body: Record<string, unknown>): boolean {
  const { additional_data: data } = body
  const isRequestedInData =
    data !== null && typeof data === 'object' && 'test_mode' in data && data.test_mode === true
  return isRequestedInData || body.livemode === false
}

/**
 * Applies the field rules that a schema can't express, in D6's order: fields first, the currency last. A live sale
 * requires `transaction_id` and `amount_cents`; a test sale doesn't (D13).
 */
export function checkSaleRequest(
  fields: SaleFields,
  { isTest, receivedAt }: { isTest: boolean; receivedAt: Date },
  limits: SaleLimits,
): SaleRequestResult {
  if (!isTest && fields.transaction_id === undefined) return missingField('transaction_id')
  if (!isTest && fields.amount_cents === undefined) return missingField('amount_cents')
  // If customer_key is sent, click_id is not used.
  const customer = fields.customer_key === undefined ? 'click_id' : 'customer_key'
  const placeholder = findPlaceholder(fields, ['transaction_id', customer])
  if (placeholder !== undefined) return invalidRequest(placeholder.field, placeholder.message)
  const { amount_cents, tax_amount_cents } = fields
  if (amount_cents !== undefined && tax_amount_cents !== undefined && tax_amount_cents > amount_cents) {
    return invalidRequest('tax_amount_cents', 'tax_amount_cents is part of amount_cents and can’t be larger.')
  }
  const testMode = testModeError(fields.additional_data)
  if (testMode !== undefined) return invalidRequest(testMode.field, testMode.message)
  const occurredAt = checkOccurredAt(fields.occurred_at, receivedAt, limits)
  if (occurredAt instanceof Date || occurredAt === undefined) {
    const currency = limits.currencies.find((one) => one === (fields.currency ?? BASE_CURRENCY))
    if (currency === undefined) return { kind: 'unsupported_currency', currency: fields.currency }
    return { kind: 'valid', request: withDefaults(fields, currency, occurredAt) }
  }
  return occurredAt
}

/** Checks that occurred_at is at most 30 days old and at most 5 minutes ahead of the receive time, inclusive (D10). */
function checkOccurredAt(
  text: string | undefined,
  receivedAt: Date,
  limits: OccurredAtLimits,
): Date | SaleRequestResult | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (instant === undefined) {
    return invalidRequest(
      'occurred_at',
      'occurred_at must be an ISO 8601 date-time with an offset, such as 2026-03-10T12:00:00Z.',
    )
  }
  const ageMs = receivedAt.getTime() - instant.getTime()
  if (ageMs > limits.occurredAtMaxAgeMs)
    return invalidRequest('occurred_at', 'occurred_at is more than 30 days ago.')
  if (-ageMs > limits.occurredAtMaxSkewMs) {
    return invalidRequest('occurred_at', 'occurred_at is more than 5 minutes in the future.')
  }
  return instant
}

function withDefaults(fields: SaleFields, currency: Currency, occurredAt: Date | undefined): SaleRequest {
  return {
    transaction_id: fields.transaction_id,
    amount_cents: fields.amount_cents,
    tax_amount_cents: fields.tax_amount_cents,
    customer_key: fields.customer_key,
    click_id: fields.click_id,
    currency,
    sale_type: fields.sale_type ?? 'payment',
    additional_data: fields.additional_data,
    is_recurring: fields.is_recurring ?? false,
    subscription_id: fields.subscription_id,
    subscription_interval: fields.subscription_interval,
    product_id: fields.product_id,
    occurred_at: occurredAt,
    provider: fields.provider,
    provider_payment_id: fields.provider_payment_id,
    coupon_code: fields.coupon_code,
  }
}

function missingField(field: string): SaleRequestResult {
  return invalidRequest(field, `${field} is required for a live sale.`)
}

function invalidRequest(field: string, message: string): SaleRequestResult {
  return { kind: 'invalid_field', field, message }
}
