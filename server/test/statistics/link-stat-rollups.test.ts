import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { differenceText } from '../../src/cli/terminal.ts'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { rollUpLinks } from '../../src/statistics/roll-up-link-stats.job.ts'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import { updateProgram } from '../../src/workspace/programs/update-program.flow.ts'
import { send, signInMember, startTestService } from '../harness.ts'
import { openShop } from '../merchant.ts'

const service = await startTestService({ ownDatabase: true, now: '2026-03-10T12:00:00.000Z' })
const { app, clock, database, deps } = service
const { kysely } = database

/** An 8-day period begins on this day. */
const FIRST = '2026-03-08'

/** Opens a shop with two clicks and a sale on the second day of a past period, and a user who can read its numbers. */
async function open() {
  clock.set('2026-03-09T12:00:00.000Z')
  const shop = await openShop(service)
  const { program } = shop
  const bearer = await signInMember(service, program)
  await shop.clickId()
  await shop.customer('one')
  await shop.sale({ transaction_id: 't1', customer_key: 'one', amount_cents: 1_000 })
  clock.set('2026-03-20T12:00:00.000Z')
  const read = async (path: string) => {
    const { body, status } = await send(app, 'GET', path, { bearer })
    expect(status).toBe(200)
    return body.data
  }
  const period = `dateFrom=${FIRST}&dateTo=2026-03-15`
  return {
    shop,
    program,
    bearer,
    numbers: async () =>
      (
        await read(`/api/programs/${program.id}/partner-metrics?partnerIds=${program.partnerId}&${period}`)
      )[0],
    ordered: async () =>
      (await read(`/api/programs/${program.id}/partner-report?sort=revenue&${period}`))[0].numbers,
    readLinkRow: async () => (await read(`/api/tracking/breakdown/${program.id}?by=link&${period}`))[0],
  }
}

const readRollUps = async (programId: number) => {
  const { rows } = await sql`
    select days, first_day, currency, clicks, sales, revenue_cents from link_stat_rollups
    where program_id = ${programId} order by days, currency`.execute(kysely)
  return rows
}

const refund = (shop: { program: { liveKey: string } }, body: object) =>
  send(app, 'POST', '/api/v1/track/refund', { bearer: shop.program.liveKey, body })

const ONCE = { clicks: 2, leads: 1, conversions: 1, sales: 1, revenueByCurrency: { USD: 1_000 } }

describe('roll-ups', () => {
  test('include past days, and are used by reports on complete periods', async () => {
    const { shop, program, numbers, ordered: sortedRows, readLinkRow } = await open()
    expect(await readRollUps(program.id)).toEqual([])
    expect(await numbers()).toMatchObject(ONCE)
    await rollUpLinks(deps)
    expect(await readRollUps(program.id)).toEqual([
      { days: 8, first_day: FIRST, currency: 'USD', clicks: 0, sales: 1, revenue_cents: '1000' },
      { days: 8, first_day: FIRST, currency: 'XXX', clicks: 2, sales: 0, revenue_cents: '0' },
      { days: 64, first_day: '2026-01-27', currency: 'USD', clicks: 0, sales: 1, revenue_cents: '1000' },
      { days: 64, first_day: '2026-01-27', currency: 'XXX', clicks: 2, sales: 0, revenue_cents: '0' },
    ])
    for (const read of [numbers, sortedRows, readLinkRow]) expect(await read()).toMatchObject(ONCE)
    await shop.verify()
    // Inflated roll-ups prove that the report doesn't read individual days.
    await sql`update link_stat_rollups set clicks = clicks + 100 where program_id = ${program.id} and days = 8
      and currency = 'XXX'`.execute(kysely)
    for (const read of [numbers, sortedRows, readLinkRow])
      expect(await read()).toMatchObject({ ...ONCE, clicks: 102 })
    await rebuildStatistics(database, program.id)
    for (const read of [numbers, sortedRows, readLinkRow]) expect(await read()).toMatchObject(ONCE)
    await shop.verify()
  })

  test('are never stale: a late event counts immediately, and only once after the next roll-up', async () => {
    const { shop, program, numbers, ordered: sortedRows, readLinkRow } = await open()
    await rollUpLinks(deps)
    await refund(shop, { transaction_id: 't1', refund_id: 'r1', refund_amount_cents: 400 })
    await shop.sale({
      ...{ transaction_id: 't2', customer_key: 'one', amount_cents: 50 },
      occurred_at: '2026-03-10T08:00:00Z',
    })
    const after = { ...ONCE, sales: 2, revenueByCurrency: { USD: 650 } }
    for (const read of [numbers, sortedRows, readLinkRow]) expect(await read()).toMatchObject(after)
    for (let times = 0; times < 2; times++) {
      await rollUpLinks(deps)
      for (const read of [numbers, sortedRows, readLinkRow]) expect(await read()).toMatchObject(after)
      await shop.verify()
    }
    const { rows } = await sql`
      select shard from daily_link_stats where program_id = ${program.id} and day < '2026-03-19'`.execute(
      kysely,
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(row).toEqual({ shard: 32 })
  })

  test('exclude a recomputed day until the next roll-up', async () => {
    const { shop, program, numbers } = await open()
    await rollUpLinks(deps)
    await rebuildStatistics(database, program.id, '2026-03-09')
    expect(await readRollUps(program.id)).toMatchObject([
      { sales: 0 },
      { clicks: 0 },
      { sales: 0 },
      { clicks: 0 },
    ])
    expect(await numbers()).toMatchObject(ONCE)
    await shop.verify()
    await rollUpLinks(deps)
    expect(await readRollUps(program.id)).toMatchObject([
      { sales: 1 },
      { clicks: 2 },
      { sales: 1 },
      { clicks: 2 },
    ])
    expect(await numbers()).toMatchObject(ONCE)
    await shop.verify()
  })

  test('match the recomputed days after a time zone change', async () => {
    const { shop, program, numbers } = await open()
    await rollUpLinks(deps)
    await updateProgram(deps, program.id, { time_zone: 'Pacific/Kiritimati' })
    await shop.verify()
    expect(await numbers()).toMatchObject(ONCE)
    await rollUpLinks(deps)
    await shop.verify()
    expect(await numbers()).toMatchObject(ONCE)
  })

  test('that differ from their days are reported by stats verify, including as text', async () => {
    const { program } = await open()
    await rollUpLinks(deps)
    await sql`update link_stat_rollups set revenue_cents = revenue_cents + 1 where program_id = ${program.id}
      and days = 64 and currency = 'USD'`.execute(kysely)
    const { differences } = await verifyStatistics(database, program.id)
    const found = differences.filter(({ column }) => column !== 'partners')
    expect(found).toEqual([
      {
        ...{ program_id: program.id, partner_id: program.partnerId, link_id: program.linkId },
        ...{ day: '2026-01-27', days: 64, currency: 'USD', column: 'revenue_cents' },
        ...{ stored: '1001', from_events: '1000' },
      },
    ])
    expect(found.map(differenceText)).toEqual([
      `program ${program.id}, 2026-01-27, partner ${program.partnerId}, link ${program.linkId}, USD, revenue_cents: the 64-day roll-up is 1001, but the sum of its days is 1000`,
    ])
  })
})
