import type { Deps } from '../../core/deps.ts'
import { webhookLimits } from './limits.ts'
import type { ListenerWaits } from './listener-waits.flow.ts'
import {
  deleteAcknowledged,
  extendListener,
  type ListenerKey,
  listWaitingMessages,
  type WaitingMessage,
} from './webhook-listeners.sql.ts'

/**
 * Acknowledges events and returns the unacknowledged ones, oldest first. If there are none, waits for one without
 * holding a database connection.
 * @returns undefined if the listener has ended or belongs to someone else
 */
export async function pollEvents(
  { database: { kysely }, clock }: Pick<Deps, 'database' | 'clock'>,
  waits: ListenerWaits,
  listener: ListenerKey,
  requested: {
    acknowledged: readonly number[]
    waitMs: number
    disconnectSignal: AbortSignal
    /** Checks access again. Throws if the requester lost access while waiting. */
    reauthorize: () => Promise<void>
  },
): Promise<WaitingMessage[] | undefined> {
  const until = new Date(clock.now().getTime() + webhookLimits.listenerKeptMs)
  if ((await extendListener(kysely, listener, until)) === undefined) return undefined
  if (requested.acknowledged.length > 0) await deleteAcknowledged(kysely, listener, requested.acknowledged)
  const end = performance.now() + requested.waitMs
  for (;;) {
    const messages = await listWaitingMessages(kysely, listener, webhookLimits.listenerEvents)
    const remainingMs = end - performance.now()
    if (messages.length > 0 || remainingMs <= 0) return messages
    if (!(await waits.wait(listener, remainingMs, requested.disconnectSignal))) return []
    await requested.reauthorize()
  }
}
