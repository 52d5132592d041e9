import { createHash } from 'node:crypto'
import { encryptAge } from './age.adapter.ts'
import { type BackedUpFile, type BackupDraft, BackupError } from './backup.ts'
import { backupLimits } from './limits.ts'
import { fileName } from './manifest.rule.ts'

/**
 * Writes an archive as files of a limited size, encrypted where there is a passphrase. No more than one file of it is in memory.
 * @returns what the manifest says of them
 */
export async function writeArchive(
  draft: BackupDraft,
  archive: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<{ archiveBytes: number; files: BackedUpFile[] }> {
  let archiveBytes = 0
  async function* counted() {
    for await (const bytes of archive) {
      archiveBytes += bytes.length
      yield bytes
    }
  }
  const bytes = passphrase === undefined ? counted() : encryptAge(counted(), passphrase)
  const files: BackedUpFile[] = []
  for await (const content of inPieces(bytes, backupLimits.backupFileBytes)) {
    if (files.length >= backupLimits.backupFiles) {
      throw new BackupError(
        'not_supported',
        'The database is too large for a backup of this kind: take those of PostgreSQL itself.',
      )
    }
    const name = fileName(files.length)
    await draft.write(name, content)
    files.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }
  return { archiveBytes, files }
}

/** The same bytes in pieces of this size; the last is what is left. */
async function* inPieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let held = 0
  for await (const bytes of source) {
    let rest = bytes
    while (held + rest.length >= size) {
      const taken = size - held
      yield Buffer.concat([...parts, rest.subarray(0, taken)], size)
      rest = rest.subarray(taken)
      parts = []
      held = 0
    }
    if (rest.length > 0) parts.push(rest)
    held += rest.length
  }
  if (held > 0) yield Buffer.concat(parts, held)
}
