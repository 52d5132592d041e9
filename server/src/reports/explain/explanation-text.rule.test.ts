import { describe, expect, it } from 'vitest'
import {
  type ConclusionFacts,
  REASONS,
  type Reason,
  TIMELINE_ITEM_TYPES,
  type TimelineItem,
} from './explain.ts'
import { conclusionText, timelineText } from './explanation-text.rule.ts'

const earned = (over: ConclusionFacts): ConclusionFacts => ({
  saleId: 3,
  transactionId: 'order-1',
  currency: 'USD',
  partner: { id: 1, name: 'Pat' },
  amountCents: 10_000,
  initialCents: 2000,
  commissionCents: 2000,
  paidCents: 0,
  payoutId: 4,
  payoutBlocker: 'partner_held',
  ...over,
})

describe('the paid and remaining amounts of a sale', () => {
  it.each<[Reason, number, string, string | null]>([
    [
      'awaiting_payout',
      0,
      'Sale 3 (order-1) earns Pat $20.00. It is approved and due with the next payout.',
      null,
    ],
    [
      'awaiting_payout',
      1,
      'Sale 3 (order-1) earns Pat $20.00. $0.01 is paid; the other $19.99 is approved and due with the next payout.',
      null,
    ],
    [
      'in_payout',
      0,
      'Sale 3 (order-1) earns Pat $20.00. It is in payout 4, which is not marked as paid yet.',
      null,
    ],
    [
      'in_payout',
      1000,
      'Sale 3 (order-1) earns Pat $20.00. $10.00 is paid; the other $10.00 is in payout 4, which is not marked as paid yet.',
      null,
    ],
    [
      'awaiting_partner',
      0,
      'Sale 3 (order-1) earns Pat $20.00. It is approved, but not paid out while the partner has payouts paused.',
      'To pay this commission, resume the partner’s payouts. It is then due with the next payout.',
    ],
    [
      'awaiting_partner',
      1000,
      'Sale 3 (order-1) earns Pat $20.00. $10.00 is paid; the other $10.00 is approved, but not paid out while the partner has payouts paused.',
      'To pay the rest, resume the partner’s payouts. It is then due with the next payout.',
    ],
  ])('%s, with %d paid', (reason, paidCents, message, remedy) => {
    const conclusion = { reason, facts: earned({ paidCents }) }
    expect(conclusionText(conclusion, 'UTC')).toEqual({ message, remedy })
  })

  it('a second refund after payment shows the paid and the remaining amount', () => {
    const twice = { reason: 'refunded_after_payment' as const, facts: earned({}) }
    const once = { ...twice, facts: earned({ commissionCents: 800, paidCents: 2000 }) }
    expect(conclusionText(once, 'UTC').message).toBe(
      'Sale 3 (order-1) earned Pat $20.00, which was paid. The customer was refunded after the commission was put into a payout, which leaves $8.00. The difference is deducted from the next payout.',
    )
    const again = { ...twice, facts: earned({ commissionCents: 400, paidCents: 800 }) }
    expect(conclusionText(again, 'UTC').message).toBe(
      'Sale 3 (order-1) earned Pat $20.00, of which $8.00 was paid. The customer was refunded, which leaves $4.00. The next payout deducts $4.00.',
    )
  })
})

describe('an expired window', () => {
  const closed = (over: ConclusionFacts): ConclusionFacts => ({
    partner: { id: 1, name: 'Pat' },
    partnerStatus: 'approved',
    clickedAt: '2026-05-18T12:00:00.000Z',
    rejectedRequest: {
      id: 1,
      type: 'sale',
      code: 'window_expired',
      message: 'It was refused.',
      field: null,
      count: 1,
      firstAt: '2026-06-02T12:00:00.000Z',
      lastAt: '2026-06-02T12:00:00.000Z',
    },
    ...over,
  })
  const then = { windowDays: 10, windowEndedAt: '2026-05-28T12:00:00.000Z' }

  it.each<[string, ConclusionFacts, string, string]>([
    [
      'unchanged since',
      then,
      'The attribution window of 10 days from the click of May 18, 2026, 12:00 PM (UTC) had passed: it ended on May 28, 2026, 12:00 PM (UTC), 5 days earlier.',
      'A first sale by May 28, 2026, 12:00 PM (UTC) would have counted. If you set a longer window, you can send the same sale again. Nothing was recorded.',
    ],
    [
      'changed since',
      { ...then, windowDaysNow: 20 },
      'The attribution window of 10 days from the click of May 18, 2026, 12:00 PM (UTC) had passed: it ended on May 28, 2026, 12:00 PM (UTC), 5 days earlier. It has since been changed to 20 days.',
      'A first sale by May 28, 2026, 12:00 PM (UTC) would have counted. If you set a window longer than the current one, you can send the same sale again. Nothing was recorded.',
    ],
    [
      'for a partner who is no longer approved',
      { ...then, partnerStatus: 'rejected' },
      'The attribution window of 10 days from the click of May 18, 2026, 12:00 PM (UTC) had passed: it ended on May 28, 2026, 12:00 PM (UTC), 5 days earlier.',
      'A first sale by May 28, 2026, 12:00 PM (UTC) would have counted. If you set a longer window and approve the partner, you can send the same sale again. Nothing was recorded.',
    ],
    [
      'for a sale that was first rejected for another reason',
      { windowDays: 20, windowEndedAt: '2026-06-07T12:00:00.000Z', isClosedSince: true },
      'The sale was rejected on Jun 2, 2026, 12:00 PM (UTC) with `window_expired`: It was refused. Sent again now, it would be too late: the attribution window of 20 days from the click of May 18, 2026, 12:00 PM (UTC) ended on Jun 7, 2026, 12:00 PM (UTC).',
      'If you set a longer window, you can send the same sale again. Nothing was recorded.',
    ],
  ])('%s', (_label, facts, message, remedy) => {
    const conclusion = { reason: 'window_closed' as const, facts: closed(facts) }
    expect(conclusionText(conclusion, 'UTC')).toEqual({ message, remedy })
  })

  it.each([
    ['coupon_code', 'from the use of a coupon code on May 18, 2026'],
    ['team', 'from the attribution by your team on May 18, 2026'],
  ] as const)('that started with %s', (attributionSource, start) => {
    const facts = closed({ ...then, attributionSource })
    expect(conclusionText({ reason: 'window_closed', facts }, 'UTC').message).toContain(start)
  })
})

