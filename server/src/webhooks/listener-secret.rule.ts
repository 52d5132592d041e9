import { createHmac } from 'node:crypto'
import { formatWebhookSecret } from './webhook-signature.rule.ts'

/**
 * What a listener's messages are signed with: the same each time the same person or key listens to the same program, so
 * that a developer's settings stay good, and no webhook's.
 */
export function listenerSecret(
  { programId, actorId }: { programId: number; actorId: string },
  appSecret: string,
): string {
  return formatWebhookSecret(
    createHmac('sha256', appSecret).update(`webhook-listener:${programId}:${actorId}`).digest(),
  )
}
