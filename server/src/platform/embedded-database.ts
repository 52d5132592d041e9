import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openEmbedded } from './database.ts'

/**
 * Opens the embedded database of a data folder that this process holds the lock of. A new one is made aside
 * and moved into place when it is whole, so that a kill in between leaves nothing that blocks the next start.
 */
export async function openEmbeddedIn(dataDir: string): Promise<Database> {
  const folder = join(dataDir, 'database')
  if (!existsSync(folder)) await createWhole(dataDir, folder)
  return openEmbedded({ dataDir: folder })
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
