import { hkdfSync } from 'node:crypto'
import { StartError } from '../errors/start-error.ts'

/** Consequences of a new secret even if the previous one is known: these values are only stored as hashes. */
const LOST_HASHED_VALUES =
  'repeated orders, refunds or payments of an erased customer are counted and paid again; customers known ' +
  'only by email are no longer recognized; everyone signs in again, partners register their passkeys again, and ' +
  'links in mails already sent stop working'

/** Additional consequences if the previous one is lost: these values are encrypted with it. */
const LOST_ENCRYPTED_VALUES =
  'two-factor sign-in must be set up again, payout details and payer accounts entered again, and webhooks and ' +
  'connected payment processors need new secrets'

/** Describes the consequences of continuing with a new `APP_SECRET`. */
export function newSecretConsequences({ isPreviousKnown }: { isPreviousKnown: boolean }): string {
  return isPreviousKnown ? LOST_HASHED_VALUES : `${LOST_HASHED_VALUES}; ${LOST_ENCRYPTED_VALUES}`
}

/** Identifies a secret without revealing it: secrets are random and long. */
export function fingerprintSecret(appSecret: string): string {
  return Buffer.from(hkdfSync('sha256', appSecret, '', 'affiliate backup v1 print', 16)).toString('hex')
}

/** Thrown if the process's secret isn't the one the database depends on. */
export class SecretError extends StartError {
  override name = 'SecretError'
  readonly code: 'another_secret' | 'missing_secret'
  constructor(code: SecretError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface SecretInfo {
  /** Fingerprint of the secret the database depends on; undefined if none has been used yet. */
  stored: string | undefined
  /** This process's secret. */
  configured: string | undefined
  /** Path of the secret file, if `APP_SECRET` is not set. */
  file: string | undefined
  /** Whether the operator accepts the consequences of a new secret. */
  acceptsNew: boolean
  /** Hint about where the previous secret may be: a sentence with a leading space, or nothing. */
  hint?: string
}

/**
 * Decides whether a process may use a database with its secret.
 * @returns `first` if the database has none yet, `new` if the operator accepts a different one
 * @throws {SecretError}
 */
export function decideSecret(info: SecretInfo): 'first' | 'same' | 'new' {
  const { stored, configured, file, acceptsNew, hint = '' } = info
  if (stored === undefined) return 'first'
  if (configured !== undefined && fingerprintSecret(configured) === stored) return 'same'
  if (acceptsNew) return 'new'
  if (configured !== undefined) {
    const name = file === undefined ? 'APP_SECRET' : `The secret in ${file}`
    throw new SecretError(
      'another_secret',
      `${name} is not the secret this database depends on. Set APP_SECRET to the previous value.${hint} ${newSecretAdvice('')}`,
    )
  }
  const fileNote = file === undefined ? '' : `, and there is no file ${file}`
  throw new SecretError(
    'missing_secret',
    `The secret this database depends on is missing: APP_SECRET is not set${fileNote}. ${RESTORE_HINT} ${newSecretAdvice('')}`,
  )
}

/**
 * Creates the error for an unusable secret file.
 * @param fault predicate of a sentence about the file, such as "is incomplete"
 */
export function unusableSecretFile(path: string, fault: string): string {
  return `The secret file ${path} ${fault}. ${RESTORE_HINT} ${newSecretAdvice('delete the file and ')}`
}

const RESTORE_HINT = 'Set APP_SECRET to the previous value, or restore the file from a backup.'

function newSecretAdvice(condition: string): string {
  const cost = newSecretConsequences({ isPreviousKnown: false })
  return `To continue with a new secret instead, ${condition}add --accept-new-secret once. Then ${cost}.`
}
