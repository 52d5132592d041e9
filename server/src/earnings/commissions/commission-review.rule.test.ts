import { expect, it } from 'vitest'
import { type ReviewedCommission, reviewCommission } from './commission-review.rule.ts'

const at = new Date('2026-03-10T12:00:00.000Z')
const none = { rejected_at: null, payout_id: null, hold_reason: null }
const refused = { kind: 'rejected' }
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
  ['approved and in an open payout', { status: 'approved', ...none, payout_id: 3 }, unchanged, refused],
  ['paid', { status: 'paid', ...none }, refused, refused],
  ['reversed by a refund', { status: 'reversed', ...none }, refused, refused],
  ['rejected', { status: 'reversed', ...none, rejected_at: at }, refused, unchanged],
])('decides on approving and rejecting %s', (_, commission, approved, rejected) => {
  expect(reviewCommission(commission, 'approve')).toEqual(approved)
  expect(reviewCommission(commission, 'reject')).toEqual(rejected)
})
