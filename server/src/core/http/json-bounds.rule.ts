export interface JsonBounds {
  /** Maximum nesting depth. */
  levels: number
  /** Maximum number of opening brackets and commas, which is roughly the number of values. */
  parts: number
}

/**
 * Whether UTF-8 text stays within the bounds. It is checked before parsing, because many small or deep values cost far
 * more to parse than to scan. Doesn't validate the JSON; the parser does.
 */
export function isWithinJsonBounds(bytes: Uint8Array, { levels, parts }: JsonBounds): boolean {
  let level = 0
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = findStringEnd(bytes, at)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        level++
        values++
        if (level > levels || values > parts) return false
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        level--
        break
      case COMMA:
        values++
        if (values > parts) return false
    }
  }
  return true
}

/** Returns the index of the closing quote, or of the end of the text if there is none. */
function findStringEnd(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
