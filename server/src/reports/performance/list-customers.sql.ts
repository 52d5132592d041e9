import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, pageQuery, selectPage, unionIds } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { CustomerStatus } from '../../core/enums.ts'
import type { SearchResults } from '../../core/search-results.ts'
import { customerProgramSums, customerSums } from '../../statistics/commission-sums.sql.ts'

const SHOWN = [
  'u.id',
  'u.customer_key',
  'u.status',
  'u.partner_id',
  'u.link_id',
  'u.clicked_at',
  'u.signup_at',
  'u.first_sale_at',
  'u.first_purchase_at',
  'u.sale_count',
  'u.created_at',
] as const

type WithoutAlias<Name> = Name extends `u.${infer Column}` ? Column : never

export type CustomerListRow = Pick<
  Selectable<Schema['customers']>,
  WithoutAlias<(typeof SHOWN)[number]> & keyof Schema['customers']
> & { partner_name: string }

export interface CustomerFilter {
  status: CustomerStatus | undefined
  partnerId: number | undefined
  customerKey: string | undefined
  from: Date | undefined
  to: Date | undefined
  /** Search results; undefined without a search. */
  matches?: SearchResults | undefined
}

export function listCustomers(
  queries: Queries,
  programId: number,
  filter: CustomerFilter,
  page: PageRequest,
) {
  const query = matching(queries, programId, filter, page)
    .innerJoin('program_enrollments as pp', (join) =>
      join.on('pp.program_id', '=', programId).onRef('pp.partner_id', '=', 'u.partner_id'),
    )
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .select([...SHOWN, 'p.name as partner_name'])
  return selectPage(query, 'u.created_at', 'u.id', page)
}

/** Counts customers by status. */
export async function countCustomers(
  queries: Queries,
  programId: number,
  filter: CustomerFilter,
): Promise<{ status: CustomerStatus; customers: number }[]> {
  const { status, partnerId, customerKey, from, to, matches } = filter
  if ([customerKey, from, to, matches].every((one) => one === undefined)) {
    const where = [sql`program_id = ${programId}`, ...(status === undefined ? [] : [sql`status = ${status}`])]
    const sums =
      partnerId === undefined
        ? customerProgramSums(sql.join(where, sql` and `))
        : customerSums(sql.join([...where, sql`partner_id = ${partnerId}`], sql` and `))
    const { rows } = await sql<{ status: CustomerStatus; customers: number }>`
      select c.status, sum(c.customers)::bigint as customers from ${sums} c
      group by c.status having sum(c.customers) > 0 order by c.status`.execute(queries)
    return rows
  }
  return matching(queries, programId, filter)
    .select((select) => ['u.status', select.fn.countAll<number>().as('customers')])
    .groupBy('u.status')
    .orderBy('u.status')
    .execute()
}

/** Selects the customers that match a filter. `page` limits search results to what that page can show. */
function matching(queries: Queries, programId: number, filter: CustomerFilter, page?: PageRequest) {
  const { matches } = filter
  const filtered = withFilter(queries, programId, filter)
  if (matches === undefined) return filtered
  if (page === undefined) return filtered.where(sql<boolean>`(${matchesAny(matches)})`)
  return selectCustomers(queries, programId).where(
    'u.id',
    'in',
    unionIds(searchResultIds(filtered, matches, page)),
  )
}

function selectCustomers(queries: Queries, programId: number) {
  return queries.selectFrom('customers as u').where('u.program_id', '=', programId)
}

function withFilter(queries: Queries, programId: number, filter: CustomerFilter) {
  let query = selectCustomers(queries, programId)
  if (filter.status !== undefined) query = query.where('u.status', '=', filter.status)
  if (filter.partnerId !== undefined) query = query.where('u.partner_id', '=', filter.partnerId)
  if (filter.customerKey !== undefined) query = query.where('u.customer_key', '=', filter.customerKey)
  if (filter.from !== undefined) query = query.where('u.created_at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('u.created_at', '<=', filter.to)
  return query
}

/** SQL condition: customers in the search results, or customers of a partner in the results. */
function matchesAny({ customerIds, saleCustomerIds, partnerIds }: SearchResults): RawBuilder<unknown> {
  const ids = [...customerIds, ...saleCustomerIds]
  const conditions = [
    ...(ids.length === 0 ? [] : [sql`u.id in (${sql.join(ids)})`]),
    ...(partnerIds.length === 0 ? [] : [sql`u.partner_id in (${sql.join(partnerIds)})`]),
  ]
  return conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `)
}

/** Selects customers in the search results and each matching partner's customers, by the index in list order. */
function searchResultIds(
  filtered: ReturnType<typeof selectCustomers>,
  { customerIds, saleCustomerIds, partnerIds }: SearchResults,
  page: PageRequest,
): RawBuilder<unknown>[] {
  const ids = [...customerIds, ...saleCustomerIds]
  const selections = ids.length === 0 ? [] : [sql`${filtered.select('u.id').where('u.id', 'in', ids)}`]
  for (const partnerId of partnerIds) {
    const partnerCustomers = filtered.select('u.id').where('u.partner_id', '=', partnerId)
    selections.push(sql`${pageQuery(partnerCustomers, 'u.created_at', 'u.id', page)}`)
  }
  return selections
}
