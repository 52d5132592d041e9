import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { encryptSecret, NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import type { EventType } from '../outbox/event-types.ts'
import { webhookLimits } from './limits.ts'
import { listenerSecret } from './listener-secret.rule.ts'
import {
  countListeners,
  insertListener,
  insertTestDelivery,
  type ListenerRow,
} from './webhook-listeners.sql.ts'

/**
 * Creates a listener that receives events of these types committed from now on.
 * @returns 'too_many_listeners' if the program has the maximum number
 */
export async function startListener(
  { database, config, clock, ids }: Deps,
  owner: { programId: number; actorId: string },
  { eventTypes, sendTest }: { eventTypes: EventType[]; sendTest: boolean },
): Promise<{ row: ListenerRow; secret: string } | 'too_many_listeners'> {
  const { programId, actorId } = owner
  const now = clock.now()
  const secret = listenerSecret(owner, config.appSecret)
  return withTransaction({ database }, async (transaction) => {
    await lockProgram(transaction, programId)
    if ((await countListeners(transaction, programId)) >= webhookLimits.listenersPerProgram)
      return 'too_many_listeners'
    const row = await insertListener(transaction, {
      program_id: programId,
      event_types: eventTypes,
      secret: encryptSecret(secret, config.appSecret, ids.bytes(NONCE_BYTES)),
      created_at: now,
      listened_by: actorId,
      listening_until: new Date(now.getTime() + webhookLimits.listenerKeptMs),
    })
    if (sendTest) await insertTestDelivery(transaction, programId, row.id, now)
    return { row, secret }
  })
}
