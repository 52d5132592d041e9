/**
 * Rejects if the promise takes longer than `timeoutMs`.
 * @param tooLateError creates the error to reject with
 */
export async function rejectAfter<Result>(
  timeoutMs: number,
  promise: Promise<Result>,
  tooLateError: () => Error = () => new Error(`no response within ${timeoutMs} ms`),
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLateError()), timeoutMs)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
