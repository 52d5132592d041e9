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
  email_hash: null,
  processor_customer_id: null,
  occurred_at: null,
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
  it('adds what the first event did not say', () => {
    const session = { ...NOTHING, click_id: 'click', product_id: 'pro' }
    expect(joinPayments(INVOICE, session)).toEqual({ ...INVOICE, click_id: 'click', product_id: 'pro' })
  })

  it('lets the word of the first event stand, a false one too', () => {
    const second = { ...INVOICE, transaction_id: 'pi_1', amount_cents: 1, is_recurring: true }
    expect(joinPayments(INVOICE, second)).toEqual(INVOICE)
  })

  it('is the payment itself when nothing else is known', () => {
    expect(joinPayments(INVOICE, NOTHING)).toEqual(INVOICE)
    expect(joinPayments(NOTHING, INVOICE)).toEqual(INVOICE)
  })
})
