import { randomUUID } from 'node:crypto'
import type { Deps } from '../../../src/core/deps.ts'
import { mailLimits } from '../../../src/notifications/mail/limits.ts'
import type { MailResult, NewMail } from '../../../src/notifications/mail/mail.ts'
import { createMailSender } from '../../../src/notifications/mail/send-mails.job.ts'
import { createSmtpMailer } from '../../../src/notifications/mail/smtp.adapter.ts'
import { writeMails } from '../../../src/notifications/mail/write-mails.flow.ts'

/** Sends a service's emails as the service does itself, and returns the result of each attempt. */
export function createSender(deps: Deps) {
  const { mail } = deps.config
  if (mail?.server === undefined) throw new Error('the service has no mail server')
  const outcomes: MailResult[] = []
  const errors: unknown[] = []
  const mailer = createSmtpMailer({ ...mail, server: mail.server })
  const sender = createMailSender(deps, mailer, {
    onError: (error) => errors.push(error),
    onMail: (outcome) => outcomes.push(outcome),
  })
  return { ...sender, outcomes, errors }
}

/** Queues an email without other data. */
export async function writeMail(deps: Deps, fields: Partial<Pick<NewMail, 'cause' | 'recipient'>> = {}) {
  const mail = { cause: `test:${randomUUID()}`, recipient: `${randomUUID()}@members.test`, ...fields }
  await writeMails(deps, deps.database.kysely, [
    {
      ...mail,
      kind: 'webhook_disabled',
      workspaceId: null,
      programId: null,
      data: {
        programId: 1,
        programName: 'Acme',
        host: 'hooks.test',
        reason: 'gone',
        at: '2026-03-10T12:00:00.000Z',
      },
      expiresAt: new Date(deps.clock.now().getTime() + mailLimits.mailSendDays * 24 * 60 * 60 * 1000),
    },
  ])
  return mail
}

/** Loads the emails to a recipient from the database. */
export function readMailsTo({ database }: Pick<Deps, 'database'>, recipient: string) {
  return database.kysely.selectFrom('mails').selectAll().where('recipient', '=', recipient).execute()
}
