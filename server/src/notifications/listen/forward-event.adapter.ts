import { webhookLimits } from '../webhooks/limits.ts'
import { postWebhook } from '../webhooks/post-webhook.adapter.ts'
import { webhookHeaders } from '../webhooks/webhook-headers.rule.ts'
import type { ForwardResult, ListenerEvent } from './listen.ts'

/**
 * Posts an event to the local server exactly as the service posts it to a webhook: with the same headers, body and
 * timeout, and without following redirects.
 */
export async function forwardEvent(
  { messageId, type, payload: body }: ListenerEvent,
  { forwardTo: url, secret }: { forwardTo: string; secret: string },
  { now, signal }: { now: () => Date; signal: AbortSignal },
): Promise<ForwardResult> {
  const at = now()
  const start = performance.now()
  const { status, error } = await postWebhook({
    url,
    headers: webhookHeaders({ id: messageId, body }, at, [secret]),
    body,
    network: 'private',
    timeoutMs: webhookLimits.webhookTimeoutMs,
    lookupTimeoutMs: webhookLimits.webhookLookupMs,
    responseBytes: webhookLimits.webhookResponseBytes,
    maxAnswerLength: webhookLimits.maxTitleLength,
    signal,
  })
  return { at, type, messageId, status, error, durationMs: Math.round(performance.now() - start) }
}
