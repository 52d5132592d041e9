import type { Run } from '../platform/database.ts'
import { statement } from '../platform/statement.ts'
import type { KeyMode, ProgramStatus } from '../platform/words.ts'

/** An API key as it was found, with the state of its program; whether it may be used is for the caller to say. */
export interface FoundKey {
  id: number
  mode: KeyMode
  retired_at: Date | null
  program_status: ProgramStatus
  sandbox: boolean
  clock_ahead_ms: number
}

/** Finds a key by its hash inside the program it names, with the state of that program. */
export async function findApiKey(
  run: Run,
  programId: number,
  keyHash: Buffer,
): Promise<FoundKey | undefined> {
  const [key] = await run<FoundKey>(FIND_KEY({ program_id: programId, key_hash: keyHash }))
  return key
}

const FIND_KEY = statement(
  'find-api-key',
  { program_id: 'bigint', key_hash: 'bytea' },
  `
    select k.id, k.mode, k.retired_at, p.status as program_status, p.sandbox, p.clock_ahead_ms
    from api_keys k join programs p on p.id = :program_id
    where k.program_id = :program_id and k.key_hash = :key_hash`,
)

/** Moves the last use of these keys of a program forward; a key that was deleted meanwhile is passed over. */
export async function saveKeyUses(
  run: Run,
  programId: number,
  uses: readonly { id: number; last_used_at: Date }[],
): Promise<void> {
  await run(SAVE_USES({ program_id: programId, uses }))
}

const SAVE_USES = statement(
  'save-key-uses',
  { program_id: 'bigint', uses: 'rows' },
  `
    update api_keys as k
    set last_used_at = greatest(k.last_used_at, u.last_used_at)
    from jsonb_to_recordset(:uses) as u (id bigint, last_used_at timestamptz)
    where k.program_id = :program_id and k.id = u.id`,
)
