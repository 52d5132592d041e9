import { describe, expect, it } from 'vitest'
import { COUPON_PRECEDENCES, type CouponPrecedence } from '../../core/enums.ts'
import { DAY_MS } from '../../core/time/time.ts'
import {
  type CouponData,
  type CouponDecision,
  type CurrentAttribution,
  clickReplacement,
  decideCoupon,
} from './coupon-attribution.rule.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const before = (ms: number) => new Date(NOW.getTime() - ms)

const COUPON: CouponData = {
  id: 7,
  partner_id: 1,
  partner_status: 'approved',
  starts_at: null,
  ends_at: null,
  max_uses: null,
  uses: 0,
}
const OTHER: CurrentAttribution = {
  partner_id: 2,
  partner_status: 'approved',
  source: 'click',
  attributed_at: before(DAY_MS),
  sale_count: 0,
}

function decide(
  coupon: Partial<CouponData> | undefined,
  current: CurrentAttribution | undefined,
  precedence: CouponPrecedence = 'code',
  isClosed = false,
): CouponDecision {
  const program = {
    coupon_precedence: precedence,
    closed_to_new_referrals: isClosed,
    attribution_window_days: 60,
  }
  return decideCoupon(coupon && { ...COUPON, ...coupon }, current, program, NOW)
}

const moved: CouponDecision = { kind: 'attributes', change: 'moved' }
const keeps = (reason: string) => ({ kind: 'keeps', reason })

describe('a coupon code', () => {
  it.each(COUPON_PRECEDENCES)('attributes an unknown customer (%s)', (precedence) => {
    expect(decide({}, undefined, precedence)).toEqual({ kind: 'attributes', change: 'created' })
  })

  it.each([
    ['code', 'click', moved],
    ['click', 'click', keeps('click_wins')],
    ['first_touch', 'click', keeps('click_wins')],
    ['code', 'coupon_code', moved],
    ['click', 'coupon_code', moved],
    ['first_touch', 'coupon_code', keeps('earlier_code')],
    ['code', 'team', keeps('team_decided')],
    ['click', 'team', keeps('team_decided')],
    ['first_touch', 'team', keeps('team_decided')],
  ] as const)(
    'under the precedence %s, decides against another partner’s %s',
    (precedence, source, decision) => {
      expect(decide({}, { ...OTHER, source }, precedence)).toEqual(decision)
    },
  )

  it.each(COUPON_PRECEDENCES)(
    'attributes a customer whose click has expired, including the same partner’s (%s)',
    (precedence) => {
      const attributed_at = before(60 * DAY_MS + 1)
      expect(decide({}, { ...OTHER, attributed_at }, precedence)).toEqual(moved)
      expect(decide({}, { ...OTHER, attributed_at, partner_id: 1 }, precedence)).toEqual(moved)
      expect(decide({}, { ...OTHER, attributed_at: before(60 * DAY_MS) }, 'click')).toEqual(
        keeps('click_wins'),
      )
    },
  )

  it('attributes a customer whose partner is no longer approved', () => {
    expect(decide({}, { ...OTHER, partner_status: 'rejected' }, 'click')).toEqual(moved)
  })

  it('changes nothing for its own partner’s customer', () => {
    expect(decide({}, { ...OTHER, partner_id: 1 })).toEqual(keeps('same_partner'))
  })

  it.each(COUPON_PRECEDENCES)(
    'never moves a customer who has bought, even if their partner is invalid (%s)',
    (precedence) => {
      const bought: CurrentAttribution = {
        ...OTHER,
        sale_count: 1,
        partner_status: 'closed',
        attributed_at: before(900 * DAY_MS),
      }
      expect(decide({}, bought, precedence)).toEqual(keeps('customer_bought'))
      expect(decide(undefined, bought, precedence)).toEqual(keeps('customer_bought'))
    },
  )

  it.each([
    ['is not a partner’s code', undefined, 'unknown_code'],
    ['starts a millisecond later', { starts_at: new Date(NOW.getTime() + 1) }, 'not_started'],
    ['ends now', { ends_at: NOW }, 'expired'],
    ['belongs to a pending partner', { partner_status: 'pending' as const }, 'partner_not_approved'],
    ['has no uses left', { max_uses: 3, uses: 3 }, 'used_up'],
  ] as const)('doesn’t attribute a customer if it %s', (_title, coupon, problem) => {
    expect(decide(coupon, undefined)).toEqual({ kind: 'invalid', problem })
    expect(decide(coupon, OTHER)).toEqual({ kind: 'invalid', problem })
  })

  it.each([
    ['starts now', { starts_at: NOW }],
    ['ends a millisecond later', { ends_at: new Date(NOW.getTime() + 1) }],
    ['has one use left', { max_uses: 3, uses: 2 }],
  ] as const)('attributes a customer if it %s', (_title, coupon) => {
    expect(decide(coupon, undefined)).toMatchObject({ kind: 'attributes' })
  })

  it('doesn’t bring new customers to a program that is closed to new referrals, but still moves existing ones', () => {
    expect(decide({}, undefined, 'code', true)).toEqual({ kind: 'invalid', problem: 'program_closed' })
    expect(decide({}, OTHER, 'code', true)).toEqual(moved)
  })
})

describe('a click sent after a coupon code', () => {
  it.each([
    ['code', DAY_MS, 0, undefined],
    ['code', DAY_MS, 2 * DAY_MS, undefined],
    ['code', 61 * DAY_MS, 0, 'code_lapsed'],
    ['click', DAY_MS, 0, 'click_wins'],
    ['click', 61 * DAY_MS, 0, 'code_lapsed'],
    ['first_touch', DAY_MS, 0, undefined],
    ['first_touch', DAY_MS, DAY_MS, undefined],
    ['first_touch', DAY_MS, 2 * DAY_MS, 'click_wins'],
  ] as const)(
    'under the precedence %s, with a code used %d ms and a click made %d ms ago, replaces it because of %s',
    (coupon_precedence, codeAge, clickAge, reason) => {
      const program = { coupon_precedence, attribution_window_days: 60 }
      const current = { ...OTHER, source: 'coupon_code' as const, attributed_at: before(codeAge) }
      expect(clickReplacement(current, { received_at: before(clickAge) }, program, NOW)).toBe(reason)
      const unapproved = { ...current, partner_status: 'closed' as const }
      expect(clickReplacement(unapproved, { received_at: NOW }, program, NOW)).toBe('code_lapsed')
    },
  )
})
