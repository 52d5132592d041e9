import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import { contextWithBeginSql } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { programInstant } from './program-clock.rule.ts'
import { listClocks, shareLockClock } from './program-clock.sql.ts'
import type { TimedProgram } from './program-clock.ts'

/**
 * Returns the context with the program's clock. A sandbox's clock can move at any time, so each transaction first reads
 * it again, under a lock that it holds until it ends.
 */
export function atProgramTime<Context extends Pick<Deps, 'clock' | 'database'>>(
  context: Context,
  program: TimedProgram,
): Context {
  if (!program.sandbox) return context
  const { clock } = context
  let { clock_ahead_ms } = program
  const timed = { ...context, clock: { now: () => programInstant(clock.now(), { clock_ahead_ms }) } }
  return contextWithBeginSql(timed, async (transaction) => {
    clock_ahead_ms = await shareLockClock(transaction, program.id)
  })
}

/** Returns the clocks of all programs, for jobs. Programs on an unreachable worker use the real clock. */
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

/** Returns the current times of all sandboxes. */
export async function listSandboxTimes({
  database,
  clock,
}: Pick<Deps, 'clock' | 'database'>): Promise<Date[]> {
  const clocks = await listClocks(database.kysely)
  return [...new Set(clocks.values())].map((clock_ahead_ms) =>
    programInstant(clock.now(), { clock_ahead_ms }),
  )
}

/**
 * Converts a real instant to the program's time and locks a sandbox's clock until the transaction ends, so that nothing
 * written after the clock moved has an earlier time. Call it at the start of the transaction or right before its
 * writes. Programs with the real clock need no query.
 */
export async function lockedProgramInstant(
  transaction: Transaction<Schema>,
  program: { id: number; sandbox: boolean },
  real: Date,
): Promise<Date> {
  if (!program.sandbox) return real
  return programInstant(real, { clock_ahead_ms: await shareLockClock(transaction, program.id) })
}
