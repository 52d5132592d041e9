import { expect, it } from 'vitest'
import { createChargebee } from './chargebee.adapter.ts'

const chargebee = createChargebee()

function read(event_type: string, content: Record<string, unknown>, api_version = 'v2') {
  const event = { id: 'ev_1', event_type, occurred_at: 1_773_144_000, api_version, content }
  const raw = Buffer.from(JSON.stringify(event))
  return chargebee.readEvent({ raw, headers: {}, receivedAt: new Date() }, { isLive: true })
}

const readChange = (...event: Parameters<typeof read>) => read(...event)?.change

const payment = { id: 'txn_1', type: 'payment', status: 'success', amount: 3001, currency_code: 'USD' }
const refund = { id: 'txn_2', type: 'refund', status: 'success', amount: 500, currency_code: 'USD' }
const invoice = { id: '7', total: 4900, tax: 782, recurring: true, first_invoice: false }

it('reads custom fields, the subscription’s before the invoice’s and the customer’s', () => {
  const customer = { id: 'c', cf_service_click_id: 'of-customer', cf_service_customer_key: 'key' }
  const of = (more: object) => readChange('payment_succeeded', { transaction: payment, customer, ...more })
  expect(of({})).toMatchObject({ click_id: 'of-customer', customer_key: 'key', reference_key: undefined })
  expect(of({ invoice: { cf_service_click_id: 'of-invoice' } })).toMatchObject({ click_id: 'of-invoice' })
  const subscription = { id: 's', meta_data: { service_click_id: 'of-subscription' } }
  expect(of({ subscription, invoice: { cf_service_click_id: 'of-invoice' } })).toMatchObject({
    click_id: 'of-subscription',
    subscription_id: 'chargebee_subscription_s',
  })
})

it('uses the customer’s ID as a reference, and lists placeholders', () => {
  const content = { transaction: payment, customer: { id: 'user-7' } }
  expect(readChange('payment_succeeded', content)).toMatchObject({ reference_key: 'user-7' })
  const unset = { transaction: payment, customer: { id: 'null', cf_service_click_id: 'undefined' } }
  expect(read('payment_succeeded', unset)?.placeholders).toEqual({
    service_click_id: 'undefined',
    customer_id: 'null',
  })
})

it('reads a coupon set’s code, otherwise the coupon, but no other discount', () => {
  const readCouponCode = (content: object) => {
    const change = readChange('payment_succeeded', { transaction: payment, ...content })
    return change?.kind === 'payment' ? change.coupon_code : change
  }
  const coupon = { entity_type: 'document_level_coupon', entity_id: 'SPRING' }
  const credits = { entity_type: 'promotional_credits', entity_id: 'credits' }
  expect(readCouponCode({ invoice: { discounts: [credits, coupon] } })).toBe('SPRING')
  expect(readCouponCode({ invoice: { discounts: [{ ...coupon, coupon_set_code: 'ANNA-1' }] } })).toBe(
    'ANNA-1',
  )
  expect(
    readCouponCode({ subscription: { coupons: [{ coupon_id: 'SPRING', coupon_code: 'ANNA-2' }] } }),
  ).toBe('ANNA-2')
  expect(readCouponCode({ subscription: { coupon: 'SPRING' } })).toBe('SPRING')
  expect(readCouponCode({ invoice: { discounts: [credits] } })).toBeUndefined()
  expect(readCouponCode({ subscription: { coupon: 'SPRING', meta_data: { coupon_code: 'OWN' } } })).toBe(
    'OWN',
  )
})

it('converts amounts in currencies with three decimals, which have two in Chargebee', () => {
  const of = (currency_code: string) =>
    readChange('payment_succeeded', { transaction: { ...payment, currency_code }, invoice })
  expect(of('KWD')).toMatchObject({ amount_cents: 30_010, tax_amount_cents: 4790 })
  expect(of('JPY')).toMatchObject({ amount_cents: 3001, tax_amount_cents: 479 })
  expect(of('USD')).toMatchObject({ amount_cents: 3001, tax_amount_cents: 479 })
  const refunded = { ...refund, currency_code: 'KWD', refunded_txn_id: 'txn_1' }
  expect(readChange('payment_refunded', { transaction: refunded })).toMatchObject({ amount_cents: 5000 })
})

it('counts each of an invoice’s several payments, with its share of the tax', () => {
  const first = readChange('payment_succeeded', { transaction: payment, invoice })
  const rest = { ...payment, id: 'txn_3', amount: 1899 }
  const second = readChange('payment_succeeded', { transaction: rest, invoice })
  expect([first, second]).toMatchObject([
    { transaction_id: 'txn_1', references: ['txn_1'], amount_cents: 3001, tax_amount_cents: 479 },
    { transaction_id: 'txn_3', references: ['txn_3'], amount_cents: 1899, tax_amount_cents: 303 },
  ])
  const both = { ...payment, linked_invoices: [{ invoice_id: '7' }, { invoice_id: '8' }] }
  expect(readChange('payment_succeeded', { transaction: both, invoice })).toMatchObject({
    amount_cents: 3001,
    tax_amount_cents: undefined,
  })
})

it('finds the payment for a refund that doesn’t name one, if the invoice has only one', () => {
  const one = { linked_payments: [{ txn_id: 'txn_1' }] }
  const two = { linked_payments: [{ txn_id: 'txn_1' }, { txn_id: 'txn_3' }] }
  const of = (transaction: object, more: object = {}) =>
    readChange('payment_refunded', { transaction, ...more })
  expect(of(refund, { invoice: one })).toMatchObject({
    kind: 'refund',
    references: ['txn_1'],
    refund_id: 'txn_2',
  })
  expect(of(refund, { invoice: two })).toEqual({ kind: 'unreadable', object_id: 'txn_2' })
  expect(of({ ...refund, refunded_txn_id: 'txn_3' }, { invoice: two })).toMatchObject({
    references: ['txn_3'],
  })
  expect(of({ ...refund, refunded_txn_id: 'txn_3', payment_method: 'chargeback' })).toMatchObject({
    kind: 'refund',
  })
})

it('counts a refund once it has succeeded, and undoes a failed one', () => {
  const of = (status: string) =>
    readChange('payment_refunded', { transaction: { ...refund, status, refunded_txn_id: 'txn_1' } })
  expect(of('in_progress')).toBeUndefined()
  expect(of('late_failure')).toMatchObject({ kind: 'failed_refund', refund_id: 'txn_2' })
  expect(of('unknown')).toMatchObject({ kind: 'unreadable' })
})

it('lists events from another API version for review, and ignores authorizations', () => {
  const content = { transaction: payment, invoice }
  expect(readChange('payment_succeeded', content, 'v1')).toMatchObject({ kind: 'unreadable' })
  expect(readChange('invoice_generated', content, 'v1')).toBeUndefined()
  const authorization = { ...payment, type: 'authorization' }
  expect(readChange('payment_succeeded', { transaction: authorization })).toBeUndefined()
})

it('accepts a user name and a password as the secret', () => {
  expect(chargebee.isWebhookSecret('webhooks:a-password:1')).toBe(true)
  for (const wrong of [
    'a-password',
    ':a-password',
    'webhooks:short',
    'web hooks:a-password',
    'webhooks:ä-password',
  ])
    expect([wrong, chargebee.isWebhookSecret(wrong)]).toEqual([wrong, false])
})
