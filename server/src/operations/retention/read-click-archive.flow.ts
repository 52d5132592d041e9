import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { errorCode } from '../../core/errors/start-error.ts'
import { BackupError, type BackupStore, MANIFEST_FILE } from '../backup/backup.ts'
import { decryptManifest } from '../backup/encryption.flow.ts'
import { backupLimits } from '../backup/limits.ts'
import { readArchive } from '../backup/read-archive.flow.ts'
import { ArchiveReader, sha256 } from './archive-csv.rule.ts'
import { parseArchiveManifest } from './archive-manifest.rule.ts'
import { ARCHIVE_COLUMNS, type ArchiveLocation, type ArchiveManifest } from './retention.ts'

/** An archive with a verified manifest. */
export interface OpenArchive {
  store: BackupStore
  manifest: ArchiveManifest
  /** SHA-256 of the stored manifest. */
  manifestSha256: string
  passphrase: string | undefined
}

/**
 * Opens an archive by name.
 * @returns undefined if it doesn't exist
 * @throws {BackupError} if it was altered, or the passphrase is wrong
 */
export async function openArchive(
  { store, passphrase }: Extract<ArchiveLocation, { kind: 'store' }>,
  name: string,
): Promise<OpenArchive | undefined> {
  const bytes = await store.read(name, MANIFEST_FILE, backupLimits.backupManifestBytes)
  if (bytes === undefined) return undefined
  const manifest = parseArchiveManifest(bytes.toString('utf8'), name)
  // Ignores the passphrase if the archive isn't encrypted.
  const used = manifest.encryption === null ? undefined : passphrase
  await decryptManifest(manifest, used)
  return { store, manifest, manifestSha256: sha256(bytes), passphrase: used }
}

/**
 * Streams the CSV of an archive, and verifies each file before yielding it.
 * @throws {BackupError} if a file is missing or was altered, which may only be detected at the end
 */
export async function* readArchiveCsv(archive: OpenArchive): AsyncGenerator<Buffer> {
  try {
    yield* unpack(archive)
  } catch (cause) {
    if (!errorCode(cause)?.startsWith('Z_')) throw cause
    const { name } = archive.manifest
    throw new BackupError('altered', `Archive ${name} cannot be decompressed: it was altered.`, { cause })
  }
}

async function* unpack(archive: OpenArchive): AsyncGenerator<Buffer> {
  const { csvBytes, csvSha256, name } = archive.manifest
  const gunzip = createGunzip()
  const decompression = pipeline(Readable.from(readArchive(archive)), gunzip)
  // The promise is awaited below and may reject before.
  decompression.catch(() => {})
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    // Limits the size while decompressing, because an altered archive may expand without end.
    if (bytes > csvBytes) break
    yield chunk
  }
  await decompression.catch((error: unknown) => {
    if (bytes <= csvBytes) throw error
  })
  if (bytes !== csvBytes || hash.digest('hex') !== csvSha256) {
    throw new BackupError('altered', `Archive ${name} was altered: its rows do not match its manifest.`)
  }
}

/** Yields batches of archive lines without the header, one value per column. */
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
      `Archive ${name} has ${rows} rows, but its manifest says ${archive.manifest.rows}.`,
    )
  }
}

export function columnIndex(column: (typeof ARCHIVE_COLUMNS)[number]): number {
  return ARCHIVE_COLUMNS.indexOf(column)
}

/** Verifies a whole archive without storing it. */
export async function checkClickArchive(archive: OpenArchive): Promise<void> {
  for await (const _ of readArchiveRows(archive));
}
