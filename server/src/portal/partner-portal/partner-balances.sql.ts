import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Currency } from '../../core/money/currency.ts'
import { commissionSums } from '../../statistics/commission-sums.sql.ts'

/**
 * A partner's balance in one program and currency. Sums are strings of digits, because they may exceed safe integers.
 */
export interface PartnerBalanceRow {
  program_id: number
  currency: Currency
  on_hold_cents: string
  approved_cents: string
  paid_cents: string
  reversed_cents: string
  owed_cents: string
  /** When the next commission on hold is due. */
  next_due_at: Date | null
}

/** Returns a partner's balances in some programs, from the same totals as `listBalances`. */
export async function readPartnerBalances(
  queries: Queries,
  programs: readonly { id: number; partner_id: number }[],
): Promise<PartnerBalanceRow[]> {
  if (programs.length === 0) return []
  const ids = sql.join(programs.map(({ id }) => id))
  const partners = sql.join([...new Set(programs.map(({ partner_id }) => partner_id))])
  const sums = commissionSums(sql`program_id in (${ids}) and partner_id in (${partners})`)
  const { rows } = await sql<PartnerBalanceRow>`
    select c.program_id, c.currency,
      coalesce(sum(c.amount_cents - c.reversed_cents) filter (where c.status = 'pending'), 0)::text as on_hold_cents,
      coalesce(sum(c.amount_cents - c.reversed_cents) filter (where c.status = 'approved'), 0)::text as approved_cents,
      sum(c.paid_cents)::text as paid_cents,
      sum(c.reversed_cents)::text as reversed_cents,
      coalesce(sum(c.amount_cents - c.reversed_cents - c.paid_cents) filter (where c.status <> 'pending'), 0)::text
        as owed_cents,
      (
        select min(m.hold_until) from commissions m
        where m.program_id = c.program_id and m.partner_id in (${partners}) and m.currency = c.currency
          and m.status = 'pending'
      ) as next_due_at
    from ${sums} c
    group by c.program_id, c.currency having sum(c.commissions) > 0
    order by c.program_id, c.currency`.execute(queries)
  return rows
}
