import Type, { type Static } from 'typebox'
import { MAIL_KINDS, MAIL_STATES } from '../../core/enums.ts'
import { choice, Instant, isoOrNull, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { LoggedMail } from './mails.sql.ts'
import { hasSecretLink } from './resend-mail.flow.ts'

export const Mail = namedObject('Mail', {
  id: Type.Integer(),
  kind: choice(MAIL_KINDS, 'MailKind'),
  recipient: Type.String(),
  programId: nullable(Type.Integer({ description: 'The program it is about.' })),
  messageId: Type.String({ description: 'The same for every attempt.' }),
  state: choice(MAIL_STATES, 'MailState'),
  attempts: Type.Integer(),
  lastCode: nullable(Type.Integer({ description: 'SMTP status of the mail server’s last rejection.' })),
  lastError: nullable(Type.String()),
  hasSecretLink: Type.Boolean({
    description:
      'Whether it contains a sign-in or invitation link. It can’t be resent, because the link isn’t kept; send a new one instead.',
  }),
  createdAt: Instant,
  expiresAt: Instant,
  lastAttemptAt: nullable(Instant),
  nextAttemptAt: nullable(Instant),
  sentAt: nullable(Instant),
})

export function showMail(row: LoggedMail): Static<typeof Mail> {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    programId: row.program_id,
    messageId: row.message_id,
    state: row.state,
    attempts: row.attempts,
    lastCode: row.last_code,
    lastError: row.last_error,
    hasSecretLink: hasSecretLink(row.kind),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastAttemptAt: isoOrNull(row.last_attempt_at),
    nextAttemptAt: isoOrNull(row.next_attempt_at),
    sentAt: isoOrNull(row.sent_at),
  }
}
