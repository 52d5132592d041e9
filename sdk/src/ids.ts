import { AffiliateError } from './errors.ts'

type OwnId =
  | 'customerKey'
  | 'transactionId'
  | 'refundId'
  | 'eventId'
  | 'sessionId'
  | 'subscriptionId'
  | 'productId'
  | 'providerPaymentId'

/** The fields of a track call, with your own ids as numbers if you have them so: they are sent as strings. */
export type WithNumericIds<Input> = {
  [Field in keyof Input]: Field extends OwnId ? Input[Field] | number | bigint : Input[Field]
}

/** An id that is missing here would make one of several customers, orders or refunds. */
const IDENTIFYING = ['customer_key', 'transaction_id', 'refund_id']
/** An id that is missing here is that of a visitor who was not referred, say. */
const LEFT_OUT = ['click_id', 'existing_click_id', 'event_id']
const OTHERS = ['session_id', 'subscription_id', 'product_id', 'provider_payment_id']

/** What code prints for a value that is missing, as the service refuses it, and numbers that are not finite. */
const PLACEHOLDER = /^\s*(undefined|null|nan|none|true|false|-?infinity|\[object object\])\s*$/i

/**
 * The fields of a track call with their ids as the API takes them: numbers as strings, and no placeholders.
 * @throws {AffiliateError} `invalid_request` for a placeholder that something would be identified by
 */
export function withIds(fields: Record<string, unknown>): Record<string, unknown> {
  const sent = { ...fields }
  for (const field of [...IDENTIFYING, ...LEFT_OUT, ...OTHERS]) sent[field] = textOf(sent[field])
  for (const field of LEFT_OUT) if (isPlaceholder(sent[field])) sent[field] = undefined
  const wrong = IDENTIFYING.find((field) => isPlaceholder(sent[field]))
  if (wrong === undefined) return sent
  throw new AffiliateError(
    'invalid_request',
    `${wrong} is "${sent[wrong]}", which is not an id: nothing was sent. Look for a variable that has no value.`,
    { details: { field: wrong } },
  )
}

function textOf(value: unknown): unknown {
  return typeof value === 'bigint' || Number.isFinite(value) ? String(value) : value
}

function isPlaceholder(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && PLACEHOLDER.test(String(value))
}
