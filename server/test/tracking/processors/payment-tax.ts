import { expect } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { send, type TestService } from '../../harness.ts'
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

export type Base = 'amount' | 'amount_without_tax'
type StripeObject = Record<string, unknown>
type Event = [type: string, object: StripeObject]

/** A shop whose commissions are calculated from this amount. */
export async function openWithBase(service: TestService, commissionBase: Base) {
  const shop = await openConnectedShop(service)
  const path = `/api/programs/${shop.program.id}`
  const set = await send(service.app, 'PATCH', path, { bearer: shop.session, body: { commissionBase } })
  expect(set.status).toBe(200)
  return shop
}

const GROSS = { amount: 11_900, amount_captured: 11_900 }

export function createCheckout(intent: string, metadata: StripeObject): StripeObject {
  const total_details = { amount_discount: 0, amount_shipping: 0, amount_tax: 1_900 }
  return paidSession({ amount_total: 11_900, payment_intent: intent, total_details, metadata })
}

export const createIntent = (id: string, metadata: StripeObject, more: StripeObject = {}): Event => [
  'payment_intent.succeeded',
  { id, amount: 11_900, amount_received: 11_900, currency: 'usd', metadata, ...more },
]

const createInvoice = (id: string, metadata: StripeObject, more: StripeObject = {}): Event => [
  'invoice.paid',
  paidInvoice({ id, amount_paid: 11_900, total: 11_900, metadata, ...more }),
]

const TAX = { total_taxes: [{ amount: 1_900 }] }

/** Half of the charge is refunded. */
const createRefund = (intent: string): Event => ['charge.refunded', refundedCharge(intent, 5_950, GROSS)]

/** Each charge of 119.00 includes 19.00 of tax. */
export const SCENARIOS: [label: string, (metadata: StripeObject) => Event[]][] = [
  [
    'only the checkout',
    (metadata) => {
      const intent = newId('pi')
      return [
        ['checkout.session.completed', createCheckout(intent, metadata)],
        createIntent(intent, metadata),
        ['charge.succeeded', refundedCharge(intent, 0, GROSS)],
        createRefund(intent),
      ]
    },
  ],
  [
    'an invoice’s checkout alone',
    (metadata) => {
      const [invoice, intent] = [newId('in'), newId('pi')]
      const session = { ...createCheckout(intent, metadata), payment_intent: null, invoice }
      return [
        ['checkout.session.completed', subscribedSession(invoice, session)],
        createInvoice(invoice, metadata),
        ['invoice_payment.paid', invoicePayment(invoice, intent)],
        createRefund(intent),
      ]
    },
  ],
  [
    'only the invoice',
    (metadata) => {
      const [invoice, intent] = [newId('in'), newId('pi')]
      return [
        createIntent(intent, metadata, { invoice }),
        createInvoice(invoice, {}, TAX),
        ['charge.succeeded', refundedCharge(intent, 0, { ...GROSS, invoice })],
        createRefund(intent),
      ]
    },
  ],
  [
    'a second event for the invoice',
    (metadata) => {
      const [invoice, intent] = [newId('in'), newId('pi')]
      return [
        createInvoice(invoice, metadata),
        createInvoice(invoice, metadata, TAX),
        ['invoice_payment.paid', invoicePayment(invoice, intent)],
        createRefund(intent),
      ]
    },
  ],
]

/** Returns the newest sale's amount, tax and refund, then the amount and reversal of its commission and fee. */
export async function newestSale(shop: ConnectedShop) {
  const sale = (await shop.rows('sale_events')).at(-1)
  const commission = (await shop.rows('commissions')).at(-1)
  const fee = (await shop.rows('platform_fees')).at(-1)
  return [
    [sale?.amount_cents, sale?.tax_amount_cents, sale?.refunded_cents],
    [commission?.amount_cents, commission?.reversed_cents],
    [fee?.amount_cents, fee?.reversed_cents],
  ]
}

/** The commission bases, and each sale's commission. */
export const BASES: [Base, number][] = [
  ['amount_without_tax', 2_000],
  ['amount', 2_380],
]

/** Delivers a scenario's events in each of these orders and expects the same amounts each time. */
export async function expectSameMoney(
  service: TestService,
  [base, commission]: [Base, number],
  createTimeline: (metadata: StripeObject) => Event[],
  orders: number[][],
) {
  const shop = await openWithBase(service, base)
  for (const order of orders) {
    const { click_id } = await shop.customer(`cus-${order.join('-')}`)
    const events = createTimeline({ service_click_id: click_id })
    for (const index of order) {
      const [type, object] = events[index] ?? ['', {}]
      await publish(shop, type, object)
    }
    expect([order, ...(await newestSale(shop))]).toEqual([
      order,
      [11_900, 1_900, 5_950],
      [commission, commission / 2],
      [417, 208],
    ])
  }
  const { length } = orders
  expect(await shop.counts()).toMatchObject({
    sale_events: length,
    commissions: length,
    platform_fees: length,
  })
  expect((await shop.manage('GET', '/events-for-review?state=open')).body.data).toEqual([])
  await shop.verify()
  expect((await verifyMoney(service.database, shop.program.id)).differences).toEqual([])
}
