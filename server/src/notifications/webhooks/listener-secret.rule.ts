import { hashSecret } from '../../core/privacy/token.rule.ts'
import { formatWebhookSecret } from './webhook-signature.rule.ts'

/**
 * Returns a listener's signing secret. It stays the same per user or key and program, so that local settings stay
 * valid, and differs from any webhook's.
 */
export function listenerSecret(
  { programId, actorId }: { programId: number; actorId: string },
  appSecret: string,
): string {
  return formatWebhookSecret(hashSecret('webhook_listener', `${programId}:${actorId}`, appSecret))
}
