import { describe, expect, it } from 'vitest'
import { startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  createEvent,
  dispute,
  failedRefund,
  invoicePayment,
  newId,
  openConnectedShop,
  paidSession,
  publish,
  refundedCharge,
  subscribedSession,
} from './processor.ts'

const service = await startTestService()
const { clock } = service
const NOW = '2026-03-10T12:00:00.000Z'

async function open() {
  clock.set(NOW)
  const shop = await openConnectedShop(service)
  const { click_id } = await shop.customer('cus-1')
  const session = paidSession({ metadata: { service_click_id: click_id } })
  return { shop, session, intent: session.payment_intent }
}

const pay = (shop: ConnectedShop, session: Record<string, unknown>) =>
  publish(shop, 'checkout.session.completed', session)

/** Returns the expected figures for a sale of 49.00 with 9.80 commission and 1.72 fee, after refunding this amount. */
async function expectRefunded(shop: ConnectedShop, refunded_cents: number, commission: number, fee: number) {
  expect(await shop.rows('sale_events')).toMatchObject([
    { amount_cents: 4900, refunded_cents, status: refunded_cents === 4900 ? 'refunded' : 'paid' },
  ])
  expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 980, reversed_cents: commission }])
  expect(await shop.rows('platform_fees')).toMatchObject([{ amount_cents: 172, reversed_cents: fee }])
  await shop.verify()
}

describe('a refund by the processor', () => {
  it('reverses commission and fee in proportion to the total refunded so far', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    await expectRefunded(shop, 1000, 200, 35)
    await publish(shop, 'charge.refunded', refundedCharge(intent, 4900))
    await expectRefunded(shop, 4900, 980, 172)
  })

  it('counts the same whichever total arrives first', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    await publish(shop, 'charge.refunded', refundedCharge(intent, 3000))
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    await expectRefunded(shop, 3000, 600, 105)
  })

  it('waits for its payment', async () => {
    const { shop, session, intent } = await open()
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    expect(await shop.counts()).toMatchObject({ sale_events: 0 })
    expect((await shop.manage('GET', '/unattributed-payments')).body.data).toEqual([])
    await pay(shop, session)
    await expectRefunded(shop, 1000, 200, 35)
  })

  it('waits for the sale that the merchant reports', async () => {
    const { shop, intent } = await open()
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    const sale = { transaction_id: intent, amount_cents: 4900, customer_key: 'cus-1' }
    const response = await shop.sale(sale)
    expect([response.status, response.body.success]).toEqual([200, true])
    await expectRefunded(shop, 1000, 200, 35)
    expect((await shop.sale(sale)).status).toBe(409)
  })

  it('finds a sale recorded by the merchant', async () => {
    const { shop, intent } = await open()
    await shop.sale({ transaction_id: intent, amount_cents: 4900, customer_key: 'cus-1' })
    await publish(shop, 'charge.refunded', refundedCharge(intent, 4900))
    await expectRefunded(shop, 4900, 980, 172)
  })

  it('finds a sale that the merchant recorded before the account was connected', async () => {
    const { shop, intent } = await open()
    const { accountId, secret } = shop.stripe
    await shop.manage('DELETE', '/processor')
    await shop.sale({ transaction_id: intent, amount_cents: 4900, customer_key: 'cus-1' })
    await shop.manage('PUT', '/processor', { processorAccountId: accountId, webhookSecret: secret })
    await publish(shop, 'charge.refunded', refundedCharge(intent, 4900))
    await expectRefunded(shop, 4900, 980, 172)
  })

  it('waits for an unattributed payment until it is attributed', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, { ...session, metadata: {} })
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    const [payment] = (await shop.manage('GET', '/unattributed-payments')).body.data
    const [customer] = await shop.rows('customers')
    await shop.manage('POST', `/unattributed-payments/${payment.id}/attribute`, { customerId: customer?.id })
    await expectRefunded(shop, 1000, 200, 35)
  })

  it.each([
    ['refund, link, payment', [0, 1, 2]],
    ['refund, payment, link', [0, 2, 1]],
    ['link, refund, payment', [1, 0, 2]],
    ['link, payment, refund', [1, 2, 0]],
    ['payment, refund, link', [2, 0, 1]],
    ['payment, link, refund', [2, 1, 0]],
  ])('finds its invoice through the payment intent: %s', async (_name, order) => {
    const { shop, session } = await open()
    const [invoice, intent] = [newId('in'), newId('pi')]
    const events = [
      () => publish(shop, 'charge.refunded', refundedCharge(intent, 1000)),
      () => publish(shop, 'invoice_payment.paid', invoicePayment(invoice, intent)),
      () => pay(shop, subscribedSession(invoice, { metadata: session.metadata })),
    ]
    for (const index of order) await events[index]?.()
    await expectRefunded(shop, 1000, 200, 35)
  })

  it('adds up across the charges of an invoice paid in parts', async () => {
    const { shop, session } = await open()
    const [invoice, first, second] = [newId('in'), newId('pi'), newId('pi')]
    await pay(shop, subscribedSession(invoice, { metadata: session.metadata }))
    for (const intent of [first, second]) {
      await publish(shop, 'invoice_payment.paid', invoicePayment(invoice, intent))
    }
    await publish(shop, 'charge.refunded', refundedCharge(first, 500))
    await publish(shop, 'charge.refunded', refundedCharge(second, 400))
    await publish(shop, 'charge.refunded', refundedCharge(first, 600))
    await expectRefunded(shop, 1000, 200, 35)
  })

  it('moves to the sale it turns out to belong to and is applied there', async () => {
    const { shop, session } = await open()
    const [invoice, intent] = [newId('in'), newId('pi')]
    await pay(shop, subscribedSession(invoice, { metadata: session.metadata }))
    await shop.sale({ transaction_id: intent, amount_cents: 4900, customer_key: 'cus-1' })
    const opened = dispute(intent, 'needs_response', { amount: 500 })
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    await publish(shop, 'charge.dispute.created', opened)
    await publish(shop, 'invoice_payment.paid', invoicePayment(invoice, intent))
    const refunded = async () => (await shop.rows('sale_events')).map(({ refunded_cents }) => refunded_cents)
    expect(await refunded()).toEqual([1500, 4900])
    await publish(shop, 'charge.dispute.closed', { ...opened, status: 'won' })
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1200))
    expect(await refunded()).toEqual([1200, 4900])
    await shop.verify()
  })

  it('never reaches another program’s sale', async () => {
    const [{ shop, session, intent }, other] = [await open(), await open()]
    await pay(shop, session)
    await publish(other.shop, 'charge.refunded', refundedCharge(intent, 4900))
    await expectRefunded(shop, 0, 0, 0)
  })
})

