/**
 * Waits for remote work, with a timeout. Unlike `AbortSignal.timeout`, it keeps the process alive meanwhile, and it
 * always settles, even if the work ignores its signal.
 * @param stop aborts the wait
 * @throws a `TimeoutError`, or the reason of `stop`
 */
export async function withTimeout<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  const time = new AbortController()
  const timer = setTimeout(() => time.abort(timeoutError(timeoutMs)), timeoutMs)
  // Hundreds of calls may share one `stop`; a listener for each would trigger Node's leak warning.
  const signal = stop === undefined ? time.signal : AbortSignal.any([time.signal, stop])
  try {
    return await Promise.race([work(signal), rejectOnAbort(signal)])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the error was thrown by `withTimeout`'s timeout. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

function timeoutError(timeoutMs: number): DOMException {
  return new DOMException(`not done within ${timeoutMs} ms`, 'TimeoutError')
}

/** Work that handles the signal may still return a result, which takes precedence. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => void setImmediate(() => reject(signal.reason))
    if (signal.aborted) refuse()
    else signal.addEventListener('abort', refuse, { once: true })
  })
}
