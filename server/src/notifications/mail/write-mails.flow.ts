import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import { encryptSecret, NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { isClosedAddress } from './closed-address.rule.ts'
import type { NewMail } from './mail.ts'
import { insertMails } from './mails.sql.ts'
import { createMessageId } from './message-id.rule.ts'

/**
 * Queues emails in the transaction that causes them. They are sent after the commit, once per cause and recipient. Does
 * nothing for closed accounts, or if email is off.
 * @returns the number of new emails
 */
export async function writeMails(
  { config, clock, ids }: Pick<Deps, 'config' | 'clock' | 'ids'>,
  transaction: Queries,
  mails: readonly NewMail[],
): Promise<number> {
  const { mail: settings, appSecret } = config
  if (settings === undefined) return 0
  const now = clock.now()
  const openMails = mails.filter(({ recipient }) => !isClosedAddress(recipient))
  const rows = openMails.map(({ workspaceId, programId, secret, data, language, expiresAt, ...mail }) => ({
    ...mail,
    // Limits count a mailbox by its canonical address, even if an older row has another form of it.
    recipient: canonicalEmail(mail.recipient) ?? mail.recipient,
    message_id: createMessageId({ ...mail, secret }, settings.from.address, appSecret),
    workspace_id: workspaceId,
    program_id: programId,
    data: JSON.stringify(data),
    language: language ?? null,
    secret: secret === undefined ? null : encryptSecret(secret, appSecret, ids.bytes(NONCE_BYTES)),
    next_attempt_at: now,
    created_at: now,
    expires_at: expiresAt,
  }))
  return insertMails(transaction, rows)
}
