import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { insertWebhook } from '../../../src/notifications/webhooks/webhooks.sql.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { createStripe } from '../../../src/tracking/processors/stripe/stripe.adapter.ts'
import { send, startTestService } from '../../harness.ts'
import { changeIssuedDocuments } from '../../issued-documents.ts'
import {
  createEvent,
  dispute,
  failedRefund,
  newId,
  openConnectedShop,
  paidInvoice,
  paidSession,
  publish,
  refundedCharge,
} from '../../tracking/processors/processor.ts'

/** Currencies with two, no and three decimals, and one without decimals that Stripe counts in hundredths. */
const EIGHT = ['USD', 'EUR', 'VND', 'JPY', 'KWD', 'GBP', 'CHF', 'ISK'] as const

type Code = (typeof EIGHT)[number]

/** Defined independently of the service: decimals, US dollars per unit, and Stripe units per minor unit. */
const FACTS: Record<Code, { digits: number; rate: string; stripe: number }> = {
  USD: { digits: 2, rate: '1', stripe: 1 },
  EUR: { digits: 2, rate: '1.0832', stripe: 1 },
  VND: { digits: 0, rate: '0.0000393', stripe: 1 },
  JPY: { digits: 0, rate: '0.0067', stripe: 1 },
  KWD: { digits: 3, rate: '3.2567', stripe: 1 },
  GBP: { digits: 2, rate: '1.2711', stripe: 1 },
  CHF: { digits: 2, rate: '1.125', stripe: 1 },
  ISK: { digits: 0, rate: '0.0072', stripe: 100 },
}
const SALES = [1, 5, 4_999, 123_457, 2 ** 40 + 1]
const PART_OF_LAST = 777_777_777
const FLAT = 1_234
const FEE_BPS = 350
const RATE_BPS = 2_000

const service = await startTestService({
  ownDatabase: true,
  now: '2026-02-10T12:00:00.000Z',
  environment: { CURRENCIES: EIGHT.join(','), EXPECTED_RATES: 'JPY:0.004-0.02,KWD:2-3' },
})
const { app, database, clock } = service

/** Rounds half up in integers, independently of the service. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator
  return 2n * (numerator % denominator) >= denominator ? whole + 1n : whole
}

/** Formats minor units. */
function written(cents: bigint, digits: number): string {
  if (digits === 0) return String(cents)
  const unit = 10n ** BigInt(digits)
  return `${cents / unit}.${String(cents % unit).padStart(digits, '0')}`
}

/** A sale's remaining amount, its commission and fee, and the fee in US cents. */
function expectedAmounts(code: Code, sale: { cents: number; back: number; flat?: boolean }) {
  const { digits, rate } = FACTS[code]
  const [cents, back] = [BigInt(sale.cents), BigInt(sale.back)]
  const left = (created: bigint) => rounded(created * (cents - back), cents)
  const commission = left(sale.flat === true ? BigInt(FLAT) : rounded(cents * BigInt(RATE_BPS), 10_000n))
  const fee = left(rounded(cents * BigInt(FEE_BPS), 10_000n))
  const [whole = '', fraction = ''] = rate.split('.')
  const usd = rounded(
    fee * BigInt(whole + fraction) * 100n,
    10n ** BigInt(fraction.length) * 10n ** BigInt(digits),
  )
  return { revenue: cents - back, commission, fee, usd }
}

function sum(
  ledger: ReturnType<typeof expectedAmounts>[],
  what: 'revenue' | 'commission' | 'fee' | 'usd',
): bigint {
  return ledger.reduce((total, one) => total + one[what], 0n)
}

/** Parses sums that exceed safe integers from the response text. */
const parseBigints = (text: string, field: string) =>
  [...text.matchAll(new RegExp(`"${field}":(-?\\d+)`, 'g'))].map(([, digits = '']) => BigInt(digits))

