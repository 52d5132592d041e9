import { BackupError } from '../backup/backup.ts'
import { isCount, isFile, isSealed, isText, parseObject } from '../backup/manifest.rule.ts'
import { archiveName } from './archive-name.rule.ts'
import { ARCHIVE_COLUMNS, type ArchiveManifest } from './retention.ts'

/** Of the archives of clicks; one that this version does not know is refused. */
export const ARCHIVE_FORMAT = 1

/**
 * Reads the manifest of an archive. That it is as it was written is only known after `openSeal`.
 * @throws {BackupError} when it is none, or of a format that this version does not know
 */
export function parseArchiveManifest(text: string, name: string): ArchiveManifest {
  const manifest = parseObject(text)
  const isKnown = manifest?.format === ARCHIVE_FORMAT
  if (manifest !== undefined && !isKnown) {
    throw new BackupError(
      'unknown_format',
      `The archive ${name} is of format ${String(manifest.format)}, and this version reads ${ARCHIVE_FORMAT}: read it with a newer version.`,
    )
  }
  if (manifest === undefined || !isManifest(manifest) || manifest.name !== name) {
    throw new BackupError(
      'altered',
      `The manifest of the archive ${name} cannot be read: it was altered or cut off.`,
    )
  }
  return manifest
}

function isManifest(value: object): value is ArchiveManifest {
  const manifest = value as Partial<Record<keyof ArchiveManifest, unknown>> // safe because each part is looked at
  const { programId, month, part, columns, files, latestTest } = manifest
  return (
    manifest.kind === 'clicks' &&
    isCount(programId) &&
    isText(month, /^\d{4}-\d\d$/) &&
    isCount(part) &&
    manifest.name === archiveName(programId, month, part) &&
    isCount(manifest.rows) &&
    isCount(manifest.testRows) &&
    isText(manifest.keysHash, /^-?\d{1,40}$/) &&
    Array.isArray(columns) &&
    ARCHIVE_COLUMNS.every((column, index) => columns[index] === column) &&
    isCount(manifest.csvBytes) &&
    isText(manifest.csvSha256, /^[0-9a-f]{64}$/) &&
    isCount(manifest.archiveBytes) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    (latestTest === null || typeof latestTest === 'object') &&
    isText(manifest.madeAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/) &&
    isText(manifest.version, /^\d+\.\d+\.\d+/) &&
    isSealed(manifest)
  )
}
