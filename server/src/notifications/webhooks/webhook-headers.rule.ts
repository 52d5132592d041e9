import { signWebhook } from './webhook-signature.rule.ts'

/** Returns the headers of an attempt, for webhooks and `affiliate listen`. */
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
