import { createHmac } from 'node:crypto'

/**
 * What a partner calls a customer: the same each time within a program, and of no use to whoever knows the customer. The
 * hash is keyed, so that nobody who numbers customers finds out which one it is.
 */
export function customerLabel(programId: number, customerId: number, appSecret: string): string {
  const hash = createHmac('sha256', appSecret)
    .update(`customer-label:${programId}:${customerId}`)
    .digest('hex')
  return `Customer ${hash.slice(0, 6).toUpperCase()}`
}
