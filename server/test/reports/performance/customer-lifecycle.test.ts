import { expect, it } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { BROWSER, startTestService } from '../../harness.ts'
import {
  eventOf,
  invoicePayment,
  newId,
  openConnectedShop,
  paidInvoice,
  paidSession,
  refundedCharge,
} from '../../tracking/processors/processor.ts'

const service = await startTestService({ ownDatabase: true, now: '2026-03-10T12:00:00.000Z' })
const { clock, database, deps } = service

it('follows a customer from click, provisional lead and payment through refund and payout to a late refund, its deduction and the next payout', async () => {
  const shop = await openConnectedShop(service, { perLead: { amount_cents: 500, currency: 'USD' } })
  const { program, manage, stripe } = shop

  // A visitor follows a partner's link and signs up; only the browser reports it.
  const click = await shop.click({ user_agent: BROWSER })
  const click_id: string = click.body.click_id
  expect((await shop.browserLead({ click_id, customer_key: 'cus-1' })).body.provisional).toBe(true)
  expect(await shop.stats()).toEqual([{ day: '2026-03-10', currency: 'XXX', clicks: 1 }])

  // Two days later the checkout is paid: the lead is settled, and the sale has its commission and fee.
  clock.advance({ days: 2 })
  const buyer = { email: 'bea@buyers.test', name: 'Bea', tax_exempt: 'none' }
  const session = paidSession({
    customer: 'cus_bea',
    customer_details: buyer,
    metadata: { service_click_id: click_id },
  })
  const paid = eventOf(service, 'checkout.session.completed', session)
  expect((await stripe.deliver(paid)).status).toBe(200)
  expect((await stripe.deliver(paid)).status).toBe(200)
  expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled', settled_by: 'payment' }])
  expect(await shop.rows('sale_events')).toMatchObject([
    { transaction_id: session.payment_intent, amount_cents: 4900, status: 'paid', provider: 'stripe' },
  ])
  expect(await shop.rows('commissions')).toMatchObject([
    { kind: 'lead', amount_cents: 500, status: 'pending' },
    { kind: 'sale', amount_cents: 980, status: 'pending' },
  ])
  expect(await shop.rows('platform_fees')).toMatchObject([{ amount_cents: 172 }])
  const repeated = await shop.sale({
    transaction_id: session.payment_intent,
    amount_cents: 4900,
    click_id,
  })
  expect(repeated.status).toBe(409)
  expect(await shop.stats()).toEqual([
    { day: '2026-03-10', currency: 'XXX', clicks: 1, leads: 1 },
    { day: '2026-03-12', currency: 'USD', sales: 1, revenue_cents: '4900', commission_cents: '1480' },
    { day: '2026-03-12', currency: 'XXX', conversions: 1 },
  ])

  // A part is refunded during the hold; the rest of the commission is approved and paid.
  const refund = eventOf(service, 'charge.refunded', refundedCharge(String(session.payment_intent), 1000))
  expect((await stripe.deliver(refund)).status).toBe(200)
  expect(await shop.rows('commissions')).toMatchObject([{}, { status: 'pending', reversed_cents: 200 }])
  expect(await balance()).toEqual({ pendingCents: 1280, approvedCents: 0, paidCents: 0, owedCents: 0 })
  clock.advance({ days: 31 })
  await approveCommissions(deps)
  expect(await balance()).toEqual({ pendingCents: 0, approvedCents: 1280, paidCents: 0, owedCents: 1280 })
  await payAll(1280)
  expect(await balance()).toEqual({ pendingCents: 0, approvedCents: 0, paidCents: 1280, owedCents: 0 })

  // Later everything is refunded: what was paid is deducted from the next payout.
  const late = eventOf(service, 'charge.refunded', refundedCharge(String(session.payment_intent), 4900))
  expect((await stripe.deliver(late)).status).toBe(200)
  expect(await shop.rows('sale_events')).toMatchObject([{ status: 'refunded' }])
  expect(await shop.rows('commissions')).toMatchObject([
    { status: 'paid', paid_cents: 500 },
    { status: 'reversed', paid_cents: 780 },
  ])
  expect(await balance()).toEqual({ pendingCents: 0, approvedCents: 0, paidCents: 1280, owedCents: -780 })
  expect((await manage('POST', '/payouts', {})).status).toBe(409)

  // The customer buys again; the next payout pays the remainder after the deduction.
  const renewal = paidInvoice({
    customer: 'cus_bea',
    amount_paid: 10_000,
    billing_reason: 'subscription_cycle',
  })
  expect((await stripe.deliver(eventOf(service, 'invoice.paid', renewal))).status).toBe(200)
  const link = invoicePayment(renewal.id, newId('pi'))
  expect((await stripe.deliver(eventOf(service, 'invoice_payment.paid', link))).status).toBe(200)
  expect(await balance()).toEqual({ pendingCents: 2000, approvedCents: 0, paidCents: 1280, owedCents: -780 })
  clock.advance({ days: 31 })
  await approveCommissions(deps)
  await payAll(1220)
  expect(await balance()).toEqual({ pendingCents: 0, approvedCents: 0, paidCents: 2500, owedCents: 0 })
  expect(await shop.rows('commissions')).toMatchObject([
    { status: 'paid', paid_cents: 500 },
    { status: 'reversed', paid_cents: 0 },
    { status: 'paid', paid_cents: 2000 },
  ])
  await shop.verify()
  expect((await verifyMoney(database, program.id)).differences).toEqual([])

  async function balance() {
    const response = await manage('GET', '/balances')
    const { currency, ...sums } = response.body.data[0].balances[0]
    expect(currency).toBe('USD')
    return sums
  }

  async function payAll(amountCents: number) {
    const created = await manage('POST', '/payouts', {})
    expect(created.status).toBe(201)
    const open = await manage('GET', '/payouts?status=open')
    const [payout, ...others] = open.body.data
    expect(others).toEqual([])
    expect(payout).toMatchObject({ amountCents, currency: 'USD' })
    expect((await manage('POST', `/payouts/${payout.id}/pay`, { reference: 'wire' })).status).toBe(200)
  }
})
