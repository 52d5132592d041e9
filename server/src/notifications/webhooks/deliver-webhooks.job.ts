import { eachProgram } from '../../core/database/each-program.ts'
import type { Deps } from '../../core/deps.ts'
import { createQueueWorker, type QueueJob, type QueueRoom } from '../../core/jobs/queue-worker.ts'
import { webhookLimits } from './limits.ts'
import { sendDelivery } from './send-delivery.flow.ts'
import { claimDeliveries, dispatchMessages, listProgramsToNotify } from './webhook-deliveries.sql.ts'

/**
 * Tells merchants what the outbox holds. Any number of processes may do so at once: messages and deliveries are
 * taken under row locks, a delivery is sent under a lease, and what a dead process had taken is taken again.
 * So each message arrives at least once, always with the same webhook-id.
 */
export function createDeliverer(
  deps: Deps,
  onError: (error: unknown) => void,
  onFreed?: () => void,
): { deliverDue(): Promise<void>; job: QueueJob } {
  const { doDue, job } = createQueueWorker((room) => takeDue(deps, room), {
    name: 'deliver_webhooks',
    everyMs: webhookLimits.webhookPollMs,
    wakeMs: webhookLimits.webhookWakeMs,
    atOnce: webhookLimits.webhookSendsAtOnce,
    drainMs: webhookLimits.webhookDrainMs,
    onError,
    onFreed,
  })
  return { deliverDue: doDue, job }
}

/** Takes what is due, as far as there is room for it, and starts sending it. @returns how much was taken */
async function takeDue(deps: Deps, room: QueueRoom): Promise<number> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  const each = { rows: webhookLimits.webhookProgramsEach, perWebhook: webhookLimits.webhookSendsEach }
  let taken = 0
  await eachProgram(await listProgramsToNotify(kysely, now, each), async (programId) => {
    if (room.isClosed()) return
    taken += await dispatchMessages(kysely, programId, now, webhookLimits.webhookDispatchRows)
    if (room.left() > 0) taken += await claim(deps, room, { programId, now })
  })
  return taken
}

/** Starts sending what is due of a program. @returns how much */
async function claim(
  deps: Deps,
  room: QueueRoom,
  { programId, now }: { programId: number; now: Date },
): Promise<number> {
  const until = new Date(now.getTime() + webhookLimits.webhookLeaseMs)
  const most = { rows: room.left(), perWebhook: webhookLimits.webhookSendsEach }
  const claimed = await claimDeliveries(deps.database.kysely, programId, { now, until, ...most })
  for (const delivery of claimed) {
    room.begin((signal) =>
      sendDelivery(deps, delivery, { timeoutMs: webhookLimits.webhookTimeoutMs, signal }),
    )
  }
  return claimed.length
}
