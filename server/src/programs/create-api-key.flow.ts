import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import type { KeyMode } from '../platform/words.ts'
import { API_KEY_RANDOM_BYTES, formatApiKey, hashApiKey, maskApiKey } from './api-key.rule.ts'
import { type ApiKeyRow, countWorkingKeys, insertApiKey } from './api-keys.sql.ts'
import { lockProgram } from './programs.sql.ts'

/**
 * Makes a program API key (D44). The key itself is in this answer and nowhere else: only its hash is stored.
 * @returns 'too_many_keys' when as many as allowed work already
 */
export async function createApiKey(
  { database, clock, ids }: Deps,
  programId: number,
  mode: KeyMode,
): Promise<{ key: string; row: ApiKeyRow } | 'too_many_keys'> {
  const now = clock.now()
  const key = formatApiKey({ mode, programId }, ids.bytes(API_KEY_RANDOM_BYTES))
  return database.kysely.transaction().execute(async (transaction) => {
    await lockProgram(transaction, programId)
    if ((await countWorkingKeys(transaction, programId, now)) >= limits.activeApiKeys) return 'too_many_keys'
    const row = await insertApiKey(transaction, {
      program_id: programId,
      mode,
      key_hash: hashApiKey(key),
      masked: maskApiKey(key),
      created_at: now,
    })
    return { key, row }
  })
}
