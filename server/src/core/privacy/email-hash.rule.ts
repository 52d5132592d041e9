import { createHmac } from 'node:crypto'

/**
 * Hashes a customer's email, which is only stored in this form (D25): an HMAC of the trimmed, lower-case address with
 * the installation's secret, so the database alone reveals nothing.
 */
export function hashEmail(email: string, appSecret: string): Buffer {
  return createHmac('sha256', appSecret).update(`email:${email.trim().toLowerCase()}`).digest()
}
