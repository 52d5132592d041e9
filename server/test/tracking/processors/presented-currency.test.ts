import { describe, expect, it } from 'vitest'
import { startTestService } from '../../harness.ts'
import { type ConnectedShop, openConnectedShop, paidSession, publish, refundedCharge } from './processor.ts'

const service = await startTestService()

/** The merchant sells for 50.00 USD; the customer saw and paid 40.00 GBP. */
async function open(more: Record<string, unknown> = {}) {
  const shop = await openConnectedShop(service)
  const { click_id } = await shop.customer('cus-1')
  const metadata = { service_click_id: click_id }
  const conversion = { amount_subtotal: 5000, amount_total: 5000, fx_rate: '0.8', source_currency: 'usd' }
  const session = paidSession({
    amount_total: 4000,
    currency: 'gbp',
    currency_conversion: conversion,
    total_details: { amount_tax: 640 },
    metadata,
    ...more,
  })
  const intent = {
    id: session.payment_intent,
    amount: 4000,
    amount_received: 4000,
    currency: session.currency,
    latest_charge: session.payment_intent.replace('pi_', 'ch_'),
    metadata,
  }
  return { shop, session, intent }
}

const readSale = async (shop: ConnectedShop) => {
  expect(await shop.counts()).toMatchObject({ sale_events: 1 })
  const [sale] = await shop.rows('sale_events')
  const { amount_cents, currency, refunded_cents, tax_amount_cents } = sale ?? {}
  return { amount_cents, currency, refunded_cents, tax_amount_cents }
}

const listEventsForReview = async (shop: ConnectedShop) =>
  (await shop.manage('GET', '/events-for-review')).body.data

describe('a checkout presented in another currency', () => {
  it('has the merchant’s own price in the merchant’s currency', async () => {
    const { shop, session } = await open()
    await publish(shop, 'checkout.session.completed', session)
    expect(await readSale(shop)).toEqual({
      amount_cents: 5000,
      currency: 'USD',
      refunded_cents: 0,
      tax_amount_cents: null,
    })
    expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 1000, currency: 'USD' }])
    await shop.verify()
  })

  it.each([
    ['the checkout first', true],
    ['its payment intent first', false],
  ])('has that amount, whatever was paid: %s', async (_name, isCheckoutFirst) => {
    const { shop, session, intent } = await open()
    const events = [
      () => publish(shop, 'checkout.session.completed', session),
      () => publish(shop, 'payment_intent.succeeded', intent),
    ]
    if (!isCheckoutFirst) events.reverse()
    for (const event of events) await event()
    expect(await readSale(shop)).toMatchObject({ amount_cents: 5000, currency: 'USD' })
    await shop.verify()
  })

  it('is refunded in proportion to a refund in the other currency', async () => {
    const { shop, session } = await open()
    await publish(shop, 'checkout.session.completed', session)
    const charge = { amount: 4000, amount_captured: 4000, currency: 'gbp' }
    await publish(shop, 'charge.refunded', refundedCharge(session.payment_intent, 1000, charge))
    expect(await readSale(shop)).toMatchObject({ refunded_cents: 1250 })
    await publish(shop, 'charge.refunded', refundedCharge(session.payment_intent, 4000, charge))
    expect(await readSale(shop)).toMatchObject({ refunded_cents: 5000 })
    await shop.verify()
  })

  it('counts zero-decimal currencies as Stripe does', async () => {
    const conversion = { amount_total: 5000, source_currency: 'isk' }
    const { shop, session } = await open({ currency: 'usd', currency_conversion: conversion })
    await publish(shop, 'checkout.session.completed', session)
    expect((await shop.manage('GET', '/unattributed-payments')).body.data).toMatchObject([
      { reason: 'unsupported_currency', amountCents: 50, currency: 'ISK' },
    ])
  })

  it('is queued for review if its conversion cannot be read', async () => {
    const { shop, session } = await open({ currency_conversion: { amount_total: '50.00' } })
    await publish(shop, 'checkout.session.completed', session)
    expect(await listEventsForReview(shop)).toMatchObject([{ reason: 'unreadable', objectId: session.id }])
    expect(await shop.counts()).toMatchObject({ sale_events: 0 })
  })

  it('is queued for review if its payment intent already became a sale in the other currency', async () => {
    const { shop, session, intent } = await open({ currency: 'eur' })
    await publish(shop, 'payment_intent.succeeded', intent)
    await publish(shop, 'checkout.session.completed', session)
    expect(await readSale(shop)).toMatchObject({ amount_cents: 4000, currency: 'EUR' })
    expect(await listEventsForReview(shop)).toMatchObject([
      { reason: 'amount_differs', amountCents: 5000, currency: 'USD' },
    ])
  })

  it('has the merchant’s amounts since API version 2025-03-31, whatever was presented', async () => {
    const presentment_details = { presentment_amount: 4000, presentment_currency: 'gbp' }
    const { shop, session } = await open({
      amount_total: 5000,
      currency: 'usd',
      currency_conversion: null,
      total_details: { amount_tax: 800 },
      presentment_details,
    })
    await publish(shop, 'checkout.session.completed', session)
    await publish(shop, 'payment_intent.succeeded', {
      id: session.payment_intent,
      amount: 5000,
      amount_received: 5000,
      currency: 'usd',
      presentment_details,
      metadata: session.metadata,
    })
    const charge = { amount: 5000, amount_captured: 5000, presentment_details }
    await publish(shop, 'charge.refunded', refundedCharge(session.payment_intent, 1000, charge))
    expect(await readSale(shop)).toEqual({
      amount_cents: 5000,
      currency: 'USD',
      refunded_cents: 1000,
      tax_amount_cents: 800,
    })
    expect(await listEventsForReview(shop)).toEqual([])
    await shop.verify()
  })
})
