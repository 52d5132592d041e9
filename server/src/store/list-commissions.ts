import type { Selectable } from 'kysely'
import type { Queries } from './database.ts'
import { isAfter, type PageRequest } from './page.ts'
import type { CommissionStatus, Currency, Schema } from './schema.ts'

export type CommissionListRow = Selectable<Schema['commissions']>

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
  let query = queries.selectFrom('commissions').selectAll().where('program_id', '=', programId)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind)
  if (filter.partnerId !== undefined) query = query.where('partner_id', '=', filter.partnerId)
  if (filter.currency !== undefined) query = query.where('currency', '=', filter.currency)
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('created_at', '<=', filter.to)
  if (after !== undefined) query = query.where(isAfter('created_at', 'id', after))
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rows + 1)
    .execute()
}
