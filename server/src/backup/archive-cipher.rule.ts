import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { BackupError } from './backup.ts'

/**
 * The archive is encrypted in chunks, each by itself authenticated (AES-256-GCM): what is opened was checked before it
 * is used, however large the whole is. The nonce of a chunk is its number and whether it is the last, so that a chunk in
 * another place, a missing one and a missing end are all found. No key is used twice: every backup has a salt of its own.
 */
export interface ArchiveKeys {
  /** Of the chunks. */
  archive: Buffer
  /** Of the seal of the manifest. */
  manifest: Buffer
  /** Of APP_SECRET. */
  secret: Buffer
  /** Not secret: it says whether the passphrase was right. */
  check: Buffer
}

const KEY_BYTES = 32
export const TAG_BYTES = 16
const NONCE_BYTES = 12

/** @param root what scrypt made of the passphrase */
export function deriveKeys(root: Buffer): ArchiveKeys {
  const key = (label: string) =>
    Buffer.from(hkdfSync('sha256', root, '', `affiliate backup v1 ${label}`, KEY_BYTES))
  return { archive: key('archive'), manifest: key('manifest'), secret: key('secret'), check: key('check') }
}

export interface Chunk {
  number: number
  isLast: boolean
}

/** @returns the encrypted chunk, with its tag at its end */
export function sealChunk(key: Buffer, plain: Uint8Array, chunk: Chunk): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(chunk), { authTagLength: TAG_BYTES })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws {BackupError} when it was changed, or is not the chunk that stands there */
export function openChunk(key: Buffer, sealed: Buffer, chunk: Chunk): Buffer {
  if (sealed.length < TAG_BYTES) throw truncatedArchive()
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(chunk), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const plain = decipher.update(sealed.subarray(0, -TAG_BYTES))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch (cause) {
    // What opens as a chunk before the last is whole: its end is missing, or it goes on after it.
    if (opensAs(key, sealed, { ...chunk, isLast: !chunk.isLast })) {
      throw chunk.isLast
        ? truncatedArchive()
        : new BackupError(
            'altered',
            'The archive of the backup goes on after its last chunk: it was altered.',
          )
    }
    throw new BackupError(
      'altered',
      `The archive of the backup was altered, or its chunks are in another order: chunk ${chunk.number} is not the one that was written there.`,
      { cause },
    )
  }
}

function opensAs(key: Buffer, sealed: Buffer, chunk: Chunk): boolean {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(chunk), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  decipher.update(sealed.subarray(0, -TAG_BYTES))
  try {
    decipher.final()
    return true
  } catch {
    return false
  }
}

export function truncatedArchive(): BackupError {
  return new BackupError(
    'truncated',
    'The archive of the backup ends before its last chunk: a part of it is missing.',
  )
}

/** APP_SECRET as it stands in a manifest. Its key is used for this one message. */
export function sealAppSecret(keys: ArchiveKeys, appSecret: string): string {
  return sealChunk(keys.secret, Buffer.from(appSecret, 'utf8'), { number: 0, isLast: true }).toString(
    'base64',
  )
}

export function openAppSecret(keys: ArchiveKeys, sealed: string): string {
  return openChunk(keys.secret, Buffer.from(sealed, 'base64'), { number: 0, isLast: true }).toString('utf8')
}

export function macOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Eight bytes of the number, one for the end, three that are zero. */
function nonceOf({ number, isLast }: Chunk): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeBigUInt64BE(BigInt(number))
  nonce.writeUInt8(isLast ? 1 : 0, 8)
  return nonce
}
