import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { isWriteConflict, LOCK_NOT_AVAILABLE, sqlState } from '../../core/database/database.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { Lease } from '../../core/jobs/lease.flow.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import type { ReadyArchive } from './archive-month.flow.ts'
import {
  closeClickArchive,
  type DeletedClicks,
  insertDeletedClicks,
  listClickArchives,
} from './click-archives.sql.ts'
import type { ClickCount } from './click-months.sql.ts'
import {
  type ClickKey,
  countPartition,
  deleteClicks,
  dropPartition,
  findLatestTest,
  listClickKeys,
  lockPartition,
} from './drop-clicks.sql.ts'
import { retentionLimits } from './limits.ts'
import { columnIndex, readArchiveRows } from './read-click-archive.flow.ts'
import type { Month } from './retention.ts'

/** Every deletion uses `lease.change`, which fails if the lease may have expired. */
type Context = Pick<Deps, 'database' | 'clock'> & { lease: Lease }

/** The clicks that may be deleted: those in these archives or, without archives, all of these programs' clicks. */
export type Droppable =
  | { kind: 'archived'; ready: readonly ReadyArchive[] }
  | { kind: 'all'; programs: readonly number[] }

/**
 * Drops a partition in one transaction that blocks writes to it, if all of its clicks may be deleted.
 * @returns 'differs' if late clicks arrived; 'busy' if it is locked
 */
export async function dropMonthPartition(
  { clock, lease }: Context,
  month: Month,
  droppable: Droppable,
): Promise<'dropped' | 'differs' | 'busy'> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await lease.change(async (transaction) => {
        await allowLongStatements(transaction, 0)
        await lockPartition(transaction, month, retentionLimits.retentionLockWaitMs)
        const clickCount = await countPartition(transaction, month)
        if (!clickCount.every((count) => canDelete(droppable, count))) return 'differs'
        await recordDrop(transaction, month, { droppable, held: clickCount, at: clock.now() })
        await dropPartition(transaction, month)
        return 'dropped'
      })
    } catch (error) {
      // On Citus, the holder of the lock may be waiting for this transaction on another node.
      if (sqlState(error) !== LOCK_NOT_AVAILABLE && !isWriteConflict(error)) throw error
      if (attempt >= retentionLimits.retentionLockTries) return 'busy'
      await pause(retentionLimits.retentionLockRetryMs)
    }
  }
}

type HeldCount = ClickCount & { program_id: number }

function canDelete(droppable: Droppable, clickCount: HeldCount): boolean {
  if (droppable.kind === 'all') return droppable.programs.includes(clickCount.program_id)
  return droppable.ready.some(
    ({ row }) =>
      row.program_id === clickCount.program_id &&
      row.clicks === clickCount.clicks &&
      row.test_clicks === clickCount.testClicks &&
      row.keys_hash === clickCount.keysHash,
  )
}

interface DroppedMonth {
  droppable: Droppable
  held: readonly HeldCount[]
  at: Date
}

async function recordDrop(
  transaction: Transaction<Schema>,
  month: Month,
  { droppable, held, at }: DroppedMonth,
) {
  if (droppable.kind === 'archived') {
    for (const { row } of droppable.ready) await closeClickArchive(transaction, row, at)
    return
  }
  for (const { program_id: programId, ...count } of held) {
    const latestTest =
      count.testClicks === 0 ? undefined : await findLatestTest(transaction, programId, month)
    await recordDeletedClicks(transaction, { programId, month, at }, { ...count, latestTest })
  }
}

/** Deletes an archive's clicks in batches. Other clicks are kept. */
export async function deleteArchived(
  { clock, lease }: Context,
  month: Month,
  { row, archive }: ReadyArchive,
): Promise<void> {
  const [idIndex, timeIndex] = [columnIndex('click_id'), columnIndex('received_at')]
  let keys: ClickKey[] = []
  const flush = async () => {
    const batch = keys
    keys = []
    await runBatch(lease, (transaction) => deleteClicks(transaction, row.program_id, month, batch))
  }
  for await (const lines of readArchiveRows(archive)) {
    for (const line of lines) {
      const id = parseClickId(line[idIndex] ?? '')
      if (id === undefined || id.programId !== row.program_id) {
        throw new Error(`archive ${row.name} contains a click without a program`)
      }
      keys.push({ click_uuid: id.uuid, received_at: line[timeIndex] ?? '' })
      if (keys.length >= retentionLimits.retentionPageRows) await flush()
    }
  }
  if (keys.length > 0) await flush()
  await lease.change((transaction) => closeClickArchive(transaction, row, clock.now()))
}

/**
 * Deletes all of a program's clicks for a month, in recorded batches.
 * @returns the number of deleted clicks
 */
export async function deleteAll(
  { clock, lease }: Context,
  month: Month,
  programId: number,
): Promise<{ clicks: number; testClicks: number }> {
  const total = { clicks: 0, testClicks: 0 }
  for (;;) {
    const deleted = await runBatch(lease, async (transaction) => {
      const keys = await listClickKeys(transaction, programId, month, retentionLimits.retentionPageRows)
      if (keys.length === 0) return undefined
      const tests = keys.filter(({ is_test }) => is_test)
      const latest = tests.at(-1)
      const count = {
        clicks: keys.length - tests.length,
        testClicks: tests.length,
        keysHash: String(keys.reduce((sum, { key_hash }) => sum + BigInt(key_hash), 0n)),
        latestTest: latest && { id: latest.id, received_at: new Date(latest.received_at) },
      }
      await recordDeletedClicks(transaction, { programId, month, at: clock.now() }, count)
      await deleteClicks(transaction, programId, month, keys)
      return count
    })
    if (deleted === undefined) return total
    total.clicks += deleted.clicks
    total.testClicks += deleted.testClicks
  }
}

type DeletedCount = ClickCount & Pick<DeletedClicks, 'latestTest'>

/** Records deleted clicks. Those deleted without an archive share one record, numbered after the month's archives. */
async function recordDeletedClicks(
  transaction: Transaction<Schema>,
  { programId, month, at }: { programId: number; month: Month; at: Date },
  count: DeletedCount,
) {
  const rows = await listClickArchives(transaction, { programId, month })
  const unarchivedRow = rows.find(({ name }) => name === null)
  const lastPart = Math.max(0, ...rows.map(({ part }) => part))
  await insertDeletedClicks(transaction, month, {
    ...count,
    programId,
    part: unarchivedRow?.part ?? lastPart + 1,
    at,
  })
}

/** Closes archives that were still open when ARCHIVE_TO was set to none. */
export async function closeArchives(
  { database: { kysely }, clock, lease }: Context,
  month: Month,
  programs: readonly number[],
): Promise<void> {
  for (const row of await listClickArchives(kysely, { month, isOpen: true })) {
    if (!programs.includes(row.program_id)) continue
    await lease.change((transaction) => closeClickArchive(transaction, row, clock.now()))
  }
}

function runBatch<Result>(
  lease: Lease,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return lease.change(async (transaction) => {
    await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
    return work(transaction)
  })
}
