import { hashLastingSecret } from '../../core/privacy/token.rule.ts'

/** The id of an invitation: the hash of the secret that was passed on, which is not stored. */
export function invitationId(secret: string): string {
  return hashLastingSecret('member_invitation', secret).toString('base64url')
}
