import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { CouponStatus, CustomerStatus, PartnerStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

export interface PartnerMatch {
  id: number
  name: string
  email: string
  status: PartnerStatus
}

export interface CustomerMatch {
  id: number
  customer_key: string | null
  status: CustomerStatus
  partner_name: string
}

export interface SaleMatch {
  id: number
  transaction_id: string
  amount_cents: number | null
  currency: Currency
  received_at: Date
  /** Null if the sale has no commission. */
  commission_cents: number | null
}

export interface PaymentMatch {
  reference: string
  amount_cents: number | null
  currency: Currency | null
  created_at: Date
  /** Null if no sale was recorded for the payment. */
  sale_id: number | null
}

export interface ClickMatch {
  received_at: Date
  /** Null for a test click without a link. */
  partner_name: string | null
}

export interface CouponMatch {
  id: number
  code: string
  status: CouponStatus
  partner_name: string
}

type Ids = readonly number[]

export async function readPartnerMatches(
  queries: Queries,
  programId: number,
  ids: Ids,
): Promise<PartnerMatch[]> {
  const result = await sql<PartnerMatch>`
    select p.id, p.name, p.email, pp.status
    from program_enrollments pp
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    where pp.program_id = ${programId} and pp.partner_id = any (${[...ids]}::bigint[])`.execute(queries)
  return result.rows
}

// Ranges, orders and limits match the key's index. Without statistics, an equality condition may read the whole table.

/** Returns the customers with these IDs. Omits erased customers. */
export async function readCustomerMatches(
  queries: Queries,
  programId: number,
  ids: Ids,
): Promise<CustomerMatch[]> {
  const result = await sql<CustomerMatch>`
    select u.id, u.customer_key, u.status, p.name as partner_name
    from unnest(${[...ids]}::bigint[]) as w (id)
    cross join lateral (
      select o.id, o.customer_key, o.status, o.partner_id, o.erased_at from customers o
      where o.program_id = ${programId} and o.id between w.id and w.id order by o.id limit 1
    ) u
    join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = u.partner_id
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    where u.erased_at is null`.execute(queries)
  return result.rows
}

export async function readSaleMatches(queries: Queries, programId: number, ids: Ids): Promise<SaleMatch[]> {
  const result = await sql<SaleMatch>`
    select s.id, s.transaction_id, s.amount_cents, s.currency, s.received_at,
      m.commission_cents
    from unnest(${[...ids]}::bigint[]) as w (id)
    cross join lateral (
      select o.id, o.transaction_id, o.amount_cents, o.currency, o.received_at from sale_events o
      where o.program_id = ${programId} and o.id between w.id and w.id order by o.id limit 1
    ) s
    left join lateral (
      select c.amount_cents - c.reversed_cents as commission_cents from commissions c
      where c.program_id = ${programId} and c.sale_id between s.id and s.id order by c.sale_id limit 1
    ) m on true`.execute(queries)
  return result.rows
}

/** Returns the coupon codes that begin with a key, in its order; active ones come first. */
export async function findCouponMatches(
  queries: Queries,
  programId: number,
  { key, rows }: { key: string; rows: number },
): Promise<CouponMatch[]> {
  const result = await sql<CouponMatch>`
    select k.id, k.code, k.status, p.name as partner_name
    from (
      select o.id, o.code, o.code_key, o.status, o.partner_id from coupon_codes o
      where o.program_id = ${programId} and o.code_key ~>=~ ${key} and o.code_key ~<~ (${key} || chr(1114111))
      order by o.code_key using ~<~ limit ${rows}
    ) k
    join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = k.partner_id
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    order by k.status, k.code_key, k.id`.execute(queries)
  return result.rows
}

/** Returns the sale with this ID, and sales with this provider payment ID. */
export async function findSaleIds(
  queries: Queries,
  programId: number,
  { saleId, text, isTest, rows }: { saleId: number | undefined; text: string; isTest: boolean; rows: number },
): Promise<number[]> {
  const result = await sql<{ id: number }>`
    select s.id from (
      select o.id, o.is_test from sale_events o
      where o.program_id = ${programId} and o.id between ${saleId ?? 0} and ${saleId ?? 0} order by o.id limit 1
    ) s
    where s.is_test = ${isTest}
    union all
    (select o.id from sale_events o
    where o.program_id = ${programId} and o.provider_payment_id between ${text} and ${text}
      and o.provider_payment_id <> o.transaction_id and not o.is_test and not ${isTest}::boolean
    order by o.provider_payment_id limit ${rows})`.execute(queries)
  return result.rows.map(({ id }) => id)
}

/** Returns the processor's payment with this ID, which can be a checkout session, invoice, payment intent or charge. */
export async function findPaymentMatch(
  queries: Queries,
  programId: number,
  reference: string,
): Promise<PaymentMatch | undefined> {
  const result = await sql<PaymentMatch>`
    select r.reference, y.amount_cents, y.currency, y.created_at, y.sale_id
    from payment_references r
    join processor_payments y on y.program_id = ${programId} and y.id = r.payment_id
    where r.program_id = ${programId} and r.reference = ${reference} and not r.is_from_sale`.execute(queries)
  return result.rows[0]
}

/** Returns when a sale request with this transaction ID was last rejected; undefined if it was never rejected. */
export async function findRejectedSale(
  queries: Queries,
  programId: number,
  { transactionId, isTest, rows }: { transactionId: string; isTest: boolean; rows: number },
): Promise<Date | undefined> {
  const result = await sql<{ last_at: Date }>`
    select r.last_at from (
      select o.type, o.is_test, o.last_at from rejected_requests o
      where o.program_id = ${programId} and o.transaction_id = ${transactionId}
      limit ${rows}
    ) r
    where r.type = 'sale' and r.is_test = ${isTest}
    order by r.last_at desc limit 1`.execute(queries)
  return result.rows[0]?.last_at
}

/** Reads a click. The timestamp in its ID determines its partition. */
export async function readClickMatch(
  queries: Queries,
  programId: number,
  { uuid, receivedAt, isTest }: { uuid: string; receivedAt: Date; isTest: boolean },
): Promise<ClickMatch | undefined> {
  const result = await sql<ClickMatch>`
    select e.received_at, p.name as partner_name
    from click_events e
    left join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = e.partner_id
    left join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    where e.program_id = ${programId} and e.received_at = ${receivedAt} and e.click_uuid = ${uuid}
      and e.is_test = ${isTest}`.execute(queries)
  return result.rows[0]
}
