/**
 * What comes of a promise, unless it takes too long: then it is not waited for any more.
 * @param tooLateError what is thrown then
 */
export async function within<Result>(
  timeoutMs: number,
  promise: Promise<Result>,
  tooLateError: () => Error = () => new Error(`no response within ${timeoutMs} ms`),
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLateError()), timeoutMs)
  })
  try {
    return await Promise.race([promise, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
