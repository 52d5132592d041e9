import { describe, expect, it } from 'vitest'
import { type EarningData, earningReasons, earningState } from './earning-reason.rule.ts'
import type { EarningPayout } from './own-earning.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)

const FACTS: EarningData = {
  id: 1,
  kind: 'sale',
  status: 'pending',
  currency: 'USD',
  amount_cents: 980,
  reversed_cents: 0,
  paid_cents: 0,
  created_at: at('2026-03-10'),
  hold_until: at('2026-04-09'),
  hold_reason: null,
  approved_at: null,
  rejected_at: null,
  clicked_at: at('2026-03-01'),
  attribution_source: 'click',
  coupon_code: null,
  signup_at: at('2026-03-02'),
  link_code: 'pat',
  sold_at: at('2026-03-10'),
  sale_received_at: at('2026-03-10'),
  sale_cents: 4900,
  tax_cents: null,
  refunded_cents: 0,
  is_renewal: false,
  product_id: null,
  is_disputed: false,
  policy_type: 'percent',
  policy_rate_bps: 2000,
  policy_amount_cents: null,
  policy_product_id: null,
  policy_duration: 'lifetime',
  policy_duration_months: null,
  policy_commission_base: 'amount',
  payouts: [],
  reversed: undefined,
  claim_approved_at: null,
  customer: '8F3A21',
  rules: {
    isReviewed: false,
    payDay: null,
    nextPayDay: null,
    minimums: {},
    detailsRequired: false,
    hasDetails: true,
    blocker: null,
  },
  page: 'shop.test/plans',
  timeZone: 'UTC',
  language: 'en',
  now: at('2026-03-11'),
}
const payout = (id: number, amount_cents: number, closed_at: Date | null = null): EarningPayout => ({
  id,
  status: closed_at === null ? 'open' : 'paid',
  amount_cents,
  created_at: at(`2026-0${id - 3}-28`),
  closed_at,
})
const texts = (changes: Partial<EarningData> = {}) =>
  earningReasons({ ...FACTS, ...changes }).map(({ step, text }) => `${step}: ${text}`)

