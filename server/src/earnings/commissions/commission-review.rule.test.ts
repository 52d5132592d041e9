import { expect, it } from 'vitest'
import { type LatestChange, type ReviewedCommission, reviewCommission } from './commission-review.rule.ts'

const APPROVAL: LatestChange = {
  from_status: 'pending',
  to_status: 'approved',
  actor_user_id: 'ada',
  ended_hold: null,
}
const at = new Date('2026-03-10T12:00:00.000Z')
const none = {
  rejected_at: null,
  payout_id: null,
  hold_reason: null,
  paid_cents: 0,
  latest_change: undefined,
}
const rejectedDecision = { kind: 'rejected' }
const unchanged = { kind: 'unchanged' }

it.each<[string, ReviewedCommission, object, object]>([
  [
    'pending',
    { status: 'pending', ...none },
    { kind: 'change', status: 'approved' },
    { kind: 'change', status: 'reversed' },
  ],
  [
    'pending without a payment link',
    { status: 'pending', ...none, hold_reason: 'payment_link_missing' },
    { kind: 'change', status: 'approved' },
    { kind: 'change', status: 'reversed' },
  ],
  [
    'a possible duplicate',
    { status: 'pending', ...none, hold_reason: 'possible_duplicate' },
    { kind: 'undecided' },
    { kind: 'change', status: 'reversed' },
  ],
  ['approved', { status: 'approved', ...none }, unchanged, { kind: 'change', status: 'reversed' }],
  [
    'approved and in an open payout',
    { status: 'approved', ...none, payout_id: 3 },
    unchanged,
    rejectedDecision,
  ],
  ['paid', { status: 'paid', ...none }, rejectedDecision, rejectedDecision],
  ['reversed by a refund', { status: 'reversed', ...none }, rejectedDecision, rejectedDecision],
  ['rejected', { status: 'reversed', ...none, rejected_at: at }, rejectedDecision, unchanged],
])('decides whether a commission can be approved and rejected: %s', (_, commission, approved, rejected) => {
  expect(reviewCommission(commission, 'approve', 'ada')).toEqual(approved)
  expect(reviewCommission(commission, 'reject', 'ada')).toEqual(rejected)
})

const approved: ReviewedCommission = { ...none, status: 'approved', latest_change: APPROVAL }
const notWithdrawable = { kind: 'not_withdrawable' }

it.each<[string, ReviewedCommission, object]>([
  ['your own', approved, { kind: 'change', status: 'pending' }],
  ['one already withdrawn', { ...none, status: 'pending' }, unchanged],
  ['one whose payout is open', { ...approved, payout_id: 3 }, rejectedDecision],
  ['one that is partly paid', { ...approved, paid_cents: 1 }, rejectedDecision],
  ['one that is paid', { ...approved, status: 'paid' }, rejectedDecision],
  ['one that is reversed', { ...approved, status: 'reversed' }, rejectedDecision],
  [
    'one by someone else',
    { ...approved, latest_change: { ...APPROVAL, actor_user_id: 'eve' } },
    notWithdrawable,
  ],
  [
    'one that happened because the hold ended',
    { ...approved, latest_change: { ...APPROVAL, actor_user_id: null } },
    notWithdrawable,
  ],
  [
    'one that ended a hold',
    { ...approved, latest_change: { ...APPROVAL, ended_hold: 'payment_link_missing' } },
    notWithdrawable,
  ],
  [
    'one followed by a partial refund',
    { ...approved, latest_change: { ...APPROVAL, from_status: 'approved' } },
    notWithdrawable,
  ],
  ['one without a history', { ...approved, latest_change: undefined }, notWithdrawable],
])('decides whether an approval can be withdrawn: %s', (_, commission, decision) => {
  expect(reviewCommission(commission, 'withdraw', 'ada')).toEqual(decision)
})
