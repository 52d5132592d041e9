import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { updateProgram } from '../../src/programs/update-program.flow.ts'
import { countLinks } from '../../src/statistics/count-links.job.ts'
import { foldLinks } from '../../src/statistics/fold-link-stats.job.ts'
import { markUncountedDays } from '../../src/statistics/linked-days.sql.ts'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { atOnce, createTestPartner, send, signInMember, startTestService, testOnServer } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'
import { beBefore, linkStats } from './link-stats.ts'
import { processOfBefore } from './process-of-before.ts'

const service = await startTestService({ ownDatabase: true, now: '2026-03-10T12:00:00.000Z' })
const { app, clock, database, deps } = service

/** A shop with a second partner, and whoever may read what they brought. */
async function open() {
  clock.set('2026-03-08T12:00:00.000Z')
  const shop = await openShop(service)
  const other = await createTestPartner(service, shop.program)
  const bearer = await signInMember(service, shop.program)
  const numbers = async () => {
    const ids = [shop.program.partnerId, other.partnerId].join(',')
    const path = `/api/programs/${shop.program.id}/partner-numbers?partnerIds=${ids}&period=30d`
    const { body, status } = await send(app, 'GET', path, { bearer })
    expect(status).toBe(200)
    return body.data
  }
  return { shop, other, bearer, numbers, first: shop.program }
}

/** Something of everything, over three days. */
async function live(shop: Shop, other: { code: string }) {
  await shop.clickId()
  await shop.customer('one')
  await shop.sale({ transaction_id: 't1', customer_key: 'one', amount_cents: 1_000 })
  clock.advance({ days: 1 })
  await shop.customer('two', await shop.clickId(other.code))
  await shop.sale({ transaction_id: 't2', customer_key: 'two', amount_cents: 2_000, currency: 'VND' })
  const body = { transaction_id: 't1', refund_id: 'r1', refund_amount_cents: 400 }
  const { status } = await send(app, 'POST', '/api/v1/track/refund', { bearer: shop.program.liveKey, body })
  expect(status).toBe(200)
  clock.advance({ days: 1 })
  await shop.clickId(other.code)
}

const shardsOf = async (shop: Shop) => {
  const { rows } = await sql<{ day: string; shards: number[] }>`
    select day, array_agg(distinct shard order by shard) as shards from daily_stats
    where program_id = ${shop.program.id} group by day order by day`.execute(database.kysely)
  return rows
}

