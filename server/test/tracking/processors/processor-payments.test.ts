import { describe, expect, it } from 'vitest'
import { createTestPartner, startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
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
const { clock, database } = service
const { kysely } = database
const NOW = '2026-03-10T12:00:00.000Z'

async function open(options: Parameters<typeof openConnectedShop>[1] = {}) {
  clock.set(NOW)
  return openConnectedShop(service, options)
}

/** Delivers an event for an object; a rejection fails the test. */

const pay = (shop: ConnectedShop, more: Record<string, unknown> = {}) => {
  const session = paidSession(more)
  return publish(shop, 'checkout.session.completed', session).then(() => session)
}

const listEventsForReview = async (shop: ConnectedShop, query = '') =>
  (await shop.manage('GET', `/unattributed-payments${query}`)).body.data

/** Returns the expected figures for one sale of 49.00 at 20% and 3.5%. */
async function expectOneSale(shop: ConnectedShop, sale: Record<string, unknown> = {}) {
  expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, currency: 'USD', ...sale }])
  const commissions = (await shop.rows('commissions')).filter(({ kind }) => kind === 'sale')
  expect(commissions).toMatchObject([{ amount_cents: 980 }])
  expect(await shop.rows('platform_fees')).toMatchObject([{ amount_cents: 172 }])
  expect((await shop.rows('customers')).filter(({ sale_count }) => sale_count !== 0)).toMatchObject([
    { status: 'conversion', sale_count: 1 },
  ])
  await shop.verify()
}

const expectNoSales = async (shop: ConnectedShop) => {
  expect(await shop.counts()).toMatchObject({ sale_events: 0, commissions: 0, platform_fees: 0 })
  await shop.verify()
}

describe('a payment is attributed', () => {
  it('by the click in its metadata', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    const session = await pay(shop, { metadata: { service_click_id: click_id, product_id: 'pro' } })
    await expectOneSale(shop, {
      transaction_id: session.payment_intent,
      attributed_by: 'click_id',
      provider: 'stripe',
      provider_payment_id: session.payment_intent,
      product_id: 'pro',
      sale_type: 'payment',
      occurred_at: new Date(NOW),
    })
  })

  it('by the customer key in its metadata', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    await pay(shop, { metadata: { service_customer_key: 'cus-1' } })
    await expectOneSale(shop, { attributed_by: 'customer_key' })
  })

  it('by the email, regardless of case and spaces', async () => {
    const shop = await open()
    await shop.serverLead({ click_id: await shop.clickId(), customer_key: 'cus-1', email: 'Bea@Buyers.test' })
    await pay(shop, { customer_details: { email: ' bea@buyers.TEST' } })
    await expectOneSale(shop, { attributed_by: 'email' })
  })

  it('by the processor’s customer id, learned from an earlier payment', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    await pay(shop, { customer: 'cus_stripe1', metadata: { service_click_id: click_id } })
    await publish(shop, 'invoice.paid', paidInvoice({ customer: 'cus_stripe1', customer_email: null }))
    const sales = await shop.rows('sale_events')
    expect(sales.map(({ attributed_by }) => attributed_by)).toEqual(['click_id', 'processor_customer_id'])
    expect(await shop.rows('customers')).toMatchObject([
      { processor_customer_id: 'cus_stripe1', sale_count: 2 },
    ])
    await shop.verify()
  })

  it('by the email that an earlier payment added to a customer without one', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    const email = 'bea@buyers.test'
    await pay(shop, { customer_details: { email }, metadata: { service_click_id: click_id } })
    await pay(shop, { customer_details: { email } })
    const sales = await shop.rows('sale_events')
    expect(sales.map(({ attributed_by }) => attributed_by)).toEqual(['click_id', 'email'])
    await shop.verify()
  })

  it('by the key among several customers with one click', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    await shop.customer('cus-2', click_id)
    await pay(shop, { metadata: { service_click_id: click_id, service_customer_key: 'cus-1' } })
    const [first] = await shop.rows('customers')
    await expectOneSale(shop, { customer_id: first?.id })
  })

  it('only within its account’s program', async () => {
    const [shop, other] = [await open(), await open()]
    const { click_id } = await other.customer('cus-1')
    await pay(shop, { metadata: { service_click_id: click_id, service_customer_key: 'cus-1' } })
    await expectNoSales(shop)
    await expectNoSales(other)
    expect(await listEventsForReview(shop)).toMatchObject([{ reason: 'no_customer', state: 'unattributed' }])
    expect(await listEventsForReview(other)).toEqual([])
  })
})

