import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'
import {
  commissionAmount,
  type EarningSale,
  isWithinDuration,
  pickPolicy,
  saleCommission,
} from './sale-commission.rule.ts'

const DEFAULT: CommissionPolicy = {
  id: 1,
  group_id: null,
  product_id: null,
  type: 'percent',
  rate_bps: 2000,
  amount_cents: null,
  currency: null,
  duration: 'first_sale',
  duration_months: null,
  hold_days: null,
  commission_base: 'amount',
}
const PRO: CommissionPolicy = {
  ...DEFAULT,
  id: 2,
  product_id: 'pro',
  type: 'flat',
  rate_bps: null,
  amount_cents: 500,
  currency: 'EUR',
  duration: 'lifetime',
}
const SALE: EarningSale = {
  amount_cents: 4_999,
  tax_amount_cents: 798,
  currency: 'EUR',
  group_id: null,
  product_id: undefined,
  received_at: new Date('2026-03-10T12:00:00Z'),
  first_sale_at: null,
  time_zone: 'UTC',
}
const LATER = { first_sale_at: new Date('2026-03-01T12:00:00Z') }

describe('saleCommission picks the policy, applies its duration and computes the amount (D28, D29)', () => {
  it.each<[string, CommissionPolicy[], Partial<EarningSale>, ReturnType<typeof saleCommission>]>([
    ['the default', [DEFAULT, PRO], {}, { kind: 'paid', policy: DEFAULT, amount_cents: 1_000 }],
    [
      'the product’s own policy',
      [DEFAULT, PRO],
      { product_id: 'pro' },
      { kind: 'paid', policy: PRO, amount_cents: 500 },
    ],
    [
      'the default if the product’s policy is in another currency',
      [DEFAULT, PRO],
      { product_id: 'pro', currency: 'USD' },
      { kind: 'paid', policy: DEFAULT, amount_cents: 1_000 },
    ],
    ['nothing after the duration', [DEFAULT, PRO], LATER, { kind: 'past_duration', policy: DEFAULT }],
    [
      'nothing after the selected policy’s duration',
      [DEFAULT, PRO],
      { ...LATER, product_id: 'pro' },
      { kind: 'paid', policy: PRO, amount_cents: 500 },
    ],
    ['nothing if no policy matches', [PRO], {}, { kind: 'no_matching_policy' }],
  ])('%s', (_label, policies, overrides, expected) => {
    expect(saleCommission(policies, { ...SALE, ...overrides })).toEqual(expected)
  })
})

const percent = (id: number, product_id: string | null = null): CommissionPolicy => ({
  ...DEFAULT,
  id,
  product_id,
  duration: 'lifetime',
})
const flat = (
  id: number,
  currency: 'USD' | 'EUR' | 'VND',
  product_id: string | null = null,
): CommissionPolicy => ({
  ...percent(id, product_id),
  type: 'flat',
  rate_bps: null,
  amount_cents: 500,
  currency,
})

describe('pickPolicy prefers a product policy over the default and matches flat policies by currency (D28)', () => {
  it.each<[string, CommissionPolicy[], string | undefined, 'USD' | 'EUR' | 'VND', number | undefined]>([
    ['no policy', [], undefined, 'USD', undefined],
    ['the default alone', [percent(1)], undefined, 'USD', 1],
    ['the default for an unknown product', [percent(1)], 'p', 'USD', 1],
    ['the product’s policy', [percent(1), percent(2, 'p')], 'p', 'USD', 2],
    ['the product’s policy, in any order', [percent(2, 'p'), percent(1)], 'p', 'USD', 2],
    ['the default for a sale without a product', [percent(2, 'p'), percent(1)], undefined, 'USD', 1],
    ['the default for a product ID that differs by one byte', [percent(1), percent(2, 'p')], 'P', 'USD', 1],
    ['flat in the sale’s currency', [flat(1, 'VND')], undefined, 'VND', 1],
    ['flat in another currency', [flat(1, 'VND')], undefined, 'USD', undefined],
    [
      'a product policy in another currency falls back to the default',
      [percent(1), flat(2, 'EUR', 'p')],
      'p',
      'USD',
      1,
    ],
    ['neither currency matches', [flat(1, 'VND'), flat(2, 'EUR', 'p')], 'p', 'USD', undefined],
    ['a product without a match or a default', [percent(2, 'p')], 'q', 'USD', undefined],
  ])('%s', (_label, policies, product_id, currency, id) => {
    expect(pickPolicy(policies, { product_id, currency, group_id: null })?.id).toBe(id)
  })

  const of = (group_id: number, policy: CommissionPolicy): CommissionPolicy => ({ ...policy, group_id })
  const all = [percent(1), percent(2, 'p'), of(7, percent(3)), of(7, percent(4, 'p')), of(8, percent(5, 'p'))]
  it.each<[string, CommissionPolicy[], number | null, string | undefined, number | undefined]>([
    ['the group’s policy for the product first', all, 7, 'p', 4],
    ['then the group’s default, before the program’s for the product', [...all.slice(0, 3)], 7, 'p', 3],
    ['the group’s default for another product', all, 7, 'q', 3],
    ['then the program’s policy for the product', [...all.slice(0, 2), of(7, flat(3, 'EUR'))], 7, 'p', 2],
    ['then the program’s default', all, 8, 'q', 1],
    ['no group policy for a partner without a group', all, null, 'p', 2],
    ['no policy for another group', all, 9, undefined, 1],
    ['no match if only another group has a policy', [of(7, percent(3))], 8, undefined, undefined],
  ])('considers the partner’s group: %s', (_label, policies, group_id, product_id, id) => {
    for (const orderedPolicies of [policies, policies.toReversed()]) {
      expect(pickPolicy(orderedPolicies, { product_id, currency: 'USD', group_id })?.id).toBe(id)
    }
  })
})