describe('an installation that counted by day only', () => {
  test('reports the same numbers before its days are counted by link, and after', async () => {
    const { shop, other, numbers } = await open()
    await live(shop, other)
    const [asCounted, stats] = [await numbers(), await linkStats(database, shop.program.id)]
    expect(asCounted).toMatchObject([
      { clicks: 2, leads: 1, sales: 1, revenueByCurrency: { USD: 600 }, commissionByCurrency: { USD: 120 } },
      { clicks: 2, leads: 1, sales: 1, revenueByCurrency: { VND: 2_000 } },
    ])
    await beBefore(database, shop.program.id)
    expect(await linkStats(database, shop.program.id)).toEqual(new Map())
    expect(await numbers()).toEqual(asCounted)
    await shop.verify()
    expect(await countLinks(deps)).toBe(3)
    expect(await numbers()).toEqual(asCounted)
    expect(await linkStats(database, shop.program.id)).toEqual(stats)
    expect((await shardsOf(shop)).map(({ shards }) => shards)).toEqual([[4], [4], [4]])
    await shop.verify()
    expect(await countLinks(deps)).toBe(0)
  })

  test('reads from the statistics by link alone what is counted by link', async () => {
    const { shop, other, numbers } = await open()
    await live(shop, other)
    // What nobody counted shows that nobody looked at the clicks.
    await sql`update daily_link_stats set clicks = clicks + 100 where program_id = ${shop.program.id}
      and partner_id = ${other.partnerId} and day = '2026-03-10'`.execute(database.kysely)
    expect((await numbers())[1].clicks).toBe(102)
    await rebuildStatistics(database, shop.program.id)
    expect((await numbers())[1].clicks).toBe(2)
  })

  test('goes on counting right while processes of before and of now write to the same days', async () => {
    const { shop, other, numbers, first } = await open()
    const before = processOfBefore(service, shop)
    await live(shop, other)
    await before.click(other)
    await before.lead({ linkId: first.linkId, partnerId: first.partnerId }, 'three')
    await before.sale({ transaction_id: 't3', customer_key: 'three', amount_cents: 700 })
    await shop.sale({ transaction_id: 't4', customer_key: 'three', amount_cents: 500 })
    const expected = [
      {
        ...{ partnerId: first.partnerId, clicks: 2, leads: 2, conversions: 2, sales: 3 },
        revenueByCurrency: { USD: 1_800 },
        commissionByCurrency: { USD: 360 },
      },
      {
        ...{ partnerId: other.partnerId, clicks: 3, leads: 1, conversions: 1, sales: 1 },
        revenueByCurrency: { VND: 2_000 },
        commissionByCurrency: { VND: 400 },
      },
    ]
    expect(await numbers()).toEqual(expected)
    expect(await countLinks(deps)).toBe(1)
    expect(await numbers()).toEqual(expected)
    await shop.verify()
    await before.click(other)
    await before.rebuild()
    await shop.clickId()
    expect((await numbers()).map((one: { clicks: number }) => one.clicks)).toEqual([3, 4])
    await countLinks(deps)
    expect((await numbers()).map((one: { clicks: number }) => one.clicks)).toEqual([3, 4])
    await shop.verify()
  })

  test('counts all days although a job was ended in between, and processes of before write to them again', async () => {
    const { shop, other, numbers } = await open()
    const before = processOfBefore(service, shop)
    await live(shop, other)
    await beBefore(database, shop.program.id)
    // To every shard that they have.
    const visits = 40
    await atOnce(visits, () => before.click(other))
    // As far as a job comes that is killed before it has counted a day.
    const begin = () =>
      database.kysely.transaction().execute((transaction) => markUncountedDays(transaction, shop.program.id))
    expect(await begin()).toHaveLength(3)
    await atOnce(visits, () => before.click(other))
    await shop.clickId(other.code)
    expect(await begin()).toHaveLength(3)
    await atOnce(visits, () => before.click(other))
    const expected = [2, 2 + 3 * visits + 1]
    expect((await numbers()).map((one: { clicks: number }) => one.clicks)).toEqual(expected)
    await shop.verify()
    expect(await countLinks(deps)).toBe(3)
    expect((await numbers()).map((one: { clicks: number }) => one.clicks)).toEqual(expected)
    expect((await shardsOf(shop)).map(({ shards }) => shards)).toEqual([[4], [4], [4]])
    await shop.verify()
  })

  test('counts the days of the time zone to which a process of before has changed a program', async () => {
    const { shop, other, numbers } = await open()
    await live(shop, other)
    // As it did: the zone, then the days by day only. In Kiritimati it is the next day already.
    await database.kysely
      .updateTable('programs')
      .set({ time_zone: 'Pacific/Kiritimati' })
      .where('id', '=', shop.program.id)
      .execute()
    await rebuildStatistics(database, shop.program.id)
    await beBefore(database, shop.program.id)
    await countLinks(deps)
    await shop.verify()
    expect((await numbers()).map((one: { clicks: number }) => one.clicks)).toEqual([2, 2])
  })
})

