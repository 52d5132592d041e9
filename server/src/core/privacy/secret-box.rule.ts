import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

/**
 * A secret of somebody else's, as it lies in the database: AES-256-GCM under a key that HKDF makes from
 * APP_SECRET, as `v1:<nonce>:<ciphertext>:<tag>`, each in base64url. The label keeps this key apart from the
 * other uses of APP_SECRET; the version lets a later format stand beside this one.
 */

const VERSION = 'v1'
const LABEL = 'affiliate secret-box v1'
const KEY_BYTES = 32
const TAG_BYTES = 16

/** Bytes of the nonce that `sealSecret` takes: random, and never used twice. */
export const NONCE_BYTES = 12

/**
 * Encrypts a secret; the nonce is the caller's, `NONCE_BYTES` random bytes.
 * @param place where it is to lie; opened with the name of another place it is refused, so that nobody who writes to the
 * database can move it there
 */
export function sealSecret(plain: string, appSecret: string, nonce: Buffer, place = ''): string {
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`a nonce has ${NONCE_BYTES} bytes`)
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  const parts = [nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return [VERSION, ...parts].join(':')
}

/**
 * Decrypts what `sealSecret` made.
 * @throws {Error} when it is not of this format, was changed, or was sealed under another APP_SECRET, or for another place
 */
export function openSecret(sealed: string, appSecret: string, place = ''): string {
  const [version, nonce, body, tag, ...rest] = sealed.split(':')
  if (
    version !== VERSION ||
    nonce === undefined ||
    body === undefined ||
    tag === undefined ||
    rest.length > 0
  ) {
    throw new Error('a stored secret is not of a known format')
  }
  const decipher = createDecipheriv('aes-256-gcm', keyOf(appSecret), Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place))
  try {
    decipher.setAuthTag(Buffer.from(tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error('a stored secret cannot be opened: it was sealed under another APP_SECRET, or changed', {
      cause,
    })
  }
}

function keyOf(appSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', LABEL, KEY_BYTES))
}
