import { sql } from 'kysely'
import type { Queries } from './database.ts'

/**
 * Approves at most `rows` pending commissions whose hold has ended, the oldest first. Processes that run it at
 * once take different rows.
 * @returns how many were approved
 */
export async function approveDueCommissions(queries: Queries, now: Date, rows: number): Promise<number> {
  const approved = await sql`
    with due as (
      select m.program_id, m.id from commissions m
      where m.status = 'pending' and m.hold_until <= ${now}::timestamptz
      order by m.hold_until limit ${rows} for update skip locked
    )
    update commissions as c set status = 'approved'
    from due where c.program_id = due.program_id and c.id = due.id and c.status = 'pending'
    returning c.id`.execute(queries)
  return approved.rows.length
}
