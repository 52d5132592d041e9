import { createHash } from 'node:crypto'
import { decryptAge } from './age.adapter.ts'
import { type BackedUpFile, BackupError, type BackupStore, type Manifest } from './backup.ts'

interface ReadBackup {
  store: BackupStore
  manifest: Pick<Manifest, 'name' | 'archiveBytes' | 'encryption' | 'files'>
  passphrase: string | undefined
}

/**
 * The archive of a backup, decrypted: every file is compared with its size and checksum before any of it is handed on.
 * @throws {BackupError} naming the file that is missing, altered, cut off or in another's place
 */
export async function* readArchive({ store, manifest, passphrase }: ReadBackup): AsyncGenerator<Uint8Array> {
  requireBytes(manifest)
  const files = readFiles(store, manifest)
  const { encryption, archiveBytes } = manifest
  let bytes = 0
  const plain = encryption === null || passphrase === undefined ? files : decrypted(files, passphrase)
  for await (const chunk of plain) {
    bytes += chunk.length
    yield chunk
  }
  if (bytes !== archiveBytes) throw truncatedArchive()
}

/** Checks that the files hold the whole archive, and nothing else where it is not encrypted. */
function requireBytes({ name, archiveBytes, encryption, files }: ReadBackup['manifest']) {
  const listed = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (listed < archiveBytes) throw truncatedArchive()
  if (encryption === null && listed > archiveBytes) {
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

async function* decrypted(files: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Uint8Array> {
  try {
    yield* decryptAge(files, passphrase)
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    const message =
      'The archive of the backup can’t be decrypted: it was altered, or a part of it is missing.'
    throw new BackupError('altered', message, { cause })
  }
}

function truncatedArchive(): BackupError {
  return new BackupError('truncated', 'The archive of the backup is incomplete: its end is missing.')
}
