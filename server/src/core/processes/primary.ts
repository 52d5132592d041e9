import { on } from 'node:events'
import { limits } from '../config/limits.ts'
import { overloadedError } from '../errors/errors.http.ts'
import type { MetricsSnapshot } from '../observability/metrics.ts'
import type { PrimaryMessage, WorkerMessage } from './workers.ts'

/** Sends a message to the primary. Resolves once it has been sent or sending has failed. */
export function sendToPrimary(message: PrimaryMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, undefined, undefined, () => resolve())
  })
}

const RETRY_AFTER_SECONDS = 2

let lastId = 0

/**
 * Returns the metrics of all the service's other processes.
 * @throws 503 if the primary doesn't respond in time, because a partial sum would look like a restart
 */
export async function collectMetrics(): Promise<MetricsSnapshot[]> {
  const id = ++lastId
  const signal = AbortSignal.timeout(2 * limits.scrapeTimeoutMs)
  const messages = on(process, 'message', { signal })
  void sendToPrimary({ kind: 'collect_metrics', id })
  try {
    for await (const [received] of messages) {
      const message: WorkerMessage = received
      if (message.kind === 'collected_metrics' && message.id === id) return message.metrics
    }
  } catch (cause) {
    if (!signal.aborted) throw cause
  }
  throw overloadedError(RETRY_AFTER_SECONDS)
}
