import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { ReachedPrograms } from '../../core/database/each-program.ts'
import { readReachable } from '../../core/database/reachable-programs.ts'
import { isFree, isHeld } from '../../core/jobs/leases.sql.ts'
import { webhookLimits } from './limits.ts'
import type { WebhookOutcome } from './webhook-outcome.ts'

/**
 * Lists programs with undispatched messages or claimable deliveries, starting with those that have waited longest.
 * Skips webhooks that are disabled or at their limit, which would otherwise occupy every place. Only programs with
 * webhooks are queried, each on its own Citus node.
 */
export async function listProgramsToNotify(
  queries: Queries,
  now: Date,
  { rows, perWebhook }: { rows: number; perWebhook: number },
): Promise<ReachedPrograms<number>> {
  const webhookPrograms = await queries.selectFrom('webhook_programs').select('program_id').execute()
  if (webhookPrograms.length === 0) return { rows: [], missing: new Map() }
  const all = webhookPrograms.map(({ program_id }) => program_id)
  return readReachable(queries, all, async (ids) => {
    const programs = await programsToNotify(ids, now, { rows, perWebhook }).execute(queries)
    return programs.rows.map(({ program_id }) => program_id)
  })
}

/** SQL that filters every table by these programs, so that Citus doesn't query all shards. */
export const programsToNotify = (
  programIds: readonly number[],
  now: Date,
  { rows, perWebhook }: { rows: number; perWebhook: number },
) => {
  const ids = sql`${[...programIds]}::bigint[]`
  return sql<{ program_id: number }>`
    select w.program_id from (
      select o.program_id, min(o.created_at) as since from outbox_events o
      where o.program_id = any (${ids}) and o.dispatched_at is null group by o.program_id
      union all
      select b.program_id, b.since from (
        select d.program_id, d.endpoint_id,
          min(d.next_attempt_at) filter (where ${isClaimable(now)}) as since,
          count(*) filter (where ${isClaimed('d', now)}) as sending
        from webhook_deliveries d
        join webhook_endpoints e on e.program_id = d.program_id and e.id = d.endpoint_id
        where d.program_id = any (${ids}) and e.program_id = any (${ids}) and d.state = 'pending'
          and d.next_attempt_at <= ${now}::timestamptz and e.disabled_at is null and e.kind = 'address'
        group by d.program_id, d.endpoint_id
      ) b
      where b.since is not null and b.sending < ${perWebhook}::bigint
    ) w
    group by w.program_id order by min(w.since), w.program_id limit ${rows}`
}

/** SQL condition: whether a delivery is claimed. */
function isClaimed(alias: string, now: Date) {
  return isHeld(`${alias}.claimed_until`, { now, leaseMs: webhookLimits.webhookLeaseMs })
}

/** SQL condition: whether a delivery `d` can be claimed. */
export function isClaimable(now: Date) {
  return isFree('d.claimed_until', { now, leaseMs: webhookLimits.webhookLeaseMs })
}

/**
 * Creates one delivery per subscribed webhook from up to `rows` of a program's outbox messages, oldest first.
 * Concurrent callers get different messages.
 * @returns the number of messages
 */
export function dispatchMessages(
  queries: Queries,
  programId: number,
  now: Date,
  rows: number,
): Promise<number> {
  const dispatch = (transaction: Queries) => dispatchIn(transaction, programId, now, rows)
  return queries.isTransaction ? dispatch(queries) : queries.transaction().execute(dispatch)
}

/** Uses separate statements, because one that writes to two tables queries every Citus node. */
async function dispatchIn(transaction: Queries, programId: number, now: Date, rows: number): Promise<number> {
  const messages = await sql<{ id: number; type: string }>`
    select o.id, o.type from outbox_events o
    where o.program_id = ${programId} and o.dispatched_at is null
    order by o.created_at, o.id limit ${rows} for update skip locked`.execute(transaction)
  if (messages.rows.length === 0) return 0
  const endpoints = await sql<{ id: number; event_types: string[] }>`
    select e.id, e.event_types from webhook_endpoints e
    where e.program_id = ${programId} and e.disabled_at is null
    for key share`.execute(transaction)
  const deliveries = messages.rows.flatMap((message) =>
    endpoints.rows
      .filter(({ event_types }) => event_types.includes(message.type))
      .map(({ id: endpoint_id }) => ({
        program_id: programId,
        endpoint_id,
        event_id: message.id,
        next_attempt_at: now,
        created_at: now,
      })),
  )
  if (deliveries.length > 0) {
    await transaction
      .insertInto('webhook_deliveries')
      .values(deliveries)
      .onConflict((conflict) => conflict.columns(['program_id', 'event_id', 'endpoint_id']).doNothing())
      .execute()
  }
  await transaction
    .updateTable('outbox_events')
    .set({ dispatched_at: now })
    .where('program_id', '=', programId)
    .where(
      'id',
      'in',
      messages.rows.map(({ id }) => id),
    )
    .execute()
  return messages.rows.length
}

