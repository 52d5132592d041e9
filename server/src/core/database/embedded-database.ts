import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isThere, unusableDataDir } from '../config/data-dir.ts'
import { errorCode, StartError } from '../errors/start-error.ts'
import { type Database, openEmbedded } from './database.ts'
import { requireCluster } from './embedded-engine.ts'
import { memoryFault, requireMemory } from './embedded-memory.rule.ts'

/**
 * Opens the embedded database of a data folder that this process holds the lock of. A new one is made aside
 * and moved into place when it is whole, so that a kill in between leaves nothing that blocks the next start.
 */
export async function openEmbeddedIn(dataDir: string): Promise<Database> {
  const folder = embeddedFolder(dataDir)
  try {
    removeDrafts(dataDir)
    const isThere = findEmbedded(dataDir) !== undefined
    requireMemory(process.constrainedMemory(), isThere ? 'existing' : 'new')
    if (!isThere) await createWhole(dataDir, folder)
    closeToOthers(folder)
    return await openEmbedded(folder)
  } catch (error) {
    throw memoryFault(unusableDataDir(dataDir, fileError(error)))
  }
}

/** What the database's own file system calls the errors of ours: the numbers of WASI, thrown as no `Error` at all. */
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

/** @returns an `Error`, with the code by which Node names it */
export function fileError(error: unknown): unknown {
  if (error instanceof Error || error === null || typeof error !== 'object' || !('errno' in error))
    return error
  const code = WASI_CODES[Number(error.errno)]
  const words = `the files of the embedded database cannot be used (errno ${error.errno})`
  return Object.assign(new Error(words), code === undefined ? {} : { code })
}

export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database')
}

/** Where a restore builds the database, until all of it is there. */
export function restoringFolder(dataDir: string): string {
  return join(dataDir, 'database.restoring')
}

/**
 * The folder of the embedded database, where there is one.
 * @throws {StartError} it cannot be looked for, it holds no database, or a restore into it was broken off
 */
export function findEmbedded(dataDir: string): string | undefined {
  const folder = embeddedFolder(dataDir)
  if (isThere(dataDir, folder)) {
    requireCluster(folder)
    return folder
  }
  refuseHalfRestored(dataDir)
  return undefined
}

/** An empty database in the place of one that was to be restored would take what the other should have had. */
function refuseHalfRestored(dataDir: string) {
  if (!isThere(dataDir, restoringFolder(dataDir))) return
  throw new StartError(
    `A restore into the data folder ${dataDir} was broken off: run \`affiliate restore\` again, or delete ` +
      `${restoringFolder(dataDir)} to start with an empty database.`,
  )
}

async function createWhole(dataDir: string, folder: string) {
  const draft = join(dataDir, `${DRAFT}${process.pid}`)
  try {
    mkdirSync(draft, { mode: OWNER_ONLY })
    await (await openEmbedded(draft, { isNew: true })).close()
    renameSync(draft, folder)
  } catch (error) {
    // On a full disk it takes the room that somebody is asked to make.
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** What a start that was killed has left: whoever holds the lock of the folder makes no other one. */
function removeDrafts(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(DRAFT)) rmSync(join(dataDir, name), { recursive: true })
  }
}

const DRAFT = 'database.new-'

const OWNER_ONLY = 0o700

/** PGlite makes files that every user of the machine may write: nobody else may come to them. */
function closeToOthers(folder: string) {
  if ((statSync(folder).mode & 0o077) === 0) return
  try {
    chmodSync(folder, OWNER_ONLY)
  } catch (error) {
    // Of another owner, or on a file system without modes: who may come here is decided elsewhere.
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes(errorCode(error) ?? '')) throw error
  }
}
