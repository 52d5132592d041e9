import type { Deps } from '../deps.ts'
import { type DeliveryRow, findDelivery, lockEndpoint, restartDelivery } from '../store/webhooks.ts'

export type Redelivery = { kind: 'queued'; delivery: DeliveryRow } | { kind: 'none' } | { kind: 'disabled' }

/**
 * Queues a delivery again, with its old webhook-id and all its attempts before it. One that is being sent at this
 * moment stays as it is.
 */
export async function redeliverWebhook(
  { database: { kysely }, clock }: Deps,
  programId: number,
  endpointId: number,
  deliveryId: number,
): Promise<Redelivery> {
  return kysely.transaction().execute(async (transaction) => {
    const endpoint = await lockEndpoint(transaction, programId, endpointId)
    if (endpoint === undefined) return { kind: 'none' }
    if (endpoint.disabled_at !== null) return { kind: 'disabled' }
    await restartDelivery(transaction, programId, endpointId, deliveryId, clock.now())
    const delivery = await findDelivery(transaction, programId, endpointId, deliveryId)
    return delivery === undefined ? { kind: 'none' } : { kind: 'queued', delivery }
  })
}
