import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { type DeliveryRow, findDelivery, lockWebhook, requeueDelivery } from './webhooks.sql.ts'

export type Redelivery = { kind: 'queued'; delivery: DeliveryRow } | { kind: 'none' } | { kind: 'disabled' }

/** Queues a delivery again, with its webhook-id and attempts. Does nothing if it is being sent. */
export async function redeliverWebhook(
  { database, clock }: Deps,
  programId: number,
  webhookId: number,
  deliveryId: number,
): Promise<Redelivery> {
  return withTransaction({ database }, async (transaction) => {
    const webhook = await lockWebhook(transaction, programId, webhookId)
    if (webhook === undefined) return { kind: 'none' }
    if (webhook.disabled_at !== null) return { kind: 'disabled' }
    await requeueDelivery(transaction, programId, webhookId, { deliveryId, now: clock.now() })
    const delivery = await findDelivery(transaction, programId, webhookId, deliveryId)
    return delivery === undefined ? { kind: 'none' } : { kind: 'queued', delivery }
  })
}
