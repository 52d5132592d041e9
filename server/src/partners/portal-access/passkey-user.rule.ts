import { createHmac } from 'node:crypto'

/** Returns an account's WebAuthn user handle: stable and without personal data. */
export function passkeyUser(accountId: number, appSecret: string): Buffer {
  return createHmac('sha256', appSecret).update(`partner_passkey_user:${accountId}`).digest()
}
