import type { ProgramClock } from './program-clock.ts'

/** The instant that a real one is for a program: its own clock is the real one and what it is ahead of it. */
export function programInstant(real: Date, { clock_ahead_ms }: ProgramClock): Date {
  return clock_ahead_ms === 0 ? real : new Date(real.getTime() + clock_ahead_ms)
}
