import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { TEST_EVENT_TYPE } from '../store/outbox.ts'
import { claimTestDelivery, findClaimed } from '../store/webhook-deliveries.ts'
import { type DeliveryRow, findDelivery, lockEndpoint } from '../store/webhooks.ts'
import { sendDelivery } from './send-delivery.ts'

export type WebhookTest =
  | { kind: 'sent'; delivery: DeliveryRow }
  | { kind: 'no_webhook' }
  | { kind: 'already_sending' }

/** Sends a test message to an endpoint now, once, also while it is disabled, and waits for what comes of it. */
export async function testWebhook(deps: Deps, programId: number, endpointId: number): Promise<WebhookTest> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  const until = new Date(now.getTime() + limits.webhookLeaseMs)
  const message = { type: TEST_EVENT_TYPE, data: { webhook_id: endpointId } }
  const claimed = await kysely.transaction().execute(async (transaction) => {
    if ((await lockEndpoint(transaction, programId, endpointId)) === undefined) return 'no_webhook'
    const id = await claimTestDelivery(transaction, programId, endpointId, message, now, until)
    return id ?? 'already_sending'
  })
  if (typeof claimed === 'string') return { kind: claimed }
  const delivery = await findClaimed(kysely, programId, claimed)
  if (delivery === undefined) return { kind: 'no_webhook' }
  await sendDelivery(deps, delivery, { timeoutMs: limits.webhookTestTimeoutMs })
  const settled = await findDelivery(kysely, programId, endpointId, claimed)
  return settled === undefined ? { kind: 'no_webhook' } : { kind: 'sent', delivery: settled }
}
