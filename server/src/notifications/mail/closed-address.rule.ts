const BYTES = 16
const CLOSED = /^closed-[0-9a-f]{32}@closed\.invalid$/

/** Random bytes of what stands in the place of an address. */
export const CLOSED_ADDRESS_BYTES = BYTES

/** What stands in the place of the address of a partner who closed his account: it leads back to nobody, and takes no mail. */
export function closedAddress(random: Buffer): string {
  if (random.length !== BYTES) throw new Error(`an address that was closed takes ${BYTES} bytes`)
  return `closed-${random.toString('hex')}@closed.invalid`
}

/** Whether an address is one of those: nothing is mailed to it. */
export function isClosedAddress(address: string): boolean {
  return CLOSED.test(address)
}
