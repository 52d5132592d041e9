import { type Selectable, sql } from 'kysely'
import type { Queries } from './database.ts'
import { isAfter, type PageRequest } from './page.ts'
import type { DeliveryState, Schema } from './schema.ts'

/** An endpoint as lists may show it: without its secrets. */
export type EndpointRow = Omit<Selectable<Schema['webhook_endpoints']>, 'secret' | 'previous_secret'>

const SHOWN = [
  'program_id',
  'id',
  'url',
  'event_types',
  'previous_secret_until',
  'created_at',
  'disabled_at',
  'disabled_reason',
  'failing_since',
] as const

export async function insertEndpoint(
  queries: Queries,
  endpoint: { program_id: number; url: string; event_types: string[]; secret: string; created_at: Date },
): Promise<EndpointRow> {
  return queries.insertInto('webhook_endpoints').values(endpoint).returning(SHOWN).executeTakeFirstOrThrow()
}

export async function countEndpoints(queries: Queries, programId: number): Promise<number> {
  const row = await queries
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('endpoints'))
    .where('program_id', '=', programId)
    .executeTakeFirstOrThrow()
  return row.endpoints
}

/** There are few of them, so there is one page. */
export async function listEndpoints(
  queries: Queries,
  programId: number,
  { rows, after }: PageRequest,
): Promise<EndpointRow[]> {
  let query = queries.selectFrom('webhook_endpoints').select(SHOWN).where('program_id', '=', programId)
  if (after !== undefined) query = query.where(isAfter('created_at', 'id', after))
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rows + 1)
    .execute()
}

export async function findEndpoint(
  queries: Queries,
  programId: number,
  endpointId: number,
): Promise<EndpointRow | undefined> {
  return queries
    .selectFrom('webhook_endpoints')
    .select(SHOWN)
    .where('program_id', '=', programId)
    .where('id', '=', endpointId)
    .executeTakeFirst()
}

/** Writers of one endpoint queue here; deliveries to it go on. */
export async function lockEndpoint(
  queries: Queries,
  programId: number,
  endpointId: number,
): Promise<Selectable<Schema['webhook_endpoints']> | undefined> {
  return queries
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', endpointId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type EndpointChanges = Partial<
  Pick<
    Selectable<Schema['webhook_endpoints']>,
    | 'url'
    | 'event_types'
    | 'secret'
    | 'previous_secret'
    | 'previous_secret_until'
    | 'disabled_at'
    | 'disabled_reason'
    | 'failing_since'
  >
>

export async function updateEndpoint(
  queries: Queries,
  programId: number,
  endpointId: number,
  changes: EndpointChanges,
): Promise<EndpointRow> {
  return queries
    .updateTable('webhook_endpoints')
    .set(changes)
    .where('program_id', '=', programId)
    .where('id', '=', endpointId)
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
}

/** Deletes an endpoint with its deliveries. @returns whether there was one */
export async function deleteEndpoint(
  queries: Queries,
  programId: number,
  endpointId: number,
): Promise<boolean> {
  const row = await queries
    .deleteFrom('webhook_endpoints')
    .where('program_id', '=', programId)
    .where('id', '=', endpointId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that nothing but failures has come from an endpoint since `at`, unless that is noted already. */
export async function noteFailing(
  queries: Queries,
  programId: number,
  endpointId: number,
  at: Date,
): Promise<void> {
  await queries
    .updateTable('webhook_endpoints')
    .set({ failing_since: at })
    .where('program_id', '=', programId)
    .where('id', '=', endpointId)
    .where('failing_since', 'is', null)
    .execute()
}

export async function noteSuccess(queries: Queries, programId: number, endpointId: number): Promise<void> {
  await queries
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where('program_id', '=', programId)
    .where('id', '=', endpointId)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Disables an endpoint; with `failedSince` only one that nothing but failures has come from since then. */
export async function disableEndpoint(
  queries: Queries,
  programId: number,
  endpointId: number,
  { at, reason, failedSince }: { at: Date; reason: string; failedSince?: Date },
): Promise<void> {
  let query = queries
    .updateTable('webhook_endpoints')
    .set({ disabled_at: at, disabled_reason: reason })
    .where('program_id', '=', programId)
    .where('id', '=', endpointId)
    .where('disabled_at', 'is', null)
  if (failedSince !== undefined) query = query.where('failing_since', '<=', failedSince)
  await query.execute()
}

export type DeliveryRow = Selectable<Schema['webhook_deliveries']> & { type: string; message_id: string }

export async function listDeliveries(
  queries: Queries,
  programId: number,
  endpointId: number,
  state: DeliveryState | undefined,
  { rows, after }: PageRequest,
): Promise<DeliveryRow[]> {
  let query = deliveriesOf(queries, programId, endpointId)
  if (state !== undefined) query = query.where('d.state', '=', state)
  if (after !== undefined) query = query.where(isAfter('d.created_at', 'd.id', after))
  return query
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(rows + 1)
    .execute()
}

export async function findDelivery(
  queries: Queries,
  programId: number,
  endpointId: number,
  deliveryId: number,
): Promise<DeliveryRow | undefined> {
  return deliveriesOf(queries, programId, endpointId).where('d.id', '=', deliveryId).executeTakeFirst()
}

function deliveriesOf(queries: Queries, programId: number, endpointId: number) {
  return queries
    .selectFrom('webhook_deliveries as d')
    .innerJoin('outbox_events as o', (join) =>
      join.onRef('o.program_id', '=', 'd.program_id').onRef('o.id', '=', 'd.event_id'),
    )
    .selectAll('d')
    .select(['o.type', 'o.message_id'])
    .where('d.program_id', '=', programId)
    .where('d.endpoint_id', '=', endpointId)
}

/** Makes a delivery due now with all its attempts before it, unless it is being sent at this moment. */
export async function restartDelivery(
  queries: Queries,
  programId: number,
  endpointId: number,
  deliveryId: number,
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries as d set state = 'pending', attempts = 0, next_attempt_at = ${now}::timestamptz,
      claimed_until = null, first_attempt_at = null, delivered_at = null
    where d.program_id = ${programId}::bigint and d.endpoint_id = ${endpointId}::bigint and d.id = ${deliveryId}::bigint
      and (d.claimed_until is null or d.claimed_until <= ${now}::timestamptz)`.execute(queries)
}
