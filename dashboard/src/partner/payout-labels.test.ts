import { expect, test } from 'vitest'
import { payoutWaitText as teamWaitText } from '../pages/payouts/payout-blockers.ts'
import { payoutWaitText } from './payout-labels.ts'
import type { NextPayout } from './queries.ts'

const of = { currency: 'USD', timeZone: 'UTC' } as const
type Wait = NextPayout['blockers'][number]

test.each<[Wait, string, string]>([
  [
    { reason: 'details_missing' },
    'Add your payout details. The program can’t pay you without them.',
    'no payout details',
  ],
  [
    { reason: 'below_minimum', missingCents: 1_250 },
    '$12.50 below the minimum payout.',
    '$12.50 below the minimum',
  ],
  [
    { reason: 'reversed', missingCents: 500 },
    '$5.00 was reversed after it was put into a payout. It’s deducted from your next earnings.',
    '$5.00 was reversed after being put into a payout',
  ],
  [
    { reason: 'on_hold' },
    'The hold has ended. The earnings will be approved automatically.',
    'pending commissions are due now',
  ],
  [
    { reason: 'pay_day', day: '2026-03-15' },
    'The program pays out on Sun, Mar 15, 2026.',
    'payouts are created on Sun, Mar 15, 2026',
  ],
  [
    { reason: 'by_hand' },
    'The program creates payouts manually and has no fixed payout day.',
    'payouts are created manually',
  ],
])(
  'describes what a payout is waiting for, to the partner and to the team: $reason',
  (wait, partnerText, teamText) => {
    expect(payoutWaitText(wait, of)).toBe(partnerText)
    expect(teamWaitText(wait, of)).toBe(teamText)
  },
)
