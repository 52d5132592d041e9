import { sql } from 'kysely'
import { commissionTold, wantedTypes } from '../outbox/outbox.sql.ts'
import type { Queries } from '../platform/database.ts'
import type { ProgramClock } from '../programs/program-clock.ts'

/**
 * The programs that approve by the clock and have commissions whose hold has ended by their own one, and which nothing
 * else holds. Sandboxes are listed apart: the statement of all others compares with one instant.
 * @param now by the real clock
 */
export async function listProgramsWithDueCommissions(
  queries: Queries,
  now: Date,
  rows: number,
): Promise<({ id: number } & ProgramClock)[]> {
  const programs = await sql<{ id: number }>`
    select p.id from programs p
    where p.commission_approval = 'automatic' and p.clock_ahead_ms = 0 and exists (
      select 1 from commissions m
      where m.program_id = p.id and m.status = 'pending' and m.hold_reason is null and m.hold_until <= ${now}::timestamptz)
    order by p.id limit ${rows}`.execute(queries)
  const sandboxes = await sql<{ id: number } & ProgramClock>`
    select p.id, p.clock_ahead_ms from programs p
    where p.commission_approval = 'automatic' and p.clock_ahead_ms > 0 and exists (
      select 1 from commissions m
      where m.program_id = p.id and m.status = 'pending' and m.hold_reason is null
        and m.hold_until <= ${now}::timestamptz + p.clock_ahead_ms * interval '1 millisecond')
    order by p.id limit ${rows}`.execute(queries)
  return [...programs.rows.map(({ id }) => ({ id, clock_ahead_ms: 0 })), ...sandboxes.rows]
}

/**
 * Approves at most `rows` pending commissions of a program whose hold has ended and which nothing else holds, the oldest
 * first, with their history and outbox events, in one statement. Processes that run it at once take different rows.
 * @returns how many were approved
 */
export async function approveDueCommissions(
  queries: Queries,
  programId: number,
  now: Date,
  rows: number,
): Promise<number> {
  const approved = await sql`
    with due as (
      select m.program_id, m.id from commissions m
      join programs p on p.id = ${programId} and p.commission_approval = 'automatic'
      where m.program_id = ${programId} and m.status = 'pending' and m.hold_reason is null and m.hold_until <= ${now}::timestamptz
      order by m.hold_until limit ${rows} for update of m skip locked
    ), approved as (
      update commissions as c set status = 'approved', approved_at = ${now}::timestamptz
      from due where c.program_id = ${programId} and c.id = due.id and c.status = 'pending'
      returning c.program_id, c.id, c.partner_id, c.sale_id, c.customer_id, c.currency, c.hold_until,
        c.amount_cents - c.reversed_cents as amount_cents
    ), logged as (
      insert into commission_changes as h (program_id, commission_id, from_status, to_status,
        from_amount_cents, to_amount_cents, actor, reason, changed_at)
      select a.program_id, a.id, 'pending', 'approved', a.amount_cents, a.amount_cents, 'system',
        'hold ended', ${now}::timestamptz
      from approved a
      returning h.id
    ), told as (
      insert into outbox_events as o (program_id, type, data, created_at)
      select t.program_id, t.type, t.data, ${now}::timestamptz
      from (
        select m.program_id, 'commission.approved' as type, ${sql.raw(commissionTold('m'))} as data from approved m
      ) t
      where t.type in (${wantedTypes(programId)})
      returning o.id
    )
    select a.id from approved a`.execute(queries)
  return approved.rows.length
}

/** Whether commissions of a program that approves by the clock wait, whose hold has ended: somebody is approving them now. */
export async function hasDueCommissions(queries: Queries, programId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select m.id from commissions m
    join programs p on p.id = ${programId} and p.commission_approval = 'automatic'
    where m.program_id = ${programId} and m.status = 'pending' and m.hold_reason is null and m.hold_until <= ${now}::timestamptz
    limit 1`.execute(queries)
  return rows.length > 0
}
