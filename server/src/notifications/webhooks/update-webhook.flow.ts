import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { EventType } from '../outbox/event-types.ts'
import { lockWebhook, updateWebhookRow, type WebhookRow, type WebhookRowChanges } from './webhooks.sql.ts'

export interface WebhookChanges {
  url?: string | undefined
  eventTypes?: EventType[] | undefined
  enabled?: boolean | undefined
}

/**
 * Updates a webhook. While it is disabled, nothing is sent and no new messages are stored. Pending messages are sent
 * when it is enabled again.
 * @returns undefined if the program has no such webhook
 */
export async function updateWebhook(
  { database, clock }: Deps,
  programId: number,
  webhookId: number,
  changes: WebhookChanges,
): Promise<WebhookRow | undefined> {
  return withTransaction({ database }, async (transaction) => {
    const oldWebhook = await lockWebhook(transaction, programId, webhookId)
    if (oldWebhook === undefined) return undefined
    return updateWebhookRow(transaction, programId, webhookId, {
      url: changes.url ?? oldWebhook.url,
      event_types: changes.eventTypes ?? oldWebhook.event_types,
      ...(changes.enabled === undefined
        ? {}
        : switchTo(changes.enabled, oldWebhook.disabled_at, clock.now())),
    })
  })
}

/** Returns the new state. Keeps the date and reason if the webhook is already disabled. */
function switchTo(enabled: boolean, disabledAt: Date | null, now: Date): WebhookRowChanges {
  if (enabled) return { disabled_at: null, disabled_reason: null, failing_since: null }
  return disabledAt === null ? { disabled_at: now, disabled_reason: 'Disabled by a member.' } : {}
}
