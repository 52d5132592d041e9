import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openEmbedded } from './database.ts'
import { StartError } from './start-error.ts'

/** The version of PostgreSQL in the package that `package.json` names, as `server_version_num` tells it. */
export const EMBEDDED_SERVER_VERSION = 180_006

/**
 * Opens the embedded database of a data folder that this process holds the lock of. A new one is made aside
 * and moved into place when it is whole, so that a kill in between leaves nothing that blocks the next start.
 */
export async function openEmbeddedIn(dataDir: string): Promise<Database> {
  const folder = embeddedFolder(dataDir)
  if (!existsSync(folder)) {
    refuseHalfRestored(dataDir)
    await createWhole(dataDir, folder)
  }
  return openEmbedded({ dataDir: folder })
}

export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database')
}

/** Where a restore builds the database, until all of it is there. */
export function restoringFolder(dataDir: string): string {
  return join(dataDir, 'database.restoring')
}

/** An empty database in the place of one that was to be restored would take what the other should have had. */
function refuseHalfRestored(dataDir: string) {
  if (!existsSync(restoringFolder(dataDir))) return
  throw new StartError(
    `A restore into the data folder ${dataDir} was broken off: run \`affiliate restore\` again, or delete ` +
      `${restoringFolder(dataDir)} to start with an empty database.`,
  )
}

async function createWhole(dataDir: string, folder: string) {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(DRAFT)) rmSync(join(dataDir, name), { recursive: true })
  }
  const draft = join(dataDir, `${DRAFT}${process.pid}`)
  await (await openEmbedded({ dataDir: draft })).close()
  renameSync(draft, folder)
}

const DRAFT = 'database.new-'
