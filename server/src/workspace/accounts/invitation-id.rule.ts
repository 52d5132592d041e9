import { hashPermanentSecret } from '../../core/privacy/token.rule.ts'

/** Returns an invitation's ID: the hash of its secret, which is not stored. */
export function invitationId(secret: string): string {
  return hashPermanentSecret('member_invitation', secret).toString('base64url')
}
