import { expect, it } from 'vitest'
import { createRevenueCat } from './revenuecat.adapter.ts'

const revenuecat = createRevenueCat()

const PURCHASE = {
  id: 'event-1',
  type: 'INITIAL_PURCHASE',
  event_timestamp_ms: 1_773_144_000_512,
  environment: 'PRODUCTION',
  store: 'PLAY_STORE',
  transaction_id: 'GPA.1',
  original_transaction_id: 'GPA.0',
  app_user_id: 'user-7',
  currency: 'EUR',
  price_in_purchased_currency: 7.99,
}

function read(more: Record<string, unknown>) {
  const raw = Buffer.from(JSON.stringify({ api_version: '1.0', event: { ...PURCHASE, ...more } }))
  return revenuecat.readEvent({ raw, headers: {}, receivedAt: new Date() }, { isLive: true })
}

const readChange = (more: Record<string, unknown>) => read(more)?.change

it('a purchase has the price in its own currency, and the estimated tax', () => {
  expect(readChange({ price: 8.14, tax_percentage: 0.1597 })).toMatchObject({
    transaction_id: 'revenuecat_play_store_transaction_GPA.1',
    subscription_id: 'revenuecat_play_store_subscription_GPA.0',
    amount_cents: 799,
    tax_amount_cents: 128,
    currency: 'EUR',
    is_recurring: false,
  })
  for (const tax_percentage of [null, 0, 1.5, '0.2', 1e-7])
    expect(readChange({ tax_percentage })).toMatchObject({ amount_cents: 799, tax_amount_cents: undefined })
  expect(readChange({ price_in_purchased_currency: 7.999 })).toEqual({
    kind: 'unreadable',
    object_id: 'GPA.1',
  })
  expect(readChange({ price_in_purchased_currency: null })).toMatchObject({ kind: 'unreadable' })
})

it('the payment after a trial isn’t a renewal, and a single purchase has no subscription', () => {
  expect(readChange({ type: 'RENEWAL', is_trial_conversion: true })).toMatchObject({ is_recurring: false })
  expect(readChange({ type: 'RENEWAL', is_trial_conversion: false })).toMatchObject({ is_recurring: true })
  expect(readChange({ type: 'NON_RENEWING_PURCHASE' })).toMatchObject({
    sale_type: 'payment',
    subscription_id: undefined,
  })
})

it('a purchase shared with a family member isn’t counted', () => {
  expect(readChange({ is_family_share: true })).toBeUndefined()
})

it('the user is identified by the first ID that the app has set', () => {
  const anonymous = '$RCAnonymousID:1'
  expect(readChange({})).toMatchObject({ reference_key: 'user-7' })
  const identified = {
    app_user_id: anonymous,
    original_app_user_id: anonymous,
    aliases: [anonymous, 'user-8'],
  }
  expect(readChange(identified)).toMatchObject({ reference_key: 'user-8' })
  expect(readChange({ app_user_id: anonymous })).toMatchObject({ reference_key: undefined })
  expect(read({ app_user_id: 'undefined' })?.placeholders).toEqual({ app_user_id: 'undefined' })
})

it('reads attributes, and the offer code as a coupon', () => {
  const subscriber_attributes = {
    service_customer_key: { value: 'key-1' },
    $email: { value: 'b@buyers.test' },
  }
  expect(readChange({ subscriber_attributes, offer_code: 'SPRING' })).toMatchObject({
    customer_key: 'key-1',
    reference_key: undefined,
    email: 'b@buyers.test',
    coupon_code: 'SPRING',
  })
})

it('treats only a cancellation by customer support as a refund', () => {
  const canceled = { type: 'CANCELLATION', price_in_purchased_currency: -7.99 }
  expect(readChange({ ...canceled, cancel_reason: 'CUSTOMER_SUPPORT' })).toMatchObject({
    kind: 'refund',
    refund_id: undefined,
    charge_id: 'revenuecat_play_store_transaction_GPA.1',
    amount_cents: 799,
  })
  expect(readChange({ ...canceled, cancel_reason: 'UNSUBSCRIBE' })).toBeUndefined()
  expect(readChange(canceled)).toMatchObject({ kind: 'unreadable' })
  const trial = { ...canceled, price_in_purchased_currency: 0, cancel_reason: 'CUSTOMER_SUPPORT' }
  expect(readChange(trial)).toBeUndefined()
})

it('a reversed refund undoes it, whatever the sign of its price', () => {
  for (const price_in_purchased_currency of [7.99, -7.99])
    expect(readChange({ type: 'REFUND_REVERSED', price_in_purchased_currency })).toMatchObject({
      kind: 'failed_refund',
      refund_id: 'revenuecat_reversal_event-1',
      amount_cents: 799,
    })
  expect(readChange({ type: 'REFUND_REVERSED', price_in_purchased_currency: null })).toMatchObject({
    kind: 'unreadable',
  })
})

it('only production events are live', () => {
  expect([{}, { environment: 'SANDBOX' }, { environment: null }].map((more) => read(more)?.isLive)).toEqual([
    true,
    false,
    false,
  ])
})
