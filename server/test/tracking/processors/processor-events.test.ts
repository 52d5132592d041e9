import { describe, expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import { countRows, openShop } from '../../merchant.ts'
import {
  type ConnectedShop,
  createEvent,
  deliver,
  EVENTS,
  failedRefund,
  invoicePayment,
  newId,
  openConnectedShop,
  paidInvoice,
  paidSession,
  publish,
  refundedCharge,
  subscribedSession,
} from './processor.ts'

const service = await startTestService()
const { app, clock, database } = service
const NOW = '2026-03-10T12:00:00.000Z'

async function open() {
  clock.set(NOW)
  const shop = await openConnectedShop(service)
  const { click_id } = await shop.customer('cus-1')
  return { shop, click_id }
}

const metadata = { service_customer_key: 'cus-1' }

async function expectConsistent(shop: ConnectedShop) {
  await shop.verify()
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
}

const listEventsForReview = async (shop: ConnectedShop) =>
  (await shop.manage('GET', '/events-for-review')).body.data

describe('a sale reported by the processor', () => {
  // 20.00 of the 50.00 was paid with customer credit.
  const timeline = () => {
    const [intent, invoice] = [newId('pi'), paidInvoice({ amount_paid: 3000, total: 5000, metadata })]
    return [
      ['checkout.session.completed', subscribedSession(invoice.id, { amount_total: 5000, metadata })],
      ['invoice.paid', invoice],
      ['invoice_payment.paid', invoicePayment(invoice.id, intent)],
      ['charge.refunded', refundedCharge(intent, 1500, { amount: 3000, amount_captured: 3000 })],
    ] as const
  }

  it.each([
    ['the checkout first', [0, 1, 2, 3]],
    ['the invoice first', [1, 0, 2, 3]],
    ['the refund first', [3, 2, 0, 1]],
    ['the refund before the invoice', [0, 2, 3, 1]],
  ])('has the amount that the customer paid, in any order of events: %s', async (_name, order) => {
    const { shop } = await open()
    const events = timeline()
    for (const index of order) {
      const [type, object] = events[index] ?? events[0]
      await publish(shop, type, object)
    }
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 3000, refunded_cents: 1500 }])
    expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 600, reversed_cents: 300 }])
    expect(await shop.rows('platform_fees')).toMatchObject([{ amount_cents: 105, reversed_cents: 52 }])
    await expectConsistent(shop)
  })

  it('shows a change to its amount in the commission history', async () => {
    const { shop } = await open()
    const [checkout, invoice] = timeline()
    await publish(shop, ...checkout)
    await publish(shop, ...invoice)
    expect(await shop.rows('commission_changes')).toMatchObject([
      { from_amount_cents: 1000, to_amount_cents: 600, actor: 'processor' },
    ])
  })

  it('keeps an amount reported by the merchant', async () => {
    const { shop } = await open()
    const [checkout, invoice] = timeline()
    await shop.sale({ transaction_id: invoice[1].id, amount_cents: 5000, customer_key: 'cus-1' })
    await publish(shop, ...checkout)
    await publish(shop, ...invoice)
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 5000 }])
    await expectConsistent(shop)
  })

  it('is queued for review if its commission is in a payout', async () => {
    const { shop } = await open()
    const [checkout, invoice] = timeline()
    await publish(shop, ...checkout)
    const [commission] = await shop.rows('commissions')
    await shop.manage('POST', '/commissions/approve', { commissionIds: [commission?.id] })
    expect(
      (await shop.manage('POST', '/commissions/mark-paid', { commissionIds: [commission?.id] })).status,
    ).toBe(200)
    await publish(shop, ...invoice)
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 5000 }])
    expect(await listEventsForReview(shop)).toMatchObject([
      { reason: 'amount_differs', amountCents: 3000, saleId: expect.any(Number), type: 'invoice.paid' },
    ])
    await expectConsistent(shop)
  })
})

