import { type Insertable, sql, type Transaction } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import { countRows, type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { REVIEW_REASONS, type ReviewReason } from '../../core/enums.ts'

export type EventForReviewRow = QueryRow<typeof listEventsForReview>

/** Queues an event for manual review. Idempotent. */
export async function queueEventForReview(
  transaction: Transaction<Schema>,
  event: Insertable<Schema['events_for_review']>,
): Promise<void> {
  await transaction
    .insertInto('events_for_review')
    .values(event)
    .onConflict((conflict) => conflict.columns(['program_id', 'processor', 'event_id']).doNothing())
    .execute()
}

interface SalePayments {
  paymentIds: readonly number[]
  saleId: number
  at: Date
}

/**
 * Queues these payments' refunds and disputes that couldn't be applied because their currency differs from the sale's.
 */
export async function queueEventsInOtherCurrency(
  transaction: Transaction<Schema>,
  programId: number,
  { paymentIds, saleId, at }: SalePayments,
): Promise<void> {
  await sql`
    insert into events_for_review as k (program_id, processor, event_id, type, reason, object_id, amount_cents, currency,
      sale_id, occurred_at, created_at)
    select e.program_id, e.processor, e.event_id, e.type, 'currency_differs', coalesce(r.refund_id, r.charge_id),
      r.amount_cents, r.currency, ${saleId}, e.occurred_at, ${at}
    from processor_refunds r
    join processor_payments y on y.program_id = r.program_id and y.id = r.payment_id
    join processor_events e on e.program_id = r.program_id and e.processor = y.processor and e.event_id = r.event_id
    where r.program_id = ${programId} and r.payment_id in (${sql.join(paymentIds)}) and r.applied_at is null
    on conflict (program_id, processor, event_id) do nothing`.execute(transaction)
}

/** Resolves a payment's events once its total is known, so its refunds can be applied. */
export async function resolveEventsInOtherCurrency(
  transaction: Transaction<Schema>,
  programId: number,
  paymentIds: readonly number[],
  at: Date,
): Promise<void> {
  await sql`
    update events_for_review as k set resolved_at = ${at}
    from processor_refunds r join processor_payments y on y.program_id = ${programId} and y.id = r.payment_id
    where k.program_id = ${programId} and k.reason = 'currency_differs' and k.resolved_at is null
      and r.program_id = ${programId} and r.event_id = k.event_id and y.processor = k.processor
      and r.payment_id in (${sql.join(paymentIds)})`.execute(transaction)
}

/** Returns a program's events for review, newest first. */
export function listEventsForReview(
  queries: Queries,
  programId: number,
  filter: { isResolved: boolean | undefined },
  page: PageRequest,
) {
  let query = selectEvents(queries, programId)
  if (filter.isResolved !== undefined)
    query = query.where('k.resolved_at', filter.isResolved ? 'is not' : 'is', null)
  return selectPage(query, 'k.created_at', 'k.id', page)
}

/** Selects events with their sale's order, customer and partner. */
function selectEvents(queries: Queries, programId: number) {
  return queries
    .selectFrom('events_for_review as k')
    .leftJoin('sale_events as s', (join) =>
      join.on('s.program_id', '=', programId).onRef('s.id', '=', 'k.sale_id'),
    )
    .leftJoin('customers as u', (join) =>
      join.on('u.program_id', '=', programId).onRef('u.id', '=', 's.customer_id'),
    )
    .leftJoin('program_enrollments as pp', (join) =>
      join.on('pp.program_id', '=', programId).onRef('pp.partner_id', '=', 'u.partner_id'),
    )
    .leftJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .selectAll('k')
    .select(['s.transaction_id', 'u.customer_key', 'u.partner_id', 'p.name as partner_name'])
    .where('k.program_id', '=', programId)
}

/** Counts a program's unresolved events, up to `most`. */
export async function countUnresolvedEvents(
  queries: Queries,
  programId: number,
  most: number,
): Promise<number> {
  const unresolved = queries
    .selectFrom('events_for_review')
    .select('id')
    .where('program_id', '=', programId)
    .where('resolved_at', 'is', null)
  return countRows(unresolved, most)
}

/** Counts all events ever queued, by reason, in all programs. Deleted events are included. */
export async function countEventsForReview(queries: Queries): Promise<Record<ReviewReason, number>> {
  const { rows } = await sql<{ reason: ReviewReason; events: number }>`
    select reason, sum(events)::bigint as events from (
      select reason, count(*) as events from events_for_review group by reason
      union all
      select reason, sum(events)::bigint from purged_events_for_review group by reason
    ) as kept_or_gone group by reason`.execute(queries)
  const counts = rows.map(({ reason, events }) => [reason, events] as const)
  const none = REVIEW_REASONS.map((reason) => [reason, 0] as const)
  // safe because every reason has an entry in the first list
  return Object.fromEntries([...none, ...counts]) as Record<ReviewReason, number>
}

/**
 * Marks an event for review as resolved. Idempotent.
 * @returns undefined if the program has no such event
 */
export async function resolveEventForReview(
  transaction: Transaction<Schema>,
  programId: number,
  id: number,
  { actorId, at }: { actorId: string; at: Date },
) {
  await transaction
    .updateTable('events_for_review')
    .set({ resolved_at: at, resolved_by: actorId })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .execute()
  return selectEvents(transaction, programId).where('k.id', '=', id).executeTakeFirst()
}
