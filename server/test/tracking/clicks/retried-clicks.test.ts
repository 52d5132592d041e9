import { describe, expect, test } from 'vitest'
import { PURGES } from '../../../src/jobs.ts'
import { createClickRecorder } from '../../../src/tracking/clicks/record-click.flow.ts'
import { concurrently, createTestPartner, send, startTestService } from '../../harness.ts'
import { CLICK, invalid, openShop, type Shop } from '../../merchant.ts'
import { readRequestCounts } from '../requests/request-helpers.ts'
import { visitorClick } from './visitors.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, database, deps } = service
const { kysely } = database

async function countedClicks(shop: Shop): Promise<number> {
  await shop.verify()
  const days = await shop.stats()
  const clickCount = days.reduce((sum, { clicks }) => sum + Number(clicks), 0)
  expect(await shop.counts()).toMatchObject({ click_events: clickCount })
  return clickCount
}

describe('a repeated event_id on the same link (D65)', () => {
  test('returns the same click_id and counts once for 24 hours, then creates a new click', async () => {
    const shop = await openShop(service)
    const event_id = 'visit-1'
    const first = await shop.click({ event_id })
    clock.advance({ hours: 24, ms: -1 })
    expect((await shop.click({ event_id })).body).toEqual(first.body)
    expect(await countedClicks(shop)).toBe(1)
    clock.advance({ ms: 1 })
    const later = await shop.click({ event_id })
    expect(later.body).toMatchObject({ success: true })
    expect(later.body.click_id).not.toBe(first.body.click_id)
    expect((await shop.click({ event_id })).body).toEqual(later.body)
    expect(await countedClicks(shop)).toBe(2)
    expect(await readRequestCounts(service, shop.program.id)).toEqual({
      'click counted': 2,
      'click repeat': 2,
    })
  })

  test('counts once when it is sent 60 times concurrently, alone and among other clicks', async () => {
    const shop = await openShop(service)
    const responses = await concurrently(60, (index) =>
      shop.click(index % 3 === 0 ? {} : { event_id: 'visit-1' }),
    )
    const ids = responses.filter((_, index) => index % 3 !== 0).map(({ body }) => body.click_id)
    expect(new Set(ids).size).toBe(1)
    expect(await countedClicks(shop)).toBe(21)
  })

  test('counts once when several processes receive it in batches for several programs', async () => {
    const shops = [await openShop(service), await openShop(service)]
    const recorders = Array.from({ length: 6 }, () => createClickRecorder(deps))
    const events = Array.from({ length: 8 }, (_, index) => `visit-${index}`)
    const clicks = shops.flatMap(({ program }) =>
      events.map((event_id) => ({
        ...visitorClick(1, { codes: [program.code], at: clock.now(), ids: deps.ids }),
        event_id,
      })),
    )
    const alternateOrder = (index: number) => (index % 2 === 0 ? clicks : clicks.toReversed())
    const responses = await Promise.all(
      recorders.map(async (record, index) => {
        const outcomes = await record(alternateOrder(index))
        return index % 2 === 0 ? outcomes : outcomes.reverse()
      }),
    )
    const ids = responses.map((outcomes) => outcomes.map((one) => one.kind === 'counted' && one.click_id))
    expect(new Set(ids[0]).size).toBe(16)
    for (const other of ids) expect(other).toEqual(ids[0])
    for (const shop of shops) expect(await countedClicks(shop)).toBe(8)
  })

  test('counts once when it is sent twice in a batch', async () => {
    const { program } = await openShop(service)
    const click = visitorClick(1, { codes: [program.code], at: clock.now(), ids: deps.ids })
    const outcomes = await createClickRecorder(deps)([
      { ...click, event_id: 'visit-1', is_bot: true },
      { ...click, event_id: 'visit-1' },
      { ...click, event_id: 'visit-1' },
    ])
    const [first] = outcomes.slice(1)
    expect(outcomes).toMatchObject([
      { kind: 'not_counted', reason: 'bot' },
      { kind: 'counted', is_repeat: false },
      { ...first, is_repeat: true },
    ])
  })

  test('returns the cookie’s click if the first request was a reload', async () => {
    const shop = await openShop(service)
    const existing_click_id = await shop.clickId()
    clock.advance({ minutes: 29 })
    const reload = { existing_click_id, event_id: 'visit-2' }
    expect((await shop.click(reload)).body.click_id).toBe(existing_click_id)
    clock.advance({ hours: 1 })
    expect((await shop.click(reload)).body.click_id).toBe(existing_click_id)
    expect(await countedClicks(shop)).toBe(1)
  })

  test('counts the second time if the first request did not count', async () => {
    const shop = await openShop(service)
    await shop.change({ status: 'paused' })
    expect((await shop.click({ event_id: 'visit-1' })).body).toMatchObject({ reason: 'program_paused' })
    await shop.change({ status: 'active' })
    expect((await shop.click({ event_id: 'visit-1' })).body).toMatchObject({ success: true })
    expect(await countedClicks(shop)).toBe(1)
  })

  test('creates a new click if the first one was not saved because its link had changed', async () => {
    const shop = await openShop(service)
    await shop.click()
    await shop.change({ cookie_window_days: 7 })
    const { body } = await shop.click({ event_id: 'visit-1' })
    expect(body).toMatchObject({ success: true, cookie_window_days: 7 })
    expect((await shop.click({ event_id: 'visit-1' })).body).toEqual(body)
    expect(await countedClicks(shop)).toBe(2)
  })
})

