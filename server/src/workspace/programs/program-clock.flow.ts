import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import { beginningWith } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { programInstant } from './program-clock.rule.ts'
import { holdClock, listClocks } from './program-clock.sql.ts'
import type { TimedProgram } from './program-clock.ts'

/**
 * The same context by the program's clock: everything a flow does with it happens at the program's time. The clock of a
 * sandbox can move at any time, so each transaction begins by reading it again under a lock that keeps it until the end.
 */
export function atProgramTime<Context extends Pick<Deps, 'clock' | 'database'>>(
  context: Context,
  program: TimedProgram,
): Context {
  if (!program.sandbox) return context
  const { clock } = context
  let { clock_ahead_ms } = program
  const timed = { ...context, clock: { now: () => programInstant(clock.now(), { clock_ahead_ms }) } }
  return beginningWith(timed, async (transaction) => {
    clock_ahead_ms = await holdClock(transaction, program.id)
  })
}

/** The clocks of all programs, as jobs go by them; those of programs on a worker that is away are the real one. */
export async function programClocks({
  database,
  clock,
}: Pick<Deps, 'clock' | 'database'>): Promise<(programId: number) => Deps['clock']> {
  const clocks = await listClocks(database.kysely)
  return (programId) => {
    const clock_ahead_ms = clocks.get(programId) ?? 0
    return { now: () => programInstant(clock.now(), { clock_ahead_ms }) }
  }
}

/** What time it is by the clocks of sandboxes. */
export async function sandboxTimes({ database, clock }: Pick<Deps, 'clock' | 'database'>): Promise<Date[]> {
  const clocks = await listClocks(database.kysely)
  return [...new Set(clocks.values())].map((clock_ahead_ms) =>
    programInstant(clock.now(), { clock_ahead_ms }),
  )
}

/**
 * The program's instant of a real one, as the first thing or the last before the writes of a transaction: the clock of a
 * sandbox stands for the rest of it, so that what is written after somebody has moved it is never of before. It costs
 * other programs nothing.
 */
export async function settleInstant(
  transaction: Transaction<Schema>,
  program: { id: number; sandbox: boolean },
  real: Date,
): Promise<Date> {
  if (!program.sandbox) return real
  return programInstant(real, { clock_ahead_ms: await holdClock(transaction, program.id) })
}
