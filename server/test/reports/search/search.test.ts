import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/core/config/limits.ts'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { invalid, openShop, type Shop } from '../../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database } = service
const { kysely } = database

let shop: Shop
let bearer: string
let robin: { partnerId: number; code: string }
const clicks: Record<string, string> = {}

/** Pat's customer Ann bought twice and Annika once; Robin's customer Bob bought once, and Carla signed up. */
beforeAll(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
  robin = await createTestPartner(service, shop.program)
  await renamePartner(shop.program.partnerId, 'Pat Quill', 'pat@blog.test')
  await renamePartner(robin.partnerId, 'Robin Ärger', 'robin@news.test')
  await signUp('ann', 'ann@mail.test')
  await signUp('annika', 'shared@mail.test')
  await signUp('bob', 'shared@mail.test', robin.code)
  await signUp('carla', 'carla@mail.test', robin.code)
  await sell('order-1', 'ann')
  await sell('order-10', 'annika')
  await sell('Order-1', 'bob')
  await sell('100%_\\x', 'ann')
  await shop.testSale({ transaction_id: 'order-1', amount_cents: 5 })
})

async function renamePartner(partnerId: number, name: string, email: string) {
  await kysely.updateTable('partners').set({ name, email }).where('id', '=', partnerId).execute()
}

async function signUp(customer_key: string, email: string, code?: string) {
  clock.advance({ minutes: 1 })
  const click_id = await shop.clickId(code)
  clicks[customer_key] = click_id
  clock.advance({ minutes: 1 })
  expect((await shop.serverLead({ click_id, customer_key, email })).status).toBe(200)
}

async function sell(transaction_id: string, customer_key: string) {
  clock.advance({ minutes: 1 })
  expect((await shop.sale({ transaction_id, amount_cents: 1_000, customer_key })).status).toBe(200)
}

const read = (path: string, query: Record<string, string>, as = bearer) =>
  send(service.app, 'GET', `${path}?${new URLSearchParams(query)}`, { bearer: as })
const lists = () => ({
  events: `/api/tracking/events/${shop.program.id}`,
  customers: `/api/programs/${shop.program.id}/customers`,
  commissions: `/api/programs/${shop.program.id}/commissions`,
})

interface Row {
  type?: 'click' | 'lead' | 'sale'
  customerKey?: string
  saleId?: number
  [field: string]: unknown
}

