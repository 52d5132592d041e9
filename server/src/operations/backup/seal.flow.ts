import { createHash } from 'node:crypto'
import { decryptAge, encryptAge, WrongPassphrase } from './age.adapter.ts'
import { BackupError, type Manifest } from './backup.ts'
import { parseObject } from './manifest.rule.ts'

/**
 * Ends a manifest with its seal: its checksum, which finds accidents. With a passphrase the seal is an `age` file, in
 * base64, that holds the checksum and APP_SECRET.
 */
export async function sealManifest(
  unsealed: object,
  passphrase: string | undefined,
  appSecret?: string,
): Promise<string> {
  const sha256 = checksumOf(unsealed)
  const seal =
    passphrase === undefined ? sha256 : await encryptText(JSON.stringify({ sha256, appSecret }), passphrase)
  return `${JSON.stringify({ ...unsealed, seal }, null, 2)}\n`
}

/**
 * Checks that a manifest is as it was sealed.
 * @throws {BackupError} the manifest was altered; the passphrase is missing, wrong, or given for a backup that has none
 */
export async function openSeal<Sealed extends Pick<Manifest, 'name' | 'encryption' | 'seal'>>(
  manifest: Sealed,
  passphrase: string | undefined,
): Promise<{ appSecret: string | undefined }> {
  const { seal, ...unsealed } = manifest
  requirePassphrase(manifest, passphrase)
  const opened = passphrase === undefined ? { sha256: seal } : await openText(manifest, passphrase)
  if (opened.sha256 !== checksumOf(unsealed)) throw alteredManifest(manifest.name)
  const { appSecret } = opened
  return { appSecret: typeof appSecret === 'string' ? appSecret : undefined }
}

function requirePassphrase(
  { name, encryption }: Pick<Manifest, 'name' | 'encryption'>,
  passphrase: string | undefined,
) {
  if (encryption === null && passphrase !== undefined) {
    throw new BackupError(
      'wrong_passphrase',
      `The backup ${name} is not encrypted, and a passphrase was given: someone may have replaced an encrypted one. If it is yours, restore it without the passphrase.`,
    )
  }
  if (encryption !== null && passphrase === undefined) {
    throw new BackupError(
      'no_passphrase',
      `The backup ${name} is encrypted: give its passphrase by --passphrase-file or BACKUP_PASSPHRASE.`,
    )
  }
}

async function encryptText(text: string, passphrase: string): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of encryptAge(only(Buffer.from(text, 'utf8')), passphrase)) parts.push(part)
  return Buffer.concat(parts).toString('base64')
}

async function openText(
  { name, seal }: Pick<Manifest, 'name' | 'seal'>,
  passphrase: string,
): Promise<Record<string, unknown>> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of decryptAge(only(Buffer.from(seal, 'base64')), passphrase)) parts.push(part)
  } catch (cause) {
    if (!(cause instanceof WrongPassphrase)) throw alteredManifest(name, cause)
    throw new BackupError('wrong_passphrase', `The passphrase is not that of the backup ${name}.`, { cause })
  }
  return parseObject(Buffer.concat(parts).toString('utf8')) ?? {}
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function checksumOf(unsealed: object): string {
  return createHash('sha256').update(JSON.stringify(unsealed)).digest('hex')
}

function alteredManifest(name: string, cause?: unknown): BackupError {
  return new BackupError('altered', `The manifest of the backup ${name} was altered after it was written.`, {
    cause,
  })
}
