import { expect, test } from 'vitest'
import { refundWarning } from './refund-warning.tsx'

const payout = (id: number, amountCents: number, refundedCents: number) => ({
  id,
  partnerName: `Pat ${id}`,
  currency: 'USD',
  amountCents,
  refundedCents,
})

test.each([
  ['nothing without refunds', [payout(1, 2980, 0)], true, null],
  [
    'the amount left',
    [payout(1, 2980, 1000)],
    true,
    '$10.00 of this payout was refunded after it was created. To pay $19.80 instead, cancel it and create it again. Otherwise, the refund is deducted from the next payout.',
  ],
  [
    'that nothing is left',
    [payout(1, 2980, 2980)],
    true,
    '$29.80 of this payout was refunded after it was created. To pay nothing, cancel it. Otherwise, the refund is deducted from the next payout.',
  ],
  [
    'which of several payouts was refunded',
    [payout(1, 2980, 0), payout(2, 2980, 1000)],
    false,
    '$10.00 of payout 2 to Pat 2 was refunded after it was created. To pay $19.80 instead, cancel it and create it again. Otherwise, the refund is deducted from the next payout.',
  ],
  [
    'up to five payouts',
    [1, 2, 3, 4, 5, 6, 7].map((id) => payout(id, 2980, 100)),
    false,
    'Refunded after the payouts were created: $1.00 of payout 1 to Pat 1, $1.00 of payout 2 to Pat 2, $1.00 of payout 3 to Pat 3, $1.00 of payout 4 to Pat 4, $1.00 of payout 5 to Pat 5, and 2 more. To pay less, cancel these payouts and create them again. Otherwise, the refunds are deducted from the next payouts.',
  ],
])('names %s', (_, payouts, isOnly, text) => {
  expect(refundWarning({ payouts, isOnly })).toBe(text)
})
