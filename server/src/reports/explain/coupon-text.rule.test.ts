import { describe, expect, it } from 'vitest'
import type { CouponDecisionFacts } from './explain.ts'
import { couponText } from './explanation-text.rule.ts'

const ADA = { id: 1, name: 'Ada' }
const BEA = { id: 2, name: 'Bea' }
const CODE: CouponDecisionFacts = { code: 'ADA10', outcome: 'attributed', partner: ADA }
const against = (previousSource: 'click' | 'coupon_code' | 'team', previousWasValid = true) => ({
  ...CODE,
  otherPartner: BEA,
  previousSource,
  previousWasValid,
})
const createKeptCode = (outcome: string) => ({ ...CODE, outcome, otherPartner: ADA })

describe('the text about a coupon code', () => {
  it.each([
    [CODE, 'Ada', 'The coupon code `ADA10` attributed the customer to Ada.'],
    [
      against('click'),
      'Ada',
      'Ada was credited instead of Bea: the coupon code `ADA10` was used, and in this program a code takes precedence over a click.',
    ],
    [
      { ...against('click'), precedence: 'first_touch' as const },
      'Ada',
      'Ada was credited instead of Bea: the coupon code `ADA10` was used before the click, and in this program the first of the two counts.',
    ],
    [
      createKeptCode('code_lapsed'),
      'Bea',
      'Bea was credited instead of Ada: the coupon code `ADA10` no longer counted when the click was sent.',
    ],
    [
      against('click', false),
      'Ada',
      'Ada was credited instead of Bea: the coupon code `ADA10` was used, and the click of Bea no longer counted.',
    ],
    [
      against('team', false),
      'Ada',
      'Ada was credited instead of Bea: the coupon code `ADA10` was used, and the earlier attribution to Bea no longer counted.',
    ],
    [
      against('coupon_code'),
      'Ada',
      'Ada was credited instead of Bea: the coupon code `ADA10` was used last, and of two codes the later one counts in this program.',
    ],
    [
      createKeptCode('click_wins'),
      'Bea',
      'Bea was credited instead of Ada: the coupon code `ADA10` was used, but in this program a click takes precedence over a code.',
    ],
    [
      { ...createKeptCode('click_wins'), precedence: 'first_touch' as const },
      'Bea',
      'Bea was credited instead of Ada: the coupon code `ADA10` was used, but the click came first, and in this program the first of the two counts.',
    ],
    [
      createKeptCode('earlier_code'),
      'Bea',
      'Bea was credited instead of Ada: in this program the first of two codes counts, so the coupon code `ADA10` had no effect.',
    ],
    [
      createKeptCode('team_decided'),
      'Bea',
      'Bea was credited instead of Ada: your team attributed the customer, so the coupon code `ADA10` had no effect.',
    ],
    [
      createKeptCode('customer_bought'),
      'Bea',
      'Bea was credited instead of Ada: the customer had bought before, so the coupon code `ADA10` had no effect.',
    ],
    [
      { ...CODE, outcome: 'customer_bought' },
      'Ada',
      'The customer had bought before and stays with Ada, so the coupon code `ADA10` had no effect.',
    ],
    [
      { ...CODE, outcome: 'same_partner' },
      'Ada',
      'The customer already belonged to Ada, whose code `ADA10` was used.',
    ],
    [
      { code: 'SUMMER', outcome: 'unknown_code' },
      'Bea',
      'The coupon code `SUMMER` is not an active code in this program.',
    ],
    [{ ...CODE, outcome: 'expired' }, 'Bea', 'Ada’s coupon code `ADA10` had expired.'],
    [{ ...CODE, outcome: 'toString' }, 'Bea', 'Ada’s coupon code `ADA10` had no effect.'],
    [
      { ...CODE, outcome: 'used_up' },
      'Bea',
      'Ada’s coupon code `ADA10` had reached its maximum number of uses.',
    ],
  ] as [CouponDecisionFacts, string, string][])('%j', (decision, winner, sentence) => {
    expect(couponText(decision, winner)).toBe(sentence)
  })
})
