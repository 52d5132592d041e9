import type { Deps } from '../../core/deps.ts'
import { webhookLimits } from './limits.ts'
import { type ListenerOf, listListenersWithMessages } from './webhook-listeners.sql.ts'

type Listener = Pick<ListenerOf, 'programId' | 'listenerId'>

/** Long-polling requests of this process. */
export interface ListenerWaits {
  /**
   * Waits for events.
   * @param gone aborts when the client disconnects
   * @returns whether there may be events; false if the wait was ended
   */
  wait(listener: Listener, maxMs: number, gone: AbortSignal): Promise<boolean>
}

interface Wait extends Listener {
  end(hasMessages: boolean): void
  fail(error: unknown): void
}

/**
 * Creates the waits, which are kept in memory, with one query for all waiting listeners. A new request of a listener
 * ends its previous one, whose connection may be dead.
 * @param stopping ends all waits and prevents new ones
 */
export function createListenerWaits(
  { database: { kysely } }: Pick<Deps, 'database'>,
  stopping: AbortSignal,
): ListenerWaits {
  const waiting = new Map<string, Wait>()
  let isLooking = false
  stopping.addEventListener('abort', () => {
    for (const wait of [...waiting.values()]) wait.end(false)
  })

  function pollSoon() {
    if (isLooking || waiting.size === 0) return
    isLooking = true
    setTimeout(look, webhookLimits.listenerLookMs)
  }

  async function look() {
    const requested = [...waiting.values()]
    try {
      const withMessages = requested.length === 0 ? [] : await listListenersWithMessages(kysely, requested)
      for (const one of withMessages)
        waiting.get(nameOf({ programId: one.program_id, listenerId: one.endpoint_id }))?.end(true)
    } catch (error) {
      for (const wait of requested) wait.fail(error)
    }
    isLooking = false
    pollSoon()
  }

  return {
    wait(listener, maxMs, gone) {
      const name = nameOf(listener)
      waiting.get(name)?.end(false)
      if (stopping.aborted || gone.aborted || waiting.size >= webhookLimits.listenersWaiting)
        return Promise.resolve(false)
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer)
          gone.removeEventListener('abort', giveUp)
          if (waiting.get(name) === wait) waiting.delete(name)
        }
        const wait: Wait = {
          ...listener,
          end(hasMessages) {
            leave()
            resolve(hasMessages)
          },
          fail(error) {
            leave()
            reject(error)
          },
        }
        const giveUp = () => wait.end(false)
        const timer = setTimeout(giveUp, maxMs)
        gone.addEventListener('abort', giveUp)
        waiting.set(name, wait)
        pollSoon()
      })
    },
  }
}

function nameOf({ programId, listenerId }: Listener): string {
  return `${programId}:${listenerId}`
}
