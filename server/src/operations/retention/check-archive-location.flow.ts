import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import { errorCode, StartError } from '../../core/errors/start-error.ts'
import { MANIFEST_FILE } from '../backup/backup.ts'
import { backupLimits } from '../backup/limits.ts'
import { archiveName } from './archive-name.rule.ts'
import { openArchiveLocation } from './open-archive-location.flow.ts'

/** A name that no archive has, because no clicks are that old. */
const UNOWNED = archiveName(1, '1970-01', 1)

/**
 * Checks that ARCHIVE_TO can be read and written, without writing anything.
 * @param newest the latest archive, wherever it was written
 * @returns the name of the location, and whether the latest archive is missing there; undefined if there is no location
 * @throws {StartError} with the reason if it can't be used
 */
export async function checkArchiveLocation(
  config: Pick<Config, 'archiveTo'>,
  environment: NodeJS.ProcessEnv,
  newest: { name: string; place: string } | undefined,
): Promise<{ name: string; missing?: string } | undefined> {
  const { archiveTo } = config
  if (archiveTo === undefined) return undefined
  const location = await openArchiveLocation(config, environment)
  if (location.kind === 'none') return undefined
  await location.store.read(UNOWNED, MANIFEST_FILE, backupLimits.backupManifestBytes)
  if (!archiveTo.startsWith('s3://')) await checkWritable(resolve(archiveTo))
  const name = location.store.location
  if (newest?.place !== name) return { name }
  const manifest = await location.store.read(newest.name, MANIFEST_FILE, backupLimits.backupManifestBytes)
  return manifest === undefined ? { name, missing: newest.name } : { name }
}

/**
 * Checks whether a folder can be written. It is created with the first archive, so its nearest existing parent must be
 * writable.
 */
async function checkWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const code = errorCode(cause) ?? 'unknown error'
    if (code === 'ENOENT' && dirname(folder) !== folder) return checkWritable(dirname(folder))
    throw new StartError(`The folder ${folder} cannot be written to (${code}).`, { cause })
  }
}