describe('earningReasons', () => {
  it('lists every step from the click to the due date', () => {
    expect(texts()).toEqual([
      'click: Customer 8F3A21 clicked your link pat on Mar 1, 2026, 12:00 PM (UTC) and landed on shop.test/plans.',
      'signup: Customer 8F3A21 signed up on Mar 2, 2026, 12:00 PM (UTC).',
      'sale: Customer 8F3A21 paid $49.00 on Mar 10, 2026, 12:00 PM (UTC).',
      'policy: The program pays 20% of each sale, so you earned $9.80.',
      'due: On hold until Apr 9, 2026, 12:00 PM (UTC) in case the sale is refunded. Then it’s approved automatically.',
      'payout: Once approved, it’s paid with the next payout. The program has no fixed payout day.',
    ])
  })

  it('shows that the program attributed the customer, but not the actor or the click', () => {
    const [first] = earningReasons({ ...FACTS, attribution_source: 'team', page: null })
    expect(first?.text).toBe('The program credited Customer 8F3A21 to you on Mar 1, 2026, 12:00 PM (UTC).')
  })

  it.each<[string, Partial<EarningData>, string]>([
    ['describes a renewal', { is_renewal: true }, 'sale: Customer 8F3A21 paid a renewal of $49.00'],
    [
      'a click without a known page',
      { page: null },
      'click: Customer 8F3A21 clicked your link pat on Mar 1, 2026, 12:00 PM (UTC).',
    ],
    ['an unknown link', { link_code: null }, 'click: Customer 8F3A21 clicked one of your links on'],
    [
      'a fractional percentage',
      { policy_rate_bps: 2050 },
      'policy: The program pays 20.5% of each sale, so you earned $9.80.',
    ],
    [
      'the amount excluding tax',
      { policy_commission_base: 'amount_without_tax', sale_cents: 5831, tax_cents: 931 },
      'policy: The program pays 20% of $49.00 ($58.31 minus $9.31 tax), so you earned $9.80.',
    ],
    [
      'the amount excluding tax, for a sale with unknown tax',
      { policy_commission_base: 'amount_without_tax' },
      'policy: The program pays 20% of each sale before tax, so you earned $9.80.',
    ],
    [
      'a product',
      { policy_product_id: 'pro', policy_duration: 'months', policy_duration_months: 1 },
      'policy: For the product “Pro”, the program pays 20% of each sale, so you earned $9.80. This applies for 1 month from a customer’s first sale.',
    ],
    [
      'a flat amount for the first sale',
      { policy_type: 'flat', policy_rate_bps: null, policy_amount_cents: 980, policy_duration: 'first_sale' },
      'policy: The program pays $9.80 per sale, so you earned $9.80. Only a customer’s first sale counts.',
    ],
    [
      'a signup',
      { kind: 'lead', sold_at: null, sale_received_at: null, sale_cents: null, policy_type: null },
      'policy: The program pays $9.80 per signup.',
    ],
    [
      'a sale reported on a later day',
      { sale_received_at: at('2026-03-12') },
      'sale: Customer 8F3A21 paid $49.00 on Mar 10, 2026, 12:00 PM (UTC). The shop reported the sale on Mar 12, 2026, 12:00 PM (UTC). Your earnings and statements use this date.',
    ],
    [
      'an expired hold',
      { now: at('2026-04-10') },
      'due: The hold ended on Apr 9, 2026, 12:00 PM (UTC). It will be approved automatically.',
    ],
    [
      'an approval',
      { status: 'approved', approved_at: at('2026-04-09') },
      'due: Approved on Apr 9, 2026, 12:00 PM (UTC).',
    ],
    [
      'an open payout',
      { status: 'approved', payouts: [payout(7, 980)] },
      'payout: $9.80 is in payout 7, which the program hasn’t marked as paid yet.',
    ],
    [
      'a payment',
      { status: 'paid', paid_cents: 980, payouts: [payout(7, 980, at('2026-05-01'))] },
      'payout: $9.80 was paid in payout 7 on May 1, 2026, 12:00 PM (UTC).',
    ],
    [
      'a refund',
      { status: 'reversed', reversed_cents: 980, refunded_cents: 4900 },
      'reversed: All of it was reversed: the sale was refunded.',
    ],
    [
      'part of the commission',
      { reversed_cents: 490, refunded_cents: 2450 },
      'reversed: $4.90 was reversed: $24.50 of the sale was refunded.',
    ],
    [
      'a dispute',
      { status: 'reversed', reversed_cents: 980, refunded_cents: 4900, is_disputed: true },
      'reversed: All of it was reversed: the customer disputed the payment.',
    ],
    [
      'a rejection',
      { status: 'reversed', reversed_cents: 980, rejected_at: at('2026-03-20') },
      'reversed: All of it was reversed on Mar 20, 2026, 12:00 PM (UTC): the program rejected it.',
    ],
    ['a correction', { reversed_cents: 1 }, 'reversed: $0.01 was reversed: the sale was corrected.'],
  ])('%s', (_name, more, text) => {
    expect(
      texts(more).some((one) => one.startsWith(text)),
      texts(more).join('\n'),
    ).toBe(true)
  })

  it.each<[string, Partial<EarningData['rules']>, Partial<EarningData>, string]>([
    [
      'the payout after the hold, not the next one',
      { payDay: 15, nextPayDay: '2026-03-15' },
      {},
      'Once approved, it’s paid with the payout on April 15, 2026.',
    ],
    [
      'the payout of the next month for a hold that ends on a payout day',
      { payDay: 9, nextPayDay: '2026-04-09' },
      {},
      'Once approved, it’s paid with the payout on May 9, 2026.',
    ],
    [
      'no date for a commission that the team approves',
      { isReviewed: true, payDay: 15, nextPayDay: '2026-03-15' },
      {},
      'Once approved, it’s paid with the next payout. The next payout day is March 15, 2026.',
    ],
    [
      'no date for a commission whose hold the team has to lift',
      { payDay: 15, nextPayDay: '2026-03-15' },
      { hold_reason: 'possible_duplicate' },
      'Once approved, it’s paid with the next payout. The next payout day is March 15, 2026.',
    ],
    [
      'the next payout day of an approved commission',
      { payDay: 15, nextPayDay: '2026-04-15' },
      { status: 'approved', approved_at: at('2026-04-09') },
      'The next payout will include $9.80. The next payout day is April 15, 2026.',
    ],
    [
      'the minimum, and missing payout details',
      { minimums: { USD: '5000' }, hasDetails: false },
      {},
      'Once approved, it’s paid with the next payout. The program has no fixed payout day. The program pays out once your balance reaches $50.00. Add your payout details so that the program can pay you.',
    ],
    [
      'a payout hold instead of a day',
      { payDay: 15, nextPayDay: '2026-03-15', blocker: 'partner_held' },
      {},
      'The program has paused your payouts. This amount won’t be paid until they resume.',
    ],
    [
      'missing payout details for an open payout',
      { hasDetails: false },
      { status: 'approved', payouts: [payout(7, 980)] },
      'Add your payout details so that the program can pay you.',
    ],
  ])('describes when an amount is paid: %s', (_name, rules, more, text) => {
    expect(texts({ ...more, rules: { ...FACTS.rules, ...rules } }).at(-1)).toBe(`payout: ${text}`)
  })

  it.each<[string, Partial<EarningData>, string]>([
    ['after a decision', { rules: { ...FACTS.rules, isReviewed: true } }, 'Then the program decides'],
    ['for a possible duplicate', { hold_reason: 'possible_duplicate' }, 'Then the program decides'],
    ['automatically', {}, 'Then it’s approved automatically'],
    [
      'for a signup, which can’t be refunded',
      { kind: 'lead' },
      'On hold until Apr 9, 2026, 12:00 PM (UTC). Then',
    ],
  ])('describes how a commission on hold is approved: %s', (_name, more, text) => {
    expect(texts(more).find((one) => one.startsWith('due'))).toContain(text)
  })

  it('has no English in other languages', () => {
    const shown = earningReasons({ ...FACTS, language: 'de' }).map(({ text }) => text)
    expect(shown[0]).toBe(
      'Kunde 8F3A21 hat am 01.03.2026, 12:00 (UTC) Ihren Link pat angeklickt und kam auf shop.test/plans.',
    )
    expect(shown.join(' ')).not.toMatch(/Customer|\bthe\b/i)
  })

  it('lists payouts and reversals in order, and the effect on the next payout', () => {
    const paidEarning = { status: 'paid', amount_cents: 980, paid_cents: 980 } as const
    const first = payout(7, 980, at('2026-05-01'))
    const refunded = {
      reversed_cents: 490,
      refunded_cents: 2450,
      reversed: { times: 1, last_at: at('2026-05-09') },
    }
    const later = (more: Partial<EarningData>) => texts({ ...paidEarning, ...more }).slice(4)
    const facts = [
      'payout: $9.80 was paid in payout 7 on May 1, 2026, 12:00 PM (UTC).',
      'reversed: $4.90 was reversed on May 9, 2026, 12:00 PM (UTC): $24.50 of the sale was refunded.',
    ]
    expect(later({ payouts: [first], ...refunded })).toEqual([
      ...facts,
      'payout: The next payout will be $4.90 lower.',
    ])
    expect(later({ payouts: [first, payout(8, -490)], ...refunded })).toEqual([
      ...facts,
      'payout: $4.90 is deducted from payout 8, which the program hasn’t marked as paid yet.',
    ])
    const subtracted = payout(8, -490, at('2026-06-01'))
    expect(later({ payouts: [first, subtracted], ...refunded })).toEqual([
      ...facts,
      'payout: $4.90 was deducted from payout 8 on Jun 1, 2026, 12:00 PM (UTC).',
    ])
    // The dispute was won afterwards.
    expect(later({ payouts: [first, subtracted] }).at(-1)).toBe(
      'payout: The next payout will include $4.90. The program has no fixed payout day.',
    )
    const twoPayouts = {
      reversed_cents: 980,
      refunded_cents: 4900,
      reversed: { times: 2, last_at: at('2026-03-20') },
    }
    expect(texts({ status: 'reversed', ...twoPayouts }).at(-1)).toBe(
      'reversed: All of it was reversed, most recently on Mar 20, 2026, 12:00 PM (UTC): the sale was refunded.',
    )
    expect(texts({ status: 'approved', approved_at: at('2026-04-09') }).at(-1)).toBe(
      'payout: The next payout will include $9.80. The program has no fixed payout day.',
    )
  })

  it('reversed or paid amounts are no longer due', () => {
    for (const status of ['reversed', 'paid'] as const) {
      expect(texts({ status, reversed_cents: 980 }).filter((text) => text.startsWith('due'))).toEqual([])
    }
  })

  it('the state follows the commission, and an expired hold waits for the team', () => {
    expect(earningState(FACTS, at('2026-04-08'))).toBe('on_hold')
    expect(earningState(FACTS, at('2026-04-09'))).toBe('awaiting_review')
    expect(earningState({ ...FACTS, status: 'reversed' }, at('2026-04-09'))).toBe('reversed')
  })
})
