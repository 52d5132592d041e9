import { describe, expect, it } from 'vitest'
import type { CommissionPolicy } from '../programs/commission-policy.ts'
import { type EarningSale, saleCommission } from './sale-commission.rule.ts'

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
  currency: 'EUR',
  group_id: null,
  product_id: undefined,
  received_at: new Date('2026-03-10T12:00:00Z'),
  first_sale_at: null,
}
const LATER = { first_sale_at: new Date('2026-03-01T12:00:00Z') }

describe('what a sale earns: which policy, for how long, how much (D28, D29)', () => {
  it.each<[string, CommissionPolicy[], Partial<EarningSale>, ReturnType<typeof saleCommission>]>([
    ['the default', [DEFAULT, PRO], {}, { kind: 'paid', policy: DEFAULT, amount_cents: 1_000 }],
    [
      'the product’s own',
      [DEFAULT, PRO],
      { product_id: 'pro' },
      { kind: 'paid', policy: PRO, amount_cents: 500 },
    ],
    [
      'the default where the product’s is of another currency',
      [DEFAULT, PRO],
      { product_id: 'pro', currency: 'USD' },
      { kind: 'paid', policy: DEFAULT, amount_cents: 1_000 },
    ],
    ['nothing past the duration', [DEFAULT, PRO], LATER, { kind: 'past_duration', policy: DEFAULT }],
    [
      'for as long as the policy that is picked says',
      [DEFAULT, PRO],
      { ...LATER, product_id: 'pro' },
      { kind: 'paid', policy: PRO, amount_cents: 500 },
    ],
    ['nothing where no policy speaks of it', [PRO], {}, { kind: 'no_matching_policy' }],
  ])('%s', (_label, policies, over, earned) => {
    expect(saleCommission(policies, { ...SALE, ...over })).toEqual(earned)
  })
})
