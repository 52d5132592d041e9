import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { KeyMode } from '../../core/enums.ts'
import { API_KEY_RANDOM_BYTES, formatApiKey, hashApiKey, maskApiKey } from './api-key.rule.ts'
import { type ApiKeyRow, countWorkingKeys, insertApiKey } from './api-keys.sql.ts'
import { programLimits } from './limits.ts'
import { lockProgram } from './programs.sql.ts'

/**
 * Creates a program API key (D44). The key is only returned here; only its hash is stored. Sandboxes have test keys
 * only (D52).
 * @returns 'too_many_keys' if the program has the maximum number of working keys, 'sandbox_program' for a live key of a
 * sandbox
 */
export async function createApiKey(
  { database, clock, ids }: Deps,
  { id: programId, sandbox: isSandbox }: { id: number; sandbox: boolean },
  mode: KeyMode,
): Promise<{ key: string; row: ApiKeyRow } | 'too_many_keys' | 'sandbox_program'> {
  if (isSandbox && mode !== 'test') return 'sandbox_program'
  const now = clock.now()
  const key = formatApiKey({ mode, programId, isSandbox }, ids.bytes(API_KEY_RANDOM_BYTES))
  return withTransaction({ database }, async (transaction) => {
    await lockProgram(transaction, programId)
    if ((await countWorkingKeys(transaction, programId, now)) >= programLimits.activeApiKeys)
      return 'too_many_keys'
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
