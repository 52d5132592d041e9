import { expect, test } from 'vitest'
import { isBlocked, moneyStates } from './money-states.ts'
import type { NextPayout, OpenPayouts, PortalBalance } from './queries.ts'

const balance = (amounts: Partial<PortalBalance>): PortalBalance => ({
  currency: 'USD',
  onHoldCents: 0,
  nextDueAt: null,
  approvedCents: 0,
  paidCents: 0,
  reversedCents: 0,
  owedCents: 0,
  ...amounts,
})
const next = (amountCents: number): NextPayout => ({ currency: 'USD', amountCents, blockers: [] })
const open: OpenPayouts = {
  currency: 'USD',
  amountCents: 51_650,
  payouts: 1,
  createdAt: '2026-03-01T09:00:00.000Z',
  methods: ['paypal'],
}

test.each([
  ['nothing', { balances: [], openPayouts: [], nextPayouts: [] }, []],
  ['only zeros', { balances: [balance({})], openPayouts: [], nextPayouts: [next(0)] }, []],
  [
    'a created payout, without a next payout of 0',
    { balances: [balance({ approvedCents: 51_650 })], openPayouts: [open], nextPayouts: [next(0)] },
    [['on_its_way', 51_650]],
  ],
  [
    'a created payout and earnings approved since',
    { balances: [balance({ approvedCents: 52_650 })], openPayouts: [open], nextPayouts: [next(1_000)] },
    [
      ['on_its_way', 51_650],
      ['next_payout', 1_000],
    ],
  ],
  [
    'a refund after the payment',
    {
      balances: [balance({ paidCents: 900, reversedCents: 400 })],
      openPayouts: [],
      nextPayouts: [next(-400)],
    },
    [
      ['deducted', 400],
      ['paid', 900],
      ['reversed', 400],
    ],
  ],
  [
    'earnings on hold',
    { balances: [balance({ onHoldCents: 700 })], openPayouts: [], nextPayouts: [next(0)] },
    [['on_hold', 700]],
  ],
] as const)('shows the states of money that have an amount: %s', (_case, amounts, expected) => {
  expect(
    moneyStates({ ...amounts, hasPayoutDetails: true }).map(({ kind, sums }) => [kind, sums.USD]),
  ).toEqual(expected)
})

test('keeps currencies apart', () => {
  const euros = { ...next(300), currency: 'EUR' as const }
  const amounts = { balances: [], openPayouts: [open], nextPayouts: [next(0), euros] }
  const states = moneyStates({ ...amounts, hasPayoutDetails: true })
  expect(states.map(({ kind, sums }) => [kind, sums])).toEqual([
    ['on_its_way', { USD: 51_650 }],
    ['next_payout', { EUR: 300 }],
  ])
})

test('never shows money as upcoming if it can’t be paid', () => {
  const held = {
    ...next(300),
    blockers: [{ reason: 'partner_held' as const }, { reason: 'by_hand' as const }],
  }
  const kinds = (hasPayoutDetails: boolean, nextPayout: NextPayout) =>
    moneyStates({ balances: [], hasPayoutDetails, openPayouts: [open], nextPayouts: [nextPayout] }).map(
      ({ kind, sums }) => [kind, sums],
    )
  expect(kinds(false, next(300))).toEqual([['blocked', { USD: 51_950 }]])
  expect(kinds(true, held)).toEqual([
    ['on_its_way', { USD: 51_650 }],
    ['blocked', { USD: 300 }],
  ])
})

test.each([
  [[{ reason: 'details_change', until: '2026-03-15T00:00:00.000Z' }, { reason: 'by_hand' }], false],
  [[{ reason: 'by_hand' }], false],
  [[{ reason: 'pay_day', day: '2026-03-15' }], false],
  [[{ reason: 'below_minimum', missingCents: 100 }, { reason: 'by_hand' }], true],
  [[{ reason: 'details_missing' }, { reason: 'pay_day', day: '2026-03-15' }], true],
] satisfies [NextPayout['blockers'], boolean][])(
  'doesn’t treat the payout day as a blocker: %j',
  (blockers, expected) => {
    expect(isBlocked({ blockers })).toBe(expected)
  },
)
