import { readFile } from 'node:fs/promises'
import { errorCode } from '../../core/errors/start-error.ts'
import { BackupError } from './backup.ts'
import { backupLimits } from './limits.ts'

/**
 * Reads the passphrase from a file or BACKUP_PASSPHRASE, never from the command line, which other users can read.
 * @returns undefined if neither is set
 * @throws {BackupError} if it is too short, or its file can't be read
 */
export async function readPassphrase(
  environment: NodeJS.ProcessEnv,
  file: string | undefined = environment.BACKUP_PASSPHRASE_FILE,
): Promise<string | undefined> {
  const text =
    file === undefined || file === '' ? environment.BACKUP_PASSPHRASE : await readPassphraseFile(file)
  // Ignores the line break that editors add at the end.
  const passphrase = text?.replace(/\r?\n$/, '')
  if (passphrase === undefined || (passphrase === '' && file === undefined)) return undefined
  if (passphrase.length >= backupLimits.minBackupPassphraseLength) return passphrase
  throw new BackupError(
    'no_passphrase',
    `The passphrase must have at least ${backupLimits.minBackupPassphraseLength} characters.`,
  )
}

async function readPassphraseFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new BackupError(
      'no_passphrase',
      `The passphrase file ${file} cannot be read (${errorCode(cause) ?? 'unknown error'}).`,
      { cause },
    )
  })
}
