import { expect, test } from 'vitest'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService({ now: '2025-02-20T12:00:00.000Z' })
const { app, clock, database } = service

const ZONE = 'America/New_York'

/** Records clicks and sales around midnights and clock changes in two years. */
const MOMENTS = [
  '2025-02-28T17:00:00.000Z',
  '2025-03-01T05:00:00.000Z',
  '2025-03-09T04:59:59.999Z',
  '2025-03-09T05:00:00.000Z',
  '2025-03-10T03:59:59.999Z',
  '2025-03-10T04:00:00.000Z',
  '2025-03-11T16:00:00.000Z',
  '2026-02-20T18:00:00.000Z',
  '2026-02-28T23:00:00.000Z',
  '2026-03-01T04:59:59.999Z',
  '2026-03-01T05:00:00.000Z',
  '2026-03-08T23:00:00.000Z',
  '2026-03-10T03:59:59.999Z',
  '2026-03-10T12:00:00.000Z',
]

async function openBusyShop() {
  clock.set('2025-01-01T12:00:00.000Z')
  const shop = await openShop(service, { timeZone: ZONE })
  for (const [place, at] of MOMENTS.entries()) {
    clock.set(at)
    await shop.customer(`cus-${place}`)
    const amount_cents = 1_000 + place
    const currency = place % 3 === 0 ? 'EUR' : 'USD'
    const sale = { transaction_id: `t-${place}`, customer_key: `cus-${place}`, amount_cents, currency }
    expect((await shop.sale(sale)).status).toBe(200)
  }
  clock.set('2026-03-10T12:00:00.000Z')
  return { shop, bearer: await signInMember(service, shop.program) }
}

/** Returns the expected counts by local day, computed from events with another calendar implementation. */
async function countDays(shop: Shop, first: string, last: string) {
  const toDay = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at)
  const isWithin = (at: Date) => first <= toDay(at) && toDay(at) <= last
  const clicks = await database.kysely
    .selectFrom('click_events')
    .select('received_at')
    .where('program_id', '=', shop.program.id)
    .execute()
  const sales = await database.kysely
    .selectFrom('sale_events')
    .select(['received_at', 'amount_cents', 'currency'])
    .where('program_id', '=', shop.program.id)
    .execute()
  const recordedSale = sales.filter(({ received_at }) => isWithin(received_at))
  const revenueByCurrency: Record<string, number> = {}
  for (const { currency, amount_cents } of recordedSale)
    revenueByCurrency[currency] = (revenueByCurrency[currency] ?? 0) + Number(amount_cents)
  const clicked = clicks.filter(({ received_at }) => isWithin(received_at))
  return {
    clicks: clicked.length,
    sales: recordedSale.length,
    revenueByCurrency,
    onDay: (day: string) => clicked.filter(({ received_at }) => toDay(received_at) === day).length,
  }
}

test('compares with the previous period, the previous year or custom dates, day by day', async () => {
  const { shop, bearer } = await openBusyShop()
  const read = async (query: string, headers: Record<string, string> = {}) => {
    const url = `/api/tracking/performance/${shop.program.id}?dateFrom=2026-03-01&dateTo=2026-03-10${query}`
    const response = await app.inject({ url, headers: { authorization: `Bearer ${bearer}`, ...headers } })
    return { status: response.statusCode, tag: String(response.headers.etag), text: response.payload }
  }
  const now = await countDays(shop, '2026-03-01', '2026-03-10')
  const plain = JSON.parse((await read('')).text)
  expect(plain).not.toHaveProperty('compared')
  for (const [query, first, last, days] of [
    ['&compare=year', '2025-03-01', '2025-03-10', 10],
    ['&compareFrom=2025-03-09&compareTo=2025-03-09', '2025-03-09', '2025-03-09', 1],
    ['&compareFrom=2025-02-01&compareTo=2026-03-04', '2025-02-01', '2026-03-04', 397],
    ['&compareFrom=2024-01-01&compareTo=2024-02-29', '2024-01-01', '2024-02-29', 60],
    ['&compareFrom=2027-01-01&compareTo=2027-01-02', '2027-01-01', '2027-01-02', 2],
  ] as const) {
    const response = await read(query)
    expect(response.status, query).toBe(200)
    const { data, metrics, compared, meta } = JSON.parse(response.text)
    const before = await countDays(shop, first, last)
    // The range is the same without a comparison.
    expect(data, query).toEqual(plain.data)
    expect([metrics.totalClicks, metrics.totalSales], query).toEqual([now.clicks, now.sales])
    expect(metrics.revenueByCurrency, query).toEqual(now.revenueByCurrency)
    expect([metrics.clicksTrend.previous, metrics.salesTrend.previous], query).toEqual([
      before.clicks,
      before.sales,
    ])
    expect(metrics.revenueTrend.previousByCurrency, query).toEqual(before.revenueByCurrency)
    expect([compared.length, compared[0].date, compared.at(-1).date], query).toEqual([days, first, last])
    for (const day of compared) expect(day.clicks, `${query} ${day.date}`).toBe(before.onDay(day.date))
    expect(meta.dateFrom).toBe(plain.meta.dateFrom)
    expect(response.tag).not.toBe((await read('')).tag)
    expect((await read(query, { 'if-none-match': response.tag })).status, query).toBe(304)
  }
  // An explicit previous period equals the default one, including its partial day at a clock change.
  const named = JSON.parse((await read('&compare=previous')).text)
  expect([named.metrics, named.meta]).toEqual([plain.metrics, plain.meta])
  const summedClicks = named.compared.reduce((sum: number, day: { clicks: number }) => sum + day.clicks, 0)
  expect(summedClicks).toBe(plain.metrics.clicksTrend.previous)
  expect(plain.meta.previousPeriod.dateFrom).toBe('2026-02-19T06:00:00.000Z')
})

test.each([
  ['compare=month', 'compare'],
  ['compare=year&compare=year', 'compare'],
  ['compare=year&compareFrom=2025-01-01&compareTo=2025-01-02', 'compare'],
  ['compareFrom=2025-01-01', 'compareTo'],
  ['compareTo=2025-01-01', 'compareFrom'],
  ['compareFrom=2025-02-30&compareTo=2025-03-01', 'compareFrom'],
  ['compareFrom=2025-03-02&compareTo=2025-03-01', 'compareFrom'],
  ['compareFrom=2019-01-01&compareTo=2025-03-01', 'compareTo'],
])('returns 400 for ?%s and names %s', async (query, field) => {
  const { program } = await openShop(service)
  const bearer = await signInMember(service, program)
  const { status, body } = await send(app, 'GET', `/api/tracking/performance/${program.id}?${query}`, {
    bearer,
  })
  expect([status, body.error.code, body.error.details.field]).toEqual([400, 'invalid_request', field])
})
