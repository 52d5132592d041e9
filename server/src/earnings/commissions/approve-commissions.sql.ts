import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { publishAll } from '../../notifications/outbox/outbox.sql.ts'

/**
 * Lists programs that approve automatically and have pending commissions whose hold has ended and that nothing else
 * blocks. Sandboxes have their own clocks, so a separate query covers them.
 * @param now the real time
 */
export async function listProgramsWithDueCommissions(
  queries: Queries,
  now: Date,
  rows: number,
): Promise<number[]> {
  const programs = await sql<{ id: number }>`
    select p.id from programs p
    where p.commission_approval = 'automatic' and p.clock_ahead_ms = 0 and exists (
      select 1 from commissions m
      where m.program_id = p.id and m.status = 'pending' and m.hold_reason is null and m.hold_until <= ${now}::timestamptz)
    order by p.id limit ${rows}`.execute(queries)
  const sandboxes = await sql<{ id: number }>`
    select p.id from programs p
    where p.commission_approval = 'automatic' and p.clock_ahead_ms > 0 and exists (
      select 1 from commissions m
      where m.program_id = p.id and m.status = 'pending' and m.hold_reason is null
        and m.hold_until <= ${now}::timestamptz + p.clock_ahead_ms * interval '1 millisecond')
    order by p.id limit ${rows}`.execute(queries)
  return [...programs.rows, ...sandboxes.rows].map(({ id }) => id)
}

/**
 * Approves up to `rows` of a program's pending commissions, oldest first, and writes their history and outbox events.
 * Safe to run concurrently. Uses several statements, because a single one that writes several tables would query every
 * Citus node.
 * @returns the number of approved commissions
 */
export async function approveDueCommissions(
  transaction: Transaction<Schema>,
  programId: number,
  now: Date,
  rows: number,
): Promise<number> {
  const approved = await sql<ApprovedCommission>`
    with due as (
      select m.program_id, m.id from commissions m
      join programs p on p.id = ${programId} and p.commission_approval = 'automatic'
      where m.program_id = ${programId} and m.status = 'pending' and m.hold_reason is null and m.hold_until <= ${now}::timestamptz
      order by m.hold_until limit ${rows} for update of m skip locked
    )
    update commissions as c set status = 'approved', approved_at = ${now}::timestamptz
    from due where c.program_id = ${programId} and c.id = due.id and c.status = 'pending'
    returning c.id, c.partner_id, c.sale_id, c.customer_id, c.currency, c.hold_until,
      c.amount_cents - c.reversed_cents as amount_cents`.execute(transaction)
  if (approved.rows.length === 0) return 0
  await transaction
    .insertInto('commission_changes')
    .values(
      approved.rows.map(({ id, amount_cents }) => ({
        program_id: programId,
        commission_id: id,
        from_status: 'pending' as const,
        to_status: 'approved' as const,
        from_amount_cents: amount_cents,
        to_amount_cents: amount_cents,
        actor: 'system' as const,
        reason: 'hold ended',
        changed_at: now,
      })),
    )
    .execute()
  const data = approved.rows.map(({ id, hold_until, ...payload }) => ({
    commission_id: id,
    ...payload,
    hold_until: hold_until.toISOString(),
  }))
  await publishAll(transaction, programId, { type: 'commission.approved', data, at: now })
  return approved.rows.length
}

interface ApprovedCommission {
  id: number
  partner_id: number
  sale_id: number | null
  customer_id: number | null
  currency: string
  hold_until: Date
  amount_cents: number
}

/**
 * Returns whether commissions that should have been approved automatically are still pending. If so, another process is
 * approving them.
 */
export async function hasDueCommissions(queries: Queries, programId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select m.id from commissions m
    join programs p on p.id = ${programId} and p.commission_approval = 'automatic'
    where m.program_id = ${programId} and m.status = 'pending' and m.hold_reason is null and m.hold_until <= ${now}::timestamptz
    limit 1`.execute(queries)
  return rows.length > 0
}
