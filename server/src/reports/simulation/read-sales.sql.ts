import { sql } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { PolicyDuration } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { PreviewedSale } from './previewed-sale.ts'

export interface SalesPage {
  /** Inclusive lower bound. */
  from: Date
  /** The previous page's last sale. Sales are listed by time and ID, both descending. */
  before: { received_at: Date; id: number }
  rows: number
}

interface SaleRow {
  id: number
  received_at: Date
  came_at: Date
  is_claimed: boolean
  first_before: Date | null
  is_first_paid: boolean
  customer_id: number
  partner_id: number
  group_id: number | null
  product_id: string | null
  currency: Currency
  amount_cents: number
  tax_amount_cents: number | null
  refunded_cents: number
  first_sale_at: Date
  commission_cents: number | null
  reversed_cents: number
  rejected_at: Date | null
  policy_group_id: number | null
  policy_product_id: string | null
  duration: PolicyDuration | null
}

/** Reads a program's next live sales with their commissions, newest first. */
export async function readSales(
  run: Run,
  programId: number,
  { from, before, rows }: SalesPage,
): Promise<PreviewedSale[]> {
  const { received_at, id } = before
  const saleRows = await run<SaleRow>(READ_SALES({ program_id: programId, from, received_at, id, rows }))
  return saleRows.map((row) => ({
    id: row.id,
    received_at: row.received_at,
    came_at: row.came_at,
    claimed: row.is_claimed
      ? { first_before: row.first_before, is_first_paid: row.is_first_paid }
      : undefined,
    customer_id: row.customer_id,
    partner_id: row.partner_id,
    group_id: row.group_id,
    product_id: row.product_id ?? undefined,
    currency: row.currency,
    amount_cents: row.amount_cents,
    tax_amount_cents: row.tax_amount_cents,
    refunded_cents: row.refunded_cents,
    customer_first_sale_at: row.first_sale_at,
    decided_by:
      row.duration === null
        ? undefined
        : {
            scope: { group_id: row.policy_group_id, product_id: row.policy_product_id },
            duration: row.duration,
          },
    commission:
      row.commission_cents === null
        ? undefined
        : {
            amount_cents: row.commission_cents,
            reversed_cents: row.reversed_cents,
            rejected_at: row.rejected_at,
          },
  }))
}

const READ_SALES = statement(
  'preview-sales',
  { program_id: 'bigint', from: 'timestamptz', received_at: 'timestamptz', id: 'bigint', rows: 'integer' },
  `
    select s.id, s.received_at, s.came_at, s.is_claimed, o.first_before, coalesce(o.is_first_paid, false) as is_first_paid,
      s.customer_id, s.partner_id, g.group_id, s.product_id, s.currency, s.amount_cents, s.tax_amount_cents, s.refunded_cents,
      u.first_sale_at, c.amount_cents as commission_cents, c.reversed_cents, c.rejected_at,
      q.group_id as policy_group_id, q.product_id as policy_product_id, q.duration
    from (
      select n.id, n.received_at, n.customer_id, n.partner_id, n.product_id, n.currency, n.amount_cents, n.tax_amount_cents,
        n.refunded_cents, n.policy_id,
        m.id is not null as is_claimed,
        case when m.id is null then n.received_at else coalesce(y.created_at, n.reported_at) end as came_at
      from sale_events n
      left join claims m on m.program_id = :program_id and m.sale_id = n.id and n.attributed_by = 'manual'
      left join processor_payments y on y.program_id = :program_id and y.sale_id = m.sale_id and y.created_sale
      where n.program_id = :program_id and not n.is_test and n.received_at >= :from
        and (n.received_at, n.id) < (:received_at, :id)
      order by n.received_at desc, n.id desc
      limit :rows
    ) s
    join customers u on u.program_id = :program_id and u.id = s.customer_id
    left join commissions c on c.program_id = :program_id and c.sale_id = s.id
    left join commission_policies q on q.program_id = :program_id and q.id = s.policy_id
    left join lateral (
      select n.group_id from partner_group_changes n
      where n.program_id = :program_id and n.partner_id = s.partner_id and n.at <= s.came_at
      order by n.seq desc
      limit 1
    ) g on true
    left join lateral (
      select min(b.at) filter (where b.at < s.came_at) as first_before, bool_or(b.is_first_paid) as is_first_paid
      from (
        select least(n.received_at, case when m.id is not null then n.reported_at end) as at,
          coalesce(w.duration = 'first_sale', false) as is_first_paid
        from sale_events n
        left join claims m on m.program_id = :program_id and m.sale_id = n.id and n.attributed_by = 'manual'
        left join commissions e on e.program_id = :program_id and e.sale_id = n.id
        left join commission_policies w on w.program_id = :program_id and w.id = e.policy_id
        where n.program_id = :program_id and n.customer_id = s.customer_id and not n.is_test and n.id < s.id
      ) b
      where s.is_claimed
    ) o on true
    order by s.received_at desc, s.id desc`,
)

/** Returns when the first order among claims approved since a given time was received; undefined if there are none. */
export async function findFirstClaimed(
  queries: Queries,
  programId: number,
  from: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ came_at: Date | null }>`
    select min(least(n.reported_at, y.created_at)) as came_at from claims m
    join sale_events n on n.program_id = ${programId} and n.id = m.sale_id
    left join processor_payments y on y.program_id = ${programId} and y.sale_id = m.sale_id and y.created_sale
    where m.program_id = ${programId} and m.state = 'approved' and n.received_at >= ${from}::timestamptz`.execute(
    queries,
  )
  return rows[0]?.came_at ?? undefined
}

/** Lists policy versions in force at any time since `from`, up to a limit. */
export function listPolicyVersions(
  queries: Queries,
  programId: number,
  { from, most }: { from: Date; most: number },
) {
  return queries
    .selectFrom('commission_policies')
    .select([
      'id',
      'group_id',
      'product_id',
      'type',
      'rate_bps',
      'amount_cents',
      'currency',
      'duration',
      'duration_months',
      'hold_days',
      'commission_base',
      'created_at',
      'superseded_at',
    ])
    .where('program_id', '=', programId)
    .where((where) => where.or([where('superseded_at', 'is', null), where('superseded_at', '>=', from)]))
    .limit(most)
    .execute()
}

export async function listPartnerNames(
  queries: Queries,
  programId: number,
  partnerIds: readonly number[],
): Promise<Map<number, string>> {
  if (partnerIds.length === 0) return new Map()
  const rows = await queries
    .selectFrom('program_enrollments as pp')
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .select(['pp.partner_id', 'p.name'])
    .where('pp.program_id', '=', programId)
    .where('pp.partner_id', 'in', partnerIds)
    .execute()
  return new Map(rows.map(({ partner_id, name }) => [partner_id, name]))
}
