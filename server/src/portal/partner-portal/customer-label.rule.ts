import { createHmac } from 'node:crypto'

/**
 * Returns a pseudonymous label for a customer, which stays the same within a program. The hash is keyed, so that
 * customer IDs can't be enumerated.
 */
export function customerLabel(programId: number, customerId: number, appSecret: string): string {
  const hash = createHmac('sha256', appSecret)
    .update(`customer-label:${programId}:${customerId}`)
    .digest('hex')
  return `Customer ${hash.slice(0, 6).toUpperCase()}`
}
