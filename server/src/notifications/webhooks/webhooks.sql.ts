import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { DeliveryState } from '../../core/enums.ts'
import { isClaimable } from './webhook-deliveries.sql.ts'

/** A webhook with a URL. Listeners share its table (`webhook-listeners.sql.ts`). */
type AddressRow = Omit<
  Selectable<Schema['webhook_endpoints']>,
  'kind' | 'url' | 'listened_by' | 'listening_until'
> & { url: string }

/** A webhook as shown in lists, without its secrets. */
export type WebhookRow = Omit<AddressRow, 'secret' | 'previous_secret'>

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

/** Inserts a webhook and adds its program to those that are checked for events. */
export async function insertWebhook(
  transaction: Transaction<Schema>,
  webhook: { program_id: number; url: string; event_types: string[]; secret: string; created_at: Date },
) {
  await addProgramToDispatch(transaction, webhook.program_id)
  return transaction
    .insertInto('webhook_endpoints')
    .values(webhook)
    .returning(SHOWN)
    .$narrowType<{ url: string }>()
    .executeTakeFirstOrThrow()
}

/** Adds a program to those that are checked for events. */
export async function addProgramToDispatch(queries: Queries, program_id: number): Promise<void> {
  await queries
    .insertInto('webhook_programs')
    .values({ program_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds programs with webhooks created by an older version, which did not maintain the list. */
export async function addMissingPrograms(queries: Queries): Promise<void> {
  await sql`
    insert into webhook_programs as l (program_id) select distinct w.program_id from webhook_endpoints w
    on conflict (program_id) do nothing`.execute(queries)
}

export async function countWebhooks(queries: Queries, programId: number): Promise<number> {
  const row = await queries
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('webhooks'))
    .where('program_id', '=', programId)
    .where('kind', '=', 'address')
    .executeTakeFirstOrThrow()
  return row.webhooks
}

/** Lists webhooks. Not paginated, because a program has only a few. */
export function listWebhooks(queries: Queries, programId: number, page: PageRequest) {
  const query = queries
    .selectFrom('webhook_endpoints')
    .select(SHOWN)
    .where('program_id', '=', programId)
    .where('kind', '=', 'address')
    .$narrowType<{ url: string }>()
  return selectPage(query, 'created_at', 'id', page)
}

export function findWebhook(queries: Queries, programId: number, webhookId: number) {
  return queries
    .selectFrom('webhook_endpoints')
    .select(SHOWN)
    .where('program_id', '=', programId)
    .where('id', '=', webhookId)
    .where('kind', '=', 'address')
    .$narrowType<{ url: string }>()
    .executeTakeFirst()
}

/** Locks a webhook for changes. Deliveries continue. */
export function lockWebhook(queries: Queries, programId: number, webhookId: number) {
  return queries
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', webhookId)
    .where('kind', '=', 'address')
    .$narrowType<{ url: string }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type WebhookRowChanges = Partial<
  Pick<
    AddressRow,
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

export function updateWebhookRow(
  transaction: Transaction<Schema>,
  programId: number,
  webhookId: number,
  changes: WebhookRowChanges,
) {
  return transaction
    .updateTable('webhook_endpoints')
    .set(changes)
    .where('program_id', '=', programId)
    .where('id', '=', webhookId)
    .returning(SHOWN)
    .$narrowType<{ url: string }>()
    .executeTakeFirstOrThrow()
}

/**
 * Deletes a webhook and its deliveries.
 * @returns whether the webhook existed
 */
export async function deleteWebhook(
  transaction: Transaction<Schema>,
  programId: number,
  webhookId: number,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('webhook_endpoints')
    .where('program_id', '=', programId)
    .where('id', '=', webhookId)
    .where('kind', '=', 'address')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records the start of a series of failures, unless it was already recorded. */
export async function recordWebhookFailure(
  queries: Queries,
  programId: number,
  webhookId: number,
  at: Date,
): Promise<void> {
  await queries
    .updateTable('webhook_endpoints')
    .set({ failing_since: at })
    .where('program_id', '=', programId)
    .where('id', '=', webhookId)
    .where('failing_since', 'is', null)
    .execute()
}

export async function recordWebhookSuccess(
  queries: Queries,
  programId: number,
  webhookId: number,
): Promise<void> {
  await queries
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where('program_id', '=', programId)
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute()
}

/**
 * Disables a webhook. With `failedSince`, only if it has failed continuously since then.
 * @returns its URL if it was enabled
 */
export function disableWebhook(
  queries: Queries,
  programId: number,
  webhookId: number,
  { at, reason, failedSince: failingSince }: { at: Date; reason: string; failedSince?: Date },
) {
  let query = queries
    .updateTable('webhook_endpoints')
    .set({ disabled_at: at, disabled_reason: reason })
    .where('program_id', '=', programId)
    .where('id', '=', webhookId)
    .where('disabled_at', 'is', null)
  if (failingSince !== undefined) query = query.where('failing_since', '<=', failingSince)
  return query.returning('url').$narrowType<{ url: string }>().executeTakeFirst()
}

export type DeliveryRow = Selectable<Schema['webhook_deliveries']> & {
  type: string
  message_id: string
  data: Selectable<Schema['outbox_events']>['data']
  /** When the event occurred, as in its body. */
  notified_at: Date
}

export function listDeliveries(
  queries: Queries,
  programId: number,
  webhookId: number,
  { state, ...page }: PageRequest & { state: DeliveryState | undefined },
) {
  let query = selectDeliveries(queries, programId, webhookId)
  if (state !== undefined) query = query.where('d.state', '=', state)
  return selectPage(query, 'd.created_at', 'd.id', page)
}

export async function findDelivery(
  queries: Queries,
  programId: number,
  webhookId: number,
  deliveryId: number,
): Promise<DeliveryRow | undefined> {
  return selectDeliveries(queries, programId, webhookId).where('d.id', '=', deliveryId).executeTakeFirst()
}

function selectDeliveries(queries: Queries, programId: number, webhookId: number) {
  return queries
    .selectFrom('webhook_deliveries as d')
    .innerJoin('outbox_events as o', (join) =>
      join.on('o.program_id', '=', programId).onRef('o.id', '=', 'd.event_id'),
    )
    .selectAll('d')
    .select(['o.type', 'o.message_id', 'o.data', 'o.created_at as notified_at'])
    .where('d.program_id', '=', programId)
    .where('d.endpoint_id', '=', webhookId)
}

/** Makes a delivery due now, unless it is being sent. Its attempts are kept. */
export async function requeueDelivery(
  queries: Queries,
  programId: number,
  webhookId: number,
  { deliveryId, now }: { deliveryId: number; now: Date },
): Promise<void> {
  await sql`
    update webhook_deliveries as d set state = 'pending', attempts = 0, next_attempt_at = ${now}::timestamptz,
      claimed_until = null, first_attempt_at = null, delivered_at = null
    where d.program_id = ${programId}::bigint and d.endpoint_id = ${webhookId}::bigint and d.id = ${deliveryId}::bigint
      and ${isClaimable(now)}`.execute(queries)
}
