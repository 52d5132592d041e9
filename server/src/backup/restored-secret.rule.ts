import { LOST_WITHOUT_SECRET } from '../platform/lost-secret.rule.ts'
import { printOfSecret } from './archive-cipher.rule.ts'
import { BackupError } from './backup.ts'

export interface SecretFacts {
  /** Of the backup: APP_SECRET when it is inside, and the print of the one it was made with. */
  inside: string | undefined
  print: string
  /** What the restored service would use as things are: the environment's, or the one kept in its data folder. */
  given: string | undefined
  /** Whether a service without APP_SECRET takes the one of its data folder; in production it does not start. */
  isKeptInDataDir: boolean
  /** Where the person wants it written. */
  secretFile: string | undefined
  /** Whether the person goes on with another secret, knowing what that costs. */
  acceptsAnother: boolean
}

export type RestoredSecret =
  /** The service has it already. */
  | { kind: 'same' }
  /** It is written beside the database, or to the file that was named. */
  | { kind: 'written'; secret: string; to: 'data-dir' | 'file' }
  /** Another one goes on, or a new one: everything that was signed or encrypted with the old is lost. */
  | { kind: 'another' }

/**
 * What becomes of APP_SECRET when a backup is restored. The database without it works, and has lost a part: nothing is
 * guessed there.
 * @throws {BackupError} the person must decide
 */
export function decideSecret(facts: SecretFacts): RestoredSecret {
  const { inside, print, given, secretFile, acceptsAnother } = facts
  if (given !== undefined && printOfSecret(given) === print) return { kind: 'same' }
  if (acceptsAnother) return { kind: 'another' }
  if (given !== undefined) {
    throw new BackupError(
      'another_secret',
      `APP_SECRET here is another than that of the backup${inside === undefined ? '' : ', which is inside'}. ${
        inside === undefined
          ? 'Set the old one'
          : 'Set the old one, or none and let --secret-file <file> write it'
      }; or go on with --accept-another-secret: ${LOST_WITHOUT_SECRET}.`,
    )
  }
  if (inside === undefined) {
    throw new BackupError(
      'missing_secret',
      `APP_SECRET is not inside the backup, and there is none here. Set the one that it was made with; or go on with --accept-another-secret: ${LOST_WITHOUT_SECRET}.`,
    )
  }
  if (secretFile !== undefined) return { kind: 'written', secret: inside, to: 'file' }
  if (facts.isKeptInDataDir) return { kind: 'written', secret: inside, to: 'data-dir' }
  throw new BackupError(
    'missing_secret',
    'In production APP_SECRET comes from the environment, and there is none. It is inside the backup: let --secret-file <file> write it, and set it from there before the service starts.',
  )
}
