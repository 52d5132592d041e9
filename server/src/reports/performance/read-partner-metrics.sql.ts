import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { LINK_STAT_COLUMNS } from '../../core/database/stat-delta.ts'
import type { LinkStatSources } from '../../statistics/link-stat-sources.ts'
import { selectPartnerSums } from '../../statistics/partner-sums.sql.ts'
import type { PartnerSums } from './stat-sums.ts'

/** Sums these partners' daily statistics. Counts without money have the currency XXX. */
export async function readPartnerMetrics(
  queries: Queries,
  programId: number,
  partnerIds: readonly number[],
  parts: LinkStatSources,
): Promise<PartnerSums[]> {
  if (partnerIds.length === 0) return []
  const partnerFilter = sql<boolean>`program_id = ${programId} and partner_id in (${sql.join(partnerIds)})`
  const sums = LINK_STAT_COLUMNS.map((measure) => `sum(${measure})::text as ${measure}`).join(', ')
  const { rows } = await sql<PartnerSums>`
    select partner_id, currency, ${sql.raw(sums)}
    from (${selectPartnerSums(LINK_STAT_COLUMNS, partnerFilter, parts)}) as counted
    group by partner_id, currency`.execute(queries)
  return rows
}
