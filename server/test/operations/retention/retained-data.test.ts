import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { rebuildStatistics } from '../../../src/statistics/rebuild-statistics.flow.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  openConnectedShop,
  paidSession,
  publish,
} from '../../tracking/processors/processor.ts'
import { countClicks, makePartitions, run, testClick } from './old-clicks.ts'

const service = await startTestService({
  ownDatabase: true,
  now: '2025-01-15T12:00:00Z',
  config: { archiveTo: 'none', clickRetentionMonths: 2 },
})
const { clock, database } = service

/** Creates two shops with the same history. Only the first shop's clicks are deleted. */
interface ComparedProgram {
  shop: ConnectedShop
  bearer: string
  clicks: Record<'key' | 'click' | 'payment' | 'idle', string>
  leadId: number
}
let gone: ComparedProgram
let kept: ComparedProgram

beforeAll(async () => {
  await makePartitions(service)
  const created: ComparedProgram[] = []
  for (const months of [null, 1_200]) {
    clock.set('2025-01-15T12:00:00Z')
    const shop = await openConnectedShop(service, { attributionWindowDays: 59 })
    const bearer = await signInMember(service, shop.program)
    await shop.change({ click_retention_months: months })
    await testClick(shop)
    const clicks = { key: '', click: '', payment: '', idle: '' }
    clicks.idle = await shop.clickId()
    const { click_id, lead_id } = await shop.customer('by-key')
    clicks.key = click_id
    clicks.click = (await shop.customer('by-click')).click_id
    clicks.payment = (await shop.customer('by-payment')).click_id
    clock.set('2025-02-01T12:00:00Z')
    for (const customer_key of ['by-key', 'by-click', 'by-payment']) {
      await shop.sale({ transaction_id: `first-${customer_key}`, customer_key, amount_cents: 4900 })
    }
    created.push({ shop, bearer, clicks, leadId: lead_id })
  }
  const [first, second] = created
  if (first === undefined || second === undefined) throw new Error('there are two')
  gone = first
  kept = second
  clock.set('2025-07-10T12:00:00Z')
  await run(service, { kind: 'none' })
  expect([await countClicks(service, gone.shop), await countClicks(service, kept.shop)]).toEqual([0, 4])
})

const both = async <ApiResponse>(call: (compared: ComparedProgram) => Promise<ApiResponse>) => [
  await call(gone),
  await call(kept),
]

async function expectSameResponse<ApiResponse>(
  call: (compared: ComparedProgram) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const [one, other] = await both(call)
  expect(one).toEqual(other)
  if (one === undefined) throw new Error('nothing came')
  return one
}

const get = ({ shop, bearer }: ComparedProgram, path: string) =>
  send(service.app, 'GET', path.replace(':id', String(shop.program.id)), { bearer })

