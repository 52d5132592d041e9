import { describe, expect, it } from 'vitest'
import { findRefundFault } from './refund-request.rule.ts'

const KNOWN = [
  'transaction_id',
  'refund_id',
  'refund_amount_cents',
  'refund_reason',
  'currency',
  'additional_data',
]
const faultOf = (body: object) => findRefundFault({ transaction_id: 'o1', ...body }, KNOWN)

describe('an amount under another name is refused', () => {
  it.each([
    'amount',
    'amount_cents',
    'amountCents',
    'AmountCents',
    'refundAmountCents',
    'refund-amount-cents',
    'REFUND_AMOUNT',
    'refundamountcents',
    'refunded_amount',
    'amount_refunded',
    'ammount',
    'refund_amout_cents',
    'value',
    'total',
    'refundTotal',
    'totalprice',
    'sum',
    'price',
    'cents',
    'tax_amount_cents',
    'grossAmount',
    'percent',
    'partial',
  ])('%s', (field) => {
    const message = `Unknown field \`${field}\`. Send the amount as \`refund_amount_cents\`.`
    expect(faultOf({ [field]: 100 })).toEqual({ field, message })
    expect(faultOf({ [field]: 100, refund_amount_cents: 100 })).toEqual({ field, message })
  })

  it.each([
    [{ refund: 100 }, 'refund'],
    [{ refunded: '12.50' }, 'refunded'],
    [{ refund: { amount: { value: '1.00' } } }, 'refund.amount'],
    [{ lines: [{ sku: 'a' }, { total: 1 }] }, 'lines.1.total'],
  ])('%j', (body, field) => expect(faultOf(body)).toMatchObject({ field }))
})

it.each([null, ''])('an amount of %j is not "no amount"', (refund_amount_cents) => {
  expect(faultOf({ refund_amount_cents })).toMatchObject({ field: 'refund_amount_cents' })
})

it.each(['currency_code', 'currencyCode', 'refund_currency'])('%s is not the currency', (field) => {
  expect(faultOf({ [field]: 'EUR' })).toEqual({
    field,
    message: `Unknown field \`${field}\`. Did you mean \`currency\`?`,
  })
})

it.each([
  [{}],
  [{ refund_amount_cents: 100, currency: 'USD' }],
  [{ additional_data: { amount: 100, order_total: 4900, currency: 'EUR' } }],
  [
    {
      reason: 'x',
      order_id: 5,
      account: 'a',
      customer_key: 'c',
      refund: { id: 're_1' },
      created_at: '2026-03-10',
    },
  ],
])('%j is fine', (body) => expect(faultOf(body)).toBeUndefined())

it('a body of thousands of levels is looked through in no time', () => {
  const nested = JSON.parse(`${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`)
  expect(faultOf({ nested })).toBeUndefined()
})