describe('an account that moved to another program', () => {
  /** Another program in the same workspace. */
  async function createSiblingProgram(shop: ConnectedShop) {
    const { workspaceId } = shop.program
    const created_at = clock.now()
    const values = {
      workspace_id: workspaceId,
      name: 'Second',
      platform_fee_bps: 350,
      created_at,
      updated_at: created_at,
    }
    const { id } = await database.kysely
      .insertInto('programs')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('workspace_programs')
      .values({ program_id: id, workspace_id: workspaceId, created_at })
      .execute()
    return { id, workspaceId }
  }

  /** A second program connects the account manually, in the same or another workspace. */
  async function move(shop: ConnectedShop, isSameWorkspace: boolean) {
    clock.advance({ hours: 1 })
    await shop.manage('DELETE', '/processor')
    clock.advance({ hours: 1 })
    const next = isSameWorkspace ? await createSiblingProgram(shop) : (await openShop(service)).program
    const bearer = isSameWorkspace ? shop.session : await signInMember(service, next)
    const secret = newId('whsec')
    const body = { processorAccountId: shop.stripe.accountId, webhookSecret: secret }
    const path = `/api/programs/${next.id}`
    expect((await send(app, 'PUT', `${path}/processor`, { bearer, body })).status).toBe(200)
    const deliverToNext = async (event: Parameters<typeof deliver>[1]) => {
      const url = `${EVENTS}?program=${next.id}`
      expect((await deliver(service, event, { url, secret })).status).toBe(200)
    }
    const kept = async () => (await send(app, 'GET', `${path}/events-for-review`, { bearer })).body.data
    return { next, deliverToNext, kept }
  }

  it('creates no sales in the new program when its events are resent', async () => {
    for (const isSameWorkspace of [true, false]) {
      const { shop } = await open()
      const event = await publish(shop, 'checkout.session.completed', paidSession({ metadata }))
      const { next, deliverToNext, kept } = await move(shop, isSameWorkspace)
      await deliverToNext(event)
      await deliverToNext({ ...event, id: newId('evt') })
      expect(await shop.counts()).toMatchObject({ sale_events: 1 })
      expect(await countRows(database, next.id)).toMatchObject({ sale_events: 0, customers: 0 })
      const reasons = (await kept()).map(({ reason }: { reason: string }) => reason)
      expect(reasons).toEqual(isSameWorkspace ? [] : ['another_program', 'another_program'])
    }
  })

  it('applies reversals in the program that recorded the payment, even if the refund came after the move', async () => {
    const { shop } = await open()
    const session = paidSession({ metadata })
    await publish(shop, 'checkout.session.completed', session)
    const { deliverToNext } = await move(shop, true)
    await deliverToNext(createEvent(service, 'charge.refunded', refundedCharge(session.payment_intent, 1000)))
    expect(await shop.rows('sale_events')).toMatchObject([{ refunded_cents: 1000 }])
    await expectConsistent(shop)
  })

  it('doesn’t reach another workspace’s sales, whatever it signs', async () => {
    const { shop } = await open()
    const session = paidSession({ metadata })
    const then = clock.now()
    await publish(shop, 'checkout.session.completed', session)
    const { deliverToNext } = await move(shop, false)
    const refund = refundedCharge(session.payment_intent, 4900)
    await deliverToNext(createEvent(service, 'charge.refunded', refund))
    await deliverToNext(createEvent(service, 'charge.refunded', refund, { created: then.getTime() / 1000 }))
    expect(await shop.rows('sale_events')).toMatchObject([{ refunded_cents: 0 }])
  })
})

