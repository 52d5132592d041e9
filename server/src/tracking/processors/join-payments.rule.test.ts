import { describe, expect, it } from 'vitest'
import { joinPayments, type PaymentDetails } from './join-payments.rule.ts'

const NOTHING: PaymentDetails = {
  transaction_id: null,
  amount_cents: null,
  amount_from: null,
  tax_amount_cents: null,
  currency: null,
  sale_type: null,
  is_recurring: null,
  subscription_id: null,
  subscription_interval: null,
  product_id: null,
  click_id: null,
  customer_key: null,
  reference_key: null,
  coupon_code: null,
  email_hash: null,
  processor_customer_id: null,
  occurred_at: null,
  unpaid_since: null,
}

const INVOICE: PaymentDetails = {
  ...NOTHING,
  transaction_id: 'in_1',
  amount_cents: 4900,
  currency: 'USD',
  sale_type: 'subscription',
  is_recurring: false,
  processor_customer_id: 'cus_1',
  occurred_at: new Date('2026-03-10T12:00:00.000Z'),
}

describe('joinPayments', () => {
  it('adds values missing from the first event', () => {
    const session = { ...NOTHING, click_id: 'click', product_id: 'pro' }
    expect(joinPayments(INVOICE, session)).toEqual({ ...INVOICE, click_id: 'click', product_id: 'pro' })
  })

  it('keeps the first event’s values, even false', () => {
    const second = { ...INVOICE, transaction_id: 'pi_1', amount_cents: 1, is_recurring: true }
    expect(joinPayments(INVOICE, second)).toEqual(INVOICE)
  })

  it.each([
    ['a checkout and its invoice', ['checkout', 5000, 'USD'], ['invoice', 4900, 'USD'], 4900],
    ['a checkout and its payment intent', ['checkout', 5000, 'USD'], ['intent', 4900, 'USD'], 4900],
    [
      'the merchant’s price and the amount paid in another currency',
      ['conversion', 5000, 'USD'],
      ['intent', 4600, 'EUR'],
      5000,
    ],
    [
      'the merchant’s price and the paid part of it',
      ['conversion', 5000, 'USD'],
      ['intent', 4900, 'USD'],
      4900,
    ],
    [
      'the merchant’s price and an invoice in another currency',
      ['conversion', 5000, 'USD'],
      ['invoice', 4600, 'EUR'],
      5000,
    ],
  ] as const)('uses the same amount of %s in both orders', (_name, a, b, expected) => {
    const [first, second] = [a, b].map(([amount_from, amount_cents, currency]) => ({
      ...NOTHING,
      amount_from,
      amount_cents,
      currency,
    })) as [PaymentDetails, PaymentDetails] // safe because there are two
    expect(joinPayments(first, second).amount_cents).toBe(expected)
    expect(joinPayments(second, first).amount_cents).toBe(expected)
  })

  it.each([
    ['the checkout', ['checkout', 4900, 400], ['intent', 4900, null], 400],
    ['an invoice’s checkout', ['checkout', 4900, 400], ['invoice', 4900, null], 400],
    ['the invoice, which outranks its checkout', ['checkout', 4900, 400], ['invoice', 4900, 700], 700],
    [
      'no amount, because the checkout had a different one',
      ['checkout', 5000, 400],
      ['intent', 4900, null],
      null,
    ],
  ] as const)('uses the tax of %s in both orders', (_name, a, b, expected) => {
    const [first, second] = [a, b].map(([amount_from, amount_cents, tax_amount_cents]) => ({
      ...NOTHING,
      amount_from,
      amount_cents,
      tax_amount_cents,
      currency: 'USD',
    })) as [PaymentDetails, PaymentDetails] // safe because there are two
    expect(joinPayments(first, second).tax_amount_cents).toBe(expected)
    expect(joinPayments(second, first).tax_amount_cents).toBe(expected)
  })

  it('returns the payment itself if nothing else is known', () => {
    expect(joinPayments(INVOICE, NOTHING)).toEqual(INVOICE)
    expect(joinPayments(NOTHING, INVOICE)).toEqual(INVOICE)
  })
})
