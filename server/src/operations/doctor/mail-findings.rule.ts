import type { MailFault } from '../../notifications/mail/mail-fault.rule.ts'
import { type Finding, failed, ok, type WorkReport, warning } from './doctor.ts'

/** Mails are looked for each second: what is due longer than this, nobody sends. */
const LATE_MS = 15 * 60_000

/** @param fault why the mail server cannot be used; undefined when it can */
export function judgeMailServer(
  server: { host: string; port: number } | undefined,
  fault: MailFault | undefined,
): Finding {
  if (server === undefined) {
    return ok('mail', 'No mail is sent (SMTP_URL is not set): invitations are links to pass on.')
  }
  const place = `The mail server ${server.host}:${server.port}`
  if (fault === undefined) return ok('mail', `${place} takes our mails.`)
  return failed(
    'mail',
    `${place} cannot be used: ${fault.words}${fault.isSaid ? '' : '.'}`,
    'Correct SMTP_URL, or what stands between here and there. Mails are tried for two days meanwhile; links of forgotten passwords for an hour.',
  )
}

export function judgeMails({ mails }: WorkReport, now: Date): Finding[] {
  if (mails === undefined) return []
  const { dueSince, failed: count, error, triedAt } = mails
  const waitsMs = dueSince === undefined ? 0 : now.getTime() - Date.parse(dueSince)
  if (waitsMs > LATE_MS && triedAt !== undefined && now.getTime() - Date.parse(triedAt) <= LATE_MS) {
    return [
      warning(
        'mail',
        `A mail is due since ${dueSince}: mails are sent, and more of them wait than the mail server takes.`,
        'See `mail_backlog` of /metrics. Should it not fall, ask who runs the mail server what it takes in a minute.',
      ),
    ]
  }
  if (waitsMs > LATE_MS) {
    return [
      failed(
        'mail',
        `A mail is due since ${dueSince}: nobody sends it.`,
        'See that the service runs, and what its log says of jobs (`a job failed`).',
      ),
    ]
  }
  if (count === 0) return []
  return [
    warning(
      'mail',
      `${count} ${count === 1 ? 'mail has' : 'mails have'} failed for good since yesterday; the last one: ${error ?? 'no reason given'}.`,
      'The log under Settings, Mail says which, and sends most of them again.',
    ),
  ]
}
