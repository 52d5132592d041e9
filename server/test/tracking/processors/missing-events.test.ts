import { describe, expect, it } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  dispute,
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

const service = await startTestService({ ownDatabase: true })
const { clock, database, deps } = service
const NOW = '2026-03-10T12:00:00.000Z'
const metadata = { service_customer_key: 'cus-1' }

async function open() {
  clock.set(NOW)
  const shop = await openConnectedShop(service)
  await shop.customer('cus-1')
  return shop
}

/** An invoice of 49.00 in the newest API shape, its charge, and a refund of 10.00, without links between them. */
async function sellUnlinked(shop: ConnectedShop) {
  const [intent, invoice] = [newId('pi'), paidInvoice({ metadata })]
  await publish(shop, 'invoice.paid', invoice)
  await publish(shop, 'charge.succeeded', refundedCharge(intent, 0))
  const refund = () =>
    publish(shop, 'refund.created', failedRefund(intent, 1000, { status: 'succeeded' })).then(() =>
      publish(shop, 'charge.refunded', refundedCharge(intent, 1000)),
    )
  const link = () => publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, intent))
  return { intent, invoice, refund, link }
}

const listProblems = async (shop: ConnectedShop) =>
  (await shop.manage('GET', '/processor/problems')).body.data

/** Returns the missing event types with their symptoms. */
async function missing(shop: ConnectedShop) {
  const { missingEventTypes } = await listProblems(shop)
  return Object.fromEntries(
    missingEventTypes.map(({ type, signs }: { type: string; signs: { sign: string; count: number }[] }) => [
      type,
      Object.fromEntries(signs.map(({ sign, count }) => [sign, count])),
    ]),
  )
}

const listCommissions = async (shop: ConnectedShop) => (await shop.manage('GET', '/commissions')).body.data

const approveAll = async () => {
  await approveCommissions(deps)
}

async function expectConsistent(shop: ConnectedShop) {
  await shop.verify()
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
}

