import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { statement } from '../../core/database/statement.ts'
import type { CouponStatus, PartnerStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { CouponData, CouponProgram } from './coupon-attribution.rule.ts'

export type CouponRow = Selectable<Schema['coupon_codes']> & {
  partner_name: string
  partner_email: string
  /** Live sales with the code, including those attributed to another partner. */
  sales: number
  /** Number of customers that the code has attributed. */
  customers: number
  /** Revenue and commission of these sales, by currency. */
  money: CouponMoney[]
}

export interface CouponMoney {
  currency: Currency
  /** Less refunds, in minor units. */
  revenue_cents: bigint
  /** Commissions of the code's partner, less reversals. */
  commission_cents: bigint
}

/** Loads the active codes with these keys, by key, and the program's settings. */
export async function loadCoupons(
  run: Run,
  programId: number,
  keys: readonly string[],
): Promise<{ program: CouponProgram; coupons: Map<string, CouponData> }> {
  const rows = await run<CouponProgram & CouponData & { code_key: string | null }>(
    LOAD_COUPONS({ program_id: programId, keys: JSON.stringify(keys) }),
  )
  const [first] = rows
  if (first === undefined) throw new Error(`program ${programId} no longer exists`)
  const { coupon_precedence, closed_to_new_referrals } = first
  const entries = rows.flatMap(({ code_key, ...row }) =>
    code_key === null ? [] : [[code_key, toCoupon(row)] as const],
  )
  return { program: { coupon_precedence, closed_to_new_referrals }, coupons: new Map(entries) }
}

function toCoupon(row: CouponData): CouponData {
  const { id, partner_id, partner_status, starts_at, ends_at, max_uses, uses } = row
  return { id, partner_id, partner_status, starts_at, ends_at, max_uses, uses }
}

/**
 * Serializes this transaction with others that use or change the code. Afterwards, its uses can be counted without a
 * race.
 */
export async function lockCoupon(run: Run, programId: number, couponId: number): Promise<void> {
  await run(LOCK_COUPON({ program_id: programId, coupon_id: couponId }))
}

export interface NewCoupon {
  program_id: number
  partner_id: number
  code: string
  code_key: string
  starts_at: Date | null
  ends_at: Date | null
  max_uses: number | null
  customer_discount: string | null
  created_at: Date
}

/** Returns the new code's ID; undefined if an active code in the program has the same key. */
export async function insertCoupon(
  transaction: Transaction<Schema>,
  coupon: NewCoupon,
): Promise<number | undefined> {
  const row = await transaction
    .insertInto('coupon_codes')
    .values(coupon)
    .onConflict((conflict) =>
      conflict.columns(['program_id', 'code_key']).where('status', '=', sql.lit('active')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type CouponChanges = Partial<
  Pick<NewCoupon, 'starts_at' | 'ends_at' | 'max_uses' | 'customer_discount'>
> & {
  status?: CouponStatus
}

/** Changes an active code. Returns false if the program has no such active code. */
export async function updateCoupon(
  transaction: Transaction<Schema>,
  programId: number,
  couponId: number,
  changes: CouponChanges,
): Promise<boolean> {
  const row = await transaction
    .updateTable('coupon_codes')
    .set(changes)
    .where('program_id', '=', programId)
    .where('id', '=', couponId)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the number of active codes in the program, or for one of its partners. */
export async function countActiveCoupons(
  queries: Queries,
  programId: number,
  partnerId?: number,
): Promise<number> {
  let query = queries
    .selectFrom('coupon_codes')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('program_id', '=', programId)
    .where('status', '=', 'active')
  if (partnerId !== undefined) query = query.where('partner_id', '=', partnerId)
  return (await query.executeTakeFirstOrThrow()).codes
}

/** Returns whether the program has or had a code with this key. */
export async function wasCouponUsed(queries: Queries, programId: number, key: string): Promise<boolean> {
  const row = await queries
    .selectFrom('coupon_codes')
    .select('id')
    .where('program_id', '=', programId)
    .where('code_key', '=', key)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists active codes of similar length for a spelling comparison, those with this key's prefix first. */
export async function listCodesLike(
  queries: Queries,
  programId: number,
  { key, rows }: { key: string; rows: number },
): Promise<string[]> {
  const result = await queries
    .selectFrom('coupon_codes')
    .select('code')
    .where('program_id', '=', programId)
    .where('status', '=', 'active')
    .where(sql<SqlBool>`length(code_key) between ${key.length - 2}::integer and ${key.length + 2}::integer`)
    .orderBy(sql`left(code_key, 2) <> left(${key}::text, 2)`)
    .orderBy('id', 'desc')
    .limit(rows)
    .execute()
  return result.map(({ code }) => code)
}

/** Returns the partners who have the active codes among these keys, by key. */
export async function findCouponHolders(
  queries: Queries,
  programId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom('coupon_codes')
    .select(['code_key', 'partner_id'])
    .where('program_id', '=', programId)
    .where('status', '=', 'active')
    .where('code_key', '=', sql<string>`any (${[...keys]}::text[])`)
    .execute()
  return new Map(rows.map(({ code_key, partner_id }) => [code_key, partner_id]))
}

/** Returns the program's partners with these emails, by email. */
export async function findPartnersByEmail(
  queries: Queries,
  programId: number,
  { workspaceId, emails }: { workspaceId: string; emails: readonly string[] },
): Promise<Map<string, { id: number; status: PartnerStatus }>> {
  const rows = await queries
    .selectFrom('partners as p')
    .innerJoin('program_enrollments as pp', (join) =>
      join.onRef('pp.workspace_id', '=', 'p.workspace_id').onRef('pp.partner_id', '=', 'p.id'),
    )
    .select(['p.email', 'p.id', 'pp.status'])
    .where('p.workspace_id', '=', workspaceId)
    .where('p.email', '=', sql<string>`any (${[...emails]}::text[])`)
    .where('pp.program_id', '=', programId)
    .execute()
  return new Map(rows.map(({ email, id, status }) => [email, { id, status }]))
}

/** Inserts many codes, like `insertCoupon`. Returns how many were inserted; existing codes are skipped. */
export async function insertCoupons(
  transaction: Transaction<Schema>,
  coupons: readonly NewCoupon[],
): Promise<number> {
  const rows = await transaction
    .insertInto('coupon_codes')
    .values(coupons)
    .onConflict((conflict) =>
      conflict.columns(['program_id', 'code_key']).where('status', '=', sql.lit('active')).doNothing(),
    )
    .returning('id')
    .execute()
  return rows.length
}

export interface CouponFilter {
  partnerId: number | undefined
  status: CouponStatus | undefined
  /** A code prefix, as a key. */
  prefix: string | undefined
}

/** Lists codes, newest first, with their customers, sales and money. */
export async function listCoupons(
  queries: Queries,
  programId: number,
  filter: CouponFilter,
  page: PageRequest,
): Promise<CouponRow[]> {
  let query = selectCoupons(queries, programId, { ofPartnerOnly: false })
  if (filter.partnerId !== undefined) query = query.where('k.partner_id', '=', filter.partnerId)
  if (filter.status !== undefined) query = query.where('k.status', '=', filter.status)
  if (filter.prefix !== undefined) {
    // A range that a bytewise index supports, unlike `starts_with`.
    query = query
      .where(sql<SqlBool>`k.code_key ~>=~ ${filter.prefix}::text`)
      .where(sql<SqlBool>`k.code_key ~<~ (${filter.prefix}::text || chr(1114111))`)
  }
  return (await selectPage(query, 'k.created_at', 'k.id', page)).map(withBigInts)
}

/** Lists a partner's codes, active ones first, with the sales and money of their own customers only. */
export async function listOwnCoupons(
  queries: Queries,
  programId: number,
  partnerId: number,
  rows: number,
): Promise<CouponRow[]> {
  const couponRows = await selectCoupons(queries, programId, { ofPartnerOnly: true })
    .where('k.partner_id', '=', partnerId)
    .orderBy('k.status')
    .orderBy('k.id', 'desc')
    .limit(rows)
    .execute()
  return couponRows.map(withBigInts)
}

export async function findCoupon(
  queries: Queries,
  programId: number,
  couponId: number,
): Promise<CouponRow | undefined> {
  const row = await selectCoupons(queries, programId, { ofPartnerOnly: false })
    .where('k.id', '=', couponId)
    .executeTakeFirst()
  return row && withBigInts(row)
}

type StoredMoney = Record<keyof CouponMoney, string>

function withBigInts<Row extends { money: StoredMoney[] }>(
  row: Row,
): Omit<Row, 'money'> & Pick<CouponRow, 'money'> {
  const money = row.money.map(({ currency, revenue_cents, commission_cents }) => ({
    currency: currency as Currency, // safe because sales have checked currencies
    revenue_cents: BigInt(revenue_cents),
    commission_cents: BigInt(commission_cents),
  }))
  return { ...row, money }
}

function selectCoupons(queries: Queries, programId: number, { ofPartnerOnly }: { ofPartnerOnly: boolean }) {
  const salesFilter = sql`s.program_id = ${programId} and s.coupon_id = k.id and not s.is_test
    ${ofPartnerOnly ? sql`and s.partner_id = k.partner_id` : sql``}`
  return queries
    .selectFrom('coupon_codes as k')
    .innerJoin('program_enrollments as pp', (join) =>
      join.on('pp.program_id', '=', programId).onRef('pp.partner_id', '=', 'k.partner_id'),
    )
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .selectAll('k')
    .select(['p.name as partner_name', 'p.email as partner_email'])
    .select(sql<number>`(select count(*) from sale_events s where ${salesFilter})::integer`.as('sales'))
    .select(
      sql<StoredMoney[]>`(select coalesce(jsonb_agg(jsonb_build_object('currency', m.currency,
          'revenue_cents', m.revenue_cents::text, 'commission_cents', m.commission_cents::text) order by m.currency), '[]')
        from (
          select s.currency, sum(s.amount_cents - s.refunded_cents) as revenue_cents,
            coalesce(sum(c.amount_cents - c.reversed_cents) filter (where c.partner_id = k.partner_id), 0) as commission_cents
          from sale_events s
          left join commissions c on c.program_id = ${programId} and c.sale_id = s.id
          where ${salesFilter}
          group by s.currency
        ) m)`.as('money'),
    )
    .select(
      sql<number>`(select count(*) from customer_attributions a
        where a.program_id = ${programId} and a.coupon_id = k.id)::integer`.as('customers'),
    )
    .where('k.program_id', '=', programId)
}

const LOAD_COUPONS = statement(
  'load-coupons',
  { program_id: 'bigint', keys: 'json' },
  `
    select p.coupon_precedence, p.closed_to_new_referrals, k.code_key, k.id, k.partner_id, k.partner_status,
      k.starts_at, k.ends_at, k.max_uses, k.uses
    from programs p
    left join lateral (
      select c.code_key, c.id, c.partner_id, pp.status as partner_status, c.starts_at, c.ends_at, c.max_uses,
        case when c.max_uses is null then 0 else (select count(*) from customer_attributions a
          where a.program_id = :program_id and a.coupon_id = c.id)::integer end as uses
      from coupon_codes c
      join program_enrollments pp on pp.program_id = :program_id and pp.partner_id = c.partner_id
      where c.program_id = :program_id and c.status = 'active'
        and c.code_key in (select json_array_elements_text(:keys))
    ) k on true
    where p.id = :program_id`,
)

const LOCK_COUPON = statement(
  'lock-coupon',
  { program_id: 'bigint', coupon_id: 'bigint' },
  'select c.id from coupon_codes c where c.program_id = :program_id and c.id = :coupon_id for update',
)
