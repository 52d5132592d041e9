import { sql } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import type { PayoutStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { PayoutEligibility } from '../../partners/enrollments/payout-eligibility.ts'
import { payableDetailsVersion, refundedSinceCreated } from '../payouts/payouts.sql.ts'

export type PayoutBatchRow = QueryRow<typeof findPayoutBatch>

export function findPayoutBatch(queries: Queries, programId: number, batchId: number) {
  return queries
    .selectFrom('payout_batches')
    .select(['id', 'created_at'])
    .where('program_id', '=', programId)
    .where('id', '=', batchId)
    .executeTakeFirst()
}

/** A payout with its payout details, still encrypted. */
export interface EncryptedPayout extends PayoutEligibility {
  id: number
  partner_id: number
  partner_name: string
  currency: Currency
  amount_cents: string
  refunded_cents: string
  payout_status: PayoutStatus
  details_version: number | null
  filed_at: Date | null
  sealed: string | null
}

/**
 * Loads all payouts in a batch, ordered by ID. The batch size limits their number. Open payouts have the details that
 * apply at `at`; closed ones have the details they were paid with.
 */
export function listBatchPayouts(queries: Queries, programId: number, batchId: number, at: Date) {
  const detailsVersion = payableDetailsVersion(programId, at)
  return queries
    .selectFrom('payouts as o')
    .innerJoin('program_enrollments as pp', (join) =>
      join.on('pp.program_id', '=', programId).onRef('pp.partner_id', '=', 'o.partner_id'),
    )
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .leftJoin('payout_details as d', (join) =>
      join
        .on('d.program_id', '=', programId)
        .onRef('d.partner_id', '=', 'o.partner_id')
        .on('d.version', '=', detailsVersion),
    )
    .select([
      'o.id',
      'o.partner_id',
      'p.name as partner_name',
      'o.currency',
      sql<string>`o.amount_cents::text`.as('amount_cents'),
      refundedSinceCreated(programId).as('refunded_cents'),
      'o.status as payout_status',
      detailsVersion.as('details_version'),
      'o.filed_at',
      'd.sealed',
      'pp.status',
      'pp.payout_hold_reason',
    ])
    .where('o.program_id', '=', programId)
    .where('o.batch_id', '=', batchId)
    .orderBy('o.id')
    .execute()
}