describe('a paid invoice without a link to its payment (D63)', () => {
  it('is reported with the event type to subscribe to, and its commission is on hold', async () => {
    const shop = await open()
    const { refund } = await sellUnlinked(shop)
    await refund()
    expect(await missing(shop)).toEqual({
      'invoice_payment.paid': { invoice_without_payment: 1, refund_of_unlinked_invoice: 1 },
    })
    expect(await listProblems(shop)).toMatchObject({
      missingEventTypes: [
        { wasReceived: false, remedy: 'Subscribe the webhook endpoint to `invoice_payment.paid`.' },
      ],
      heldCommissions: [{ currency: 'USD', commissions: 1, amountCents: 980 }],
    })
    clock.advance({ days: 40 })
    await approveAll()
    expect(await listCommissions(shop)).toMatchObject([
      { status: 'pending', holdReason: 'payment_link_missing', amountCents: 980, reversedCents: 0 },
    ])
    expect((await shop.manage('POST', '/payouts', {})).status).not.toBe(200)
    await expectConsistent(shop)
  })

  it('stays on hold until the link arrives; then the refund counts and the rest is approved', async () => {
    const shop = await open()
    const { refund, link } = await sellUnlinked(shop)
    await refund()
    clock.advance({ days: 40 })
    await approveAll()
    await link()
    expect(await listCommissions(shop)).toMatchObject([
      { status: 'pending', holdReason: null, reversedCents: 200 },
    ])
    await approveAll()
    expect(await listCommissions(shop)).toMatchObject([{ status: 'approved', reversedCents: 200 }])
    expect(await missing(shop)).toEqual({})
    expect((await listProblems(shop)).heldCommissions).toEqual([])
    await expectConsistent(shop)
  })

  it('stays on hold until it is approved manually, and is not held again', async () => {
    const shop = await open()
    const { invoice } = await sellUnlinked(shop)
    const [commission] = await listCommissions(shop)
    const approved = await shop.manage('POST', '/commissions/approve', { commissionIds: [commission.id] })
    expect(approved.body.data).toEqual({ changed: 1, unchanged: 0 })
    await publish(shop, 'invoice.paid', invoice)
    expect(await listCommissions(shop)).toMatchObject([{ status: 'approved', holdReason: null }])
    expect((await listProblems(shop)).heldCommissions).toEqual([])
    await expectConsistent(shop)
  })

  it.each([
    ['linked earlier', 0],
    ['linked later', 1],
  ])('is never held once it is %s', async (_name, place) => {
    const shop = await open()
    const [intent, invoice] = [newId('pi'), paidInvoice({ metadata })]
    const events = [() => publish(shop, 'invoice.paid', invoice)]
    events.splice(place, 0, () => publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, intent)))
    for (const event of events) await event()
    expect(await listCommissions(shop)).toMatchObject([{ holdReason: null }])
    expect(await missing(shop)).toEqual({})
  })

  it('is released and refunded once, in any order of events and approvals', async () => {
    for (let round = 0; round < 5; round++) {
      const shop = await open()
      await shop.policy({ hold_days: 0 })
      const [intent, invoice] = [newId('pi'), paidInvoice({ metadata })]
      const events = [
        ['invoice.paid', invoice],
        ['invoice_payment.paid', invoicePayment(invoice.id, intent)],
        ['charge.succeeded', refundedCharge(intent, 0)],
        ['charge.refunded', refundedCharge(intent, 1000)],
      ] as const
      await Promise.all([
        ...events.map(([type, object]) => publish(shop, type, object)),
        ...events.map(([type, object]) => publish(shop, type, object)),
        approveAll(),
        approveAll(),
      ])
      await approveAll()
      expect(await listCommissions(shop)).toMatchObject([
        { status: 'approved', holdReason: null, amountCents: 980, reversedCents: 200 },
      ])
      expect(await missing(shop)).toEqual({})
      await expectConsistent(shop)
    }
  })

  it.each([
    ['names its payment intent, as before API version 2025-03-31', { payment_intent: 'pi_old' }],
    ['lists its payments', { payments: { data: [{ payment: { payment_intent: 'pi_new' } }] } }],
    ['was paid outside Stripe', { paid_out_of_band: true }],
  ])('is not held when it %s', async (_name, more) => {
    const shop = await open()
    await publish(shop, 'invoice.paid', paidInvoice({ metadata, ...more }))
    expect(await listCommissions(shop)).toMatchObject([{ holdReason: null }])
  })

  it('is not held when it was paid outside Stripe', async () => {
    const shop = await open()
    const invoice = paidInvoice({ metadata })
    await publish(shop, 'invoice.paid', invoice)
    const payment = { type: 'payment_record', payment_record: 'prec_1' }
    await publish(shop, 'invoice_payment.paid', { ...invoicePayment(invoice.id, 'pi_1'), payment })
    expect(await listCommissions(shop)).toMatchObject([{ holdReason: null }])
  })

  it('holds the commission for a sale reported by the merchant, approved or not', async () => {
    for (const isApproved of [false, true]) {
      const shop = await open()
      const invoice = paidInvoice({ metadata })
      await shop.sale({ transaction_id: invoice.id, amount_cents: 4900, customer_key: 'cus-1' })
      clock.advance({ days: 40 })
      if (isApproved) await approveAll()
      await publish(shop, 'invoice.paid', invoice)
      await approveAll()
      expect(await listCommissions(shop)).toMatchObject([
        { status: 'pending', approvedAt: null, holdReason: 'payment_link_missing' },
      ])
      const history = (await shop.rows('commission_changes')).map(({ to_status }) => to_status)
      expect(history).toEqual(isApproved ? ['approved', 'pending'] : [])
      await expectConsistent(shop)
    }
  })

  it('does not change a paid commission', async () => {
    const shop = await open()
    const invoice = paidInvoice({ metadata })
    await shop.sale({ transaction_id: invoice.id, amount_cents: 4900, customer_key: 'cus-1' })
    const [{ id }] = await listCommissions(shop)
    await shop.manage('POST', '/commissions/approve', { commissionIds: [id] })
    expect((await shop.manage('POST', '/commissions/mark-paid', { commissionIds: [id] })).status).toBe(200)
    await publish(shop, 'invoice.paid', invoice)
    expect(await listCommissions(shop)).toMatchObject([{ status: 'paid', holdReason: null }])
    expect(await missing(shop)).toMatchObject({ 'invoice_payment.paid': { invoice_without_payment: 1 } })
    await expectConsistent(shop)
  })

  it('is reported only after an hour if the event type usually arrives', async () => {
    const shop = await open()
    await (await sellUnlinked(shop)).link()
    await publish(shop, 'invoice.paid', paidInvoice({ metadata }))
    expect(await missing(shop)).toEqual({})
    clock.advance({ hours: 2 })
    expect(await missing(shop)).toEqual({ 'invoice_payment.paid': { held_without_payment: 1 } })
    expect(await listProblems(shop)).toMatchObject({ missingEventTypes: [{ wasReceived: true }] })
  })

  it('can be listed by its hold reason', async () => {
    const shop = await open()
    await sellUnlinked(shop)
    await publish(shop, 'checkout.session.completed', paidSession({ metadata }))
    expect(await listCommissions(shop)).toHaveLength(2)
    const held = (await shop.manage('GET', '/commissions?holdReason=payment_link_missing')).body.data
    expect(held).toMatchObject([{ holdReason: 'payment_link_missing' }])
    expect((await shop.manage('GET', '/commissions?holdReason=boredom')).status).toBe(400)
  })

  it('shows the hold reason in its order’s timeline', async () => {
    const shop = await open()
    const { invoice } = await sellUnlinked(shop)
    const timeline = await shop.manage('GET', `/explain?transactionId=${invoice.id}`)
    expect(timeline.body.data.conclusion).toMatchObject({
      reason: 'awaiting_review',
      message: expect.stringContaining('its invoice is not linked to a payment'),
      facts: { holdReason: 'payment_link_missing' },
    })
  })
})

