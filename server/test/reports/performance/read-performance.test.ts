import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Schema } from '../../../src/core/database/schema.ts'
import {
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  signUp,
  startTestService,
  type TestProgram,
  type TestProgramOptions,
  type TestService,
} from '../../harness.ts'

const NOW = '2026-03-10T12:00:00.000Z'
let service: TestService

beforeAll(async () => {
  service = await startTestService({ now: NOW })
})

async function start(options: TestProgramOptions & { createdAt?: string } = {}) {
  // The harness creates its partner in the past, outside all tested windows.
  service.clock.set(options.createdAt ?? '2015-01-01T00:00:00.000Z')
  const program = await createTestProgram(service, options)
  service.clock.set(NOW)
  return { program, token: await signInMember(service, program, { role: 'viewer' }) }
}

function readPerformance(programId: number | string, bearer: string | undefined, query = '') {
  const url = `/api/tracking/performance/${programId}${query}`
  return send(service.app, 'GET', url, bearer === undefined ? {} : { bearer })
}

async function addStats(program: TestProgram, row: Partial<Insertable<Schema['daily_stats']>>) {
  await service.database.kysely
    .insertInto('daily_stats')
    .values({ program_id: program.id, day: '2026-03-10', currency: 'XXX', shard: 0, ...row })
    .execute()
}

async function addClick(program: TestProgram, at: string, is_test = false) {
  await service.database.kysely
    .insertInto('click_events')
    .values({
      program_id: program.id,
      received_at: new Date(at),
      click_uuid: randomUUID(),
      is_test,
      link_id: program.linkId,
      partner_id: program.partnerId,
    })
    .execute()
}

