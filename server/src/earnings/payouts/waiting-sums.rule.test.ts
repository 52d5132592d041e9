import { expect, it } from 'vitest'
import type { BalanceGroup } from './waiting-sum.ts'
import { waitingSums } from './waiting-sums.rule.ts'

const GROUP: BalanceGroup = {
  status: 'approved',
  payout_hold_reason: null,
  lacks_details: false,
  is_below_minimum: false,
  currency: 'USD',
  partners: 1,
  partner_ids: [1],
  owed_cents: '100',
}

it('waitingSums adds up the excluded balances by reason and currency, and ignores balances that are paid', () => {
  const groups: BalanceGroup[] = [
    { ...GROUP, partners: 9 },
    { ...GROUP, status: 'rejected', partner_ids: [4], owed_cents: '7' },
    { ...GROUP, status: 'rejected', is_below_minimum: true, partners: 2, partner_ids: [2, 3] },
    { ...GROUP, currency: 'EUR', is_below_minimum: true, owed_cents: '90071992547409930' },
  ]
  expect(waitingSums(groups, 2)).toEqual([
    { reason: 'partner_rejected', currency: 'USD', partners: 3, partner_ids: [2, 3], owed_cents: '107' },
    {
      reason: 'below_minimum',
      currency: 'EUR',
      partners: 1,
      partner_ids: [1],
      owed_cents: '90071992547409930',
    },
  ])
})
