import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { errorCode } from '../../core/errors/start-error.ts'
import { BackupError } from './backup.ts'

/** A folder as `tar.gz`, read as it is asked for. */
export async function* packFolder(folder: string): AsyncGenerator<Buffer> {
  const { packTar } = await import('modern-tar/fs')
  const files = packTar(folder)
  const zipped = createGzip({ level: 6 })
  const packed = pipeline(files, zipped)
  packed.catch(() => {})
  try {
    yield* zipped as AsyncIterable<Buffer>
    await packed
  } finally {
    files.destroy()
    zipped.destroy()
  }
}

/**
 * Writes what `packFolder` made into a folder.
 * @throws whatever the archive throws, or {BackupError} when it is none
 */
export async function unpackFolder(archive: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const { unpackTar } = await import('modern-tar/fs')
  const files = unpackTar(folder)
  await pipeline(archive, createGunzip(), files).catch((cause: unknown) => {
    // What the disk says of itself is none of the archive's.
    if (cause instanceof BackupError || /^E[A-Z]+$/.test(errorCode(cause) ?? '')) throw cause
    throw new BackupError('altered', `The archive of the backup cannot be unpacked: ${String(cause)}`, {
      cause,
    })
  })
}
