/**
 * Waits for work that comes from another machine, and no longer than so. The process lives for as long as it waits, which
 * `AbortSignal.timeout` does not see to: where nothing else is under way any more, Node would end it in the middle, without
 * a word. It always comes to an end, also where the work does not hear its signal.
 * @param stop ends it early
 * @throws a `TimeoutError` when the time is over, or the reason of `stop`
 */
export async function withTimeout<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  const time = new AbortController()
  const timer = setTimeout(() => time.abort(timeIsOver(timeoutMs)), timeoutMs)
  // Hundreds may wait on one `stop` at once, which Node would call a leak, did each listen to it.
  const signal = stop === undefined ? time.signal : AbortSignal.any([time.signal, stop])
  try {
    return await Promise.race([work(signal), refuseOnceEnded(signal)])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether it is what `withTimeout` throws when the time is over. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

function timeIsOver(timeoutMs: number): DOMException {
  return new DOMException(`not done within ${timeoutMs} ms`, 'TimeoutError')
}

/** Work that hears the signal may still say what it has: it comes first. */
function refuseOnceEnded(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => void setImmediate(() => reject(signal.reason))
    if (signal.aborted) refuse()
    else signal.addEventListener('abort', refuse, { once: true })
  })
}