describe('a payment by a customer with a provisional lead', () => {
  it('settles the lead, which counts on its signup day and pays per lead', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'EUR' } })
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    clock.advance({ days: 2 })
    await pay(shop, { metadata: { service_click_id: click_id } })
    expect(await shop.rows('lead_events')).toMatchObject([
      { state: 'settled', settled_by: 'payment', settled_at: clock.now() },
    ])
    expect(await shop.stats()).toEqual([
      { day: '2026-03-10', currency: 'XXX', clicks: 1, leads: 1 },
      { day: '2026-03-12', currency: 'EUR', commission_cents: '500' },
      { day: '2026-03-12', currency: 'USD', sales: 1, revenue_cents: '4900', commission_cents: '980' },
      { day: '2026-03-12', currency: 'XXX', conversions: 1 },
    ])
    await expectOneSale(shop)
  })

  it('settles the lead and joins the sale that the merchant recorded', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    const session = paidSession({ metadata: { service_click_id: click_id } })
    await shop.sale({ transaction_id: session.payment_intent, amount_cents: 4900, click_id })
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'provisional' }])
    await publish(shop, 'checkout.session.completed', session)
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled', settled_by: 'payment' }])
    await expectOneSale(shop)
  })

  it('settles the lead when the merchant records the sale for an unattributed payment', async () => {
    const shop = await open()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    const session = await pay(shop, { customer: 'cus_stripe1' })
    await shop.sale({ transaction_id: session.payment_intent, amount_cents: 4900, click_id })
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled', settled_by: 'payment' }])
    expect(await shop.rows('customers')).toMatchObject([{ processor_customer_id: 'cus_stripe1' }])
    await expectOneSale(shop)
  })

  it('settles the lead when it is matched to the merchant’s sale later', async () => {
    const shop = await open()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    await shop.sale({ transaction_id: 'pi_1', amount_cents: 4900, click_id })
    const invoice = paidInvoice({ customer: 'cus_stripe1' })
    await publish(shop, 'invoice.paid', invoice)
    await publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, 'pi_1'))
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled', settled_by: 'payment' }])
    expect(await shop.rows('customers')).toMatchObject([{ processor_customer_id: 'cus_stripe1' }])
    await expectOneSale(shop)
  })

  it('settles the lead even in a currency without sales', async () => {
    const shop = await open()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    await pay(shop, { currency: 'gbp', metadata: { service_click_id: click_id } })
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled' }])
    await expectNoSales(shop)
    expect(await listEventsForReview(shop)).toMatchObject([
      { reason: 'unsupported_currency', currency: 'GBP' },
    ])
  })

  it('does not settle the lead after the attribution window', async () => {
    const shop = await open()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    clock.advance({ days: 60, ms: 1 })
    await pay(shop, { metadata: { service_click_id: click_id } })
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'provisional' }])
    await expectNoSales(shop)
    expect(await listEventsForReview(shop)).toMatchObject([{ reason: 'window_expired' }])
  })
})

