import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService({ now: '2026-03-09T12:00:00.000Z' })
const { app, clock, database } = service

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36'

let shop: Shop
let other: Awaited<ReturnType<typeof createTestPartner>>
let bearer: string

beforeAll(async () => {
  shop = await openShop(service)
  other = await createTestPartner(service, shop.program)
  bearer = await signInMember(service, shop.program)
  const visit = (sub: string, more: Record<string, unknown>) =>
    shop.click({ affiliate_url: `${shop.url}${sub}`, user_agent: PHONE, ...more })
  await visit('&sub=spring%20sale', {
    ...{
      page_url: 'https://shop.test/shoes?utm=1',
      referrer_url: 'https://www.blog.test/a',
      language: 'de-AT',
    },
    session_id: 'one',
  })
  clock.advance({ minutes: 1 })
  const repeated = { page_url: 'https://shop.test/shoes?utm=2', referrer_url: 'https://blog.test/b' }
  await visit('&sub=spring+sale', { ...repeated, language: 'de', session_id: 'one', user_agent: COMPUTER })
  // Repeated values get a dimension ID, so the test reads both storage forms.
  await visit('', { ...repeated, session_id: 'two', user_agent: COMPUTER })
  await visit('', { ...repeated, user_agent: COMPUTER, language: 'en-US' })
  await shop.customer('one')
  await shop.customer('two', await shop.clickId(other.code))
  await shop.sale({ transaction_id: 't1', customer_key: 'one', amount_cents: 1_000, product_id: 'shoes' })
  await shop.sale({
    transaction_id: 't2',
    customer_key: 'one',
    amount_cents: 500,
    product_id: 'shoes',
    is_recurring: true,
  })
  await shop.sale({ transaction_id: 't3', customer_key: 'two', amount_cents: 90_000, currency: 'VND' })
  const body = { transaction_id: 't1', refund_id: 'r', refund_amount_cents: 400 }
  await send(app, 'POST', '/api/v1/track/refund', { bearer: shop.program.liveKey, body })
  await shop.testSale({ transaction_id: 'test', amount_cents: 7 })
  const otherShop = await openShop(service)
  await otherShop.clickId()
})

const getBreakdown = (query: string, program = shop.program.id) =>
  send(app, 'GET', `/api/tracking/breakdown/${program}?${query}`, { bearer })

const readClickRows = async (by: string) => {
  const { status, body } = await getBreakdown(`by=${by}`)
  expect(status).toBe(200)
  expect(body.meta.coverage).toMatchObject({ of: 'clicks', scanned: 6, isComplete: true, since: null })
  return body.data.map((row: { key: string | null; clicks: number }) => [row.key, row.clicks])
}

