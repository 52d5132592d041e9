import { wordsOf } from '../platform/nearest-name.rule.ts'

/** A field of a refund call that is refused, by its path, and what to send instead. */
export interface RefundFault {
  field: string
  message: string
}

/**
 * Finds a field that would make a refund take back more than its caller meant, or another currency. Without an amount the
 * whole sale is refunded, so an amount under another name, at any level, or one that is null or empty, is not "no amount".
 * @param known the fields that the call takes
 */
export function findRefundFault(
  body: Record<string, unknown>,
  known: readonly string[],
): RefundFault | undefined {
  const amount = Object.hasOwn(body, AMOUNT) ? body[AMOUNT] : undefined
  if (amount === null || amount === '') {
    const message = `\`${AMOUNT}\` must not be empty. Send the amount, or leave the field out to refund all that is left.`
    return { field: AMOUNT, message }
  }
  const unknown = Object.fromEntries(Object.entries(body).filter(([name]) => !known.includes(name)))
  for (const { field, name, value } of fieldsOf(unknown)) {
    if (looksLikeAmount(name, value)) {
      return { field, message: `Unknown field \`${field}\`. Send the amount as \`${AMOUNT}\`.` }
    }
    if (wordsOf(name).includes('currency')) {
      return { field, message: `Unknown field \`${field}\`. Did you mean \`currency\`?` }
    }
  }
  return undefined
}

const AMOUNT = 'refund_amount_cents'

interface Field {
  /** Its path. */
  field: string
  name: string
  value: unknown
}

/** Every field of an object and, down to a limit, those within it. */
function fieldsOf(within: object, path = '', level = 1): Field[] {
  if (level > MOST_LEVELS) return []
  return Object.entries(within).flatMap(([name, value]) => {
    const field = path + name
    const isObject = value !== null && typeof value === 'object'
    return [{ field, name, value }, ...(isObject ? fieldsOf(value, `${field}.`, level + 1) : [])]
  })
}

const MOST_LEVELS = 5

/** In any case style, misspelt or not: `amount_cents`, `refundAmount`, `TotalPrice`, `ammount`; and a number that is the refund. */
function looksLikeAmount(name: string, value: unknown): boolean {
  const words = wordsOf(name)
  const letters = words.join('')
  const isRefund = /^refund(?:ed)?$/.test(letters) && /^-?[\d.,]+$/.test(String(value))
  return isRefund || words.some((word) => WORDS.has(word)) || WITHIN.test(letters)
}

const WORDS = new Set(
  'amt cent cents sum value values total totals subtotal price prices money gross net percent percentage partial'.split(
    ' ',
  ),
)

/** Words that were run together, and the slips of the commonest. */
const WITHIN = /amm?ount|amm?out|amonut|amuont|cents$|refund(?:total|value|sum|price)|totalprice/
