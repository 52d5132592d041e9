import { isPlaceholderId } from '../../core/text/placeholder-id.rule.ts'

/**
 * The shape of a new link code: what fits into a URL's query without escaping, at most 64 characters. It begins and ends with
 * a letter or digit because a click ignores punctuation around a code (D59).
 */
const LINK_CODE = /^[A-Za-z0-9](?:[A-Za-z0-9._~-]{0,62}[A-Za-z0-9])?$/

/** What stands in place of a code when a link was built wrong, besides the placeholder ids (D56). */
const PARAMETER_NAMES = ['aff', 'ref', 'via']

/** Returns what is wrong with a new link code, as a predicate for its field's name; undefined if it can be used. */
export function linkCodeFault(code: string): string | undefined {
  if (!LINK_CODE.test(code)) {
    return 'must have at most 64 letters, digits and . _ ~ -, and begin and end with a letter or digit'
  }
  if (isPlaceholderId(code) || PARAMETER_NAMES.includes(foldLinkCode(code))) {
    return 'must not be a placeholder such as undefined, null or ref'
  }
  return undefined
}

/** The code in lower case, as the unique index `link_codes_without_case` compares it: two codes must differ in it. */
export function foldLinkCode(code: string): string {
  return code.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}

/** Crockford's base 32: no letter that is read as a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export const LINK_CODE_RANDOM_BYTES = 10

/** A code for a partner who chose none: 10 characters, 50 bits, so that a second try is hardly ever needed. */
export function makeLinkCode(random: Buffer): string {
  return Array.from(random.subarray(0, LINK_CODE_RANDOM_BYTES), (byte) => ALPHABET[byte % 32]).join('')
}
