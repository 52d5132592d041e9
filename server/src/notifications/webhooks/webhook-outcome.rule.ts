import type { WebhookOutcome } from './webhook-outcome.ts'
import { nextAttemptAt } from './webhook-schedule.rule.ts'

/** An attempt that has ended: which one it was, and what was answered. */
export interface WebhookAttempt {
  attempts: number
  endedAt: Date
  status: number | undefined
  /** Undefined for an answer with 2xx. */
  error: string | undefined
}

/**
 * What becomes of a delivery after an attempt: done with 2xx, given up at once with 410 (the receiver says that
 * it is gone) and after the last attempt, otherwise sent again later. `chance` from 0 to 1 picks the jitter.
 */
export function decideOutcome(attempt: WebhookAttempt, chance: number): WebhookOutcome {
  const { attempts, endedAt, status, error } = attempt
  if (error === undefined && status !== undefined) return { state: 'delivered', at: endedAt, status }
  const failure = { status, error: error ?? 'no answer' }
  if (status === 410) return { state: 'failed', because: 'gone', ...failure }
  const next_attempt_at = nextAttemptAt(attempts, endedAt, chance)
  if (next_attempt_at === undefined) return { state: 'failed', because: 'given_up', ...failure }
  return { state: 'pending', next_attempt_at, ...failure }
}
