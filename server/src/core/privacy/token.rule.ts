import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The secrets that links, cookies and headers carry; none passes for one of another purpose.
 *
 * A secret is random. Its row holds the hash, the subject, the expiry and whether it was used, and one `update … where …
 * is null` spends it. A signed token is stored nowhere: it carries its subject and expiry. A new APP_SECRET ends all of
 * them but the lasting ones.
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
export type LastingPurpose = 'member_invitation' | 'partner_invitation' | 'verification'

/** What a signed token says. */
interface Subjects {
  /** What happens to the application after this version ends the link. */
  application_answer: readonly [programId: number, applicationId: number, version: number]
  unsubscribe: readonly [programId: number, recipient: string, kind: string]
  connect_state: readonly [programId: number, userId: string, processor: string, nonce: string]
}

/** 256 bits: one round of a hash keeps what can't be guessed. */
export const SECRET_BYTES = 32
const SECRET = /^[\w-]{43}$/
const MOST_TOKEN_CHARS = 1_000

/** @param random `SECRET_BYTES` random bytes */
export function formatSecret(random: Buffer): string {
  if (random.length !== SECRET_BYTES) throw new RangeError(`a secret takes ${SECRET_BYTES} bytes`)
  return random.toString('base64url')
}

/** Whether a text has the form of a secret, and is worth a lookup. */
export function isSecret(text: string): boolean {
  return SECRET.test(text)
}

export function hashSecret(purpose: SecretPurpose, secret: string, appSecret: string): Buffer {
  return hmac(appSecret, `${purpose}:${secret}`)
}

/** The hash of a secret that a new APP_SECRET doesn't end. */
export function hashLastingSecret(purpose: LastingPurpose, secret: string): Buffer {
  return hmac('', `${purpose}:${secret}`)
}

export function isHashOf(hash: Buffer, purpose: SecretPurpose, secret: string, appSecret: string): boolean {
  return isSame(hash, hashSecret(purpose, secret, appSecret))
}

export function signToken<Purpose extends keyof Subjects>(
  purpose: Purpose,
  subject: Subjects[Purpose],
  { expiresAt, appSecret }: { expiresAt: Date | null; appSecret: string },
): string {
  const said = Buffer.from(JSON.stringify([expiresAt?.getTime() ?? null, ...subject])).toString('base64url')
  return `${said}.${signatureOf(purpose, said, appSecret).toString('base64url')}`
}

/** Returns the subject of a token; undefined for one that was altered, has expired or was signed for something else. */
export function readToken<Purpose extends keyof Subjects>(
  purpose: Purpose,
  token: string,
  { now, appSecret }: { now: Date; appSecret: string },
): Subjects[Purpose] | undefined {
  if (token.length > MOST_TOKEN_CHARS) return undefined
  const [said = '', signature = '', ...rest] = token.split('.')
  const isSigned = isSame(Buffer.from(signature, 'base64url'), signatureOf(purpose, said, appSecret))
  if (!isSigned || rest.length > 0) return undefined
  // safe because only `signToken` signs
  const [expiresAt, ...subject] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [
    number | null,
    ...Subjects[Purpose],
  ]
  // safe because a rest of the tuple is the subject
  return expiresAt === null || now.getTime() < expiresAt
    ? (subject as unknown as Subjects[Purpose])
    : undefined
}

function signatureOf(purpose: keyof Subjects, said: string, appSecret: string): Buffer {
  return hmac(appSecret, `signed_${purpose}:${said}`)
}

function hmac(key: string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function isSame(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
