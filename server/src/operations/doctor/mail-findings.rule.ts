import type { MailError } from '../../notifications/mail/mail-fault.rule.ts'
import { type Finding, failure, ok, type WorkReport, warning } from './doctor.ts'

/** The queue is checked every second, so emails that have been due longer than this are not being sent. */
const LATE_MS = 15 * 60_000

/**
 * Checks the mail server.
 * @param fault why it can't be used; undefined if it can
 */
export function checkMailServer(
  server: { host: string; port: number } | undefined,
  fault: MailError | undefined,
): Finding {
  if (server === undefined) {
    return ok('mail', 'Email is off (SMTP_URL is not set). Share invitation links yourself.')
  }
  const place = `The mail server ${server.host}:${server.port}`
  if (fault === undefined) return ok('mail', `${place} is reachable.`)
  return failure(
    'mail',
    `${place} cannot be used: ${fault.message}${fault.isVerbatim ? '' : '.'}`,
    'Correct SMTP_URL or the network. Emails are retried for two days, password reset links for an hour.',
  )
}

export function checkMails({ mails }: WorkReport, now: Date): Finding[] {
  if (mails === undefined) return []
  const { dueSince, failed: count, error, triedAt } = mails
  const waitsMs = dueSince === undefined ? 0 : now.getTime() - Date.parse(dueSince)
  if (waitsMs > LATE_MS && triedAt !== undefined && now.getTime() - Date.parse(triedAt) <= LATE_MS) {
    return [
      warning(
        'mail',
        `An email has been due since ${dueSince}: emails are being sent, but more are queued than the mail server accepts.`,
        'Watch `mail_backlog` in /metrics. If it does not fall, ask your email provider about their rate limit.',
      ),
    ]
  }
  if (waitsMs > LATE_MS) {
    return [
      failure(
        'mail',
        `An email has been due since ${dueSince}: emails are not being sent.`,
        'Check that the service is running, and look for `a job failed` in its log.',
      ),
    ]
  }
  if (count === 0) return []
  return [
    warning(
      'mail',
      `${count} ${count === 1 ? 'email has' : 'emails have'} permanently failed since yesterday. Last error: ${error ?? 'unknown'}.`,
      'See Settings → Email, where you can resend most of them.',
    ),
  ]
}
