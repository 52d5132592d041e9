import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { CommissionStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** A sale of the partner's customer, with its commission. */
export interface PartnerSaleRow {
  customer_id: number
  reported_at: Date
  amount_cents: number
  currency: Currency
  commission_id: number | null
  status: CommissionStatus | null
  hold_until: Date | null
  commission_cents: number | null
}

/** Lists a partner's sales in a period, newest first. */
export async function listOwnSales(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  { from, to, rows }: { from: Date; to: Date; rows: number },
) {
  const result = await sql<PartnerSaleRow>`
    select s.customer_id, s.reported_at, s.amount_cents, s.currency, c.id as commission_id, c.status, c.hold_until,
      c.amount_cents - c.reversed_cents as commission_cents
    from sale_events s
    left join commissions c on c.program_id = ${programId} and c.sale_id = s.id
    where s.program_id = ${programId} and s.partner_id = ${partnerId} and not s.is_test
      and s.reported_at between ${from}::timestamptz and ${to}::timestamptz
    order by s.reported_at desc, s.id desc limit ${rows}`.execute(queries)
  return result.rows
}
