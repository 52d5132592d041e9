import { isPlaceholderId } from '../../core/text/placeholder-id.rule.ts'

/**
 * Format of a new link code: at most 64 characters that need no escaping in a query string. It starts and ends with a
 * letter or digit, because clicks ignore punctuation around a code (D59).
 */
const LINK_CODE = /^[A-Za-z0-9](?:[A-Za-z0-9._~-]{0,62}[A-Za-z0-9])?$/

/** Placeholders that wrongly built links contain, in addition to the placeholder IDs (D56). */
const PARAMETER_NAMES = ['aff', 'ref', 'via']

/** Returns the problem with a new link code, as text that follows the field's name; undefined if it is valid. */
export function linkCodeError(code: string): string | undefined {
  if (!LINK_CODE.test(code)) {
    return 'must have at most 64 letters, digits and . _ ~ -, and start and end with a letter or digit'
  }
  if (isPlaceholderId(code) || PARAMETER_NAMES.includes(foldLinkCode(code))) {
    return 'must not be a placeholder such as undefined, null or ref'
  }
  return undefined
}

/** Returns the code in lower case, like the unique index `link_codes_without_case`. */
export function foldLinkCode(code: string): string {
  return code.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}

const SUGGESTED_CHARS = 32

/** Suggests a link code from a partner's name: `Zoë van Dam` becomes `zoe-van-dam`. Undefined if none can be made. */
export function suggestLinkCode(name: string): string | undefined {
  const code = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, SUGGESTED_CHARS)
    .replace(/-+$/, '')
  return linkCodeError(code) === undefined ? code : undefined
}

/** The alphabet of Crockford's base 32, without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export const LINK_CODE_RANDOM_BYTES = 10

/** Generates a code with 10 characters, which is 50 bits, so collisions are rare. */
export function generateLinkCode(random: Buffer): string {
  return Array.from(random.subarray(0, LINK_CODE_RANDOM_BYTES), (byte) => ALPHABET[byte % 32]).join('')
}