describe('a program whose clicks were deleted', () => {
  test('pays the same for sales, renewals and payments as a program with all clicks', async () => {
    const paid = await expectSameResponse(async ({ shop, clicks }) => {
      const responses = [
        await shop.sale({ transaction_id: 'second-key', customer_key: 'by-key', amount_cents: 1_000 }),
        await shop.sale({ transaction_id: 'second-click', click_id: clicks.click, amount_cents: 2_000 }),
        await shop.sale({ transaction_id: 'nobody', click_id: clicks.idle, amount_cents: 3_000 }),
        await shop.sale({ transaction_id: 'second-key', customer_key: 'by-key', amount_cents: 1_000 }),
      ]
      // A subscription renewal whose metadata only names the click.
      await publish(
        shop,
        'checkout.session.completed',
        paidSession({ metadata: { service_click_id: clicks.payment } }),
      )
      const commissions = await shop.rows('commissions')
      const sales = await shop.rows('sale_events')
      return {
        statuses: responses.map(({ status }) => status),
        commissions: commissions.map(({ amount_cents, status }) => [amount_cents, status]),
        sales: sales.map(({ amount_cents, attributed_by }) => [amount_cents, attributed_by]),
      }
    })
    expect(paid.statuses).toEqual([200, 200, 400, 409])
    expect(paid.commissions).toEqual([980, 980, 980, 200, 400, 980].map((cents) => [cents, 'pending']))
    expect(paid.sales.slice(3)).toEqual([
      [1_000, 'customer_key'],
      [2_000, 'click_id'],
      [4_900, 'click_id'],
    ])
    for (const { shop } of [gone, kept]) {
      expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
      await shop.verify()
    }
  })

  test('returns the same responses to leads as a program with all clicks', async () => {
    const responses = await expectSameResponse(async ({ shop, clicks, leadId }) => {
      const reported = [
        await shop.serverLead({ click_id: clicks.key, customer_key: 'by-key' }),
        await shop.serverLead({ click_id: clicks.idle, customer_key: 'somebody-new' }),
        await shop.browserLead({ click_id: clicks.idle }),
      ]
      return reported.map(({ status, body }) => [status, body.lead_id === leadId, body.error?.code])
    })
    expect(responses).toEqual([
      [200, true, undefined],
      [400, false, 'no_attribution'],
      [400, false, 'no_attribution'],
    ])
  })

  test.each([
    '/api/tracking/performance/:id?period=all',
    '/api/tracking/performance/:id?dateFrom=2025-01-15T11:45:00Z&dateTo=2025-01-15T12:14:59Z',
  ])('shows the same numbers in %s as a program with all clicks', async (path) => {
    const { metrics } = await expectSameResponse(async (compared) => {
      const { body } = await get(compared, path)
      return { data: body.data, metrics: body.metrics }
    })
    expect(metrics).toMatchObject({ totalClicks: 4 })
  })

  test('shows the same partner metrics, and its integration step stays complete', async () => {
    const clicks = await expectSameResponse(async (compared) => {
      const period = 'dateFrom=2025-01-01&dateTo=2025-07-10'
      const { partnerId } = compared.shop.program
      const [numbers, report] = [
        await get(compared, `/api/programs/:id/partner-metrics?partnerIds=${partnerId}&${period}`),
        await get(compared, `/api/programs/:id/partner-report?${period}&sort=clicks`),
      ]
      expect([numbers.status, report.status]).toEqual([200, 200])
      return [numbers.body.data[0].clicks, report.body.data[0].numbers?.clicks ?? report.body.data[0].clicks]
    })
    expect(clicks).toEqual([4, 4])
    const status = await expectSameResponse(async (compared) => {
      const { data } = (await get(compared, '/api/tracking/status/:id')).body
      const { latestTestEvent, ...pageview } = data.statistics.pageview
      expect(latestTestEvent).toEqual({
        id: expect.any(Number),
        timestamp: '2025-01-15T12:00:00.000Z',
        createdAt: '2025-01-15T12:00:00.000Z',
      })
      return { step: data.stepStatuses.pageview, pageview }
    })
    expect(status).toEqual({ step: 'complete', pageview: { testEventCount: 1, hasTestEvents: true } })
  })

  test('shows that a lead’s click is deleted, with its link, and omits the click from the list', async () => {
    const [one, other] = await both(async (compared) => {
      const { body } = await get(compared, `/api/tracking/events/:id/lead/${compared.leadId}`)
      return body.data.click
    })
    const shown = (compared: ComparedProgram) => ({
      clickId: compared.clicks.key,
      timestamp: '2025-01-15T12:00:00.000Z',
      linkCode: compared.shop.program.code,
    })
    expect(one).toEqual({
      ...shown(gone),
      affiliateUrl: null,
      pageUrl: null,
      referrerUrl: null,
      isKept: false,
    })
    expect(other).toMatchObject({ ...shown(kept), isKept: true })
    expect((await get(gone, `/api/tracking/events/:id/click/${gone.clicks.key}`)).status).toBe(404)
  })

  test('detects a click added to the stored totals, even after a rebuild', async () => {
    const { id } = gone.shop.program
    const found = async () => (await verifyMoney(database, id)).differences
    expect(await found()).toEqual([])
    const add = (clicks: number) =>
      sql`update archived_clicks set clicks = clicks + ${clicks} where program_id = ${id}`.execute(
        database.kysely,
      )
    await add(1)
    await rebuildStatistics(database, id)
    await gone.shop.verify()
    expect(await found()).toEqual([
      { program_id: id, check: 'clicks_kept', subject: 'clicks of 2025-01', stored: '5', computed: '4' },
    ])
    await sql`
      insert into archived_clicks (program_id, slot, day, partner_id, link_id, clicks)
      select program_id, '2025-02-28T23:45:00Z', '2025-02-28', partner_id, link_id, 1 from archived_clicks where program_id = ${id}`.execute(
      database.kysely,
    )
    expect((await found()).map(({ subject, computed }) => [subject, computed])).toEqual([
      ['clicks of 2025-01', '4'],
      ['clicks of 2025-02', '0'],
    ])
    await sql`delete from archived_clicks where program_id = ${id} and slot >= '2025-02-01T00:00:00Z'`.execute(
      database.kysely,
    )
    await add(-1)
    await rebuildStatistics(database, id)
    expect(await found()).toEqual([])
  })

  test('exports and erases customers as usual', async () => {
    const parts = await expectSameResponse(async (compared) => {
      const { body } = await get(compared, '/api/programs/:id/data-subject?customerKey=by-click')
      const { clicks: _, ...counts } = body.data.counts
      const erased = await send(
        service.app,
        'POST',
        `/api/programs/${compared.shop.program.id}/data-subject/erase`,
        {
          bearer: compared.bearer,
          body: { customerKey: 'by-click' },
        },
      )
      await compared.shop.verify()
      return [erased.status, counts.customers, counts.sales]
    })
    expect(parts).toEqual([200, 1, 2])
  })

  test('can change its retention, but never to less than the attribution window', async () => {
    const change = (body: unknown) =>
      send(service.app, 'PATCH', `/api/programs/${gone.shop.program.id}`, { bearer: gone.bearer, body })
    expect((await change({ clickRetentionMonths: 2 })).body.data).toMatchObject({ clickRetentionMonths: 2 })
    const tooShort = await change({ clickRetentionMonths: 1 })
    expect([tooShort.status, tooShort.body.error.details.field]).toEqual([400, 'clickRetentionMonths'])
    expect(tooShort.body.error.message).toMatch(
      /1 month may have only 28 days\. Keep clicks for at least 2 months/,
    )
    const tooLong = await change({ attributionWindowDays: 60 })
    expect([tooLong.status, tooLong.body.error.details.field]).toEqual([400, 'attributionWindowDays'])
    expect((await change({ attributionWindowDays: 60, clickRetentionMonths: 3 })).status).toBe(200)
    for (const clickRetentionMonths of [0, 1_201, 1.5, '3']) {
      expect((await change({ clickRetentionMonths })).status).toBe(400)
    }
    expect((await change({ clickRetentionMonths: null })).body.data).toMatchObject({
      clickRetentionMonths: null,
    })
    const withoutArchive = await startTestService()
    const other = await openConnectedShop(withoutArchive)
    const rejected = await send(withoutArchive.app, 'PATCH', `/api/programs/${other.program.id}`, {
      bearer: await signInMember(withoutArchive, other.program),
      body: { clickRetentionMonths: 12 },
    })
    expect([rejected.status, rejected.body.error.message]).toEqual([
      400,
      expect.stringContaining('ARCHIVE_TO'),
    ])
  })
})
