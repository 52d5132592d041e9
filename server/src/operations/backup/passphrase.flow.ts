import { readFile } from 'node:fs/promises'
import { errorCode } from '../../core/errors/start-error.ts'
import { BackupError } from './backup.ts'
import { backupLimits } from './limits.ts'

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
  if (passphrase.length >= backupLimits.backupPassphraseChars) return passphrase
  throw new BackupError(
    'no_passphrase',
    `The passphrase takes at least ${backupLimits.backupPassphraseChars} characters.`,
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
