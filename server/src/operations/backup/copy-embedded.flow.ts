import { constants, existsSync, type Stats } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLockDataDir } from '../../core/database/data-dir-lock.ts'
import { embeddedFolder, openEmbeddedIn } from '../../core/database/embedded-database.ts'
import { errorCode, StartError } from '../../core/errors/start-error.ts'
import { readLines, readResult, startCall } from '../../core/processes/control-socket.ts'
import { BackupError, type DatabaseInfo, HOLD, HOLD_BODY, RELEASED } from './backup.ts'
import { checkpoint, readDatabaseInfo } from './database-info.sql.ts'
import { backupLimits } from './limits.ts'

/**
 * Copies the files of the embedded database at one point in time. A running service keeps serving while most files are
 * copied. It pauses only while changed files are copied again.
 * @param to a new folder
 */
export async function copyEmbeddedDatabase(dataDir: string, to: string): Promise<DatabaseInfo> {
  if (!existsSync(embeddedFolder(dataDir))) {
    // Opening it would create a database, and the backup would be empty.
    throw new BackupError(
      'nothing_to_back_up',
      `There is no database in the data folder ${dataDir}. Set DATA_DIR or DATABASE_URL to the value that the service uses.`,
    )
  }
  await mkdir(to, { mode: 0o700 })
  const unlock = tryLockDataDir(dataDir)
  if (unlock === undefined) return copyServedDatabase(dataDir, to)
  try {
    const database = await openEmbeddedIn(dataDir)
    const info = await readDatabaseInfo(database.kysely).finally(async () => {
      await checkpoint(database.kysely)
      await database.close()
    })
    await new FolderCopy(embeddedFolder(dataDir), to).update()
    return info
  } finally {
    unlock()
  }
}

/**
 * Copies a running service's database. The service pauses from the first response line until the request body ends.
 */
async function copyServedDatabase(dataDir: string, to: string): Promise<DatabaseInfo> {
  const copy = new FolderCopy(embeddedFolder(dataDir), to)
  await copy.update()
  const timeoutMs = HOLD_PHASES * backupLimits.backupHoldMs
  const call = startCall(dataDir, { name: HOLD, contentType: HOLD_BODY, timeoutMs })
  call.flushHeaders()
  try {
    const lines = readLines(await readResult(dataDir, call))
    const info = await readCopiedDatabaseInfo(lines)
    await copy.update()
    call.end()
    // Without this line, the service may have written during the last copy.
    if ((await lines.next()).value !== RELEASED) throw serviceGoneError()
    return info
  } catch (error) {
    throw error instanceof StartError ? error : serviceGoneError(error)
  } finally {
    call.destroy()
  }
}

async function readCopiedDatabaseInfo(lines: AsyncGenerator<string, undefined>): Promise<DatabaseInfo> {
  const { value } = await lines.next()
  if (value === undefined) throw serviceGoneError()
  return JSON.parse(value) as DatabaseInfo // safe because the service has the same version
}

const HOLD_PHASES = 3

function serviceGoneError(cause?: unknown): BackupError {
  return new BackupError(
    'service_went_away',
    'The service stopped while its embedded database was copied, or the copy timed out. Nothing was backed up. Try again.',
    { cause },
  )
}

/** Files modified this recently may change again within the resolution of their timestamps. */
const CLOCK_STEP_MS = 2_000

/** Keeps a copy of a folder up to date: copies changed files and deletes removed ones. */
class FolderCopy {
  readonly #from: string
  readonly #to: string
  /** Size and modification time of each copied file. */
  readonly #copied = new Map<string, string>()

  constructor(from: string, to: string) {
    this.#from = from
    this.#to = to
  }

  async update(): Promise<void> {
    const currentPaths = new Set<string>()
    await this.#updateFolder('', currentPaths)
    for (const path of this.#copied.keys()) {
      if (currentPaths.has(path)) continue
      await rm(join(this.#to, path), { force: true })
      this.#copied.delete(path)
    }
  }

  async #updateFolder(folder: string, found: Set<string>): Promise<void> {
    for (const entry of await readdir(join(this.#from, folder), { withFileTypes: true }).catch(
      ignoreRemoved([]),
    )) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        await mkdir(join(this.#to, path), { recursive: true, mode: 0o700 })
        await this.#updateFolder(path, found)
      } else if (entry.isFile()) {
        if (await this.#updateFile(path)) found.add(path)
      }
    }
  }

  /**
   * Copies a file if it has changed.
   * @returns false if it does not exist
   */
  async #updateFile(path: string): Promise<boolean> {
    const checkedAt = Date.now()
    const stats = await lstat(join(this.#from, path)).catch(ignoreRemoved(undefined))
    if (stats === undefined) return false
    const state = fileFingerprint(stats)
    if (this.#copied.get(path) === state) return true
    // Uses copy-on-write if the file system supports it.
    const exists = await copyFile(
      join(this.#from, path),
      join(this.#to, path),
      constants.COPYFILE_FICLONE,
    ).then(() => true, ignoreRemoved(false))
    const isSettled = stats.mtimeMs < checkedAt - CLOCK_STEP_MS
    this.#copied.set(path, isSettled ? state : '')
    return exists
  }
}

function fileFingerprint({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`
}

/** Ignores files that the database deletes while they are being listed. */
function ignoreRemoved<Otherwise>(otherwise: Otherwise) {
  return (error: unknown): Otherwise => {
    if (errorCode(error) === 'ENOENT') return otherwise
    throw error
  }
}
