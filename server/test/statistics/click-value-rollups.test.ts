import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CLICK_DIMENSIONS } from '../../src/core/enums.ts'
import { rollUpAllClickValues } from '../../src/statistics/click-value-rollups.flow.ts'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import { createTestPartner, send, signInMember, startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'
import { newArchiveLocation, run } from '../operations/retention/old-clicks.ts'

const service = await startTestService({ now: '2026-01-01T23:30:00.000Z' })
const { app, clock, database, deps } = service
const { kysely } = database

const PAGES = ['https://shop.test/a?n=1', 'https://shop.test/a?n=2', 'https://shop.test/b', undefined]
const LANGUAGES = ['de-AT', 'de', 'en-US', undefined]

/** Opens a shop whose visitors click every 17 hours for `days` days, through the links of two partners. */
async function openVisitedShop(days: number): Promise<{ shop: Shop; bearer: string }> {
  clock.set('2026-01-01T23:30:00.000Z')
  const shop = await openShop(service)
  const other = await createTestPartner(service, shop.program)
  for (let hour = 0; hour < days * 24; hour += 17) {
    const pick = <Value>(values: readonly Value[]) => values[hour % values.length]
    const code = hour % 3 === 0 ? shop.program.code : other.code
    const { body } = await shop.click({
      affiliate_url: `https://shop.test/?aff=${code}${hour % 5 === 0 ? '' : `&sub=s${hour % 7}`}`,
      page_url: pick(PAGES),
      language: pick(LANGUAGES),
      referrer_url: hour % 2 === 0 ? 'https://www.blog.test/post' : undefined,
      session_id: hour % 4 === 0 ? undefined : `s-${Math.floor(hour / 34)}`,
    })
    expect(body.success).toBe(true)
    clock.advance({ hours: 17 })
  }
  return { shop, bearer: await signInMember(service, shop.program) }
}

const verify = async ({ program }: Shop) =>
  (await verifyStatistics(database, program.id)).differences.filter(
    ({ dimension }) => dimension !== undefined,
  )

async function breakdown({ program }: Shop, bearer: string, query: string) {
  const { status, body } = await send(
    app,
    'GET',
    `/api/tracking/breakdown/${program.id}?limit=100&${query}`,
    {
      bearer,
    },
  )
  expect(status).toBe(200)
  const rows = body.data.map((row: { key: string | null; clicks: number }) => [row.key, row.clicks])
  return { rows, coverage: body.meta.coverage }
}

test('breakdowns of clicks stay the same when past days are rolled up, rebuilt and archived', async () => {
  const { shop, bearer } = await openVisitedShop(100)
  await kysely
    .updateTable('programs')
    .set({ time_zone: 'America/New_York' })
    .where('id', '=', shop.program.id)
    .execute()
  const whole = [
    'dateFrom=2026-01-02T00:00:00Z&dateTo=2026-04-20T12:00:00Z',
    'dateFrom=2026-04-10&dateTo=2026-04-11',
  ]
  // Starts within a day in UTC, whose clicks are read one by one.
  const partial = 'dateFrom=2026-01-06&dateTo=2026-03-29'
  const read = async (periods = [...whole, partial]) => {
    const rows: Record<string, [string | null, number][]> = {}
    for (const by of CLICK_DIMENSIONS) {
      for (const period of periods) {
        const query = `by=${by}&${period}`
        rows[query] = (await breakdown(shop, bearer, query)).rows
      }
    }
    return rows
  }
  const before = await read()
  expect(Object.values(before)).not.toContainEqual([])

  await rollUpAllClickValues(deps)
  expect(await read()).toEqual(before)
  const sizes = await sql<{ days: number }>`
    select distinct days from click_value_rollups where program_id = ${shop.program.id} order by 1`.execute(
    kysely,
  )
  expect(sizes.rows.map(({ days }) => days)).toEqual([1, 8, 64])
  expect(await verify(shop)).toEqual([])

  await rebuildStatistics(database, shop.program.id)
  expect(await read()).toEqual(before)

  await kysely
    .updateTable('programs')
    .set({ click_retention_months: 1, attribution_window_days: 1 })
    .where('id', '=', shop.program.id)
    .execute()
  await run(service, newArchiveLocation())
  const kept = await kysely
    .selectFrom('click_events')
    .select(({ fn }) => [fn.countAll<number>().as('clicks'), fn.min('received_at').as('first')])
    .where('program_id', '=', shop.program.id)
    .executeTakeFirstOrThrow()
  expect(kept.first).toEqual(expect.any(Date))
  expect(Number(kept.first)).toBeGreaterThan(Date.parse('2026-03-01'))
  for (const rebuilt of [false, true]) {
    if (rebuilt) await rebuildStatistics(database, shop.program.id)
    expect(before).toMatchObject(await read(whole))
    const { rows, coverage } = await breakdown(shop, bearer, `by=device&${partial}`)
    const total = (list: [string | null, number][]) => list.reduce((sum, [, clicks]) => sum + clicks, 0)
    expect(coverage).toMatchObject({ isComplete: false, archivedClicks: 2 })
    expect(total(rows) + 2).toBe(total(before[`by=device&${partial}`] ?? []))
  }
  expect(await verify(shop)).toEqual([])
})

test('clicks are deleted only after their days are rolled up', async () => {
  const { shop } = await openVisitedShop(3)
  await kysely
    .updateTable('programs')
    .set({ click_retention_months: 1, attribution_window_days: 1 })
    .where('id', '=', shop.program.id)
    .execute()
  clock.advance({ days: 100 })
  const clicks = () =>
    kysely.selectFrom('click_events').select('id').where('program_id', '=', shop.program.id).execute()
  const before = (await clicks()).length
  await sql`create function fail_roll_up() returns trigger language plpgsql as $$ begin raise 'no roll-up'; end $$`.execute(
    kysely,
  )
  await sql`create trigger fail_roll_up before insert on click_value_rollups for each row
    execute function fail_roll_up()`.execute(kysely)
  await expect(rollUpAllClickValues(deps)).rejects.toThrow('no roll-up')
  await run(service, newArchiveLocation())
  expect((await clicks()).length).toBe(before)
  await sql`drop function fail_roll_up cascade`.execute(kysely)
  await run(service, newArchiveLocation())
  expect(await clicks()).toEqual([])
})

test('verification finds a wrong day and a wrong period', async () => {
  const { shop } = await openVisitedShop(12)
  await rollUpAllClickValues(deps)
  await sql`update click_value_rollups set clicks = clicks + 1
    where program_id = ${shop.program.id} and dimension = 'visitor' and value is null
    and days = 8 and first_day = '2026-01-03'`.execute(kysely)
  const of = { program_id: shop.program.id, dimension: 'visitor', column: 'clicks' }
  expect(await verify(shop)).toEqual([expect.objectContaining({ ...of, days: 8, value: null })])
  await sql`delete from click_value_rollups
    where program_id = ${shop.program.id} and dimension = 'visitor' and value is null and days = 1`.execute(
    kysely,
  )
  const found = await verify(shop)
  expect(found).toContainEqual(expect.objectContaining({ ...of, stored: '0', from_events: '1', value: null }))
  await rebuildStatistics(database, shop.program.id)
  expect(await verify(shop)).toEqual([])
})

test('values other than a day’s most frequent ones are counted together', async () => {
  const { shop, bearer } = await openVisitedShop(1)
  const { id: programId, linkId, partnerId } = shop.program
  await sql`
    insert into click_dimensions (program_id, month, id, rest, page_url, landing_page)
    select ${programId}, '2026-01-01', n, n, 'https://shop.test/' || n, 'shop.test/' || n
    from generate_series(1, 5010) n`.execute(kysely)
  await sql`
    insert into click_events (program_id, received_at, click_uuid, is_test, link_id, partner_id, page_id, day)
    select ${programId}, '2026-01-03T10:00:00Z'::timestamptz + n * interval '1 second', gen_random_uuid(), false, ${linkId},
      ${partnerId}, n, '2026-01-03' from generate_series(1, 5010) n`.execute(kysely)
  await rebuildStatistics(database, programId)
  clock.set('2026-01-05T00:00:00.000Z')
  const day = 'by=landingPage&dateFrom=2026-01-03&dateTo=2026-01-03'
  await rollUpAllClickValues(deps)
  const { coverage } = await breakdown(shop, bearer, day)
  expect(coverage).toMatchObject({ scanned: 5_010, isComplete: false, otherClicks: 10 })
  expect(await verify(shop)).toEqual([])
  // As many values as are listed.
  await sql`delete from click_events where program_id = ${programId} and page_id > 5000`.execute(kysely)
  await rebuildStatistics(database, programId)
  await rollUpAllClickValues(deps)
  const { coverage: all } = await breakdown(shop, bearer, day)
  expect(all).toMatchObject({ scanned: 5_000, isComplete: true, otherClicks: 0 })
})

test('an erased click counts as one without values', async () => {
  const { shop, bearer } = await openVisitedShop(20)
  clock.set('2026-01-03T10:00:00.000Z')
  const visit = {
    affiliate_url: `${shop.url}&sub=only-ada`,
    page_url: 'https://shop.test/for-ada',
    language: 'fr',
  }
  const { body } = await shop.click(visit)
  await shop.customer('ada', body.click_id)
  clock.set('2026-01-22T10:00:00.000Z')
  await rollUpAllClickValues(deps)
  const period = 'dateFrom=2026-01-02T00:00:00Z&dateTo=2026-01-20T23:59:59.999Z'
  const readRows = async (by: string) =>
    new Map<string | null, number>((await breakdown(shop, bearer, `by=${by}&${period}`)).rows)
  const [languages, subIds] = [await readRows('language'), await readRows('subId')]
  expect([languages.get('fr'), subIds.get('only-ada')]).toEqual([1, 1])

  const path = `/api/programs/${shop.program.id}/data-subject/erase`
  const erased = await send(app, 'POST', path, { bearer, body: { customerKey: 'ada' } })
  expect(erased.status).toBe(200)
  languages.delete('fr')
  subIds.delete('only-ada')
  const withOneMoreClick = (rows: Map<string | null, number>) =>
    new Map(rows).set(null, (rows.get(null) ?? 0) + 1)
  expect(await readRows('language')).toEqual(withOneMoreClick(languages))
  expect(await readRows('subId')).toEqual(withOneMoreClick(subIds))
  const left = await sql<{ value: string }>`select value from click_value_rollups
    where program_id = ${shop.program.id} and value in ('fr', 'only-ada', 'shop.test/for-ada')`.execute(
    kysely,
  )
  expect(left.rows).toEqual([])
  expect(await verify(shop)).toEqual([])
})
