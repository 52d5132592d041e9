import type { Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { ProgramRow } from './programs.sql.ts'

/**
 * How far the clock of a sandbox is ahead, which nobody changes until the transaction ends: whoever moves it takes the
 * program's row for that, and waits.
 */
export async function holdClock(transaction: Transaction<Schema>, programId: number): Promise<number> {
  const { clock_ahead_ms } = await transaction
    .selectFrom('programs')
    .select('clock_ahead_ms')
    .where('id', '=', programId)
    .forKeyShare()
    .executeTakeFirstOrThrow()
  return clock_ahead_ms
}

/** The program, with every writer that goes by its clock waiting until the transaction ends. */
export function lockClock(
  transaction: Transaction<Schema>,
  programId: number,
): Promise<ProgramRow | undefined> {
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

/** How far the clock of a program is ahead; 0 where there is no such program. */
export async function findClock(queries: Queries, programId: number): Promise<number> {
  const row = await queries
    .selectFrom('programs')
    .select('clock_ahead_ms')
    .where('id', '=', programId)
    .executeTakeFirst()
  return row?.clock_ahead_ms ?? 0
}

/** The programs whose clock is not the real one, with how far it is ahead; those on a worker that is away are left out. */
export async function listClocks(queries: Queries): Promise<Map<number, number>> {
  const ahead = queries
    .selectFrom('programs')
    .select(['id', 'clock_ahead_ms'])
    .where('clock_ahead_ms', '>', 0)
  const { rows } = await listReachable(
    queries,
    () => ahead.orderBy('id').execute(),
    (ids) => ahead.where('id', 'in', ids).orderBy('id').execute(),
  )
  return new Map(rows.map(({ id, clock_ahead_ms }) => [id, clock_ahead_ms]))
}
