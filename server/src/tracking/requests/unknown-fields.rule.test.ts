import { describe, expect, it } from 'vitest'
import { fieldMeaning, unknownFields, unknownFieldsText } from './unknown-fields.rule.ts'

const SALE = [
  'transaction_id',
  'amount_cents',
  'tax_amount_cents',
  'customer_key',
  'click_id',
  'currency',
  'sale_type',
  'additional_data',
  'product_id',
  'occurred_at',
  'coupon_code',
  'livemode',
]

describe('an unknown field', () => {
  it.each([
    ['couponCode', 'coupon_code'],
    ['coupon', 'coupon_code'],
    ['discount-code', 'coupon_code'],
    ['amountCents', 'amount_cents'],
    ['ammount_cents', 'amount_cents'],
    ['amount', 'amount_cents'],
    ['orderId', 'transaction_id'],
    ['id', 'transaction_id'],
    ['user_id', 'customer_key'],
    ['customerId', 'customer_key'],
    ['metadata', 'additional_data'],
    ['test_mode', 'additional_data.test_mode'],
    ['program_id', undefined],
    ['email', undefined],
    ['constructor', undefined],
  ])('%s is taken for %s', (field, meant) => {
    expect(unknownFields({ [field]: 1 }, SALE)).toEqual([meant === undefined ? { field } : { field, meant }])
  })

  it('is never taken for a field that was also sent', () => {
    const sent = { amount_cents: 4900, amount: 49, tax_amount_cents: 0 }
    expect(unknownFields(sent, SALE)).toEqual([{ field: 'amount' }])
  })

  it('is never taken for a field that the request doesn’t have', () => {
    expect(unknownFields({ orderId: 1, id: 2 }, ['click_id', 'customer_key'])).toEqual([
      { field: 'orderId' },
      { field: 'id' },
    ])
  })

  it('is not repeated if its name may be personal data or is not a name', () => {
    const sent = { 'ada@buyers.test': 1, '4111111111111111': 2, 'a b': 3, ['x'.repeat(65)]: 4 }
    expect(unknownFields(sent, SALE)).toEqual([])
  })
})

it('names at most five unknown fields in one sentence', () => {
  const sent = Object.fromEntries(['couponCode', 'a', 'b', 'c', 'd', 'e'].map((field) => [field, 1]))
  expect(unknownFieldsText(unknownFields(sent, SALE))).toBe(
    'Ignored unknown fields `couponCode` (did you mean `coupon_code`?), `a`, `b`, `c`, `d`.',
  )
  expect(unknownFieldsText([{ field: 'foo' }])).toBe('Ignored unknown field `foo`.')
  const message = `Nothing was recorded. ${unknownFieldsText([{ field: 'foo' }, { field: 'couponCode', meant: 'coupon_code' }])}`
  expect(fieldMeaning('coupon_code', message)).toBe('couponCode')
  expect(fieldMeaning('click_id', message)).toBeUndefined()
  expect(unknownFieldsText([])).toBe('')
})
