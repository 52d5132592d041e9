import cluster from 'node:cluster'
import { limits } from './core/config/limits.ts'
import { sendToPrimary } from './core/processes/primary.ts'
import type { WorkerMessage } from './core/processes/workers.ts'
import { type RunningService, serve } from './main.ts'

/**
 * Serves as one of several processes until the primary stops it or dies. Ignores signals that a terminal or service
 * manager sends to all processes, except SIGTERM.
 * @param describe formats a failed start
 */
export async function serveAsWorker(
  environment: NodeJS.ProcessEnv,
  describe: (error: unknown) => string,
): Promise<void> {
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  // Without this listener, the cluster module exits as soon as the channel closes, even during requests.
  cluster.worker?.once('disconnect', () => {
    if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true
  })
  // A message that can't be sent gets no reply. Every caller that waits for one has a timeout.
  process.on('error', () => {})
  const starting = serve(environment)
  const drainPromise = starting.then(drainOnce)
  // A failed start is reported below.
  drainPromise.catch(() => {})
  const drain = (how: { isGentle: boolean }) => void drainPromise.then((begin) => begin(how))
  let isServing = false
  process.once('disconnect', () => {
    // Without the primary, which does the listening, this worker can't start.
    if (!isServing) process.exit(1)
    drain({ isGentle: false })
  })
  process.on('SIGTERM', () => drain({ isGentle: false }))
  process.on('message', async ({ kind }: WorkerMessage) => {
    if (kind === 'leave') drain({ isGentle: true })
    if (kind !== 'send_metrics') return
    const { metrics } = await starting
    await sendToPrimary({ kind: 'metrics', metrics: await metrics.snapshot() })
  })
  try {
    await starting
    isServing = true
    await sendToPrimary({ kind: 'ready' })
  } catch (error) {
    await sendToPrimary({ kind: 'failed', reason: describe(error) })
    process.exit(1)
  }
}

/** Exits after the service has drained. SIGTERM speeds up a slow drain. */
function drainOnce(service: RunningService) {
  let isLeaving = false
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    service
      .stop()
      .then(async () => sendToPrimary({ kind: 'metrics', metrics: await service.metrics.snapshot() }))
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  return ({ isGentle }: { isGentle: boolean }) => {
    setTimeout(() => process.exit(1), isGentle ? limits.replacedDrainMs : limits.drainTimeoutMs).unref()
    if (!isGentle) return end()
    if (isLeaving) return
    isLeaving = true
    void service.leaveConnections().finally(end)
  }
}
