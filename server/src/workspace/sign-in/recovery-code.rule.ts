/**
 * Digits and lower-case letters without i, l, o and u, which are easily confused. There are 32, so every byte maps to
 * one without bias.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 3
const GROUP_SIGNS = 4

/** One random byte per character, 60 bits of entropy in total. */
export const RECOVERY_CODE_BYTES = GROUPS * GROUP_SIGNS

/**
 * Returns a recovery code for a second factor, such as `7k3m-x0qa-92vd`. Its length distinguishes it from older codes,
 * which have ten characters and are case-sensitive.
 */
export function recoveryCode(bytes: Uint8Array): string {
  if (bytes.length !== RECOVERY_CODE_BYTES) throw new Error('a recovery code needs one byte per character')
  const signs = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return Array.from({ length: GROUPS }, (_, n) => signs.slice(n * GROUP_SIGNS, (n + 1) * GROUP_SIGNS)).join(
    '-',
  )
}