describe('webhooks', () => {
  it('publish the lead settled by a payment, its commission, and the sale', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'EUR' } })
    const types = ['lead.settled', 'commission.created', 'sale.created']
    await kysely
      .insertInto('webhook_endpoints')
      .values({
        program_id: shop.program.id,
        url: 'https://shop.test/hook',
        event_types: types,
        secret: 'v1:',
        created_at: clock.now(),
      })
      .execute()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    await pay(shop, { metadata: { service_click_id: click_id } })
    const reported = await kysely
      .selectFrom('outbox_events')
      .select(['type', 'data'])
      .where('program_id', '=', shop.program.id)
      .orderBy('id')
      .execute()
    const [customer] = await shop.rows('customers')
    const [lead] = await shop.rows('lead_events')
    const about = { customer_id: customer?.id, partner_id: shop.program.partnerId }
    const hold_until = '2026-04-09T12:00:00.000Z'
    const commission = { ...about, commission_id: expect.any(Number), hold_until }
    expect(reported.map(({ type }) => type).sort()).toEqual([
      'commission.created',
      'commission.created',
      'lead.settled',
      'sale.created',
    ])
    expect(reported.slice(0, 2)).toEqual([
      { type: 'lead.settled', data: { ...about, lead_id: lead?.id } },
      {
        type: 'commission.created',
        data: { ...commission, sale_id: null, amount_cents: 500, currency: 'EUR' },
      },
    ])
  })
})

describe('a payment with the click of a visitor who never signed up', () => {
  it('creates a customer with a settled lead', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'EUR' } })
    const click_id = await shop.clickId()
    const metadata = { service_click_id: click_id, service_customer_key: 'cus-9' }
    await pay(shop, { customer: 'cus_stripe1', metadata })
    expect(await shop.rows('customers')).toMatchObject([
      { customer_key: 'cus-9', processor_customer_id: 'cus_stripe1', signup_at: new Date(NOW) },
    ])
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled', settled_by: 'payment' }])
    expect(await shop.counts()).toMatchObject({ commissions: 2 })
    await expectOneSale(shop)
  })

  it('belongs to the customer with its email, if there is one', async () => {
    const shop = await open()
    await shop.serverLead({ click_id: await shop.clickId(), customer_key: 'cus-1', email: 'bea@buyers.test' })
    const metadata = { service_click_id: await shop.clickId() }
    await pay(shop, { customer_details: { email: 'bea@buyers.test' }, metadata })
    expect(await shop.counts()).toMatchObject({ customers: 1, lead_events: 1 })
    await expectOneSale(shop, { attributed_by: 'email' })
  })

  it.each([
    ['counts up to the last millisecond of the window', 0, 1],
    ['does not count after the window', 1, 0],
  ])('%s', async (_name, ms, sales) => {
    const shop = await open()
    const click_id = await shop.clickId()
    clock.advance({ days: 60, ms })
    await pay(shop, { metadata: { service_click_id: click_id } })
    expect(await shop.counts()).toMatchObject({ sale_events: sales, customers: sales })
    expect((await listEventsForReview(shop)).map(({ reason }: { reason: string }) => reason)).toEqual(
      sales === 1 ? [] : ['window_expired'],
    )
    await shop.verify()
  })
})

