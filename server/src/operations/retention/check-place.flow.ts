import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import { errorCode, StartError } from '../../core/errors/start-error.ts'
import { MANIFEST_FILE } from '../backup/backup.ts'
import { backupLimits } from '../backup/limits.ts'
import { archiveName } from './archive-name.rule.ts'
import { openArchivePlace } from './open-archive-place.flow.ts'

/** A name that no archive has: clicks are younger. */
const NOBODYS = archiveName(1, '1970-01', 1)

/**
 * Looks whether archives can be read and written where ARCHIVE_TO says, and writes nothing.
 * @param newest the archive that was written last, wherever that was
 * @returns the place in words, and whether the newest archive that was written there is gone; undefined where there is none
 * @throws {StartError} why it cannot be used
 */
export async function checkPlace(
  config: Pick<Config, 'archiveTo'>,
  environment: NodeJS.ProcessEnv,
  newest: { name: string; place: string } | undefined,
): Promise<{ name: string; missing?: string } | undefined> {
  const { archiveTo } = config
  if (archiveTo === undefined) return undefined
  const place = await openArchivePlace(config, environment)
  if (place.kind === 'none') return undefined
  await place.store.read(NOBODYS, MANIFEST_FILE, backupLimits.backupManifestBytes)
  if (!archiveTo.startsWith('s3://')) await checkWritable(resolve(archiveTo))
  const name = place.store.place
  if (newest?.place !== name) return { name }
  const manifest = await place.store.read(newest.name, MANIFEST_FILE, backupLimits.backupManifestBytes)
  return manifest === undefined ? { name, missing: newest.name } : { name }
}

/** A folder that is not there yet is made with the first archive, in the nearest one that is. */
async function checkWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const code = errorCode(cause) ?? 'no reason'
    if (code === 'ENOENT' && dirname(folder) !== folder) return checkWritable(dirname(folder))
    throw new StartError(`The folder ${folder} cannot be written to (${code}).`, { cause })
  }
}