describe('isWithinDuration limits how long a customer earns commissions (D28)', () => {
  const lifetime = { duration: 'lifetime', duration_months: null } as const
  const first = { duration: 'first_sale', duration_months: null } as const
  const months = (duration_months: number) => ({ duration: 'months', duration_months }) as const
  const isPaid = (
    policy: Parameters<typeof isWithinDuration>[0],
    first_sale_at: Date | null,
    received_at: Date,
    time_zone = 'UTC',
  ) => isWithinDuration(policy, { first_sale_at, received_at, time_zone })

  it.each([
    // 1 March in Auckland, so the month ends on 1 April there, before daylight saving time ends on the 5th.
    ['Pacific/Auckland', 1, '2026-02-28T11:30:00Z', '2026-03-31T11:30:00.000Z'],
    ['Pacific/Auckland', 2, '2026-02-28T11:30:00Z', '2026-04-30T12:30:00.000Z'],
    // 31 January in New York, 1 February in UTC.
    ['America/New_York', 1, '2026-02-01T03:00:00Z', '2026-03-01T03:00:00.000Z'],
    ['Europe/Berlin', 1, '2026-02-28T23:30:00Z', '2026-03-31T22:30:00.000Z'],
    // 02:30 doesn't exist on the last day, so it ends an hour later.
    ['Europe/Berlin', 1, '2027-02-28T01:30:00Z', '2027-03-28T01:30:00.000Z'],
    ['UTC', 1, '2026-02-28T11:30:00Z', '2026-03-28T11:30:00.000Z'],
  ])('in the time zone %s, %i months from %s end at %s', (time_zone, count, first, last) => {
    const end = new Date(last)
    expect(isPaid(months(count), new Date(first), end, time_zone)).toBe(true)
    expect(isPaid(months(count), new Date(first), new Date(end.getTime() + 1), time_zone)).toBe(false)
  })

  it.each<[string, Parameters<typeof isWithinDuration>[0], string | null, string, boolean]>([
    ['lifetime, the first sale', lifetime, null, '2026-01-01T00:00:00Z', true],
    ['lifetime, decades later', lifetime, '2026-01-01T00:00:00Z', '2066-01-01T00:00:00Z', true],
    ['first_sale, the first sale', first, null, '2026-01-01T00:00:00Z', true],
    [
      'first_sale, the second, in the same millisecond',
      first,
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00Z',
      false,
    ],
    ['months, the first sale', months(1), null, '2026-01-01T00:00:00Z', true],
    ['months, at the last instant', months(1), '2026-01-15T10:00:00Z', '2026-02-15T10:00:00.000Z', true],
    ['months, a millisecond later', months(1), '2026-01-15T10:00:00Z', '2026-02-15T10:00:00.001Z', false],
    [
      '31 January plus one month is 28 February',
      months(1),
      '2026-01-31T10:00:00Z',
      '2026-02-28T10:00:00.000Z',
      true,
    ],
    [
      '31 January plus one month, a millisecond later',
      months(1),
      '2026-01-31T10:00:00Z',
      '2026-02-28T10:00:00.001Z',
      false,
    ],
    [
      '29 February plus one year is 28 February',
      months(12),
      '2028-02-29T00:00:00Z',
      '2029-02-28T00:00:00.000Z',
      true,
    ],
    [
      '29 February plus one year is not 1 March',
      months(12),
      '2028-02-29T00:00:00Z',
      '2029-03-01T00:00:00Z',
      false,
    ],
    ['across the end of the year', months(3), '2026-11-30T00:00:00Z', '2027-02-28T00:00:00.000Z', true],
    ['120 months', months(120), '2026-05-31T00:00:00Z', '2036-05-31T00:00:00.000Z', true],
  ])('%s', (_label, policy, firstSaleAt, receivedAt, isWithin) => {
    const first = firstSaleAt === null ? null : new Date(firstSaleAt)
    expect(isPaid(policy, first, new Date(receivedAt))).toBe(isWithin)
  })

  it('never skips or shortens a month when months are added', () => {
    const instants = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 120 }), (firstSaleAt, count) => {
        const endMonth = Date.UTC(firstSaleAt.getUTCFullYear(), firstSaleAt.getUTCMonth() + count, 1)
        const monthAfter = Date.UTC(firstSaleAt.getUTCFullYear(), firstSaleAt.getUTCMonth() + count + 1, 1)
        expect(isPaid(months(count), firstSaleAt, new Date(endMonth))).toBe(true)
        expect(isPaid(months(count), firstSaleAt, new Date(monthAfter))).toBe(false)
      }),
    )
  })

  it('never pays less for a longer duration', () => {
    const instants = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, instants, fc.integer({ min: 1, max: 119 }), (firstSaleAt, at, count) => {
        if (isPaid(months(count), firstSaleAt, at)) {
          expect(isPaid(months(count + 1), firstSaleAt, at)).toBe(true)
        }
      }),
    )
  })
})

