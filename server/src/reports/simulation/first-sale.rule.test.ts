import { expect, it } from 'vitest'
import { firstSales } from './first-sale.rule.ts'

it('picks the sale paid as the first one among several in the same millisecond', () => {
  const at = new Date('2026-03-10T12:00:00.000Z')
  const sale = {
    received_at: at,
    came_at: at,
    claimed: undefined,
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
  const commission = { amount_cents: 10, reversed_cents: 0, rejected_at: null }
  const decided_by = { scope: { group_id: null, product_id: null }, duration: 'first_sale' } as const
  const proPolicy = { scope: { group_id: null, product_id: 'pro' }, duration: 'lifetime' } as const
  const unpaid = { ...sale, id: 1, decided_by, commission: undefined }
  const asFirst = { ...sale, id: 2, decided_by, commission }
  const productSale = { ...sale, id: 3, product_id: 'pro', decided_by: proPolicy, commission }
  expect(firstSales([asFirst, unpaid])).toEqual(new Set([2]))
  expect(firstSales([unpaid, productSale])).toEqual(new Set([3]))
  expect(firstSales([productSale, { ...productSale, id: 4 }])).toEqual(new Set([3]))
  expect(firstSales([productSale, asFirst])).toEqual(new Set([2]))
  const elsewhere = { ...unpaid, id: 9, customer_id: 7 }
  expect(firstSales([asFirst, elsewhere])).toEqual(new Set([2, 9]))
  const later = { ...unpaid, customer_first_sale_at: new Date(at.getTime() - 1) }
  expect(firstSales([later])).toEqual(new Set())
})