describe('unusual events', () => {
  it.each([
    ['a checkout that only sets up a card', { mode: 'setup', payment_status: 'no_payment_required' }],
    ['a checkout whose money has not arrived', { payment_status: 'unpaid' }],
    ['a checkout that costs nothing', { payment_status: 'no_payment_required', amount_total: 0 }],
    ['a paid checkout with an amount of zero', { amount_total: 0 }],
  ])('record nothing and settle no lead if they are no sale: %s', async (_name, more) => {
    const shop = await open()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    await pay(shop, { ...more, metadata: { service_click_id: click_id } })
    await expectNoSales(shop)
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'provisional' }])
    expect(await listEventsForReview(shop)).toEqual([])
  })

  it('record nothing for a trial’s free invoice', async () => {
    const shop = await open()
    await shop.serverLead({ click_id: await shop.clickId(), customer_key: 'c', email: 'bea@buyers.test' })
    await publish(
      shop,
      'invoice.paid',
      paidInvoice({ amount_paid: 0, total: 0, customer_email: 'bea@buyers.test' }),
    )
    await expectNoSales(shop)
  })

  it('have unstorable metadata treated as not sent', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    const metadata = {
      service_click_id: 'x'.repeat(256),
      service_customer_key: 'cus-1',
      product_id: 'a\u0000b',
    }
    await pay(shop, { metadata, customer: '\ud800', total_details: { amount_tax: 5000 } })
    await expectOneSale(shop, { attributed_by: 'customer_key', product_id: null, tax_amount_cents: null })
  })

  it('keep the first payment ids for an invoice with too many partial payments', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    const data = Array.from({ length: 5_000 }, (_, part) => ({ payment: { payment_intent: `pi_${part}` } }))
    const metadata = { service_customer_key: 'cus-1' }
    await publish(shop, 'invoice.paid', paidInvoice({ metadata, payments: { object: 'list', data } }))
    await expectOneSale(shop)
  })

  it('are ignored if their type or shape is unknown', async () => {
    const shop = await open()
    await publish(shop, 'customer.created', { id: 'cus_1', object: 'customer' })
    await publish(shop, 'checkout.session.completed', { id: 7, payment_status: 'paid', amount_total: 'many' })
    await publish(shop, 'charge.refunded', { amount_refunded: -1 })
    await publish(shop, 'toString', { id: 'x' })
    await expectNoSales(shop)
  })

  it('are recorded as test sales in test mode and change nothing else', async () => {
    const shop = await open()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    const before = await shop.counts()
    const session = paidSession({ livemode: false, metadata: { service_click_id: click_id } })
    await publish(shop, 'checkout.session.completed', session, { livemode: false })
    await publish(shop, 'charge.refunded', refundedCharge(session.payment_intent, 4900), { livemode: false })
    expect(await shop.counts()).toEqual({ ...before, sale_events: 1 })
    expect(await shop.rows('sale_events')).toMatchObject([
      { is_test: true, transaction_id: session.payment_intent, refunded_cents: 0, customer_id: null },
    ])
    expect(await listEventsForReview(shop)).toEqual([])
    // The same ids may arrive again in live mode.
    await publish(shop, 'checkout.session.completed', session)
    expect(await shop.counts()).toMatchObject({ sale_events: 2, commissions: 1 })
    await shop.verify()
  })
})