describe('other Stripe events', () => {
  it('are queued for review with the reason if they cannot be read', async () => {
    const { shop } = await open()
    const invoice = { ...paidInvoice({ metadata }), amount_paid: undefined }
    await publish(shop, 'invoice.paid', invoice)
    await publish(shop, 'charge.refunded', { id: 'ch_1', amount_refunded: 'all' })
    expect(await listEventsForReview(shop)).toMatchObject([
      { reason: 'unreadable', type: 'charge.refunded', objectId: 'ch_1' },
      { reason: 'unreadable', type: 'invoice.paid', objectId: invoice.id },
    ])
    expect(await shop.counts()).toMatchObject({ sale_events: 0 })
  })

  it('are ignored if they are irrelevant', async () => {
    const { shop } = await open()
    await publish(shop, 'invoice.paid', paidInvoice({ amount_paid: 0 }))
    await publish(shop, 'checkout.session.completed', paidSession({ payment_status: 'unpaid' }))
    await publish(shop, 'refund.updated', failedRefund('pi_1', 100, { status: 'requires_action' }))
    await publish(shop, 'payment_intent.succeeded', { id: 'pi_1', amount_received: 4900, currency: 'usd' })
    await publish(shop, 'customer.created', { id: 'cus_1' })
    expect(await listEventsForReview(shop)).toEqual([])
    expect(await shop.counts()).toMatchObject({ sale_events: 0 })
  })

  it('create a sale for a payment intent with our metadata, the same one as its checkout', async () => {
    const { shop, click_id } = await open()
    const session = paidSession()
    const intent = {
      id: session.payment_intent,
      object: 'payment_intent',
      amount: 4900,
      amount_received: 4900,
      currency: 'usd',
      latest_charge: 'ch_1',
      metadata: { service_click_id: click_id },
    }
    await publish(shop, 'payment_intent.succeeded', intent)
    await publish(shop, 'checkout.session.completed', session)
    expect(await shop.rows('sale_events')).toMatchObject([
      { transaction_id: session.payment_intent, amount_cents: 4900 },
    ])
    await expectConsistent(shop)
  })

  it('use client_reference_id as the click, else as the customer', async () => {
    const { shop, click_id } = await open()
    await publish(shop, 'checkout.session.completed', paidSession({ client_reference_id: click_id }))
    await publish(shop, 'checkout.session.completed', paidSession({ client_reference_id: 'cus-1' }))
    const sales = await shop.rows('sale_events')
    expect(sales.map(({ attributed_by }) => attributed_by)).toEqual(['click_id', 'customer_key'])
  })

  it('apply a trial’s click to the invoice that ends the trial, in either order', async () => {
    for (const isTrialFirst of [true, false]) {
      const { shop, click_id } = await open()
      const [subscription, customer] = [newId('sub'), newId('cus')]
      const trial = subscribedSession(newId('in'), {
        amount_total: 0,
        payment_status: 'no_payment_required',
        metadata: { service_click_id: click_id },
        subscription,
        customer,
      })
      const details = { metadata: {}, subscription }
      const parent = { type: 'subscription_details', subscription_details: details }
      const invoice = paidInvoice({ billing_reason: 'subscription_cycle', parent, customer })
      const events = [
        () => publish(shop, 'checkout.session.completed', trial),
        () => publish(shop, 'invoice.paid', invoice),
      ]
      if (!isTrialFirst) events.reverse()
      for (const event of events) await event()
      expect(await shop.rows('sale_events')).toMatchObject([
        { transaction_id: invoice.id, attributed_by: 'click_id' },
      ])
      await expectConsistent(shop)
    }
  })

  it('reverse the amount by which a credit note exceeds its refunds, and restore it when the note is voided', async () => {
    const { shop } = await open()
    const invoice = paidInvoice({ metadata })
    const [intent, note] = [
      newId('pi'),
      { id: newId('cn'), object: 'credit_note', invoice: invoice.id, currency: 'usd' },
    ]
    await publish(shop, 'invoice.paid', invoice)
    await publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, intent))
    const refunds = [{ amount_refunded: 500, refund: 're_1' }]
    const created = { ...note, status: 'issued', amount: 1500, post_payment_amount: 1500, refunds }
    await publish(shop, 'credit_note.created', created)
    await publish(shop, 'charge.refunded', refundedCharge(intent, 500))
    const refunded = async () => (await shop.rows('sale_events')).map(({ refunded_cents }) => refunded_cents)
    expect(await refunded()).toEqual([1500])
    await publish(shop, 'credit_note.created', created)
    expect(await refunded()).toEqual([1500])
    await publish(shop, 'credit_note.created', { ...created, id: newId('cn'), type: 'pre_payment' })
    expect(await refunded()).toEqual([1500])
    await publish(shop, 'credit_note.voided', { ...created, status: 'void' })
    expect(await refunded()).toEqual([500])
    await expectConsistent(shop)
  })
})
