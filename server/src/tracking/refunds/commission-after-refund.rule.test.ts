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
const reversedCommission = { status: 'reversed', reversed_cents: 980 } as const
const refunded = (refunded_cents: number) => ({ amount_cents: 4900, refunded_cents })

it.each<[string, RefundableCommission, number, object]>([
  ['a partly reversed pending commission', commission(), 1000, { status: 'pending', reversed_cents: 200 }],
  ['a fully reversed pending commission', commission(), 4900, reversedCommission],
  [
    'a partly reversed paid commission stays paid',
    commission({ status: 'paid', paid_cents: 980 }),
    1000,
    { status: 'paid', reversed_cents: 200 },
  ],
  [
    'a fully reversed paid commission',
    commission({ status: 'paid', paid_cents: 980 }),
    4900,
    reversedCommission,
  ],
  [
    'a fully reversed commission of zero',
    commission({ amount_cents: 0 }),
    4900,
    { status: 'reversed', reversed_cents: 0 },
  ],
  [
    'a commission that rounds to zero before the sale is fully refunded',
    commission({ amount_cents: 1 }),
    4000,
    { status: 'pending', reversed_cents: 1 },
  ],
  [
    'a restored commission that was never approved',
    commission(reversedCommission),
    0,
    { status: 'pending', reversed_cents: 0 },
  ],
  [
    'a restored commission that was approved',
    commission({ ...reversedCommission, approved_at: at }),
    0,
    { status: 'approved', reversed_cents: 0 },
  ],
  [
    'a restored commission that was paid',
    commission({ ...reversedCommission, approved_at: at, paid_cents: 980 }),
    1000,
    { status: 'paid', reversed_cents: 200 },
  ],
  [
    'a restored commission that was paid and has since been included in a payout',
    commission({ ...reversedCommission, approved_at: at }),
    0,
    { status: 'approved', reversed_cents: 0 },
  ],
  [
    'a rejected commission stays rejected',
    commission({ ...reversedCommission, rejected_at: at }),
    0,
    reversedCommission,
  ],
])('commissionAfterRefund returns the state of %s', (_, before, refundedCents, expected) => {
  expect(commissionAfterRefund(before, refunded(refundedCents))).toEqual(expected)
})
