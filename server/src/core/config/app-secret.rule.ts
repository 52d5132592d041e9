import { hkdfSync } from 'node:crypto'
import { StartError } from '../errors/start-error.ts'

/** What a new secret costs even where the previous one is known: only hashes of the values are stored. */
const LOST_WITH_NEW_SECRET =
  'an order, refund or payment of an erased customer that is sent again counts, and pays, a second time; customers known ' +
  'only by their e-mail are no longer recognised; everyone signs in again, partners register their passkeys again, and ' +
  'links in mails that were already sent stop working'

/** What it costs beyond that where the previous one is lost: the values are encrypted with it. */
const LOST_WITHOUT_PREVIOUS =
  'two-factor sign-in is set up again, payout details and payer accounts are entered again, and webhooks and ' +
  'connected payment processors need new secrets'

/** What it costs to go on with a new `APP_SECRET`. */
export function costOfNewSecret({ isPreviousKnown }: { isPreviousKnown: boolean }): string {
  return isPreviousKnown ? LOST_WITH_NEW_SECRET : `${LOST_WITH_NEW_SECRET}; ${LOST_WITHOUT_PREVIOUS}`
}

/** Tells whether two secrets are the same, and reveals nothing else: they are random and long. */
export function fingerprintOf(appSecret: string): string {
  return Buffer.from(hkdfSync('sha256', appSecret, '', 'affiliate backup v1 print', 16)).toString('hex')
}

/** The secret of a process is not the one that its database depends on. */
export class SecretError extends StartError {
  override name = 'SecretError'
  readonly code: 'another_secret' | 'missing_secret'
  constructor(code: SecretError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface SecretFacts {
  /** Of the secret that the database depends on; undefined where none was used with it yet. */
  stored: string | undefined
  /** The secret of this process. */
  given: string | undefined
  /** Where it is kept, or would be, where `APP_SECRET` is not set. */
  file: string | undefined
  /** Whether the operator accepts what a new secret costs. */
  acceptsNew: boolean
  /** Where else the previous one is found, as a sentence after a space. */
  hint?: string
}

/**
 * Decides whether a process may work with a database under its secret.
 * @returns `first` where the database depends on none yet, `new` where the operator accepts another one
 * @throws {SecretError} in words
 */
export function decideSecret(facts: SecretFacts): 'first' | 'same' | 'new' {
  const { stored, given, file, acceptsNew, hint = '' } = facts
  if (stored === undefined) return 'first'
  if (given !== undefined && fingerprintOf(given) === stored) return 'same'
  if (acceptsNew) return 'new'
  if (given !== undefined) {
    const name = file === undefined ? 'APP_SECRET' : `The secret in ${file}`
    throw new SecretError(
      'another_secret',
      `${name} is not the secret that this database depends on. Set APP_SECRET to the previous value.${hint} ${orNew('')}`,
    )
  }
  const noFile = file === undefined ? '' : `, and there is no file ${file}`
  throw new SecretError(
    'missing_secret',
    `The secret that this database depends on is missing: APP_SECRET is not set${noFile}. ${PUT_BACK} ${orNew('')}`,
  )
}

/** @param fault what is wrong with the file, after its path */
export function unusableSecretFile(path: string, fault: string): string {
  return `The secret file ${path} ${fault}. ${PUT_BACK} ${orNew('delete the file and ')}`
}

const PUT_BACK = 'Set APP_SECRET to the previous value, or restore the file from a backup.'

function orNew(first: string): string {
  const cost = costOfNewSecret({ isPreviousKnown: false })
  return `To continue with a new secret instead, ${first}add --accept-new-secret once. Then ${cost}.`
}
