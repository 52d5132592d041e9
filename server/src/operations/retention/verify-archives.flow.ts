import type { Deps } from '../../core/deps.ts'
import { check } from './archive-month.flow.ts'
import { type ClickArchiveRow, listClickArchives } from './click-archives.sql.ts'
import type { ArchiveLocation } from './retention.ts'

export interface ArchiveError {
  name: string
  place: string
  fault: string
}

/**
 * Verifies every archive: manifest, checksums and rows.
 * @param location if undefined or `none`, all archives are reported as stored elsewhere
 */
export async function verifyArchives(
  { database }: Pick<Deps, 'database'>,
  location: ArchiveLocation | undefined,
  programId?: number,
): Promise<{ archives: number; faults: ArchiveError[] }> {
  const rows = (await listClickArchives(database.kysely, { programId })).filter(({ name }) => name !== null)
  const faults: ArchiveError[] = []
  for (const row of rows) {
    const fault = await findArchiveError(row, location)
    if (fault !== undefined) faults.push({ name: row.name ?? '', place: row.place ?? '', fault })
  }
  return { archives: rows.length, faults }
}

async function findArchiveError(
  { name, place: archivePlace, manifest_sha256, clicks, test_clicks }: ClickArchiveRow,
  location: ArchiveLocation | undefined,
): Promise<string | undefined> {
  if (location?.kind !== 'store' || location.store.location !== archivePlace) {
    return `It was written to ${archivePlace}, but ARCHIVE_TO is now another location. It was not checked.`
  }
  const checked = await check(location, name ?? '')
  if (checked.kind === 'none') return 'It is missing.'
  if (checked.kind === 'broken') return checked.error.message
  const isSameArchive =
    checked.archive.manifestSha256 === manifest_sha256 &&
    checked.archive.manifest.rows === clicks + test_clicks
  return isSameArchive ? undefined : 'It is valid but not the archive that was written: it was replaced.'
}
