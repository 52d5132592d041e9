import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Currency } from '../../core/money/currency.ts'

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

/** Returns a partner's balances in some programs, computed from commissions like those of `listBalances`. */
export async function readPartnerBalances(
  queries: Queries,
  programs: readonly { id: number; partner_id: number }[],
): Promise<PartnerBalanceRow[]> {
  if (programs.length === 0) return []
  const ids = sql.join(programs.map(({ id }) => id))
  const partners = sql.join([...new Set(programs.map(({ partner_id }) => partner_id))])
  const { rows } = await sql<PartnerBalanceRow>`
    select c.program_id, c.currency,
      coalesce(sum(c.amount_cents::numeric - c.reversed_cents) filter (where c.status = 'pending'), 0)::text as on_hold_cents,
      coalesce(sum(c.amount_cents::numeric - c.reversed_cents) filter (where c.status = 'approved'), 0)::text
        as approved_cents,
      sum(c.paid_cents::numeric)::text as paid_cents,
      sum(c.reversed_cents::numeric)::text as reversed_cents,
      coalesce(sum(c.amount_cents::numeric - c.reversed_cents - c.paid_cents) filter (where c.status <> 'pending'), 0)::text
        as owed_cents,
      min(c.hold_until) filter (where c.status = 'pending') as next_due_at
    from commissions c
    where c.program_id in (${ids}) and c.partner_id in (${partners})
    group by c.program_id, c.currency
    order by c.program_id, c.currency`.execute(queries)
  return rows
}
