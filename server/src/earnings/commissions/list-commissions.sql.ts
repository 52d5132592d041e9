import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, pageQuery, selectPage, unionIds } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type {
  CommissionBase,
  CommissionKind,
  CommissionStatus,
  HoldReason,
  PolicyType,
} from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { SearchResults } from '../../core/search-results.ts'
import { commissionDaySums, commissionSums } from '../../statistics/commission-sums.sql.ts'

/** A commission with its partner's and customer's names. */
export type CommissionListRow = Selectable<Schema['commissions']> & {
  partner_name: string
  customer_key: string | null
  transaction_id: string | null
  sale_amount_cents: number | null
  sale_tax_amount_cents: number | null
  sale_refunded_cents: number | null
  policy_type: PolicyType | null
  policy_commission_base: CommissionBase | null
}

export interface CommissionFilter {
  status: CommissionStatus | undefined
  kind: CommissionKind | undefined
  partnerId: number | undefined
  currency: Currency | undefined
  holdReason?: HoldReason | undefined
  awaitingReview?: AwaitingReview | undefined
  from: Date | undefined
  to: Date | undefined
  /** Search results; undefined without a search. */
  matches?: SearchResults | undefined
}

/** Selects commissions that stay pending until a member decides. */
export interface AwaitingReview {
  /** Whether the program approves manually. */
  isReviewed: boolean
  now: Date
}

export function listCommissions(
  queries: Queries,
  programId: number,
  filter: CommissionFilter,
  page: PageRequest,
) {
  const commissions = selectMatching(queries, programId, filter, page)
  return selectPage(selectWithNames(programId, commissions), 'c.created_at', 'c.id', page)
}

/** Lists commissions with the IDs of the payouts that include them, separated by spaces. */
export function listCommissionsWithPayouts(
  queries: Queries,
  programId: number,
  filter: CommissionFilter,
  page: PageRequest,
) {
  const commissions = selectMatching(queries, programId, filter, page)
  const query = selectWithNames(programId, commissions).select(
    sql<string | null>`(
      select string_agg(o.id::text, ' ' order by o.id) from payout_items i
      join payouts o on o.program_id = ${programId} and o.id = i.payout_id and o.status <> 'canceled'
      where i.program_id = ${programId} and i.commission_id = c.id)`.as('payout_ids'),
  )
  return selectPage(query, 'c.created_at', 'c.id', page)
}

/**
 * Loads a commission with its partner's and customer's names.
 * @returns undefined if the program has no commission with this ID
 */
export function findListedCommission(queries: Queries, programId: number, id: number) {
  return selectWithNames(programId, selectCommissions(queries, programId))
    .where('c.id', '=', id)
    .executeTakeFirst()
}

function selectWithNames(programId: number, commissions: ReturnType<typeof selectCommissions>) {
  return commissions
    .innerJoin('program_enrollments as pp', (join) =>
      join.on('pp.program_id', '=', programId).onRef('pp.partner_id', '=', 'c.partner_id'),
    )
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .innerJoin('customers as u', (join) =>
      join.on('u.program_id', '=', programId).onRef('u.id', '=', 'c.customer_id'),
    )
    .leftJoin('sale_events as s', (join) =>
      join.on('s.program_id', '=', programId).onRef('s.id', '=', 'c.sale_id'),
    )
    .leftJoin('commission_policies as y', (join) =>
      join.on('y.program_id', '=', programId).onRef('y.id', '=', 'c.policy_id'),
    )
    .selectAll('c')
    .select([
      'p.name as partner_name',
      'u.customer_key',
      's.transaction_id',
      's.amount_cents as sale_amount_cents',
      's.tax_amount_cents as sale_tax_amount_cents',
      's.refunded_cents as sale_refunded_cents',
      'y.type as policy_type',
      'y.commission_base as policy_commission_base',
    ])
}

/** Lists up to `rows` matching commissions with the data for a bulk review, newest first. */
export function selectMatchingCommissions(
  queries: Queries,
  programId: number,
  filter: CommissionFilter,
  rows: number,
) {
  return selectMatching(queries, programId, filter)
    .select([
      'c.id',
      'c.partner_id',
      'c.status',
      'c.currency',
      'c.amount_cents',
      'c.reversed_cents',
      'c.paid_cents',
      'c.hold_reason',
    ])
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(rows)
    .execute()
}

/** The total for one status and currency, as a string because it may exceed a safe integer. */
export interface CommissionSum {
  status: CommissionStatus
  currency: Currency
  commissions: number
  left_cents: string
  reversed_cents: string
}

export function sumCommissions(
  queries: Queries,
  programId: number,
  filter: CommissionFilter,
): Promise<CommissionSum[]> {
  return hasTotals(filter) ? readSums(queries, programId, filter) : sumMatching(queries, programId, filter)
}

/** Whether the stored totals are enough for a filter. */
function hasTotals({ holdReason, awaitingReview, from, to, matches }: CommissionFilter): boolean {
  return [holdReason, awaitingReview, from, to, matches].every((one) => one === undefined)
}

/** Reads the sums for all partners from the daily totals, because there are fewer of them. */
async function readSums(
  queries: Queries,
  programId: number,
  { status, kind, partnerId, currency }: CommissionFilter,
): Promise<CommissionSum[]> {
  const where = [
    sql`program_id = ${programId}`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(currency === undefined ? [] : [sql`currency = ${currency}`]),
  ]
  const sums =
    partnerId === undefined
      ? commissionDaySums(sql.join(where, sql` and `))
      : commissionSums(sql.join([...where, sql`partner_id = ${partnerId}`], sql` and `))
  const { rows } = await sql<CommissionSum>`
    select c.status, c.currency, sum(c.commissions)::bigint as commissions,
      sum(c.amount_cents - c.reversed_cents)::text as left_cents, sum(c.reversed_cents)::text as reversed_cents
    from ${sums} c group by c.status, c.currency having sum(c.commissions) > 0
    order by c.status, c.currency`.execute(queries)
  return rows
}

