import type { Queries } from '../../core/database/database.ts'
import type { OptionalMail } from '../../core/enums.ts'
import type { Subscription } from './mail.ts'

/** Saves an opt-out. Idempotent. */
export async function insertOptOut(
  queries: Queries,
  subscription: Subscription,
  created_at: Date,
): Promise<void> {
  await queries
    .insertInto('mail_opt_outs')
    .values({
      program_id: subscription.programId,
      recipient: subscription.recipient,
      kind: subscription.kind,
      created_at,
    })
    .onConflict((conflict) => conflict.columns(['program_id', 'recipient', 'kind']).doNothing())
    .execute()
}

export async function deleteOptOut(
  queries: Queries,
  { programId, recipient, kind }: Subscription,
): Promise<void> {
  await queries
    .deleteFrom('mail_opt_outs')
    .where('program_id', '=', programId)
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .execute()
}

export async function isOptedOut(
  queries: Queries,
  { programId, recipient, kind }: Subscription,
): Promise<boolean> {
  const row = await queries
    .selectFrom('mail_opt_outs')
    .select('kind')
    .where('program_id', '=', programId)
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the kinds of emails about a program that an address has opted out of. */
export async function listOptOuts(
  queries: Queries,
  programId: number,
  recipient: string,
): Promise<OptionalMail[]> {
  const rows = await queries
    .selectFrom('mail_opt_outs')
    .select('kind')
    .where('program_id', '=', programId)
    .where('recipient', '=', recipient)
    .execute()
  return rows.map(({ kind }) => kind)
}
