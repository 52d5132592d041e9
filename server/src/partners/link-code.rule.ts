/** The shape of a link code: what fits into a URL's query without escaping, at most 64 characters. */
export const LINK_CODE = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/

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
