import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { DueHoldsRow } from './upcoming-holds.rule.ts'

/**
 * Sums the commissions whose hold ends later, by currency and quarter of an hour, soonest first. In every time zone,
 * days begin on a quarter of an hour. Excludes commissions that are waiting for anything other than the end of their
 * hold.
 */
export async function readDueHolds(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  { now, rows }: { now: Date; rows: number },
): Promise<DueHoldsRow[]> {
  const result = await sql<DueHoldsRow>`
    select h.currency, h.due_at, h.cents::text as cents, (sum(h.cents) over (partition by h.currency))::text as total_cents
    from (
      select c.currency, date_bin('15 minutes', c.hold_until, timestamptz '1970-01-01 00:00:00Z') as due_at,
        sum(c.amount_cents::numeric - c.reversed_cents) as cents
      from commissions c
      where c.program_id = ${programId} and c.partner_id = ${partnerId} and c.status = 'pending'
        and c.hold_reason is null and c.hold_until > ${now}::timestamptz
      group by 1, 2
      having sum(c.amount_cents::numeric - c.reversed_cents) <> 0
    ) h
    order by h.due_at, h.currency
    limit ${rows}`.execute(queries)
  return result.rows
}
