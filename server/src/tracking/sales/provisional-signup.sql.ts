import type { Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { ProvisionalSignups } from './provisional-signup.rule.ts'

/** Returns whether the click, and the program within its attribution window, have provisional signups. */
export async function findProvisionalSignups(
  run: Run,
  programId: number,
  { clickUuid, receivedAt }: { clickUuid: string | undefined; receivedAt: Date },
): Promise<ProvisionalSignups> {
  const [found] = await run<{ is_of_click: boolean; is_any_waiting: boolean }>(
    FIND_PROVISIONAL_SIGNUPS({ program_id: programId, click_uuid: clickUuid, received_at: receivedAt }),
  )
  return { matchesClick: found?.is_of_click ?? false, isAnyWaiting: found?.is_any_waiting ?? false }
}

const FIND_PROVISIONAL_SIGNUPS = statement(
  'find-provisional-signups',
  { program_id: 'bigint', click_uuid: 'uuid?', received_at: 'timestamptz' },
  `
    select
      exists (
        select from customers c
        join lead_events l on l.program_id = :program_id and l.customer_id = c.id and l.state = 'provisional'
          and l.source = 'browser'
        where c.program_id = :program_id and c.click_uuid = :click_uuid and c.erased_at is null
      ) as is_of_click,
      exists (
        select from lead_events l
        where l.program_id = :program_id and l.state = 'provisional' and l.source = 'browser' and not l.is_test
          and l.received_at >= :received_at - make_interval(days => p.attribution_window_days)
      ) as is_any_waiting
    from programs p
    where p.id = :program_id`,
)