describe('an adjusted sale', () => {
  const item = (over: Partial<TimelineItem>): TimelineItem => ({
    type: 'sale',
    at: '2026-03-10T12:00:00.000Z',
    isTest: false,
    transactionId: 'order-1',
    partner: { id: 1, name: 'Pat' },
    currency: 'USD',
    amountCents: 8000,
    ...over,
  })
  const change = (over: Partial<TimelineItem>) =>
    item({
      type: 'commission_change',
      fromStatus: 'pending',
      toStatus: 'pending',
      fromCents: 1800,
      amountCents: 1400,
      ...over,
    })
  const because = 'the processor reported the paid amount'

  it.each<[string, TimelineItem, string]>([
    ['as recorded', item({}), 'Sale order-1 of $80.00 recorded for Pat.'],
    [
      'as reported',
      item({ reportedBy: 'server' }),
      'Sale order-1 of $80.00 recorded for Pat, reported by your server.',
    ],
    [
      'as adjusted',
      item({ isAdjusted: true }),
      'Sale order-1 of $80.00 (amount reported later by the payment processor) recorded for Pat.',
    ],
    [
      'with its commission',
      change({ isAdjusted: true, because }),
      'The commission is now $14.00 (the processor reported the paid amount).',
    ],
    [
      'with its commission, for readers who don’t see reasons',
      change({ isAdjusted: true }),
      'The commission is now $14.00 (the processor reported the paid amount).',
    ],
    [
      'with its commission, which did not change',
      change({ isAdjusted: true, because, fromCents: 1400 }),
      'The commission stays $14.00 (the processor reported the paid amount).',
    ],
  ])('%s', (_label, timelineItem, text) => {
    expect(timelineText(timelineItem, 'UTC')).toBe(text)
  })
})

describe('a payout with a deduction', () => {
  it.each<[TimelineItem['type'], number, string]>([
    ['payout_made', 2000, '$20.00 added to payout 2.'],
    ['payout_made', -1200, '$12.00 deducted from payout 2.'],
    ['payout_paid', 2000, 'Payout 2 paid, including $20.00.'],
    ['payout_paid', -1200, 'Payout 2 paid, with $12.00 deducted.'],
    ['payout_canceled', 2000, 'Payout 2 canceled. $20.00 is due again.'],
    ['payout_canceled', -1200, 'Payout 2 canceled. $12.00 is still to be deducted.'],
  ])('%s of %d', (type, amountCents, text) => {
    const at = '2026-03-17T12:00:00.000Z'
    const item: TimelineItem = { type, at, isTest: false, payoutId: 2, amountCents, currency: 'USD' }
    expect(timelineText(item, 'UTC')).toBe(text)
  })
})

describe('a text without any facts', () => {
  it.each(REASONS)('explains %s', (reason) => {
    const { message, remedy } = conclusionText({ reason, facts: {} }, 'UTC')
    expect(`${message} ${remedy}`).not.toMatch(/undefined|NaN|[{}]/)
  })

  it.each(TIMELINE_ITEM_TYPES)('describes %s', (type) => {
    const text = timelineText({ type, at: '2026-03-17T12:00:00.000Z', isTest: false }, 'UTC')
    expect(text).not.toMatch(/undefined|NaN|[{}]/)
  })
})
