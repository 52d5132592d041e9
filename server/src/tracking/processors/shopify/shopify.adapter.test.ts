import { expect, it } from 'vitest'
import { createShopify } from './shopify.adapter.ts'

const shopify = createShopify()

function readChange(topic: string, object: Record<string, unknown>) {
  const raw = Buffer.from(JSON.stringify(object))
  const delivery = { raw, headers: { 'x-shopify-topic': topic }, receivedAt: new Date() }
  return shopify.readEvent(delivery, { isLive: true })?.change
}

const order = {
  id: 1,
  updated_at: '2026-03-10T12:00:00Z',
  currency: 'USD',
  total_price: '49.00',
  total_tax: '7.82',
  total_price_set: { presentment_money: { amount: '45.10', currency_code: 'EUR' } },
}
const refund = {
  id: 2,
  order_id: 1,
  created_at: '2026-03-11T12:00:00Z',
  transactions: [
    { kind: 'refund', status: 'success', amount: '10.00', currency: 'EUR' },
    { kind: 'refund', status: 'success', amount: '1.05', currency: 'EUR' },
    { kind: 'refund', status: 'failure', amount: '3.00', currency: 'EUR' },
    { kind: 'void', status: 'success', amount: '4.00', currency: 'EUR' },
  ],
}

it('an order paid in another currency has the amount in the store’s currency, and refunds are measured by the paid amount', () => {
  expect(readChange('orders/paid', order)).toMatchObject({
    amount_cents: 4900,
    tax_amount_cents: 782,
    currency: 'USD',
    charge: { charge_id: 'shopify_order_1', amount_cents: 4510, released_cents: 0, currency: 'EUR' },
  })
  const own = { presentment_money: { amount: '49.00', currency_code: 'USD' } }
  expect(readChange('orders/paid', { ...order, total_price_set: own })).toMatchObject({ charge: undefined })
})

it('an order billed by a subscription app is a renewal', () => {
  const isRecurring = (source_name: string) => readChange('orders/paid', { ...order, source_name })
  for (const source of ['subscription_contract', 'subscription_contract_checkout_one'])
    expect(isRecurring(source)).toMatchObject({ is_recurring: true, sale_type: 'subscription' })
  for (const source of ['web', 'pos', '580111'])
    expect(isRecurring(source)).toMatchObject({ is_recurring: false, sale_type: 'payment' })
})

it('a refund is the total of its successful transactions', () => {
  expect(readChange('refunds/create', refund)).toMatchObject({
    refund_id: 'shopify_refund_2',
    references: ['shopify_order_1'],
    charge_id: 'shopify_order_1',
    amount_cents: 1105,
    currency: 'EUR',
  })
  expect(readChange('refunds/create', { ...refund, transactions: [] })).toBeUndefined()
  const mixed = [...refund.transactions, { kind: 'refund', status: 'success', amount: '1', currency: 'USD' }]
  expect(readChange('refunds/create', { ...refund, transactions: mixed })).toMatchObject({
    kind: 'unreadable',
  })
})

it('an inquiry has no effect', () => {
  const dispute = {
    id: 3,
    order_id: 1,
    initiated_at: '2026-03-12T12:00:00Z',
    amount: '49.00',
    currency: 'USD',
  }
  expect(readChange('disputes/create', { ...dispute, type: 'inquiry', status: 'won' })).toBeUndefined()
  expect(readChange('disputes/create', { ...dispute, type: 'chargeback', status: 'lost' })).toMatchObject({
    kind: 'dispute',
    is_withdrawn: false,
  })
})
