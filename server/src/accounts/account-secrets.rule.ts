import { createHash, createHmac } from 'node:crypto'

/**
 * What is stored of the secrets that let somebody in. They are random, so one round of a hash suffices: whoever reads
 * the database learns nothing that can be sent.
 */

/** Keyed with the installation's secret: with another one no session is found, neither by cookie nor as bearer. */
export function hashSessionToken(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(`session:${token}`).digest('base64url')
}

/**
 * The same of the link that a partner signs in by, of his session, of what his passkey signs, and of what opens and carries a
 * visit: none ever passes for another, nor for ours.
 */
export function hashPartnerSecret(
  kind: 'link' | 'session' | 'challenge' | 'ticket' | 'visit',
  token: string,
  appSecret: string,
): Buffer {
  return createHmac('sha256', appSecret).update(`partner_${kind}:${token}`).digest()
}

/** The id of an invitation. It is public; the secret that was passed on is not stored. */
export function hashInvitationSecret(secret: string): string {
  return createHash('sha256').update(`invitation:${secret}`).digest('base64url')
}

/** Under which a reset link, or a sign-in that waits for its second factor, is kept. */
export function hashVerification(identifier: string): string {
  return createHash('sha256').update(`verification:${identifier}`).digest('base64url')
}
