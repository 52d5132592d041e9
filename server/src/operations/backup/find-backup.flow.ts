import { BackupError, type BackupStore, MANIFEST_FILE, type Manifest } from './backup.ts'
import { decryptManifest } from './encryption.flow.ts'
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
 * Finds a backup by name, or the newest one.
 * @throws {BackupError} if it is not found or was altered, or the passphrase is wrong
 */
export async function findBackup(
  store: BackupStore,
  requested: string | undefined,
  passphrase: string | undefined,
): Promise<FoundBackup> {
  const all = await store.list()
  const name = requested ?? all.at(-1)
  if (name === undefined || !all.includes(name)) {
    const availableText =
      all.length === 0 ? '' : ` Available: ${all.slice(-backupLimits.backupsNamed).join(', ')}.`
    throw new BackupError(
      'no_backup',
      `${store.location} has no complete backup${requested === undefined ? '' : ` ${requested}`}.${availableText}`,
    )
  }
  const text = await store.read(name, MANIFEST_FILE, backupLimits.backupManifestBytes)
  if (text === undefined)
    throw new BackupError('no_backup', `The backup ${name} was deleted in the meantime.`)
  const manifest = parseManifest(text.toString('utf8'), name)
  const { appSecret } = await decryptManifest(manifest, passphrase)
  return { store, manifest, passphrase, appSecret }
}