describe('GET /api/tracking/breakdown/:programId', () => {
  test.each([
    [
      'landingPage',
      [
        ['shop.test/shoes', 4],
        // The clicked URL is the landing page if the click has no page.
        ['shop.test', 2],
      ],
    ],
    [
      'referrer',
      [
        ['blog.test', 4],
        [null, 2],
      ],
    ],
    [
      'subId',
      [
        [null, 4],
        ['spring sale', 2],
      ],
    ],
    [
      'language',
      [
        [null, 3],
        ['de', 2],
        ['en', 1],
      ],
    ],
    [
      'country',
      [
        [null, 4],
        ['US', 1],
        ['AT', 1],
      ],
    ],
    [
      'visitor',
      [
        [null, 3],
        ['new', 2],
        ['returning', 1],
      ],
    ],
  ])('counts clicks by %s, with null for clicks without a value', async (by, expected) => {
    expect(await readClickRows(by)).toEqual(expected)
  })

  test('counts clicks by device', async () => {
    const rows = new Map(await readClickRows('device'))
    expect([rows.get('computer'), rows.get('phone')]).toEqual([5, 1])
  })

  test('shows each partner’s and link’s metrics, with the previous period', async () => {
    const { data, meta } = (await getBreakdown('by=partner&sort=sales')).body
    expect(meta).toMatchObject({
      by: 'partner',
      measures: 'all',
      coverage: { of: 'days', scanned: null, isComplete: true, since: null, archivedClicks: 0 },
    })
    const of = { leads: 1, conversions: 1, previousClicks: 0, previousSales: 0 }
    expect(data).toMatchObject([
      {
        ...{ ...of, key: String(shop.program.partnerId), clicks: 5, sales: 2 },
        revenueByCurrency: { USD: 1_100 },
        commissionByCurrency: { USD: 220 },
      },
      {
        ...{ ...of, key: String(other.partnerId), name: 'Pat', clicks: 1, sales: 1 },
        revenueByCurrency: { VND: 90_000 },
        commissionByCurrency: { VND: 18_000 },
      },
    ])
    const links = (await getBreakdown('by=link&sort=clicks&direction=asc')).body.data
    expect(links.map((row: { name: string; clicks: number }) => [row.name, row.clicks])).toEqual([
      [other.code, 1],
      [shop.program.code, 5],
    ])
  })

  test('shows sales by product, currency and renewal', async () => {
    const readRows = async (by: string) => {
      const { data: rows, meta } = (await getBreakdown(`by=${by}`)).body
      expect(meta.measures).toBe('sales')
      return rows.map((row: Record<string, unknown>) => [row.key, row.sales, row.revenueByCurrency])
    }
    expect(await readRows('product')).toEqual([
      ['shoes', 2, { USD: 1_100 }],
      [null, 1, { VND: 90_000 }],
    ])
    expect(await readRows('currency')).toEqual([
      ['USD', 2, { USD: 1_100 }],
      ['VND', 1, { VND: 90_000 }],
    ])
    expect(await readRows('renewal')).toEqual([
      ['first', 2, { USD: 600, VND: 90_000 }],
      ['renewal', 1, { USD: 500 }],
    ])
  })

  test('shows every row once across pages', async () => {
    const seen: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body, status } = await getBreakdown(
        `by=language&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      expect(status).toBe(200)
      seen.push(...body.data.map((row: { key: string | null }) => row.key))
      cursor = body.meta.nextCursor
    }
    expect(seen).toEqual([null, 'de', 'en'])
  })

  test.each(['partner', 'link'])('shows the previous period for each %s on a page', async (by) => {
    const query = `by=${by}&dateFrom=2026-03-09T12:01:00.000Z&dateTo=2026-03-09T12:02:00.000Z`
    const { data } = (await getBreakdown(query)).body
    const before = data.map((row: { clicks: number; previousClicks: number }) => [
      row.clicks,
      row.previousClicks,
    ])
    expect(before).toEqual([
      [4, 1],
      [1, 0],
    ])
    const first = await getBreakdown(`${query}&limit=1`)
    const second = await getBreakdown(`${query}&limit=1&cursor=${first.body.meta.nextCursor}`)
    expect([...first.body.data, ...second.body.data]).toEqual(data)
  })

  test('counts nothing outside the period', async () => {
    const { body } = await getBreakdown('by=device&dateFrom=2026-01-01&dateTo=2026-01-31')
    expect(body).toMatchObject({ data: [], meta: { coverage: { scanned: 0, isComplete: true } } })
  })

  test('counts partners under their current group’s name when it breaks down by group', async () => {
    const inProgram = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      send(app, method, `/api/programs/${shop.program.id}${path}`, { bearer, ...(body && { body }) })
    const counted = async () =>
      (await getBreakdown('by=group&sort=sales')).body.data.map(
        (row: { key: string | null; name: string; clicks: number; sales: number }) => [
          row.key,
          row.name,
          row.clicks,
          row.sales,
        ],
      )
    expect(await counted()).toEqual([[null, '', 6, 3]])
    const { id } = (await inProgram('POST', '/partner-groups', { name: 'Best' })).body.data
    await inProgram('PUT', `/partners/${other.partnerId}/group`, { groupId: id })
    expect(await counted()).toEqual([
      [null, '', 5, 2],
      [String(id), 'Best', 1, 1],
    ])
    await inProgram('DELETE', `/partner-groups/${id}`)
    expect(await counted()).toEqual([[null, '', 6, 3]])
  })

  test.each([
    ['', 'by'],
    ['by=color', 'by'],
    ['by=partner&sort=size', 'sort'],
    ['by=partner&cursor=eA', 'cursor'],
    ['by=partner&dateFrom=2026-01-01', 'dateTo'],
    ['by=partner&color=red', 'color'],
  ])('rejects ?%s and names %s', async (query, field) => {
    const { status, body } = await getBreakdown(query)
    expect([status, body.error.code, body.error.details.field]).toEqual([400, 'invalid_request', field])
  })

  test('rejects non-members and hides other programs', async () => {
    const otherShop = await openShop(service)
    expect((await getBreakdown('by=partner', otherShop.program.id)).status).toBe(403)
  })
})

/** The days in the default period. */
const PERIOD = '2026-02-08,2026-03-09'

test('a breakdown exports every row in order, with the dimension’s columns', async () => {
  const readLines = async (query: string) => {
    const path = `/api/tracking/breakdown/${shop.program.id}/file.csv?${query}`
    const { status, text } = await send(app, 'GET', path, { bearer })
    expect(status).toBe(200)
    return text.replace('\uFEFF', '').trim().split('\r\n')
  }
  const money =
    'Revenue (USD),Commission (USD),Revenue (EUR),Commission (EUR),Revenue (VND),Commission (VND),From,To'
  expect(await readLines('by=product&sort=name&direction=asc')).toEqual([
    `Key,Name,Sales,${money}`,
    `,,1,0.00,0.00,0.00,0.00,90000,18000,${PERIOD}`,
    `shoes,shoes,2,11.00,2.20,0.00,0.00,0,0,${PERIOD}`,
  ])
  expect((await readLines('by=partner'))[0]).toBe(`Key,Name,Clicks,Leads,New customers,Sales,${money}`)
  // Signups and sales are not counted by page, so the file has no columns for them.
  expect(await readLines('by=language')).toEqual([
    'Key,Name,Clicks,From,To',
    `,,3,${PERIOD}`,
    `de,de,2,${PERIOD}`,
    `en,en,1,${PERIOD}`,
  ])
})

test('a breakdown by page lists hostile URLs without breaking pagination', async () => {
  const visited = await openShop(service)
  const owner = await signInMember(service, visited.program)
  const path = '\u4e2d'.repeat(600)
  for (const sub of ['%00', '%01'.repeat(600), path]) {
    await visited.click({
      affiliate_url: `${visited.url}&sub=${sub}`,
      page_url: `https://shop.test/${sub}${path}`,
    })
  }
  for (const by of ['subId', 'landingPage']) {
    for (const sort of ['name', 'clicks']) {
      const keys: string[] = []
      let cursor = ''
      do {
        const url = `/api/tracking/breakdown/${visited.program.id}?by=${by}&sort=${sort}&limit=1&period=all${cursor}`
        const { status, body, text } = await send(app, 'GET', url, { bearer: owner })
        expect(status, text).toBe(200)
        keys.push(...body.data.map(({ key }: { key: string }) => key))
        cursor = body.meta.nextCursor === null ? '' : `&cursor=${body.meta.nextCursor}`
      } while (cursor !== '')
      expect(new Set(keys).size, by).toBe(3)
    }
  }
})

