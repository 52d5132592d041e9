import { createHmac } from 'node:crypto'

/**
 * The only form in which a customer's e-mail is kept (D25): an HMAC of the trimmed lower-case address under
 * the installation's secret, so that the database alone tells nothing of it.
 */
export function hashEmail(email: string, appSecret: string): Buffer {
  return createHmac('sha256', appSecret).update(`email:${email.trim().toLowerCase()}`).digest()
}
