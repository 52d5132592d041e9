import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Run } from '../../../src/core/database/database.ts'
import { COMMIT_UNKNOWN, DatabaseUnavailableError } from '../../../src/core/database/database-unavailable.ts'
import { lockProgramForStats } from '../../../src/statistics/stats-programs.sql.ts'
import { createClickRecorder } from '../../../src/tracking/clicks/record-click.flow.ts'
import { createTestPartner, startTestService, testOnServer } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { visitorClick } from './visitors.ts'

const service = await startTestService()
const { clock, database, deps } = service
const { kysely } = database

/** Changes a link as another process would, without updating this process's cache. */
const CHANGES: [string, (shop: Shop) => Promise<unknown>, Record<string, unknown>][] = [
  [
    'its link is deactivated',
    (shop) => update(shop, 'links', sql`status = 'inactive'`),
    { reason: 'inactive_link' },
  ],
  [
    'its partner is rejected',
    (shop) => update(shop, 'program_enrollments', sql`status = 'rejected'`),
    { reason: 'inactive_link' },
  ],
  ['the program is paused', (shop) => shop.change({ status: 'paused' }), { reason: 'program_paused' }],
  [
    'the program is closed to new referrals',
    (shop) => shop.change({ closed_to_new_referrals: true }),
    { reason: 'program_paused' },
  ],
  [
    'the cookie lifetime is longer',
    (shop) => shop.change({ cookie_window_days: 77 }),
    { success: true, cookie_window_days: 77 },
  ],
]

function update(shop: Shop, table: string, change: ReturnType<typeof sql>) {
  return sql`update ${sql.table(table)} set ${change} where program_id = ${shop.program.id}`.execute(kysely)
}

test.each(CHANGES)('a click uses current data when %s', async (_, change, response) => {
  const shop = await openShop(service)
  expect((await shop.click()).body).toMatchObject({ success: true, cookie_window_days: 60 })
  await change(shop)
  expect((await shop.click()).body).toMatchObject(response)
  const clicks = response.success === true ? 2 : 1
  expect(await shop.counts()).toMatchObject({ click_events: clicks })
  await shop.verify()
})

test('clicks count again as soon as their link is reactivated', async () => {
  const shop = await openShop(service)
  await update(shop, 'links', sql`status = 'inactive'`)
  expect((await shop.click()).body).toMatchObject({ reason: 'inactive_link' })
  await update(shop, 'links', sql`status = 'active'`)
  expect((await shop.click()).body).toMatchObject({ success: true })
})

test('clicks that counted are not reported as lost to a newly approved partner', async () => {
  const shop = await openShop(service)
  const waiting = await createTestPartner(service, shop.program, 'pending')
  const click = () => shop.click({ affiliate_url: `https://shop.test/?aff=${waiting.code}` })
  expect((await click()).body).toMatchObject({ reason: 'inactive_link' })
  await update(shop, 'program_enrollments', sql`status = 'approved'`)
  expect((await click()).body).toMatchObject({ success: true })
  const failure = await kysely
    .selectFrom('uncounted_clicks')
    .select(['partner_id', 'clicks'])
    .where('program_id', '=', shop.program.id)
    .execute()
  expect(failure).toEqual([{ partner_id: waiting.partnerId, clicks: 1 }])
})

test('a saved click is returned even if the database fails before the rest of its batch is retried', async () => {
  const [pausedShop, other] = [await openShop(service), await openShop(service)]
  let isLast = false
  let isUnavailable = false
  const run: Run = async (statement) => {
    if (isUnavailable) throw new DatabaseUnavailableError(new Error('gone'))
    const rows = await database.run(statement)
    isUnavailable = isLast && statement.name === 'save-clicks-of-programs'
    return rows as never[] // safe because they are the requested statement's rows
  }
  const record = createClickRecorder({ ...deps, database: { ...database, run } })
  const clicks = () =>
    [pausedShop, other].map(({ program }) =>
      visitorClick(1, { codes: [program.code], at: clock.now(), ids: deps.ids }),
    )
  await record(clicks())
  await pausedShop.change({ status: 'paused' })
  isLast = true
  const responses = await record(clicks())
  expect(responses).toMatchObject([
    { kind: 'unknown', error: { name: 'DatabaseUnavailableError' } },
    { kind: 'counted' },
  ])
  expect(await other.counts()).toMatchObject({ click_events: 2 })
})

test('a batch whose commit is unknown is retried program by program, where an event_id keeps it from counting twice', async () => {
  const shops = [await openShop(service), await openShop(service)]
  const failure = new DatabaseUnavailableError(
    Object.assign(new Error('a worker ended'), { code: COMMIT_UNKNOWN }),
  )
  const run: Run = async (statement) => {
    const rows = await database.run(statement)
    if (statement.name === 'save-clicks-of-programs') throw failure
    return rows as never[] // safe because they are the requested statement's rows
  }
  const record = createClickRecorder({ ...deps, database: { ...database, run } })
  const [first, second] = shops.map(({ program }) => ({
    ...visitorClick(1, { codes: [program.code], at: clock.now(), ids: deps.ids }),
    event_id: 'visit-1',
  }))
  if (first === undefined || second === undefined) throw new Error('there are two programs')
  const anonymous = { ...second, event_id: undefined }
  expect((await record([first, anonymous, second])).map(({ kind }) => kind)).toEqual([
    'apart',
    'unknown',
    'apart',
  ])
  expect(await record([first])).toMatchObject([{ kind: 'counted', is_repeat: true }])
  expect(await record([second])).toMatchObject([{ kind: 'counted', is_repeat: true }])
  expect(await Promise.all(shops.map(async (shop) => (await shop.counts()).click_events))).toEqual([1, 2])
})

testOnServer('only clicks for a program whose days are being recalculated are delayed', async () => {
  const [busyShop, other] = [await openShop(service), await openShop(service)]
  const { waiting } = await kysely.transaction().execute(async (transaction) => {
    await lockProgramForStats(transaction, busyShop.program.id)
    const waiting = busyShop.click()
    const responses = await Promise.all([
      other.click(),
      other.click(),
      busyShop.click({ affiliate_url: 'https://a.test/?aff=no' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await busyShop.counts()).toMatchObject({ click_events: 0 })
    return { waiting }
  })
  expect((await waiting).body).toMatchObject({ success: true })
  expect(await busyShop.counts()).toMatchObject({ click_events: 1 })
  for (const shop of [busyShop, other]) await shop.verify()
})
