import { hashSecret } from '../../core/privacy/token.rule.ts'
import { formatWebhookSecret } from './webhook-signature.rule.ts'

/**
 * What a listener's messages are signed with: the same each time the same person or key listens to the same program, so
 * that a developer's settings stay good, and no webhook's.
 */
export function listenerSecret(
  { programId, actorId }: { programId: number; actorId: string },
  appSecret: string,
): string {
  return formatWebhookSecret(hashSecret('webhook_listener', `${programId}:${actorId}`, appSecret))
}
