/**
 * How many calls of a process a connection's plans are used for before they are made anew. A plan is kept for good once
 * five calls went well with it, however much its tables grow: made for a table of a few rows it reads all of the table,
 * also in what a function asks and a foreign key checks. Often while tables are small and double soon, and seldom enough
 * later to cost nothing.
 */
export function callsBetweenPlans(done: number): number {
  return Math.min(Math.max(50, done / 2), 10_000)
}

/** Throws away the plans that a connection keeps, and nothing else of it. */
export const DISCARD_PLANS = 'discard plans'
