import type { Deps } from '../../core/deps.ts'
import type { Lease } from '../../core/jobs/lease.flow.ts'
import { BackupError } from '../backup/backup.ts'
import { archiveName } from './archive-name.rule.ts'
import {
  type ClickArchiveRow,
  deleteClickArchive,
  listClickArchives,
  saveClickArchive,
} from './click-archives.sql.ts'
import { retentionLimits } from './limits.ts'
import { countMonthClicks } from './plan-retention.flow.ts'
import { checkClickArchive, type OpenArchive, openArchive } from './read-click-archive.flow.ts'
import type { Month } from './retention.ts'
import { type ArchiveLocation, RetentionError } from './retention.ts'
import { writeClickArchive } from './write-click-archive.flow.ts'

type ArchiveStoreLocation = Extract<ArchiveLocation, { kind: 'store' }>

/** A newly verified archive whose clicks can now be deleted. */
export interface ReadyArchive {
  row: ClickArchiveRow
  archive: OpenArchive
  /** Whether this run wrote the archive, rather than finding an existing one. */
  isNew: boolean
}

/**
 * Makes sure that a month of a program is in a verified archive, either one from an unfinished run or a new one.
 * @throws {BackupError} if the storage can't be used
 * @throws {RetentionError} if some clicks are only in an archive that is damaged
 */
export async function archiveMonth(
  deps: Pick<Deps, 'database' | 'clock'> & { lease: Lease },
  location: ArchiveStoreLocation,
  { programId, month }: { programId: number; month: Month },
): Promise<ReadyArchive> {
  const rows = await listClickArchives(deps.database.kysely, { programId, month })
  const open = rows.find(({ dropped_at }) => dropped_at === null)
  if (open !== undefined) {
    const archive = await checkOpen(deps, location, { programId, month, open })
    if (archive !== undefined) return { row: open, archive, isNew: false }
  }
  const lastPart = Math.max(0, ...rows.filter((row) => row !== open).map(({ part }) => part))
  const { part, archive } = await findOrWrite(deps, location, { programId, month, part: lastPart + 1 })
  const { rows: all, testRows, keysHash, latestTest } = archive.manifest
  const row: ClickArchiveRow = {
    program_id: programId,
    month: `${month.name}-01`,
    part,
    place: location.store.location,
    name: archive.manifest.name,
    manifest_sha256: archive.manifestSha256,
    clicks: all - testRows,
    test_clicks: testRows,
    keys_hash: keysHash,
    latest_test_id: latestTest?.id ?? null,
    latest_test_at: latestTest === null ? null : new Date(latestTest.at),
    archived_at: deps.clock.now(),
    dropped_at: null,
  }
  await deps.lease.change((transaction) => saveClickArchive(transaction, month, row))
  return { row, archive, isNew: true }
}

/**
 * Checks an archive that is still open.
 * @returns undefined if it is unusable and all of its clicks still exist; its record is deleted
 */
async function checkOpen(
  deps: Pick<Deps, 'database'> & { lease: Lease },
  location: ArchiveStoreLocation,
  { programId, month, open }: { programId: number; month: Month; open: ClickArchiveRow },
): Promise<OpenArchive | undefined> {
  const name = open.name ?? ''
  const checked = await check(location, name)
  if (checked.kind === 'whole' && checked.archive.manifestSha256 === open.manifest_sha256)
    return checked.archive
  const remainingClicks = await countMonthClicks(deps, programId, month)
  if (
    remainingClicks.keysHash !== open.keys_hash ||
    remainingClicks.clicks !== open.clicks ||
    remainingClicks.testClicks !== open.test_clicks
  ) {
    const reason =
      checked.kind === 'broken'
        ? checked.error.message
        : `There is no such archive in ${location.store.location}.`
    throw new RetentionError(
      `Archive ${name} in ${open.place} is not the one that was written, and some of its clicks are no longer in the database. Restore it. ${reason}`,
    )
  }
  await deps.lease.change((transaction) => deleteClickArchive(transaction, open))
  return undefined
}

/**
 * An archive of the same clicks may remain from a run that didn't record it, or from before a database restore.
 * Existing archives are never overwritten; the new one gets another name.
 */
async function findOrWrite(
  deps: Pick<Deps, 'database' | 'clock'>,
  location: ArchiveStoreLocation,
  { programId, month, part: first }: { programId: number; month: Month; part: number },
): Promise<{ part: number; archive: OpenArchive }> {
  for (let part = first; part <= retentionLimits.retentionParts; part++) {
    const name = archiveName(programId, month.name, part)
    const checked = await check(location, name)
    if (checked.kind === 'whole' && (await containsClicks(deps, checked.archive, { programId, month }))) {
      return { part, archive: checked.archive }
    }
    if (checked.kind !== 'none') continue
    await writeClickArchive(deps, location, { programId, month, part })
    const writtenArchive = await check(location, name)
    if (writtenArchive.kind === 'whole') return { part, archive: writtenArchive.archive }
    throw writtenArchive.kind === 'broken'
      ? writtenArchive.error
      : new BackupError(
          'missing_file',
          `Archive ${name} was written to ${location.store.location} but is missing.`,
        )
  }
  throw new RetentionError(
    `${location.store.location} has ${retentionLimits.retentionParts} other archives of program ${programId} and ${month.name}. Use another location.`,
  )
}

async function containsClicks(
  deps: Pick<Deps, 'database'>,
  { manifest }: OpenArchive,
  { programId, month }: { programId: number; month: Month },
): Promise<boolean> {
  const remainingClicks = await countMonthClicks(deps, programId, month)
  return (
    manifest.rows === remainingClicks.clicks + remainingClicks.testClicks &&
    manifest.testRows === remainingClicks.testClicks &&
    manifest.keysHash === remainingClicks.keysHash
  )
}

type ArchiveCheck =
  | { kind: 'none' }
  | { kind: 'whole'; archive: OpenArchive }
  | { kind: 'broken'; error: BackupError }

/**
 * Verifies every byte of an archive.
 * @throws {BackupError} if the storage can't be used
 */
export async function check(location: ArchiveStoreLocation, name: string): Promise<ArchiveCheck> {
  try {
    const archive = await openArchive(location, name)
    if (archive === undefined) return { kind: 'none' }
    await checkClickArchive(archive)
    return { kind: 'whole', archive }
  } catch (error) {
    if (!(error instanceof BackupError) || error.code === 'location_failed') throw error
    return { kind: 'broken', error }
  }
}
