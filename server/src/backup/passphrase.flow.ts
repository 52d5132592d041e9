import { type BinaryLike, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { limits } from '../platform/config.ts'
import { errorCode } from '../platform/start-error.ts'
import { type ArchiveKeys, deriveKeys, isSame } from './archive-cipher.rule.ts'
import { BackupError, type Encryption, type Manifest } from './backup.ts'

const derive = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt)

const ROOT_BYTES = 32
const SALT_BYTES = 16

/**
 * The passphrase of a file, or of BACKUP_PASSPHRASE; never of the command line, which every user of the machine can read.
 * @returns undefined where there is none
 * @throws {BackupError} it is too short, or its file cannot be read
 */
export async function readPassphrase(
  environment: NodeJS.ProcessEnv,
  file: string | undefined = environment.BACKUP_PASSPHRASE_FILE,
): Promise<string | undefined> {
  const text =
    file === undefined || file === '' ? environment.BACKUP_PASSPHRASE : await readPassphraseFile(file)
  // What an editor puts at the end of a file is no part of it.
  const passphrase = text?.replace(/\r?\n$/, '')
  if (passphrase === undefined || (passphrase === '' && file === undefined)) return undefined
  if (passphrase.length >= limits.backupPassphraseChars) return passphrase
  throw new BackupError(
    'no_passphrase',
    `The passphrase takes at least ${limits.backupPassphraseChars} characters.`,
  )
}

async function readPassphraseFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new BackupError(
      'no_passphrase',
      `The file of the passphrase, ${file}, cannot be read (${errorCode(cause) ?? 'no reason'}).`,
      { cause },
    )
  })
}

/** Keys of a new backup, and what its manifest says of them. */
export async function makeKeys(passphrase: string): Promise<{ keys: ArchiveKeys; encryption: Encryption }> {
  const { backupKeyCost: cost, backupChunkBytes: chunkBytes } = limits
  const salt = randomBytes(SALT_BYTES).toString('base64')
  const how = { kdf: 'scrypt', cost, block: 8, parallel: 1, salt } as const
  const keys = await keysOf(passphrase, how)
  const check = keys.check.toString('base64')
  return { keys, encryption: { ...how, cipher: 'aes-256-gcm', chunkBytes, check } }
}

/**
 * The keys of a backup; undefined for one that is not encrypted.
 * @throws {BackupError} the passphrase is missing, is another, or was given for a backup that has none
 */
export async function findKeys(
  { name, encryption }: Pick<Manifest, 'name' | 'encryption'>,
  passphrase: string | undefined,
): Promise<ArchiveKeys | undefined> {
  if (encryption === null) {
    if (passphrase === undefined) return undefined
    throw new BackupError(
      'wrong_passphrase',
      `The backup ${name} is not encrypted, and a passphrase was given: somebody may have put it in the place of one that was. If it is yours, restore it without the passphrase.`,
    )
  }
  if (passphrase === undefined) {
    throw new BackupError(
      'no_passphrase',
      `The backup ${name} is encrypted: give its passphrase by --passphrase-file or BACKUP_PASSPHRASE.`,
    )
  }
  const keys = await keysOf(passphrase, encryption)
  if (isSame(keys.check, Buffer.from(encryption.check, 'base64'))) return keys
  throw new BackupError('wrong_passphrase', `The passphrase is not that of the backup ${name}.`)
}

type Derivation = Pick<Encryption, 'cost' | 'block' | 'parallel' | 'salt'>

async function keysOf(passphrase: string, { cost, block, parallel, salt }: Derivation): Promise<ArchiveKeys> {
  // scrypt takes 128 × N × r bytes, and Node allows 32 MB unless it is told of more.
  const options = { N: cost, r: block, p: parallel, maxmem: 2 * 128 * cost * block }
  return deriveKeys(
    await derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), ROOT_BYTES, options),
  )
}
