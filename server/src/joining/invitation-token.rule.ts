import { createHash } from 'node:crypto'

/** Of an invitation: 192 bits, so one round of a hash suffices to keep it. */
export const INVITATION_TOKEN_BYTES = 24

export function hashInvitationToken(token: string): Buffer {
  return createHash('sha256').update(`join-invitation:${token}`).digest()
}
