import { resolve } from 'node:path'
import { decideSecret, fingerprintSecret, SecretError } from '../../core/config/app-secret.rule.ts'
import type { Config } from '../../core/config/config.ts'
import { createSecretFile, secretPath } from '../../core/config/secret-file.ts'
import type { Database } from '../../core/database/database.ts'
import {
  claimFingerprint,
  findInstallation,
  replaceFingerprint,
} from '../../core/database/installation.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'

/** The new secret that the operator accepts. */
export interface NewSecret {
  /** The previous secret, if known. Stored values are then re-encrypted. */
  previous: string | undefined
}

/** This process's secret, before it is compared with the database. */
export interface GivenSecret {
  /** `APP_SECRET`, or the secret in the data folder; undefined if neither exists. */
  secret: string | undefined
  isFromFile: boolean
  accepted: NewSecret | undefined
}

/** Number of values that were re-encrypted with a new secret; undefined if it is unchanged. */
export interface ClaimedSecret {
  secret: string
  replaced: { reencrypted: number } | undefined
}

/**
 * Rejects a process whose secret doesn't match the database. Runs before migrations, so that such a process changes
 * nothing.
 * @throws {SecretError}
 */
export async function checkSecret(
  { kysely }: Pick<Database, 'kysely'>,
  { dataDir }: Pick<Config, 'dataDir'>,
  givenSecret: GivenSecret,
): Promise<'first' | 'same' | 'new'> {
  const storedFingerprint = (await findInstallation(kysely))?.secretFingerprint
  return decideSecret({
    stored: storedFingerprint,
    configured: givenSecret.secret,
    file: givenSecret.isFromFile ? resolve(secretPath(dataDir)) : undefined,
    acceptsNew: givenSecret.accepted !== undefined,
  })
}

/**
 * Makes this process's secret the installation's, or checks that it already is. If several processes start with
 * different secrets, one wins and the others are rejected.
 * @throws {SecretError}
 */
export async function claimSecret(
  deps: Pick<Deps, 'database' | 'config' | 'clock' | 'ids'>,
  givenSecret: GivenSecret,
): Promise<ClaimedSecret> {
  const { database, config, clock } = deps
  const decision = await checkSecret(database, config, givenSecret)
  if (decision === 'same' && givenSecret.secret !== undefined)
    return { secret: givenSecret.secret, replaced: undefined }
  const secret = givenSecret.secret ?? createSecretFile(config.dataDir)
  if (decision === 'first') await claimFingerprint(database.kysely, fingerprintSecret(secret), clock.now())
  const replaced =
    decision === 'new' ? await replaceSecret(deps, givenSecret.accepted?.previous, secret) : undefined
  // Another process may have claimed its secret first.
  await checkSecret(database, config, { ...givenSecret, secret, accepted: undefined })
  return { secret, replaced }
}

async function replaceSecret(
  { database, ids }: Pick<Deps, 'database' | 'ids'>,
  previous: string | undefined,
  secret: string,
): Promise<{ reencrypted: number }> {
  const storedFingerprint = (await findInstallation(database.kysely))?.secretFingerprint ?? ''
  if (previous !== undefined && fingerprintSecret(previous) !== storedFingerprint) {
    throw new SecretError(
      'another_secret',
      'The file in --previous-secret-file does not contain the secret of this database.',
    )
  }
  const { reencrypt } = await import('./reencrypt.flow.ts')
  return withTransaction({ database }, async (transaction) => {
    if (!(await replaceFingerprint(transaction, storedFingerprint, fingerprintSecret(secret)))) {
      throw new SecretError('another_secret', 'Another process has just set a different secret.')
    }
    const reencrypted = previous === undefined ? 0 : await reencrypt(transaction, { previous, secret, ids })
    return { reencrypted }
  })
}
