import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Currency } from '../../core/money/currency.ts'

/** One of a possible duplicate's two sales, as it was reported. */
export interface ReportedSale {
  id: number
  transaction_id: string
  provider_payment_id: string | null
  amount_cents: number
  refunded_cents: number
  currency: Currency
  received_at: Date
  /** Whether the sale was created from a processor's payment. */
  created_sale: boolean
  is_void: boolean
}

/** Returns these sales' source and whether they were reversed as duplicates. */
export async function listReportedSales(queries: Queries, programId: number, saleIds: readonly number[]) {
  const { rows } = await sql<ReportedSale>`
    select s.id, s.transaction_id, s.provider_payment_id, s.amount_cents, s.refunded_cents, s.currency, s.received_at,
      coalesce(y.created_sale, s.provider_payment_id = s.transaction_id) as created_sale,
      exists (select from refund_events r
        where r.program_id = ${programId} and r.sale_id = s.id and r.voids_sale) as is_void
    from sale_events s
    left join processor_payments y on y.program_id = ${programId} and y.sale_id = s.id
    where s.program_id = ${programId} and s.id in (${sql.join(saleIds)})
    order by s.received_at, s.id`.execute(queries)
  return rows
}
