import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { CommissionStatus, HoldReason } from '../../core/enums.ts'

/** A newly held commission, with its previous state. */
export interface HeldCommission {
  id: number
  status: CommissionStatus
  left_cents: number
}

/** The sale whose commission is held, and the reason. A possible duplicate includes the earlier sale. */
export type Hold =
  | { saleId: number; reason: 'payment_link_missing' }
  | { saleId: number; reason: 'possible_duplicate'; duplicateOf: number }

/**
 * Holds a sale's commission unless it is paid, in a payout, reversed or already held. A possible duplicate that was
 * already decided is not held again. A possible duplicate takes precedence over a missing payment link.
 */
export async function addHold(queries: Queries, programId: number, { saleId, reason, ...hold }: Hold) {
  const duplicateOf = 'duplicateOf' in hold ? hold.duplicateOf : null
  const { rows } = await sql<HeldCommission>`
    with found as (
      select c.id, c.status, c.amount_cents - c.reversed_cents as left_cents from commissions c
      where c.program_id = ${programId} and c.sale_id = ${saleId} and c.status in ('pending', 'approved')
        and c.payout_id is null and c.paid_cents = 0
        and case when ${duplicateOf}::bigint is null then c.hold_reason is null else c.duplicate_of_sale_id is null end
      for no key update
    ), held as (
      update commissions as c set status = 'pending', approved_at = null, hold_reason = ${reason},
        duplicate_of_sale_id = coalesce(${duplicateOf}::bigint, c.duplicate_of_sale_id)
      from found f where c.program_id = ${programId} and c.id = f.id
      returning c.id
    )
    select f.id, f.status, f.left_cents from found f join held h on h.id = f.id`.execute(queries)
  return rows[0]
}

/** Removes the hold on a sale's commission if the hold has this reason. The commission's hold period still applies. */
export async function removeHold(
  queries: Queries,
  programId: number,
  { saleId, reason }: { saleId: number; reason: HoldReason },
): Promise<void> {
  await queries
    .updateTable('commissions')
    .set({ hold_reason: null })
    .where('program_id', '=', programId)
    .where('sale_id', '=', saleId)
    .where('hold_reason', '=', reason)
    .execute()
}
