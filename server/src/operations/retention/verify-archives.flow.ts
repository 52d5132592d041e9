import type { Deps } from '../../core/deps.ts'
import { check } from './archive-month.flow.ts'
import { type ClickArchiveRow, listClickArchives } from './click-archives.sql.ts'
import type { ArchivePlace } from './retention.ts'

export interface ArchiveFault {
  name: string
  place: string
  fault: string
}

/**
 * Reads every archive back that clicks went to: manifest, checksums and rows.
 * @param place undefined or `none` finds those that lie elsewhere
 */
export async function verifyArchives(
  { database }: Pick<Deps, 'database'>,
  place: ArchivePlace | undefined,
  programId?: number,
): Promise<{ archives: number; faults: ArchiveFault[] }> {
  const rows = (await listClickArchives(database.kysely, { programId })).filter(({ name }) => name !== null)
  const faults: ArchiveFault[] = []
  for (const row of rows) {
    const fault = await faultOf(row, place)
    if (fault !== undefined) faults.push({ name: row.name ?? '', place: row.place ?? '', fault })
  }
  return { archives: rows.length, faults }
}

async function faultOf(
  { name, place: lies, manifest_sha256, clicks, test_clicks }: ClickArchiveRow,
  place: ArchivePlace | undefined,
): Promise<string | undefined> {
  if (place?.kind !== 'store' || place.store.place !== lies) {
    return `It was written to ${lies}, and ARCHIVE_TO is another place now: it was not looked at.`
  }
  const checked = await check(place, name ?? '')
  if (checked.kind === 'none') return 'It is not there any more.'
  if (checked.kind === 'broken') return checked.error.message
  const isTheOne =
    checked.archive.manifestSha256 === manifest_sha256 &&
    checked.archive.manifest.rows === clicks + test_clicks
  return isTheOne ? undefined : 'It is whole, and not the one that was written: somebody replaced it.'
}
