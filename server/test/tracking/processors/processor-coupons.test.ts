import { beforeEach, describe, expect, it } from 'vitest'
import { concurrently, createTestPartner, startTestService } from '../../harness.ts'
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

let shop: ConnectedShop
let ada: { partnerId: number }
let couponId: number

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openConnectedShop(service)
  ada = await createTestPartner(service, shop.program)
  const created = await shop.manage('POST', '/coupon-codes', { partnerId: ada.partnerId, code: 'ADA10' })
  expect(created.status, created.text).toBe(201)
  couponId = created.body.data.id
})

const checkout = (session: Record<string, unknown>) =>
  publish(shop, 'checkout.session.completed', paidSession(session))

const sales = () => shop.rows('sale_events')

const createInvoice = (subscription: string, more: Record<string, unknown> = {}) =>
  paidInvoice({
    parent: { type: 'subscription_details', subscription_details: { metadata: {}, subscription } },
    ...more,
  })

describe('a Stripe payment with a coupon code', () => {
  it.each([
    ['in its metadata', { metadata: { coupon_code: 'ada10' } }],
    ['as the ID of its coupon', { discounts: [{ coupon: 'ADA10', promotion_code: 'promo_1' }] }],
  ])('attributes a buyer without a click by the code %s', async (_title, session) => {
    await checkout(session)
    expect(await sales()).toMatchObject([
      {
        partner_id: ada.partnerId,
        attributed_by: 'coupon_code',
        coupon_id: couponId,
        decision_facts: { coupon: 'attributed' },
      },
    ])
    expect(await shop.rows('customers')).toMatchObject([{ status: 'conversion', partner_id: ada.partnerId }])
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled' }])
    await shop.verify()
  })

  it.each([
    ['code', 'code', 'attributed'],
    ['click', 'click', 'click_wins'],
    ['first_touch', 'click', 'click_wins'],
  ] as const)('under %s, goes to the partner of the %s', async (precedence, winner, coupon) => {
    await shop.manage('PATCH', '', { couponPrecedence: precedence })
    const isKnown = precedence === 'code' ? [false, true] : [true]
    for (const known of isKnown) {
      const service_click_id = await shop.clickId()
      if (known) await shop.customer(`user-${precedence}`, service_click_id)
      await checkout({ metadata: { service_click_id, coupon_code: 'ADA10' } })
    }
    const [winnerId, loserId] =
      winner === 'code' ? [ada.partnerId, shop.program.partnerId] : [shop.program.partnerId, ada.partnerId]
    for (const sale of await sales()) {
      expect(sale).toMatchObject({
        partner_id: winnerId,
        coupon_id: couponId,
        decision_facts: { coupon, otherPartnerId: loserId },
      })
    }
    expect(await sales()).toHaveLength(isKnown.length)
    await shop.verify()
  })

  it('keeps renewals with the partner, and a free trial’s code attributes the first invoice', async () => {
    const [subscription, customer] = [newId('sub'), newId('cus')]
    await publish(
      shop,
      'checkout.session.completed',
      subscribedSession(newId('in'), {
        amount_total: 0,
        payment_status: 'no_payment_required',
        subscription,
        customer,
        discounts: [{ coupon: 'ADA10', promotion_code: null }],
      }),
    )
    await publish(shop, 'invoice.paid', createInvoice(subscription, { customer }))
    await publish(
      shop,
      'invoice.paid',
      createInvoice(subscription, { customer, billing_reason: 'subscription_cycle' }),
    )
    expect(await sales()).toMatchObject([
      { partner_id: ada.partnerId, decision_facts: { coupon: 'attributed' } },
      { partner_id: ada.partnerId, decision_facts: { coupon: 'customer_bought' } },
    ])
    expect(await shop.rows('customers')).toHaveLength(1)
    await shop.verify()
  })

  it('counts once when the checkout, its invoice and copies of both arrive at the same time', async () => {
    const invoice = newId('in')
    const [subscription, customer] = [newId('sub'), newId('cus')]
    const metadata = { coupon_code: 'ADA10' }
    const session = subscribedSession(invoice, { subscription, customer, metadata })
    const paid = createInvoice(subscription, { id: invoice, customer, metadata })
    await concurrently(8, (n) =>
      n % 2 === 0
        ? publish(shop, 'checkout.session.completed', session)
        : publish(shop, 'invoice.paid', paid),
    )
    expect(await sales()).toMatchObject([{ partner_id: ada.partnerId, coupon_id: couponId }])
    expect(await shop.rows('commissions')).toHaveLength(1)
    expect(await shop.rows('customers')).toHaveLength(1)
    await shop.verify()
  })

  it('attributes no new customer in a program closed to new referrals, with or without a click', async () => {
    const service_click_id = await shop.clickId()
    await shop.manage('PATCH', '', { couponPrecedence: 'code', closedToNewReferrals: true })
    await checkout({ metadata: { service_click_id, coupon_code: 'ADA10' } })
    await checkout({ metadata: { coupon_code: 'ADA10' } })
    expect(await sales()).toEqual([])
    expect(await shop.rows('customers')).toEqual([])
  })

  it('stays unattributed with an unknown code, and with a payment intent that has no code', async () => {
    await checkout({ discounts: [{ coupon: 'SUMMER', promotion_code: null }] })
    await checkout({ discounts: [{ coupon: null, promotion_code: 'promo_1' }] })
    expect(await sales()).toEqual([])
    const { data } = (await shop.manage('GET', '/unattributed-payments')).body
    expect(data).toMatchObject([{ reason: 'no_customer' }, { reason: 'no_customer' }])
  })
})
