import { limits } from '../config/limits.ts'

/** Stops the process on SIGTERM or SIGINT. Requests in flight finish within the drain timeout. */
export function stopOnSignal(service: { stop(): Promise<void> }) {
  let isStopping = false
  const stop = () => {
    // A second signal exits immediately.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), limits.drainTimeoutMs).unref()
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Keeps SIGHUP, a request to reload, from ending the process. During startup, it is logged and ignored. A single
 * process with a terminal keeps the default, because there SIGHUP means that the terminal was closed.
 * @returns a function that sets how to reload once the service runs; a single process can't reload
 */
export function holdReload(
  log: (message: string) => void,
  { hasTerminal }: { hasTerminal: boolean },
): (reload: (() => void) | undefined) => void {
  if (hasTerminal) return () => {}
  let handleHangup = () => log('SIGHUP was ignored: the service is still starting')
  process.on('SIGHUP', () => handleHangup())
  return (reload) => {
    handleHangup =
      reload ??
      (() =>
        log(
          'SIGHUP was ignored: a single process can’t replace itself. Restart it, or set WEB_CONCURRENCY on PostgreSQL.',
        ))
  }
}
