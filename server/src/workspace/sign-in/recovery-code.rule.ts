/** Digits and small letters without i, l, o and u, which are read as others; 32 of them, so that each byte gives one evenly. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 3
const GROUP_SIGNS = 4

/** What a code takes of chance, in bytes: a sign each. They come to 60 bits. */
export const RECOVERY_CODE_BYTES = GROUPS * GROUP_SIGNS

/**
 * A recovery code of a second factor, such as `7k3m-x0qa-92vd`: no capital counts in it, and it is longer than those of
 * before (ten signs, capitals among them), so that whoever reads a typed one knows which it is.
 */
export function recoveryCode(bytes: Uint8Array): string {
  if (bytes.length !== RECOVERY_CODE_BYTES)
    throw new Error('a recovery code takes a byte for each of its signs')
  const signs = Array.from(bytes, (byte) => SIGNS.charAt(byte % SIGNS.length)).join('')
  return Array.from({ length: GROUPS }, (_, n) => signs.slice(n * GROUP_SIGNS, (n + 1) * GROUP_SIGNS)).join(
    '-',
  )
}