test('amounts in each of eight currencies are exact from sale to invoice', async () => {
  const shop = await openConnectedShop(service, { platformFeeBps: FEE_BPS, rateBps: RATE_BPS })
  const click_id = await shop.clickId()
  await shop.customer('cus-1', click_id)
  const base = `/api/programs/${shop.program.id}`
  const bearer = shop.session
  await database.kysely.transaction().execute((transaction) =>
    insertWebhook(transaction, {
      program_id: shop.program.id,
      url: 'https://merchant.test/hook',
      event_types: ['sale.created'],
      secret: 'sealed',
      created_at: clock.now(),
    }),
  )
  const ledger = new Map<Code, ReturnType<typeof expectedAmounts>[]>()

  for (const code of EIGHT) {
    const { stripe } = FACTS[code]
    const sell = async (name: string, amount_cents: number, more: object = {}) => {
      const transaction_id = `${code}-${name}`
      const body = { transaction_id, amount_cents, currency: code, customer_key: 'cus-1', ...more }
      expect((await shop.sale(body)).status).toBe(200)
      return transaction_id
    }
    const refund = async (transaction_id: string, refund_amount_cents: number) => {
      const body = { transaction_id, refund_id: `${transaction_id}-back`, refund_amount_cents }
      const response = await send(app, 'POST', '/api/v1/track/refund', { bearer: shop.program.liveKey, body })
      expect(response.status).toBe(200)
    }
    const entries: ReturnType<typeof expectedAmounts>[] = []
    for (const [index, cents] of SALES.entries()) {
      const name = await sell(`sale-${index}`, cents)
      const back = index === SALES.length - 1 ? PART_OF_LAST : index === 2 ? cents : 0
      if (back > 0) await refund(name, back)
      entries.push(expectedAmounts(code, { cents, back }))
    }
    await shop.policy({ product_id: `flat-${code}`, type: 'flat', amount_cents: FLAT, currency: code })
    await sell('flat', 10_000, { product_id: `flat-${code}` })
    entries.push(expectedAmounts(code, { cents: 10_000, back: 0, flat: true }))
    const other = code === 'USD' ? 'EUR' : 'USD'
    await sell('misfit', 50_003, { product_id: `flat-${other}` })
    entries.push(expectedAmounts(code, { cents: 50_003, back: 0 }))

    const intent = newId('pi')
    const paid = { amount_total: 7_777 * stripe, currency: code.toLowerCase(), payment_intent: intent }
    await publish(shop, 'checkout.session.completed', paidSession({ ...paid, client_reference_id: click_id }))
    const charge = { amount: 7_777 * stripe, amount_captured: 7_777 * stripe, currency: code.toLowerCase() }
    await publish(shop, 'charge.refunded', refundedCharge(intent, 2_222 * stripe, charge))
    entries.push(expectedAmounts(code, { cents: 7_777, back: 2_222 }))
    ledger.set(code, entries)
  }
  const of = (code: Code) => ledger.get(code) ?? []

  const read = (path: string) => send(app, 'GET', path, { bearer })
  const performance = await read(`/api/tracking/performance/${shop.program.id}`)
  const { metrics } = performance.body
  const cents = (what: 'revenue' | 'commission') =>
    Object.fromEntries(EIGHT.map((code) => [code, Number(sum(of(code), what))]))
  expect(metrics.revenueByCurrency).toEqual(cents('revenue'))
  expect(metrics.commissionByCurrency).toEqual(cents('commission'))
  // "Dollars" are minor units / 100 at face value, in every currency (D32).
  const all = EIGHT.reduce((total, code) => total + sum(of(code), 'revenue'), 0n)
  expect(metrics.totalRevenue).toBe(Number(all) / 100)

  const sales = await shop.rows('sale_events')
  expect(
    sales.filter(({ provider }) => provider === 'stripe').map((sale) => [sale.currency, sale.amount_cents]),
  ).toEqual(EIGHT.map((code) => [code, 7_777]))
  const reported = (await shop.rows('outbox_events')).map(({ data }) => data as Record<string, unknown>)
  for (const code of EIGHT) {
    const own = reported.filter((data) => data.transaction_id === `${code}-sale-3`)
    expect(own).toContainEqual(expect.objectContaining({ amount_cents: 123_457, currency: code }))
  }

  clock.advance({ days: 31 })
  await approveCommissions(service.deps)
  const balances = (await read(`${base}/balances`)).body.data[0].balances
  expect(new Map(balances.map((one: Record<string, unknown>) => [one.currency, one.owedCents]))).toEqual(
    new Map(EIGHT.map((code) => [code, Number(sum(of(code), 'commission'))])),
  )
  const file = await read(`${base}/commissions.csv`)
  expect(file.text).toContain(',24.691,0.000,24.691,0.000,KWD,')
  expect(file.text).toContain(',24691,0,24691,0,JPY,')

  const created = await send(app, 'POST', `${base}/payouts`, { bearer, body: {} })
  expect(
    created.body.data.sums.map((one: Record<string, unknown>) => [one.currency, one.amountCents]),
  ).toEqual(EIGHT.map((code) => [code, Number(sum(of(code), 'commission'))]))
  const exported = (await read(`${base}/payouts/export.csv`)).text
  for (const code of EIGHT) {
    const owed = sum(of(code), 'commission')
    expect(exported).toContain(`,${code},${owed},${written(owed, FACTS[code].digits)},open,`)
  }
  const pay = (text: string) =>
    send(app, 'POST', `${base}/payouts/import`, {
      bearer,
      body: text,
      headers: { 'content-type': 'text/csv' },
    })
  const paidFile = exported.replaceAll(',open,', ',paid,')
  const asUnits = await pay(paidFile.replace(/,KWD,(\d+)\d{3},/, ',KWD,$1,'))
  expect([asUnits.status, asUnits.body.error.details.field]).toEqual([400, 'amount_cents'])
  expect((await pay(paidFile)).body.data).toEqual({ paid: EIGHT.length, unchanged: 0 })

  const preview = await read(`${base}/invoices/preview?month=2026-02&JPY=0.0067`)
  expect(
    preview.body.data.rates.map((one: Record<string, unknown>) => [one.currency, one.rate]).sort(),
  ).toEqual(
    EIGHT.filter((code) => code !== 'USD')
      .map((code) => [code, code === 'JPY' ? '0.0067' : null])
      .sort(),
  )
  const exchangeRates = Object.fromEntries(
    EIGHT.filter((code) => code !== 'USD').map((code) => [code, FACTS[code].rate]),
  )
  const issue = (confirmRates: string[]) =>
    send(app, 'POST', `${base}/invoices`, { bearer, body: { month: '2026-02', exchangeRates, confirmRates } })
  const unusual = await issue([])
  expect([unusual.status, unusual.body.error.details]).toEqual([
    409,
    { field: 'exchangeRates.KWD', currency: 'KWD', rate: '3.2567', lastRate: null, unusual: 'out_of_range' },
  ])
  const invoice = await issue(['KWD'])
  expect(invoice.status).toBe(201)
  expect(invoice.body.data.exchangeRates).toEqual(exchangeRates)
  const total = EIGHT.reduce((usd, code) => usd + sum(of(code), 'usd'), 0n)
  expect(parseBigints(invoice.text, 'totalUsdCents')).toEqual([total])
  const sums = invoice.body.data.sums.map((one: Record<string, unknown>) => [
    one.currency,
    one.amountCents,
    one.usdCents,
  ])
  expect(new Set(sums.map(String))).toEqual(
    new Set(EIGHT.map((code) => String([code, sum(of(code), 'fee'), sum(of(code), 'usd')]))),
  )
  const { id } = invoice.body.data
  const lines = (await read(`${base}/invoices/${id}/lines.csv`)).text
  expect(lines).toContain(',4.321,KWD,3.2567,14.07')
  expect(lines).toContain(',4321,JPY,0.0067,28.95')
  expect((await read(`${base}/invoices/${id}.html`)).text).toContain('4.321 KWD')

  await shop.verify()
  const { differences } = await verifyMoney(database, shop.program.id)
  expect(differences).toEqual([])
  await changeIssuedDocuments(
    database,
    sql`update invoice_lines set usd_cents = usd_cents + 1
      where program_id = ${shop.program.id} and currency = 'KWD' and amount_cents = 4321`,
  )
  const found = (await verifyMoney(database, shop.program.id)).differences
  expect(found.map(({ check }) => check).toSorted()).toEqual([
    'fee_invoiced_usd',
    'invoice_sums',
    'invoice_total',
  ])
})

