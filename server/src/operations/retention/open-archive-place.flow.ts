import type { Config } from '../../core/config/config.ts'
import { openStore } from '../backup/open-store.adapter.ts'
import { readPassphrase } from '../backup/passphrase.flow.ts'
import { ARCHIVE_NAMES } from './archive-name.rule.ts'
import { type ArchivePlace, RetentionError } from './retention.ts'

/** The word that says that clicks go without an archive. */
const NO_ARCHIVE = 'none'

/**
 * Opens the place of ARCHIVE_TO, with the passphrase that backups have too.
 * @param mayWrite asked right before each step that changes what lies there; it may refuse
 * @throws {RetentionError} there is none
 * @throws {BackupError} it is no place, the keys to it are missing, or the passphrase cannot be read
 */
export async function openArchivePlace(
  { archiveTo }: Pick<Config, 'archiveTo'>,
  environment: NodeJS.ProcessEnv,
  mayWrite?: () => Promise<void>,
): Promise<ArchivePlace> {
  if (archiveTo === undefined) {
    throw new RetentionError(
      'ARCHIVE_TO is not set, and clicks are due: none goes before it says where they are archived (a folder, or s3://bucket/prefix), or none to delete them without an archive.',
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
