import { expect, test } from 'vitest'
import { PURGES, sharedJobs } from '../../../src/jobs.ts'
import { countEventsForReview } from '../../../src/tracking/processors/events-for-review.sql.ts'
import { startTestService } from '../../harness.ts'
import { openConnectedShop, paidSession, publish } from '../../tracking/processors/processor.ts'

const service = await startTestService({ ownDatabase: true, config: { processorEventRetentionDays: 90 } })
const { deps, clock, database } = service
const { kysely } = database

const purge = (job: string, config: Partial<typeof deps.config> = {}) => {
  const found = PURGES.find(({ name }) => name === job)
  if (found === undefined) throw new Error(`no job named ${job}`)
  return found.run({ ...deps, config: { ...deps.config, ...config } })
}

test('deletes expired processor events, and keeps and counts those awaiting review', async () => {
  const shop = await openConnectedShop(service)
  await publish(shop, 'checkout.session.completed', paidSession())
  // Unreadable, so it awaits review.
  await publish(shop, 'checkout.session.completed', paidSession({ amount_total: 'much' }))
  await publish(shop, 'checkout.session.completed', paidSession({ amount_total: 'more' }))
  const [one] = await shop.rows('events_for_review' as never)
  const before = await countEventsForReview(kysely)
  const kept = async () => (await shop.manage('GET', '/events-for-review')).body.data.length
  const events = async () => (await kysely.selectFrom('processor_events').select('event_id').execute()).length
  expect([await kept(), await events()]).toEqual([2, 3])
  await shop.manage('POST', `/events-for-review/${(one as { id: number }).id}/resolve`)

  clock.advance({ days: 90 })
  expect(await purge('purge_processor_events')).toBe(0)
  clock.advance({ ms: 1 })
  expect(await purge('purge_processor_events', { processorEventRetentionDays: undefined })).toBe(0)
  // The resolved event for review, its own event, and the payment's event.
  expect(await purge('purge_processor_events')).toBe(3)
  expect([await kept(), await events()]).toEqual([1, 1])
  expect(await countEventsForReview(kysely)).toEqual(before)
  expect(await purge('purge_processor_events')).toBe(0)
})

test('gives each job a unique name', () => {
  const names = sharedJobs({}).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