describe('an event that was not delivered', () => {
  it('is listed by its type for an unreported payment’s refund or dispute', async () => {
    const shop = await open()
    const intent = newId('pi')
    await publish(shop, 'charge.refunded', refundedCharge(intent, 1000))
    await publish(shop, 'charge.dispute.created', dispute(intent, 'needs_response'))
    expect(await missing(shop)).toEqual({
      'checkout.session.completed': { refund_of_unknown_payment: 1 },
      'payment_intent.succeeded': { refund_of_unknown_payment: 1 },
    })
    await publish(shop, 'checkout.session.completed', paidSession({ metadata }))
    expect(await missing(shop)).toEqual({ 'payment_intent.succeeded': { refund_of_unknown_payment: 1 } })
    await publish(shop, 'checkout.session.completed', paidSession({ payment_intent: intent, metadata }))
    expect(await missing(shop)).toEqual({})
  })

  it('is not listed for payments that the merchant’s server reports', async () => {
    const shop = await open()
    await shop.change({ payment_tracking_mode: 's2s' })
    await publish(shop, 'charge.refunded', refundedCharge(newId('pi'), 1000))
    expect(await missing(shop)).toEqual({})
  })

  it('is not listed for a released authorization', async () => {
    const shop = await open()
    const intent = newId('pi')
    const refund = failedRefund(intent, 4900, { status: 'succeeded' })
    await publish(shop, 'refund.created', refund)
    await publish(
      shop,
      'charge.refunded',
      refundedCharge(intent, 4900, { amount_captured: 0, captured: false }),
    )
    expect(await missing(shop)).toEqual({})
  })

  it('is listed by its type for an unreported invoice’s refund', async () => {
    const shop = await open()
    await publish(shop, 'charge.refunded', refundedCharge(newId('pi'), 1000, { invoice: newId('in') }))
    expect(await missing(shop)).toEqual({ 'invoice.paid': { refund_of_unknown_invoice: 1 } })
  })

  it('is listed by its type for a subscription without a reported invoice, because renewals would be lost', async () => {
    const shop = await open()
    await publish(shop, 'checkout.session.completed', subscribedSession(newId('in'), { metadata }))
    clock.advance({ hours: 2 })
    expect(await missing(shop)).toMatchObject({ 'invoice.paid': { checkout_without_invoice: 1 } })
    await publish(shop, 'invoice.paid', paidInvoice())
    expect(Object.keys(await missing(shop))).toEqual(['invoice_payment.paid'])
  })

  it('is listed for refund totals without single refunds, and vice versa', async () => {
    const shop = await open()
    const session = paidSession({ metadata })
    await publish(shop, 'checkout.session.completed', session)
    await publish(shop, 'charge.refunded', refundedCharge(session.payment_intent, 1000))
    clock.advance({ hours: 2 })
    expect(await missing(shop)).toEqual({ 'refund.created': { total_without_refund: 1 } })
    const other = await open()
    await publish(other, 'refund.created', failedRefund(newId('pi'), 1000, { status: 'succeeded' }))
    await publish(other, 'checkout.session.completed', session)
    await publish(other, 'payment_intent.succeeded', { id: newId('pi'), amount: 1, amount_received: 1 })
    clock.advance({ hours: 2 })
    expect(await missing(other)).toEqual({ 'charge.refunded': { refund_without_total: 1 } })
  })

  it('is listed if a dispute has had no updates for 120 days', async () => {
    const shop = await open()
    const session = paidSession({ metadata })
    await publish(shop, 'checkout.session.completed', session)
    await publish(shop, 'charge.dispute.created', dispute(session.payment_intent, 'needs_response'))
    expect(await missing(shop)).toEqual({})
    clock.advance({ days: 121 })
    expect(await missing(shop)).toEqual({ 'charge.dispute.closed': { undecided_dispute: 1 } })
  })

  it('is not listed if it concerns another mode or program', async () => {
    const [shop, other] = [await open(), await open()]
    await publish(shop, 'invoice_payment.paid', invoicePayment(newId('in'), newId('pi')), { livemode: false })
    await sellUnlinked(other)
    expect(await missing(shop)).toEqual({})
    await sellUnlinked(shop)
    expect(Object.keys(await missing(shop))).toEqual(['invoice_payment.paid'])
  })
})

