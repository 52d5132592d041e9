import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum difference between an event's signed time and now, in either direction. */
export const SIGNATURE_TOLERANCE_SECONDS = 300

/** Returns the HMAC-SHA256 of the concatenated parts. */
export function hmacSha256(key: string | Buffer, parts: readonly (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/** Returns an ID for an event whose own ID isn't signed: the same for the same content. */
export function contentId(type: string, raw: Buffer): string {
  return `${type} ${createHash('sha256').update(raw).digest('hex')}`
}

/** Compares a received signature with the expected one in constant time. */
function isSameSignature(expected: Buffer, received: Buffer): boolean {
  return expected.length === received.length && timingSafeEqual(expected, received)
}

/** Returns whether hexadecimal text is the expected signature. */
export function isHexSignature(expected: Buffer, received: string): boolean {
  return /^(?:[0-9a-f]{2}){1,64}$/.test(received) && isSameSignature(expected, Buffer.from(received, 'hex'))
}

/** Returns whether Base64 text is the expected signature. */
export function isBase64Signature(expected: Buffer, received: string): boolean {
  return (
    /^[A-Za-z0-9+/]{1,128}={0,2}$/.test(received) &&
    isSameSignature(expected, Buffer.from(received, 'base64'))
  )
}

/**
 * Returns whether a request contains the expected Authorization header, compared in constant time. The header proves
 * that the sender knows the secret, but doesn't prove the content or its time.
 */
export function isAuthorization(expected: string, received: unknown): boolean {
  if (typeof received !== 'string') return false
  const [one, other] = [expected, received].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

/** Returns whether a signed time, in seconds since 1970, is recent enough to rule out a replay. */
export function isRecent(seconds: string, receivedAt: Date): boolean {
  return /^\d{1,12}$/.test(seconds) && isRecentInstant(new Date(Number(seconds) * 1000), receivedAt)
}

/** Returns whether a signed instant is recent, to the second. It may be ahead by the difference between two clocks. */
export function isRecentInstant(
  signedAt: Date,
  receivedAt: Date,
  maxAgeSeconds: number = SIGNATURE_TOLERANCE_SECONDS,
): boolean {
  const ageSeconds = Math.floor(receivedAt.getTime() / 1000) - Math.floor(signedAt.getTime() / 1000)
  return -SIGNATURE_TOLERANCE_SECONDS <= ageSeconds && ageSeconds <= maxAgeSeconds
}
