import { createHash } from 'node:crypto'
import { decryptAge } from './age.adapter.ts'
import { type BackedUpFile, BackupError, type BackupStore, type Manifest } from './backup.ts'

interface ReadBackup {
  store: BackupStore
  manifest: Pick<Manifest, 'name' | 'archiveBytes' | 'encryption' | 'files'>
  passphrase: string | undefined
  signal?: AbortSignal
}

/**
 * Streams a backup's decrypted archive, and verifies the size and checksum of each file before yielding it.
 * @throws {BackupError} with the missing, altered, truncated or misplaced file
 */
export async function* readArchive({
  store,
  manifest,
  passphrase,
  signal,
}: ReadBackup): AsyncGenerator<Uint8Array> {
  requireBytes(manifest)
  const files = readFiles(store, manifest, signal)
  const { encryption, archiveBytes } = manifest
  let bytes = 0
  const plainFiles = encryption === null || passphrase === undefined ? files : decrypt(files, passphrase)
  for await (const chunk of plainFiles) {
    bytes += chunk.length
    yield chunk
  }
  if (bytes !== archiveBytes) throw truncatedArchive()
}

/** Checks that the files contain the whole archive and, if it is unencrypted, nothing else. */
function requireBytes({ name, archiveBytes, encryption, files }: ReadBackup['manifest']) {
  const listedBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (listedBytes < archiveBytes) throw truncatedArchive()
  if (encryption === null && listedBytes > archiveBytes) {
    throw new BackupError(
      'altered',
      `The archive of backup ${name} is shorter than its files: it was altered.`,
    )
  }
}

/**
 * Reads a part of an archive, and verifies the files that contain it. An encrypted archive can only be decrypted from its
 * start.
 * @param signal aborts the read
 * @throws {BackupError} like `readArchive`
 */
export async function readArchivePart(
  { store, manifest, passphrase }: Omit<ReadBackup, 'signal'>,
  { at, bytes }: { at: number; bytes: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const { files, before } =
    manifest.encryption === null
      ? findFilesInRange(manifest, at, bytes)
      : { files: manifest.files, before: 0 }
  const archiveBytes =
    manifest.encryption === null ? files.reduce((sum, file) => sum + file.bytes, 0) : manifest.archiveBytes
  const parts: Uint8Array[] = []
  let start = before
  for await (const chunk of readArchive({
    store,
    manifest: { ...manifest, files, archiveBytes },
    passphrase,
    signal,
  })) {
    signal.throwIfAborted()
    const [from, to] = [Math.max(at - start, 0), Math.min(at + bytes - start, chunk.length)]
    if (from < to) parts.push(chunk.subarray(from, to))
    start += chunk.length
    if (start >= at + bytes) return Buffer.concat(parts)
  }
  throw truncatedArchive()
}

/** Returns the files that contain a part of an unencrypted archive, and the bytes before the first of them. */
function findFilesInRange({ files }: ReadBackup['manifest'], at: number, bytes: number) {
  let start = 0
  let before = 0
  const found: BackedUpFile[] = []
  for (const file of files) {
    const end = start + file.bytes
    if (end > at && start < at + bytes) {
      if (found.length === 0) before = start
      found.push(file)
    }
    start = end
  }
  return { files: found, before }
}

/** Verifies a whole backup without storing it. */
export async function checkArchive(backup: ReadBackup): Promise<void> {
  for await (const _ of readArchive(backup));
}

async function* readFiles(
  store: BackupStore,
  { name, files }: ReadBackup['manifest'],
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  for (const file of files) {
    const content = await store.read(name, file.name, file.bytes, signal)
    if (content === undefined) {
      throw new BackupError('missing_file', `Backup ${name} is incomplete: ${file.name} is missing.`)
    }
    checkFile(name, file, content, files)
    yield content
  }
}

function checkFile(name: string, file: BackedUpFile, content: Buffer, files: BackedUpFile[]) {
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (sha256 === file.sha256 && content.length === file.bytes) return
  const owner = files.find((other) => other.sha256 === sha256)
  if (owner !== undefined) {
    throw new BackupError(
      'reordered',
      `The files of backup ${name} are out of order: ${file.name} has the content of ${owner.name}.`,
    )
  }
  if (content.length < file.bytes) {
    throw new BackupError(
      'truncated',
      `The file ${file.name} of backup ${name} is truncated: ${content.length} of ${file.bytes} bytes.`,
    )
  }
  throw new BackupError(
    'altered',
    `The file ${file.name} of backup ${name} was altered: its checksum does not match.`,
  )
}

async function* decrypt(files: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Uint8Array> {
  try {
    yield* decryptAge(files, passphrase)
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    const message = 'The backup archive cannot be decrypted: it was altered or is incomplete.'
    throw new BackupError('altered', message, { cause })
  }
}

function truncatedArchive(): BackupError {
  return new BackupError('truncated', 'The backup archive is truncated.')
}
