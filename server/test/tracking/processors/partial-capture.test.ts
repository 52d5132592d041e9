import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  createEvent,
  failedRefund,
  newId,
  openConnectedShop,
  paidSession,
  publish,
  refundedCharge,
} from './processor.ts'

const service = await startTestService()
const { clock, database } = service
const START = '2026-03-10T12:00:00.000Z'

async function open() {
  clock.set(START)
  const shop = await openConnectedShop(service)
  await shop.customer('cus-1')
  return shop
}

const metadata = { service_customer_key: 'cus-1' }

type ReportedEvent = [type: string, second: number, object: Record<string, unknown>]

/** Stripe's reports for 500.00 authorized: 200.00 are captured, which releases the rest, then 10.00 are refunded. */
function createEvents(intent: string) {
  const charge = (captured: number, refunded: number) =>
    refundedCharge(intent, refunded, { amount: 50_000, amount_captured: captured, captured: captured > 0 })
  const refund = (amount: number, created: number) =>
    failedRefund(intent, amount, { status: 'succeeded', failure_reason: null, created: secondsAt(created) })
  return {
    authorized: ['charge.succeeded', 0, charge(0, 0)] as ReportedEvent,
    captured: ['charge.captured', 10, charge(20_000, 30_000)] as ReportedEvent,
    released: ['charge.refunded', 10, charge(20_000, 30_000)] as ReportedEvent,
    releaseRefund: ['refund.created', 10, refund(30_000, 10)] as ReportedEvent,
    succeeded: ['payment_intent.succeeded', 10, createIntent(intent, { metadata })] as ReportedEvent,
    refund: ['refund.created', 20, refund(1000, 20)] as ReportedEvent,
    refunded: ['charge.refunded', 20, charge(20_000, 31_000)] as ReportedEvent,
  }
}

const createIntent = (intent: string, more: Record<string, unknown> = {}) => ({
  id: intent,
  object: 'payment_intent',
  amount: 50_000,
  amount_capturable: 0,
  amount_received: 20_000,
  currency: 'usd',
  latest_charge: intent.replace('pi_', 'ch_'),
  metadata: {},
  ...more,
})

const secondsAt = (second: number) => Date.parse(START) / 1000 + second

const deliver = async (shop: ConnectedShop, [type, second, object]: ReportedEvent) => {
  const event = createEvent(service, type, object, { created: secondsAt(second) })
  expect((await shop.stripe.deliver(event)).status).toBe(200)
}

async function expectSale(shop: ConnectedShop, amount_cents: number, refunded_cents: number) {
  expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents, refunded_cents }])
  const commission = Math.round(amount_cents * 0.2)
  expect(await shop.rows('commissions')).toMatchObject([
    { amount_cents: commission, reversed_cents: Math.round(refunded_cents * 0.2) },
  ])
  await shop.verify()
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
}

describe('an authorized amount that was never captured (D61)', () => {
  it('is not counted as a refund, and a real refund counts with its exact amount', async () => {
    const shop = await open()
    const events = createEvents(newId('pi'))
    await deliver(shop, events.succeeded)
    await deliver(shop, events.released)
    await expectSale(shop, 20_000, 0)
    await deliver(shop, events.refunded)
    await expectSale(shop, 20_000, 1000)
  })

  it('is never counted as a refund, whatever the order of events, even if some are repeated', async () => {
    const all = Object.keys(createEvents('pi_1')) as (keyof ReturnType<typeof createEvents>)[] // safe because these are its only events
    const order = fc.shuffledSubarray(all, { minLength: all.length })
    const repeated = fc.array(fc.constantFrom(...all), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(order, repeated, async (first, again) => {
        const shop = await open()
        const events = createEvents(newId('pi'))
        for (const name of [...first, ...again]) await deliver(shop, events[name])
        await expectSale(shop, 20_000, 1000)
      }),
      { numRuns: 6 },
    )
  })

  it.each([
    ['single refunds alone', ['releaseRefund', 'succeeded', 'refund']],
    ['single refunds first', ['refund', 'releaseRefund', 'succeeded']],
    ['totals alone', ['released', 'succeeded', 'refunded']],
    ['the newest total alone', ['refunded', 'succeeded']],
    ['a capture and single refunds', ['releaseRefund', 'refund', 'captured', 'succeeded']],
  ] as const)('is not a refund when reported by %s', async (_name, names) => {
    const shop = await open()
    const events = createEvents(newId('pi'))
    for (const name of names) await deliver(shop, events[name])
    await expectSale(shop, 20_000, 1000)
  })

  it.each(['succeeded', 'captured'] as const)(
    'is not revenue from a checkout whose money is %s',
    async (name) => {
      for (const isCheckoutFirst of [true, false]) {
        const shop = await open()
        const intent = newId('pi')
        const events = {
          ...createEvents(intent),
          succeeded: ['payment_intent.succeeded', 10, createIntent(intent)] as ReportedEvent,
        }
        const session = paidSession({
          amount_total: 50_000,
          payment_status: 'unpaid',
          payment_intent: intent,
          metadata,
        })
        const checkout: ReportedEvent = ['checkout.session.completed', 0, session]
        await deliver(shop, events.authorized)
        for (const event of isCheckoutFirst ? [checkout, events[name]] : [events[name], checkout]) {
          expect(await shop.counts()).toMatchObject({ sale_events: 0 })
          await deliver(shop, event)
        }
        await deliver(shop, events.released)
        await expectSale(shop, 20_000, 0)
        await deliver(shop, events.refunded)
        await expectSale(shop, 20_000, 1000)
      }
    },
  )

  it.each([
    ['the checkout first', ['checkout', 'captured']],
    ['the capture first', ['captured', 'checkout']],
  ] as const)(
    'is deducted from a sale that a paid checkout created at full price: %s',
    async (_name, order) => {
      const shop = await open()
      const intent = newId('pi')
      const session = paidSession({ amount_total: 50_000, payment_intent: intent, metadata })
      const reported = {
        ...createEvents(intent),
        checkout: ['checkout.session.completed', 0, session] as ReportedEvent,
      }
      for (const name of order) await deliver(shop, reported[name])
      await expectSale(shop, 20_000, 0)
    },
  )

  it('is not a refund of a sale reported by the merchant, whatever the amount', async () => {
    for (const amount_cents of [20_000, 50_000]) {
      const shop = await open()
      const intent = newId('pi')
      await shop.sale({ transaction_id: intent, amount_cents, customer_key: 'cus-1' })
      const events = createEvents(intent)
      for (const name of ['authorized', 'releaseRefund', 'released', 'captured'] as const) {
        await deliver(shop, events[name])
      }
      await expectSale(shop, amount_cents, 0)
      await deliver(shop, events.refunded)
      await expectSale(shop, amount_cents, 1000)
    }
  })

  it('adds up over several captures, in any order', async () => {
    const intent = newId('pi')
    const capture = (second: number, captured: number, refunded = 0): ReportedEvent => [
      'charge.updated',
      second,
      refundedCharge(intent, refunded, { amount: 50_000, amount_captured: captured }),
    ]
    const session = paidSession({
      amount_total: 50_000,
      payment_status: 'unpaid',
      payment_intent: intent,
      metadata,
    })
    const reported: ReportedEvent[] = [
      ['checkout.session.completed', 0, session],
      capture(1, 5000),
      capture(2, 12_000),
      capture(3, 20_000, 30_000),
    ]
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ]) {
      const shop = await open()
      for (const index of order) await deliver(shop, reported[index] ?? capture(0, 0))
      await expectSale(shop, 20_000, 0)
    }
  })
})

