import type { Run } from '../platform/database.ts'
import { statement } from '../platform/statement.ts'

export interface UncountedClicks {
  program_id: number
  partner_id: number
  clicks: number
  last_at: Date
}

/**
 * Adds clicks that were lost because their partner waits for approval. Rows are taken in one order, so batches never
 * deadlock.
 */
export async function addUncountedClicks(run: Run, lost: readonly UncountedClicks[]): Promise<void> {
  if (lost.length > 0) await run(ADD_UNCOUNTED_CLICKS({ lost }))
}

const ADD_UNCOUNTED_CLICKS = statement(
  'add-uncounted-clicks',
  { lost: 'rows' },
  `
    insert into uncounted_clicks as u (program_id, partner_id, clicks, last_at)
    select l.program_id, l.partner_id, l.clicks, l.last_at
    from jsonb_to_recordset(:lost) as l (program_id bigint, partner_id bigint, clicks bigint, last_at timestamptz)
    order by l.program_id, l.partner_id
    on conflict (program_id, partner_id) do update
      set clicks = u.clicks + excluded.clicks, last_at = greatest(u.last_at, excluded.last_at)`,
)
