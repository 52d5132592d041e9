import pLimit, { type LimitFunction } from 'p-limit'

/** Reads that go over much, by what waits for what. */
type Line = 'preview' | 'breakdown'

const lines = new WeakMap<object, Record<Line, LimitFunction>>()

/**
 * Does the long reads of a line one after another in this process, however many are asked for at once: together they hold
 * one connection and one core of the database, and sales have the others.
 */
export function inTurn<Result>(database: object, line: Line, work: () => Promise<Result>): Promise<Result> {
  const known = lines.get(database) ?? { preview: pLimit(1), breakdown: pLimit(1) }
  lines.set(database, known)
  return known[line](work)
}
