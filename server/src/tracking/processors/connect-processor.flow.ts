import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { encryptSecret, NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { hasExternalEffects } from '../../workspace/programs/external-effects.rule.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import type { AccountFlags } from './processor.ts'
import {
  deleteProcessorAccount,
  findProcessorAccount,
  findProgramAccount,
  insertProcessorAccount,
  setConnection,
} from './processor-accounts.sql.ts'
import { endConnections, forgetConnections, startConnection } from './processor-connections.sql.ts'

export type Connection = {
  processor: string
  /** Undefined if the processor's events don't contain an account. In that case, each program has its own. */
  accountId: string | undefined
  isLive: boolean
} & (
  | ({ by: 'oauth' } & AccountFlags)
  /** Entered manually; its capabilities are unknown until it first reports them. */
  | { by: 'manual'; webhookSecret: string }
)

/**
 * Connects a processor account to a program, replacing its previous one. The webhook secret is stored encrypted. OAuth
 * proves ownership of the account and takes it over from a manual connection. A sandbox only accepts test-mode accounts
 * and never takes one over (D52).
 * @returns why nothing was written: another program has the account, or the account is live and the program is a
 * sandbox
 */
export async function connectProcessor(
  deps: Deps,
  programId: number,
  connection: Connection,
): Promise<'connected' | 'conflict' | 'live'> {
  const { config, ids } = deps
  const secret =
    connection.by === 'manual'
      ? encryptSecret(connection.webhookSecret, config.appSecret, ids.bytes(NONCE_BYTES))
      : null
  try {
    await withTransaction(deps, (transaction) =>
      connectOnce({ deps, transaction, programId }, connection, secret),
    )
    return 'connected'
  } catch (error) {
    if (error instanceof AccountTakenError) return 'conflict'
    if (error instanceof LiveAccountError) return 'live'
    throw error
  }
}

interface ConnectContext {
  deps: Pick<Deps, 'clock'>
  transaction: Transaction<Schema>
  programId: number
}

async function connectOnce(
  { deps, transaction, programId }: ConnectContext,
  connection: Connection,
  secret: string | null,
): Promise<void> {
  const { processor, isLive, by } = connection
  const accountId = connection.accountId ?? `program-${programId}`
  const program = await lockProgram(transaction, programId)
  if (program === undefined) throw new Error(`program ${programId} no longer exists`)
  if (isLive && !hasExternalEffects(program)) throw new LiveAccountError()
  const before = await findProgramAccount(transaction, programId)
  const isSame = before?.processor === processor && before.account_id === accountId
  await deleteProcessorAccount(transaction, programId)
  if (by === 'oauth' && !program.sandbox)
    await endUnprovenConnections(transaction, { processor, accountId }, programId)
  const now = deps.clock.now()
  const connected_at = isSame ? before.connected_at : now
  const inserted = await insertProcessorAccount(transaction, {
    processor,
    account_id: accountId,
    program_id: programId,
    connected_by: by,
    webhook_secret: secret,
    // A new webhook secret doesn't change which account the key reads.
    api_key: isSame && before.is_live === isLive ? before.api_key : null,
    is_live: isLive,
    connected_at,
    reported_at: reportedAt(connection, isSame ? before.reported_at : null, now),
    rejected_events: 0,
    rejected_at: null,
  })
  if (!inserted) throw new AccountTakenError()
  if (!isSame) {
    await endConnections(transaction, programId, now)
    const connection_of = { program_id: programId, processor, account_id: accountId }
    await startConnection(transaction, { ...connection_of, connected_at })
  }
  await setConnection(transaction, programId, {
    processor_connection_status: 'connected',
    processor_account_id: connection.accountId ?? null,
    processor_connected_at: connected_at,
    ...toAccountFlags(connection, isSame),
  })
}

/** Ends another program's manual connection to this account. */
async function endUnprovenConnections(
  transaction: Transaction<Schema>,
  { processor, accountId }: { processor: string; accountId: string },
  programId: number,
): Promise<void> {
  const account = await findProcessorAccount(transaction, processor, accountId)
  if (account === undefined || account.program_id === programId || account.connected_by === 'oauth') return
  await deleteProcessorAccount(transaction, account.program_id)
  await forgetConnections(transaction, account.program_id, { processor, accountId })
  await setConnection(transaction, account.program_id, {
    processor_connection_status: 'disconnected',
    processor_charges_enabled: false,
    processor_payouts_enabled: false,
  })
}

/** Disconnects a program's account. Recorded events are kept. */
export async function disconnectProcessor({ clock, database }: Deps, programId: number): Promise<void> {
  await withTransaction({ database }, async (transaction) => {
    await lockProgram(transaction, programId)
    await deleteProcessorAccount(transaction, programId)
    await endConnections(transaction, programId, clock.now())
    await setConnection(transaction, programId, {
      processor_connection_status: 'not_connected',
      processor_account_id: null,
      processor_charges_enabled: false,
      processor_payouts_enabled: false,
      processor_details_submitted: false,
      processor_connected_at: null,
    })
  })
}

/**
 * OAuth has just returned the account's capabilities, so earlier events are out of date. The processor's timestamps are
 * in seconds.
 */
function reportedAt({ by }: Connection, before: Date | null, now: Date): Date | null {
  return by === 'oauth' ? new Date(now.getTime() - now.getMilliseconds()) : before
}

/** Thrown to roll back if the account belongs to another program. */
class AccountTakenError extends Error {}

/** Thrown to roll back because a sandbox never accepts live accounts. */
class LiveAccountError extends Error {}

function toAccountFlags(connection: Connection, isSame: boolean) {
  if (connection.by === 'manual' && isSame) return {}
  const flags = connection.by === 'oauth' ? connection : NOTHING_KNOWN
  return {
    processor_charges_enabled: flags.chargesEnabled,
    processor_payouts_enabled: flags.payoutsEnabled,
    processor_details_submitted: flags.detailsSubmitted,
  }
}

const NOTHING_KNOWN: AccountFlags = { chargesEnabled: false, payoutsEnabled: false, detailsSubmitted: false }
