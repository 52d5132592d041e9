import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

/**
 * Encrypts third-party secrets for the database: AES-256-GCM with an HKDF key derived from APP_SECRET, as
 * `v1:<nonce>:<ciphertext>:<tag>` in base64url. The label separates this key from other uses of APP_SECRET.
 */

const VERSION = 'v1'
const LABEL = 'affiliate secret-box v1'
const KEY_BYTES = 32
const TAG_BYTES = 16

/** Number of nonce bytes for `encryptSecret`. A nonce is random and never reused. */
export const NONCE_BYTES = 12

/**
 * Encrypts a secret. The caller supplies the nonce, `NONCE_BYTES` random bytes.
 * @param context identifies where the secret is stored. The secret can't be decrypted with another context, so someone
 * with write access to the database can't move it
 */
export function encryptSecret(plaintext: string, appSecret: string, nonce: Buffer, context = ''): string {
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`a nonce must have ${NONCE_BYTES} bytes`)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(appSecret), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  const parts = [nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return [VERSION, ...parts].join(':')
}

/**
 * Decrypts the output of `encryptSecret`.
 * @throws {Error} if the format is unknown, or if it was modified or encrypted with another APP_SECRET or for another
 * place
 */
export function decryptSecret(sealed: string, appSecret: string, place = ''): string {
  const [version, nonce, body, tag, ...extraParts] = sealed.split(':')
  if (
    version !== VERSION ||
    nonce === undefined ||
    body === undefined ||
    tag === undefined ||
    extraParts.length > 0
  ) {
    throw new Error('a stored secret has an unknown format')
  }
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(appSecret), Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place))
  try {
    decipher.setAuthTag(Buffer.from(tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error(
      'a stored secret cannot be decrypted: it was encrypted with another APP_SECRET, or modified',
      {
        cause,
      },
    )
  }
}

function deriveKey(appSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', LABEL, KEY_BYTES))
}
