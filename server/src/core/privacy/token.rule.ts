import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Secrets in links, cookies and headers. Each is valid for one purpose only. A secret is random; its row holds the
 * hash, subject, expiry and use, and one `update … where … is null` redeems it. A signed token is not stored: it
 * contains its subject and expiry. A new APP_SECRET invalidates all but the lasting ones.
 */
export type SecretPurpose =
  | 'session'
  | 'partner_link'
  | 'partner_session'
  | 'partner_challenge'
  | 'partner_ticket'
  | 'delegated_session'
  | 'share_link'
  | 'known_device'
  | 'webhook_listener'
export type PermanentPurpose = 'member_invitation' | 'partner_invitation' | 'verification'

/** The payload of a signed token. */
interface Subjects {
  /** The link is invalid after any change to the application since this version. */
  application_answer: readonly [programId: number, applicationId: number, version: number]
  unsubscribe: readonly [programId: number, recipient: string, kind: string]
  connect_state: readonly [programId: number, userId: string, processor: string, nonce: string]
}

/** 256 bits: a single hash round suffices for an unguessable value. */
export const SECRET_BYTES = 32
const SECRET = /^[\w-]{43}$/
const MAX_TOKEN_CHARS = 1_000

/**
 * Formats random bytes as a secret.
 * @param random `SECRET_BYTES` random bytes
 */
export function formatSecret(random: Buffer): string {
  if (random.length !== SECRET_BYTES) throw new RangeError(`a secret must have ${SECRET_BYTES} bytes`)
  return random.toString('base64url')
}

/** Whether text has a secret's format, so looking it up makes sense. */
export function isSecret(text: string): boolean {
  return SECRET.test(text)
}

export function hashSecret(purpose: SecretPurpose, secret: string, appSecret: string): Buffer {
  return hmac(appSecret, `${purpose}:${secret}`)
}

/** Hashes a secret that remains valid with a new APP_SECRET. */
export function hashPermanentSecret(purpose: PermanentPurpose, secret: string): Buffer {
  return hmac('', `${purpose}:${secret}`)
}

export function matchesHash(
  hash: Buffer,
  purpose: SecretPurpose,
  secret: string,
  appSecret: string,
): boolean {
  return isSame(hash, hashSecret(purpose, secret, appSecret))
}

export function signToken<Purpose extends keyof Subjects>(
  purpose: Purpose,
  subject: Subjects[Purpose],
  { expiresAt, appSecret }: { expiresAt: Date | null; appSecret: string },
): string {
  const payload = Buffer.from(JSON.stringify([expiresAt?.getTime() ?? null, ...subject])).toString(
    'base64url',
  )
  return `${payload}.${signPayload(purpose, payload, appSecret).toString('base64url')}`
}

/**
 * Returns a token's subject; undefined if it was modified, has expired or was signed for another purpose.
 */
export function readToken<Purpose extends keyof Subjects>(
  purpose: Purpose,
  token: string,
  { now, appSecret }: { now: Date; appSecret: string },
): Subjects[Purpose] | undefined {
  if (token.length > MAX_TOKEN_CHARS) return undefined
  const [payload = '', signature = '', ...extraParts] = token.split('.')
  const isSigned = isSame(Buffer.from(signature, 'base64url'), signPayload(purpose, payload, appSecret))
  if (!isSigned || extraParts.length > 0) return undefined
  // safe because only `signToken` signs
  const [expiresAt, ...subject] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    number | null,
    ...Subjects[Purpose],
  ]
  // safe because the other elements of the tuple are the subject
  return expiresAt === null || now.getTime() < expiresAt
    ? (subject as unknown as Subjects[Purpose])
    : undefined
}

function signPayload(purpose: keyof Subjects, payload: string, appSecret: string): Buffer {
  return hmac(appSecret, `signed_${purpose}:${payload}`)
}

function hmac(key: string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function isSame(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
