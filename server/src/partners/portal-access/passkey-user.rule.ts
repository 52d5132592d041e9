import { createHmac } from 'node:crypto'

/** What an authenticator knows an account by: the same each time, and it says nothing of whose it is. */
export function passkeyUser(accountId: number, appSecret: string): Buffer {
  return createHmac('sha256', appSecret).update(`partner_passkey_user:${accountId}`).digest()
}
