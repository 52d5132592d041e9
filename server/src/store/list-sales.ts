import type { Selectable } from 'kysely'
import type { Queries } from './database.ts'
import { isAfter, type PageRequest } from './page.ts'
import type { Currency, Schema } from './schema.ts'

const SHOWN = [
  'id',
  'is_test',
  'transaction_id',
  'amount_cents',
  'currency',
  'tax_amount_cents',
  'sale_type',
  'is_recurring',
  'subscription_id',
  'subscription_interval',
  'product_id',
  'occurred_at',
  'provider',
  'provider_payment_id',
  'additional_data',
  'customer_id',
  'partner_id',
  'attributed_by',
  'status',
  'refunded_cents',
  'received_at',
] as const

export type SaleListRow = Pick<Selectable<Schema['sale_events']>, (typeof SHOWN)[number]>

export interface SaleFilter {
  isTest: boolean
  status: 'paid' | 'refunded' | undefined
  partnerId: number | undefined
  customerId: number | undefined
  currency: Currency | undefined
  from: Date | undefined
  to: Date | undefined
}

export async function listSales(
  queries: Queries,
  programId: number,
  filter: SaleFilter,
  { rows, after }: PageRequest,
): Promise<SaleListRow[]> {
  let query = queries
    .selectFrom('sale_events')
    .select(SHOWN)
    .where('program_id', '=', programId)
    .where('is_test', '=', filter.isTest)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.partnerId !== undefined) query = query.where('partner_id', '=', filter.partnerId)
  if (filter.customerId !== undefined) query = query.where('customer_id', '=', filter.customerId)
  if (filter.currency !== undefined) query = query.where('currency', '=', filter.currency)
  if (filter.from !== undefined) query = query.where('received_at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('received_at', '<=', filter.to)
  if (after !== undefined) query = query.where(isAfter('received_at', 'id', after))
  return query
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rows + 1)
    .execute()
}
