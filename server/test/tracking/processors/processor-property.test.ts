import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startTestService } from '../../harness.ts'
import {
  createEvent,
  dispute,
  failedRefund,
  invoicePayment,
  newId,
  openConnectedShop,
  paidInvoice,
  refundedCharge,
  type ConnectedShop as Shop,
  subscribedSession,
} from './processor.ts'

const service = await startTestService({ ownDatabase: true })
const { clock } = service
const START = '2026-03-10T12:00:00.000Z'
const HOUR_MS = 60 * 60 * 1000

/** The events of one payment of 49.00: a refund of 15.00, of which 10.00 fails, then one of 3.00; a dispute is won. */
async function createTimeline(shop: Shop) {
  const { click_id } = await shop.customer('cus-1')
  const intent = newId('pi')
  const invoice = paidInvoice()
  const opened = dispute(intent, 'needs_response', { amount: 2000 })
  const refund = failedRefund(intent, 1000)
  const session = subscribedSession(invoice.id, { metadata: { service_click_id: click_id } })
  const happened: [type: string, object: Record<string, unknown>][] = [
    ['checkout.session.completed', session],
    ['invoice.paid', invoice],
    ['invoice_payment.paid', invoicePayment(invoice.id, intent)],
    ['charge.refunded', refundedCharge(intent, 500)],
    ['charge.refunded', refundedCharge(intent, 1500)],
    ['refund.failed', refund],
    ['charge.refund.updated', refund],
    ['charge.refunded', refundedCharge(intent, 800)],
    ['charge.dispute.created', opened],
    ['charge.dispute.closed', { ...opened, status: 'won' }],
  ]
  const start = clock.now().getTime()
  return happened.map(([type, object], hour) =>
    createEvent(service, type, object, { created: (start + hour * HOUR_MS) / 1000 }),
  )
}

async function expectFinalState(shop: Shop) {
  expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, refunded_cents: 800 }])
  expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 980, reversed_cents: 160 }])
  expect(await shop.rows('platform_fees')).toMatchObject([{ amount_cents: 172, reversed_cents: 28 }])
  expect(await shop.rows('customers')).toMatchObject([{ sale_count: 1 }])
  expect((await shop.manage('GET', '/unattributed-payments?state=unattributed')).body.data).toEqual([])
  await shop.verify()
}

it('a payment’s events result in the same amounts in any order, even if some are repeated', async () => {
  const order = fc.shuffledSubarray(
    Array.from({ length: 10 }, (_, index) => index),
    { minLength: 10 },
  )
  const repeated = fc.array(fc.nat(9), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(order, repeated, async (first, again) => {
      clock.set(START)
      const shop = await openConnectedShop(service)
      const events = await createTimeline(shop)
      for (const index of [...first, ...again]) {
        const event = events[index]
        if (event === undefined) throw new Error('this event does not exist')
        expect((await shop.stripe.deliver(event)).status).toBe(200)
      }
      await expectFinalState(shop)
    }),
    { numRuns: 10 },
  )
}, 600_000)

it('a payment’s events result in the same amounts when each arrives twice concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    clock.set(START)
    const shop = await openConnectedShop(service)
    const events = await createTimeline(shop)
    const responses = await Promise.all([...events, ...events].map((event) => shop.stripe.deliver(event)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await expectFinalState(shop)
  }
}, 600_000)
