import { hashLastingSecret } from '../../core/privacy/token.rule.ts'

/** The page where a new password is set. The token stands behind `#`, which no server, proxy or log is told. */
export function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password#${token}`
}

/** What the account library keeps the link of this token under. */
export function resetIdentifier(token: string): string {
  return `reset-password:${token}`
}

/** What a reset link, or a sign-in that waits for its second factor, is stored under. */
export function hashVerification(identifier: string): string {
  return hashLastingSecret('verification', identifier).toString('base64url')
}
