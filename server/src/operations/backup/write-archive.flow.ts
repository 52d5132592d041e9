import { createHash } from 'node:crypto'
import { encryptAge } from './age.adapter.ts'
import { type BackedUpFile, type BackupDraft, BackupError } from './backup.ts'
import { backupLimits } from './limits.ts'
import { fileName } from './manifest.rule.ts'

/**
 * Splits an archive into files of limited size, encrypted if there is a passphrase. Holds at most one file in memory.
 * @returns the files for the manifest
 */
export async function writeArchive(
  draft: BackupDraft,
  archive: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<{ archiveBytes: number; files: BackedUpFile[] }> {
  let archiveBytes = 0
  async function* countBytes() {
    for await (const bytes of archive) {
      archiveBytes += bytes.length
      yield bytes
    }
  }
  const bytes = passphrase === undefined ? countBytes() : encryptAge(countBytes(), passphrase)
  const files: BackedUpFile[] = []
  for await (const content of splitIntoChunks(bytes, backupLimits.backupFileBytes)) {
    if (files.length >= backupLimits.backupFiles) {
      throw new BackupError(
        'not_supported',
        'The database is too large for this kind of backup. Use PostgreSQL tools instead.',
      )
    }
    const name = fileName(files.length)
    await draft.write(name, content)
    files.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }
  return { archiveBytes, files }
}

/** Splits a stream into chunks of the same size. The last chunk may be smaller. */
async function* splitIntoChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let bufferedBytes = 0
  for await (const bytes of source) {
    let rest = bytes
    while (bufferedBytes + rest.length >= size) {
      const remaining = size - bufferedBytes
      yield Buffer.concat([...parts, rest.subarray(0, remaining)], size)
      rest = rest.subarray(remaining)
      parts = []
      bufferedBytes = 0
    }
    if (rest.length > 0) parts.push(rest)
    bufferedBytes += rest.length
  }
  if (bufferedBytes > 0) yield Buffer.concat(parts, bufferedBytes)
}
