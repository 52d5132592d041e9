import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encryptManifest } from '../../../src/operations/backup/encryption.flow.ts'
import { sha256 } from '../../../src/operations/retention/archive-csv.rule.ts'
import { listClickArchives } from '../../../src/operations/retention/click-archives.sql.ts'
import { planRetention } from '../../../src/operations/retention/plan-retention.flow.ts'
import { verifyArchives } from '../../../src/operations/retention/verify-archives.flow.ts'
import { startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import {
  clicksByDay,
  countClicks,
  makePartitions,
  newArchiveLocation,
  readLedger,
  rebuild,
  run,
  tamper,
  testClick,
  visit,
} from './old-clicks.ts'

/** Programs keep two months by default, so January to April are due in July 2025. */
const service = await startTestService({ ownDatabase: true, config: { clickRetentionMonths: 2 } })
const { database, deps, clock } = service
const { kysely } = database
const NOW = '2025-07-10T12:00:00Z'

const partitions = async () => {
  const { findTables } = await import('../../../src/operations/doctor/database-report.sql.ts')
  const months = ['01', '02', '03', '04', '05', '06', '07'].map((month) => `click_events_2025_${month}`)
  return (await findTables(kysely, months)).map((name) => name.slice(-2)).sort()
}

/** Starts a test without other clicks. */
async function resetClicks() {
  clock.set(NOW)
  await kysely.updateTable('programs').set({ click_retention_months: null }).execute()
  await kysely.deleteFrom('click_archives').where('dropped_at', 'is', null).execute()
  await kysely.deleteFrom('click_events').execute()
  await makePartitions(service)
}

describe('old clicks', () => {
  test('are archived row by row and deleted with their partitions; all counts stay the same', async () => {
    await resetClicks()
    const [one, other] = [await openShop(service, { timeZone: 'Asia/Kathmandu' }), await openShop(service)]
    const january = await visit(service, one, { at: '2025-01-31T18:14:58Z', times: 5 })
    const march = await visit(service, one, { at: '2025-03-05T10:00:00Z', times: 3 })
    const april = await visit(service, other, { at: '2025-04-30T23:59:58Z', times: 4 })
    clock.set('2025-03-06T00:00:00Z')
    const eventId = await testClick(one)
    clock.set('2025-05-01T12:00:00Z')
    await visit(service, other, { at: '2025-05-01T12:00:00Z', times: 2 })
    clock.set(NOW)
    // In Nepal, some January clicks belong to 1 February.
    const before = [await clicksByDay(one), await clicksByDay(other)]
    expect(before).toEqual([
      { '2025-01-31': 2, '2025-02-01': 3, '2025-03-05': 3 },
      { '2025-04-30': 2, '2025-05-01': 4 },
    ])

    const location = newArchiveLocation()
    const planned = await planRetention(deps)
    expect(planned.map(({ month, dropsPartition }) => [month, dropsPartition])).toEqual([
      ['2025-01', true],
      ['2025-02', true],
      ['2025-03', true],
      ['2025-04', true],
    ])
    const done = await run(service, location)
    expect(done.dropped.map(({ month, partition }) => [month, partition])).toEqual(
      ['2025-01', '2025-02', '2025-03', '2025-04'].map((month) => [month, true]),
    )
    expect(await partitions()).toEqual(['05', '06', '07'])
    expect([await countClicks(service, one), await countClicks(service, other)]).toEqual([0, 4])

    const program = one.program.id
    expect(await readLedger(location, { program, month: '2025-01' })).toEqual(january)
    expect(await readLedger(location, { program, month: '2025-03' })).toEqual(march)
    expect(await readLedger(location, { program: other.program.id, month: '2025-04' })).toEqual(
      april.slice(0, 2),
    )
    // Read without the service.
    const files = join(location.folder, `clicks-${program}-2025-03`)
    const csv = gunzipSync(readFileSync(join(files, 'data.00000'))).toString()
    expect(csv.split('\n')[0]).toContain('click_id,received_at,id,is_test')
    const manifest = JSON.parse(readFileSync(join(files, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ programId: program, month: '2025-03', rows: 4, testRows: 1, part: 1 })
    expect(await verifyArchives(deps, location)).toEqual({ archives: 3, faults: [] })

    expect([await clicksByDay(one), await clicksByDay(other)]).toEqual(before)
    await one.verify()
    await rebuild(service, one)
    await one.verify()
    expect(await clicksByDay(one)).toEqual(before[0])
    // Days in another time zone are counted from the stored totals.
    await one.change({ time_zone: 'America/St_Johns' })
    await rebuild(service, one)
    expect(await clicksByDay(one)).toEqual({ '2025-01-31': 5, '2025-03-05': 3 })
    await one.verify()
    const { rows } = { rows: await listClickArchives(kysely, { programId: program }) }
    expect(rows.map((row) => row.latest_test_id)).toEqual([null, eventId])

    expect(await run(service, location)).toEqual({ archived: [], dropped: [], busy: [], faults: [] })
  })

  test('are deleted separately if their program has a shorter retention; shared partitions stay', async () => {
    await resetClicks()
    const [shortRetention, longRetention, silent] = [
      await openShop(service),
      await openShop(service),
      await openShop(service),
    ]
    await shortRetention.change({ click_retention_months: 1, attribution_window_days: 28 })
    await longRetention.change({ click_retention_months: 1_200 })
    const clicks = await visit(service, shortRetention, { at: '2025-05-10T00:00:00Z', times: 7 })
    await visit(service, longRetention, { at: '2025-02-10T00:00:00Z', times: 2 })
    await visit(service, silent, { at: '2025-05-10T00:00:00Z', times: 1 })
    clock.set(NOW)
    const days = await clicksByDay(shortRetention)
    const location = newArchiveLocation()
    const done = await run(service, location)
    expect(done.dropped.filter(({ programs }) => programs.length > 0)).toEqual([
      { month: '2025-05', programs: [shortRetention.program.id], partition: false },
    ])
    expect(await partitions()).toEqual(['02', '05', '06', '07'])
    expect(await readLedger(location, { program: shortRetention.program.id, month: '2025-05' })).toEqual(
      clicks,
    )
    expect([
      await countClicks(service, shortRetention),
      await countClicks(service, longRetention),
      await countClicks(service, silent),
    ]).toEqual([0, 2, 1])
    for (const shop of [shortRetention, longRetention, silent]) await shop.verify()
    await rebuild(service, shortRetention)
    expect(await clicksByDay(shortRetention)).toEqual(days)
  })

  test('stay as long as the attribution window needs them', async () => {
    await resetClicks()
    const shop = await openShop(service, { attributionWindowDays: 120 })
    await visit(service, shop, { at: '2025-03-31T00:00:00Z', times: 1 })
    clock.set(NOW)
    expect((await run(service, newArchiveLocation())).archived).toEqual([])
    clock.set('2025-08-01T12:00:00Z')
    expect((await run(service, newArchiveLocation())).archived).toMatchObject([
      { month: '2025-03', clicks: 1 },
    ])
  })

  test('are deleted without an archive if the installation allows it', async () => {
    await resetClicks()
    const [shop, other] = [await openShop(service), await openShop(service)]
    await other.change({ click_retention_months: 1_200 })
    await visit(service, shop, { at: '2025-02-10T00:00:00Z', times: 3 })
    await visit(service, shop, { at: '2025-03-10T00:00:00Z', times: 2 })
    const eventId = await testClick(shop)
    await visit(service, other, { at: '2025-03-10T00:00:00Z', times: 1 })
    clock.set(NOW)
    const before = await clicksByDay(shop)
    const { dropped } = await run(service, { kind: 'none' })
    expect(dropped.map(({ month, partition }) => [month, partition])).toEqual([
      ['2025-01', true],
      ['2025-02', true],
      ['2025-03', false],
      ['2025-04', true],
    ])
    expect(await listClickArchives(kysely, { programId: shop.program.id })).toMatchObject([
      { month: '2025-02-01', clicks: 3, name: null },
      { month: '2025-03-01', clicks: 2, test_clicks: 1, name: null, latest_test_id: eventId },
    ])
    await rebuild(service, shop)
    expect(await clicksByDay(shop)).toEqual(before)
    expect([await countClicks(service, shop), await countClicks(service, other)]).toEqual([0, 1])
  })
})

describe('an interrupted archive job', () => {
  test.each(['begin', 'write', 'finish', 'read'] as const)(
    'keeps the clicks if it fails at %s; the next run writes one archive of the same rows',
    async (step) => {
      await resetClicks()
      const shop = await openShop(service)
      const clicks = await visit(service, shop, { at: '2025-02-10T00:00:00Z', times: 6 })
      clock.set(NOW)
      const location = newArchiveLocation()
      const failing = tamper(location.store, {
        [step]: () => {
          throw new Error(`power failure at ${step}`)
        },
      })
      expect((await run(service, { ...location, store: failing })).faults).toEqual([
        `Program ${shop.program.id}, 2025-02: power failure at ${step}.`,
      ])
      expect(await countClicks(service, shop)).toBe(6)
      await shop.verify()
      await run(service, location)
      expect(await countClicks(service, shop)).toBe(0)
      expect(readdirSync(location.folder)).toEqual([`clicks-${shop.program.id}-2025-02`])
      expect(await readLedger(location, { program: shop.program.id, month: '2025-02' })).toEqual(clicks)
      expect(await verifyArchives(deps, location, shop.program.id)).toEqual({ archives: 1, faults: [] })
      await shop.verify()
    },
  )

  test('reports a failing program and continues with the next one', async () => {
    await resetClicks()
    const [one, other] = [await openShop(service), await openShop(service)]
    const clicks = await visit(service, one, { at: '2025-02-10T00:00:00Z', times: 2 })
    await visit(service, other, { at: '2025-02-11T00:00:00Z', times: 3 })
    await visit(service, other, { at: '2025-03-11T00:00:00Z', times: 1 })
    clock.set(NOW)
    const location = newArchiveLocation()
    const failing = tamper(location.store, {
      write: (name) => {
        if (name.startsWith(`clicks-${one.program.id}-`))
          throw new Error('canceling statement due to timeout')
      },
    })
    const done = await run(service, { ...location, store: failing })
    expect(done.faults).toEqual([`Program ${one.program.id}, 2025-02: canceling statement due to timeout.`])
    expect(done.dropped.filter(({ programs }) => programs.length > 0)).toEqual([
      { month: '2025-02', programs: [other.program.id], partition: false },
      { month: '2025-03', programs: [other.program.id], partition: true },
    ])
    expect([await countClicks(service, one), await countClicks(service, other)]).toEqual([2, 0])
    await run(service, location)
    expect(await countClicks(service, one)).toBe(0)
    expect(await readLedger(location, { program: one.program.id, month: '2025-02' })).toEqual(clicks)
  })

  test('continues a partial deletion', async () => {
    await resetClicks()
    const [shop, other] = [await openShop(service), await openShop(service)]
    await other.change({ click_retention_months: 1_200 })
    const clicks = await visit(service, shop, { at: '2025-02-10T00:00:00Z', times: 6 })
    await visit(service, other, { at: '2025-02-10T00:00:00Z' })
    clock.set(NOW)
    const location = newArchiveLocation()
    // Recorded and verified, then interrupted.
    let reads = 0
    const failing = tamper(location.store, {
      read: () => {
        reads++
        if (reads > 2) throw new Error('killed')
      },
    })
    expect((await run(service, { ...location, store: failing })).faults).toHaveLength(1)
    const { deleteClicks } = await import('../../../src/operations/retention/drop-clicks.sql.ts')
    const { toMonth } = await import('../../../src/operations/retention/due-months.rule.ts')
    const gone = clicks.slice(0, 2).map(({ click_id, received_at }) => ({
      click_uuid: click_id.slice(click_id.indexOf('-') + 1),
      received_at,
    }))
    await deleteClicks(kysely, shop.program.id, toMonth(new Date('2025-02-01')), gone)
    await shop.verify()
    await run(service, location)
    expect([await countClicks(service, shop), await countClicks(service, other)]).toEqual([0, 1])
    expect(await readLedger(location, { program: shop.program.id, month: '2025-02' })).toEqual(clicks)
    expect(await listClickArchives(kysely, { programId: shop.program.id })).toMatchObject([
      { part: 1, clicks: 6 },
    ])
    await shop.verify()
  })

  test('never deletes clicks missing from an archive: the archive is written again or reported', async () => {
    await resetClicks()
    const [shop, other] = [await openShop(service), await openShop(service)]
    await other.change({ click_retention_months: 1_200 })
    const clicks = await visit(service, shop, { at: '2025-02-10T00:00:00Z', times: 4 })
    await visit(service, other, { at: '2025-02-10T00:00:00Z' })
    clock.set(NOW)
    const location = newArchiveLocation()
    let reads = 0
    const failingStore = tamper(location.store, {
      read: () => {
        reads++
        if (reads > 2) throw new Error('killed')
      },
    })
    expect((await run(service, { ...location, store: failingStore })).faults).toHaveLength(1)
    const name = `clicks-${shop.program.id}-2025-02`
    appendFileSync(join(location.folder, name, 'data.00000'), 'x')
    await run(service, location)
    expect(await readLedger(location, { program: shop.program.id, month: '2025-02', part: 2 })).toEqual(
      clicks,
    )
    expect(await countClicks(service, shop)).toBe(0)

    // An archive that disappears after some of its clicks were deleted.
    await kysely
      .updateTable('click_archives')
      .set({ dropped_at: null })
      .where('program_id', '=', shop.program.id)
      .execute()
    rmSync(join(location.folder, `${name}-2`), { recursive: true })
    const { faults } = await run(service, location)
    expect(faults).toEqual([expect.stringMatching(/is not the one that was written, and some of its clicks/)])
    expect((await verifyArchives(deps, location, shop.program.id)).faults).toMatchObject([
      { name: `${name}-2`, fault: 'It is missing.' },
    ])
  })
})

describe('a late click', () => {
  test('is archived separately if its month is being archived or deleted', async () => {
    await resetClicks()
    const shop = await openShop(service)
    const first = await visit(service, shop, { at: '2025-02-10T00:00:00Z', times: 3 })
    const late: Awaited<ReturnType<typeof visit>> = []
    const location = newArchiveLocation()
    clock.set(NOW)
    const tampered = tamper(location.store, {
      async finish() {
        late.push(...(await visit(service, shop, { at: '2025-02-11T00:00:00Z', times: 2 })))
        clock.set(NOW)
      },
    })
    await run(service, { ...location, store: tampered })
    expect(await countClicks(service, shop)).toBe(2)
    expect(await partitions()).toContain('02')
    await run(service, location)
    expect(await countClicks(service, shop)).toBe(0)
    expect(await partitions()).not.toContain('02')
    const later = await visit(service, shop, { at: '2025-02-12T00:00:00Z' })
    clock.set(NOW)
    await run(service, location)
    expect(await countClicks(service, shop)).toBe(0)
    const program = shop.program.id
    const parts = [1, 2, 3].map((part) => readLedger(location, { program, month: '2025-02', part }))
    expect(await Promise.all(parts)).toEqual([first, late, later])
    await shop.verify()
    await rebuild(service, shop)
    expect(await clicksByDay(shop)).toEqual({ '2025-02-10': 3, '2025-02-11': 2, '2025-02-12': 1 })
  })
})

describe('the archive storage', () => {
  test('can be encrypted and then requires its passphrase', async () => {
    await resetClicks()
    const shop = await openShop(service)
    const clicks = await visit(service, shop, { at: '2025-02-10T00:00:00Z', times: 3 })
    clock.set(NOW)
    const location = newArchiveLocation('a sufficiently long passphrase')
    await run(service, location)
    const query = { program: shop.program.id, month: '2025-02' }
    expect(await readLedger(location, query)).toEqual(clicks)
    await expect(readLedger({ ...location, passphrase: undefined }, query)).rejects.toThrow(/is encrypted/)
    await expect(readLedger({ ...location, passphrase: 'another passphrase' }, query)).rejects.toThrow(
      /Wrong passphrase/,
    )
    const bytes = readFileSync(join(location.folder, `clicks-${shop.program.id}-2025-02`, 'data.00000'))
    expect(() => gunzipSync(bytes)).toThrow()
  })

  test('keeps existing archives with the same name', async () => {
    await resetClicks()
    const shop = await openShop(service)
    const location = newArchiveLocation()
    const stranger = await visit(service, shop, { at: '2025-02-10T00:00:00Z', times: 2 })
    clock.set(NOW)
    await run(service, location)
    // This archive contains different clicks, because its database was restored before that run.
    await kysely.deleteFrom('click_archives').execute()
    await kysely.deleteFrom('archived_clicks').execute()
    const clicks = await visit(service, shop, { at: '2025-02-20T00:00:00Z', times: 2 })
    clock.set(NOW)
    await run(service, location)
    const program = shop.program.id
    expect(await readLedger(location, { program, month: '2025-02' })).toEqual(stranger)
    expect(await readLedger(location, { program, month: '2025-02', part: 2 })).toEqual(clicks)
  })

  test.each([
    ['unpacks to more than was written', gzipSync(Buffer.alloc(1_000_000, 'x'))],
    ['cannot be unpacked', Buffer.from('no gzip')],
  ])('stops reading a file that %s and does not use its archive', async (_, bytes) => {
    await resetClicks()
    const shop = await openShop(service)
    await visit(service, shop, { at: '2025-02-10T00:00:00Z' })
    clock.set(NOW)
    const location = newArchiveLocation()
    await run(service, location)
    const name = `clicks-${shop.program.id}-2025-02`
    const paths = [
      join(location.folder, name, 'data.00000'),
      join(location.folder, name, 'manifest.json'),
    ] as const
    const { seal: __, ...manifest } = JSON.parse(readFileSync(paths[1], 'utf8'))
    const file = { name: 'data.00000', bytes: bytes.length, sha256: sha256(bytes) }
    writeFileSync(paths[0], bytes)
    // Without a passphrase, an attacker with write access can change the manifest too.
    const forged = { ...manifest, archiveBytes: bytes.length, files: [file] }
    writeFileSync(paths[1], await encryptManifest(forged, undefined))
    const { faults } = await verifyArchives(deps, location, shop.program.id)
    expect(faults).toMatchObject([{ name, fault: expect.stringContaining('was altered') }])
  })
})
