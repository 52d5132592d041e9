import type { RequestType } from '../../core/enums.ts'
import { EMAIL_SIGN } from '../../core/privacy/at-sign.rule.ts'
import { toStorableText } from '../../core/text/stored-text.rule.ts'
import { trimId } from '../../core/text/trimmed-id.rule.ts'
import type { SentValues } from './request-outcome.ts'

const AMOUNT_FIELD: Readonly<Record<RequestType, string | undefined>> = {
  click: undefined,
  lead: undefined,
  sale: 'amount_cents',
  refund: 'refund_amount_cents',
}

const AMOUNT_CHARS = 64

/** Returns the stored part of a rejected request's body: short, storable text without email addresses. */
export function sentValues(
  type: RequestType,
  body: Readonly<Record<string, unknown>>,
  { maxIdLength }: { maxIdLength: number },
): SentValues {
  const ownValue = (field: string) => (Object.hasOwn(body, field) ? body[field] : undefined)
  const name = (field: string) => storedText(ownValue(field), maxIdLength)
  const amountField = AMOUNT_FIELD[type]
  const transactionId = ownValue('transaction_id')
  return {
    transaction_id: storedText(
      typeof transactionId === 'string' ? trimId(transactionId) : transactionId,
      maxIdLength,
    ),
    customer_key: name('customer_key'),
    // A click request contains the visitor's previous click.
    click_id: name(type === 'click' ? 'existing_click_id' : 'click_id'),
    amount: amountField === undefined ? null : toJson(ownValue(amountField)),
    currency: type === 'sale' ? storedText(ownValue('currency'), AMOUNT_CHARS) : null,
    coupon_code: type === 'sale' || type === 'lead' ? name('coupon_code') : null,
  }
}

/** Returns storable text; null if the value is missing or may be an email address. */
export function storedText(value: unknown, maxChars: number): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'object') return Array.isArray(value) ? '[…]' : '{…}'
  const text = toStorableText(String(value), maxChars)
  return text === '' || mayBeEmail(text) ? null : text
}

/** Returns the value as JSON, where quotes show that a number was sent as text. */
function toJson(value: unknown): string | null {
  const text = storedText(value, AMOUNT_CHARS)
  return typeof value === 'string' && text !== null ? JSON.stringify(text) : text
}

const HAS_EMAIL_SIGN = new RegExp(EMAIL_SIGN, 'i')

function mayBeEmail(text: string): boolean {
  return HAS_EMAIL_SIGN.test(text)
}
