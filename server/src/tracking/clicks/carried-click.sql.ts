import type { Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { ClickId } from './click-id.rule.ts'

export interface CarriedClick {
  code: string
  cookie_window_days: number
}

/** Returns the live click with this ID, if its program is active. */
export async function findCarriedClick(
  run: Run,
  { programId, uuid, receivedAt }: ClickId,
): Promise<CarriedClick | undefined> {
  const [found] = await run<CarriedClick>(
    FIND_CARRIED_CLICK({ program_id: programId, click_uuid: uuid, received_at: receivedAt }),
  )
  return found
}

const FIND_CARRIED_CLICK = statement(
  'find-carried-click',
  { program_id: 'bigint', click_uuid: 'uuid', received_at: 'timestamptz' },
  `
    select l.code, p.cookie_window_days
    from click_events e
    join programs p on p.id = :program_id
    join links l on l.program_id = :program_id and l.id = e.link_id
    where e.program_id = :program_id and e.received_at = :received_at and e.click_uuid = :click_uuid
      and not e.is_test and p.status = 'active'`,
)
