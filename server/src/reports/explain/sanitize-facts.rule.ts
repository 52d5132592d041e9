/** What turns the line around it, or breaks it: of the values that sentences quote, outsiders wrote many. */
const TURNING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * Facts as a sentence may hold them: no text turns or breaks the sentence around it, or ends the backticks that it stands in.
 * Only sentences: beside them the facts are answered as they are. What the API itself once said keeps its backticks.
 */
export function sanitizeFacts<Value>(value: Value): Value {
  return mapped(value, undefined) as Value // safe because texts become texts, and all else is as it was
}

function mapped(value: unknown, name: string | undefined): unknown {
  if (typeof value === 'string') {
    const text = value.replace(TURNING, '?')
    return name === 'message' && text.split('`').length % 2 === 1 ? text : text.replaceAll('`', "'")
  }
  if (Array.isArray(value)) return value.map((one: unknown) => mapped(one, undefined))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, key)]))
}
