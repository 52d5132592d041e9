import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { errorCode } from '../../core/errors/start-error.ts'
import { BackupError } from './backup.ts'

/** Streams a folder as `tar.gz`. */
export async function* packFolder(folder: string): AsyncGenerator<Buffer> {
  const { packTar } = await import('modern-tar/fs')
  const files = packTar(folder)
  const zipped = createGzip({ level: 6 })
  const compressedTar = pipeline(files, zipped)
  compressedTar.catch(() => {})
  try {
    yield* zipped as AsyncIterable<Buffer>
    await compressedTar
  } finally {
    files.destroy()
    zipped.destroy()
  }
}

/**
 * Extracts an archive made by `packFolder`.
 * @throws {BackupError} if it isn't a valid archive, or any error of the stream
 */
export async function unpackFolder(archive: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const { unpackTar } = await import('modern-tar/fs')
  const files = unpackTar(folder)
  await pipeline(archive, createGunzip(), files).catch((cause: unknown) => {
    // A disk error doesn't mean that the archive was altered.
    if (cause instanceof BackupError || /^E[A-Z]+$/.test(errorCode(cause) ?? '')) throw cause
    throw new BackupError('altered', `The backup archive cannot be extracted: ${String(cause)}`, {
      cause,
    })
  })
}
