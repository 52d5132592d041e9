import { limits } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import type { Conversation } from '../platform/local-questions.ts'
import { checkpoint, readDatabaseFacts } from './database-facts.sql.ts'

/** What is asked of the process that serves, and what it answers: `{held: facts}`, then `{released: true}`. */
export const HOLD = 'hold'

/**
 * Holds the embedded database still for another process that copies its files: all of it is in them, and nobody writes
 * until the other says that it is done, goes away, or takes too long. Whoever is not told `released` has copied nothing.
 */
export async function holdEmbedded(
  { kysely }: Pick<Database, 'kysely'>,
  conversation: Conversation,
): Promise<void> {
  // Who has the one connection keeps everybody else waiting.
  await kysely.connection().execute(async (connection) => {
    await checkpoint(connection)
    conversation.say({ held: await readDatabaseFacts(connection) })
    const said = await conversation.hear(limits.backupHoldMs)
    if (said !== undefined) conversation.say({ released: true })
  })
}