async function addCustomer(
  program: TestProgram,
  facts: { signupAt?: string; firstPurchaseAt?: string; saleCount?: number },
) {
  const { signupAt, firstPurchaseAt } = facts
  const purchase = firstPurchaseAt === undefined ? null : new Date(firstPurchaseAt)
  const { id } = await service.database.kysely
    .insertInto('customers')
    .values({
      program_id: program.id,
      customer_key: signupAt === undefined ? null : randomUUID(),
      email_hash: null,
      processor_customer_id: null,
      status: purchase !== null ? 'conversion' : signupAt === undefined ? 'provisional' : 'lead',
      partner_id: program.partnerId,
      link_id: program.linkId,
      click_uuid: randomUUID(),
      clicked_at: service.clock.now(),
      signup_at: signupAt === undefined ? null : new Date(signupAt),
      first_sale_at: purchase,
      first_purchase_at: purchase,
      sale_count: purchase === null ? 0 : 1,
      created_at: service.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addSale(
  program: TestProgram,
  customer_id: number,
  at: string,
  facts: {
    cents: number
    currency?: 'USD' | 'EUR' | 'VND'
    refunded?: number
    isTest?: boolean
    receivedAt?: string
  },
) {
  const { cents, currency = 'USD', refunded = 0, isTest = false } = facts
  const { id } = await service.database.kysely
    .insertInto('sale_events')
    .values({
      program_id: program.id,
      is_test: isTest,
      transaction_id: randomUUID(),
      amount_cents: cents,
      currency,
      sale_type: 'payment',
      is_recurring: false,
      customer_id: isTest ? null : customer_id,
      partner_id: program.partnerId,
      attributed_by: 'customer_key',
      status: refunded === cents ? 'refunded' : 'paid',
      refunded_cents: refunded,
      received_at: new Date(facts.receivedAt ?? at),
      reported_at: new Date(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addCommission(
  program: TestProgram,
  facts: { customerId: number; saleId: number; cents: number; currency?: 'USD' | 'EUR' | 'VND'; at: string },
) {
  const policy = await service.database.kysely
    .selectFrom('commission_policies')
    .select('id')
    .where('program_id', '=', program.id)
    .executeTakeFirstOrThrow()
  await service.database.kysely
    .insertInto('commissions')
    .values({
      program_id: program.id,
      kind: 'sale',
      sale_id: facts.saleId,
      lead_id: null,
      customer_id: facts.customerId,
      partner_id: program.partnerId,
      policy_id: policy.id,
      amount_cents: facts.cents,
      currency: facts.currency ?? 'USD',
      hold_until: new Date(facts.at),
      created_at: new Date(facts.at),
    })
    .execute()
}

describe('GET /api/tracking/performance/:programId', () => {
  test('returns zero-filled days, zero metrics and stable trends for a program without activity', async () => {
    const { program, token } = await start()
    const response = await readPerformance(program.id, token)
    expect(response.status).toBe(200)
    const { data, metrics, meta } = response.body
    expect(data).toHaveLength(7)
    expect(data[0]).toEqual({
      date: '2026-03-04',
      period: '2026-03-04',
      clicks: 0,
      leads: 0,
      conversions: 0,
      revenue: 0,
      revenueByCurrency: {},
      partners: 0,
      sales: 0,
      commission: 0,
      commissionByCurrency: {},
    })
    const stable = { trend: 0, trendDirection: 'stable', previous: 0 }
    expect(metrics).toEqual({
      totalClicks: 0,
      totalLeads: 0,
      totalConversions: 0,
      totalRevenue: 0,
      revenueByCurrency: {},
      conversionRate: 0,
      averageOrderValue: 0,
      totalPartners: 0,
      totalSales: 0,
      totalPartnersCommission: 0,
      commissionByCurrency: {},
      clicksTrend: stable,
      leadsTrend: stable,
      conversionsTrend: stable,
      revenueTrend: { ...stable, previousByCurrency: {} },
      partnersTrend: stable,
      salesTrend: stable,
      commissionTrend: { ...stable, previousByCurrency: {} },
    })
    expect(meta).toEqual({
      period: '7d',
      dateFrom: '2026-03-04T00:00:00.000Z',
      dateTo: '2026-03-10T23:59:59.999Z',
      previousPeriod: { dateFrom: '2026-02-25T00:00:00.000Z', dateTo: '2026-03-03T23:59:59.999Z' },
    })
  })

  test('adds up a day’s shards and currencies; the day before the range counts in the previous period', async () => {
    const { program, token } = await start()
    const counts = { clicks: 10, leads: 3, conversions: 2, partners: 1 }
    await addStats(program, { ...counts, shard: 0 })
    await addStats(program, { ...counts, shard: 3 })
    await addStats(program, { currency: 'USD', sales: 2, revenue_cents: 4999, commission_cents: 1000 })
    await addStats(program, { currency: 'USD', sales: 1, revenue_cents: 1, commission_cents: 0, shard: 2 })
    await addStats(program, { currency: 'VND', sales: 1, revenue_cents: 250_000, commission_cents: 50_000 })
    await addStats(program, { day: '2026-03-04', clicks: 1 })
    await addStats(program, { day: '2026-03-03', clicks: 28, leads: 3 })
    await addStats(program, { day: '2026-02-25', currency: 'EUR', sales: 8, revenue_cents: 100_000 })
    await addStats(program, { day: '2026-02-24', clicks: 1000 })
    await addStats(program, { day: '2026-03-11', clicks: 1000 })
    const { data, metrics } = (await readPerformance(program.id, token)).body
    expect(data.at(-1)).toEqual({
      date: '2026-03-10',
      period: '2026-03-10',
      clicks: 20,
      leads: 6,
      conversions: 4,
      revenue: 2550,
      revenueByCurrency: { USD: 5000, VND: 250_000 },
      partners: 2,
      sales: 0,
      commission: 510,
      commissionByCurrency: { USD: 1000, VND: 50_000 },
    })
    expect(metrics).toEqual({
      totalClicks: 21,
      totalLeads: 6,
      totalConversions: 4,
      totalRevenue: 2550,
      revenueByCurrency: { USD: 5000, VND: 250_000 },
      conversionRate: 19.05,
      averageOrderValue: 637.5,
      totalPartners: 2,
      totalSales: 4,
      totalPartnersCommission: 510,
      commissionByCurrency: { USD: 1000, VND: 50_000 },
      clicksTrend: { trend: 25, trendDirection: 'down', previous: 28 },
      leadsTrend: { trend: 100, trendDirection: 'up', previous: 3 },
      conversionsTrend: { trend: null, trendDirection: 'up', previous: 0 },
      revenueTrend: {
        trend: 155,
        trendDirection: 'up',
        previous: 1000,
        previousByCurrency: { EUR: 100_000 },
      },
      partnersTrend: { trend: null, trendDirection: 'up', previous: 0 },
      salesTrend: { trend: 50, trendDirection: 'down', previous: 8 },
      commissionTrend: { trend: null, trendDirection: 'up', previous: 0, previousByCurrency: {} },
    })
  })

  test('returns a sum past 2^53 with every digit (D8)', async () => {
    const { program, token } = await start()
    await addStats(program, { currency: 'USD', revenue_cents: '9007199254740991', sales: 1 })
    await addStats(program, { currency: 'USD', revenue_cents: '9007199254740992', sales: 1, shard: 1 })
    const response = await readPerformance(program.id, token)
    expect(response.status).toBe(200)
    expect(response.text).toContain('"revenueByCurrency":{"USD":18014398509481983}')
  })

  test('hides another program’s statistics and events', async () => {
    const { program, token } = await start()
    const { program: other } = await start()
    await addStats(other, { clicks: 5 })
    await addClick(other, '2026-03-01T11:00:00.000Z')
    expect((await readPerformance(program.id, token)).body.metrics.totalClicks).toBe(0)
    const query = '?dateFrom=2026-03-01T10:00:00Z&dateTo=2026-03-01T12:00:00Z'
    expect((await readPerformance(program.id, token, query)).body.metrics.totalClicks).toBe(0)
    expect((await readPerformance(other.id, token, query)).status).toBe(403)
  })
})

describe('periods (D38)', () => {
  test.each([
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
  ])('%s returns %d entries, including today, and its name in meta (D40)', async (period, days) => {
    const { program, token } = await start()
    const { data, meta } = (await readPerformance(program.id, token, `?period=${period}`)).body
    expect(data).toHaveLength(days)
    expect(data.at(-1).date).toBe('2026-03-10')
    expect(meta.period).toBe(period)
  })

  test('period=all starts on the day the program was created', async () => {
    const { program, token } = await start({ createdAt: '2026-02-20T22:00:00.000Z', timeZone: 'Asia/Tokyo' })
    const { data, meta } = (await readPerformance(program.id, token, '?period=all')).body
    expect(data[0].date).toBe('2026-02-21')
    expect(meta).toMatchObject({ period: 'all', dateFrom: '2026-02-20T15:00:00.000Z' })
  })

  test('days are in the program time zone: at noon UTC, Kiritimati is a day ahead', async () => {
    const { program, token } = await start({ timeZone: 'Pacific/Kiritimati' })
    const { data, meta } = (await readPerformance(program.id, token)).body
    expect(data.at(-1).date).toBe('2026-03-11')
    expect(meta.dateTo).toBe('2026-03-11T09:59:59.999Z')
  })

  test('a previous window that starts within a day because of a clock change counts that partial day exactly', async () => {
    // On 8 March New York skips an hour: seven days are 167 hours, so the previous window starts at 01:00.
    const { program, token } = await start({ timeZone: 'America/New_York' })
    await addStats(program, { day: '2026-02-25', clicks: 1000 })
    await addStats(program, { day: '2026-02-26', clicks: 2 })
    await addClick(program, '2026-02-25T05:59:59.999Z')
    await addClick(program, '2026-02-25T06:00:00.000Z')
    await addClick(program, '2026-02-26T04:59:59.999Z')
    await addClick(program, '2026-02-26T05:00:00.000Z')
    const { metrics, meta } = (await readPerformance(program.id, token)).body
    expect(meta).toMatchObject({
      dateFrom: '2026-03-04T05:00:00.000Z',
      dateTo: '2026-03-11T03:59:59.999Z',
      previousPeriod: { dateFrom: '2026-02-25T06:00:00.000Z', dateTo: '2026-03-04T04:59:59.999Z' },
    })
    expect(metrics.clicksTrend.previous).toBe(4)
  })
})

describe('a custom range (D39)', () => {
  test('reads whole days for date bounds, from the statistics alone', async () => {
    const { program, token } = await start()
    await addStats(program, { day: '2026-03-01', clicks: 3 })
    await addStats(program, { day: '2026-03-02', clicks: 4 })
    await addStats(program, { day: '2026-02-28', clicks: 5 })
    await addStats(program, { day: '2026-02-27', clicks: 6 })
    await addClick(program, '2026-03-01T10:00:00.000Z')
    const { data, metrics, meta } = (
      await readPerformance(program.id, token, '?period=30d&dateFrom=2026-03-01&dateTo=2026-03-02')
    ).body
    expect(data.map(({ clicks }: { clicks: number }) => clicks)).toEqual([3, 4])
    expect(metrics.clicksTrend).toEqual({ trend: 36.4, trendDirection: 'down', previous: 11 })
    expect(meta).toEqual({
      period: '30d',
      dateFrom: '2026-03-01T00:00:00.000Z',
      dateTo: '2026-03-02T23:59:59.999Z',
      previousPeriod: { dateFrom: '2026-02-27T00:00:00.000Z', dateTo: '2026-02-28T23:59:59.999Z' },
    })
  })

  test('counts the events of partial days to the millisecond, and reads whole days between from statistics', async () => {
    const { program, token } = await start()
    await addStats(program, { day: '2026-03-01', clicks: 1000 })
    await addStats(program, { day: '2026-03-02', clicks: 7 })
    await addStats(program, { day: '2026-03-03', clicks: 1000 })
    for (const at of [
      '2026-03-01T09:59:59.999Z',
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T12:00:00.000Z',
      '2026-03-03T00:00:00.000Z',
      '2026-03-03T09:59:59.999Z',
      '2026-03-03T10:00:00.000Z',
    ]) {
      await addClick(program, at)
    }
    await addClick(program, '2026-03-01T11:00:00.000Z', true)
    const { data, metrics, meta } = (
      await readPerformance(
        program.id,
        token,
        '?dateFrom=2026-03-01T10:00:00.000Z&dateTo=2026-03-03T09:59:59.999Z',
      )
    ).body
    expect(data.map(({ date, clicks }: { date: string; clicks: number }) => [date, clicks])).toEqual([
      ['2026-03-01', 2],
      ['2026-03-02', 7],
      ['2026-03-03', 2],
    ])
    expect(metrics.totalClicks).toBe(11)
    expect(metrics.clicksTrend.previous).toBe(1)
    expect(meta).toMatchObject({
      period: '7d',
      dateFrom: '2026-03-01T10:00:00.000Z',
      dateTo: '2026-03-03T09:59:59.999Z',
      previousPeriod: { dateFrom: '2026-02-27T10:00:00.000Z', dateTo: '2026-03-01T09:59:59.999Z' },
    })
  })

  test('applies each metric’s rule to a partial day', async () => {
    const { program, token } = await start()
    const at = '2026-03-01T10:00:00.000Z'
    const outside = '2026-03-01T12:00:00.001Z'
    // Leads: settled customers by signup date, even once they have converted (D41), but never provisional ones (D23).
    await addCustomer(program, { signupAt: at })
    await addCustomer(program, { signupAt: outside })
    await addCustomer(program, {})
    const buyer = await addCustomer(program, { signupAt: at, firstPurchaseAt: at })
    await addCustomer(program, { firstPurchaseAt: at })
    await addCustomer(program, { signupAt: at, firstPurchaseAt: outside })
    // Revenue: live paid sales by the day they are reported on (D10), less refunds (D42).
    const sale = await addSale(program, buyer, at, { cents: 5000, refunded: 1000, receivedAt: outside })
    await addSale(program, buyer, at, { cents: 250_000, currency: 'VND' })
    await addSale(program, buyer, at, { cents: 700, refunded: 700 })
    await addSale(program, buyer, at, { cents: 900, isTest: true })
    await addSale(program, buyer, outside, { cents: 900, receivedAt: at })
    // Commissions and partners: by the day they were created.
    await addCommission(program, { customerId: buyer, saleId: sale, cents: 1000, at })
    service.clock.set(at)
    await createTestPartner(service, program, 'pending')
    service.clock.set(NOW)
    const query = '?dateFrom=2026-03-01T10:00:00Z&dateTo=2026-03-01T12:00:00Z'
    const { data, metrics } = (await readPerformance(program.id, token, query)).body
    expect(data).toEqual([
      {
        date: '2026-03-01',
        period: '2026-03-01',
        clicks: 0,
        leads: 3,
        conversions: 2,
        revenue: 2540,
        revenueByCurrency: { USD: 4000, VND: 250_000 },
        partners: 1,
        sales: 0,
        commission: 10,
        commissionByCurrency: { USD: 1000 },
      },
    ])
    expect(metrics).toMatchObject({
      totalLeads: 3,
      totalConversions: 2,
      totalRevenue: 2540,
      totalPartners: 1,
      totalSales: 2,
      totalPartnersCommission: 10,
      averageOrderValue: 1270,
    })
  })

  test('applies offsets in bounds exactly, even for a day cut by both bounds', async () => {
    const { program, token } = await start({ timeZone: 'Europe/Berlin' })
    await addClick(program, '2026-03-29T01:30:00.000Z')
    const query = '?dateFrom=2026-03-29T03:30:00%2B02:00&dateTo=2026-03-29T03:30:00%2B02:00'
    const { data, meta } = (await readPerformance(program.id, token, query)).body
    expect(data).toMatchObject([{ date: '2026-03-29', clicks: 1 }])
    expect(meta).toMatchObject({
      dateFrom: '2026-03-29T01:30:00.000Z',
      dateTo: '2026-03-29T01:30:00.000Z',
      previousPeriod: { dateFrom: '2026-03-29T01:29:59.999Z', dateTo: '2026-03-29T01:29:59.999Z' },
    })
  })

  test.each([
    ['1,830 days', '?dateFrom=2021-03-07&dateTo=2026-03-10', 1830],
    ['the oldest days', '?dateFrom=1970-01-01&dateTo=1970-01-02', 2],
    ['future days', '?dateFrom=9998-12-30T10:00:00Z&dateTo=9998-12-31', 2],
    ['an unknown period with both bounds', '?period=14d&dateFrom=2026-03-01&dateTo=2026-03-02', 2],
  ])('accepts %s', async (_label, query, days) => {
    const { program, token } = await start()
    const response = await readPerformance(program.id, token, query)
    expect(response.status).toBe(200)
    expect(response.body.data).toHaveLength(days)
  })

  test.each([
    ['an unknown period', '?period=14d', 'period'],
    ['a repeated period', '?period=7d&period=30d', 'period'],
    ['an ignored repeated period', '?period=7d&period=7d&dateFrom=2026-03-01&dateTo=2026-03-02', 'period'],
    ['repeated dateFrom', '?dateFrom=2026-03-01&dateFrom=2026-03-02&dateTo=2026-03-03', 'dateFrom'],
    ['dateTo as an array', '?dateFrom=2026-03-01&dateTo[]=2026-03-03', 'dateTo'],
    ['a NUL', '?dateFrom=2026-03-01%00&dateTo=2026-03-03', 'dateFrom'],
    ['a bare "+"', '?dateFrom=2026-03-01T10:00:00+02:00&dateTo=2026-03-03', 'dateFrom'],
    ['beyond PostgreSQL', '?dateFrom=-271821-04-20&dateTo=-271821-04-21', 'dateFrom'],
  ])('returns 400 invalid_request for %s', async (_label, query, field) => {
    const { program, token } = await start()
    const response = await readPerformance(program.id, token, query)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      data: null,
      error: { status: 400, name: 'ValidationError', code: 'invalid_request', details: { field } },
    })
  })
})

describe('every request without access gets the same 403 (D36)', () => {
  test('for a missing session, an API key, a stranger, a suspended member, a member of another program and an unknown program', async () => {
    const { program, token } = await start()
    const { token: stranger } = await signUp(service)
    const suspended = await signInMember(service, program, { status: 'suspended' })
    const outsider = await signInMember(service, await createTestProgram(service))
    const calls: [number | string, string | undefined][] = [
      [program.id, undefined],
      [program.id, 'abcdefghijklmnopqrstuvwxyz012345'],
      [program.id, program.liveKey],
      [program.id, program.testKey],
      [program.id, stranger],
      [program.id, suspended],
      [program.id, outsider],
      ...['abc', '0', '-1', '1.5', '%00', '99999999999', '99999999999999999999'].map(
        (id) => [id, token] satisfies [string, string],
      ),
    ]
    const responses = await Promise.all(calls.map(([id, bearer]) => readPerformance(id, bearer)))
    expect(responses.map(({ status }) => status)).toEqual(calls.map(() => 403))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(responses[0]?.body).toMatchObject({
      data: null,
      error: { status: 403, name: 'ForbiddenError', code: 'forbidden', details: {} },
    })
  })

  test('for an invalid query without access', async () => {
    const { program } = await start()
    expect((await readPerformance(program.id, undefined, '?period=14d')).status).toBe(403)
    expect((await readPerformance(program.id, undefined, '?period=7d&period=7d')).status).toBe(403)
  })
})
