import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/** A counted refund that may be the same as another report. */
export interface SameRefund {
  id: number
  refund_id: string
}

interface Amount {
  sale_id: number
  amount_cents: number
}

/** Returns the first refund of this amount that the team or the merchant's server reported. */
export function findRefundByAmount(queries: Queries, programId: number, amount: Amount) {
  return selectRefundsByAmount(queries, programId, amount)
    .where('r.source', '<>', 'processor')
    .orderBy('r.id')
    .executeTakeFirst()
}

/**
 * Returns the team's first refund of this amount that isn't already waiting for a decision.
 * @param isAnyAmount whether to return one with another amount if there is none
 */
export function findDashboardRefund(
  queries: Queries,
  programId: number,
  { isAnyAmount, ...amount }: Amount & { isAnyAmount: boolean },
) {
  const refunds = isAnyAmount
    ? selectRefunds(queries, programId, amount.sale_id).orderBy(
        (e) => e(REPORTED, '=', amount.amount_cents),
        'desc',
      )
    : selectRefundsByAmount(queries, programId, amount)
  return refunds
    .where('r.source', '=', 'dashboard')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('events_for_review as k')
            .select('k.id')
            .where('k.program_id', '=', programId)
            .whereRef('k.refund_event_id', '=', 'r.id')
            .where('k.resolved_at', 'is', null),
        ),
      ),
    )
    .orderBy('r.id')
    .executeTakeFirst()
}

const REPORTED = sql<number>`coalesce(r.reported_cents, r.amount_cents)`

function selectRefundsByAmount(queries: Queries, programId: number, { sale_id, amount_cents }: Amount) {
  return selectRefunds(queries, programId, sale_id).where(REPORTED, '=', amount_cents)
}

function selectRefunds(queries: Queries, programId: number, saleId: number) {
  return queries
    .selectFrom('refund_events as r')
    .select(['r.id', 'r.refund_id'])
    .where('r.program_id', '=', programId)
    .where('r.sale_id', '=', saleId)
    .where('r.kind', '=', 'refund')
    .where('r.withdrawn_at', 'is', null)
    .where('r.voids_sale', '=', false)
    .limit(1)
}

/** Queues for review a reported refund that may be the same as one that the team entered. */
export async function queueDuplicate(
  transaction: Transaction<Schema>,
  programId: number,
  {
    sale,
    event_id,
    amount_cents,
    same,
    at,
  }: {
    sale: { id: number; currency: string }
    event_id: number
    amount_cents: number
    same: SameRefund
    at: Date
  },
): Promise<void> {
  await transaction
    .insertInto('events_for_review')
    .values({
      program_id: programId,
      processor: 'server',
      event_id: `refund-${event_id}`,
      type: 'refund',
      reason: 'possible_duplicate_refund',
      amount_cents,
      currency: sale.currency,
      sale_id: sale.id,
      refund_event_id: same.id,
      occurred_at: at,
      created_at: at,
    })
    .execute()
}

/** Resolves the events that are waiting for a decision about this refund. */
export async function resolveDuplicates(
  transaction: Transaction<Schema>,
  programId: number,
  refundEventId: number,
  { actorId, at }: { actorId: string; at: Date },
): Promise<void> {
  await transaction
    .updateTable('events_for_review')
    .set({ resolved_at: at, resolved_by: actorId })
    .where('program_id', '=', programId)
    .where('refund_event_id', '=', refundEventId)
    .where('resolved_at', 'is', null)
    .execute()
}

/** Returns a sale's refund event by its ID. */
export function findRefundEvent(
  queries: Queries,
  programId: number,
  { saleId, eventId }: { saleId: number; eventId: number },
) {
  return queries
    .selectFrom('refund_events')
    .select(['kind', 'source', 'voids_sale', 'withdrawn_at'])
    .where('program_id', '=', programId)
    .where('sale_id', '=', saleId)
    .where('id', '=', eventId)
    .executeTakeFirst()
}