/** Returns the labels of the results in each of the three lists, newest first. */
async function found(search: string, more: Record<string, string> = {}) {
  const data = async (path: string, getLabel: (row: Row) => string) => {
    const { status, body } = await read(path, { search, ...more })
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.meta).toEqual({ nextCursor: null, isSearchCut: false })
    return body.data.map(getLabel)
  }
  const names = new Map((await shop.rows('sale_events')).map((row) => [Number(row.id), row.transaction_id]))
  const keys = Object.entries(clicks)
  const getClickName = (id: unknown) => keys.find(([, click]) => click === id)?.[0]
  return {
    events: await data(lists().events, (row) => describeRow(row, getClickName)),
    customers: await data(lists().customers, ({ customerKey }) => String(customerKey)),
    commissions: await data(lists().commissions, ({ saleId }) => String(names.get(saleId ?? 0))),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: events of the API are distinguished by their type
function describeRow(row: any, getClickName: (id: unknown) => string | undefined): string {
  if (row.type === 'click') return `click of ${getClickName(row.clickId ?? row.id)}`
  if (row.type === 'lead') return `lead of ${row.customerKey}`
  return `sale ${row.transactionId}`
}

const NOTHING = { events: [], customers: [], commissions: [] }
const ANN = {
  events: ['sale 100%_\\x', 'sale order-1', 'lead of ann', 'click of ann'],
  customers: ['ann'],
  commissions: ['100%_\\x', 'order-1'],
}

describe('searching events, customers and commissions', () => {
  it('finds an order by its full ID, and orders by a common prefix', async () => {
    expect(await found('order-10')).toEqual({
      events: ['sale order-10'],
      customers: ['annika'],
      commissions: ['order-10'],
    })
    expect((await found('order-1')).events).toEqual(['sale order-1'])
    expect(await found('order-')).toEqual({
      events: ['sale order-10', 'sale order-1'],
      customers: ['annika', 'ann'],
      commissions: ['order-10', 'order-1'],
    })
  })

  it('is case-sensitive for orders, keys and codes', async () => {
    expect((await found('Order')).events).toEqual(['sale Order-1'])
    expect(await found('ORDER-1')).toEqual(NOTHING)
    expect(await found('Ann')).toEqual(NOTHING)
  })

  it('finds a customer by key, and customers by a common prefix', async () => {
    expect(await found('ann')).toEqual(ANN)
    expect((await found('an')).customers).toEqual(['annika', 'ann'])
    expect(await found('annika')).toEqual({
      events: ['sale order-10', 'lead of annika', 'click of annika'],
      customers: ['annika'],
      commissions: ['order-10'],
    })
    expect((await found('carla')).events).toEqual(['lead of carla', 'click of carla'])
  })

  it('finds customers by their full email, of which only the hash is stored', async () => {
    expect(await found('ann@mail.test')).toEqual(ANN)
    expect(await found('  ANN@Mail.Test ')).toEqual(ANN)
    expect((await found('shared@mail.test')).customers).toEqual(['bob', 'annika'])
    expect(await found('ann@mail.tes')).toEqual(NOTHING)
  })

  it('finds a click by ID, with its customer', async () => {
    expect(await found(clicks.ann ?? '')).toEqual(ANN)
    expect(await found((clicks.ann ?? '').slice(0, -1))).toEqual(NOTHING)
    const alone = await shop.clickId()
    clicks.nobody = alone
    expect(await found(alone)).toEqual({ ...NOTHING, events: ['click of nobody'] })
  })

  it('finds a partner’s records by a prefix of their name, email or code', async () => {
    const OF_ROBIN = {
      events: ['sale Order-1', 'lead of carla', 'click of carla', 'lead of bob', 'click of bob'],
      customers: ['carla', 'bob'],
      commissions: ['Order-1'],
    }
    for (const text of ['Robin Ärger', 'robin ä', 'ROBIN', 'robin@news', 'Robin@News.Test', robin.code]) {
      expect(await found(text), text).toEqual(OF_ROBIN)
    }
    expect(await found('Ärger')).toEqual(NOTHING)
    expect((await found('pat quill')).customers).toEqual(['annika', 'ann'])
  })

  it('keeps the other filters, and pages continue where the previous one ended', async () => {
    expect((await found('an', { limit: '10' })).customers).toEqual(['annika', 'ann'])
    const walk = async (path: string, query: Record<string, string>) => {
      const ids: unknown[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = { ...query, limit: '1', ...(cursor === undefined ? {} : { cursor }) }
        const { body } = await read(path, page)
        expect(body.data.length).toBeLessThanOrEqual(1)
        ids.push(...body.data.map(({ id }: Row) => id))
        cursor = body.meta.nextCursor
      }
      return ids
    }
    for (const search of ['an', 'robin', 'order-', 'shared@mail.test']) {
      for (const path of Object.values(lists())) {
        const whole = await read(path, { search })
        expect(await walk(path, { search })).toEqual(whole.body.data.map(({ id }: Row) => id))
      }
    }
    const { events, customers, commissions } = lists()
    const sales = await read(events, { search: 'an', type: 'sale' })
    expect(sales.body.data).toHaveLength(3)
    const leads = await read(customers, { search: 'robin', status: 'lead' })
    expect(leads.body.data.map(({ customerKey }: Row) => customerKey)).toEqual(['carla'])
    expect((await read(commissions, { search: 'robin', kind: 'lead' })).body.data).toEqual([])
    const later = { search: 'robin', from: '2026-03-11' }
    for (const path of Object.values(lists())) expect((await read(path, later)).body.data).toEqual([])
  })

  it('finds test events only in test mode', async () => {
    const { body } = await read(lists().events, { search: 'order-1', mode: 'test' })
    expect(body.data).toEqual([
      expect.objectContaining({ type: 'sale', transactionId: 'order-1', isTest: true }),
    ])
    expect((await read(lists().events, { search: 'robin', mode: 'test' })).body.data).toEqual([])
  })

  it('applies to sums and exports too', async () => {
    const { customers, commissions } = lists()
    expect((await read(`${customers}/sums`, { search: 'robin' })).body).toEqual({
      data: [
        { status: 'conversion', customers: 1 },
        { status: 'lead', customers: 1 },
      ],
    })
    const sums = (await read(`${commissions}/sums`, { search: 'an' })).body
    expect(sums.data).toMatchObject([{ status: 'pending', commissions: 3, amountCents: 600 }])
    expect((await read(`${commissions}/sums`, { search: 'robin' })).body.data).toMatchObject([
      { commissions: 1 },
    ])
    expect((await read(`${customers}.csv`, { search: 'bob' })).text.trim().split('\n')).toHaveLength(2)
    expect((await read(`${commissions}.csv`, { search: 'order-' })).text.trim().split('\n')).toHaveLength(3)
  })

  it.each([
    '%',
    '_',
    'order_1',
    'order-%',
    '\\',
    "'",
    "order-1' or '1'='1",
    '*',
    '.*',
    'оrder-1',
    'order‐1',
    '\u{10ffff}',
    '😀',
  ])('treats %j as plain text', async (text) => {
    expect(await found(text)).toEqual(NOTHING)
  })

  it('finds names with special characters', async () => {
    expect((await found('100%_\\x')).events).toEqual(['sale 100%_\\x'])
    expect((await found('100%')).events).toEqual(['sale 100%_\\x'])
    expect(await found('100_')).toEqual(NOTHING)
  })

  it('ignores a query that consists only of spaces', async () => {
    for (const path of Object.values(lists())) {
      const all = await read(path, {})
      expect(all.body.meta).toEqual({ nextCursor: null })
      expect((await read(path, { search: '  ' })).body).toEqual(all.body)
    }
  })

  it.each(['a\0b', 'x'.repeat(256), 'x'.repeat(10_000)])(
    'returns 400 for a query that no name can match',
    async (text) => {
      for (const path of [
        ...Object.values(lists()),
        `${lists().customers}.csv`,
        `${lists().commissions}/sums`,
      ]) {
        const { status, body } = await read(path, { search: text })
        expect([status, body]).toEqual([400, invalid('search')])
      }
    },
  )

  it('hides other programs', async () => {
    const other = await openShop(service)
    const token = await signInMember(service, other.program)
    for (const search of ['order-1', 'ann', 'ann@mail.test', clicks.ann ?? '', 'robin', 'pat', robin.code]) {
      const paths = [
        `/api/tracking/events/${other.program.id}`,
        `/api/programs/${other.program.id}/customers`,
        `/api/programs/${other.program.id}/commissions`,
      ]
      for (const path of paths) expect((await read(path, { search }, token)).body.data).toEqual([])
    }
  })
})

it('reports if there are more prefix matches, still finds an exact one, and rejects an export', async () => {
  const many = await openShop(service)
  const token = await signInMember(service, many.program)
  await many.customer('z')
  await many.sale({ transaction_id: 'n', amount_cents: 100, customer_key: 'z' })
  await sql`
    insert into sale_events (program_id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring,
      customer_id, partner_id, attributed_by, click_uuid, clicked_at, received_at, reported_at, decision_code)
    select program_id, is_test, 'n-' || n, amount_cents, currency, sale_type, is_recurring, customer_id, partner_id,
      attributed_by, click_uuid, clicked_at, received_at, reported_at, 'no_policy'
    from sale_events cross join generate_series(1, ${limits.searchMatches + 1}::integer) n
    where program_id = ${many.program.id}`.execute(kysely)
  const events = `/api/tracking/events/${many.program.id}`
  const cut = await read(events, { search: 'n-', limit: '200' }, token)
  expect(cut.body.meta.isSearchCut).toBe(true)
  expect(cut.body.data).toHaveLength(limits.searchMatches)
  const whole = await read(events, { search: 'n' }, token)
  expect(whole.body.meta.isSearchCut).toBe(false)
  expect(whole.body.data).toMatchObject([{ transactionId: 'n' }])
  expect((await read(events, { search: 'n-2' }, token)).body.meta.isSearchCut).toBe(false)
  const programs = `/api/programs/${many.program.id}`
  for (const file of ['customers.csv', 'commissions.csv']) {
    const response = await read(`${programs}/${file}`, { search: 'n-' }, token)
    expect([response.status, response.body]).toEqual([400, invalid('search')])
    expect((await read(`${programs}/${file}`, { search: 'n-2' }, token)).status).toBe(200)
  }
})

it('finds an erased order only by its full ID, and never an erased customer', async () => {
  const own = await openShop(service)
  const token = await signInMember(service, own.program)
  const { click_id } = await own.customer('dora')
  await own.serverLead({ click_id, customer_key: 'dora', email: 'dora@mail.test' })
  await own.sale({ transaction_id: 'secret-77', amount_cents: 100, customer_key: 'dora' })
  const body = { customerKey: 'dora' }
  const erase = `/api/programs/${own.program.id}/data-subject/erase`
  expect((await send(service.app, 'POST', erase, { bearer: token, body })).status).toBe(200)
  const events = async (search: string) =>
    (await read(`/api/tracking/events/${own.program.id}`, { search }, token)).body.data
  expect(await events('secret-77')).toEqual([
    expect.objectContaining({ type: 'sale', transactionId: expect.stringMatching(/^erased-/) }),
  ])
  const commissions = await read(
    `/api/programs/${own.program.id}/commissions`,
    { search: 'secret-77' },
    token,
  )
  expect(commissions.body.data).toHaveLength(1)
  for (const erasedValue of ['secret', 'secret-7', 'dora', 'dora@mail.test', click_id]) {
    expect(await events(erasedValue), erasedValue).toEqual([])
  }
})
