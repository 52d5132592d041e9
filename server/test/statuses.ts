import { expect } from 'vitest'

/** Counts responses by status. */
export function statuses(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/**
 * Expects that at most `most` wrong passwords are attempted and the rest rejected. A busy machine may also return some
 * 503s, which attempt nothing.
 */
export function expectTriedAtMost(most: number, responses: readonly { status: number }[]): void {
  const { 401: tried = 0, 429: limited = 0, 503: rejected = 0 } = statuses(responses)
  expect(tried).toBeLessThanOrEqual(most)
  expect(tried + limited + rejected).toBe(responses.length)
  if (rejected === 0) expect(tried).toBe(most)
}
