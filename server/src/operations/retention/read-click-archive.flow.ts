import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { errorCode } from '../../core/errors/start-error.ts'
import { BackupError, type BackupStore, MANIFEST_FILE } from '../backup/backup.ts'
import { backupLimits } from '../backup/limits.ts'
import { readArchive } from '../backup/read-archive.flow.ts'
import { openSeal } from '../backup/seal.flow.ts'
import { ArchiveReader, sha256 } from './archive-csv.rule.ts'
import { parseArchiveManifest } from './archive-manifest.rule.ts'
import { ARCHIVE_COLUMNS, type ArchiveManifest, type ArchivePlace } from './retention.ts'

/** An archive whose manifest is as it was written. */
export interface OpenArchive {
  store: BackupStore
  manifest: ArchiveManifest
  /** Of the manifest as it lies there. */
  manifestSha256: string
  passphrase: string | undefined
}

/**
 * Finds the archive of a name in its place.
 * @returns undefined when there is none
 * @throws {BackupError} it was altered, or the passphrase is another
 */
export async function openArchive(
  { store, passphrase }: Extract<ArchivePlace, { kind: 'store' }>,
  name: string,
): Promise<OpenArchive | undefined> {
  const bytes = await store.read(name, MANIFEST_FILE, backupLimits.backupManifestBytes)
  if (bytes === undefined) return undefined
  const manifest = parseArchiveManifest(bytes.toString('utf8'), name)
  // One that is not encrypted was made while there was no passphrase.
  const used = manifest.encryption === null ? undefined : passphrase
  await openSeal(manifest, used)
  return { store, manifest, manifestSha256: sha256(bytes), passphrase: used }
}

/**
 * The CSV of an archive, file by file compared with its checksum before any of it is handed on.
 * @throws {BackupError} what is missing or altered; in the end also when the whole is not what was written
 */
export async function* readArchiveCsv(archive: OpenArchive): AsyncGenerator<Buffer> {
  try {
    yield* unpack(archive)
  } catch (cause) {
    if (!errorCode(cause)?.startsWith('Z_')) throw cause
    const { name } = archive.manifest
    throw new BackupError('altered', `The archive ${name} was altered: it cannot be unpacked.`, { cause })
  }
}

async function* unpack(archive: OpenArchive): AsyncGenerator<Buffer> {
  const { csvBytes, csvSha256, name } = archive.manifest
  const gunzip = createGunzip()
  const ended = pipeline(Readable.from(readArchive(archive)), gunzip)
  // It is waited for below, and may fail before.
  ended.catch(() => {})
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    // Before it is read: what unpacks to more than was written has no end to wait for.
    if (bytes > csvBytes) break
    yield chunk
  }
  await ended.catch((error: unknown) => {
    if (bytes <= csvBytes) throw error
  })
  if (bytes !== csvBytes || hash.digest('hex') !== csvSha256) {
    throw new BackupError(
      'altered',
      `The archive ${name} was altered: its rows are not those of its manifest.`,
    )
  }
}

/** The lines of an archive without its header, each a value per column, some at a time. */
export async function* readArchiveRows(archive: OpenArchive): AsyncGenerator<(string | null)[][]> {
  const reader = new ArchiveReader()
  const decoder = new TextDecoder('utf-8')
  let rows = -1
  for await (const chunk of readArchiveCsv(archive)) {
    const lines = [...reader.read(decoder.decode(chunk, { stream: true }))]
    if (lines.length === 0) continue
    const values = rows === -1 ? lines.slice(1) : lines
    rows += lines.length
    if (values.length > 0) yield values
  }
  const { name } = archive.manifest
  if (!reader.isAtEnd || rows !== archive.manifest.rows) {
    throw new BackupError(
      'altered',
      `The archive ${name} has ${rows} rows, and its manifest ${archive.manifest.rows}.`,
    )
  }
}

/** Where a column stands in a line. */
export function placeOf(column: (typeof ARCHIVE_COLUMNS)[number]): number {
  return ARCHIVE_COLUMNS.indexOf(column)
}

/** Reads all of an archive and keeps nothing: afterwards it is known to be whole. */
export async function checkClickArchive(archive: OpenArchive): Promise<void> {
  for await (const _ of readArchiveRows(archive));
}
