/**
 * Waits for work that comes from another machine, and no longer than so. The process lives for as long as it waits, which
 * `AbortSignal.timeout` does not see to: where nothing else is under way any more, Node would end it in the middle, without
 * a word. It always comes to an end, also where the work does not hear its signal.
 * @param stop ends it early
 * @throws a `TimeoutError` when the time is over, or the reason of `stop`
 */
export async function withPatience<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  const ending = new AbortController()
  const end = () => ending.abort(stop?.reason)
  const timer = setTimeout(() => ending.abort(timeIsOver(timeoutMs)), timeoutMs)
  stop?.addEventListener('abort', end, { once: true })
  if (stop?.aborted === true) end()
  try {
    return await Promise.race([work(ending.signal), refuseOnceEnded(ending.signal)])
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', end)
  }
}

/** Whether it is what `withPatience` throws when the time is over. */
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
