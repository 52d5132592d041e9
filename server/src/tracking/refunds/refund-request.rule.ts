import { editDistance, splitName } from '../../core/text/nearest-name.rule.ts'

/** A rejected field in a refund request, with its path and what to send instead. */
export interface RefundError {
  field: string
  message: string
}

/**
 * Returns the first field that could make a refund larger than intended, use another currency, or look like a repeat.
 * Without an amount, the whole sale is refunded, so misnamed, null and empty amounts and unknown numbers are rejected.
 * Without a `refund_id`, the request reports a total, so misspelled IDs are also rejected.
 * @param knownFields the fields in the request schema
 */
export function findRefundError(
  body: Record<string, unknown>,
  knownFields: readonly string[],
): RefundError | undefined {
  const amount = Object.hasOwn(body, AMOUNT) ? body[AMOUNT] : undefined
  if (amount === null || amount === '') {
    const message = `\`${AMOUNT}\` must not be empty. Send the amount, or omit the field to refund the remaining amount.`
    return { field: AMOUNT, message }
  }
  const unknownFields = listFields(
    Object.fromEntries(Object.entries(body).filter(([name]) => !knownFields.includes(name))),
  )
  const hasId = body.refund_id !== undefined && body.refund_id !== null && body.refund_id !== ''
  return (
    firstError(unknownFields, nameFault) ??
    (hasId ? undefined : firstError(unknownFields, idFault)) ??
    (amount === undefined ? findOtherAmount(unknownFields, body.additional_data) : undefined)
  )
}

function firstError(
  fields: readonly Field[],
  findError: (field: Field) => string | undefined,
): RefundError | undefined {
  for (const field of fields) {
    const hint = findError(field)
    if (hint !== undefined)
      return { field: field.field, message: `Unknown field \`${field.field}\`. ${hint}` }
  }
  return undefined
}

/** Returns the hint for a field that is rejected regardless of other fields. */
function nameFault({ field, name, value }: Field): string | undefined {
  if (looksLikeAmount(name, value)) return `Send the amount as \`${AMOUNT}\`.`
  if (splitName(name).includes('currency')) return 'Did you mean `currency`?'
  const letters = splitName(field).join('')
  if (letters === 'testmode') return 'Did you mean `additional_data.test_mode`?'
  return letters === 'livemode' ? 'Did you mean `livemode`?' : undefined
}

function idFault({ field, value }: Field): string | undefined {
  const isId = typeof value === 'string' || typeof value === 'number'
  return isId && looksLikeRefundId(field) ? 'Did you mean `refund_id`?' : undefined
}

/**
 * Returns whether a field looks like the ID under another name: `refundId`, `refund.id`, `refund_ref`, `reference`,
 * or misspelled.
 */
function looksLikeRefundId(field: string): boolean {
  const words = splitName(field)
  const letters = words.join('')
  if (ID_NAMES.has(letters)) return true
  if (words.some((word) => /^refund(?:ed|s)?$/.test(word)) && words.some((word) => ID_WORDS.has(word))) {
    return true
  }
  const maxTypos = letters.endsWith('id') ? 2 : 1
  return editDistance(letters.slice(0, MAX_ID_CHARS), 'refundid') <= maxTypos
}

const ID_WORDS = new Set('id ids uuid ref reference number no key token identifier'.split(' '))

const ID_NAMES = new Set(
  (
    'id uuid identifier ref refid reference referenceid referencenumber refundref refundreference refundkey ' +
    'refunduuid refundnumber idempotencykey idempotencyid idempotencytoken externalid externalref externalreference'
  ).split(' '),
)

const MAX_ID_CHARS = 64

