import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { statement } from '../../core/database/statement.ts'
import type { CouponStatus } from '../../core/enums.ts'
import type { CouponFacts, CouponProgram } from './coupon-attribution.rule.ts'

export type CouponRow = Selectable<Schema['coupon_codes']> & {
  partner_name: string
  /** Live sales with the code, including those attributed to another partner. */
  sales: number
  /** The customers that the code has attributed. */
  customers: number
}

/** Loads the active codes with these keys, by key, and the program's settings. */
export async function loadCoupons(
  run: Run,
  programId: number,
  keys: readonly string[],
): Promise<{ program: CouponProgram; coupons: Map<string, CouponFacts> }> {
  const rows = await run<CouponProgram & CouponFacts & { code_key: string | null }>(
    LOAD_COUPONS({ program_id: programId, keys: JSON.stringify(keys) }),
  )
  const [first] = rows
  if (first === undefined) throw new Error(`program ${programId} is gone`)
  const { coupon_precedence, closed_to_new_referrals } = first
  const found = rows.flatMap(({ code_key, ...row }) =>
    code_key === null ? [] : [[code_key, couponOf(row)] as const],
  )
  return { program: { coupon_precedence, closed_to_new_referrals }, coupons: new Map(found) }
}

function couponOf(row: CouponFacts): CouponFacts {
  const { id, partner_id, partner_status, link_id, starts_at, ends_at, max_uses, uses } = row
  return { id, partner_id, partner_status, link_id, starts_at, ends_at, max_uses, uses }
}

/** Serializes this transaction with others that use or change the code. Its uses can be counted afterwards. */
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

/** Returns the new code's id; undefined if an active code of the program has the same key. */
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

/** Returns the number of active codes of the program. */
export async function countActiveCoupons(queries: Queries, programId: number): Promise<number> {
  const row = await queries
    .selectFrom('coupon_codes')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('program_id', '=', programId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return row.codes
}

export interface CouponFilter {
  partnerId: number | undefined
  status: CouponStatus | undefined
  /** A prefix of the code, as a key. */
  prefix: string | undefined
}

/** Lists codes, newest first, with what they have brought. */
export async function listCoupons(
  queries: Queries,
  programId: number,
  filter: CouponFilter,
  page: PageRequest,
): Promise<CouponRow[]> {
  let query = selectCoupons(queries, programId)
  if (filter.partnerId !== undefined) query = query.where('k.partner_id', '=', filter.partnerId)
  if (filter.status !== undefined) query = query.where('k.status', '=', filter.status)
  if (filter.prefix !== undefined) {
    query = query.where(sql<SqlBool>`starts_with(k.code_key, ${filter.prefix})`)
  }
  return selectPage(query, 'k.created_at', 'k.id', page)
}

export async function findCoupon(
  queries: Queries,
  programId: number,
  couponId: number,
): Promise<CouponRow | undefined> {
  return selectCoupons(queries, programId).where('k.id', '=', couponId).executeTakeFirst()
}

function selectCoupons(queries: Queries, programId: number) {
  return queries
    .selectFrom('coupon_codes as k')
    .innerJoin('program_enrollments as pp', (join) =>
      join.on('pp.program_id', '=', programId).onRef('pp.partner_id', '=', 'k.partner_id'),
    )
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'pp.workspace_id').onRef('p.id', '=', 'pp.partner_id'),
    )
    .selectAll('k')
    .select('p.name as partner_name')
    .select(
      sql<number>`(select count(*) from sale_events s
        where s.program_id = ${programId} and s.coupon_id = k.id and not s.is_test)::integer`.as('sales'),
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
    select p.coupon_precedence, p.closed_to_new_referrals, k.code_key, k.id, k.partner_id, k.partner_status, k.link_id,
      k.starts_at, k.ends_at, k.max_uses, k.uses
    from programs p
    left join lateral (
      select c.code_key, c.id, c.partner_id, pp.status as partner_status, c.starts_at, c.ends_at, c.max_uses,
        (select l.id from links l where l.program_id = :program_id and l.partner_id = c.partner_id
          order by l.status = 'active' desc, l.id limit 1) as link_id,
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
