import { describe, expect, it } from 'vitest'
import { PARTNER_STATUSES } from '../../core/enums.ts'
import { exclusionReason, nextPayoutBlockers, PAID_STATES } from './next-payout.rule.ts'
import type { NextPayoutSums, PayeeData, PayoutTerms } from './next-payout.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const LATER = new Date('2026-03-12T00:00:00.000Z')

const TERMS: PayoutTerms = { detailsRequired: false, minimums: {}, payDay: null, isReviewed: false }
const PAYEE: PayeeData = {
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

describe('exclusionReason', () => {
  const freePayee = {
    status: 'approved',
    payout_hold_reason: null,
    lacks_details: false,
    is_below_minimum: false,
  } as const
  it.each([
    ['no reason for an unblocked partner', {}, null],
    [
      'a rejected partner, whatever else applies',
      { status: 'rejected', lacks_details: true },
      'partner_rejected',
    ],
    ['a pending partner', { status: 'pending', is_below_minimum: true }, 'partner_pending'],
    ['a partner on hold', { payout_hold_reason: 'Tax form', lacks_details: true }, 'partner_held'],
    ['missing details', { lacks_details: true, is_below_minimum: true }, 'details_missing'],
    ['a balance that is too low', { is_below_minimum: true }, 'below_minimum'],
    [
      'a balance below the request’s minimum, for a closed account',
      { status: 'closed', is_below_minimum: true },
      'below_minimum',
    ],
  ] as const)('%s', (_name, facts, reason) =>
    expect(exclusionReason({ ...freePayee, ...facts })).toBe(reason),
  )
})

describe('nextPayoutBlockers', () => {
  const manualBlocker = { reason: 'by_hand' }
  it.each([
    ['only a manual batch', {}, {}, {}, [manualBlocker]],
    ['the pay day', { payDay: '2026-03-15' }, {}, {}, [{ reason: 'pay_day', day: '2026-03-15' }]],
    [
      'a minimum that isn’t reached',
      { minimums: { USD: '501' } },
      {},
      {},
      [{ reason: 'below_minimum', missingCents: 1n }, manualBlocker],
    ],
    ['no minimum that was just reached', { minimums: { USD: '500' } }, {}, {}, [manualBlocker]],
    ['no minimum for another currency', { minimums: { EUR: '501' } }, {}, {}, [manualBlocker]],
    [
      'required details',
      { detailsRequired: true },
      { has_details: false },
      {},
      [{ reason: 'details_missing' }, manualBlocker],
    ],
    ['no missing details if they are not required', {}, { has_details: false }, {}, [manualBlocker]],
    [
      'a payout hold and missing details',
      { detailsRequired: true },
      { has_details: false, payout_hold_reason: 'r' },
      {},
      [{ reason: 'partner_held' }, { reason: 'details_missing' }, manualBlocker],
    ],
    [
      'a details change, which doesn’t block',
      {},
      { details_change_at: LATER },
      {},
      [{ reason: 'details_change', until: LATER }, manualBlocker],
    ],
    [
      'commissions on hold, if nothing else is due',
      {},
      {},
      { payableCents: 0n, onHoldCents: 7n, nextDueAt: LATER },
      [{ reason: 'on_hold', until: LATER }, manualBlocker],
    ],
    [
      'no commissions on hold, if the amount due is enough',
      {},
      {},
      { onHoldCents: 7n, nextDueAt: LATER },
      [manualBlocker],
    ],
    [
      'no hold that has just ended',
      {},
      {},
      { payableCents: 0n, onHoldCents: 7n, nextDueAt: NOW },
      [{ reason: 'on_hold' }, manualBlocker],
    ],
    [
      'manual approval',
      { isReviewed: true },
      {},
      { payableCents: 0n, onHoldCents: 7n, nextDueAt: NOW },
      [{ reason: 'awaiting_review' }, manualBlocker],
    ],
    [
      'the hold before the approval',
      { isReviewed: true },
      {},
      { payableCents: 0n, onHoldCents: 7n, nextDueAt: LATER },
      [{ reason: 'on_hold', until: LATER }, manualBlocker],
    ],
    [
      'an open payout',
      {},
      {},
      { payableCents: 0n, openCents: 9n },
      [{ reason: 'payout_open' }, manualBlocker],
    ],
    [
      'a reversal',
      {},
      {},
      { payableCents: -20n, onHoldCents: 7n, nextDueAt: LATER },
      [{ reason: 'reversed', missingCents: 20n }, { reason: 'on_hold', until: LATER }, manualBlocker],
    ],
    ['new earnings', {}, {}, { payableCents: 0n }, [{ reason: 'nothing_owed' }, manualBlocker]],
    [
      'everything, most important first',
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
  ] as const)('returns the blockers: %s', (_name, terms, payee, sums, blockers) => {
    expect(
      nextPayoutBlockers({ ...TERMS, ...terms }, { ...PAYEE, ...payee }, { ...SUMS, ...sums }, NOW),
    ).toEqual(blockers)
  })

  it('returns the reason a batch excludes the balance first', () => {
    for (const status of PARTNER_STATUSES)
      for (const payout_hold_reason of [null, 'r'])
        for (const has_details of [true, false])
          for (const payableCents of [499n, 500n]) {
            const reason = exclusionReason({
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

it('PAID_STATES contains only partners who are approved or closed, aren’t on hold and have the required details', () => {
  expect(PAID_STATES).toEqual([
    { status: 'approved', isHeld: false, lacksDetails: false },
    { status: 'closed', isHeld: false, lacksDetails: false },
  ])
})

it('ignores the program’s minimum for a closed account, because its balance can’t grow', () => {
  const terms = { ...TERMS, minimums: { USD: '1000' } }
  const blockers = (status: PayeeData['status']) =>
    nextPayoutBlockers(terms, { ...PAYEE, status }, SUMS, NOW).map(({ reason }) => reason)
  expect(blockers('approved')).toEqual(['below_minimum', 'by_hand'])
  expect(blockers('closed')).toEqual(['by_hand'])
})
