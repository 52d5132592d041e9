import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { ProgramTotals } from './program-totals.ts'

/** Computes a program's totals from its rows. */
export async function readProgramTotals(queries: Queries, programId: number) {
  const { rows } = await sql<ProgramTotals>`
    select
      (select count(*) from click_events e where e.program_id = ${programId} and not e.is_test) as clicks,
      (select count(*) from lead_events l
        where l.program_id = ${programId} and not l.is_test and l.state = 'settled') as leads,
      s.sales, s.revenue_cents, c.commissions, c.commission_cents, c.reversed_cents,
      (select coalesce(sum(f.amount_cents - f.reversed_cents), 0)::bigint
        from platform_fees f where f.program_id = ${programId}) as fee_cents,
      (select coalesce(sum(o.amount_cents), 0)::bigint
        from payouts o where o.program_id = ${programId} and o.status = 'paid') as paid_cents
    from (
      select count(*) as sales, coalesce(sum(e.amount_cents - e.refunded_cents), 0)::bigint as revenue_cents
      from sale_events e where e.program_id = ${programId} and not e.is_test
    ) s cross join (
      select count(*) as commissions, coalesce(sum(m.amount_cents), 0)::bigint as commission_cents,
        coalesce(sum(m.reversed_cents), 0)::bigint as reversed_cents
      from commissions m where m.program_id = ${programId}
    ) c`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate has one row')
  return row
}

export function listWorkspaces(queries: Queries, rows: number) {
  return queries.selectFrom('workspaces').select(['id', 'name']).orderBy('created_at').limit(rows).execute()
}
