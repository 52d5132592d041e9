import { describe, expect, it } from 'vitest'
import { PARTNER_STATUSES } from '../../core/enums.ts'
import { leftOut, nextPayoutBlockers, PAID_STANDINGS } from './next-payout.rule.ts'
import type { NextPayoutSums, PayeeFacts, PayoutTerms } from './next-payout.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const LATER = new Date('2026-03-12T00:00:00.000Z')

const TERMS: PayoutTerms = { detailsRequired: false, minimums: {}, payDay: null, isReviewed: false }
const PAYEE: PayeeFacts = {
  status: 'approved',
  payout_hold_reason: null,
  has_details: true,
  details_change_at: null,
}
const SUMS: NextPayoutSums = {
  currency: 'USD',
  payableCents: 500n,
  openCents: 0n,
  onHoldCents: 0n,
  nextDueAt: null,
}

describe('leftOut', () => {
  const free = {
    status: 'approved',
    payout_hold_reason: null,
    lacks_details: false,
    is_below_minimum: false,
  } as const
  it.each([
    ['nobody', {}, null],
    ['a rejected partner, whatever else', { status: 'rejected', lacks_details: true }, 'partner_rejected'],
    ['one who waits for approval', { status: 'pending', is_below_minimum: true }, 'partner_pending'],
    ['a held one', { payout_hold_reason: 'Tax form', lacks_details: true }, 'partner_held'],
    ['one without details', { lacks_details: true, is_below_minimum: true }, 'details_missing'],
    ['too little', { is_below_minimum: true }, 'below_minimum'],
    [
      'less than a call asks for, of one who closed his account',
      { status: 'closed', is_below_minimum: true },
      'below_minimum',
    ],
  ] as const)('%s', (_name, facts, reason) => expect(leftOut({ ...free, ...facts })).toBe(reason))
})

describe('nextPayoutBlockers', () => {
  const byHand = { reason: 'by_hand' }
  it.each([
    ['nothing but a hand', {}, {}, {}, [byHand]],
    ['its day', { payDay: '2026-03-15' }, {}, {}, [{ reason: 'pay_day', day: '2026-03-15' }]],
    [
      'a minimum that is not reached',
      { minimums: { USD: '501' } },
      {},
      {},
      [{ reason: 'below_minimum', missingCents: 1n }, byHand],
    ],
    ['no minimum that is just reached', { minimums: { USD: '500' } }, {}, {}, [byHand]],
    ['no minimum of another currency', { minimums: { EUR: '501' } }, {}, {}, [byHand]],
    [
      'details that are asked for',
      { detailsRequired: true },
      { has_details: false },
      {},
      [{ reason: 'details_missing' }, byHand],
    ],
    ['no details that nobody asks for', {}, { has_details: false }, {}, [byHand]],
    [
      'a hold, and the details besides',
      { detailsRequired: true },
      { has_details: false, payout_hold_reason: 'r' },
      {},
      [{ reason: 'partner_held' }, { reason: 'details_missing' }, byHand],
    ],
    [
      'a change of details, which leaves nobody out',
      {},
      { details_change_at: LATER },
      {},
      [{ reason: 'details_change', until: LATER }, byHand],
    ],
    [
      'what is on hold, when there is nothing else',
      {},
      {},
      { payableCents: 0n, onHoldCents: 7n, nextDueAt: LATER },
      [{ reason: 'on_hold', until: LATER }, byHand],
    ],
    ['nothing on hold, when there is enough', {}, {}, { onHoldCents: 7n, nextDueAt: LATER }, [byHand]],
    [
      'a hold that has just ended',
      {},
      {},
      { payableCents: 0n, onHoldCents: 7n, nextDueAt: NOW },
      [{ reason: 'on_hold' }, byHand],
    ],
    [
      'somebody who approves',
      { isReviewed: true },
      {},
      { payableCents: 0n, onHoldCents: 7n, nextDueAt: NOW },
      [{ reason: 'waits_for_review' }, byHand],
    ],
    [
      'the hold before that',
      { isReviewed: true },
      {},
      { payableCents: 0n, onHoldCents: 7n, nextDueAt: LATER },
      [{ reason: 'on_hold', until: LATER }, byHand],
    ],
    [
      'a payout that is on its way',
      {},
      {},
      { payableCents: 0n, openCents: 9n },
      [{ reason: 'payout_open' }, byHand],
    ],
    [
      'what was taken back',
      {},
      {},
      { payableCents: -20n, onHoldCents: 7n, nextDueAt: LATER },
      [{ reason: 'reversed', missingCents: 20n }, { reason: 'on_hold', until: LATER }, byHand],
    ],
    ['something to be earned', {}, {}, { payableCents: 0n }, [{ reason: 'nothing_owed' }, byHand]],
    [
      'everything, the weightiest first',
      { detailsRequired: true, minimums: { USD: '900' }, payDay: '2026-04-01' },
      { status: 'pending', has_details: false, details_change_at: LATER },
      { onHoldCents: 1n, nextDueAt: LATER },
      [
        { reason: 'partner_pending' },
        { reason: 'details_missing' },
        { reason: 'below_minimum', missingCents: 400n },
        { reason: 'on_hold', until: LATER },
        { reason: 'details_change', until: LATER },
        { reason: 'pay_day', day: '2026-04-01' },
      ],
    ],
  ] as const)('waits for %s', (_name, terms, payee, sums, waits) => {
    expect(
      nextPayoutBlockers({ ...TERMS, ...terms }, { ...PAYEE, ...payee }, { ...SUMS, ...sums }, NOW),
    ).toEqual(waits)
  })

  it('begins with the reason for which a batch leaves a balance out, where there is one', () => {
    for (const status of PARTNER_STATUSES)
      for (const payout_hold_reason of [null, 'r'])
        for (const has_details of [true, false])
          for (const payableCents of [499n, 500n]) {
            const reason = leftOut({
              status,
              payout_hold_reason,
              lacks_details: !has_details,
              is_below_minimum: payableCents < 500n && status !== 'closed',
            })
            const terms = { ...TERMS, detailsRequired: true, minimums: { USD: '500' } }
            const payee = { ...PAYEE, status, payout_hold_reason, has_details }
            const [first] = nextPayoutBlockers(terms, payee, { ...SUMS, payableCents }, NOW)
            expect(first?.reason).toBe(reason ?? 'by_hand')
          }
  })
})

it('pays only partners who are approved or closed, not on hold and not missing required details', () => {
  expect(PAID_STANDINGS).toEqual([
    { status: 'approved', isHeld: false, lacksDetails: false },
    { status: 'closed', isHeld: false, lacksDetails: false },
  ])
})

it('ignores the minimum of the program for a closed account, whose balance can’t grow', () => {
  const terms = { ...TERMS, minimums: { USD: '1000' } }
  const waits = (status: PayeeFacts['status']) =>
    nextPayoutBlockers(terms, { ...PAYEE, status }, SUMS, NOW).map(({ reason }) => reason)
  expect(waits('approved')).toEqual(['below_minimum', 'by_hand'])
  expect(waits('closed')).toEqual(['by_hand'])
})
