import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { SetupData } from './setup-steps.rule.ts'

/**
 * Reads the facts. Click numbers come from the statistics and request counts, because old clicks are deleted. A click
 * that isn't counted, such as one with an unknown code or from a bot, still shows that the tracker is installed.
 */
export async function readSetupData(
  queries: Queries,
  programId: number,
): Promise<Omit<SetupData, 'siteUrl'>> {
  const { rows } = await sql<Omit<SetupData, 'siteUrl'>>`
    select
      exists (select from commission_policies where program_id = ${programId}
        and (version > 1 or product_id is not null or group_id is not null)) as "hasOwnPolicy",
      exists (select from daily_stats where program_id = ${programId} and clicks > 0)
        or exists (select from request_counts where program_id = ${programId} and type = 'click'
          and outcome not in ('unauthorized', 'rejected', 'failed')) as "hasClick",
      exists (select from program_enrollments where program_id = ${programId}
        and status = 'approved') as "hasApprovedPartner",
      exists (select from sale_events where program_id = ${programId} and not is_test) as "hasSale"
    `.execute(queries)
  const [data] = rows
  if (data === undefined) throw new Error('a select without a table returned no row')
  return data
}
