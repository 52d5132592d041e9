import { expect, test } from 'vitest'
import { LeaseLostError, withLease } from '../../../src/core/jobs/lease.flow.ts'
import { archiveClicks } from '../../../src/operations/retention/archive-clicks.flow.ts'
import { listClickArchives } from '../../../src/operations/retention/click-archives.sql.ts'
import { retentionLimits } from '../../../src/operations/retention/limits.ts'
import { runRetention } from '../../../src/operations/retention/run-retention.flow.ts'
import { startTestService, TestClock } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import {
  countClicks,
  expireLease,
  makePartitions,
  newArchiveLocation,
  run,
  tamper,
  visit,
} from './old-clicks.ts'

const service = await startTestService({ ownDatabase: true, config: { clickRetentionMonths: 2 } })
const { database } = service
const deps = { ...service.deps, clock: new TestClock('2025-07-10T12:00:00Z') }
const NONE = { kind: 'none' } as const

async function openShopWithClicks() {
  await makePartitions(service)
  const shop = await openShop(service)
  await visit(service, shop, { at: '2025-02-10T12:00:00Z', times: 4 })
  // A month without a partition is deleted row by row.
  await visit(service, shop, { at: '2024-05-10T12:00:00Z', times: 2 })
  service.clock.set(deps.clock.now())
  return shop
}

test('deletes nothing after its lease may have expired', async () => {
  const shop = await openShopWithClicks()
  const openLocation = async () => {
    await expireLease(database)
    return NONE
  }
  await expect(runRetention({ deps, openLocation })).rejects.toThrow(LeaseLostError)
  expect(await countClicks(service, shop)).toBe(6)
  const { dropped } = await run({ ...service, deps }, NONE)
  expect(dropped.map(({ month, partition }) => [month, partition])).toEqual(
    expect.arrayContaining([
      ['2024-05', false],
      ['2025-02', true],
    ]),
  )
  expect(await countClicks(service, shop)).toBe(0)
  await shop.verify()
})

test('keeps what the next process has created in the meantime', async () => {
  const shop = await openShopWithClicks()
  const location = newArchiveLocation()
  let next: Awaited<ReturnType<typeof run>> | undefined
  const store = tamper(location.store, {
    // The archive is being verified; only the lease protects its clicks.
    async read() {
      if (next !== undefined) return
      await expireLease(database)
      next = await run({ ...service, deps }, location)
    },
  })
  await expect(runRetention({ deps, openLocation: async () => ({ ...location, store }) })).rejects.toThrow(
    LeaseLostError,
  )
  expect(next?.faults).toEqual([])
  expect(await countClicks(service, shop)).toBe(0)
  const archives = await listClickArchives(database.kysely, { programId: shop.program.id })
  expect(archives.map(({ part, clicks, dropped_at }) => [part, clicks, dropped_at !== null])).toEqual([
    [1, 2, true],
    [1, 4, true],
  ])
  await shop.verify()
})

test('takes over an expired lease and leaves a valid one alone', async () => {
  const shop = await openShopWithClicks()
  const environment = {}
  const job = { ...deps, config: { ...deps.config, archiveTo: 'none' } }
  const waits: number[] = []
  const held = await withLease(database, { name: 'retention', leaseMs: 60_000 }, async () => {
    await archiveClicks(job, environment, async (ms) => waits.push(ms))
    expect(await countClicks(service, shop)).toBe(6)
    await archiveClicks(job, environment, () => expireLease(database))
    return 'held'
  })
  expect([held, waits]).toEqual(['held', [retentionLimits.retentionLeaseMs]])
  expect(await countClicks(service, shop)).toBe(0)
})
