import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

export interface ClosedPartner {
  program_id: number
  partner_id: number
}

/** Lists partners who closed their account before a given time and still have payout details, in order. */
export async function listClosedWithDetails(
  queries: Queries,
  { before, after: afterPartner, rows }: { before: Date; after: ClosedPartner | undefined; rows: number },
) {
  const isLater =
    afterPartner === undefined
      ? sql`true`
      : sql`(pp.program_id, pp.partner_id) > (${afterPartner.program_id}::bigint, ${afterPartner.partner_id}::bigint)`
  const partners = await sql<ClosedPartner>`
    select pp.program_id, pp.partner_id from program_enrollments pp
    join partners r on r.workspace_id = pp.workspace_id and r.id = pp.partner_id
    where pp.status = 'closed' and r.closed_at <= ${before}::timestamptz and ${isLater}
      and exists (
        select 1 from payout_details d
        where d.program_id = pp.program_id and d.partner_id = pp.partner_id and d.sealed is not null)
    order by pp.program_id, pp.partner_id limit ${rows}`.execute(queries)
  return partners.rows
}

/** Erases the payout details of a partner without a balance. @returns the number of deleted versions */
export async function erasePayoutDetails(
  queries: Queries,
  { program_id, partner_id }: ClosedPartner,
  at: Date,
): Promise<number> {
  const { rows } = await sql`
    update payout_details as d set sealed = null, erased_at = ${at}::timestamptz
    where d.program_id = ${program_id} and d.partner_id = ${partner_id} and d.sealed is not null
      and not exists (
        select 1 from payouts o
        where o.program_id = ${program_id} and o.partner_id = ${partner_id} and o.status = 'open')
      and not exists (
        select 1 from commissions c
        where c.program_id = ${program_id} and c.partner_id = ${partner_id}
        group by c.currency
        having sum((c.amount_cents - c.reversed_cents)::numeric) filter (where c.status = 'pending') > 0
          or sum((c.amount_cents - c.reversed_cents - c.paid_cents)::numeric) filter (where c.status <> 'pending') > 0)
    returning d.version`.execute(queries)
  return rows.length
}