describe('commissionAmount applies the rate to the amount as sent, rounded half up (D28, D29)', () => {
  const percent = (rate_bps: number | null) => ({ ...DEFAULT, rate_bps })
  const flat = (amount_cents: number | null): CommissionPolicy => ({
    ...DEFAULT,
    type: 'flat',
    rate_bps: null,
    amount_cents,
    currency: 'USD',
  })

  it.each([
    ['20 % of 49.00', percent(2000), 4900, 980],
    ['half a cent rounds up', percent(1000), 5, 1],
    ['less than half a cent rounds down', percent(1000), 4, 0],
    ['zero at 0 %', percent(0), 4900, 0],
    ['the full amount at 100 %', percent(10_000), Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['the largest amount keeps its last digit', percent(3333), Number.MAX_SAFE_INTEGER, 3002099511605172],
    ['a flat amount, whatever the sale', flat(500), 100, 500],
    ['a flat amount of zero', flat(0), 4900, 0],
  ])('%s', (_label, terms, amount_cents, commission) => {
    expect(commissionAmount(terms, { amount_cents, tax_amount_cents: Math.min(amount_cents, 1) })).toBe(
      commission,
    )
  })

  const policyAfterTax = (rate_bps: number) =>
    ({ ...percent(rate_bps), commission_base: 'amount_without_tax' }) as const
  it.each([
    ['20 % of 119.00 less 19.00', policyAfterTax(2000), 11_900, 1_900, 2_000],
    [
      'a flat amount in minor units of a currency without decimals',
      policyAfterTax(2000),
      119_000,
      19_000,
      20_000,
    ],
    [
      'a flat amount in minor units of a currency with three decimals',
      policyAfterTax(2000),
      119_005,
      19_003,
      20_000,
    ],
    ['half a minor unit rounds up', policyAfterTax(1000), 24, 19, 1],
    ['less than half a minor unit rounds down', policyAfterTax(1000), 23, 19, 0],
    ['a tax of 0', policyAfterTax(2000), 11_900, 0, 2_380],
    ['an unknown tax', policyAfterTax(2000), 11_900, undefined, 2_380],
    ['a sale that is entirely tax', policyAfterTax(2000), 1_900, 1_900, 0],
    [
      'a flat amount is unchanged',
      { ...flat(500), commission_base: 'amount_without_tax' } as const,
      1_900,
      1_900,
      500,
    ],
    ['the largest amount', policyAfterTax(10_000), Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER - 1],
  ])('excludes tax if the policy does: %s', (_label, terms, amount_cents, tax_amount_cents, commission) => {
    expect(commissionAmount(terms, { amount_cents, tax_amount_cents })).toBe(commission)
  })

  const untaxed = (amount_cents: number) => ({ amount_cents, tax_amount_cents: undefined })

  it('never exceeds the amount, and never decreases for a larger amount', () => {
    const amounts = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 10_000 }), (a, b, rate_bps) => {
        const [lower, higher] = a < b ? [a, b] : [b, a]
        const commission = commissionAmount(percent(rate_bps), untaxed(lower))
        expect(Number.isSafeInteger(commission)).toBe(true)
        expect(commission).toBeLessThanOrEqual(lower)
        expect(commission).toBeLessThanOrEqual(commissionAmount(percent(rate_bps), untaxed(higher)))
      }),
    )
  })

  it.each([
    ['a percentage policy without a rate', percent(null)],
    ['a flat policy without an amount', flat(null)],
  ])('throws for an invalid policy: %s', (_label, terms) => {
    expect(() => commissionAmount(terms, untaxed(100))).toThrow(/policy 1 has no/)
  })
})
