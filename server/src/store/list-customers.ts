import type { Selectable } from 'kysely'
import type { Queries } from './database.ts'
import { isAfter, type PageRequest } from './page.ts'
import type { CustomerStatus, Schema } from './schema.ts'

const SHOWN = [
  'id',
  'customer_key',
  'status',
  'partner_id',
  'link_id',
  'clicked_at',
  'signup_at',
  'first_sale_at',
  'first_purchase_at',
  'sale_count',
  'created_at',
] as const

export type CustomerListRow = Pick<Selectable<Schema['customers']>, (typeof SHOWN)[number]>

export interface CustomerFilter {
  status: CustomerStatus | undefined
  partnerId: number | undefined
  customerKey: string | undefined
  from: Date | undefined
  to: Date | undefined
}

export async function listCustomers(
  queries: Queries,
  programId: number,
  filter: CustomerFilter,
  { rows, after }: PageRequest,
): Promise<CustomerListRow[]> {
  let query = queries.selectFrom('customers').select(SHOWN).where('program_id', '=', programId)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.partnerId !== undefined) query = query.where('partner_id', '=', filter.partnerId)
  if (filter.customerKey !== undefined) query = query.where('customer_key', '=', filter.customerKey)
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('created_at', '<=', filter.to)
  if (after !== undefined) query = query.where(isAfter('created_at', 'id', after))
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rows + 1)
    .execute()
}
