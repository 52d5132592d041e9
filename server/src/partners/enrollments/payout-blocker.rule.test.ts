import { expect, it } from 'vitest'
import { payoutBlocker } from './payout-blocker.rule.ts'

it.each([
  ['approved', null, null],
  ['approved', 'Tax form is missing', 'partner_held'],
  ['pending', null, 'partner_pending'],
  ['pending', 'Tax form is missing', 'partner_pending'],
  ['rejected', null, 'partner_rejected'],
  ['rejected', 'Tax form is missing', 'partner_rejected'],
] as const)(
  'for a partner who is %s with hold reason %j, the blocker is %j',
  (status, payout_hold_reason, wait) => {
    expect(payoutBlocker({ status, payout_hold_reason })).toBe(wait)
  },
)
