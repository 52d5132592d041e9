import fs from 'node:fs'
import { join } from 'node:path'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { limits } from '../config/limits.ts'
import { StartError } from '../errors/start-error.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { durably } from './durable-files.ts'

/** The version of PostgreSQL in the package that `package.json` names, as `server_version_num` tells it. */
export const EMBEDDED_SERVER_VERSION = 180_006

/** PGlite, and what became of it. */
export interface EmbeddedEngine {
  lite: PGlite
  /** Why it broke off, once it has: whatever it says from then on, nothing was done. */
  failure(): EngineFailure | undefined
  /** Gives back the files of one that broke off. It is not closed: that would write what it has in memory. */
  abandon(): void
}

/** The engine cannot go on, as a server that ends itself (PANIC) because it cannot write its log. */
class EngineFailure extends Error {
  override name = 'EngineFailure'
}

/** PGlite by itself, such as one that lives in memory. */
export function engineOf(lite: PGlite): EmbeddedEngine {
  return { lite, failure: () => undefined, abandon() {} }
}

/**
 * Where the file is missing that says what a folder holds, PGlite makes a new database over the files that are left of the
 * old one: those of a copy that was broken off, or of a disk that is not mounted.
 * @throws {StartError}
 */
export function requireCluster(dataDir: string): void {
  const file = join(dataDir, 'PG_VERSION')
  if (fs.existsSync(file)) {
    refuseOtherVersion(dataDir, fs.readFileSync(file, 'utf8').trim())
    return
  }
  throw new StartError(
    `The folder ${dataDir} is there and holds no database: it has no file PG_VERSION. Nothing in it was changed. See that ` +
      'its disk is mounted and its copy whole, or restore a backup; to start with a new, empty database, move the folder away.',
  )
}

function refuseOtherVersion(dataDir: string, version: string) {
  const own = String(Math.floor(EMBEDDED_SERVER_VERSION / 10_000))
  if (version === own || !/^\d+$/.test(version)) return
  const todo =
    Number(version) > Number(own)
      ? 'install the version of the service that it was last used with, or a newer one'
      : 'restore a backup, or install the version of the service that it was last used with'
  throw new StartError(
    `The embedded database in ${dataDir} is of PostgreSQL ${version}, and this version reads ${own}: ${todo}.`,
  )
}

/**
 * Opens the database of a folder. What a crash or a failure left there is recovered from its log, as a server does.
 * @throws why it cannot be opened, with the code of a full disk where that is the reason
 */
export async function openEngine(
  dataDir: string,
  parsers: PGliteOptions['parsers'],
): Promise<EmbeddedEngine> {
  const { PGlite } = await import('@electric-sql/pglite')
  let isOpen = false
  let lastWords = ''
  const onStderr = (line: string) => {
    if (!isOpen && /\b(ERROR|FATAL|PANIC):/.test(line)) lastWords = line
    return true
  }
  const modules: EngineModule[] = []
  // Once: what is closed has a number that another file may have by then.
  const closeFiles = () => {
    for (const stream of modules.splice(0).flatMap(({ FS }) => FS.streams)) {
      if (stream?.nfd !== undefined) closeQuietly(stream.nfd)
    }
  }
  try {
    // safe because what is missing there is refused
    const files = await durably(dataDir, (module) => modules.push(module as EngineModule))
    const lite = await PGlite.create({ ...files, onStderr, ...(parsers === undefined ? {} : { parsers }) })
    isOpen = true
    return { lite, failure: endWhereItBreaks(lite.Module), abandon: closeFiles }
  } catch (error) {
    closeFiles()
    throw explained(error, lastWords)
  }
}

/**
 * PGlite takes every fault but an error of a statement for none: it goes on with the rest of the message, in a loop that
 * nothing ends where that takes a lock of what broke off. So the first such fault is noted, and nothing runs after it.
 */
function endWhereItBreaks(module: PGlite['Module']): EmbeddedEngine['failure'] {
  let failure: EngineFailure | undefined
  const guarded = (work: () => void) => () => {
    if (failure !== undefined) {
      // Called where PGlite catches nothing: its loop ends.
      module.stackRestore = () => {
        throw failure
      }
      throw failure
    }
    try {
      work()
    } catch (error) {
      if (!isErrorOfStatement(error)) {
        failure = new EngineFailure('the embedded database broke off', { cause: error })
        module._pq_buffer_remaining_data = () => 0
      }
      throw error
    }
  }
  module._PostgresMainLoopOnce = guarded(module._PostgresMainLoopOnce)
  module._PostgresMainLongJmp = guarded(module._PostgresMainLongJmp)
  return () => failure
}

/** What PGlite ends a statement with that PostgreSQL reports an error of. */
function isErrorOfStatement(error: unknown): boolean {
  return error !== null && typeof error === 'object' && 'status' in error && error.status === LONG_JUMP
}

const LONG_JUMP = 100

/** Of a module of PGlite, what its types do not tell. */
interface EngineModule {
  FS: { streams: ({ nfd?: number } | null | undefined)[] }
}

function closeQuietly(nfd: number) {
  try {
    fs.closeSync(nfd)
  } catch {
    // It was closed before: there is nothing to give back.
  }
}

/** PGlite says that it failed, and the database in it why. */
function explained(error: unknown, lastWords: string): unknown {
  if (lastWords === '' && !(error instanceof Error && /initialize/.test(error.message))) return error
  const [, code] = CODES.find(([said]) => said.test(lastWords)) ?? []
  const why = lastWords.replace(/^.*?\b(?=(?:ERROR|FATAL|PANIC):)/, '')
  const words = `The embedded database does not start: ${why === '' ? 'files of it are missing or damaged' : why}. Restore a backup where its files are lost.`
  return Object.assign(new StartError(words, { cause: error }), code === undefined ? {} : { code })
}

const CODES: [RegExp, string][] = [
  [/No space left on device/, 'ENOSPC'],
  [/I\/O error/, 'EIO'],
  [/Permission denied/, 'EACCES'],
]

/**
 * The engine that works. One that broke off is opened again for whoever comes next, as a server starts again after a
 * crash; where that fails too (the disk is still full) everybody is refused for a while, and then it is tried again.
 * Whoever asks has the turn, so that nobody else does meanwhile.
 */
export class EmbeddedEngines {
  #engine: EmbeddedEngine
  readonly #open: (() => Promise<EmbeddedEngine>) | undefined
  #refusal: { error: unknown; until: number } | undefined

  /** @param open opens it again; without it what broke off stays so */
  constructor(engine: EmbeddedEngine, open?: () => Promise<EmbeddedEngine>) {
    this.#engine = engine
    this.#open = open
  }

  /** @throws {DatabaseUnavailable} it broke off, and cannot be opened now */
  async working(): Promise<EmbeddedEngine> {
    const failure = this.#engine.failure()
    if (failure === undefined) return this.#engine
    if (this.#open === undefined) throw new DatabaseUnavailable(failure)
    if (this.#refusal !== undefined && performance.now() < this.#refusal.until) {
      throw new DatabaseUnavailable(this.#refusal.error)
    }
    this.#engine.abandon()
    try {
      this.#engine = await this.#open()
      this.#refusal = undefined
      return this.#engine
    } catch (error) {
      this.#refusal = { error, until: performance.now() + limits.embeddedReopenMs }
      throw new DatabaseUnavailable(error)
    }
  }

  async close(): Promise<void> {
    if (this.#engine.failure() === undefined) await this.#engine.lite.close()
    else this.#engine.abandon()
  }
}
