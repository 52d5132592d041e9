import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { assignDueDays, assignProgramDays } from '../../src/statistics/assign-days.flow.ts'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { updateProgram } from '../../src/workspace/programs/update-program.flow.ts'
import { concurrently, send, startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { database, deps, clock } = service
const { kysely } = database

const ZONES = ['Africa/Casablanca', 'Europe/Chisinau', 'Pacific/Apia', 'America/New_York', 'UTC']

/** Instants around clock changes: Morocco changes its clocks for Ramadan, and Samoa skipped 30 December 2011. */
const HISTORIES = [
  {
    zone: 'Africa/Casablanca',
    instants: [
      '2026-02-14T23:30Z',
      '2026-02-15T23:30Z',
      '2026-03-21T23:30Z',
      '2026-03-22T00:30Z',
      '2026-03-22T23:30Z',
    ],
    days: ['2026-02-15', '2026-02-15', '2026-03-21', '2026-03-22', '2026-03-23'],
  },
  {
    zone: 'Europe/Chisinau',
    instants: [
      '2026-03-28T21:30Z',
      '2026-03-28T22:30Z',
      '2026-03-29T21:30Z',
      '2026-10-24T21:30Z',
      '2026-10-25T21:30Z',
    ],
    days: ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25', '2026-10-25'],
  },
  {
    zone: 'Pacific/Apia',
    instants: [
      '2011-12-29T10:30Z',
      '2011-12-30T09:59Z',
      '2011-12-30T10:00Z',
      '2012-03-31T10:30Z',
      '2012-04-01T10:30Z',
    ],
    days: ['2011-12-29', '2011-12-29', '2011-12-31', '2012-04-01', '2012-04-01'],
  },
]

/** Records a click, a signup and a sale at each of these instants. */
async function recordEvents(shop: Shop, instants: readonly string[]) {
  for (const [at, instant] of instants.entries()) {
    clock.set(instant.replace('Z', ':00Z'))
    const key = `${shop.program.id}-${at}`
    await shop.customer(key)
    const sale = await shop.sale({
      transaction_id: `t-${key}`,
      customer_key: key,
      amount_cents: 1000 + at,
      currency: 'USD',
    })
    expect(sale.status).toBe(200)
  }
}

const readDays = (shop: Shop) =>
  sql<{ day: string }>`
    select day from click_events where program_id = ${shop.program.id}
    union all select signup_day from customers where program_id = ${shop.program.id}
    union all select first_purchase_day from customers where program_id = ${shop.program.id}
    union all select reported_day from sale_events where program_id = ${shop.program.id}
    union all select created_day from commissions where program_id = ${shop.program.id}`
    .execute(kysely)
    .then(({ rows }) => rows.map(({ day }) => day).sort())

async function refund(shop: Shop, sale: number) {
  const body = { transaction_id: `t-${shop.program.id}-${sale}` }
  const response = await send(service.app, 'POST', '/api/v1/track/refund', {
    bearer: shop.program.liveKey,
    body,
  })
  expect(response.status).toBe(200)
}

/**
 * Returns dependencies that fail after the given number of batches, like a killed process. Committed batches are
 * kept.
 */
function stopAfter(batches: number) {
  let startedBatches = 0
  const transaction = () => {
    if (startedBatches++ === batches) throw new Error('killed')
    return kysely.transaction()
  }
  // safe because a batch is a transaction and uses nothing else from the database
  return { database: { ...database, kysely: { transaction } as unknown as typeof kysely } }
}

/** Omits days without counts, such as the day the test's partner joined. */
const readStats = async (shop: Shop) => (await shop.stats()).filter((row) => Object.keys(row).length > 2)

const changeZone = (shop: Shop, time_zone: string) => updateProgram(deps, shop.program.id, { time_zone })

const readDueDay = async (shop: Shop) => {
  const { days_due_from } = await kysely
    .selectFrom('programs')
    .select('days_due_from')
    .where('id', '=', shop.program.id)
    .executeTakeFirstOrThrow()
  return days_due_from
}

describe('each event keeps the local day that the application stored with it', () => {
  test.each(HISTORIES)(
    'while it is recorded, verified, rebuilt, refunded and moved from $zone to another time zone and back',
    async ({ zone, instants, days }) => {
      const shop = await openShop(service, { timeZone: zone })
      await recordEvents(shop, instants)
      const repeatFiveTimes = (list: readonly string[]) =>
        list.flatMap((day) => [day, day, day, day, day]).sort()
      expect(await readDays(shop)).toEqual(repeatFiveTimes(days))
      await shop.verify()
      const stats = await readStats(shop)
      await rebuildStatistics(database, shop.program.id)
      expect(await readStats(shop)).toEqual(stats)
      for (const other of ZONES.filter((one) => one !== zone)) {
        await changeZone(shop, other)
        await shop.verify()
        expect(await readDueDay(shop)).toBeNull()
      }
      await changeZone(shop, zone)
      await shop.verify()
      expect(await readDays(shop)).toEqual(repeatFiveTimes(days))
      expect(await readStats(shop)).toEqual(stats)
      // The refund is deducted from its sale's day.
      await refund(shop, 0)
      await shop.verify()
      const getRevenue = (rows: Record<string, unknown>[]) =>
        Number(rows.find(({ day, currency }) => day === days[0] && currency === 'USD')?.revenue_cents ?? 0)
      expect(getRevenue(await readStats(shop))).toBe(getRevenue(stats) - 1000)
    },
  )

  test('when an interrupted time zone change is finished while new events arrive', async () => {
    const shop = await openShop(service, { timeZone: 'Africa/Casablanca' })
    await recordEvents(shop, ['2026-03-01T23:30Z', '2026-06-01T12:00Z', '2026-09-01T12:00Z'])
    const stats = await readStats(shop)
    await shop.change({ time_zone: 'Pacific/Apia' })
    for (const batches of [0, 1, 1, 1]) {
      await expect(assignProgramDays(stopAfter(batches), shop.program.id)).rejects.toThrow('killed')
      expect(await readDueDay(shop)).not.toBeNull()
      await shop.verify()
    }
    // The last sale still has a day in the old time zone, and its refund is deducted from that day.
    const sales = await shop.rows('sale_events')
    expect(sales.map(({ reported_day }) => reported_day)).toEqual(['2026-03-02', '2026-06-02', '2026-09-01'])
    await refund(shop, 2)
    await shop.verify()
    const recordMoreSales = concurrently(4, async (index) => {
      const transaction_id = `beside-${shop.program.id}-${index}`
      const customer_key = `${shop.program.id}-${index % 3}`
      const sale = await shop.sale({ transaction_id, customer_key, amount_cents: 100, currency: 'USD' })
      expect(sale.status).toBe(200)
    })
    await Promise.all([recordMoreSales, assignDueDays(deps), assignDueDays(deps)])
    expect(await readDueDay(shop)).toBeNull()
    await shop.verify()
    await changeZone(shop, 'Africa/Casablanca')
    await shop.verify()
    expect((await readStats(shop)).slice(0, 4)).toEqual(stats.slice(0, 4))
  })

  test('and rows without a stored day get one from the application', async () => {
    const shop = await openShop(service, { timeZone: 'Africa/Casablanca' })
    await recordEvents(shop, ['2026-03-01T23:30Z', '2026-04-20T23:30Z'])
    const [stats, days] = [await readStats(shop), await readDays(shop)]
    await sql`update click_events set day = null where program_id = ${shop.program.id}`.execute(kysely)
    await sql`update customers set signup_day = null, first_purchase_day = null where program_id = ${shop.program.id}`.execute(
      kysely,
    )
    await sql`update sale_events set reported_day = null where program_id = ${shop.program.id}`.execute(
      kysely,
    )
    await sql`update commissions set created_day = null where program_id = ${shop.program.id}`.execute(kysely)
    await shop.change({ days_due_from: '1900-01-01' })
    await assignDueDays(deps)
    expect(await readDays(shop)).toEqual(days)
    expect(await readStats(shop)).toEqual(stats)
    await shop.verify()
  })

  test('because SQL never computes a program’s local day', () => {
    const root = join(import.meta.dirname, '../..')
    const files = [
      'schema.sql',
      ...readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.sql.ts'))
        .map((name) => join('src', name)),
    ]
    const filesConvertingTimeZones = files.filter((name) =>
      [...readFileSync(join(root, name), 'utf8').matchAll(/\bat time zone\s+(\S+)|\btimezone\(/gi)].some(
        ([, zone]) => zone === undefined || !zone.startsWith("'UTC'"),
      ),
    )
    expect(filesConvertingTimeZones).toEqual([])
  })
})
