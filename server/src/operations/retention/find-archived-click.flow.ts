import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pLimit from 'p-limit'
import { isTimeout, withTimeout } from '../../core/async/timeout.ts'
import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { formatClickId } from '../../tracking/clicks/click-id.rule.ts'
import { BackupError, MANIFEST_FILE } from '../backup/backup.ts'
import { backupLimits } from '../backup/limits.ts'
import { readArchivePart } from '../backup/read-archive.flow.ts'
import { findClickLine, sha256 } from './archive-csv.rule.ts'
import { findBlock, parseArchiveManifest } from './archive-manifest.rule.ts'
import { type ClickArchiveRow, listClickArchives } from './click-archives.sql.ts'
import { toMonth } from './due-months.rule.ts'
import { retentionLimits } from './limits.ts'
import { ARCHIVE_COLUMNS, type ArchivedClick, type ArchiveLocation } from './retention.ts'

export type ArchivedClickSearch =
  | { kind: 'found'; archive: string; click: ArchivedClick }
  /** The click was deleted without an archive, or isn't in one. */
  | { kind: 'not_archived' }
  /** The archive is missing, altered or unreachable, or reading it took too long. */
  | { kind: 'unavailable'; archive: string; reason: string }

type ArchiveStoreLocation = Extract<ArchiveLocation, { kind: 'store' }>

/** Finds a click in an archive by its UUID and time. `stop` aborts the search. */
export type FindArchivedClick = (
  programId: number,
  click: { uuid: string; at: Date },
  stop: AbortSignal,
) => Promise<ArchivedClickSearch>

/**
 * Creates a function that reads one click from its archive: the manifest and, unless the archive is encrypted, only the
 * files that contain the click's block. It searches for one click at a time; the others wait or time out.
 */
export function createArchivedClickSearch(
  { database }: Pick<Deps, 'database'>,
  openLocation: () => Promise<ArchiveLocation>,
): FindArchivedClick {
  const turns = pLimit(1)
  return async (programId, { uuid, at }, stop) => {
    const rows = await listClickArchives(database.kysely, { programId, month: toMonth(at) })
    // The clicks of an archive that is still open may already be deleted.
    const archives = rows.flatMap((row) => (row.name === null ? [] : [{ row, name: row.name }]))
    let current = archives[0]?.name
    if (current === undefined) return { kind: 'not_archived' }
    let fault: ArchivedClickSearch | undefined
    const search = async (signal: AbortSignal): Promise<ArchivedClickSearch> => {
      for (const { row, name } of archives) {
        signal.throwIfAborted()
        current = name
        try {
          const click = await searchArchive(openLocation, { row, uuid, signal })
          if (click !== undefined) return { kind: 'found', archive: name, click }
        } catch (error) {
          // Whatever an aborted read throws isn't a fault of the archive.
          signal.throwIfAborted()
          if (!(error instanceof StartError)) throw error
          fault ??= { kind: 'unavailable', archive: name, reason: error.message }
        }
      }
      return fault ?? { kind: 'not_archived' }
    }
    try {
      return await withTimeout(retentionLimits.archivedClickMs, (signal) => turns(() => search(signal)), stop)
    } catch (error) {
      if (!(error instanceof Error && isTimeout(error))) throw error
      return fault ?? { kind: 'unavailable', archive: current, reason: error.message }
    }
  }
}

async function searchArchive(
  openLocation: () => Promise<ArchiveLocation>,
  { row, uuid, signal }: { row: ClickArchiveRow; uuid: string; signal: AbortSignal },
): Promise<ArchivedClick | undefined> {
  const location = await openLocation()
  if (location.kind === 'none' || location.store.location !== row.place) {
    throw new StartError(`It was written to ${row.place}, but ARCHIVE_TO is now another location.`)
  }
  const block = await readBlock(location, { row, uuid, signal })
  if (block === undefined) return undefined
  const line = findClickLine(block, formatClickId(row.program_id, uuid))
  if (line === undefined) return undefined
  // safe because the manifest has these columns
  return Object.fromEntries(ARCHIVE_COLUMNS.map((column, index) => [column, line[index]])) as ArchivedClick
}

/** Returns the lines among which a click must be, verified by the recorded checksum of the manifest. */
async function readBlock(
  { store, passphrase }: ArchiveStoreLocation,
  { row, uuid, signal }: { row: ClickArchiveRow; uuid: string; signal: AbortSignal },
): Promise<string | undefined> {
  const name = row.name ?? ''
  const bytes = await store.read(name, MANIFEST_FILE, backupLimits.backupManifestBytes, signal)
  if (bytes === undefined)
    throw new BackupError('missing_file', `There is no archive ${name} in ${row.place}.`)
  // Opening the seal as well would only prove the same, and takes as long as a sign-in.
  if (sha256(bytes) !== row.manifest_sha256) {
    throw new BackupError('altered', `Archive ${name} in ${row.place} is not the one that was written.`)
  }
  const manifest = parseArchiveManifest(bytes.toString('utf8'), name)
  const place = findBlock(manifest.blocks, uuid)
  if (place === undefined) return undefined
  if (manifest.encryption !== null && passphrase === undefined) {
    throw new BackupError('no_passphrase', `Archive ${name} is encrypted, but there is no passphrase.`)
  }
  const used = manifest.encryption === null ? undefined : passphrase
  const block = await readArchivePart({ store, manifest, passphrase: used }, place, signal)
  return (await decompress(name, block)).toString('utf8')
}

const unzip = promisify(gunzip)

async function decompress(name: string, block: Buffer): Promise<Buffer> {
  try {
    return await unzip(block, { maxOutputLength: retentionLimits.maxArchiveBlockBytes })
  } catch (cause) {
    throw new BackupError('altered', `Archive ${name} cannot be decompressed: it was altered.`, { cause })
  }
}