/** Returns a number that may be meant as the amount, at the top level, in a refund object or in `additional_data`. */
function findOtherAmount(unknownFields: readonly Field[], additionalData: unknown): RefundError | undefined {
  const number = unknownFields.find(({ field, name, value }) => {
    const isRefundField = !field.includes('.') || /^refund/i.test(field)
    return isRefundField && isNumeric(value) && !isIdOrTimeName(name)
  })
  if (number !== undefined) {
    const message =
      `Unknown field \`${number.field}\` is a number, and no amount was sent. ` +
      `Send the amount as \`${AMOUNT}\`, or omit the field to refund the remaining amount.`
    return { field: number.field, message }
  }
  if (additionalData === null || typeof additionalData !== 'object') return undefined
  const misplacedAmount = listFields(additionalData, 'additional_data.').find(
    ({ name, value }) =>
      value !== null &&
      value !== '' &&
      value !== false &&
      !isIdOrTimeName(name) &&
      (looksLikeAmount(name, value) || splitName(name).some((word) => AMOUNT_FIELD_NAMES.has(word))),
  )
  if (misplacedAmount === undefined) return undefined
  const message =
    `\`${misplacedAmount.field}\` is not used as the amount, and no amount was sent. ` +
    `Send the amount as \`${AMOUNT}\`, or omit the field to refund the remaining amount.`
  return { field: misplacedAmount.field, message }
}

/**
 * Returns whether a field's name stands for an ID or a time. Clients add their own such fields, often with numbers:
 * `order_id`, `program_id`, `created_at`.
 */
function isIdOrTimeName(name: string): boolean {
  return ['id', 'at', 'date', 'time', 'timestamp'].includes(splitName(name).at(-1) ?? '')
}

/**
 * Returns whether the value is a number, or text that contains only a number: `5`, `"12.50"`, `"1,234.50"`, `"€5"`.
 */
function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return true
  return typeof value === 'string' && value.length <= MAX_NUMBER_CHARS && NUMBER.test(value.trim())
}

const NUMBER =
  /^[-+]?(?:\p{Sc}|[A-Z]{3}\s)?\s*(?:\d+|\d{1,3}(?:[.,'\u2019\s]\d{3})+)?(?:[.,]?\d+)(?:\s*(?:\p{Sc}|%)|\s+[A-Z]{3})?$/u

const MAX_NUMBER_CHARS = 64

const AMOUNT = 'refund_amount_cents'

interface Field {
  /** The field's path. */
  field: string
  name: string
  value: unknown
}

/** Returns every field of an object, including nested ones up to a depth limit. */
function listFields(body: object, path = '', level = 1): Field[] {
  if (level > MAX_LEVELS) return []
  return Object.entries(body).flatMap(([name, value]) => {
    const field = path + name
    const isObject = value !== null && typeof value === 'object'
    return [{ field, name, value }, ...(isObject ? listFields(value, `${field}.`, level + 1) : [])]
  })
}

const MAX_LEVELS = 5

/**
 * Returns whether a field looks like an amount, in any case style or misspelled: `amount_cents`, `refundAmount`,
 * `TotalPrice`, `ammount`, or a numeric `refund`.
 */
function looksLikeAmount(name: string, value: unknown): boolean {
  const words = splitName(name)
  const letters = words.join('')
  const isRefund = /^refund(?:ed)?$/.test(letters) && /^-?[\d.,]+$/.test(String(value))
  return isRefund || words.some((word) => WORDS.has(word)) || AMOUNT_FRAGMENTS.test(letters)
}

const WORDS = new Set(
  'amt cent cents sum value values total totals subtotal price prices money gross net percent percentage partial'.split(
    ' ',
  ),
)

/** Other words about money, which are allowed in addition to an amount but not instead of it. */
const AMOUNT_FIELD_NAMES = new Set(
  'usd eur vnd gbp dollar dollars euro euros minor refundable betrag montant importe importo'.split(' '),
)

/** Amount names without word boundaries, and common misspellings. */
const AMOUNT_FRAGMENTS = /amm?ount|amm?out|amonut|amuont|cents$|refund(?:total|value|sum|price)|totalprice/
