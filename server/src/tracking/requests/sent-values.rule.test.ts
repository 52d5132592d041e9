import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REQUEST_TYPES } from '../../core/enums.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { sentValues, storedText } from './sent-values.rule.ts'

const LIMITS = { maxIdLength: 255 }

describe('a rejected request’s stored values', () => {
  it('identify its sale, customer and click, with amount and currency as sent', () => {
    const body = {
      transaction_id: 'order-1',
      customer_key: 'cus-1',
      click_id: 'a-1',
      amount_cents: 4900,
      currency: 'eur',
      coupon_code: 'ADA10',
      email: 'ada@buyers.test',
      additional_data: { who: 'ada' },
    }
    const { email, additional_data, amount_cents, ...ids } = body
    expect(sentValues('sale', body, LIMITS)).toEqual({ ...ids, amount: '4900' })
  })

  it("contain the sale's ID as it would be recorded", () => {
    const values = sentValues('sale', { transaction_id: ' order-1\u200b', customer_key: ' cus-1' }, LIMITS)
    expect(values).toMatchObject({ transaction_id: 'order-1', customer_key: ' cus-1' })
  })

  it('include a click request’s previous click', () => {
    const body = { affiliate_url: 'https://shop.test/?aff=ada', existing_click_id: 'a-1', click_id: 'b-2' }
    expect(sentValues('click', body, LIMITS)).toMatchObject({ click_id: 'a-1' })
    expect(sentValues('lead', body, LIMITS)).toMatchObject({ click_id: 'b-2' })
  })

  it('contain a number that was sent as text in quotes', () => {
    expect(sentValues('sale', { amount_cents: '4900' }, LIMITS).amount).toBe('"4900"')
    expect(sentValues('refund', { refund_amount_cents: 12.5 }, LIMITS).amount).toBe('12.5')
  })

  it.each([
    ['ada@buyers.test'],
    ['Ada <ada@buyers.test>'],
    ['ada%40buyers.test'],
    ['ada%252540buyers.test'],
    ['ada＠buyers.test'],
    ['ada\ufe6bbuyers.test'],
  ])('never include an email address: %s', (email) => {
    const body = {
      transaction_id: email,
      customer_key: email,
      click_id: email,
      existing_click_id: email,
      amount_cents: email,
      currency: email,
      coupon_code: email,
    }
    for (const type of REQUEST_TYPES) {
      expect(Object.values(sentValues(type, body, LIMITS))).toEqual([null, null, null, null, null, null])
    }
  })

  it('ignore built-in object members', () => {
    expect(storedText(Object.create(null), 10)).toBe('{…}')
    expect(sentValues('sale', JSON.parse('{"__proto__": {"customer_key": "x"}}'), LIMITS).customer_key).toBe(
      null,
    )
  })

  it('are short and can be stored, for any body', () => {
    const fields = [
      'transaction_id',
      'customer_key',
      'click_id',
      'amount_cents',
      'refund_amount_cents',
      'currency',
      'coupon_code',
    ]
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.jsonValue({ maxDepth: 2 }),
      fc.constant('\ud800\0'),
    )
    const body = fc.dictionary(fc.constantFrom(...fields), value)
    fc.assert(
      fc.property(fc.constantFrom(...REQUEST_TYPES), body, (type, sent) => {
        for (const text of Object.values(sentValues(type, sent, LIMITS))) {
          if (text !== null)
            expect(isStorable(text, LIMITS.maxIdLength + 130) && !text.includes('@')).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })
})
