import { expect, it } from 'vitest'
import { firstSales } from './first-sale.rule.ts'
import { policyHistory } from './policy-history.rule.ts'

it('of several sales in the very millisecond of a customer’s first, the one that was paid as first was first', () => {
  const at = new Date('2026-03-10T12:00:00.000Z')
  const own = {
    id: 1,
    group_id: null,
    product_id: null,
    type: 'percent',
    rate_bps: 1000,
    amount_cents: null,
    currency: null,
    duration: 'first_sale',
    duration_months: null,
    hold_days: null,
    commission_base: 'amount',
    created_at: new Date(0),
    superseded_at: null,
  } as const
  const lifetime = { ...own, id: 2, product_id: 'pro', duration: 'lifetime' } as const
  const policiesAt = policyHistory([own, lifetime])
  const sale = {
    received_at: at,
    came_at: at,
    granted: undefined,
    customer_id: 5,
    partner_id: 6,
    group_id: null,
    product_id: undefined,
    currency: 'USD',
    amount_cents: 100,
    tax_amount_cents: null,
    refunded_cents: 0,
    customer_first_sale_at: at,
  } as const
  const paid = (duration: 'first_sale' | 'lifetime') => ({
    amount_cents: 10,
    reversed_cents: 0,
    rejected_at: null,
    scope: { group_id: null, product_id: duration === 'lifetime' ? 'pro' : null },
    duration,
  })
  const unpaid = { ...sale, id: 1, commission: undefined }
  const asFirst = { ...sale, id: 2, commission: paid('first_sale') }
  const ofProduct = { ...sale, id: 3, product_id: 'pro', commission: paid('lifetime') }
  expect(firstSales([asFirst, unpaid], policiesAt)).toEqual(new Set([2]))
  expect(firstSales([unpaid, ofProduct], policiesAt)).toEqual(new Set([3]))
  expect(firstSales([ofProduct, { ...ofProduct, id: 4 }], policiesAt)).toEqual(new Set([3]))
  expect(firstSales([ofProduct, asFirst], policiesAt)).toEqual(new Set([2]))
  const elsewhere = { ...unpaid, id: 9, customer_id: 7 }
  expect(firstSales([asFirst, elsewhere], policiesAt)).toEqual(new Set([2, 9]))
  const later = { ...unpaid, customer_first_sale_at: new Date(at.getTime() - 1) }
  expect(firstSales([later], policiesAt)).toEqual(new Set())
})
