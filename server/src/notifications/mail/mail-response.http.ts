import Type, { type Static } from 'typebox'
import { MAIL_KINDS, MAIL_STATES } from '../../core/enums.ts'
import { choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { LoggedMail } from './mails.sql.ts'
import { hasSecretLink } from './resend-mail.flow.ts'

export const Mail = namedObject('Mail', {
  id: Type.Integer(),
  kind: choice(MAIL_KINDS, 'MailKind'),
  recipient: Type.String(),
  programId: nullable(Type.Integer({ description: 'The program that the email is about.' })),
  messageId: Type.String({ description: 'The Message-ID, which is the same for every attempt.' }),
  state: choice(MAIL_STATES, 'MailState'),
  attempts: Type.Integer(),
  lastCode: nullable(Type.Integer({ description: 'SMTP status of the mail server’s last rejection.' })),
  lastError: nullable(Type.String()),
  hasSecretLink: Type.Boolean({
    description:
      'Whether the email contains a sign-in or invitation link. It can’t be resent, because the link isn’t stored. Send a new one instead.',
  }),
  createdAt: Instant,
  expiresAt: Instant,
  lastAttemptAt: nullable(Instant),
  nextAttemptAt: nullable(Instant),
  sentAt: nullable(Instant),
})

export function showMail(row: LoggedMail): Static<typeof Mail> {
  return { ...toResponseFields(row), hasSecretLink: hasSecretLink(row.kind) }
}
