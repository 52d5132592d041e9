import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { AttributionSource, LeadState } from '../../core/enums.ts'

/** Identifies a customer: exactly one of the two fields is set. */
export interface CustomerName {
  id?: number | undefined
  customer_key?: string | undefined
}

export interface AttributableRow {
  id: number
  customer_key: string | null
  email_hash: Buffer | null
  processor_customer_id: string | null
  click_uuid: string
  partner_id: number
  partner_name: string
  sale_count: number
  lead_state: LeadState
  continued_by: number | null
}

/**
 * Returns the customer with this identifier. With `lock`, no other writer can change the row until the transaction
 * ends.
 */
export async function findAttributableCustomer(
  queries: Queries,
  programId: number,
  { name, lock }: { name: CustomerName; lock: boolean },
): Promise<AttributableRow | undefined> {
  const { rows } = await sql<AttributableRow>`
    select c.id, c.customer_key, c.email_hash, c.processor_customer_id, c.click_uuid, c.partner_id, p.name as partner_name,
      c.sale_count, c.continued_by, coalesce(l.state, 'provisional') as lead_state
    from customers c
    join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = c.partner_id
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    left join lead_events l on l.program_id = ${programId} and l.customer_id = c.id
    where c.program_id = ${programId} and c.erased_at is null
      and (c.id = ${name.id ?? null}::bigint or c.customer_key = ${name.customer_key ?? null}::text)
    limit 1 ${lock ? sql`for update of c` : sql``}`.execute(queries)
  const [row] = rows
  if (row === undefined) return undefined
  return { ...row, email_hash: row.email_hash === null ? null : Buffer.from(row.email_hash) }
}

/** Removes the key from a customer's row, so the row that continues the customer can use it. */
export async function releaseKey(
  transaction: Transaction<Schema>,
  programId: number,
  customerId: number,
): Promise<void> {
  await transaction
    .updateTable('customers')
    .set({ customer_key: null })
    .where('program_id', '=', programId)
    .where('id', '=', customerId)
    .execute()
}

/** A customer whom a coupon code or the team attributes to a partner. */
export interface NewAttributedCustomer {
  customer_key: string | null
  email_hash: Buffer | null
  processor_customer_id: string | null
  click_uuid: string
  partner_id: number
  attribution_source: AttributionSource
  at: Date
}

/**
 * Creates the customer, who then belongs to the partner. Returns undefined if a concurrent request has used the
 * customer_key.
 */
export async function insertAttributedCustomer(
  transaction: Transaction<Schema>,
  programId: number,
  { at, ...customer }: NewAttributedCustomer,
): Promise<number | undefined> {
  const row = await transaction
    .insertInto('customers')
    .values({ ...customer, program_id: programId, status: 'provisional', clicked_at: at, created_at: at })
    .onConflict((conflict) => conflict.columns(['program_id', 'customer_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Records the row that continues a customer. The old row's sales stay with the previous partner. */
export async function continueCustomer(
  transaction: Transaction<Schema>,
  programId: number,
  { from, by }: { from: number; by: number },
): Promise<void> {
  await transaction
    .updateTable('customers')
    .set({ continued_by: by })
    .where('program_id', '=', programId)
    .where('id', '=', from)
    .execute()
}

/** Records the reason a customer belongs to a partner without a click. */
export async function insertAttribution(
  transaction: Transaction<Schema>,
  attribution: {
    program_id: number
    customer_id: number
    previous_customer_id: number | null
    partner_id: number
    previous_partner_id: number | null
    reason: string | null
    /** A team member or management key; null if a coupon code attributed the customer. */
    actor_id: string | null
    coupon_id: number | null
    attributed_at: Date
  },
): Promise<void> {
  await transaction.insertInto('customer_attributions').values(attribution).execute()
}

/** Returns the coupon code that attributed a customer. */
export async function findCustomerCoupon(
  queries: Queries,
  programId: number,
  customerId: number,
): Promise<{ id: number; code: string; partner_id: number } | undefined> {
  return queries
    .selectFrom('customer_attributions as a')
    .innerJoin('coupon_codes as k', (join) =>
      join.on('k.program_id', '=', programId).onRef('k.id', '=', 'a.coupon_id'),
    )
    .select(['k.id', 'k.code', 'k.partner_id'])
    .where('a.program_id', '=', programId)
    .where('a.customer_id', '=', customerId)
    .executeTakeFirst()
}

/** Returns whether a live customer has the key. */
export async function isCustomerKey(
  queries: Queries,
  programId: number,
  customerKey: string,
): Promise<boolean> {
  const row = await queries
    .selectFrom('customers')
    .select('id')
    .where('program_id', '=', programId)
    .where('customer_key', '=', customerKey)
    .executeTakeFirst()
  return row !== undefined
}
