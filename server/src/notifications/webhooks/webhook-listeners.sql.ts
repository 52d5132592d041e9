import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { TEST_EVENT_TYPE } from '../outbox/event-types.ts'
import { addProgramToDispatch } from './webhooks.sql.ts'

/** A listener, which only its creator can see. */
export interface ListenerKey {
  programId: number
  listenerId: number
  actorId: string
}

type EndpointRow = Selectable<Schema['webhook_endpoints']>
export type ListenerRow = Pick<EndpointRow, 'id' | 'event_types' | 'created_at'> & { listening_until: Date }

const SHOWN = ['id', 'event_types', 'created_at', 'listening_until'] as const

/** Inserts a listener and adds its program to those that are checked for events. */
export async function insertListener(
  transaction: Transaction<Schema>,
  listener: Pick<EndpointRow, 'program_id' | 'event_types' | 'secret' | 'created_at'> & {
    listened_by: string
    listening_until: Date
  },
) {
  await addProgramToDispatch(transaction, listener.program_id)
  return transaction
    .insertInto('webhook_endpoints')
    .values({ ...listener, kind: 'listener' })
    .returning(SHOWN)
    .$narrowType<{ listening_until: Date }>()
    .executeTakeFirstOrThrow()
}

/** Counts a program's listeners. Includes expired ones, because polling revives them. */
export async function countListeners(queries: Queries, programId: number): Promise<number> {
  const row = await queries
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('listeners'))
    .where('program_id', '=', programId)
    .where('kind', '=', 'listener')
    .executeTakeFirstOrThrow()
  return row.listeners
}

/** Inserts a dispatched test message for one listener. */
export async function insertTestDelivery(
  queries: Queries,
  programId: number,
  listenerId: number,
  now: Date,
): Promise<void> {
  const event = await queries
    .insertInto('outbox_events')
    .values({
      program_id: programId,
      type: TEST_EVENT_TYPE,
      data: JSON.stringify({ webhook_id: listenerId }),
      created_at: now,
      dispatched_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queries
    .insertInto('webhook_deliveries')
    .values({
      program_id: programId,
      endpoint_id: listenerId,
      event_id: event.id,
      next_attempt_at: now,
      created_at: now,
    })
    .execute()
}

/**
 * Extends a listener.
 * @returns undefined if it has ended or belongs to someone else
 */
export function extendListener(
  queries: Queries,
  { programId, listenerId, actorId }: ListenerKey,
  until: Date,
) {
  return queries
    .updateTable('webhook_endpoints')
    .set({ listening_until: until })
    .where('program_id', '=', programId)
    .where('id', '=', listenerId)
    .where('kind', '=', 'listener')
    .where('listened_by', '=', actorId)
    .returning(SHOWN)
    .$narrowType<{ listening_until: Date }>()
    .executeTakeFirst()
}

/**
 * Deletes a listener and its pending messages.
 * @returns whether the listener existed
 */
export async function deleteListener(
  transaction: Transaction<Schema>,
  { programId, listenerId, actorId }: ListenerKey,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('webhook_endpoints')
    .where('program_id', '=', programId)
    .where('id', '=', listenerId)
    .where('kind', '=', 'listener')
    .where('listened_by', '=', actorId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** An unacknowledged message. `id` is the ID of its delivery. */
export interface WaitingMessage {
  id: number
  message_id: string
  type: string
  data: Record<string, unknown>
  created_at: Date
}

/**
 * SQL: the order in which messages were written. Their IDs are generated under the lock of their subject. Citus nodes
 * generate IDs independently, so on Citus time comes first.
 */
const appliedOrder = (message: string) =>
  sql.raw(`case when to_regclass('pg_catalog.pg_dist_local_group') is null then ${message}.id else 0 end,
    ${message}.created_at, ${message}.id`)

/**
 * Loads up to `rows` unacknowledged messages, oldest first. Stops before a message that follows one which is still
 * being dispatched.
 */
export async function listWaitingMessages(
  queries: Queries,
  { programId, listenerId }: Pick<ListenerKey, 'programId' | 'listenerId'>,
  rows: number,
) {
  const messages = await sql<WaitingMessage>`
    select d.id, o.message_id, o.type, o.data, o.created_at
    from webhook_deliveries d
    join outbox_events o on o.program_id = ${programId} and o.id = d.event_id
    where d.program_id = ${programId} and d.endpoint_id = ${listenerId}::bigint and d.state = 'pending'
      and not exists (
        select 1 from outbox_events w
        where w.program_id = ${programId} and w.dispatched_at is null
          and (${appliedOrder('w')}) < (${appliedOrder('o')}))
    order by ${appliedOrder('o')} limit ${rows}`.execute(queries)
  return messages.rows
}

/** Acknowledges messages, ignoring other IDs. */
export async function deleteAcknowledged(
  queries: Queries,
  { programId, listenerId }: Pick<ListenerKey, 'programId' | 'listenerId'>,
  ids: readonly number[],
): Promise<void> {
  await queries
    .deleteFrom('webhook_deliveries')
    .where('program_id', '=', programId)
    .where('endpoint_id', '=', listenerId)
    .where('id', 'in', ids)
    .execute()
}

/** Returns which of these listeners have messages. The result may include others. */
export async function listListenersWithMessages(
  queries: Queries,
  listeners: readonly Pick<ListenerKey, 'programId' | 'listenerId'>[],
) {
  const programs = [...new Set(listeners.map(({ programId }) => programId))]
  const ids = listeners.map(({ listenerId }) => listenerId)
  const result = await sql<{ program_id: number; endpoint_id: number }>`
    select d.program_id, d.endpoint_id from webhook_deliveries d
    where d.program_id = any (${programs}::bigint[]) and d.endpoint_id = any (${ids}::bigint[])
      and d.state = 'pending'
    group by d.program_id, d.endpoint_id`.execute(queries)
  return result.rows
}

/** Lists up to `rows` expired listeners, oldest first. */
export function listEndedListeners(queries: Queries, now: Date, rows: number) {
  return queries
    .selectFrom('webhook_endpoints')
    .select(['program_id', 'id'])
    .where('kind', '=', 'listener')
    .where('listening_until', '<=', now)
    .orderBy('listening_until')
    .limit(rows)
    .execute()
}

/** Deletes a listener and its messages, unless it was polled in the meantime. */
export async function deleteEndedListener(
  queries: Queries,
  { program_id, id }: { program_id: number; id: number },
  now: Date,
): Promise<void> {
  await queries
    .deleteFrom('webhook_endpoints')
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('kind', '=', 'listener')
    .where('listening_until', '<=', now)
    .execute()
}
