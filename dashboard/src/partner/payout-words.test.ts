import { expect, test } from 'vitest'
import { labelOfWait as wordsToTeam } from '../pages/payouts/payout-blockers.ts'
import { labelOfWait } from './payout-words.ts'
import type { NextPayout } from './queries.ts'

const of = { currency: 'USD', timeZone: 'UTC' } as const
type Wait = NextPayout['waits'][number]

test.each<[Wait, string, string]>([
  [
    { reason: 'details_missing' },
    'You have not said how you want to be paid, and the program pays nobody before that.',
    'has not said how to be paid',
  ],
  [
    { reason: 'below_minimum', missingCents: 1_250 },
    '$12.50 short of the least that the program pays out.',
    '$12.50 short of the minimum',
  ],
  [
    { reason: 'reversed', missingCents: 500 },
    '$5.00 was taken back after it was paid: the next earnings make it up first.',
    '$5.00 was taken back after it was paid',
  ],
  [{ reason: 'on_hold' }, 'What is on hold is due now.', 'what is pending is due now'],
  [
    { reason: 'pay_day', day: '2026-03-15' },
    'The program makes payouts on Sun, Mar 15, 2026.',
    'payouts are made on Sun, Mar 15, 2026',
  ],
  [{ reason: 'by_hand' }, 'The program makes payouts by hand, on no fixed day.', 'payouts are made by hand'],
])('what a payout waits for, to the partner and to the team: $reason', (wait, toPartner, toTeam) => {
  expect(labelOfWait(wait, of)).toBe(toPartner)
  expect(wordsToTeam(wait, of)).toBe(toTeam)
})
