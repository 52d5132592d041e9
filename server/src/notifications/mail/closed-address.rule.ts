const HASH_BYTES = 16
const CLOSED = /^closed-[0-9a-f]{32}@closed\.invalid$/

/** Number of random bytes in a replaced address. */
export const CLOSED_ADDRESS_BYTES = HASH_BYTES

/**
 * Returns the replacement address for a partner who closed their account. It contains nothing about the partner and
 * can't receive email.
 */
export function closedAccountAddress(random: Buffer): string {
  if (random.length !== HASH_BYTES) throw new Error(`a replaced address requires ${HASH_BYTES} bytes`)
  return `closed-${random.toString('hex')}@closed.invalid`
}

/** Returns whether an address is such a replacement, which gets no email. */
export function isClosedAddress(address: string): boolean {
  return CLOSED.test(address)
}
