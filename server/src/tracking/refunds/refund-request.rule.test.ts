import { describe, expect, it } from 'vitest'
import { findRefundError } from './refund-request.rule.ts'

const KNOWN = [
  'transaction_id',
  'refund_id',
  'refund_amount_cents',
  'refund_reason',
  'currency',
  'additional_data',
]
const findError = (body: object) => findRefundError({ transaction_id: 'o1', ...body }, KNOWN)

describe('findRefundError rejects an amount under another name', () => {
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
    expect(findError({ [field]: 100 })).toEqual({ field, message })
    expect(findError({ [field]: 100, refund_amount_cents: 100 })).toEqual({ field, message })
  })

  it.each([
    [{ refund: 100 }, 'refund'],
    [{ refunded: '12.50' }, 'refunded'],
    [{ refund: { amount: { value: '1.00' } } }, 'refund.amount'],
    [{ lines: [{ sku: 'a' }, { total: 1 }] }, 'lines.1.total'],
  ])('%j', (body, field) => expect(findError(body)).toMatchObject({ field }))
})

it.each([null, ''])('findRefundError does not treat an amount of %j as missing', (refund_amount_cents) => {
  expect(findError({ refund_amount_cents })).toMatchObject({ field: 'refund_amount_cents' })
})

it.each(['currency_code', 'currencyCode', 'refund_currency'])(
  'findRefundError rejects %s as the currency',
  (field) => {
    expect(findError({ [field]: 'EUR' })).toEqual({
      field,
      message: `Unknown field \`${field}\`. Did you mean \`currency\`?`,
    })
  },
)

describe('findRefundError rejects an ID under another name without refund_id', () => {
  it.each([
    'refundId',
    'refundid',
    'refund-id',
    'RefundID',
    'refund_ids',
    'refnd_id',
    'refudn_id',
    'shopify_refund_id',
    'id',
    'reference',
    'refund_ref',
    'refund_reference',
    'idempotency_key',
    'idempotencyKey',
  ])('%s', (field) => {
    const body = { [field]: 're_1', refund_amount_cents: 100 }
    const message = `Unknown field \`${field}\`. Did you mean \`refund_id\`?`
    expect(findError(body)).toEqual({ field, message })
    expect(findError({ ...body, refund_id: '' })).toEqual({ field, message })
    expect(findError({ ...body, refund_id: 'r1' })).toBeUndefined()
  })

  it('including alongside an amount in a nested object', () => {
    expect(findError({ refund: { id: 're_1' } })).toMatchObject({ field: 'refund.id' })
  })
})

describe('findRefundError rejects a possible amount if refund_amount_cents is missing', () => {
  it.each([
    [{ usd: 5 }, 'usd'],
    [{ dollars: '5' }, 'dollars'],
    [{ dollars: '$5.00' }, 'dollars'],
    [{ minor_units: 500 }, 'minor_units'],
    [{ refundable: '1,234.50' }, 'refundable'],
    [{ quantity: 1 }, 'quantity'],
    [{ betrag: '5,00' }, 'betrag'],
    [{ montant: '5 €' }, 'montant'],
    [{ importe: '5.00 EUR' }, 'importe'],
    [{ importe: 'EUR 5.00' }, 'importe'],
    [{ refund: { usd: 5 } }, 'refund.usd'],
    [{ additional_data: { amount: 500 } }, 'additional_data.amount'],
    [{ additional_data: { refund_amount_cents: 500 } }, 'additional_data.refund_amount_cents'],
    [{ additional_data: { refund: { total: '5.00' } } }, 'additional_data.refund.total'],
    [{ additional_data: { usd: 5 } }, 'additional_data.usd'],
  ])('%j', (body, field) => {
    const fault = findError(body)
    expect(fault).toMatchObject({ field })
    expect(fault?.message).toContain('Send the amount as `refund_amount_cents`')
    expect(findError({ ...body, refund_amount_cents: 500 })).toBeUndefined()
  })
})

it.each(['test_mode', 'testMode', 'live_mode'])('findRefundError rejects %s at the top level', (field) => {
  expect(findError({ [field]: true })).toMatchObject({ field })
})

it.each([
  [{}],
  [{ refund_amount_cents: 100, currency: 'USD' }],
  [{ refund_amount_cents: 100, additional_data: { amount: 100, order_total: 4900, currency: 'EUR' } }],
  [
    {
      additional_data: { currency: 'EUR', price_id: 'price_1', quantity: 1, partial: false, test_mode: true },
    },
  ],
  [{ reason: 'x', order_id: 5, program_id: 7, account: 'a', customer_key: 'c', refunded_by: 'anna' }],
  [
    {
      created_at: 1_773_100_800,
      refunded_at: '2026-03-10',
      ip: '10.0.0.1',
      timestamp: 1,
      sku: 'ABC123',
      lot: '123ABC',
      lines: [{ sku: 'a', quantity: 1 }],
    },
  ],
])('findRefundError accepts %j', (body) => expect(findError(body)).toBeUndefined())

it('findRefundError checks a body with thousands of levels quickly', () => {
  const nested = JSON.parse(`${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`)
  expect(findError({ nested })).toBeUndefined()
})
