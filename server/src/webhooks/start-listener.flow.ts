import type { EventType } from '../outbox/outbox.sql.ts'
import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { NONCE_BYTES, sealSecret } from '../platform/secret-box.rule.ts'
import { withTransaction } from '../platform/transaction.ts'
import { lockProgram } from '../programs/programs.sql.ts'
import { listenerSecret } from './listener-secret.rule.ts'
import {
  countListeners,
  insertListener,
  insertTestDelivery,
  type ListenerRow,
} from './webhook-listeners.sql.ts'

/**
 * Makes a listener: from its commit on, what happens in the program and is of these types waits for whoever made it.
 * @returns 'too_many_listeners' when the program has as many as allowed
 */
export async function startListener(
  { database, config, clock, ids }: Deps,
  of: { programId: number; actorId: string },
  { eventTypes, sendTest }: { eventTypes: EventType[]; sendTest: boolean },
): Promise<{ row: ListenerRow; secret: string } | 'too_many_listeners'> {
  const { programId, actorId } = of
  const now = clock.now()
  const secret = listenerSecret(of, config.appSecret)
  return withTransaction({ database }, async (transaction) => {
    await lockProgram(transaction, programId)
    if ((await countListeners(transaction, programId)) >= limits.listenersPerProgram)
      return 'too_many_listeners'
    const row = await insertListener(transaction, {
      program_id: programId,
      event_types: eventTypes,
      secret: sealSecret(secret, config.appSecret, ids.bytes(NONCE_BYTES)),
      created_at: now,
      listened_by: actorId,
      listening_until: new Date(now.getTime() + limits.listenerKeptMs),
    })
    if (sendTest) await insertTestDelivery(transaction, programId, row.id, now)
    return { row, secret }
  })
}