describe('a payment reported by several events', () => {
  it('is one sale for its checkout and invoice, in either order', async () => {
    for (const order of ['checkout first', 'invoice first']) {
      const shop = await open()
      const { click_id } = await shop.customer('cus-1')
      const invoice = paidInvoice()
      const session = subscribedSession(invoice.id, { metadata: { service_click_id: click_id } })
      const events = [
        () => publish(shop, 'checkout.session.completed', session),
        () => publish(shop, 'invoice.paid', invoice),
      ]
      if (order === 'invoice first') events.reverse()
      await events[0]?.()
      if (order === 'invoice first') {
        await expectNoSales(shop)
        expect(await listEventsForReview(shop)).toMatchObject([
          { reason: 'no_customer', transactionId: invoice.id },
        ])
      }
      await events[1]?.()
      await expectOneSale(shop, { transaction_id: invoice.id, sale_type: 'subscription' })
      expect(await listEventsForReview(shop, '?state=unattributed')).toEqual([])
    }
  })

  it('is one sale for an invoice alone, with the click in the subscription’s metadata', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    const subscription = newId('sub')
    const subscription_details = { metadata: { service_click_id: click_id }, subscription }
    const parent = { type: 'subscription_details', subscription_details }
    await publish(shop, 'invoice.paid', paidInvoice({ parent, billing_reason: 'subscription_cycle' }))
    await expectOneSale(shop, {
      is_recurring: true,
      subscription_id: subscription,
      attributed_by: 'click_id',
    })
  })

  it('is one sale for an invoice from an older API version, with its interval', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    const invoice = paidInvoice({
      parent: undefined,
      subscription: 'sub_1',
      subscription_details: { metadata: { service_click_id: click_id } },
      payment_intent: 'pi_1',
      charge: 'ch_1',
      tax: 400,
      total_taxes: undefined,
      lines: { object: 'list', data: [{ plan: { interval: 'month', interval_count: 3 } }] },
    })
    await publish(shop, 'invoice.paid', invoice)
    await publish(shop, 'charge.refunded', refundedCharge('pi_1', 4900, { id: 'ch_1', invoice: invoice.id }))
    await expect(shop.rows('sale_events')).resolves.toMatchObject([
      {
        subscription_id: 'sub_1',
        subscription_interval: 'quarterly',
        tax_amount_cents: 400,
        refunded_cents: 4900,
      },
    ])
    await shop.verify()
  })

  it('is recorded when the money arrives for an asynchronous payment method', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    const session = paidSession({ metadata: { service_click_id: click_id } })
    await publish(shop, 'checkout.session.completed', { ...session, payment_status: 'unpaid' })
    await expectNoSales(shop)
    await publish(shop, 'checkout.session.async_payment_succeeded', session)
    await expectOneSale(shop)
  })

  it('returns 409 at the sale endpoint under each of its ids', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    const invoice = newId('in')
    const session = subscribedSession(invoice, { metadata: { service_click_id: click_id } })
    await publish(shop, 'checkout.session.completed', session)
    await publish(shop, 'invoice_payment.paid', invoicePayment(invoice, 'pi_1'))
    const [sale] = await shop.rows('sale_events')
    for (const transaction_id of [invoice, 'pi_1', session.id]) {
      const response = await shop.sale({ transaction_id, amount_cents: 4900, customer_key: 'cus-1' })
      expect([response.status, response.body.error?.details]).toEqual([409, { sale_id: sale?.id }])
    }
    await expectOneSale(shop)
  })

  it('is one sale under whichever id the merchant recorded it first', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    await shop.sale({ transaction_id: 'pi_1', amount_cents: 4900, customer_key: 'cus-1' })
    const invoice = paidInvoice({ metadata: { service_customer_key: 'cus-1' } })
    await publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, 'pi_1'))
    await publish(shop, 'invoice.paid', invoice)
    await expectOneSale(shop, { transaction_id: 'pi_1' })
  })

  it('is one sale under its charge’s id too, whichever is reported first', async () => {
    for (const isChargeFirst of [true, false]) {
      const shop = await open()
      await shop.customer('cus-1')
      const session = paidSession({ metadata: { service_customer_key: 'cus-1' } })
      const charge = refundedCharge(session.payment_intent, 0)
      const call = () => shop.sale({ transaction_id: charge.id, amount_cents: 4900, customer_key: 'cus-1' })
      if (!isChargeFirst) expect((await call()).status).toBe(200)
      await publish(shop, 'charge.succeeded', charge)
      await publish(shop, 'checkout.session.completed', session)
      expect((await call()).status).toBe(409)
      await expectOneSale(shop)
    }
  })

  it('has its later sale reversed if both were recorded before the match was known', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    await shop.sale({ transaction_id: 'pi_1', amount_cents: 4900, customer_key: 'cus-1' })
    const invoice = paidInvoice({ metadata: { service_customer_key: 'cus-1' } })
    await publish(shop, 'invoice.paid', invoice)
    await publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, 'pi_1'))
    const sales = await shop.rows('sale_events')
    const commissions = await shop.rows('commissions')
    const found = sales.map(({ id, transaction_id, status }) => {
      const commission = commissions.find(({ sale_id }) => sale_id === id)
      return [transaction_id, status, commission?.reversed_cents]
    })
    expect(new Set(found)).toEqual(
      new Set([
        ['pi_1', 'paid', 0],
        [invoice.id, 'refunded', 980],
      ]),
    )
    await shop.verify()
  })
})

