import { type Selectable, sql } from 'kysely'
import type { Queries } from './database.ts'
import { isAfter, type PageRequest } from './page.ts'
import type { CommissionStatus, Currency, Schema } from './schema.ts'

/** A commission with the names of whose it is and whom it is for. */
export type CommissionListRow = Selectable<Schema['commissions']> & {
  partner_name: string
  customer_key: string | null
}

export interface CommissionFilter {
  status: CommissionStatus | undefined
  kind: 'sale' | 'lead' | undefined
  partnerId: number | undefined
  currency: Currency | undefined
  from: Date | undefined
  to: Date | undefined
}

export async function listCommissions(
  queries: Queries,
  programId: number,
  filter: CommissionFilter,
  { rows, after }: PageRequest,
): Promise<CommissionListRow[]> {
  let query = matching(queries, programId, filter)
    .innerJoin('partner_programs as pp', (join) =>
      join.onRef('pp.program_id', '=', 'c.program_id').onRef('pp.partner_id', '=', 'c.partner_id'),
    )
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .innerJoin('customers as u', (join) =>
      join.onRef('u.program_id', '=', 'c.program_id').onRef('u.id', '=', 'c.customer_id'),
    )
    .selectAll('c')
    .select(['p.name as partner_name', 'u.customer_key'])
  if (after !== undefined) query = query.where(isAfter('c.created_at', 'c.id', after))
  return query
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(rows + 1)
    .execute()
}

/** What the commissions of one status and currency come to: digits, because a sum may outgrow a number. */
export interface CommissionSum {
  status: CommissionStatus
  currency: Currency
  commissions: number
  left_cents: string
  reversed_cents: string
}

export async function sumCommissions(
  queries: Queries,
  programId: number,
  filter: CommissionFilter,
): Promise<CommissionSum[]> {
  return matching(queries, programId, filter)
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

function matching(queries: Queries, programId: number, filter: CommissionFilter) {
  let query = queries.selectFrom('commissions as c').where('c.program_id', '=', programId)
  if (filter.status !== undefined) query = query.where('c.status', '=', filter.status)
  if (filter.kind !== undefined) query = query.where('c.kind', '=', filter.kind)
  if (filter.partnerId !== undefined) query = query.where('c.partner_id', '=', filter.partnerId)
  if (filter.currency !== undefined) query = query.where('c.currency', '=', filter.currency)
  if (filter.from !== undefined) query = query.where('c.created_at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('c.created_at', '<=', filter.to)
  return query
}
