import { limits } from '../platform/config.ts'
import { type ArchiveKeys, openAppSecret } from './archive-cipher.rule.ts'
import { BackupError, type BackupStore, MANIFEST_FILE, type Manifest } from './backup.ts'
import { checkSeal, parseManifest } from './manifest.rule.ts'
import { findKeys } from './passphrase.flow.ts'

/** A backup whose manifest is as it was written. */
export interface FoundBackup {
  store: BackupStore
  manifest: Manifest
  keys: ArchiveKeys | undefined
  /** Undefined when it is not inside. */
  appSecret: string | undefined
}

/**
 * Finds a backup in its place: the one of this name, or the newest.
 * @throws {BackupError} there is none, it was altered, or the passphrase is another
 */
export async function findBackup(
  store: BackupStore,
  asked: string | undefined,
  passphrase: string | undefined,
): Promise<FoundBackup> {
  const whole = await store.list()
  const name = asked ?? whole.at(-1)
  if (name === undefined || !whole.includes(name)) {
    const there = whole.length === 0 ? '' : ` There are ${whole.slice(-limits.backupsNamed).join(', ')}.`
    throw new BackupError(
      'no_backup',
      `${store.place} holds no whole backup${asked === undefined ? '' : ` ${asked}`}.${there}`,
    )
  }
  const text = await store.read(name, MANIFEST_FILE, limits.backupManifestBytes)
  if (text === undefined) throw new BackupError('no_backup', `The backup ${name} was removed meanwhile.`)
  const manifest = parseManifest(text.toString('utf8'), name)
  const keys = await findKeys(manifest, passphrase)
  checkSeal(manifest, keys?.manifest)
  const appSecret =
    keys === undefined || manifest.appSecret === null ? undefined : openAppSecret(keys, manifest.appSecret)
  return { store, manifest, keys, appSecret }
}
