import type { ProgramClock } from './program-clock.ts'

/** Converts a real instant to the program's time. */
export function programInstant(real: Date, { clock_ahead_ms }: ProgramClock): Date {
  return clock_ahead_ms === 0 ? real : new Date(real.getTime() + clock_ahead_ms)
}
