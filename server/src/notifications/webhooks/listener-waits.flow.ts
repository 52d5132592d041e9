import type { Deps } from '../../core/deps.ts'
import { webhookLimits } from './limits.ts'
import { type ListenerKey, listListenersWithMessages } from './webhook-listeners.sql.ts'

type Listener = Pick<ListenerKey, 'programId' | 'listenerId'>

/** Long-polling requests in this process. */
export interface ListenerWaits {
  /**
   * Waits for events.
   * @param disconnectSignal aborts when the client disconnects
   * @returns whether there may be events; false if the wait was ended
   */
  wait(listener: Listener, maxMs: number, disconnectSignal: AbortSignal): Promise<boolean>
}

interface Wait extends Listener {
  end(hasMessages: boolean): void
  fail(error: unknown): void
}

/**
 * Creates the waits, which are kept in memory, with one query for all waiting listeners. A listener's new request ends
 * its previous one, whose connection may be dead.
 * @param stopSignal ends all waits and prevents new ones
 */
export function createListenerWaits(
  { database: { kysely } }: Pick<Deps, 'database'>,
  stopSignal: AbortSignal,
): ListenerWaits {
  const waitByName = new Map<string, Wait>()
  let isPolling = false
  stopSignal.addEventListener('abort', () => {
    for (const wait of [...waitByName.values()]) wait.end(false)
  })

  function schedulePoll() {
    if (isPolling || waitByName.size === 0) return
    isPolling = true
    setTimeout(findMessages, webhookLimits.listenerLookMs)
  }

  async function findMessages() {
    const waits = [...waitByName.values()]
    try {
      const readyListeners = waits.length === 0 ? [] : await listListenersWithMessages(kysely, waits)
      for (const listener of readyListeners)
        waitByName
          .get(listenerKey({ programId: listener.program_id, listenerId: listener.endpoint_id }))
          ?.end(true)
    } catch (error) {
      for (const wait of waits) wait.fail(error)
    }
    isPolling = false
    schedulePoll()
  }

  return {
    wait(listener, maxMs, listenerSignal) {
      const name = listenerKey(listener)
      waitByName.get(name)?.end(false)
      if (stopSignal.aborted || listenerSignal.aborted || waitByName.size >= webhookLimits.listenersWaiting)
        return Promise.resolve(false)
      return new Promise((resolve, reject) => {
        const removeWait = () => {
          clearTimeout(timer)
          listenerSignal.removeEventListener('abort', endWait)
          if (waitByName.get(name) === wait) waitByName.delete(name)
        }
        const wait: Wait = {
          ...listener,
          end(hasMessages) {
            removeWait()
            resolve(hasMessages)
          },
          fail(error) {
            removeWait()
            reject(error)
          },
        }
        const endWait = () => wait.end(false)
        const timer = setTimeout(endWait, maxMs)
        listenerSignal.addEventListener('abort', endWait)
        waitByName.set(name, wait)
        schedulePoll()
      })
    },
  }
}

function listenerKey({ programId, listenerId }: Listener): string {
  return `${programId}:${listenerId}`
}
