import type { Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { KeyMode, ProgramStatus } from '../../core/enums.ts'

/** A stored API key with the state of its program. The caller checks whether it may be used. */
export interface FoundKey {
  id: number
  mode: KeyMode
  retired_at: Date | null
  program_status: ProgramStatus
  sandbox: boolean
  clock_ahead_ms: number
}

/**
 * Finds a program's keys by their hashes, with the program's state.
 * @returns one per hash, in order
 */
export async function findApiKeys(
  run: Run,
  programId: number,
  hashes: readonly Buffer[],
): Promise<(FoundKey | undefined)[]> {
  const sent = hashes.map((hash, place) => ({ place, key_hash: hash.toString('hex') }))
  const rows = await run<FoundKey & { place: number }>(FIND_KEYS({ program_id: programId, sent }))
  const keysByIndex = new Map(rows.map(({ place, ...key }) => [place, key]))
  return hashes.map((_, place) => keysByIndex.get(place))
}

const FIND_KEYS = statement(
  'find-api-keys',
  { program_id: 'bigint', sent: 'rows' },
  `
    select s.place, k.id, k.mode, k.retired_at, p.status as program_status, p.sandbox, p.clock_ahead_ms
    from jsonb_to_recordset(:sent) as s (place integer, key_hash text)
    join api_keys k on k.program_id = :program_id and k.key_hash = decode(s.key_hash, 'hex')
    join programs p on p.id = :program_id`,
)

/** Updates the last use of a program's keys, unless a later one is stored. Ignores deleted keys. */
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