function sumMatching(
  queries: Queries,
  programId: number,
  filter: CommissionFilter,
): Promise<CommissionSum[]> {
  return selectMatching(queries, programId, filter)
    .select((select) => [
      'c.status',
      'c.currency',
      select.fn.countAll<number>().as('commissions'),
      sql<string>`sum(c.amount_cents::numeric - c.reversed_cents)::text`.as('left_cents'),
      sql<string>`sum(c.reversed_cents::numeric)::text`.as('reversed_cents'),
    ])
    .groupBy(['c.status', 'c.currency'])
    .orderBy('c.status')
    .orderBy('c.currency')
    .execute()
}

function selectCommissions(queries: Queries, programId: number) {
  return queries.selectFrom('commissions as c').where('c.program_id', '=', programId)
}

/** Selects the commissions that match a filter. `page` limits the search results to what one page can show. */
function selectMatching(queries: Queries, programId: number, filter: CommissionFilter, page?: PageRequest) {
  const { matches } = filter
  const filteredQuery = withFilter(queries, programId, filter)
  if (matches === undefined) return filteredQuery
  if (page === undefined) return filteredQuery.where(sql<boolean>`(${matchesAny(matches)})`)
  return selectCommissions(queries, programId).where(
    'c.id',
    'in',
    unionIds(searchResultIds(filteredQuery, matches, page)),
  )
}

/** Matches the search results' commissions, with one index for each kind of result. */
function matchesAny({ saleIds, customerIds, partnerIds }: SearchResults): RawBuilder<unknown> {
  const isAnyId = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.ref(column)} in (${sql.join(ids)})`]
  const conditions = [
    ...isAnyId('c.sale_id', saleIds),
    ...isAnyId('c.customer_id', customerIds),
    ...isAnyId('c.partner_id', partnerIds),
  ]
  return conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `)
}

function withFilter(queries: Queries, programId: number, filter: CommissionFilter) {
  let query = selectCommissions(queries, programId)
  if (filter.status !== undefined) query = query.where('c.status', '=', filter.status)
  if (filter.kind !== undefined) query = query.where('c.kind', '=', filter.kind)
  if (filter.partnerId !== undefined) query = query.where('c.partner_id', '=', filter.partnerId)
  if (filter.currency !== undefined) query = query.where('c.currency', '=', filter.currency)
  if (filter.holdReason !== undefined) query = query.where('c.hold_reason', '=', filter.holdReason)
  if (filter.awaitingReview !== undefined)
    query = query.where('c.id', 'in', unionIds(idsAwaitingReview(queries, programId, filter.awaitingReview)))
  if (filter.from !== undefined) query = query.where('c.created_at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('c.created_at', '<=', filter.to)
  return query
}

/**
 * Selects possible duplicates and, with manual review, pending commissions whose hold period has ended, each from
 * its own index.
 */
function idsAwaitingReview(
  queries: Queries,
  programId: number,
  { isReviewed, now }: AwaitingReview,
): RawBuilder<unknown>[] {
  const pending = queries
    .selectFrom('commissions as w')
    .select('w.id')
    .where('w.program_id', '=', programId)
    .where('w.status', '=', 'pending')
  const heldIds = pending
    .where('w.hold_reason', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('w.hold_reason', '=', 'possible_duplicate'), eb('w.hold_until', '<=', now)]),
    )
  const dueIds = pending.where('w.hold_reason', 'is', null).where('w.hold_until', '<=', now)
  return isReviewed ? [sql`${heldIds}`, sql`${dueIds}`] : [sql`${heldIds}`]
}

/** Counts commissions that are awaiting review, up to `limit`. */
export async function countAwaitingReview(
  queries: Queries,
  programId: number,
  awaitingReview: AwaitingReview,
  limit: number,
): Promise<number> {
  const ids = idsAwaitingReview(queries, programId, awaitingReview).map(
    (query) => sql`${query} limit ${limit}`,
  )
  const { rows } = await sql`select w.id from ${unionIds(ids)} w limit ${limit}`.execute(queries)
  return rows.length
}

/** Selects at most one page of commissions for each search result, from the index in list order. */
function searchResultIds(
  filteredQuery: ReturnType<typeof selectCommissions>,
  { saleIds, customerIds, partnerIds }: SearchResults,
  page: PageRequest,
): RawBuilder<unknown>[] {
  const newestFirst = (query: typeof filteredQuery) =>
    pageQuery(query.select('c.id'), 'c.created_at', 'c.id', page)
  const found: RawBuilder<unknown>[] = []
  if (saleIds.length > 0) found.push(sql`${filteredQuery.select('c.id').where('c.sale_id', 'in', saleIds)}`)
  if (customerIds.length > 0) {
    // A single customer can have hundreds of thousands of sales.
    const newestForCustomer = newestFirst(filteredQuery.where('c.customer_id', '=', sql<number>`n.id`))
    found.push(sql`select few.id from (values ${sql.join(customerIds.map((id) => sql`(${id}::bigint)`))}) n (id)
      cross join lateral (${newestForCustomer}) few`)
  }
  for (const partnerId of partnerIds) {
    found.push(sql`${newestFirst(filteredQuery.where('c.partner_id', '=', partnerId))}`)
  }
  return found
}
