import type { Queries } from '../../core/database/database.ts'
import type { CommissionStatus, SaleStatus } from '../../core/enums.ts'

/** Updates a locked sale's amounts. */
export async function adjustSaleAmount(
  queries: Queries,
  programId: number,
  saleId: number,
  sale: {
    amount_cents: number
    tax_amount_cents: number | null
    refunded_cents: number
    status: SaleStatus
  },
): Promise<void> {
  await queries
    .updateTable('sale_events')
    .set(sale)
    .where('program_id', '=', programId)
    .where('id', '=', saleId)
    .execute()
}

export async function adjustCommission(
  queries: Queries,
  programId: number,
  commissionId: number,
  commission: { amount_cents: number; reversed_cents: number; status: CommissionStatus },
): Promise<void> {
  await queries
    .updateTable('commissions')
    .set(commission)
    .where('program_id', '=', programId)
    .where('id', '=', commissionId)
    .execute()
}

export async function adjustFee(
  queries: Queries,
  programId: number,
  feeId: number,
  fee: { amount_cents: number; reversed_cents: number },
): Promise<void> {
  await queries
    .updateTable('platform_fees')
    .set(fee)
    .where('program_id', '=', programId)
    .where('id', '=', feeId)
    .execute()
}
