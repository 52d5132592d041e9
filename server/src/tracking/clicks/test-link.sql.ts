import type { Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { ClickId } from './click-id.rule.ts'

/** The kind of click that an ID belongs to. Only a test link has a test click with a known ID. */
export type ClickKind = 'live' | 'test' | 'unknown'

export async function findClickKind(run: Run, click: ClickId): Promise<ClickKind> {
  const [found] = await run<{ is_test: boolean }>(FIND_CLICK_KIND(toColumns(click)))
  if (found === undefined) return 'unknown'
  return found.is_test ? 'test' : 'live'
}

function toColumns({ programId, uuid, receivedAt }: ClickId) {
  return { program_id: programId, click_uuid: uuid, received_at: receivedAt }
}

const FIND_CLICK_KIND = statement(
  'find-click-kind',
  { program_id: 'bigint', click_uuid: 'uuid', received_at: 'timestamptz' },
  `
    select e.is_test from click_events e
    where e.program_id = :program_id and e.received_at = :received_at and e.click_uuid = :click_uuid
      and (not e.is_test or e.additional_data @> '{"synthetic": true}')`,
)
