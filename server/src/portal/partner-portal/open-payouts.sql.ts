import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { PayoutMethod } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** A partner's payouts in one currency that were created but not paid. The sum is a string. */
export interface OpenPayoutsRow {
  currency: Currency
  amount_cents: string
  payouts: number
  /** When the oldest payout was created. */
  created_at: Date
  /** The methods of the payout details, if there are any. */
  methods: PayoutMethod[]
}

export async function readOpenPayouts(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
): Promise<OpenPayoutsRow[]> {
  const { rows } = await sql<OpenPayoutsRow>`
    select o.currency, sum(o.amount_cents)::text as amount_cents, count(*)::integer as payouts,
      min(o.created_at) as created_at,
      coalesce(array_agg(distinct d.method) filter (where d.method is not null), '{}') as methods
    from payouts o
    left join payout_details d
      on d.program_id = ${programId} and d.partner_id = o.partner_id and d.version = o.details_version
    where o.program_id = ${programId} and o.partner_id = ${partnerId} and o.status = 'open'
    group by o.currency
    order by o.currency`.execute(queries)
  return rows
}