describe('a fully released authorization', () => {
  /** Stripe's reports for an expired authorization or a canceled payment intent. */
  const createReleaseEvents = (
    intent: string,
  ): Record<'authorized' | 'released' | 'refund' | 'expired', ReportedEvent> => {
    const charge = (refunded: number) =>
      refundedCharge(intent, refunded, { amount: 50_000, amount_captured: 0, captured: false })
    const refund = failedRefund(intent, 50_000, { status: 'succeeded', failure_reason: null })
    return {
      authorized: ['charge.succeeded', 0, charge(0)],
      released: ['charge.refunded', 10, charge(50_000)],
      refund: ['refund.created', 10, { ...refund, created: secondsAt(10) }],
      expired: ['charge.expired', 10, charge(50_000)],
    }
  }
  const orders = [
    ['authorized', 'expired'],
    ['authorized', 'released', 'refund'],
    ['refund', 'released', 'authorized'],
    ['expired', 'refund'],
  ] as const

  it.each(orders.map((order) => [order.join(', '), order] as const))(
    'creates no sale: %s',
    async (_name, order) => {
      for (const isCheckoutFirst of [true, false]) {
        const shop = await open()
        const intent = newId('pi')
        const events = createReleaseEvents(intent)
        const session = paidSession({
          amount_total: 50_000,
          payment_status: 'unpaid',
          payment_intent: intent,
          metadata,
        })
        const checkout = () => deliver(shop, ['checkout.session.completed', 0, session])
        if (isCheckoutFirst) await checkout()
        for (const name of order) await deliver(shop, events[name])
        if (!isCheckoutFirst) await checkout()
        expect(await shop.counts()).toMatchObject({ sale_events: 0, commissions: 0 })
      }
    },
  )

  it.each(orders.map((order) => [order.join(', '), order] as const))(
    'fully reverses a sale reported by the merchant: %s',
    async (_name, order) => {
      for (const isSaleFirst of [true, false]) {
        const shop = await open()
        const intent = newId('pi')
        const events = createReleaseEvents(intent)
        const sell = () => shop.sale({ transaction_id: intent, amount_cents: 50_000, customer_key: 'cus-1' })
        if (isSaleFirst) await sell()
        for (const name of order) await deliver(shop, events[name])
        if (!isSaleFirst) await sell()
        await expectSale(shop, 50_000, 50_000)
      }
    },
  )

  it('doesn’t reverse any part of an invoice paid by another payment', async () => {
    const shop = await open()
    const [invoice, first, second] = [newId('in'), newId('pi'), newId('pi')]
    const object = { id: invoice, amount_paid: 4900, currency: 'usd', metadata, payment_intent: second }
    await publish(shop, 'charge.expired', {
      ...refundedCharge(first, 4900, { amount_captured: 0, captured: false }),
      invoice,
    })
    await publish(shop, 'invoice.paid', object)
    await expectSale(shop, 4900, 0)
  })
})
