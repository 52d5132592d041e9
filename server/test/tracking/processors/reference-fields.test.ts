import { describe, expect, it } from 'vitest'
import { startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  newId,
  openConnectedShop,
  paidInvoice,
  paidSession,
  publish,
  subscribedSession,
} from './processor.ts'

const service = await startTestService()
const { clock } = service
const NOW = '2026-03-10T12:00:00.000Z'

/**
 * Creates a program that pays only a customer's first sale, with one customer, `user-7`, who signed up with a click.
 */
async function open() {
  clock.set(NOW)
  const shop = await openConnectedShop(service)
  await shop.policy({ duration: 'first_sale' })
  const { click_id } = await shop.customer('user-7')
  return { shop, click_id }
}

const checkout = (shop: ConnectedShop, session: Record<string, unknown>) =>
  publish(shop, 'checkout.session.completed', paidSession(session))

const listCustomerKeys = async (shop: ConnectedShop) =>
  (await shop.rows('customers')).map(({ customer_key }) => customer_key)

const attributions = async (shop: ConnectedShop) =>
  (await shop.rows('sale_events')).map(({ attributed_by }) => attributed_by)

const reasons = async (shop: ConnectedShop) =>
  (await shop.manage('GET', '/unattributed-payments')).body.data.map(
    ({ reason }: { reason: string }) => reason,
  )

/** A subscription's renewal or first invoice, without buyer data. */
const createInvoice = (subscription: string, more: Record<string, unknown> = {}) =>
  paidInvoice({
    customer_email: null,
    parent: { type: 'subscription_details', subscription_details: { metadata: {}, subscription } },
    ...more,
  })

describe('a generic reference field (D60)', () => {
  it('creates no customer next to a click and doesn’t hide the click’s customer', async () => {
    const { shop, click_id } = await open()
    for (const client_reference_id of ['cart_1', 'cart_2', 'cart_3']) {
      await checkout(shop, { metadata: { service_click_id: click_id }, client_reference_id })
    }
    expect(await listCustomerKeys(shop)).toEqual(['user-7'])
    expect(await shop.counts()).toMatchObject({ sale_events: 3, commissions: 1 })
    expect(await attributions(shop)).toEqual(['click_id', 'click_id', 'click_id'])
    await shop.verify()
  })

  it('is not the key of a customer created from a click', async () => {
    const { shop } = await open()
    const metadata = { service_click_id: await shop.clickId() }
    await checkout(shop, { metadata, client_reference_id: 'cart_1' })
    await checkout(shop, { metadata, client_reference_id: 'cart_2' })
    expect(await listCustomerKeys(shop)).toEqual(['user-7', null])
    expect(await shop.counts()).toMatchObject({ sale_events: 2, commissions: 1 })
  })

  it('finds the customer with that key if it is alone, and creates none', async () => {
    const { shop } = await open()
    await checkout(shop, { client_reference_id: 'user-7' })
    await checkout(shop, { client_reference_id: 'cart_1' })
    expect(await attributions(shop)).toEqual(['customer_key'])
    expect(await listCustomerKeys(shop)).toEqual(['user-7'])
    expect(await reasons(shop)).toEqual(['no_customer'])
  })

  it('neither overrides nor contradicts the buyer’s email or processor customer', async () => {
    const { shop } = await open()
    const email = 'bea@buyers.test'
    const lead = { click_id: await shop.clickId(), customer_key: 'bea', email }
    expect((await shop.serverLead(lead)).status).toBe(200)
    const customer_details = { email }
    await checkout(shop, { client_reference_id: 'user-7', customer_details, customer: 'cus_1' })
    await checkout(shop, { client_reference_id: 'user-7', customer: 'cus_1' })
    await checkout(shop, { client_reference_id: 'cart_9', customer_details })
    expect(await attributions(shop)).toEqual(['email', 'processor_customer_id', 'email'])
    const [, bea] = await shop.rows('customers')
    expect((await shop.rows('sale_events')).map(({ customer_id }) => customer_id)).toEqual(
      Array(3).fill(bea?.id),
    )
  })

  it('is ignored next to metadata that matches no one', async () => {
    const { shop } = await open()
    await checkout(shop, { metadata: { service_customer_key: 'stranger' }, client_reference_id: 'user-7' })
    expect(await reasons(shop)).toEqual(['no_customer'])
  })

  it('finds a returning buyer after the attribution window, but not a new one', async () => {
    const { shop, click_id } = await open()
    await checkout(shop, { metadata: { service_click_id: click_id }, client_reference_id: 'cart_1' })
    await shop.customer('user-8')
    clock.advance({ days: 90 })
    await checkout(shop, { metadata: { service_click_id: click_id }, client_reference_id: 'cart_2' })
    await checkout(shop, { client_reference_id: 'user-7' })
    await checkout(shop, { client_reference_id: 'user-8' })
    expect(await attributions(shop)).toEqual(['click_id', 'click_id', 'customer_key'])
    expect(await listCustomerKeys(shop)).toEqual(['user-7', 'user-8'])
    expect(await reasons(shop)).toEqual(['window_expired'])
  })

  it.each([
    ['the trial first', true],
    ['its first invoice first', false],
  ])('finds the customer for later payments if it belongs to a trial: %s', async (_name, isTrialFirst) => {
    const { shop } = await open()
    const [subscription, customer] = [newId('sub'), newId('cus')]
    const trial = subscribedSession(newId('in'), {
      amount_total: 0,
      payment_status: 'no_payment_required',
      client_reference_id: 'user-7',
      subscription,
      customer,
    })
    const events = [
      () => publish(shop, 'checkout.session.completed', trial),
      () => publish(shop, 'invoice.paid', createInvoice(subscription, { customer })),
    ]
    if (!isTrialFirst) events.reverse()
    for (const event of events) await event()
    await publish(
      shop,
      'invoice.paid',
      createInvoice(subscription, { customer, billing_reason: 'subscription_cycle' }),
    )
    expect(await attributions(shop)).toEqual(['customer_key', 'email'])
    expect(await listCustomerKeys(shop)).toEqual(['user-7'])
  })

  it('of an earlier trial is replaced by a later trial’s customer key', async () => {
    const { shop } = await open()
    await shop.customer('user-8')
    const customer = newId('cus')
    const trial = (more: Record<string, unknown>) =>
      subscribedSession(newId('in'), {
        amount_total: 0,
        payment_status: 'no_payment_required',
        subscription: newId('sub'),
        customer,
        ...more,
      })
    await publish(shop, 'checkout.session.completed', trial({ client_reference_id: 'user-7' }))
    const metadata = { service_customer_key: 'user-8' }
    await publish(shop, 'checkout.session.completed', trial({ metadata }))
    // Another trial with a key keeps the first one.
    await publish(shop, 'checkout.session.completed', trial({ metadata: { service_customer_key: 'user-9' } }))
    await publish(shop, 'invoice.paid', createInvoice(newId('sub'), { customer }))
    const [sale] = await shop.rows('sale_events')
    const buyer = (await shop.rows('customers')).find(({ id }) => id === sale?.customer_id)
    expect(buyer).toMatchObject({ customer_key: 'user-8' })
  })

  it.each([
    ['the checkout first', true],
    ['the invoice first', false],
  ])('doesn’t replace the click in its subscription’s metadata: %s', async (_name, isCheckoutFirst) => {
    const { shop, click_id } = await open()
    const [subscription, invoice] = [newId('sub'), newId('in')]
    const metadata = { service_click_id: click_id }
    const parent = { subscription_details: { metadata, subscription } }
    const session = subscribedSession(invoice, { subscription, client_reference_id: 'cart_1' })
    const events = [
      () => publish(shop, 'checkout.session.completed', session),
      () => publish(shop, 'invoice.paid', paidInvoice({ id: invoice, parent })),
    ]
    if (!isCheckoutFirst) events.reverse()
    for (const event of events) await event()
    expect(await attributions(shop)).toEqual(['click_id'])
    expect(await listCustomerKeys(shop)).toEqual(['user-7'])
  })

  it('is used as the click if it is one of our click ids', async () => {
    const { shop, click_id } = await open()
    await checkout(shop, { client_reference_id: click_id })
    expect(await attributions(shop)).toEqual(['click_id'])
  })
})

