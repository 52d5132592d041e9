import { eachProgram } from '../../core/database/each-program.ts'
import type { Deps } from '../../core/deps.ts'
import { createQueueWorker, type QueueJob, type QueueRoom } from '../../core/jobs/queue-worker.ts'
import { webhookLimits } from './limits.ts'
import { sendDelivery } from './send-delivery.flow.ts'
import { claimDeliveries, dispatchMessages, listProgramsToNotify } from './webhook-deliveries.sql.ts'

/**
 * Creates the job that delivers outbox messages to webhooks, at least once and always with the same webhook-id. Safe to
 * run in several processes: rows are claimed under locks and sent under a lease, and a dead process's rows are claimed
 * again.
 */
export function createDeliverer(
  deps: Deps,
  onError: (error: unknown) => void,
  onSlotFree?: () => void,
): { deliverDue(): Promise<void>; job: QueueJob } {
  const { processDue, job } = createQueueWorker((room) => claimDue(deps, room), {
    name: 'deliver_webhooks',
    everyMs: webhookLimits.webhookPollMs,
    wakeMs: webhookLimits.webhookWakeMs,
    concurrently: webhookLimits.maxConcurrentWebhookSends,
    drainMs: webhookLimits.webhookDrainMs,
    onError,
    onSlotFree,
  })
  return { deliverDue: processDue, job }
}

/**
 * Claims due deliveries up to the capacity and starts sending them.
 * @returns the number of claimed deliveries
 */
async function claimDue(deps: Deps, room: QueueRoom): Promise<number> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  const each = { rows: webhookLimits.webhookProgramsEach, perWebhook: webhookLimits.webhookSendsEach }
  let claimedCount = 0
  await eachProgram(await listProgramsToNotify(kysely, now, each), async (programId) => {
    if (room.isClosed()) return
    claimedCount += await dispatchMessages(kysely, programId, now, webhookLimits.webhookDispatchRows)
    if (room.left() > 0) claimedCount += await claim(deps, room, { programId, now })
  })
  return claimedCount
}

/**
 * Starts sending a program's due deliveries.
 * @returns the number of started deliveries
 */
async function claim(
  deps: Deps,
  room: QueueRoom,
  { programId, now }: { programId: number; now: Date },
): Promise<number> {
  const until = new Date(now.getTime() + webhookLimits.webhookLeaseMs)
  const limits = { rows: room.left(), perWebhook: webhookLimits.webhookSendsEach }
  const claimedDeliveries = await claimDeliveries(deps.database.kysely, programId, { now, until, ...limits })
  for (const delivery of claimedDeliveries) {
    room.begin((signal) =>
      sendDelivery(deps, delivery, { timeoutMs: webhookLimits.webhookTimeoutMs, signal }),
    )
  }
  return claimedDeliveries.length
}
