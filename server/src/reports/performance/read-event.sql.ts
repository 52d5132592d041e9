import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { joinDimensions } from '../../tracking/clicks/click-dimensions.sql.ts'
import { type EventRow, type EventType, listEvents } from './list-events.sql.ts'

/** Identifies an event. The timestamp in a click's ID limits the query to one partition. */
export type EventKey = { type: 'click'; uuid: string; at: Date } | { type: 'lead' | 'sale'; id: number }

interface EventIdentity {
  type: EventType
  id: number
  received_at: Date
  is_test: boolean
}

/** Reads one event as in the list; undefined if the program has none with this ID. */
export async function findEvent(
  queries: Queries,
  programId: number,
  key: EventKey,
): Promise<{ row: EventRow; isTest: boolean } | undefined> {
  const place = await findEventIdentity(queries, programId, key)
  if (place === undefined) return undefined
  const { type, id, received_at, is_test } = place
  const [row] = await listEvents(queries, {
    programId,
    types: [type],
    isTest: is_test,
    from: received_at,
    to: received_at,
    // The list is descending, so the event after the next ID is this one.
    after: { received_at, type, id: id + 1 },
    limit: 1,
  })
  return row?.id === id ? { row, isTest: is_test } : undefined
}

async function findEventIdentity(
  queries: Queries,
  programId: number,
  key: EventKey,
): Promise<EventIdentity | undefined> {
  if (key.type === 'click') {
    const click = await queries
      .selectFrom('click_events')
      .select(['id', 'received_at', 'is_test'])
      .where('program_id', '=', programId)
      .where('received_at', '=', key.at)
      .where('click_uuid', '=', key.uuid)
      .executeTakeFirst()
    return click === undefined ? undefined : { type: 'click', ...click }
  }
  const event = await queries
    .selectFrom(key.type === 'lead' ? 'lead_events' : 'sale_events')
    .select(['id', 'received_at', 'is_test'])
    .where('program_id', '=', programId)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return event === undefined ? undefined : { type: key.type, ...event }
}

export interface ClickTimeline {
  click_uuid: string
  received_at: Date
  affiliate_url: string | null
  page_url: string | null
  referrer_url: string | null
  code: string | null
  is_kept: boolean
}

/**
 * Returns a click with its link's code. For a deleted click, only the timestamp in its ID is known.
 * @param at the timestamp in its ID
 * @param linkId its customer's link, for a deleted click
 */
export async function findClickTimeline(
  queries: Queries,
  programId: number,
  { uuid, at, linkId = null }: { uuid: string; at: Date; linkId?: number | null | undefined },
) {
  const { rows } = await sql<ClickTimeline>`
    select ${uuid}::uuid as click_uuid, ${at}::timestamptz as received_at, l.code, page.affiliate_url, page.page_url,
      referrer.referrer_url, c.click_uuid is not null as is_kept
    from programs p
    left join click_events c on c.program_id = ${programId} and c.received_at = ${at} and c.click_uuid = ${uuid}
    left join links l on l.program_id = ${programId}
      and l.id = case when c.click_uuid is null then ${linkId}::bigint else c.link_id end
    ${joinDimensions('c', programId)}
    where p.id = ${programId}`.execute(queries)
  return rows[0]
}

export function findPartnerTimeline(queries: Queries, programId: number, partnerId: number) {
  return queries
    .selectFrom('program_enrollments as r')
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'r.workspace_id').onRef('p.id', '=', 'r.partner_id'),
    )
    .select(['p.id', 'p.name', 'p.email', 'r.status'])
    .where('r.program_id', '=', programId)
    .where('r.partner_id', '=', partnerId)
    .executeTakeFirst()
}

export function findCustomer(queries: Queries, programId: number, customerId: number) {
  return queries
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', customerId)
    .executeTakeFirst()
}

export function findPlatformFee(queries: Queries, programId: number, saleId: number) {
  return queries
    .selectFrom('platform_fees')
    .selectAll()
    .where('program_id', '=', programId)
    .where('sale_id', '=', saleId)
    .executeTakeFirst()
}

/** Lists a sale's refunds and disputes, oldest first. */
export function listRefunds(queries: Queries, programId: number, saleId: number, rows: number) {
  return queries
    .selectFrom('refund_events as r')
    .leftJoin('users as u', 'u.id', 'r.actor_user_id')
    .leftJoin('management_keys as k', (join) => join.on(sql`'key:' || k.id`, '=', sql.ref('r.actor_user_id')))
    .selectAll('r')
    .select(sql<string | null>`coalesce(u.name, k.name)`.as('actor_name'))
    .select(
      sql<boolean>`exists (select from events_for_review v where v.program_id = ${programId}
        and v.refund_event_id = r.id and v.resolved_at is null)`.as('is_possible_duplicate'),
    )
    .where('r.program_id', '=', programId)
    .where('r.sale_id', '=', saleId)
    .orderBy('r.id')
    .limit(rows)
    .execute()
}

/** Returns the policies in force for a product at a given time: its own and the default. */
export function listPoliciesAt(queries: Queries, programId: number, productId: string | null, at: Date) {
  return queries
    .selectFrom('commission_policies')
    .selectAll()
    .where('program_id', '=', programId)
    .where((where) => where.or([where('product_id', 'is', null), where('product_id', '=', productId)]))
    .where('created_at', '<=', at)
    .where((where) => where.or([where('superseded_at', 'is', null), where('superseded_at', '>', at)]))
    .execute()
}
