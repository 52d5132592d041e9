import { StartError } from '../errors/start-error.ts'

const MB = 1024 * 1024

/** What the embedded database takes at the least, measured with a limit of cgroups: to be made, and to be opened. */
const NEEDED_MB = { new: 768, existing: 256 }

const TODO = 'or use a PostgreSQL server (DATABASE_URL), which needs 128 MB here.'

/**
 * Past its limit a process is killed without a word, so a limit that is too low is named before.
 * @param limitBytes of this process; undefined or 0 where there is none
 * @throws {StartError}
 */
export function requireMemory(limitBytes: number | undefined, which: keyof typeof NEEDED_MB): void {
  const neededMb = NEEDED_MB[which]
  if (limitBytes === undefined || limitBytes === 0 || limitBytes >= neededMb * MB) return
  const work = which === 'new' ? 'to make the embedded database' : 'to open the embedded database'
  throw new StartError(
    `The memory limit of this process is ${Math.floor(limitBytes / MB)} MB, and it takes ${neededMb} MB ${work}: raise the limit, ${TODO}`,
  )
}

/** @returns in words that WebAssembly got no memory; any other error as it is */
export function memoryFault(error: unknown): unknown {
  if (!(error instanceof RangeError) || !/WebAssembly/.test(error.message)) return error
  return new StartError(
    `The embedded database gets no memory (${error.message}). It takes some ${NEEDED_MB.new} MB of memory and reserves 64 GB of ` +
      `address space: lift the limit on it (ulimit -v unlimited), give the machine more memory, ${TODO}`,
    { cause: error },
  )
}
