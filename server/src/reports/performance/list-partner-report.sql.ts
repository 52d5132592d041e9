import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { LINK_MEASURES, type LinkStatColumn } from '../../core/database/stat-delta.ts'
import { PARTNER_STATUSES } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import {
  type PartnerFilter,
  searchPartners,
  selectFiltered,
} from '../../partners/enrollments/partners.sql.ts'
import type { LinkStatSources } from '../../statistics/link-stat-sources.ts'
import { selectPartnerSums } from '../../statistics/partner-sums.sql.ts'
import { type Direction, isTextSort, type PartnerPosition, type PartnerSort } from './partner-order.ts'

export interface ReportRequest {
  filter: PartnerFilter
  order: PartnerSort
  direction: Direction
  /** Currency to sort by. Undefined adds all currencies at face value (D32). */
  currency: Currency | undefined
  parts: LinkStatSources
  after: PartnerPosition | undefined
  rows: number
}

/**
 * Reads a page of sorted partners, and one more row if there is a next page. Only the sort value is computed for all
 * partners.
 */
export async function listPartnerReport(
  queries: Queries,
  program: { id: number; workspace_id: string },
  { filter, order, direction, currency, parts, after, rows }: ReportRequest,
) {
  const programId = program.id
  const matches = await searchPartners(queries, program.workspace_id, filter)
  const measure = MEASURES[order]
  const counted =
    measure === undefined
      ? sql<CountedValue>`(select 0::bigint as partner_id, 0::numeric as value)`
      : selectCounts(programId, { measure, currency, parts })
  const value = isTextSort(order)
    ? textColumns(programId)[order]
    : (NUMBERS[order] ?? sql`coalesce(n.value, 0)`)
  // Sorted by the column itself, so an index provides the order.
  const sorted = order === 'createdAt' ? sql`pp.created_at` : value
  const by = direction === 'asc' ? sql`asc` : sql`desc`
  let query = selectFiltered(queries, programId, filter, matches)
    // Known before the partners are read, so an index provides the order by name.
    .where('p.workspace_id', '=', program.workspace_id)
    .leftJoin(counted.as('n'), (join) => join.onRef('n.partner_id', '=', 'pp.partner_id'))
    .select(sql<string>`(${value})::text`.as('value'))
  if (after !== undefined) {
    const follows = direction === 'asc' ? sql`>` : sql`<`
    const place = sql`(${sortValue(order, after)}, ${after.id}::bigint)`
    query = query.where(sql<boolean>`(${sorted}, pp.partner_id) ${follows} ${place}`)
  }
  return query
    .orderBy(sql`${sorted} ${by}, pp.partner_id ${by}`)
    .limit(rows + 1)
    .execute()
}

function sortValue(order: PartnerSort, { value }: PartnerPosition): RawBuilder<unknown> {
  if (order === 'createdAt') return sql`${new Date(Number(value))}::timestamptz`
  return isTextSort(order) ? sql`${value}::text` : sql`${value}::numeric`
}

interface CountedValue {
  partner_id: number
  value: string
}

const MEASURES: Partial<Record<PartnerSort, LinkStatColumn>> = LINK_MEASURES

const textColumns = (programId: number): Partial<Record<PartnerSort, RawBuilder<unknown>>> => ({
  name: sql`lower(p.name)`,
  // The link shown in lists: the first active one.
  link: sql`coalesce((select l.code from links l
    where l.program_id = ${programId} and l.partner_id = pp.partner_id and l.status = 'active'
    order by l.created_at, l.id limit 1), '')`,
})

const NUMBERS: Partial<Record<PartnerSort, RawBuilder<unknown>>> = {
  createdAt: sql`trunc(extract(epoch from pp.created_at) * 1000)`,
  status: sql`array_position(array[${sql.join(PARTNER_STATUSES.map((status) => sql`${status}::text`))}], pp.status)::numeric`,
}

function selectCounts(
  programId: number,
  {
    measure,
    currency,
    parts,
  }: { measure: LinkStatColumn; currency: Currency | undefined; parts: LinkStatSources },
) {
  const events = selectPartnerSums([measure], sql<boolean>`program_id = ${programId}`, parts)
  // Counts have no currency, so all currencies are included.
  const only = measure === 'revenue_cents' || measure === 'commission_cents' ? (currency ?? null) : null
  return sql<CountedValue>`(select e.partner_id, sum(e.${sql.ref(measure)}) as value from (${events}) as e
    where ${only}::text is null or e.currency = ${only}::text
    group by e.partner_id)`
}
