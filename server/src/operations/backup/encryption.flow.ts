import { createHash } from 'node:crypto'
import { decryptAge, encryptAge, WrongPassphraseError } from './age.adapter.ts'
import { BackupError, type Manifest } from './backup.ts'
import { parseObject } from './manifest.rule.ts'

/**
 * Adds a seal to a manifest: its checksum, which detects accidental damage. With a passphrase, the seal is a base64
 * `age` file that contains the checksum and APP_SECRET.
 */
export async function encryptManifest(
  unencrypted: object,
  passphrase: string | undefined,
  appSecret?: string,
): Promise<string> {
  const sha256 = computeChecksum(unencrypted)
  const seal =
    passphrase === undefined ? sha256 : await encryptText(JSON.stringify({ sha256, appSecret }), passphrase)
  return `${JSON.stringify({ ...unencrypted, seal }, null, 2)}\n`
}

/**
 * Verifies a manifest's seal.
 * @throws {BackupError} if the manifest was altered, or the passphrase is missing, wrong or unexpected
 */
export async function decryptManifest<Sealed extends Pick<Manifest, 'name' | 'encryption' | 'seal'>>(
  manifest: Sealed,
  passphrase: string | undefined,
): Promise<{ appSecret: string | undefined }> {
  const { seal, ...unencrypted } = manifest
  requirePassphrase(manifest, passphrase)
  const opened = passphrase === undefined ? { sha256: seal } : await decryptText(manifest, passphrase)
  if (opened.sha256 !== computeChecksum(unencrypted)) throw alteredManifest(manifest.name)
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
      `Backup ${name} is not encrypted, but a passphrase was given: an encrypted backup may have been replaced. If you trust it, restore it without the passphrase.`,
    )
  }
  if (encryption !== null && passphrase === undefined) {
    throw new BackupError(
      'no_passphrase',
      `Backup ${name} is encrypted. Provide its passphrase with --passphrase-file or BACKUP_PASSPHRASE.`,
    )
  }
}

async function encryptText(text: string, passphrase: string): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of encryptAge(singleChunk(Buffer.from(text, 'utf8')), passphrase)) parts.push(part)
  return Buffer.concat(parts).toString('base64')
}

async function decryptText(
  { name, seal }: Pick<Manifest, 'name' | 'seal'>,
  passphrase: string,
): Promise<Record<string, unknown>> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of decryptAge(singleChunk(Buffer.from(seal, 'base64')), passphrase))
      parts.push(part)
  } catch (cause) {
    if (!(cause instanceof WrongPassphraseError)) throw alteredManifest(name, cause)
    throw new BackupError('wrong_passphrase', `Wrong passphrase for backup ${name}.`, { cause })
  }
  return parseObject(Buffer.concat(parts).toString('utf8')) ?? {}
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function computeChecksum(unencrypted: object): string {
  return createHash('sha256').update(JSON.stringify(unencrypted)).digest('hex')
}

function alteredManifest(name: string, cause?: unknown): BackupError {
  return new BackupError('altered', `The manifest of backup ${name} was altered.`, {
    cause,
  })
}
