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
