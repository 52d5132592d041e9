import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'

/** Finds a partner's payout. @returns undefined if the partner has no payout with this ID */
export function findOwnPayout(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  payoutId: number,
) {
  return queries
    .selectFrom('payouts')
    .select('currency')
    .where('program_id', '=', programId)
    .where('id', '=', payoutId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
}

/** Lists the commissions that a payout includes and those it deducts, the latest earned first. */
export function listOwnPayoutItems(queries: Queries, programId: number, payoutId: number, page: PageRequest) {
  const query = queries
    .selectFrom('payout_items as i')
    .innerJoin('commissions as c', (join) =>
      join.on('c.program_id', '=', programId).onRef('c.id', '=', 'i.commission_id'),
    )
    .leftJoin('sale_events as s', (join) =>
      join.on('s.program_id', '=', programId).onRef('s.id', '=', 'c.sale_id'),
    )
    .select([
      'i.commission_id',
      'i.amount_cents',
      'i.earned_at',
      'c.kind',
      'c.customer_id',
      's.is_recurring as is_renewal',
    ])
    .where('i.program_id', '=', programId)
    .where('i.payout_id', '=', payoutId)
  return selectPage(query, 'i.earned_at', 'i.commission_id', page)
}
