import { describe, expect, inject, test } from 'vitest'
import { listClickArchives } from '../../../src/operations/retention/click-archives.sql.ts'
import { runRetention } from '../../../src/operations/retention/run-retention.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { createClickPartition } from '../../../src/tracking/clicks/click-partitions.sql.ts'
import { startCommand } from '../../command.ts'
import { readDatabaseUrl } from '../../data-location.ts'
import { startTestService, TestClock } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { startFakeS3 } from '../backup/fake-s3.ts'
import {
  countClicks,
  expireLease,
  makePartitions,
  newArchiveLocation,
  readLedger,
  rebuild,
  tamper,
} from './old-clicks.ts'

describe('clicks in a month that is being archived and deleted', () => {
  test('are each in the database or in one archive, and counted once', async () => {
    const service = await startTestService({
      ownDatabase: true,
      now: '2025-02-10T12:00:00Z',
      config: { clickRetentionMonths: 2 },
    })
    await makePartitions(service)
    const shop = await openShop(service)
    const deps = { ...service.deps, clock: new TestClock('2025-07-10T12:00:00Z') }
    const location = newArchiveLocation()
    const sent: string[] = []
    let isOver = false
    const visitors = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { status, body } = await shop.click()
        if (status === 200) sent.push(body.click_id)
      }
    })
    // New clicks arrive after each step.
    const waitForMoreClicks = async () => {
      const until = sent.length + 5
      while (sent.length < until) await new Promise(setImmediate)
    }
    const store = tamper(location.store, { finish: waitForMoreClicks, read: waitForMoreClicks })
    const openLocation = async () => ({ ...location, store })
    for (let round = 0; round < 4; round++) {
      // A second process leaves the work to the first one.
      const both = await Promise.all([
        runRetention({ deps, openLocation }),
        runRetention({ deps, openLocation }),
      ])
      expect(both.filter((run) => run === undefined).length).toBeLessThanOrEqual(1)
      // Clicks arrive months after their day here, so they are not in its roll-up by value.
      const { differences } = await verifyStatistics(service.database, shop.program.id)
      expect(
        differences.filter(({ column, dimension }) => column !== 'partners' && dimension === undefined),
      ).toEqual([])
    }
    isOver = true
    await Promise.all(visitors)
    await runRetention({ deps, openLocation: async () => location })

    expect(await countClicks(service, shop)).toBe(0)
    const program = shop.program.id
    const parts = await listClickArchives(service.database.kysely, { programId: program })
    expect(parts.length).toBeGreaterThan(1)
    const archived: string[] = []
    for (const { part } of parts) {
      for (const { click_id } of await readLedger(location, { program, month: '2025-02', part }))
        archived.push(click_id)
    }
    expect(archived.sort()).toEqual(sent.sort())
    await shop.verify()
    await rebuild(service, shop)
    expect(await shop.stats()).toEqual([{ day: '2025-02-10', currency: 'XXX', clicks: sent.length }])
  })

  test('are deleted with their partition on the next run if it is locked', async () => {
    const service = await startTestService({
      ownDatabase: true,
      now: '2025-02-10T12:00:00Z',
      config: { clickRetentionMonths: 2 },
    })
    await createClickPartition(service.database, service.clock.now())
    const shop = await openShop(service)
    await shop.clickId()
    const deps = { ...service.deps, clock: new TestClock('2025-07-10T12:00:00Z') }
    const openLocation = async () => ({ kind: 'none' }) as const
    const held = await service.database.kysely.transaction().execute(async (reader) => {
      await reader.selectFrom('click_events').select('id').where('program_id', '=', shop.program.id).execute()
      return runRetention({ deps, openLocation })
    })
    expect(held?.busy).toContain('2025-02')
    expect(await countClicks(service, shop)).toBe(1)
    const done = await runRetention({ deps, openLocation })
    expect(done?.dropped).toContainEqual({ month: '2025-02', programs: [shop.program.id], partition: true })
    await shop.verify()
  })

  test('belong to the second process if the first one stalled past the end of its lease', async () => {
    const source = inject('database')
    if (source.kind !== 'postgres') throw new Error('two processes need PostgreSQL')
    const service = await startTestService({ ownDatabase: true, now: '2024-02-10T12:00:00Z' })
    await createClickPartition(service.database, service.clock.now())
    const shop = await openShop(service)
    for (let click = 0; click < 5; click++) await shop.clickId()
    const s3 = await startFakeS3('archives')
    const environment = {
      ...s3.environment,
      DATABASE_URL: await readDatabaseUrl(source.url, service.database),
      APP_SECRET: service.deps.config.appSecret,
      CLICK_RETENTION_MONTHS: '2',
      ARCHIVE_TO: 's3://archives/old',
      // Makes two archives with the same clicks differ.
      BACKUP_PASSPHRASE: 'a passphrase of the archives',
    }
    const data = `old/clicks-${shop.program.id}-2024-02/data.00000`
    const first = startCommand(['retention', 'run'], environment)
    const frozen = new Promise<void>((resolve) => {
      s3.before = async (call) => {
        if (call !== `PUT ${data}`) return undefined
        s3.before = async () => undefined
        first.child.kill('SIGSTOP')
        resolve()
        return 'gone'
      }
    })
    await frozen
    await expireLease(service.database)
    const second = startCommand(['retention', 'run', '--json'], environment)
    expect([await second.ended, second.output.stderr]).toEqual([0, ''])
    expect(await countClicks(service, shop)).toBe(0)
    const written = new Map(s3.objects)
    expect(written.has(data)).toBe(true)

    // Continuing would overwrite the second process's archive, whose clicks are already deleted.
    first.child.kill('SIGCONT')
    expect(await first.ended).toBe(1)
    expect(first.output.stderr).toContain('This process was suspended')
    expect(s3.objects).toEqual(written)
    const verified = startCommand(['retention', 'verify', '--json'], environment)
    expect([await verified.ended, JSON.parse(verified.output.stdout)]).toEqual([
      0,
      { archives: 1, faults: [] },
    ])
    await shop.verify()
  })
})
