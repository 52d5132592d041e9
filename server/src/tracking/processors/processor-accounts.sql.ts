import type { Selectable, Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { ProcessorConnectionStatus } from '../../core/enums.ts'

export type ProcessorAccountRow = Selectable<Schema['processor_accounts']>

/** Finds the program connected to a processor account. */
export function findProcessorAccount(queries: Queries, processor: string, accountId: string) {
  return queries
    .selectFrom('processor_accounts')
    .selectAll()
    .where('processor', '=', processor)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export function findProgramAccount(queries: Queries, programId: number) {
  return queries
    .selectFrom('processor_accounts')
    .selectAll()
    .where('program_id', '=', programId)
    .executeTakeFirst()
}

/**
 * Connects an account that isn't connected. Returns false if it is already connected, or if the program has another
 * one.
 */
export async function insertProcessorAccount(
  transaction: Transaction<Schema>,
  account: ProcessorAccountRow,
): Promise<boolean> {
  const row = await transaction
    .insertInto('processor_accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('program_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes a program's processor account.
 * @returns whether there was one
 */
export async function deleteProcessorAccount(
  transaction: Transaction<Schema>,
  programId: number,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('processor_accounts')
    .where('program_id', '=', programId)
    .returning('program_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Saves the time of an account report. Returns false if a newer report has been seen. */
export async function moveAccountReport(
  queries: Queries,
  account: { processor: string; account_id: string; program_id: number },
  reportedAt: Date,
): Promise<boolean> {
  const row = await queries
    .updateTable('processor_accounts')
    .set({ reported_at: reportedAt })
    .where('processor', '=', account.processor)
    .where('account_id', '=', account.account_id)
    .where('program_id', '=', account.program_id)
    .where((or) => or.or([or('reported_at', 'is', null), or('reported_at', '<=', reportedAt)]))
    .returning('program_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts an event whose signature was invalid. Changes nothing if the account was connected again since it was read. */
export async function countRejectedEvent(
  queries: Queries,
  { processor, account_id, webhook_secret }: ProcessorAccountRow,
  rejectedAt: Date,
): Promise<void> {
  await queries
    .updateTable('processor_accounts')
    .set(({ eb }) => ({ rejected_events: eb('rejected_events', '+', 1), rejected_at: rejectedAt }))
    .where('processor', '=', processor)
    .where('account_id', '=', account_id)
    .where('webhook_secret', 'is not distinct from', webhook_secret)
    .execute()
}

/** Clears the rejected events, unless more have been counted since the account was read. */
export async function clearRejectedEvents(
  queries: Queries,
  { processor, account_id, rejected_events }: ProcessorAccountRow,
): Promise<void> {
  await queries
    .updateTable('processor_accounts')
    .set({ rejected_events: 0, rejected_at: null })
    .where('processor', '=', processor)
    .where('account_id', '=', account_id)
    .where('rejected_events', '=', rejected_events)
    .execute()
}

export interface ConnectionColumns {
  processor_connection_status: ProcessorConnectionStatus
  processor_account_id: string | null
  processor_charges_enabled: boolean
  processor_payouts_enabled: boolean
  processor_details_submitted: boolean
  processor_connected_at: Date | null
}

/** Updates parts of the program's connection. */
export async function setConnection(
  transaction: Transaction<Schema>,
  programId: number,
  connection: Partial<ConnectionColumns>,
): Promise<void> {
  await transaction.updateTable('programs').set(connection).where('id', '=', programId).execute()
}

/**
 * Records that an event arrived. Concurrent deliveries of the same event wait for this transaction.
 * @returns false if it was already recorded
 */
export async function insertProcessorEvent(
  queries: Queries,
  event: Selectable<Schema['processor_events']>,
): Promise<boolean> {
  const row = await queries
    .insertInto('processor_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['program_id', 'processor', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the newest events since an account was connected, newest first. */
export function listAccountEvents(
  queries: Queries,
  { program_id, processor, connected_at }: ProcessorAccountRow,
  rows: number,
) {
  return queries
    .selectFrom('processor_events as e')
    .leftJoin('payment_references as r', (join) =>
      join.on('r.program_id', '=', program_id).onRef('r.reference', '=', 'e.reference'),
    )
    .leftJoin('processor_payments as y', (join) =>
      join.on('y.program_id', '=', program_id).onRef('y.id', '=', 'r.payment_id'),
    )
    .leftJoin('sale_events as s', (join) =>
      join.on('s.program_id', '=', program_id).onRef('s.id', '=', 'y.sale_id'),
    )
    .leftJoin('customers as c', (join) =>
      join.on('c.program_id', '=', program_id).onRef('c.id', '=', 's.customer_id'),
    )
    .select(['e.event_id', 'e.type', 'e.is_live', 'e.outcome', 'e.occurred_at', 'e.received_at'])
    .select(({ fn }) => [fn.coalesce('y.transaction_id', 'e.reference').as('payment_id')])
    .select('c.customer_key')
    .where('e.program_id', '=', program_id)
    .where('e.processor', '=', processor)
    .where('e.received_at', '>=', connected_at)
    .orderBy('e.received_at', 'desc')
    .orderBy('e.event_id')
    .limit(rows)
    .execute()
}

/** Saves the outcome of an event recorded in this transaction, and an ID of its payment. */
export async function setEventOutcome(
  queries: Queries,
  event: { program_id: number; processor: string; event_id: string },
  { outcome, reference }: { outcome: string; reference: string | null },
): Promise<void> {
  await queries
    .updateTable('processor_events')
    .set({ outcome, reference })
    .where('program_id', '=', event.program_id)
    .where('processor', '=', event.processor)
    .where('event_id', '=', event.event_id)
    .execute()
}

/** Saves a customer's ID at the processor. The first write wins. */
export async function rememberProcessorCustomer(
  queries: Queries,
  programId: number,
  customerId: number,
  processorCustomerId: string,
): Promise<void> {
  await queries
    .updateTable('customers')
    .set({ processor_customer_id: processorCustomerId })
    .where('program_id', '=', programId)
    .where('id', '=', customerId)
    .where('processor_customer_id', 'is', null)
    .execute()
}
