import { hashPermanentSecret } from '../../core/privacy/token.rule.ts'

/**
 * Returns the URL of the page that sets a new password. The token follows `#`, so that it never reaches servers,
 * proxies or logs.
 */
export function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password#${token}`
}

/** Returns the accounts library's identifier for a reset token. */
export function resetIdentifier(token: string): string {
  return `reset-password:${token}`
}

/** Returns the stored hash of a reset link or an unfinished sign-in. */
export function hashVerification(identifier: string): string {
  return hashPermanentSecret('verification', identifier).toString('base64url')
}
