import { signWebhook } from './webhook-signature.rule.ts'

/** All headers of one attempt, whoever sends it. */
export function webhookHeaders(
  message: { id: string; body: string },
  sentAt: Date,
  secrets: readonly string[],
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'affiliate-webhooks/1',
    ...signWebhook(message, sentAt, secrets),
  }
}
