import { createHmac } from 'node:crypto'

/**
 * Returns a pseudonymous code for a customer, such as `8F3A21`, which stays the same within a program. The hash is
 * keyed, so that customer IDs can't be enumerated.
 */
export function customerCode(programId: number, customerId: number, appSecret: string): string {
  const hash = createHmac('sha256', appSecret)
    .update(`customer-label:${programId}:${customerId}`)
    .digest('hex')
  return hash.slice(0, 6).toUpperCase()
}