test('amounts in every Stripe event are in ISO 4217 minor units, or the event waits for review', () => {
  const { readEvent } = createStripe({ clientId: undefined, secretKey: undefined, webhookSecret: undefined })
  const readChange = (type: string, object: Record<string, unknown>) =>
    readEvent(
      {
        raw: Buffer.from(JSON.stringify(createEvent(service, type, object))),
        headers: {},
        receivedAt: service.clock.now(),
      },
      { isLive: true },
    )?.change
  const [pi, note] = [
    newId('pi'),
    { invoice: newId('in'), id: newId('cn'), type: 'post_payment', status: 'issued' },
  ]
  const events = (amount: number, currency: string) => [
    readChange('checkout.session.completed', paidSession({ amount_total: amount, currency })),
    readChange('invoice.paid', paidInvoice({ amount_paid: amount, currency })),
    readChange('payment_intent.succeeded', {
      id: pi,
      amount_received: amount,
      currency,
      metadata: { service_customer_key: 'cus-1' },
    }),
    readChange('charge.refunded', refundedCharge(pi, amount, { currency, amount, amount_captured: amount })),
    readChange('refund.failed', failedRefund(pi, amount, { currency })),
    readChange('charge.dispute.created', dispute(pi, 'needs_response', { amount, currency })),
    readChange('credit_note.created', { ...note, post_payment_amount: amount, currency }),
  ]
  for (const [amount, currency, cents] of [
    [500, 'isk', 5],
    [12_300, 'ugx', 123],
    [5, 'mga', 500],
    [5_120, 'kwd', 5_120],
    [5_124, 'kwd', 5_124],
    [500, 'jpy', 500],
    [1_045, 'huf', 1_045],
    [80_045, 'twd', 80_045],
  ] as const) {
    for (const change of events(amount, currency)) {
      expect(change).toMatchObject({ amount_cents: cents, currency: currency.toUpperCase() })
    }
  }
  for (const change of events(550, 'isk')) expect(change).toMatchObject({ kind: 'unreadable' })
  const charge = readChange(
    'charge.succeeded',
    refundedCharge(pi, 0, { currency: 'ugx', amount_captured: 900 }),
  )
  expect(charge).toMatchObject({ kind: 'linked', charge: { amount_cents: 9, currency: 'UGX' } })
  const taxed = paidInvoice({ amount_paid: 5_000, currency: 'isk', total_taxes: [{ amount: 1_000 }] })
  expect(readChange('invoice.paid', taxed)).toMatchObject({ amount_cents: 50, tax_amount_cents: 10 })
})
