import { AffiliateError } from './errors.ts'

type PortalId =
  | 'customerKey'
  | 'transactionId'
  | 'refundId'
  | 'eventId'
  | 'sessionId'
  | 'subscriptionId'
  | 'productId'
  | 'providerPaymentId'

/** Tracking fields whose IDs may be numbers, which are sent as strings. */
export type WithNumericIds<Input> = {
  [Field in keyof Input]: Field extends PortalId ? Input[Field] | number | bigint : Input[Field]
}

/** Fields in which a placeholder would merge different customers, orders or refunds. */
const IDENTIFYING_FIELDS = ['customer_key', 'transaction_id', 'refund_id']
/** Fields in which a placeholder means that there is no value, such as for a visitor without a referral. */
const OPTIONAL_FIELDS = ['click_id', 'existing_click_id', 'event_id']
const OTHER_FIELDS = ['session_id', 'subscription_id', 'product_id', 'provider_payment_id']

/** String forms of missing values, which the service rejects, and of non-finite numbers. */
const PLACEHOLDER = /^\s*(undefined|null|nan|none|true|false|-?infinity|\[object object\])\s*$/i

/**
 * Converts numeric IDs to strings and removes placeholders.
 * @throws {AffiliateError} `invalid_request` if a placeholder would identify something
 */
export function normalizeIds(fields: Record<string, unknown>): Record<string, unknown> {
  const sentFields = { ...fields }
  for (const field of [...IDENTIFYING_FIELDS, ...OPTIONAL_FIELDS, ...OTHER_FIELDS])
    sentFields[field] = toText(sentFields[field])
  for (const field of OPTIONAL_FIELDS) if (isPlaceholder(sentFields[field])) sentFields[field] = undefined
  const invalid = IDENTIFYING_FIELDS.find((field) => isPlaceholder(sentFields[field]))
  if (invalid === undefined) return sentFields
  throw new AffiliateError(
    'invalid_request',
    `${invalid} is "${sentFields[invalid]}", which is not a valid ID, so nothing was sent. Check for a variable without a value.`,
    { details: { field: invalid } },
  )
}

function toText(value: unknown): unknown {
  return typeof value === 'bigint' || Number.isFinite(value) ? String(value) : value
}

function isPlaceholder(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && PLACEHOLDER.test(String(value))
}
