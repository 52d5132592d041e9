import { type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'

export type LockedCommission = Selectable<Schema['commissions']>

/** The commissions of these ids, locked in the order of their ids so that two reviews never wait for each other. */
export async function lockCommissions(
  transaction: Transaction<Schema>,
  programId: number,
  ids: number[],
): Promise<LockedCommission[]> {
  return transaction
    .selectFrom('commissions')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Approves or rejects locked commissions; an approved one is no longer held, a rejected one is reversed whole. */
export async function setReviewed(
  transaction: Transaction<Schema>,
  programId: number,
  ids: number[],
  { review, at }: { review: 'approve' | 'reject'; at: Date },
): Promise<void> {
  if (ids.length === 0) return
  const query = transaction
    .updateTable('commissions as c')
    .where('c.program_id', '=', programId)
    .where('c.id', 'in', ids)
  await (review === 'approve'
    ? query.set({ status: 'approved', approved_at: at, hold_reason: null })
    : query.set({ status: 'reversed', rejected_at: at, reversed_cents: sql`c.amount_cents` })
  ).execute()
}
