import { type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import type { Review } from './commission-review.rule.ts'

export type LockedCommission = Selectable<Schema['commissions']>

/** Loads and locks commissions in ID order, so two reviews can't deadlock. */
export function lockCommissions(transaction: Transaction<Schema>, programId: number, ids: number[]) {
  return transaction
    .selectFrom('commissions')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Approves or rejects locked commissions. Approving ends a hold; rejecting reverses the full amount. */
export async function setReviewed(
  transaction: Transaction<Schema>,
  programId: number,
  ids: number[],
  { review, at }: { review: Review; at: Date },
): Promise<void> {
  if (ids.length === 0) return
  const query = transaction
    .updateTable('commissions as c')
    .where('c.program_id', '=', programId)
    .where('c.id', 'in', ids)
  switch (review) {
    case 'approve':
      await query.set({ status: 'approved', approved_at: at, hold_reason: null }).execute()
      return
    case 'withdraw':
      await query.set({ status: 'pending', approved_at: null }).execute()
      return
    case 'reject':
      await query.set({ status: 'reversed', rejected_at: at, reversed_cents: sql`c.amount_cents` }).execute()
  }
}