describe('a failed refund', () => {
  it('restores the commission', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    clock.advance({ days: 3 })
    const refund = failedRefund(intent, 1000)
    await publish(shop, 'refund.failed', refund)
    await expectRefunded(shop, 0, 0, 0)
    await publish(shop, 'charge.refund.updated', refund)
    await publish(shop, 'refund.updated', refund)
    await expectRefunded(shop, 0, 0, 0)
  })

  it('counts once even if it arrives before the total that includes it', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    const refunded = createEvent(service, 'charge.refunded', refundedCharge(intent, 1000))
    clock.advance({ days: 1 })
    await publish(shop, 'refund.failed', failedRefund(intent, 1000))
    await shop.stripe.deliver(refunded)
    await expectRefunded(shop, 0, 0, 0)
    clock.advance({ days: 1 })
    await publish(shop, 'charge.refunded', refundedCharge(intent, 500))
    await expectRefunded(shop, 500, 100, 18)
  })

  it('restores the commission even within the same second', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    await publish(shop, 'refund.failed', failedRefund(intent, 1000))
    await expectRefunded(shop, 0, 0, 0)
  })

  it('is applied in order with others that waited for the payment', async () => {
    const { shop, session, intent } = await open()
    const refunded = createEvent(service, 'charge.refunded', refundedCharge(intent, 1000))
    clock.advance({ days: 1 })
    await publish(shop, 'refund.failed', failedRefund(intent, 1000))
    clock.advance({ days: 1 })
    await publish(shop, 'charge.refunded', refundedCharge(intent, 500))
    await shop.stripe.deliver(refunded)
    await pay(shop, session)
    await expectRefunded(shop, 500, 100, 18)
  })

  it('changes nothing if it is pending or succeeded', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    for (const status of ['pending', 'succeeded', 'requires_action']) {
      await publish(shop, 'charge.refund.updated', failedRefund(intent, 1000, { status }))
    }
    await expectRefunded(shop, 1000, 200, 35)
  })
})

describe('a dispute', () => {
  it('reverses the commission and restores it when won', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    const opened = dispute(intent, 'needs_response')
    await publish(shop, 'charge.dispute.created', opened)
    await expectRefunded(shop, 4900, 980, 172)
    await publish(shop, 'charge.dispute.closed', { ...opened, status: 'won' })
    await expectRefunded(shop, 0, 0, 0)
  })

  it('stays reversed when lost', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    const opened = dispute(intent, 'needs_response', { amount: 1000 })
    await publish(shop, 'charge.dispute.created', opened)
    await publish(shop, 'charge.dispute.closed', { ...opened, status: 'lost' })
    await expectRefunded(shop, 1000, 200, 35)
  })

  it('reverses nothing if it is already won when first reported', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    const opened = dispute(intent, 'needs_response')
    await publish(shop, 'charge.dispute.closed', { ...opened, status: 'won' })
    await publish(shop, 'charge.dispute.created', opened)
    await expectRefunded(shop, 0, 0, 0)
  })

  it('reverses nothing if it is only an inquiry', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    const inquiry = dispute(intent, 'warning_needs_response')
    await publish(shop, 'charge.dispute.created', inquiry)
    await publish(shop, 'charge.dispute.closed', { ...inquiry, status: 'warning_closed' })
    await expectRefunded(shop, 0, 0, 0)
  })

  it('reverses the commission once an inquiry becomes a dispute, in any order of updates', async () => {
    const { shop, session, intent } = await open()
    await pay(shop, session)
    const inquiry = dispute(intent, 'warning_needs_response')
    const update = createEvent(service, 'charge.dispute.updated', { ...inquiry, status: 'under_review' })
    await publish(shop, 'charge.dispute.created', inquiry)
    await publish(shop, 'charge.dispute.updated', { ...inquiry, status: 'needs_response' })
    await expectRefunded(shop, 4900, 980, 172)
    await publish(shop, 'charge.dispute.closed', { ...inquiry, status: 'won' })
    await shop.stripe.deliver(update)
    await expectRefunded(shop, 0, 0, 0)
  })

  it('waits for its payment like a refund', async () => {
    const { shop, session, intent } = await open()
    await publish(shop, 'charge.dispute.created', dispute(intent, 'needs_response'))
    await pay(shop, session)
    await expectRefunded(shop, 4900, 980, 172)
  })
})
