import { describe, expect, test } from 'vitest'
import { formatWaitingCount, waitingItems } from './waiting-work.ts'

const nothing = {
  applications: 0,
  commissions: 0,
  claims: 0,
  eventsForReview: 0,
  payoutsDue: 0,
  openPayouts: 0,
  inactivityAlerts: 0,
}

describe('waiting work', () => {
  test('omits zero counts and lists that the role can’t read', () => {
    expect(waitingItems(nothing)).toEqual([])
    const work = { ...nothing, applications: 3, claims: null, inactivityAlerts: 1 }
    expect(waitingItems(work).map(({ kind, count }) => [kind, count])).toEqual([
      ['inactivityAlerts', 1],
      ['applications', 3],
    ])
  })

  test.each([
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [250, '99+'],
  ])('shows %i as %s', (count, shown) => expect(formatWaitingCount(count)).toBe(shown))
})
