export interface JsonBounds {
  /** How deep lists and objects may stand in one another. */
  levels: number
  /** How many brackets may open and how many commas may follow, in all: about as many as there are values. */
  parts: number
}

/**
 * Whether a text that claims to be JSON, in UTF-8, stays within bounds: found out before it is parsed, which costs far
 * more for many small parts, or deep ones, than for as many bytes of text. One pass, and no further than to the first
 * part too many. It does not say that the text is JSON: what is broken is for the parser to refuse.
 */
export function isWithinJsonBounds(bytes: Uint8Array, { levels, parts }: JsonBounds): boolean {
  let level = 0
  let seen = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        level++
        seen++
        if (level > levels || seen > parts) return false
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        level--
        break
      case COMMA:
        seen++
        if (seen > parts) return false
    }
  }
  return true
}

/** Where the string that begins at `from` has its closing quote; the end of the text when it has none. */
function endOfString(bytes: Uint8Array, from: number): number {
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
