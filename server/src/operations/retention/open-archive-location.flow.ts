import type { Config } from '../../core/config/config.ts'
import { openStore } from '../backup/open-store.adapter.ts'
import { readPassphrase } from '../backup/passphrase.flow.ts'
import { ARCHIVE_NAMES } from './archive-name.rule.ts'
import { type ArchiveLocation, RetentionError } from './retention.ts'

/** Value of ARCHIVE_TO that deletes clicks without an archive. */
const NO_ARCHIVE = 'none'

/**
 * Opens the location in ARCHIVE_TO, with the backup passphrase.
 * @param mayWrite called before every write to the store; throws to prevent it
 * @throws {RetentionError} if ARCHIVE_TO is not set
 * @throws {BackupError} if the location is invalid, credentials are missing, or the passphrase is unreadable
 */
export async function openArchiveLocation(
  { archiveTo }: Pick<Config, 'archiveTo'>,
  environment: NodeJS.ProcessEnv,
  mayWrite?: () => Promise<void>,
): Promise<ArchiveLocation> {
  if (archiveTo === undefined) {
    throw new RetentionError(
      'ARCHIVE_TO is not set, but clicks are due. Set it to a folder or s3://bucket/prefix, or to "none" to delete clicks without archiving them.',
    )
  }
  if (archiveTo === NO_ARCHIVE) return { kind: 'none' }
  const passphrase = await readPassphrase(environment)
  return {
    kind: 'store',
    store: await openStore(archiveTo, environment, { names: ARCHIVE_NAMES, mayWrite }),
    passphrase,
  }
}
