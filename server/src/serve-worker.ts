import { type RunningService, serve } from './main.ts'
import { limits } from './platform/config.ts'
import { openPrimaryLink } from './platform/primary-link.ts'

/**
 * Serves as one of several processes, until the one that started them says to drain, or dies. It answers for signals:
 * a terminal or a service manager sends them to all processes at once, and only a SIGTERM meant for this one ends it.
 * @param describe a failure of the start in words
 */
export async function serveAsWorker(
  environment: NodeJS.ProcessEnv,
  number: number,
  describe: (error: unknown) => string,
): Promise<void> {
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  const primary = openPrimaryLink(number)
  const service = await serve(environment, {}, primary).catch(async (error: unknown) => {
    await primary.failed(describe(error)).catch(() => {})
    process.exit(1)
  })
  const drain = drainOnce(service, async () => primary.leave(await service.metrics.snapshot()))
  process.on('SIGTERM', () => drain({ isGentle: false }))
  primary.answer({
    takeJobs: () => service.startJobs(),
    drain,
    metrics: () => service.metrics.snapshot(),
  })
  await primary.ready().catch(() => drain({ isGentle: false }))
}

/** Ends the process when it has drained; who is asked gently and then in earnest hurries. */
function drainOnce(service: RunningService, sayGoodbye: () => Promise<void>) {
  let isLeaving = false
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    service
      .stop()
      .then(() => sayGoodbye().catch(() => {}))
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
