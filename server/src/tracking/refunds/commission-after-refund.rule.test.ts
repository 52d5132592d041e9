import { expect, it } from 'vitest'
import { commissionAfterRefund, type RefundableCommission } from './commission-after-refund.rule.ts'

const at = new Date('2026-03-10T12:00:00.000Z')
const commission = (more: Partial<RefundableCommission> = {}): RefundableCommission => ({
  amount_cents: 980,
  reversed_cents: 0,
  paid_cents: 0,
  status: 'pending',
  approved_at: null,
  rejected_at: null,
  ...more,
})
const reversed = { status: 'reversed', reversed_cents: 980 } as const
const refunded = (refunded_cents: number) => ({ amount_cents: 4900, refunded_cents })

it.each<[string, RefundableCommission, number, object]>([
  ['a part of a pending one', commission(), 1000, { status: 'pending', reversed_cents: 200 }],
  ['all of a pending one', commission(), 4900, reversed],
  [
    'a part of a paid one stays paid',
    commission({ status: 'paid', paid_cents: 980 }),
    1000,
    { status: 'paid', reversed_cents: 200 },
  ],
  ['all of a paid one', commission({ status: 'paid', paid_cents: 980 }), 4900, reversed],
  [
    'all of one that is nothing',
    commission({ amount_cents: 0 }),
    4900,
    { status: 'reversed', reversed_cents: 0 },
  ],
  [
    'one that rounds to nothing before the sale is gone',
    commission({ amount_cents: 1 }),
    4000,
    { status: 'pending', reversed_cents: 1 },
  ],
  ['back: it was never approved', commission(reversed), 0, { status: 'pending', reversed_cents: 0 }],
  [
    'back: it was approved',
    commission({ ...reversed, approved_at: at }),
    0,
    { status: 'approved', reversed_cents: 0 },
  ],
  [
    'back: it was paid',
    commission({ ...reversed, approved_at: at, paid_cents: 980 }),
    1000,
    { status: 'paid', reversed_cents: 200 },
  ],
  [
    'back: it was paid and taken up by a payout since',
    commission({ ...reversed, approved_at: at }),
    0,
    { status: 'approved', reversed_cents: 0 },
  ],
  ['a rejected one stays rejected', commission({ ...reversed, rejected_at: at }), 0, reversed],
])('%s', (_, before, refundedCents, expected) => {
  expect(commissionAfterRefund(before, refunded(refundedCents))).toEqual(expected)
})
