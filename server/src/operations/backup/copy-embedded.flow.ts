import { constants, existsSync, type Stats } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLockDataDir } from '../../core/database/data-dir-lock.ts'
import { embeddedFolder, openEmbeddedIn } from '../../core/database/embedded-database.ts'
import { errorCode, StartError } from '../../core/errors/start-error.ts'
import { readAnswer, readLines, startCall } from '../../core/processes/control-socket.ts'
import { BackupError, type DatabaseFacts, HOLD, HOLD_BODY, RELEASED } from './backup.ts'
import { checkpoint, readDatabaseFacts } from './database-facts.sql.ts'
import { backupLimits } from './limits.ts'

/**
 * Copies the files of the embedded database as they are at one moment. Where a service runs, it serves on while most of
 * them are copied, and stands still only while what has changed meanwhile is copied once more.
 * @param to a new folder
 */
export async function copyEmbedded(dataDir: string, to: string): Promise<DatabaseFacts> {
  if (!existsSync(embeddedFolder(dataDir))) {
    // Opening it would make a new one, and a backup of nothing.
    throw new BackupError(
      'nothing_to_back_up',
      `There is no database in the data folder ${dataDir}: give this command the DATA_DIR or DATABASE_URL of the service.`,
    )
  }
  await mkdir(to, { mode: 0o700 })
  const unlock = tryLockDataDir(dataDir)
  if (unlock === undefined) return copyServed(dataDir, to)
  try {
    const database = await openEmbeddedIn(dataDir)
    const facts = await readDatabaseFacts(database.kysely).finally(async () => {
      await checkpoint(database.kysely)
      await database.close()
    })
    await new FolderCopy(embeddedFolder(dataDir), to).update()
    return facts
  } finally {
    unlock()
  }
}

/** The service holds its database from the first line of its answer until the body of the call ends. */
async function copyServed(dataDir: string, to: string): Promise<DatabaseFacts> {
  const copy = new FolderCopy(embeddedFolder(dataDir), to)
  await copy.update()
  const timeoutMs = HOLD_PHASES * backupLimits.backupHoldMs
  const call = startCall(dataDir, { name: HOLD, contentType: HOLD_BODY, timeoutMs })
  call.flushHeaders()
  try {
    const lines = readLines(await readAnswer(dataDir, call))
    const facts = await readFacts(lines)
    await copy.update()
    call.end()
    // Without this line the service may have written while the last files were read.
    if ((await lines.next()).value !== RELEASED) throw wentAway()
    return facts
  } catch (error) {
    throw error instanceof StartError ? error : wentAway(error)
  } finally {
    call.destroy()
  }
}

async function readFacts(lines: AsyncGenerator<string, undefined>): Promise<DatabaseFacts> {
  const { value } = await lines.next()
  if (value === undefined) throw wentAway()
  return JSON.parse(value) as DatabaseFacts // safe because the service of this version sends them
}

/** Waiting for the database, holding it, and releasing it. */
const HOLD_PHASES = 3

function wentAway(cause?: unknown): BackupError {
  return new BackupError(
    'service_went_away',
    'The service that serves the embedded database ended while it was copied, or the copy took too long: nothing was backed up. Try again.',
    { cause },
  )
}

/** A file that changed this shortly before it was looked at may change again and keep its time. */
const CLOCK_STEP_MS = 2_000

/** A copy of a folder that is brought up to date: what has changed since is copied again, what has gone is removed. */
class FolderCopy {
  readonly #from: string
  readonly #to: string
  /** Of each file, when it was known to be copied as it is: its size and times. */
  readonly #copied = new Map<string, string>()

  constructor(from: string, to: string) {
    this.#from = from
    this.#to = to
  }

  async update(): Promise<void> {
    const found = new Set<string>()
    await this.#updateFolder('', found)
    for (const path of this.#copied.keys()) {
      if (found.has(path)) continue
      await rm(join(this.#to, path), { force: true })
      this.#copied.delete(path)
    }
  }

  async #updateFolder(folder: string, found: Set<string>): Promise<void> {
    for (const entry of await readdir(join(this.#from, folder), { withFileTypes: true }).catch(orGone([]))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        await mkdir(join(this.#to, path), { recursive: true, mode: 0o700 })
        await this.#updateFolder(path, found)
      } else if (entry.isFile()) {
        if (await this.#updateFile(path)) found.add(path)
      }
    }
  }

  /** @returns whether it was there */
  async #updateFile(path: string): Promise<boolean> {
    const lookedAt = Date.now()
    const stats = await lstat(join(this.#from, path)).catch(orGone(undefined))
    if (stats === undefined) return false
    const state = stateOf(stats)
    if (this.#copied.get(path) === state) return true
    // Where the file system can, both names share the blocks until one of them changes.
    const isThere = await copyFile(
      join(this.#from, path),
      join(this.#to, path),
      constants.COPYFILE_FICLONE,
    ).then(() => true, orGone(false))
    const isSettled = stats.mtimeMs < lookedAt - CLOCK_STEP_MS
    this.#copied.set(path, isSettled ? state : '')
    return isThere
  }
}

function stateOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`
}

/** A database removes files while it works. */
function orGone<Otherwise>(otherwise: Otherwise) {
  return (error: unknown): Otherwise => {
    if (errorCode(error) === 'ENOENT') return otherwise
    throw error
  }
}
