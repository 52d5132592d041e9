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
 * One process cannot replace itself. A manager that reloads services must not end it by asking, as the signal would; who
 * closes the terminal that it was started from still does.
 */
export function outliveReload() {
  if (process.stdin.isTTY) return
  process.on('SIGHUP', () => {
    process.stderr.write(
      'SIGHUP replaces nothing, because one process serves: stop and start it, or set WEB_CONCURRENCY on PostgreSQL.\n',
    )
  })
}
