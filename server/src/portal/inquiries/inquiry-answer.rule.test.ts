import { describe, expect, it, test } from 'vitest'
import { type ConclusionFacts, REASONS, type Reason } from '../../reports/explain/explain.ts'
import { INQUIRY_REASONS } from './claim.ts'
import { ownAnswer, unknownOrderAnswer } from './inquiry-answer.rule.ts'

const PAT = { id: 1, name: 'Pat' }
const READER = { partnerId: PAT.id, timeZone: 'UTC', language: 'en' } as const
const FACTS: ConclusionFacts = {
  partner: PAT,
  currency: 'USD',
  initialCents: 2000,
  commissionCents: 2000,
  paidCents: 0,
}

describe('the paid and remaining amounts of an order', () => {
  it.each<[Reason, number, string]>([
    ['awaiting_payout', 0, 'It’s approved and will be included in the next payout.'],
    [
      'awaiting_payout',
      1,
      '$0.01 has been paid. The remaining $19.99 is approved and will be included in the next payout.',
    ],
    ['in_payout', 0, 'It’s in a payout that’s on its way.'],
    ['in_payout', 1000, '$10.00 has been paid. The remaining $10.00 is in a payout that’s on its way.'],
    ['awaiting_partner', 0, 'It’s approved, but the program has paused your payouts.'],
    [
      'awaiting_partner',
      1000,
      '$10.00 has been paid. The remaining $10.00 is approved, but the program has paused your payouts.',
    ],
  ])('%s, with %d paid', (reason, paidCents, where) => {
    const result = ownAnswer({ reason, facts: { ...FACTS, paidCents } }, READER)
    expect([result.answer, result.text]).toEqual([
      'on_its_way',
      `You earned $20.00 from this order. ${where}`,
    ])
  })
})

test('an order refunded in part shows the original and the remaining amount', () => {
  const facts = { ...FACTS, refundedCents: 6000, commissionCents: 800 }
  expect(ownAnswer({ reason: 'awaiting_payout', facts }, READER).text).toBe(
    'You earned $20.00 from this order. The sale was partly refunded, which leaves $8.00. It’s approved and will be included in the next payout.',
  )
})

describe('money refunded after the commission was paid', () => {
  it.each<[string, ConclusionFacts, string]>([
    [
      'once',
      { commissionCents: 800, paidCents: 2000 },
      'The customer was refunded after this order was put into a payout. $8.00 of $20.00 remains, and the difference will be deducted from your next payout.',
    ],
    [
      'after a payout deducted the earlier refund',
      { commissionCents: 400, paidCents: 800 },
      'You’ve been paid $8.00 for this order, and the customer has been refunded again since. $4.00 of $20.00 remains, and $4.00 will be deducted from your next payout.',
    ],
  ])('%s', (_label, facts, text) => {
    const conclusion = { reason: 'refunded_after_payment' as const, facts: { ...FACTS, ...facts } }
    expect(ownAnswer(conclusion, READER).text).toBe(text)
  })
})

describe('an expired window', () => {
  const clickedAt = '2026-05-18T12:00:00.000Z'
  const at = 'May 18, 2026, 12:00 PM (UTC)'
  it.each<[string, ConclusionFacts, string]>([
    [
      'unchanged since',
      { windowDays: 10 },
      ', but ordered too late: the program only counts a first sale within 10 days after that.',
    ],
    [
      'changed since',
      { windowDays: 1, windowDaysNow: 20 },
      ', but ordered too late: at that time the program only counted a first sale within 1 day after that.',
    ],
    [
      'of unknown length',
      { windowDaysNow: 20 },
      ', but ordered too late: the program’s time limit for a first sale was shorter then.',
    ],
    [
      'for a sale that was first rejected for another reason',
      { windowDays: 20, isClosedSince: true },
      '. The order couldn’t be counted when it arrived, and it’s now too late: the program only counts a first sale within 20 days after that.',
    ],
  ])('%s', (_label, facts, rest) => {
    const conclusion = { reason: 'window_closed' as const, facts: { partner: PAT, clickedAt, ...facts } }
    expect(ownAnswer(conclusion, READER).text).toBe(`The customer clicked your link on ${at}${rest}`)
  })

  it.each([
    ['coupon_code', `The customer used your coupon code on ${at}, but ordered too late`],
    ['team', `The customer was credited to you on ${at}, but ordered too late`],
  ] as const)('that started with %s', (attributionSource, start) => {
    const facts: ConclusionFacts = { partner: PAT, clickedAt, windowDays: 10, attributionSource }
    expect(ownAnswer({ reason: 'window_closed', facts }, READER).text).toContain(start)
  })
})

it.each(REASONS)('another partner’s order looks like an unknown one: %s', (reason) => {
  for (const partner of [{ id: 2, name: 'Quinn' }, undefined]) {
    const { partner: _, ...facts } = FACTS
    const theirs = { reason, facts: partner === undefined ? facts : { ...facts, partner } }
    expect(ownAnswer(theirs, READER)).toEqual(unknownOrderAnswer('en'))
  }
})

it('reasons that partners may not see look like an unknown order', () => {
  const hidden = REASONS.filter((reason) => !INQUIRY_REASONS.some((one) => one === reason))
  expect(hidden).toContain('would_count_if_resent')
  for (const reason of hidden)
    expect(ownAnswer({ reason, facts: FACTS }, READER)).toEqual(unknownOrderAnswer('en'))
})
