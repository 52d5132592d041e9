import { limits } from './config.ts'

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
 * SIGHUP asks a service to reload, and its default would end the process: while the service starts it is ignored, with a line
 * in the log. Of one process that has a terminal, it says that the terminal was closed, and ends it.
 * @param log where it is noted that a reload was ignored
 * @returns what is called when the service serves, with how it reloads; one process cannot
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
