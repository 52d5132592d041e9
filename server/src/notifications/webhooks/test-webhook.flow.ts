import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { TEST_EVENT_TYPE } from '../outbox/event-types.ts'
import { webhookLimits } from './limits.ts'
import { sendDelivery } from './send-delivery.flow.ts'
import { claimTestDelivery, findClaimed } from './webhook-deliveries.sql.ts'
import { type DeliveryRow, findDelivery, lockWebhook } from './webhooks.sql.ts'

export type WebhookTest =
  | { kind: 'sent'; delivery: DeliveryRow }
  | { kind: 'no_webhook' }
  | { kind: 'already_sending' }

/** Sends a test message once, even to a disabled webhook, and waits for the result. */
export async function testWebhook(deps: Deps, programId: number, webhookId: number): Promise<WebhookTest> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  const until = new Date(now.getTime() + webhookLimits.webhookLeaseMs)
  const message = { type: TEST_EVENT_TYPE, data: { webhook_id: webhookId }, now, until }
  const claimed = await withTransaction(deps, async (transaction) => {
    if ((await lockWebhook(transaction, programId, webhookId)) === undefined) return 'no_webhook'
    const id = await claimTestDelivery(transaction, programId, webhookId, message)
    return id ?? 'already_sending'
  })
  if (typeof claimed === 'string') return { kind: claimed }
  const delivery = await findClaimed(kysely, programId, claimed)
  if (delivery === undefined) return { kind: 'no_webhook' }
  await sendDelivery(deps, delivery, { timeoutMs: webhookLimits.webhookTestTimeoutMs })
  const result = await findDelivery(kysely, programId, webhookId, claimed)
  return result === undefined ? { kind: 'no_webhook' } : { kind: 'sent', delivery: result }
}
