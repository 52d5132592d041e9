import { sql, type Transaction } from 'kysely'
import type { Run } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { statement } from '../../core/database/statement.ts'

/** A user's stored credentials. */
export interface Credentials {
  user_id: string
  /** The salted hash. Setting the same password again changes it. */
  password: string | null
}

const CREDENTIALS = `select u.id as user_id, a.password
  from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential'`

export async function findCredentialsByEmail(run: Run, email: string) {
  const [credentials] = await run<Credentials>(FIND_BY_EMAIL({ email }))
  return credentials
}

const FIND_BY_EMAIL = statement(
  'find-credentials-by-email',
  { email: 'text' },
  `${CREDENTIALS} where u.email = :email`,
)

export async function findCredentials(run: Run, userId: string) {
  const [found] = await run<Credentials>(FIND({ user_id: userId }))
  return found
}

const FIND = statement('find-credentials', { user_id: 'text' }, `${CREDENTIALS} where u.id = :user_id`)

/** Finds the user's credentials for an unfinished sign-in. */
export async function findCredentialsByVerification(run: Run, identifier: string) {
  const [found] = await run<Credentials>(FIND_BY_VERIFICATION({ identifier }))
  return found
}

const FIND_BY_VERIFICATION = statement(
  'find-credentials-by-verification',
  { identifier: 'text' },
  `${CREDENTIALS} join verifications v on v.value = u.id where v.identifier = :identifier`,
)

interface SettledCredentials extends Credentials {
  two_factor_enabled: boolean
}

/**
 * Reads the credentials after any write in progress has finished. On Citus, it locks only on the coordinator, because
 * locking the user's row would involve every node.
 */
export async function readSettledCredentials(
  run: Run,
  userId: string,
): Promise<SettledCredentials | undefined> {
  const [account] = await run<Credentials>(SETTLED_ACCOUNT({ user_id: userId }))
  const [user] = await run<Pick<SettledCredentials, 'two_factor_enabled'>>(SETTLED_USER({ user_id: userId }))
  return user === undefined || account === undefined ? undefined : { ...user, ...account }
}

const SETTLED_ACCOUNT = statement(
  'read-settled-account',
  { user_id: 'text' },
  `select user_id, password from accounts where user_id = :user_id and provider_id = 'credential' for share`,
)

const SETTLED_USER = statement(
  'read-settled-user',
  { user_id: 'text' },
  'select two_factor_enabled from users where id = :user_id',
)

/** Makes `readSettledCredentials` wait until this transaction ends. Call it before writing the user. */
export async function lockCredentials(transaction: Transaction<Schema>, userId: string): Promise<void> {
  await sql`
    select from accounts where user_id = ${userId} and provider_id = 'credential' for no key update`.execute(
    transaction,
  )
}