test('stats verify names the link whose number is wrong, and of a wrong day only the day', async () => {
  const { shop, other } = await open()
  await live(shop, other)
  await sql`update daily_link_stats set revenue_cents = revenue_cents + 1 where program_id = ${shop.program.id}
    and partner_id = ${other.partnerId} and currency = 'VND'`.execute(database.kysely)
  const { verifyStatistics } = await import('../../src/statistics/verify-statistics.flow.ts')
  const { differences } = await verifyStatistics(database, shop.program.id)
  expect(differences.filter(({ column }) => column !== 'partners')).toEqual([
    {
      program_id: shop.program.id,
      day: '2026-03-09',
      partner_id: other.partnerId,
      link_id: other.linkId,
      currency: 'VND',
      column: 'revenue_cents',
      stored: '2001',
      from_events: '2000',
    },
  ])
})

test('days that are over become one row of each link, which counts the same', async () => {
  const { shop, other, numbers } = await open()
  await live(shop, other)
  clock.set('2026-03-08T12:00:00.000Z')
  // More than a few, so that several shards are written to.
  await atOnce(40, async () => shop.clickId(other.code))
  for (let number = 0; number < 12; number++) await shop.clickId(other.code)
  clock.set('2026-03-10T12:00:00.000Z')
  const rowsOf = async (day: string) => {
    const { rows } = await sql<{ shard: number }>`
      select shard from daily_link_stats where program_id = ${shop.program.id} and day = ${day}::date
        and link_id = ${other.linkId} and currency = 'XXX'`.execute(database.kysely)
    return rows.length
  }
  const [stats, asWritten] = [await linkStats(database, shop.program.id), await numbers()]
  expect(await rowsOf('2026-03-08')).toBeGreaterThan(1)
  await foldLinks(deps)
  expect(await rowsOf('2026-03-08')).toBe(1)
  expect(await linkStats(database, shop.program.id)).toEqual(stats)
  expect(await numbers()).toEqual(asWritten)
  await foldLinks(deps)
  expect(await linkStats(database, shop.program.id)).toEqual(stats)
  await shop.verify()
})

testOnServer(
  'whoever writes, counts, folds, rebuilds or moves at once: the days add up, by link too',
  async () => {
    for (let round = 0; round < 4; round++) {
      const { shop, other, first, numbers } = await open()
      const before = processOfBefore(service, shop)
      const own = { linkId: first.linkId, partnerId: first.partnerId }
      await atOnce(6, (number) => shop.customer(`c${number}`))
      await beBefore(database, shop.program.id)
      const zones = ['Asia/Tokyo', 'UTC', 'America/New_York'] as const
      await Promise.all([
        ...(await atOnce(12, async (number) => number)).flatMap((number) => [
          shop.clickId(number % 2 === 0 ? first.code : other.code),
          before.click(number % 2 === 0 ? other : own),
        ]),
        ...(await atOnce(6, async (number) => number)).flatMap((number) => [
          shop.sale({ transaction_id: `now-${number}`, customer_key: `c${number}`, amount_cents: 1_000 }),
          before.sale({ transaction_id: `old-${number}`, customer_key: `c${number}`, amount_cents: 100 }),
          before.lead(other, `old-${number}`),
        ]),
        ...(await atOnce(3, () => countLinks(deps))),
        countLinks(deps),
        rebuildStatistics(database, shop.program.id),
        // The days of the race are over for it.
        foldLinks({ database, clock: { now: () => new Date('2026-03-11T12:00:00Z') } }),
        foldLinks({ database, clock: { now: () => new Date('2026-03-11T12:00:00Z') } }),
        before.rebuild(),
        updateProgram(deps, shop.program.id, { time_zone: zones[round % zones.length] ?? 'UTC' }),
        numbers(),
      ])
      const asWritten = await numbers()
      expect(asWritten).toMatchObject([
        { clicks: 18, leads: 6, conversions: 6, sales: 12, revenueByCurrency: { USD: 6_600 } },
        { clicks: 12, leads: 6 },
      ])
      await shop.verify()
      await countLinks(deps)
      expect(await numbers()).toEqual(asWritten)
      await shop.verify()
      expect(
        (await shardsOf(shop)).every(({ shards }) => shards.every((shard) => shard >= 4 && shard < 8)),
      ).toBe(true)
    }
  },
  120_000,
)
