import type { Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Schema } from '../../core/database/schema.ts'

/** Returns how far a sandbox's clock is ahead, and keeps the clock from moving until the transaction ends. */
export async function shareLockClock(transaction: Transaction<Schema>, programId: number): Promise<number> {
  const { clock_ahead_ms } = await transaction
    .selectFrom('programs')
    .select('clock_ahead_ms')
    .where('id', '=', programId)
    .forKeyShare()
    .executeTakeFirstOrThrow()
  return clock_ahead_ms
}

/** Returns the program and blocks writers that use its clock until the transaction ends. */
export function lockClock(transaction: Transaction<Schema>, programId: number) {
  return transaction
    .selectFrom('programs')
    .selectAll()
    .where('id', '=', programId)
    .forUpdate()
    .executeTakeFirst()
}

export async function moveClock(
  transaction: Transaction<Schema>,
  programId: number,
  clock_ahead_ms: number,
): Promise<void> {
  await transaction
    .updateTable('programs')
    .set({ clock_ahead_ms })
    .where('id', '=', programId)
    .where('sandbox', '=', true)
    .execute()
}

/** Returns how far a program's clock is ahead; 0 if the program doesn't exist. */
export async function findClock(queries: Queries, programId: number): Promise<number> {
  const row = await queries
    .selectFrom('programs')
    .select('clock_ahead_ms')
    .where('id', '=', programId)
    .executeTakeFirst()
  return row?.clock_ahead_ms ?? 0
}

/**
 * Lists how far clocks are ahead, for programs that don't use the real clock. Omits programs on an unreachable worker.
 */
export async function listClocks(queries: Queries): Promise<Map<number, number>> {
  const clockAhead = queries
    .selectFrom('programs')
    .select(['id', 'clock_ahead_ms'])
    .where('clock_ahead_ms', '>', 0)
  const { rows } = await listReachable(
    queries,
    () => clockAhead.orderBy('id').execute(),
    (ids) => clockAhead.where('id', 'in', ids).orderBy('id').execute(),
  )
  return new Map(rows.map(({ id, clock_ahead_ms }) => [id, clock_ahead_ms]))
}