/** A delivery that this process may send until `claimed_until`, with everything needed to send it. */
export interface ClaimedDelivery {
  program_id: number
  id: number
  endpoint_id: number
  attempts: number
  claimed_until: Date
  first_attempt_at: Date
  last_attempt_at: Date
  url: string
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  message_id: string
  type: string
  data: Record<string, unknown>
  created_at: Date
  /** Whether the program is a sandbox. */
  sandbox: boolean
}

const CLAIMED = sql.raw(`d.program_id, d.id, d.endpoint_id, d.attempts, d.claimed_until, d.first_attempt_at,
  d.last_attempt_at, e.url, e.secret, e.previous_secret, e.previous_secret_until, o.message_id, o.type, o.data, o.created_at,
  p.sandbox`)

/**
 * Claims up to `rows` of a program's due deliveries, starting with those that have waited longest, and at most
 * `perWebhook` concurrent ones for each webhook. Concurrent callers get different ones.
 */
export async function claimDeliveries(
  queries: Queries,
  programId: number,
  { now, until, rows, perWebhook }: { now: Date; until: Date; rows: number; perWebhook: number },
) {
  const claimedDeliveries = await sql<ClaimedDelivery>`
    with due as (
      select w.id
      from webhook_endpoints e
      cross join lateral (
        select count(*) as sending from webhook_deliveries c
        where c.program_id = ${programId} and c.endpoint_id = e.id and c.state = 'pending'
          and ${isClaimed('c', now)}
      ) b
      cross join lateral (
        select d.id, d.next_attempt_at from webhook_deliveries d
        where d.program_id = ${programId} and d.endpoint_id = e.id and d.state = 'pending'
          and d.next_attempt_at <= ${now}::timestamptz
          and ${isClaimable(now)}
        order by d.next_attempt_at, d.id
        limit greatest(0, ${perWebhook}::bigint - b.sending) for update skip locked
      ) w
      where e.program_id = ${programId} and e.disabled_at is null and e.kind = 'address'
      order by w.next_attempt_at, w.id limit ${rows}
    )
    update webhook_deliveries as d set attempts = d.attempts + 1, claimed_until = ${until}::timestamptz,
      last_attempt_at = ${now}::timestamptz, first_attempt_at = coalesce(d.first_attempt_at, ${now}::timestamptz)
    from due, webhook_endpoints e, outbox_events o, programs p
    where p.id = ${programId} and d.program_id = ${programId} and d.id = due.id and d.state = 'pending'
      and ${isClaimable(now)}
      and e.program_id = ${programId} and e.id = d.endpoint_id
      and o.program_id = ${programId} and o.id = d.event_id
    returning ${CLAIMED}`.execute(queries)
  return claimedDeliveries.rows
}

/**
 * Creates a test message and claims its delivery. The caller must hold the webhook's lock.
 * @returns undefined if another test of the webhook is in progress
 */
