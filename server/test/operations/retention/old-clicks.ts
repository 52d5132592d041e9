import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../src/core/database/database.ts'
import type { BackupStore } from '../../../src/operations/backup/backup.ts'
import { folderStore } from '../../../src/operations/backup/folder-store.adapter.ts'
import { ARCHIVE_NAMES, archiveName } from '../../../src/operations/retention/archive-name.rule.ts'
import { openArchive, readArchiveRows } from '../../../src/operations/retention/read-click-archive.flow.ts'
import {
  ARCHIVE_COLUMNS,
  type ArchiveLocation,
  type RetentionRun,
} from '../../../src/operations/retention/retention.ts'
import { runRetention } from '../../../src/operations/retention/run-retention.flow.ts'
import { rebuildStatistics } from '../../../src/statistics/rebuild-statistics.flow.ts'
import { createClickPartitions } from '../../../src/tracking/clicks/create-click-partitions.job.ts'
import type { TestService } from '../../harness.ts'
import type { Shop } from '../../merchant.ts'
import { newFolder } from '../../new-folder.ts'

/** A click as the test expects it. */
export interface LedgerClick {
  click_id: string
  received_at: string
  page_url: string | null
  additional_data: string | null
}

/** Texts that are hard to represent in CSV. */
const PAGES = [
  'https://shop.test/a,b',
  'https://shop.test/"q"',
  'https://shop.test/ü\n2',
  'https://shop.test/',
] as const

/** Sends clicks for a shop at an instant. @returns the expected archive rows */
export async function visit(
  { clock }: Pick<TestService, 'clock'>,
  shop: Shop,
  { at, times = 1 }: { at: string; times?: number },
): Promise<LedgerClick[]> {
  const clicks: LedgerClick[] = []
  for (let time = 0; time < times; time++) {
    clock.set(new Date(Date.parse(at) + time * 1_000))
    const page_url = PAGES[time % PAGES.length] ?? null
    const data = time % 2 === 0 ? { campaign: `spring "${time}", \\ ` } : undefined
    const { body } = await shop.click({ page_url, session_id: `s-${time}`, additional_data: data })
    expect(body).toMatchObject({ success: true })
    const additional_data = data === undefined ? null : JSON.stringify(data)
    clicks.push({
      click_id: body.click_id,
      received_at: clock.now().toISOString(),
      page_url,
      additional_data,
    })
  }
  return clicks
}

export async function testClick(shop: Shop): Promise<number> {
  const { body } = await shop.click({
    additional_data: { test_mode: true, program_id: shop.program.id },
  })
  return body.data.eventId
}

/** Creates a temporary archive folder. */
export function newArchiveLocation(passphrase?: string) {
  const folder = newFolder()
  const store = folderStore(folder, { names: ARCHIVE_NAMES })
  return { kind: 'store', store, passphrase, folder } satisfies ArchiveLocation & { folder: string }
}

export type TestArchiveStore = Extract<ArchiveLocation, { kind: 'store' }>

/** Runs the job without concurrency. */
export async function run({ deps }: TestService, location: ArchiveLocation): Promise<RetentionRun> {
  const done = await runRetention({ deps, openLocation: async () => location })
  if (done === undefined) throw new Error('another process is archiving')
  return done
}

/** Reads the clicks in an archive. */
export async function readLedger(
  location: TestArchiveStore,
  { program, month, part = 1 }: { program: number; month: string; part?: number },
): Promise<LedgerClick[]> {
  const archive = await openArchive(location, archiveName(program, month, part))
  if (archive === undefined) throw new Error(`program ${program} has no archive of ${month}`)
  const clicks: LedgerClick[] = []
  const valueIn = (line: (string | null)[], column: (typeof ARCHIVE_COLUMNS)[number]) =>
    line[ARCHIVE_COLUMNS.indexOf(column)] ?? null
  for await (const lines of readArchiveRows(archive)) {
    for (const line of lines) {
      if (valueIn(line, 'is_test') === 'true') continue
      const data = valueIn(line, 'additional_data')
      clicks.push({
        click_id: valueIn(line, 'click_id') ?? '',
        received_at: valueIn(line, 'received_at') ?? '',
        page_url: valueIn(line, 'page_url'),
        additional_data: data === null ? null : JSON.stringify(JSON.parse(data)),
      })
    }
  }
  return clicks
}

/** Creates partitions for these months. */
export const makePartitions = ({ deps }: TestService) =>
  createClickPartitions(deps, new Date('2025-01-01T00:00:00Z'))

export async function countClicks({ database }: Pick<TestService, 'database'>, shop: Shop): Promise<number> {
  const { rows } = await sql<{ clicks: number }>`
    select count(*) as clicks from click_events where program_id = ${shop.program.id} and not is_test`.execute(
    database.kysely,
  )
  return rows[0]?.clicks ?? 0
}

/** Returns the clicks by day, as shown in the dashboard. */
export async function clicksByDay(shop: Shop): Promise<Record<string, number>> {
  const rows = await shop.stats()
  return Object.fromEntries(
    rows.flatMap(({ day, clicks }) => (clicks ? [[String(day), Number(clicks)]] : [])),
  )
}

export async function rebuild({ database }: TestService, shop: Shop) {
  await rebuildStatistics(database, shop.program.id)
}

/** Lets a silent process's lease expire. */
export async function expireLease({ kysely }: Database): Promise<void> {
  const { rows } = await sql`
    update leases set until = statement_timestamp() where name = 'retention' returning name`.execute(kysely)
  expect(rows).toHaveLength(1)
}

/** Wraps a store and injects faults. */
export function tamper(
  store: BackupStore,
  hooks: Partial<Record<'begin' | 'write' | 'finish' | 'read', (name: string) => unknown>>,
): BackupStore {
  return {
    ...store,
    async begin(name) {
      await hooks.begin?.(name)
      const draft = await store.begin(name)
      return {
        ...draft,
        async write(file, bytes) {
          await draft.write(file, bytes)
          await hooks.write?.(name)
        },
        async finish(manifest) {
          await draft.finish(manifest)
          await hooks.finish?.(name)
        },
      }
    },
    async read(name, file, maxBytes, signal) {
      const bytes = await store.read(name, file, maxBytes, signal)
      // Ignores files that don't exist yet.
      if (bytes !== undefined) await hooks.read?.(name)
      return bytes
    },
  }
}
