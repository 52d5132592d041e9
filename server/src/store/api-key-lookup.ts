import type { Run } from './database.ts'
import type { KeyMode, ProgramStatus } from './schema.ts'

/** An API key as it was found, with the state of its program; whether it may be used is for the caller to say. */
export interface FoundKey {
  id: number
  mode: KeyMode
  retired_at: Date | null
  program_status: ProgramStatus
}

/** Finds a key by its hash inside the program it names, with the state of that program. */
export async function findApiKey(
  run: Run,
  programId: number,
  keyHash: Buffer,
): Promise<FoundKey | undefined> {
  const [key] = await run<FoundKey>(FIND_API_KEY, [programId, keyHash])
  return key
}

const FIND_API_KEY = {
  name: 'find-api-key',
  text: `
    select k.id, k.mode, k.retired_at, p.status as program_status
    from api_keys k join programs p on p.id = k.program_id
    where k.program_id = $1::bigint and k.key_hash = $2::bytea`,
}

/** Moves the last use of these keys forward; a key that was deleted meanwhile is passed over. */
export async function saveKeyUses(
  run: Run,
  uses: readonly { program_id: number; id: number; last_used_at: Date }[],
): Promise<void> {
  if (uses.length === 0) return
  await run(SAVE_KEY_USES, [
    uses.map((use) => use.program_id),
    uses.map((use) => use.id),
    uses.map((use) => use.last_used_at),
  ])
}

const SAVE_KEY_USES = {
  name: 'save-key-uses',
  text: `
    update api_keys as k
    set last_used_at = greatest(k.last_used_at, u.last_used_at)
    from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as u (program_id, id, last_used_at)
    where k.program_id = u.program_id and k.id = u.id`,
}
