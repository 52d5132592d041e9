import { beforeEach, describe, expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import { invalid, openShop, platformError, type Shop } from '../../merchant.ts'

const service = await startTestService({
  environment: { ISSUER_NAME: 'Platform GmbH', ISSUER_ADDRESS: 'Street 1\\nBerlin', ISSUER_TAX_ID: 'DE1' },
})
const { app, database, clock } = service

let shop: Shop
let bearer: string
let orderCount = 0

beforeEach(async () => {
  clock.set('2026-02-10T12:00:00.000Z')
  shop = await openShop(service, { platformFeeBps: 1000 })
  bearer = await signInMember(service, shop.program)
  await shop.customer('cus-1')
})

const path = (rest: string) => `/api/programs/${shop.program.id}/${rest}`
const get = (rest: string) => send(app, 'GET', path(rest), { bearer })
const post = (rest: string, body: unknown) => send(app, 'POST', path(rest), { bearer, body })
const issue = (month: string, exchangeRates = {}, confirmRates?: string[]) =>
  post('invoices', { month, exchangeRates, ...(confirmRates === undefined ? {} : { confirmRates }) })

/** Records a sale with the given platform fee. */
async function fee(cents: number, currency = 'USD'): Promise<string> {
  const transaction_id = `v-${orderCount++}`
  const sale = { transaction_id, amount_cents: cents * 10, customer_key: 'cus-1', currency }
  expect((await shop.sale(sale)).status).toBe(200)
  return transaction_id
}

async function expectConsistent() {
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
}

describe('an unusual exchange rate', () => {
  it('needs a confirmation even for the first invoice, for example an inverted VND rate', async () => {
    await fee(1_000_000, 'VND')
    clock.set('2026-03-02T00:00:00.000Z')
    const rejected = await issue('2026-02', { VND: '25400' })
    expect(rejected.body).toEqual(
      platformError(409, 'conflict', {
        field: 'exchangeRates.VND',
        currency: 'VND',
        rate: '25400',
        lastRate: null,
        unusual: 'out_of_range',
      }),
    )
    expect((await get('invoices')).body.data).toEqual([])
    expect((await issue('2026-02', { VND: '25400' }, ['EUR'])).status).toBe(409)
    expect((await issue('2026-02', { VND: '0.0000393' })).body.data.totalUsdCents).toBe(3930)
    await fee(1_000_000, 'VND')
    clock.set('2026-04-02T00:00:00.000Z')
    const distantRate = await issue('2026-03', { VND: '0.0000131' })
    expect(distantRate.status).toBe(201)
  })

  it('needs a confirmation if it is more than three times the last one', async () => {
    await fee(1000, 'EUR')
    clock.set('2026-03-02T00:00:00.000Z')
    expect((await issue('2026-02', { EUR: '0.6' })).status).toBe(201)
    await fee(1000, 'EUR')
    clock.set('2026-04-02T00:00:00.000Z')
    expect((await issue('2026-03', { EUR: '1.81' })).body.error.details).toMatchObject({
      lastRate: '0.6',
      unusual: 'far_from_last',
    })
    expect((await issue('2026-03', { EUR: '1.81' }, ['EUR'])).status).toBe(201)
    await expectConsistent()
  })
})

describe('an invoice preview', () => {
  it('returns the sums, the missing and unusual rates and the parties, and writes nothing', async () => {
    await send(app, 'PATCH', path('').slice(0, -1), {
      bearer,
      body: { legalName: 'Acme Inc.', taxId: 'US9' },
    })
    await fee(361)
    await fee(1000, 'EUR')
    await fee(1_000_000, 'VND')
    clock.set('2026-03-02T00:00:00.000Z')
    const blankRate = await get('invoices/preview?month=2026-02&EUR=1.0832')
    expect(blankRate.body.data).toMatchObject({
      month: '2026-02',
      issuer: 'Platform GmbH',
      issuerAddress: 'Street 1\nBerlin',
      issuerTaxId: 'DE1',
      billedName: 'Acme Inc.',
      billedTaxId: 'US9',
      lines: 3,
      lastInvoicedMonth: null,
      rates: expect.arrayContaining([
        { currency: 'EUR', rate: '1.0832', lastRate: null, unusual: null },
        { currency: 'VND', rate: null, lastRate: null, unusual: null },
      ]),
    })
    expect(blankRate.body.data).not.toHaveProperty('totalUsdCents')
    const whole = (await get('invoices/preview?month=2026-02&EUR=1.0832&VND=0.0000393')).body.data
    expect((await get('invoices')).body.data).toEqual([])
    const { body } = await issue('2026-02', { EUR: '1.0832', VND: '0.0000393' })
    expect([whole.lines, whole.totalUsdCents]).toEqual([3, 361 + 1083 + 3930])
    expect(body.data).toMatchObject({
      lines: whole.lines,
      totalUsdCents: whole.totalUsdCents,
      sums: whole.sums,
    })
    expect((await get('invoices/preview?month=2026-02')).body.data).toMatchObject({
      lines: 0,
      lastInvoicedMonth: '2026-02',
    })
  })

  it.each([
    ['month=2026-13', 'month'],
    ['', 'month'],
    ['month=2026-03', 'month'],
    ['month=2026-01&EUR=1,08', 'EUR'],
  ])('returns 400 for %s and names the field %s', async (query, field) => {
    expect((await get(`invoices/preview?${query}`)).body).toEqual(invalid(field))
  })
})

describe('voiding an invoice', () => {
  it('creates a credit note that refers to the invoice, lets its month be invoiced again, and keeps the totals consistent', async () => {
    const first = await fee(1000)
    await fee(500, 'EUR')
    clock.set('2026-03-02T00:00:00.000Z')
    const issued = (await issue('2026-02', { EUR: '1.9' })).body.data
    await send(app, 'POST', '/api/v1/track/refund', {
      bearer: shop.program.liveKey,
      body: { transaction_id: first, refund_amount_cents: 4000 },
    })
    const creditNote = await post(`invoices/${issued.id}/void`, { reason: 'Wrong rate' })
    expect([creditNote.status, creditNote.body.data]).toMatchObject([
      201,
      {
        number: `${shop.program.id}-0002`,
        kind: 'credit_note',
        voids: { invoiceId: issued.id, number: issued.number, reason: 'Wrong rate' },
        totalUsdCents: -issued.totalUsdCents,
        lines: 2,
      },
    ])
    expect((await get(`invoices/${issued.id}`)).body.data).toMatchObject({
      kind: 'invoice',
      totalUsdCents: 1000 + 950,
      voidedAt: clock.now().toISOString(),
    })
    const page = await send(app, 'GET', path(`invoices/${creditNote.body.data.id}.html`), { bearer })
    for (const part of [
      'Credit note',
      `Invoice ${issued.number}: Wrong rate`,
      'Platform GmbH',
      'Tax ID DE1',
    ]) {
      expect(page.text).toContain(part)
    }
    expect((await post(`invoices/${issued.id}/void`, { reason: 'Again' })).status).toBe(409)
    expect((await post(`invoices/${creditNote.body.data.id}/void`, { reason: 'Back' })).status).toBe(409)
    // Invoices the month again: the new invoice includes the refund, and the wrong rate doesn't count as the last one.
    const reissued = (await issue('2026-02', { EUR: '1.1' })).body.data
    expect([reissued.number, reissued.totalUsdCents]).toEqual([`${shop.program.id}-0003`, 600 + 550])
    await expectConsistent()
  })

  it('returns 409 if there is a later invoice, and restores the invoice’s credits', async () => {
    const sale = await fee(1000)
    clock.set('2026-03-02T00:00:00.000Z')
    const february = (await issue('2026-02')).body.data
    await send(app, 'POST', '/api/v1/track/refund', {
      bearer: shop.program.liveKey,
      body: { transaction_id: sale },
    })
    clock.set('2026-04-02T00:00:00.000Z')
    const march = (await issue('2026-03')).body.data
    expect(march.totalUsdCents).toBe(-1000)
    expect((await post(`invoices/${february.id}/void`, { reason: 'x' })).body).toEqual(
      platformError(409, 'conflict', { number: march.number }),
    )
    expect((await post(`invoices/${march.id}/void`, { reason: 'x' })).body.data.totalUsdCents).toBe(1000)
    expect((await post(`invoices/${february.id}/void`, { reason: 'x' })).body.data.totalUsdCents).toBe(-1000)
    await expectConsistent()
  })

  it('creates one credit note and gapless numbers during concurrent requests to void and issue invoices', async () => {
    await fee(1000)
    clock.set('2026-03-02T00:00:00.000Z')
    const { id } = (await issue('2026-02')).body.data
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => post(`invoices/${id}/void`, { reason: 'x' })),
      issue('2026-02'),
    ])
    expect(responses.slice(0, 5).filter(({ status }) => status === 201)).toHaveLength(1)
    await expectConsistent()
  })

  it('returns 404 for an unknown invoice and 400 without a reason, and requires commission:manage', async () => {
    expect((await post('invoices/999999999/void', { reason: 'x' })).status).toBe(404)
    expect((await post('invoices/1/void', { reason: ' ' })).body).toEqual(invalid('reason'))
    const member = await signInMember(service, shop.program, { role: 'member' })
    const url = path('invoices/1/void')
    expect((await send(app, 'POST', url, { bearer: member, body: { reason: 'x' } })).status).toBe(403)
  })
})
