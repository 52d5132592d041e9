import type { MailOutcome, MailReply } from './mail.ts'
import { nextMailAttempt } from './mail-schedule.rule.ts'

/**
 * What becomes of a mail after an attempt. It has failed for good where the server refused this recipient or this very
 * message (5xx to RCPT or DATA), and after the last attempt. All else is tried again: a server that asks for patience
 * (4xx), is away or silent, and also one that refuses the sender or the login, which the operator can mend.
 * `chance` from 0 to 1 picks the jitter.
 */
export function decideMailOutcome(
  { attempts, endedAt, reply }: { attempts: number; endedAt: Date; reply: MailReply },
  chance: number,
): MailOutcome {
  if (reply.kind === 'accepted') return { state: 'sent', at: endedAt }
  const error = reply.words
  const code = reply.kind === 'refused' ? reply.code : undefined
  if (reply.kind === 'refused' && isForGood(reply)) return { state: 'failed', code, error }
  const next_attempt_at = nextMailAttempt(attempts, endedAt, chance)
  if (next_attempt_at === undefined) return { state: 'failed', code, error }
  return { state: 'pending', next_attempt_at, code, error }
}

function isForGood({ code, command }: { code: number; command: string }): boolean {
  return code >= 500 && code < 600 && /^(RCPT TO|DATA)/i.test(command)
}
