import fs from 'node:fs'
import { join } from 'node:path'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { limits } from '../config/limits.ts'
import { StartError } from '../errors/start-error.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { openDurably } from './durable-files.ts'

/** The PostgreSQL version of the pinned PGlite package, as `server_version_num`. */
export const EMBEDDED_SERVER_VERSION = 180_006

/** A PGlite instance and its health. */
export interface EmbeddedEngine {
  lite: PGlite
  /** Returns the failure if the instance crashed. Later results are void. */
  failure(): EngineError | undefined
  /**
   * Closes a crashed instance's file descriptors. Closing the instance normally would flush its memory to disk.
   */
  abandon(): void
}

/** Thrown if the engine can't continue, like a server that panics when it can't write its log. */
class EngineError extends Error {
  override name = 'EngineError'
}

/** Wraps a plain PGlite instance, such as one in memory. */
export function wrapEngine(lite: PGlite): EmbeddedEngine {
  return { lite, failure: () => undefined, abandon() {} }
}

/**
 * Requires the PG_VERSION file: without it, PGlite would create a new database over an old one's remaining files, such
 * as an incomplete copy or an unmounted disk.
 * @throws {StartError}
 */
export function requireCluster(dataDir: string): void {
  const file = join(dataDir, 'PG_VERSION')
  if (fs.existsSync(file)) {
    rejectOtherVersion(dataDir, fs.readFileSync(file, 'utf8').trim())
    return
  }
  throw new StartError(
    `The folder ${dataDir} exists but contains no database (no PG_VERSION file). Nothing was changed. Check that ` +
      'its disk is mounted and the copy complete, or restore a backup. To start with a new database, move the folder away.',
  )
}

function rejectOtherVersion(dataDir: string, version: string) {
  const ownVersion = String(Math.floor(EMBEDDED_SERVER_VERSION / 10_000))
  if (version === ownVersion || !/^\d+$/.test(version)) return
  const remedy =
    Number(version) > Number(ownVersion)
      ? 'install the version of the service that last used it, or a newer one'
      : 'restore a backup, or install the version of the service that last used it'
  throw new StartError(
    `The embedded database in ${dataDir} uses PostgreSQL ${version}, but this version reads ${ownVersion}: ${remedy}.`,
  )
}

/**
 * Opens a folder's database and recovers it from its log if needed.
 * @throws the reason it can't be opened, with the file system's code if the disk is full
 */
export async function openEngine(
  dataDir: string,
  parsers: PGliteOptions['parsers'],
): Promise<EmbeddedEngine> {
  const { PGlite } = await import('@electric-sql/pglite')
  let isOpen = false
  let lastOutput = ''
  const onStderr = (line: string) => {
    if (!isOpen && /\b(ERROR|FATAL|PANIC):/.test(line)) lastOutput = line
    return true
  }
  const modules: EngineModule[] = []
  // Runs only once, because a closed file descriptor may be reused by another file.
  const closeFiles = () => {
    for (const stream of modules.splice(0).flatMap(({ FS }) => FS.streams)) {
      if (stream?.nfd !== undefined) closeQuietly(stream.nfd)
    }
  }
  try {
    // safe because missing parts are rejected
    const files = await openDurably(dataDir, (module) => modules.push(module as EngineModule))
    const lite = await PGlite.create({ ...files, onStderr, ...(parsers === undefined ? {} : { parsers }) })
    isOpen = true
    return { lite, failure: watchForAbort(lite.Module), abandon: closeFiles }
  } catch (error) {
    closeFiles()
    throw explain(error, lastOutput)
  }
}

/**
 * Detects crashes. PGlite catches every fault that isn't a statement error and continues, sometimes in an endless loop.
 * So the first such fault is recorded, and nothing runs after it.
 */
function watchForAbort(module: PGlite['Module']): EmbeddedEngine['failure'] {
  let failure: EngineError | undefined
  const failIfBroken = (work: () => void) => () => {
    if (failure !== undefined) {
      // Throws where PGlite catches nothing, which ends its loop.
      module.stackRestore = () => {
        throw failure
      }
      throw failure
    }
    try {
      work()
    } catch (error) {
      if (!isStatementError(error)) {
        failure = new EngineError('the embedded database crashed', { cause: error })
        module._pq_buffer_remaining_data = () => 0
      }
      throw error
    }
  }
  module._PostgresMainLoopOnce = failIfBroken(module._PostgresMainLoopOnce)
  module._PostgresMainLongJmp = failIfBroken(module._PostgresMainLongJmp)
  return () => failure
}

/** Whether PGlite raised this error for an SQL error that PostgreSQL reports, rather than a crash. */
function isStatementError(error: unknown): boolean {
  return error !== null && typeof error === 'object' && 'status' in error && error.status === LONG_JUMP
}

const LONG_JUMP = 100

/** Parts of PGlite's module that its types omit. */
interface EngineModule {
  FS: { streams: ({ nfd?: number } | null | undefined)[] }
}

function closeQuietly(nfd: number) {
  try {
    fs.closeSync(nfd)
  } catch {
    // It was already closed, so there is nothing to release.
  }
}

/** Adds the reason from the database log to PGlite's error, which only states that it failed. */
function explain(error: unknown, lastOutput: string): unknown {
  if (lastOutput === '' && !(error instanceof Error && /initialize/.test(error.message))) return error
  const [, code] = CODES.find(([pattern]) => pattern.test(lastOutput)) ?? []
  const reason = lastOutput.replace(/^.*?\b(?=(?:ERROR|FATAL|PANIC):)/, '')
  const message = `The embedded database does not start: ${reason === '' ? 'its files are missing or damaged' : reason}. If files are lost, restore a backup.`
  return Object.assign(new StartError(message, { cause: error }), code === undefined ? {} : { code })
}

const CODES: [RegExp, string][] = [
  [/No space left on device/, 'ENOSPC'],
  [/I\/O error/, 'EIO'],
  [/Permission denied/, 'EACCES'],
]

/**
 * Provides the current engine. A crashed engine is reopened for the next request, like a server that restarts. If that
 * fails too (the disk is still full), requests are rejected for a while before the next attempt.
 */
export class EmbeddedEngines {
  #engine: EmbeddedEngine
  readonly #open: (() => Promise<EmbeddedEngine>) | undefined
  #rejection: { error: unknown; until: number } | undefined

  /** @param open reopens the engine; without it, a crashed engine stays down */
  constructor(engine: EmbeddedEngine, open?: () => Promise<EmbeddedEngine>) {
    this.#engine = engine
    this.#open = open
  }

  /**
   * Returns the engine, reopening it if it crashed.
   * @throws {DatabaseUnavailableError} if it can't be reopened now
   */
  async working(): Promise<EmbeddedEngine> {
    const failure = this.#engine.failure()
    if (failure === undefined) return this.#engine
    if (this.#open === undefined) throw new DatabaseUnavailableError(failure)
    if (this.#rejection !== undefined && performance.now() < this.#rejection.until) {
      throw new DatabaseUnavailableError(this.#rejection.error)
    }
    this.#engine.abandon()
    try {
      this.#engine = await this.#open()
      this.#rejection = undefined
      return this.#engine
    } catch (error) {
      this.#rejection = { error, until: performance.now() + limits.embeddedReopenMs }
      throw new DatabaseUnavailableError(error)
    }
  }

  async close(): Promise<void> {
    if (this.#engine.failure() === undefined) await this.#engine.lite.close()
    else this.#engine.abandon()
  }
}