export async function claimTestDelivery(
  queries: Queries,
  programId: number,
  webhookId: number,
  { type, data, now, until }: { type: string; data: Record<string, unknown>; now: Date; until: Date },
): Promise<number | undefined> {
  const claimedTests = await sql`
    select 1 from webhook_deliveries d
    join outbox_events o on o.program_id = ${programId} and o.id = d.event_id
    where d.program_id = ${programId}::bigint and d.endpoint_id = ${webhookId}::bigint and d.state = 'pending'
      and ${isClaimed('d', now)} and o.type = ${type}
    limit 1`.execute(queries)
  if (claimedTests.rows.length > 0) return undefined
  const event = await queries
    .insertInto('outbox_events')
    .values({
      program_id: programId,
      type,
      data: JSON.stringify(data),
      created_at: now,
      dispatched_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = await queries
    .insertInto('webhook_deliveries')
    .values({
      program_id: programId,
      endpoint_id: webhookId,
      event_id: event.id,
      attempts: 1,
      next_attempt_at: now,
      claimed_until: until,
      first_attempt_at: now,
      last_attempt_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return delivery.id
}

export async function findClaimed(queries: Queries, programId: number, deliveryId: number) {
  const result = await sql<ClaimedDelivery>`
    select ${CLAIMED} from webhook_deliveries d
    join webhook_endpoints e on e.program_id = ${programId} and e.id = d.endpoint_id
    join outbox_events o on o.program_id = ${programId} and o.id = d.event_id
    join programs p on p.id = ${programId}
    where d.program_id = ${programId}::bigint and d.id = ${deliveryId}::bigint
      and d.claimed_until is not null`.execute(queries)
  return result.rows[0]
}

/** Saves the result of an attempt if this process still has the claim. */
export async function settleDelivery(
  queries: Queries,
  { program_id, id, claimed_until, attempts }: ClaimedDelivery,
  settlement: WebhookOutcome & { response: string | undefined },
): Promise<void> {
  await queries
    .updateTable('webhook_deliveries')
    .set({
      state: settlement.state,
      claimed_until: null,
      next_attempt_at: settlement.state === 'pending' ? settlement.next_attempt_at : null,
      delivered_at: settlement.state === 'delivered' ? settlement.at : null,
      last_status: settlement.status ?? null,
      last_response: settlement.response ?? null,
      last_error: settlement.state === 'delivered' ? null : settlement.error,
    })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .where('attempts', '=', attempts)
    .execute()
}

/** Releases a claim as if it had never existed. */
export async function releaseDelivery(
  queries: Queries,
  { program_id, id, claimed_until, attempts }: ClaimedDelivery,
): Promise<void> {
  await queries
    .updateTable('webhook_deliveries')
    .set({ claimed_until: null, attempts: attempts - 1 })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .where('attempts', '=', attempts)
    .execute()
}

/** Lists up to `rows` programs with deliveries or messages older than `before`. */
export async function listProgramsToPurge(queries: Queries, before: Date, rows: number): Promise<number[]> {
  const programs = await sql<{ program_id: number }>`
    select d.program_id from webhook_deliveries d where d.created_at < ${before}::timestamptz group by d.program_id
    union
    select o.program_id from outbox_events o
    where o.dispatched_at < ${before}::timestamptz and not exists (
      select 1 from webhook_deliveries d
      where d.program_id = o.program_id and d.event_id = o.id and d.created_at >= ${before}::timestamptz)
    group by o.program_id
    order by program_id limit ${rows}`.execute(queries)
  return programs.rows.map(({ program_id }) => program_id)
}

/**
 * Deletes up to `rows` deliveries created before `before`.
 * @returns the number of deleted deliveries
 */
export async function purgeDeliveries(
  queries: Queries,
  programId: number,
  before: Date,
  rows: number,
): Promise<number> {
  const deletion = await sql`
    with old as (
      select d.id from webhook_deliveries d
      where d.program_id = ${programId} and d.created_at < ${before}::timestamptz
      order by d.created_at limit ${rows} for update skip locked
    )
    delete from webhook_deliveries as d using old
    where d.program_id = ${programId} and d.id = old.id
    returning d.id`.execute(queries)
  return deletion.rows.length
}

/**
 * Deletes up to `rows` messages dispatched before `before` that have no deliveries left.
 * @returns the number of deleted messages
 */
export async function purgeMessages(
  queries: Queries,
  programId: number,
  before: Date,
  rows: number,
): Promise<number> {
  const purged = await sql`
    with old as (
      select o.id from outbox_events o
      where o.program_id = ${programId} and o.dispatched_at < ${before}::timestamptz and not exists (
        select 1 from webhook_deliveries d where d.program_id = ${programId} and d.event_id = o.id)
      order by o.dispatched_at limit ${rows} for update skip locked
    )
    delete from outbox_events as o using old
    where o.program_id = ${programId} and o.id = old.id
    returning o.id`.execute(queries)
  return purged.rows.length
}
