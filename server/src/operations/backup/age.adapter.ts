import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import type { Identity, Recipient, Stanza } from 'age-encryption'

/** log2 of scrypt's N: takes 128 MB and a few tenths of a second per attempt. */
const WORK_FACTOR = 17
/** Limits the memory that a hostile file can use to 1 GB. */
const MAX_WORK_FACTOR = 20
const SALT_BYTES = 16
const TAG_BYTES = 16
const CIPHER = 'chacha20-poly1305'
const NONCE = Buffer.alloc(12)

export class WrongPassphraseError extends Error {
  override name = 'WrongPassphraseError'
}

/**
 * Encrypts a stream to an `age` file (https://age-encryption.org/v1), which the `age` tool can decrypt with the
 * passphrase.
 */
export async function* encryptAge(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { Encrypter, Stanza } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(createRecipient(passphrase, Stanza))
  yield* await encrypter.encrypt(ReadableStream.from(plain))
}

/**
 * Decrypts an `age` file, and authenticates each chunk before yielding it.
 * @throws {WrongPassphraseError}
 * @throws {Error} if the file was altered or truncated
 */
export async function* decryptAge(
  encrypted: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(createIdentity(passphrase))
  yield* await decrypter.decrypt(ReadableStream.from(encrypted))
}

/** Replaces the library's scrypt, which would block the event loop for a second. */
function createRecipient(passphrase: string, StanzaClass: typeof Stanza): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(SALT_BYTES)
      const key = await wrappingKey(passphrase, salt, WORK_FACTOR)
      const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      const unpadded = salt.toString('base64').replace(/=+$/, '')
      return [new StanzaClass(['scrypt', unpadded, String(WORK_FACTOR)], body)]
    },
  }
}

function createIdentity(passphrase: string): Identity {
  return {
    async unwrapFileKey([stanza, ...others]) {
      const [type, salt = '', workFactor = ''] = stanza?.args ?? []
      const isKnown = type === 'scrypt' && others.length === 0 && /^[1-9]\d?$/.test(workFactor)
      if (stanza === undefined || !isKnown || Number(workFactor) > MAX_WORK_FACTOR) return null
      const key = await wrappingKey(passphrase, Buffer.from(salt, 'base64'), Number(workFactor))
      const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES })
      decipher.setAuthTag(stanza.body.subarray(-TAG_BYTES))
      const fileKey = decipher.update(stanza.body.subarray(0, -TAG_BYTES))
      try {
        decipher.final()
      } catch (cause) {
        throw new WrongPassphraseError('wrong passphrase', { cause })
      }
      return fileKey
    },
  }
}

function wrappingKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const N = 2 ** workFactor
  const label = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  return new Promise((resolve, reject) => {
    // scrypt needs 128 × N × r bytes; Node's default limit is 32 MB.
    const options = { N, r: 8, p: 1, maxmem: 2 * 128 * N * 8 }
    scrypt(passphrase.normalize('NFC'), label, 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
