import { expect } from 'vitest'

/** How often each status came. */
export function statuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/**
 * Of wrong passwords, `most` are tried and the rest refused. A busy machine may also reject some with a 503, which tries
 * nothing.
 */
export function expectTriedAtMost(most: number, answers: readonly { status: number }[]): void {
  const { 401: tried = 0, 429: refused = 0, 503: rejected = 0 } = statuses(answers)
  expect(tried).toBeLessThanOrEqual(most)
  expect(tried + refused + rejected).toBe(answers.length)
  if (rejected === 0) expect(tried).toBe(most)
}
