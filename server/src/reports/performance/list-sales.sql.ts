import type { Selectable } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { SaleStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

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
  status: SaleStatus | undefined
  partnerId: number | undefined
  customerId: number | undefined
  currency: Currency | undefined
  from: Date | undefined
  to: Date | undefined
}

export function listSales(queries: Queries, programId: number, filter: SaleFilter, page: PageRequest) {
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
  return selectPage(query, 'received_at', 'id', page)
}
