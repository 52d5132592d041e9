import { BackupError } from '../backup/backup.ts'
import { isCount, isEncrypted, isFile, isText, parseObject } from '../backup/manifest.rule.ts'
import { archiveName } from './archive-name.rule.ts'
import { ARCHIVE_COLUMNS, type ArchiveBlock, type ArchiveManifest } from './retention.ts'

/** Format version of click archives; unknown versions are rejected. */
export const ARCHIVE_FORMAT = 1

/**
 * Parses an archive's manifest. Its integrity is only verified by `decryptManifest`.
 * @throws {BackupError} if it is malformed or has an unknown format
 */
export function parseArchiveManifest(text: string, name: string): ArchiveManifest {
  const manifest = parseObject(text)
  const isKnown = manifest?.format === ARCHIVE_FORMAT
  if (manifest !== undefined && !isKnown) {
    throw new BackupError(
      'unknown_format',
      `Archive ${name} has format ${String(manifest.format)}, but this version reads ${ARCHIVE_FORMAT}. Read it with a newer version.`,
    )
  }
  if (manifest === undefined || !isManifest(manifest) || manifest.name !== name) {
    throw new BackupError(
      'altered',
      `The manifest of archive ${name} cannot be read: it was altered or truncated.`,
    )
  }
  return manifest
}

function isManifest(value: object): value is ArchiveManifest {
  const manifest = value as Partial<Record<keyof ArchiveManifest, unknown>> // safe because each field is checked
  const { programId, month, part, columns, blocks, files, latestTest } = manifest
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
    Array.isArray(blocks) &&
    blocks.every(isBlock) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    (latestTest === null || typeof latestTest === 'object') &&
    isText(manifest.madeAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/) &&
    isText(manifest.version, /^\d+\.\d+\.\d+/) &&
    isEncrypted(manifest)
  )
}

function isBlock(value: unknown): value is ArchiveBlock {
  if (typeof value !== 'object' || value === null) return false
  const { first, bytes } = value as Record<string, unknown> // safe because it is an object
  return isText(first, /^[0-9a-f-]{36}$/) && isCount(bytes)
}

/** Returns where the block that may contain a click is in its archive; undefined if no block can. */
export function findBlock(
  blocks: readonly ArchiveBlock[],
  clickUuid: string,
): { at: number; bytes: number } | undefined {
  let end = 0
  let found: { at: number; bytes: number } | undefined
  for (const { first, bytes } of blocks) {
    if (first > clickUuid) break
    found = { at: end, bytes }
    end += bytes
  }
  return found
}