describe('a completed checkout whose money has not arrived', () => {
  const unpaid = (more: Record<string, unknown> = {}) =>
    paidSession({ payment_status: 'unpaid', metadata, ...more })

  it('is not a sale, and the missing event type is listed after two weeks', async () => {
    const shop = await open()
    const session = unpaid()
    await publish(shop, 'checkout.session.completed', session)
    clock.advance({ days: 13 })
    expect(await missing(shop)).toEqual({})
    clock.advance({ days: 2 })
    expect(await missing(shop)).toEqual({
      'checkout.session.async_payment_succeeded': { unpaid_checkout: 1 },
      'checkout.session.async_payment_failed': { unpaid_checkout: 1 },
    })
    expect(await shop.counts()).toMatchObject({ sale_events: 0, commissions: 0 })
    await publish(shop, 'checkout.session.async_payment_failed', session)
    expect(await missing(shop)).toEqual({})
    expect((await shop.manage('GET', '/unattributed-payments')).body.data).toEqual([])
  })

  it.each([
    ['its own event', 'checkout.session.async_payment_succeeded', undefined],
    ['its payment intent', 'payment_intent.succeeded', 'intent'],
    ['its charge', 'charge.succeeded', 'charge'],
  ])('becomes a sale when %s reports the money, in either order', async (_name, type, kind) => {
    for (const isCheckoutFirst of [true, false]) {
      const shop = await open()
      const session = unpaid()
      const { payment_intent: intent } = session
      const charge = refundedCharge(intent, 0)
      const paid = {
        id: intent,
        amount: 4900,
        amount_received: 4900,
        currency: 'usd',
        latest_charge: charge.id,
      }
      const object =
        kind === 'intent' ? paid : kind === 'charge' ? charge : { ...session, payment_status: 'paid' }
      const events = [
        () => publish(shop, 'checkout.session.completed', session),
        () => publish(shop, type, object),
      ]
      if (!isCheckoutFirst) events.reverse()
      for (const event of events) await event()
      expect(await shop.rows('sale_events')).toMatchObject([{ transaction_id: intent, amount_cents: 4900 }])
      clock.advance({ days: 15 })
      expect(await missing(shop)).toEqual({})
      await expectConsistent(shop)
    }
  })

  it('identifies its invoice’s customer if it starts a subscription', async () => {
    const shop = await open()
    const invoice = newId('in')
    await publish(
      shop,
      'checkout.session.completed',
      subscribedSession(invoice, { payment_status: 'unpaid', metadata }),
    )
    expect(await shop.counts()).toMatchObject({ sale_events: 0 })
    await publish(shop, 'invoice.paid', paidInvoice({ id: invoice }))
    expect(await shop.rows('sale_events')).toMatchObject([{ attributed_by: 'customer_key' }])
    await expectConsistent(shop)
  })

  it('settles a provisional lead only when the money arrives', async () => {
    const shop = await open()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    const session = unpaid({ metadata: { service_click_id: click_id } })
    const { payment_intent: intent } = session
    await shop.sale({ transaction_id: intent, amount_cents: 4900, click_id })
    await publish(shop, 'checkout.session.completed', session)
    const leadStates = async () => (await shop.rows('lead_events')).map(({ state }) => state)
    expect(await leadStates()).toEqual(['settled', 'provisional'])
    await publish(shop, 'charge.succeeded', refundedCharge(intent, 0))
    expect(await leadStates()).toEqual(['settled', 'settled'])
    expect(await shop.counts()).toMatchObject({ sale_events: 1 })
    await expectConsistent(shop)
  })

  it('is no longer listed once its payment intent is canceled', async () => {
    const shop = await open()
    const session = unpaid()
    await publish(shop, 'checkout.session.completed', session)
    await publish(shop, 'payment_intent.canceled', { id: session.payment_intent, status: 'canceled' })
    clock.advance({ days: 15 })
    expect(await missing(shop)).toEqual({})
  })
})

describe('ignored metadata (D56)', () => {
  it('is listed with its newest event', async () => {
    const shop = await open()
    const undefinedClick = { metadata: { service_click_id: 'undefined' } }
    await publish(shop, 'checkout.session.completed', paidSession(undefinedClick))
    clock.advance({ minutes: 1 })
    const newest = await publish(shop, 'checkout.session.completed', paidSession(undefinedClick))
    await publish(shop, 'invoice.paid', paidInvoice({ metadata: { service_customer_key: 'NULL' } }), {
      livemode: false,
    })
    expect((await listProblems(shop)).placeholders).toMatchObject([
      {
        name: 'service_click_id',
        value: 'undefined',
        events: 2,
        newestEventId: newest.id,
        newestEventType: 'checkout.session.completed',
        isLive: true,
      },
      { name: 'service_customer_key', value: 'NULL', events: 1, isLive: false },
    ])
    clock.advance({ days: 31 })
    expect((await listProblems(shop)).placeholders).toEqual([])
  })
})
