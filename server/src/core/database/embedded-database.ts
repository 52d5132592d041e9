import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { exists, unusableDataDir } from '../config/data-dir.ts'
import { errorCode, StartError } from '../errors/start-error.ts'
import { type Database, openEmbedded } from './database.ts'
import { requireCluster } from './embedded-engine.ts'
import { memoryError, requireMemory } from './embedded-memory.rule.ts'

/**
 * Opens the embedded database in a data folder that this process has locked. A new database is created in a temporary
 * folder and moved into place once complete, so that a crash never blocks the next start.
 */
export async function openEmbeddedIn(dataDir: string): Promise<Database> {
  const folder = embeddedFolder(dataDir)
  try {
    removeDrafts(dataDir)
    const exists = findEmbeddedDatabase(dataDir) !== undefined
    requireMemory(process.constrainedMemory(), exists ? 'existing' : 'new')
    if (!exists) await createAtomically(dataDir, folder)
    restrictToOwner(folder)
    return await openEmbedded(folder)
  } catch (error) {
    throw memoryError(unusableDataDir(dataDir, fileError(error)))
  }
}

/** Errno values of PGlite's file system, which WASI throws as plain numbers. */
const WASI_CODES: Record<number, string> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  44: 'ENOENT',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
}

/**
 * Converts an error of PGlite's file system.
 * @returns an `Error` with Node's code
 */
export function fileError(error: unknown): unknown {
  if (error instanceof Error || error === null || typeof error !== 'object' || !('errno' in error))
    return error
  const code = WASI_CODES[Number(error.errno)]
  const message = `the files of the embedded database are unusable (errno ${error.errno})`
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}

export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database')
}

/** Returns the folder in which a restore builds the database. */
export function restoringFolder(dataDir: string): string {
  return join(dataDir, 'database.restoring')
}

/**
 * Returns the embedded database's folder, if there is one.
 * @throws {StartError} if the folder is inaccessible or holds no database, or if a restore into it was interrupted
 */
export function findEmbeddedDatabase(dataDir: string): string | undefined {
  const folder = embeddedFolder(dataDir)
  if (exists(dataDir, folder)) {
    requireCluster(folder)
    return folder
  }
  rejectInterruptedRestore(dataDir)
  return undefined
}

/** Otherwise, an empty database would be created in place of the one being restored and receive its data. */
function rejectInterruptedRestore(dataDir: string) {
  if (!exists(dataDir, restoringFolder(dataDir))) return
  throw new StartError(
    `A restore into the data folder ${dataDir} was interrupted. Run \`affiliate restore\` again, or delete ` +
      `${restoringFolder(dataDir)} to start with an empty database.`,
  )
}

async function createAtomically(dataDir: string, folder: string) {
  const draft = join(dataDir, `${DRAFT}${process.pid}`)
  try {
    mkdirSync(draft, { mode: OWNER_ONLY })
    await (await openEmbedded(draft, { isNew: true })).close()
    renameSync(draft, folder)
  } catch (error) {
    // Frees the incomplete database's space, because the disk may be full.
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** Removes incomplete databases of killed processes. The lock guarantees that no other process is creating one. */
function removeDrafts(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(DRAFT)) rmSync(join(dataDir, name), { recursive: true })
  }
}

const DRAFT = 'database.new-'

const OWNER_ONLY = 0o700

/** Restricts PGlite's files to the owner; PGlite creates them world-writable. */
function restrictToOwner(folder: string) {
  if ((statSync(folder).mode & 0o077) === 0) return
  try {
    chmodSync(folder, OWNER_ONLY)
  } catch (error) {
    // The files have another owner, or the file system has no modes: access is controlled elsewhere.
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes(errorCode(error) ?? '')) throw error
  }
}
