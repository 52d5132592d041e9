import { hashSecret } from '../../core/privacy/token.rule.ts'
import { formatWebhookSecret } from './webhook-signature.rule.ts'

/**
 * Returns the signing secret of a listener: stable per user or key and program, so that local settings stay
 * valid, and different from any webhook's.
 */
export function listenerSecret(
  { programId, actorId }: { programId: number; actorId: string },
  appSecret: string,
): string {
  return formatWebhookSecret(hashSecret('webhook_listener', `${programId}:${actorId}`, appSecret))
}
