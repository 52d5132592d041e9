import type { WebhookOutcome } from './webhook-outcome.ts'
import { nextAttemptAt } from './webhook-schedule.rule.ts'

/** A finished attempt and its response. */
export interface WebhookAttempt {
  attempts: number
  endedAt: Date
  status: number | undefined
  /** Undefined for a 2xx response. */
  error: string | undefined
}

/**
 * Returns the result of an attempt: delivered with 2xx, failed with 410 or after the last attempt, otherwise retried.
 * `chance`, from 0 to 1, determines the jitter.
 */
export function decideOutcome(attempt: WebhookAttempt, chance: number): WebhookOutcome {
  const { attempts, endedAt, status, error } = attempt
  if (error === undefined && status !== undefined) return { state: 'delivered', at: endedAt, status }
  const failure = { status, error: error ?? 'no response' }
  if (status === 410) return { state: 'failed', because: 'gone', ...failure }
  const next_attempt_at = nextAttemptAt(attempts, endedAt, chance)
  if (next_attempt_at === undefined) return { state: 'failed', because: 'given_up', ...failure }
  return { state: 'pending', next_attempt_at, ...failure }
}
