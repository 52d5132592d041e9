import type { Deps } from '../../core/deps.ts'
import { webhookLimits } from './limits.ts'
import type { ListenerWaits } from './listener-waits.flow.ts'
import {
  deleteAcknowledged,
  keepListener,
  type ListenerOf,
  listWaitingMessages,
  type WaitingMessage,
} from './webhook-listeners.sql.ts'

/**
 * What a listener has not acknowledged, the first first; where there is nothing it waits for something, without a
 * connection to the database. What was acknowledged is told no more, all else again with the next call.
 * @returns undefined when the listener has ended, or is somebody else's
 */
export async function takeEvents(
  { database: { kysely }, clock }: Pick<Deps, 'database' | 'clock'>,
  waits: ListenerWaits,
  of: ListenerOf,
  asked: {
    acknowledged: readonly number[]
    waitMs: number
    gone: AbortSignal
    /** Throws when who waited may not be told any more. */
    askAgain: () => Promise<void>
  },
): Promise<WaitingMessage[] | undefined> {
  const until = new Date(clock.now().getTime() + webhookLimits.listenerKeptMs)
  if ((await keepListener(kysely, of, until)) === undefined) return undefined
  if (asked.acknowledged.length > 0) await deleteAcknowledged(kysely, of, asked.acknowledged)
  const end = performance.now() + asked.waitMs
  for (;;) {
    const messages = await listWaitingMessages(kysely, of, webhookLimits.listenerEvents)
    const leftMs = end - performance.now()
    if (messages.length > 0 || leftMs <= 0) return messages
    if (!(await waits.wait(of, leftMs, asked.gone))) return []
    await asked.askAgain()
  }
}
