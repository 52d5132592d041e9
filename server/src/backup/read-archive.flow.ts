import { createHash } from 'node:crypto'
import { type ArchiveKeys, openChunk, TAG_BYTES, truncatedArchive } from './archive-cipher.rule.ts'
import { type BackedUpFile, BackupError, type BackupStore, type Manifest } from './backup.ts'
import { inPieces } from './write-archive.flow.ts'

interface ReadBackup {
  store: BackupStore
  manifest: Pick<Manifest, 'name' | 'archiveBytes' | 'encryption' | 'files'>
  keys: ArchiveKeys | undefined
}

/**
 * The archive of a backup, decrypted: every file is compared with its size and checksum before any of it is handed on.
 * @throws {BackupError} naming the file that is missing, altered, cut off or in another's place
 */
export async function* readArchive({ store, manifest, keys }: ReadBackup): AsyncGenerator<Buffer> {
  requireBytes(manifest)
  const files = readFiles(store, manifest)
  const { encryption, archiveBytes } = manifest
  let bytes = 0
  const plain =
    keys === undefined || encryption === null ? files : opened(files, keys.archive, encryption.chunkBytes)
  for await (const chunk of plain) {
    bytes += chunk.length
    yield chunk
  }
  if (bytes !== archiveBytes) throw truncatedArchive()
}

/** The files have as many bytes as the archive takes in them: what is listed there is all of it. */
function requireBytes({ name, archiveBytes, encryption, files }: ReadBackup['manifest']) {
  const listed = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const chunks = encryption === null ? 0 : Math.max(1, Math.ceil(archiveBytes / encryption.chunkBytes))
  const expected = archiveBytes + chunks * TAG_BYTES
  if (listed < expected) throw truncatedArchive()
  if (listed > expected) {
    throw new BackupError('altered', `The backup ${name} lists more than its archive takes: it was altered.`)
  }
}

/** Reads all of a backup and keeps nothing: afterwards it is known to be whole. */
export async function checkArchive(backup: ReadBackup): Promise<void> {
  for await (const _ of readArchive(backup));
}

async function* readFiles(
  store: BackupStore,
  { name, files }: ReadBackup['manifest'],
): AsyncGenerator<Buffer> {
  for (const file of files) {
    const content = await store.read(name, file.name, file.bytes)
    if (content === undefined) {
      throw new BackupError(
        'missing_file',
        `The backup ${name} is not whole: its file ${file.name} is missing.`,
      )
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
      `The files of the backup ${name} are in another order: ${file.name} holds what belongs to ${owner.name}.`,
    )
  }
  if (content.length < file.bytes) {
    throw new BackupError(
      'truncated',
      `The file ${file.name} of the backup ${name} is cut off: ${content.length} of ${file.bytes} bytes are there.`,
    )
  }
  throw new BackupError(
    'altered',
    `The file ${file.name} of the backup ${name} was altered: its checksum is another.`,
  )
}

async function* opened(
  sealed: AsyncIterable<Buffer>,
  key: Buffer,
  chunkBytes: number,
): AsyncGenerator<Buffer> {
  let number = 0
  let held: Buffer | undefined
  for await (const chunk of inPieces(sealed, chunkBytes + TAG_BYTES)) {
    if (held !== undefined) yield openChunk(key, held, { number: number++, isLast: false })
    held = chunk
  }
  if (held === undefined) throw truncatedArchive()
  yield openChunk(key, held, { number, isLast: true })
}
