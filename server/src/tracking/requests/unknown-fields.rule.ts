import { nearestName, splitName } from '../../core/text/nearest-name.rule.ts'
import type { DecisionFacts, UnknownField } from './decision.ts'

/** A request can have thousands of unknown fields. */
const MAX_FIELDS = 5

/** Only plain identifiers are repeated, because a name could contain anything, such as an email address. */
const NAME = /^[A-Za-z_][\w-]{0,63}$/

/**
 * Returns the fields of a request's body that its schema doesn't have. They are ignored, never rejected (D55), so the
 * response names them.
 * @param knownFields the fields of the request schema
 */
export function unknownFields(
  body: Readonly<Record<string, unknown>>,
  knownFields: readonly string[],
): UnknownField[] {
  const unknown = Object.keys(body).filter((field) => !knownFields.includes(field) && NAME.test(field))
  return unknown.slice(0, MAX_FIELDS).map((field) => {
    const meantName = suggestField(field, knownFields)
    return meantName === undefined || Object.hasOwn(body, meantName) ? { field } : { field, meant: meantName }
  })
}

function suggestField(field: string, knownFields: readonly string[]): string | undefined {
  const alias = ALIASES.get(splitName(field).join(''))
  if (alias === undefined) return nearestName(field, knownFields)
  return knownFields.some((one) => one === alias.split('.')[0]) ? alias : undefined
}

/** Names from other products that don't resemble the field they mean. */
const ALIASES = new Map(
  Object.entries({
    transaction_id:
      'id orderid order ordernumber orderref paymentid chargeid invoiceid invoicenumber reference',
    customer_key: 'userid user externalid customer customerexternalid',
    amount_cents: 'total price revenue value saleamount ordertotal',
    tax_amount_cents: 'tax vat',
    coupon_code: 'code discountcode discount promocode promo promotioncode voucher vouchercode',
    click_id: 'serviceclickid clickref',
    occurred_at: 'date timestamp created createdat purchasedat',
    additional_data: 'metadata meta custom',
    'additional_data.test_mode': 'test testmode istest',
    refund_reason: 'reason note',
  }).flatMap(([field, names]) => names.split(' ').map((name) => [name, field] as const)),
)

/** Returns ignored fields as a fact for the decision on their request. */
export function unknownFieldsNote(
  unknownFields: readonly UnknownField[] = [],
): Pick<DecisionFacts, 'unknownFields'> {
  return unknownFields.length === 0 ? {} : { unknownFields }
}

/** Returns the ignored field in an `unknownFieldsText` message that most likely means this field. */
export function fieldMeaning(meant: string, message: string): string | undefined {
  return message.match(new RegExp(`\`([\\w-]+)\` \\(did you mean \`${meant}\`\\?\\)`))?.[1]
}

/** Returns the ignored fields in a sentence: "Ignored unknown field `couponCode` (did you mean `coupon_code`?)." */
export function unknownFieldsText(fields: readonly UnknownField[]): string {
  if (fields.length === 0) return ''
  const names = fields.map(({ field, meant }) =>
    meant === undefined ? `\`${field}\`` : `\`${field}\` (did you mean \`${meant}\`?)`,
  )
  return `Ignored unknown ${names.length === 1 ? 'field' : 'fields'} ${names.join(', ')}.`
}
