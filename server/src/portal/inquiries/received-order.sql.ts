import { sql } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import type { PaymentState } from '../../core/enums.ts'

export interface RecordedSale {
  id: number
  partner_id: number
  commission_id: number | null
  amount_cents: number
  currency: string
  received_at: Date
}

/** Finds the live sale with one of these IDs, or the sale of a payment with one of them. */
export async function findRecordedSale(
  queries: Queries,
  programId: number,
  { names, paidSaleId = null }: { names: readonly string[]; paidSaleId?: number | null | undefined },
) {
  const { rows } = await sql<RecordedSale>`
    select s.id, s.partner_id, c.id as commission_id, s.amount_cents, s.currency, s.received_at
    from sale_events s
    left join commissions c on c.program_id = ${programId} and c.sale_id = s.id
    where s.program_id = ${programId} and s.is_test = false
      and (s.transaction_id = any (${[...names]}::text[]) or s.id = ${paidSaleId}::bigint)
    order by s.id limit 1`.execute(queries)
  return rows[0]
}

export interface ReportedPayment {
  id: number
  state: PaymentState
  sale_id: number | null
  transaction_id: string | null
  amount_cents: number | null
  currency: string | null
  product_id: string | null
  customer_key: string | null
  click_id: string | null
  created_at: Date
  /** Whether the ID comes from another sale's provider_payment_id and was not reported by the processor. */
  is_named_by_sale: boolean
}

/** Finds the payment of the connected processor with one of these IDs. */
export async function findReportedPayment(queries: Queries, programId: number, names: readonly string[]) {
  const { rows } = await sql<ReportedPayment>`
    select y.id, y.state, y.sale_id, y.transaction_id, y.currency, y.product_id, y.customer_key, y.click_id, y.created_at,
      case when y.unpaid_since is null then y.amount_cents end as amount_cents, r.is_from_sale as is_named_by_sale
    from payment_references r
    join processor_payments y on y.program_id = ${programId} and y.id = r.payment_id
    where r.program_id = ${programId} and r.reference = any (${[...names]}::text[])
    order by r.is_from_sale, y.id limit 1`.execute(queries)
  return rows[0]
}

export interface RejectedSaleRow {
  id: number
  transaction_id: string
  customer_key: string | null
  click_id: string | null
  amount: string | null
  currency: string | null
  /** When a request with this ID was first rejected. */
  first_at: Date
}

/** Finds the newest live sale request with this ID and a valid key that matched no customer or was too late. */
export async function findRejectedSale(queries: Queries, programId: number, names: readonly string[]) {
  const { rows } = await sql<RejectedSaleRow>`
    select r.id, r.transaction_id, r.customer_key, r.click_id, r.amount, r.currency,
      min(r.first_at) over () as first_at
    from rejected_requests r
    where r.program_id = ${programId} and r.transaction_id = any (${[...names]}::text[]) and r.type = 'sale'
      and r.is_authenticated and not r.is_test and r.code in ('no_attribution', 'window_expired')
    order by r.last_at desc, r.id desc limit 1`.execute(queries)
  return rows[0]
}

/** A customer's purchases that decide which one is the first. */
export interface FirstSales {
  /** Time of the first order in approved claims; null if there is none. */
  first_granted_at: Date | null
  /** Whether a policy for first sales has already paid a commission for the customer. */
  is_first_paid: boolean
}

export async function findFirstSales(
  queries: Queries,
  programId: number,
  customerId: number,
): Promise<FirstSales> {
  const { rows } = await sql<FirstSales>`
    select (
        select min(s.reported_at) from sale_events s
        where s.program_id = ${programId} and s.customer_id = ${customerId} and s.is_test = false
          and exists (select 1 from claims m where m.program_id = ${programId} and m.sale_id = s.id)
      ) as first_granted_at,
      exists (
        select 1 from sale_events s
        join commissions c on c.program_id = ${programId} and c.sale_id = s.id
        join commission_policies q on q.program_id = ${programId} and q.id = c.policy_id
        where s.program_id = ${programId} and s.customer_id = ${customerId} and s.is_test = false
          and q.duration = 'first_sale'
      ) as is_first_paid`.execute(queries)
  return rows[0] ?? { first_granted_at: null, is_first_paid: false }
}

/** One of the partner's customers who may be the buyer. */
export type PartnerCustomer = QueryRow<typeof listPartnerCustomers>

/** Lists customers whom the partner referred by clicks in a period, newest first. */
export function listPartnerCustomers(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  { from, to, rows }: { from: Date; to: Date; rows: number },
) {
  return queries
    .selectFrom('customers')
    .select(['id', 'customer_key', 'clicked_at', 'signup_at', 'sale_count'])
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where('erased_at', 'is', null)
    .where('clicked_at', '>=', from)
    .where('clicked_at', '<=', to)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rows)
    .execute()
}

export type PartnerClick = QueryRow<typeof listPartnerClicks>

/** Lists a partner's live clicks in a period, newest first. */
export function listPartnerClicks(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  { from, to, rows }: { from: Date; to: Date; rows: number },
) {
  return queries
    .selectFrom('click_events as e')
    .leftJoin('links as l', (join) => join.on('l.program_id', '=', programId).onRef('l.id', '=', 'e.link_id'))
    .select(['e.click_uuid', 'e.received_at', 'l.code as link_code'])
    .where('e.program_id', '=', programId)
    .where('e.partner_id', '=', partnerId)
    .where('e.is_test', '=', false)
    .where('e.received_at', '>=', from)
    .where('e.received_at', '<=', to)
    .orderBy('e.received_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(rows)
    .execute()
}
