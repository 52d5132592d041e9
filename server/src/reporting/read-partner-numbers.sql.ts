import { sql } from 'kysely'
import type { Queries } from '../platform/database.ts'
import { type PartnerMeasure, sumsOfPartners } from './partner-events.sql.ts'
import type { PartnerSums } from './stat-sums.ts'

/**
 * What each of these partners brought from `from` to `to` (both included), by the definitions of the daily
 * statistics; counts without money stand under XXX. It reads the rows of these partners only.
 */
export async function readPartnerNumbers(
  queries: Queries,
  programId: number,
  partnerIds: readonly number[],
  span: { from: Date; to: Date },
): Promise<PartnerSums[]> {
  if (partnerIds.length === 0) return []
  const ofPartners = sql<boolean>`program_id = ${programId} and partner_id in (${sql.join(partnerIds)})`
  const branch = (measure: PartnerMeasure) =>
    sql`select partner_id, currency, ${measure}::text as measure, value from (${sumsOfPartners(measure, ofPartners, span)}) as one`
  const sum = (measure: PartnerMeasure) =>
    sql`coalesce(sum(value) filter (where measure = ${measure}), 0)::text as ${sql.ref(measure)}`
  const { rows } = await sql<PartnerSums>`
    select partner_id, currency, ${sql.join(MEASURES.map(sum))}
    from (${sql.join(MEASURES.map(branch), sql` union all `)}) as counted
    group by partner_id, currency`.execute(queries)
  return rows
}

const MEASURES = [
  'clicks',
  'leads',
  'conversions',
  'sales',
  'revenue_cents',
  'commission_cents',
] as const satisfies readonly PartnerMeasure[]