describe('a second click counts separately (D65)', () => {
  test.each<[string, (shop: Shop) => Promise<Record<string, unknown>>]>([
    ['if it has no event_id', async () => ({ event_id: null })],
    ['if it has a different event_id', async () => ({ event_id: 'visit-2' })],
    ['if its event_id differs in case', async () => ({ event_id: 'VISIT-1' })],
    [
      'if it is on another of the program’s links',
      async (shop) => ({
        affiliate_url: `https://shop.test/?aff=${(await createTestPartner(service, shop.program)).code}`,
      }),
    ],
  ])('%s', async (_, other) => {
    const shop = await openShop(service)
    const first = await shop.click({ event_id: 'visit-1' })
    const second = await shop.click({ event_id: 'visit-1', ...(await other(shop)) })
    expect(second.body).toMatchObject({ success: true })
    expect(second.body.click_id).not.toBe(first.body.click_id)
    expect(await countedClicks(shop)).toBe(2)
  })

  test('if it is in another program', async () => {
    const shops = [await openShop(service), await openShop(service)]
    for (const shop of shops) expect((await shop.click({ event_id: 'visit-1' })).body.success).toBe(true)
    for (const shop of shops) expect(await countedClicks(shop)).toBe(1)
  })

  test('if it is in test mode, where every request is recorded', async () => {
    const shop = await openShop(service)
    const body = { event_id: 'visit-1' }
    for (let attempt = 0; attempt < 2; attempt++)
      await send(app, 'POST', CLICK, { body, bearer: shop.program.testKey })
    expect(await shop.counts()).toMatchObject({ click_events: 2 })
  })
})

test.each([['x'.repeat(65)], [42], ['a\0b']])(
  'a click with the event_id %j returns 400 invalid_request',
  async (event_id) => {
    const shop = await openShop(service)
    expect((await shop.click({ event_id })).body).toEqual(invalid('event_id'))
    expect((await shop.click({ event_id: 'x'.repeat(64) })).body).toMatchObject({ success: true })
  },
)

test('the purge job deletes every event_id older than 24 hours', async () => {
  const purge = PURGES.find(({ name }) => name === 'purge_click_events')?.run
  if (purge === undefined) throw new Error('this job does not exist')
  clock.advance({ days: 2 })
  await purge(deps)
  const storedHashes = async () =>
    (await kysely.selectFrom('click_event_ids').select('event_hash').execute()).length
  expect(await storedHashes()).toBe(0)
  const shops = [await openShop(service), await openShop(service)]
  for (const shop of shops) await shop.click({ event_id: 'visit-1' })
  clock.advance({ hours: 24, ms: -1 })
  expect(await purge(deps)).toBe(0)
  await shops[0]?.click({ event_id: 'visit-2' })
  clock.advance({ ms: 1 })
  expect(await purge(deps)).toBe(2)
  expect(await storedHashes()).toBe(1)
})
