import { BackupError, type BackupStore, MANIFEST_FILE, type Manifest } from './backup.ts'
import { openSeal } from './encryption.flow.ts'
import { backupLimits } from './limits.ts'
import { parseManifest } from './manifest.rule.ts'

/** A backup with a verified manifest. */
export interface FoundBackup {
  store: BackupStore
  manifest: Manifest
  passphrase: string | undefined
  /** Undefined if the backup doesn't contain it. */
  appSecret: string | undefined
}

/**
 * Finds a backup by name, or the newest.
 * @throws {BackupError} not found, altered, or wrong passphrase
 */
export async function findBackup(
  store: BackupStore,
  asked: string | undefined,
  passphrase: string | undefined,
): Promise<FoundBackup> {
  const whole = await store.list()
  const name = asked ?? whole.at(-1)
  if (name === undefined || !whole.includes(name)) {
    const there =
      whole.length === 0 ? '' : ` Available: ${whole.slice(-backupLimits.backupsNamed).join(', ')}.`
    throw new BackupError(
      'no_backup',
      `${store.place} has no complete backup${asked === undefined ? '' : ` ${asked}`}.${there}`,
    )
  }
  const text = await store.read(name, MANIFEST_FILE, backupLimits.backupManifestBytes)
  if (text === undefined)
    throw new BackupError('no_backup', `The backup ${name} was deleted in the meantime.`)
  const manifest = parseManifest(text.toString('utf8'), name)
  const { appSecret } = await openSeal(manifest, passphrase)
  return { store, manifest, passphrase, appSecret }
}
