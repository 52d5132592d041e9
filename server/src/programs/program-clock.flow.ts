import type { Transaction } from 'kysely'
import type { Deps } from '../platform/deps.ts'
import type { Schema } from '../platform/schema.ts'
import { programInstant } from './program-clock.rule.ts'
import { holdClock } from './program-clock.sql.ts'
import type { TimedProgram } from './program-clock.ts'

/**
 * The same deps with the program's clock: whatever a flow does with them happens at the time of the program. What it
 * writes takes `heldNow`: a sandbox's clock may be moved between the two.
 */
export function atProgramTime<D extends Pick<Deps, 'clock'>>(deps: D, program: TimedProgram): D {
  if (!program.sandbox) return deps
  const { clock } = deps
  return {
    ...deps,
    clock: {
      now: () => programInstant(clock.now(), program),
      held: (transaction: Transaction<Schema>) => settleInstant(transaction, program, clock.now()),
    },
  }
}

/**
 * The time that a transaction writes down: of a sandbox, by its clock as it stands until the transaction ends. Whoever locks
 * the program takes that lock first.
 */
export async function heldNow(
  { clock }: Pick<Deps, 'clock'>,
  transaction: Transaction<Schema>,
): Promise<Date> {
  return clock.held === undefined ? clock.now() : clock.held(transaction)
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
