/** Characters that change a line's direction or break it. */
const CONTROL_CHARS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * Makes facts safe to quote in a sentence: text can't change the sentence's direction, break it or end its backticks.
 * API messages keep their backticks.
 */
export function sanitizeExplanation<Value>(value: Value): Value {
  return sanitize(value, undefined) as Value // safe because strings stay strings and the rest is unchanged
}

function sanitize(value: unknown, name: string | undefined): unknown {
  if (typeof value === 'string') {
    const text = value.replace(CONTROL_CHARS, '?')
    return name === 'message' && text.split('`').length % 2 === 1 ? text : text.replaceAll('`', "'")
  }
  if (Array.isArray(value)) return value.map((one: unknown) => sanitize(one, undefined))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sanitize(one, key)]))
}
