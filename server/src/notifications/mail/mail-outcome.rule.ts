import type { MailOutcome, MailReply } from './mail.ts'
import { nextMailAttempt } from './mail-schedule.rule.ts'

/**
 * Returns the result of an attempt. It fails permanently if the server rejects the recipient or the message (5xx to
 * RCPT or DATA), or after the last attempt. Everything else is retried, including a rejected sender or login, which the
 * operator can fix. `chance`, from 0 to 1, determines the jitter.
 */
export function decideMailOutcome(
  { attempts, endedAt, reply }: { attempts: number; endedAt: Date; reply: MailReply },
  chance: number,
): MailOutcome {
  if (reply.kind === 'accepted') return { state: 'sent', at: endedAt }
  const error = reply.message
  const code = reply.kind === 'rejected' ? reply.code : undefined
  if (reply.kind === 'rejected' && isPermanent(reply)) return { state: 'failed', code, error }
  const next_attempt_at = nextMailAttempt(attempts, endedAt, chance)
  if (next_attempt_at === undefined) return { state: 'failed', code, error }
  return { state: 'pending', next_attempt_at, code, error }
}

function isPermanent({ code, command }: { code: number; command: string }): boolean {
  return code >= 500 && code < 600 && /^(RCPT TO|DATA)/i.test(command)
}
