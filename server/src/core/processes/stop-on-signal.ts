import { limits } from '../config/limits.ts'

/** Ends the process on SIGTERM or SIGINT: requests in flight finish, but not for longer than the drain limit. */
export function stopOnSignal(service: { stop(): Promise<void> }) {
  let isStopping = false
  const stop = () => {
    // Whoever asks twice does not want to wait.
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
 * Keeps SIGHUP, a request to reload, from ending the process: while the service starts it is ignored, with a line in the log.
 * A single process with a terminal keeps the default, because there it means that the terminal was closed.
 * @returns a function that takes how the service reloads, once it serves; one process cannot
 */
export function holdReload(
  log: (message: string) => void,
  { hasTerminal }: { hasTerminal: boolean },
): (reload: (() => void) | undefined) => void {
  if (hasTerminal) return () => {}
  let act = () => log('SIGHUP is ignored: the service is still starting')
  process.on('SIGHUP', () => act())
  return (reload) => {
    act =
      reload ??
      (() =>
        log(
          'SIGHUP is ignored: one process cannot replace itself. Stop and start it, or set WEB_CONCURRENCY on PostgreSQL.',
        ))
  }
}
