import { StartError } from '../errors/start-error.ts'

const MB = 1024 * 1024

/** Memory that the embedded database needs to be created and to be opened, measured with cgroup limits. */
const NEEDED_MB = { new: 768, existing: 256 }

const ALTERNATIVE = 'or use PostgreSQL (DATABASE_URL), which needs 128 MB here.'

/**
 * Rejects a memory limit that is too low before starting, because a process that exceeds it is killed without a
 * message.
 * @param limitBytes limit of this process; undefined or 0 if unlimited
 * @throws {StartError}
 */
export function requireMemory(limitBytes: number | undefined, operation: keyof typeof NEEDED_MB): void {
  const neededMb = NEEDED_MB[operation]
  if (limitBytes === undefined || limitBytes === 0 || limitBytes >= neededMb * MB) return
  const purpose = operation === 'new' ? 'to create the embedded database' : 'to open the embedded database'
  throw new StartError(
    `The memory limit of this process is ${Math.floor(limitBytes / MB)} MB, but ${neededMb} MB is needed ${purpose}: raise the limit, ${ALTERNATIVE}`,
  )
}

/**
 * Explains a failed WebAssembly allocation.
 * @returns any other error unchanged
 */
export function memoryError(error: unknown): unknown {
  if (!(error instanceof RangeError) || !/WebAssembly/.test(error.message)) return error
  return new StartError(
    `The embedded database can’t allocate memory (${error.message}). It needs about ${NEEDED_MB.new} MB and reserves 64 GB of ` +
      `address space: lift that limit (ulimit -v unlimited), add memory, ${ALTERNATIVE}`,
    { cause: error },
  )
}