describe('pages of partners, groups and links', () => {
  let largeShop: Shop
  let reader: string
  const FROM = '2025-09-01'
  const TO = '2026-01-31'
  const period = `dateFrom=${FROM}&dateTo=${TO}`

  beforeAll(async () => {
    largeShop = await openShop(service)
    reader = await signInMember(service, largeShop.program)
    const programId = largeShop.program.id
    const groups = await Promise.all(
      ['Best', 'Next', 'Last'].map((name) =>
        send(app, 'POST', `/api/programs/${programId}/partner-groups`, { bearer: reader, body: { name } }),
      ),
    )
    for (let nth = 0; nth < 14; nth++) {
      const { partnerId, linkId } = await createTestPartner(service, largeShop.program)
      const group = groups[nth % 4]
      if (group !== undefined)
        await send(app, 'PUT', `/api/programs/${programId}/partners/${partnerId}/group`, {
          bearer: reader,
          body: { groupId: group.body.data.id },
        })
      // The data has ties, partners with only sales or only clicks, and a currency with more reversals than earnings.
      const rows = [
        ['2025-09-03', 'XXX', nth % 3, nth % 2, nth % 5 === 0 ? 1 : 0, 0, 0, 0],
        ['2025-11-17', 'XXX', nth % 4 === 1 ? 5 : 0, 0, 0, 0, 0, 0],
        ['2025-11-18', 'USD', 0, 0, 0, nth % 4, (nth % 4) * 700, nth === 6 ? -50 : (nth % 4) * 70],
        ['2026-01-31', 'EUR', 0, 0, 0, nth % 2, (nth % 2) * 900, (nth % 2) * 90],
      ] as const
      for (const [day, currency, clicks, leads, conversions, sales, revenue, commission] of rows)
        await sql`insert into daily_link_stats (program_id, day, partner_id, link_id, currency, shard,
            clicks, leads, conversions, sales, revenue_cents, commission_cents)
          values (${programId}, ${day}, ${partnerId}, ${linkId}, ${currency}, 1,
            ${clicks}, ${leads}, ${conversions}, ${sales}, ${revenue}, ${commission})`.execute(
          database.kysely,
        )
    }
  })

  const orders = ['clicks', 'leads', 'conversions', 'sales', 'revenue', 'commission', 'name'].flatMap((by) =>
    by === 'revenue' || by === 'commission'
      ? [`sort=${by}`, `sort=${by}&currency=USD`, `sort=${by}&currency=VND`]
      : [`sort=${by}`],
  )
  test.each(
    ['partner', 'group', 'link'].flatMap((by) => orders.map((order): [string, string] => [by, order])),
  )('by %s with %s add up to the total', async (by, order) => {
    const path = `/api/tracking/breakdown/${largeShop.program.id}`
    const read = (query: string) =>
      send(app, 'GET', `${path}?by=${by}&${order}&${period}&${query}`, { bearer: reader })
    for (const direction of by === 'partner' ? ['desc', 'asc'] : ['desc']) {
      const file = await send(
        app,
        'GET',
        `${path}/file.csv?by=${by}&${order}&${period}&direction=${direction}`,
        {
          bearer: reader,
        },
      )
      const whole = file.text.replace('\uFEFF', '').trim().split('\r\n').slice(1)
      expect(whole.length).toBe(by === 'group' ? 4 : 13)
      for (const limit of [3, 50]) {
        const seen: { key: string | null; name: string; clicks: number; sales: number }[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const { body } = await read(`direction=${direction}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
          seen.push(...body.data)
          cursor = body.meta.nextCursor
        }
        const lines = seen.map(({ key, name, clicks, sales }) => [key ?? '', name, clicks, sales].join())
        const columns = (line: string) => line.split(',')
        expect(lines).toEqual(whole.map((line) => [0, 1, 2, 5].map((column) => columns(line)[column]).join()))
      }
    }
  })
})