describe('unattributed payments', () => {
  const unknown = (shop: ConnectedShop) => pay(shop, { customer: 'cus_x', metadata: { product_id: 'pro' } })

  it('are listed with the reason, newest first, with pagination', async () => {
    const shop = await open()
    const sessions = []
    for (let count = 0; count < 3; count++) {
      sessions.push(await unknown(shop))
      clock.advance({ minutes: 1 })
    }
    const first = await shop.manage('GET', '/unattributed-payments?limit=2')
    const second = await shop.manage(
      'GET',
      `/unattributed-payments?limit=2&cursor=${first.body.meta.nextCursor}`,
    )
    const shown = [...first.body.data, ...second.body.data]
    expect(second.body.meta.nextCursor).toBeNull()
    expect(shown.map(({ transactionId }) => transactionId)).toEqual(
      sessions.map(({ payment_intent }) => payment_intent).reverse(),
    )
    expect(shown[0]).toMatchObject({
      state: 'unattributed',
      reason: 'no_customer',
      processor: 'stripe',
      amountCents: 4900,
      currency: 'USD',
      saleType: 'payment',
      productId: 'pro',
      processorCustomerId: 'cus_x',
      saleId: null,
      occurredAt: '2026-03-10T12:02:00.000Z',
    })
  })

  it('become a sale when attributed manually, even past the window, with that day’s commission', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    const [customer] = await shop.rows('customers')
    clock.advance({ days: 61 })
    const paidAt = clock.now()
    await unknown(shop)
    clock.advance({ days: 1 })
    const [payment] = await listEventsForReview(shop)
    const response = await shop.manage('POST', `/unattributed-payments/${payment.id}/attribute`, {
      customerId: customer?.id,
    })
    expect(response.body.data).toMatchObject({
      state: 'attributed',
      reason: 'no_customer',
      saleId: expect.any(Number),
    })
    await expectOneSale(shop, { attributed_by: 'manual', reported_at: paidAt, received_at: clock.now() })
    expect(await listEventsForReview(shop, '?state=attributed')).toHaveLength(1)
    const again = await shop.manage('POST', `/unattributed-payments/${payment.id}/attribute`, {
      customerId: customer?.id,
    })
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict'])
    const dismissed = await shop.manage('POST', `/unattributed-payments/${payment.id}/dismiss`)
    expect(dismissed.status).toBe(409)
    await expectOneSale(shop)
  })

  it('credit a customer’s current partner, and reject the previous partner’s row', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    const [previous] = await shop.rows('customers')
    const other = await createTestPartner(service, shop.program)
    const moved = await shop.manage('POST', '/customers/attribute', {
      customerKey: 'cus-1',
      partnerId: other.partnerId,
      reason: 'agreed by phone',
    })
    const { customerId } = moved.body.data
    await unknown(shop)
    const [payment] = await listEventsForReview(shop)
    const attribute = (id: unknown) =>
      shop.manage('POST', `/unattributed-payments/${payment.id}/attribute`, { customerId: id })
    const rejected = await attribute(previous?.id)
    expect(rejected).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'continued', customerId } } },
    })
    expect(await shop.rows('sale_events')).toEqual([])
    expect((await attribute(customerId)).status).toBe(200)
    expect(await shop.rows('sale_events')).toMatchObject([
      { customer_id: customerId, partner_id: other.partnerId },
    ])
  })

  it('settle a provisional customer’s lead when attributed manually', async () => {
    const shop = await open()
    await shop.browserLead({ click_id: await shop.clickId() })
    await unknown(shop)
    const [[payment], [customer]] = [await listEventsForReview(shop), await shop.rows('customers')]
    await shop.manage('POST', `/unattributed-payments/${payment.id}/attribute`, { customerId: customer?.id })
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled', settled_by: 'payment' }])
    await expectOneSale(shop)
  })

  it('can be dismissed, stay dismissed when they arrive again, and can still be attributed', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    const session = await unknown(shop)
    const [payment] = await listEventsForReview(shop)
    const dismissed = await shop.manage('POST', `/unattributed-payments/${payment.id}/dismiss`)
    expect(dismissed.body.data.state).toBe('dismissed')
    await publish(shop, 'checkout.session.async_payment_succeeded', {
      ...session,
      metadata: { service_click_id: click_id },
    })
    await expectNoSales(shop)
    expect(await listEventsForReview(shop, '?state=unattributed')).toEqual([])
    const [customer] = await shop.rows('customers')
    await shop.manage('POST', `/unattributed-payments/${payment.id}/attribute`, { customerId: customer?.id })
    await expectOneSale(shop)
  })

  it('stay dismissed when merged with another payment', async () => {
    const shop = await open()
    await pay(shop, { payment_intent: 'pi_1' })
    const invoice = paidInvoice()
    await publish(shop, 'invoice.paid', invoice)
    const [newest] = await listEventsForReview(shop)
    await shop.manage('POST', `/unattributed-payments/${newest.id}/dismiss`)
    await publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, 'pi_1'))
    expect(await listEventsForReview(shop)).toMatchObject([{ state: 'dismissed', transactionId: 'pi_1' }])
  })

  it('cannot be attributed to an unknown or foreign customer, for an unapproved partner, or in another currency', async () => {
    const [shop, other] = [await open(), await open()]
    await other.customer('cus-1')
    const [stranger] = await other.rows('customers')
    await unknown(shop)
    const [payment] = await listEventsForReview(shop)
    const attribute = (id: number, customerId: unknown) =>
      shop.manage('POST', `/unattributed-payments/${id}/attribute`, { customerId })
    for (const customerId of [stranger?.id, 999_999]) {
      const response = await attribute(payment.id, customerId)
      expect([response.status, response.body.error.details]).toEqual([400, { field: 'customerId' }])
    }
    expect((await attribute(999_999, 1)).status).toBe(404)
    expect((await other.manage('POST', `/unattributed-payments/${payment.id}/dismiss`)).status).toBe(404)
    await shop.customer('cus-1')
    const [customer] = await shop.rows('customers')
    const partner = kysely.updateTable('program_enrollments').where('program_id', '=', shop.program.id)
    await partner.set({ status: 'rejected' }).execute()
    expect((await attribute(payment.id, customer?.id)).status).toBe(409)
    await partner.set({ status: 'approved' }).execute()
    await pay(shop, { currency: 'gbp' })
    const [inPounds] = await listEventsForReview(shop)
    const response = await attribute(inPounds.id, customer?.id)
    expect([response.status, response.body.error.code]).toEqual([422, 'unsupported_currency'])
    await expectNoSales(shop)
  })

  it.each(['pending', 'rejected'] as const)('name a partner who is %s as the reason', async (status) => {
    const shop = await open()
    const partner = await createTestPartner(service, shop.program)
    const click_id = await shop.clickId(partner.code)
    await kysely
      .updateTable('program_enrollments')
      .set({ status })
      .where('program_id', '=', shop.program.id)
      .where('partner_id', '=', partner.partnerId)
      .execute()
    await pay(shop, { metadata: { service_click_id: click_id } })
    expect(await listEventsForReview(shop)).toMatchObject([{ reason: 'partner_not_approved' }])
    await expectNoSales(shop)
  })

  it('give an inactive program as the reason', async () => {
    const shop = await open()
    const { click_id } = await shop.customer('cus-1')
    await shop.change({ status: 'paused' })
    await pay(shop, { metadata: { service_click_id: click_id } })
    expect(await listEventsForReview(shop)).toMatchObject([{ reason: 'program_inactive' }])
    await expectNoSales(shop)
  })

  it('give a program closed to new referrals as the reason, while purchases by its customers still count', async () => {
    const shop = await open()
    const click_id = await shop.clickId()
    await shop.customer('cus-1')
    await shop.change({ closed_to_new_referrals: true })
    await pay(shop, { metadata: { service_click_id: click_id } })
    expect(await listEventsForReview(shop)).toMatchObject([{ reason: 'closed_to_new_referrals' }])
    await expectNoSales(shop)
    await pay(shop, { metadata: { service_customer_key: 'cus-1' } })
    await expectOneSale(shop)
  })

  it('are recorded by the sale endpoint if the merchant sends a known customer', async () => {
    const shop = await open()
    const session = await unknown(shop)
    await shop.customer('cus-1')
    const sale = { transaction_id: session.payment_intent, amount_cents: 4900, customer_key: 'cus-1' }
    expect((await shop.sale(sale)).status).toBe(200)
    expect(await listEventsForReview(shop)).toMatchObject([
      { state: 'attributed', saleId: expect.any(Number) },
    ])
    await expectOneSale(shop)
  })
})
