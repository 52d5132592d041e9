import type { Deps } from '../deps.ts'
import type { EventType } from '../store/outbox.ts'
import { type EndpointChanges, type EndpointRow, lockEndpoint, updateEndpoint } from '../store/webhooks.ts'

export interface WebhookChanges {
  url?: string | undefined
  eventTypes?: EventType[] | undefined
  enabled?: boolean | undefined
}

/**
 * Changes an endpoint. While it is disabled nothing is sent and no new message is kept for it; what was waiting
 * before goes out once it is enabled again.
 * @returns undefined when the program has no such endpoint
 */
export async function updateWebhook(
  { database, clock }: Deps,
  programId: number,
  endpointId: number,
  changes: WebhookChanges,
): Promise<EndpointRow | undefined> {
  return database.kysely.transaction().execute(async (transaction) => {
    const before = await lockEndpoint(transaction, programId, endpointId)
    if (before === undefined) return undefined
    return updateEndpoint(transaction, programId, endpointId, {
      url: changes.url ?? before.url,
      event_types: changes.eventTypes ?? before.event_types,
      ...(changes.enabled === undefined ? {} : switchTo(changes.enabled, before.disabled_at, clock.now())),
    })
  })
}

/** An endpoint that is disabled already keeps its date and reason. */
function switchTo(enabled: boolean, disabledAt: Date | null, now: Date): EndpointChanges {
  if (enabled) return { disabled_at: null, disabled_reason: null, failing_since: null }
  return disabledAt === null ? { disabled_at: now, disabled_reason: 'It was disabled by a member.' } : {}
}