describe('a placeholder in place of an id (D56)', () => {
  it.each(['undefined', 'null', ' NaN ', 'None', '[object Object]', 'TRUE', 'false'])(
    '%j matches no customer',
    async (placeholder) => {
      const { shop } = await open()
      // Without the rule, the first of these would create a customer with that key, who would get the second.
      const metadata = { service_click_id: await shop.clickId(), service_customer_key: placeholder }
      await checkout(shop, { metadata: { ...metadata, product_id: placeholder } })
      await checkout(shop, { metadata: { service_customer_key: placeholder } })
      await checkout(shop, { client_reference_id: placeholder })
      expect(await listCustomerKeys(shop)).toEqual(['user-7', null])
      expect(await attributions(shop)).toEqual(['click_id'])
      expect(await shop.rows('sale_events')).toMatchObject([{ product_id: null }])
      expect(await reasons(shop)).toEqual(['no_customer', 'no_customer'])
    },
  )

  it('counts as not sent, so that the generic reference applies', async () => {
    const { shop } = await open()
    const metadata = { service_click_id: 'undefined', service_customer_key: 'null' }
    await checkout(shop, { metadata, client_reference_id: 'user-7' })
    expect(await attributions(shop)).toEqual(['customer_key'])
  })

  it('is ignored in a subscription or payment intent too', async () => {
    const { shop, click_id } = await open()
    const details = { metadata: { service_click_id: click_id, service_customer_key: 'undefined' } }
    const parent = { subscription_details: { ...details, subscription: newId('sub') } }
    const metadata = { service_click_id: 'undefined', product_id: 'null' }
    await publish(shop, 'invoice.paid', paidInvoice({ parent, metadata }))
    const intent = { id: newId('pi'), amount: 4900, amount_received: 4900, currency: 'usd' }
    await publish(shop, 'payment_intent.succeeded', {
      ...intent,
      metadata: { service_click_id: 'undefined' },
    })
    expect(await attributions(shop)).toEqual(['click_id'])
    expect(await listCustomerKeys(shop)).toEqual(['user-7'])
  })
})
