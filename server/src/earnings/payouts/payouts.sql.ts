import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { PayoutBatchKind, PayoutStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { commissionPayload, subscribedTypes } from '../../notifications/outbox/outbox.sql.ts'
import type { PayoutEligibility } from '../../partners/enrollments/payout-eligibility.ts'
import { commissionSums, PAYABLE } from '../../statistics/commission-sums.sql.ts'
import type { DueBalance } from './due-balance.ts'
import { payoutLimits } from './limits.ts'
import type { PaidState } from './next-payout.ts'
import type { BalanceGroup } from './waiting-sum.ts'

/** A batch's filters. Undefined fields select everything. */
export interface BatchRequest {
  currency: Currency | undefined
  partnerIds: number[] | undefined
  /** Whether to exclude partners without payout details. Defaults to the program's setting. */
  detailsRequired?: boolean | undefined
  /** The minimum balance, at least 1. Defaults to the program's minimum for the currency. */
  minimumCents: number | undefined
  /** The program's minimums by currency, as strings. */
  minimums: Record<string, string>
  payees: PayeeFilter
}

/** Selects the partners to pay. */
export interface PayeeFilter {
  /** The combinations of partner states that are paid. */
  states: readonly PaidState[]
  /** When payout details must apply; undefined if details aren't required. */
  detailsAt: Date | undefined
}

/**
 * SQL condition: whether a partner `pp` lacks required payout details at a given time. If the time is undefined,
 * details aren't required.
 */
function lacksDetails(programId: number, detailsAt: Date | undefined) {
  if (detailsAt === undefined) return sql<boolean>`false`
  return sql<boolean>`(not exists (
    select 1 from payout_details v
    where v.program_id = ${programId} and v.partner_id = pp.partner_id and ${areInUse(detailsAt)}))`
}

/** SQL condition: whether details `v` are not withdrawn and apply to payouts created at a given time. */
function areInUse(at: Date) {
  return sql<boolean>`(v.withdrawn_at is null and v.usable_at <= ${at}::timestamptz)`
}

/** SQL expression: the details version that applies to the partner of a payout `o`; null if there are no details. */
function currentDetailsVersion(programId: number, at: Date) {
  return sql<number | null>`(select max(v.version) from payout_details v
    where v.program_id = ${programId} and v.partner_id = o.partner_id and ${areInUse(at)})`
}

/**
 * SQL expression: the details version that a payout `o` uses. For an open payout, the one that applies at a given time;
 * for a closed payout, the one it was paid with.
 */
export function payableDetailsVersion(programId: number, at: Date) {
  return sql<number | null>`case when o.status = 'open'
    then coalesce(${currentDetailsVersion(programId, at)}, o.details_version) else o.details_version end`
}

/**
 * SQL expression: the refunds on an open payout `o` since its commissions were added, as a string. The payout's amount
 * doesn't change; the next payout deducts the refunds. 0 for a closed payout.
 */
export function refundedSinceCreated(programId: number) {
  return sql<string>`case when o.status = 'open' then (
    select coalesce(sum(greatest(i.amount_cents - (c.amount_cents - c.reversed_cents - c.paid_cents), 0)), 0)::text
    from commissions c
    join payout_items i on i.program_id = ${programId} and i.payout_id = c.payout_id and i.commission_id = c.id
    where c.program_id = ${programId} and c.payout_id = o.id and c.reversed_cents > 0) else '0' end`
}

/** Locks a payout and returns its status, the details version it uses, and the one that applies at a given time. */
export async function lockPayoutDetails(
  transaction: Transaction<Schema>,
  programId: number,
  payoutId: number,
  at: Date,
): Promise<{ status: PayoutStatus; details_version: number | null; current: number | null } | undefined> {
  const { rows } = await sql<{
    status: PayoutStatus
    details_version: number | null
    current: number | null
  }>`
    select o.status, o.details_version, ${currentDetailsVersion(programId, at)} as current
    from payouts as o where o.program_id = ${programId} and o.id = ${payoutId} for update of o`.execute(
    transaction,
  )
  return rows[0]
}

/**
 * Records the details versions that a payment file was written with. They may differ from the versions that apply now.
 */
export async function recordDetailsVersions(
  transaction: Transaction<Schema>,
  programId: number,
  payouts: readonly { id: number; details_version: number | null }[],
): Promise<void> {
  await sql`
    update payouts as o set details_version = f.version
    from unnest(${payouts.map(({ id }) => id)}::bigint[], ${payouts.map((one) => one.details_version)}::integer[])
      as f(id, version)
    where o.program_id = ${programId} and o.id = f.id and o.status = 'open'
      and o.details_version is distinct from f.version`.execute(transaction)
}

/** Locks a payment file's payouts. Returns whether all of them are still open. */
export async function lockOpenPayouts(
  transaction: Transaction<Schema>,
  programId: number,
  payouts: readonly { id: number }[],
): Promise<boolean> {
  const { rows } = await sql`
    select o.id from payouts o
    where o.program_id = ${programId} and o.id = any (${payouts.map(({ id }) => id)}::bigint[]) and o.status = 'open'
    order by o.id for update`.execute(transaction)
  return rows.length === payouts.length
}

/** Records that a payment file contains these payouts, so another file isn't paid by mistake. */
export async function recordPaymentFile(
  transaction: Transaction<Schema>,
  programId: number,
  payouts: readonly { id: number }[],
  at: Date,
): Promise<void> {
  await sql`
    update payouts set filed_at = ${at}::timestamptz
    where program_id = ${programId} and id = any (${payouts.map(({ id }) => id)}::bigint[]) and status = 'open'
    `.execute(transaction)
}

/** SQL condition: whether a partner `pp` is in one of the states that are paid. */
function isPaidState(programId: number, { states, detailsAt }: PayeeFilter) {
  const conditions = states.map(({ status, isHeld, lacksDetails: hasNoDetails }) => {
    const holdCondition = isHeld ? sql`is not null` : sql`is null`
    const detailsCondition = lacksDetails(programId, detailsAt)
    return sql`(pp.status = ${status} and pp.payout_hold_reason ${holdCondition} and ${hasNoDetails ? detailsCondition : sql`not ${detailsCondition}`})`
  })
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** The amount that a partner is owed in one currency, as a string. */
export interface OwedBalance extends DueBalance {
  owed_cents: string
}

/** Loads up to `rows` payable balances that reach the minimum, in order. */
export async function listDueBalances(
  queries: Queries,
  programId: number,
  request: BatchRequest,
  rows: number,
) {
  const result = await sql<OwedBalance>`
    select d.partner_id, d.currency, d.commissions, d.owed_cents::text as owed_cents
    from ${dueBalances(programId, request)} d
    order by d.partner_id, d.currency limit ${rows}`.execute(queries)
  return result.rows
}

/**
 * Counts partners with a payable balance, up to `limit`. Reads the `commissions_payable` index from partner to partner
 * and stops at the limit, because a program may have millions of payable commissions.
 */
export async function countPartnersDue(
  queries: Queries,
  programId: number,
  request: BatchRequest,
  limit: number,
): Promise<number> {
  const nextPage = (after: RawBuilder<unknown>) => sql`
    select c.partner_id from commissions c
    where c.program_id = ${programId} and ${PAYABLE} and c.partner_id > ${after} order by c.partner_id limit 1`
  const { rows } = await sql`
    with recursive w as (
      (${nextPage(sql`0`)})
      union all
      select (${nextPage(sql`w.partner_id`)}) from w where w.partner_id is not null
    )
    select w.partner_id from w
    where w.partner_id is not null
      and exists (select 1 from ${dueBalances(programId, request, sql`partner_id = w.partner_id`)} d)
    limit ${limit}`.execute(queries)
  return rows.length
}

/** Selects the payable balances that reach the minimum, for the partners that `condition` selects (by default all). */
export function dueBalances(
  programId: number,
  request: BatchRequest,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`(
    select c.partner_id, c.currency, c.commissions, c.owed_cents
    from ${requestedBalances(programId, request, condition)} c
    join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = c.partner_id
    where ${isPaidState(programId, request.payees)} and c.owed_cents >= ${selectMinimum(request, sql`pp.status = 'closed'`, 'c')})`
}

/** Returns those of these partners who have payout details that apply at a given time. */
export async function listPartnersWithDetails(
  queries: Queries,
  { programId, partnerIds, at }: { programId: number; partnerIds: readonly number[]; at: Date },
): Promise<number[]> {
  const rows = await queries
    .selectFrom('payout_details as v')
    .select('v.partner_id')
    .distinct()
    .where('v.program_id', '=', programId)
    .where('v.partner_id', '=', sql<number>`any (${[...partnerIds]}::bigint[])`)
    .where(areInUse(at))
    .execute()
  return rows.map(({ partner_id }) => partner_id)
}

/**
 * Returns whether manual batches omit partners without payout details by default, even if the program doesn't require
 * details: once a partner has details, payouts are made with payment files, which can't include the others. Sandbox
 * programs have no payment files.
 */
export async function excludesPartnersWithoutDetails(
  queries: Queries,
  programId: number,
  at: Date,
): Promise<boolean> {
  const row = await queries
    .selectFrom('programs as p')
    .select('p.id')
    .where('p.id', '=', programId)
    .where('p.sandbox', '=', false)
    .where((where) =>
      where.exists(
        where
          .selectFrom('payout_details as v')
          .select('v.partner_id')
          .where('v.program_id', '=', programId)
          .where(areInUse(at)),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Loads all balances that a batch considers. `exclusionReason` decides which ones are excluded. */
export async function groupBalances(queries: Queries, programId: number, request: BatchRequest) {
  const groups = await sql<BalanceGroup>`
    select w.status, max(w.payout_hold_reason) as payout_hold_reason, w.lacks_details, w.is_below_minimum, w.currency,
      count(*)::int as partners, sum(w.owed_cents)::text as owed_cents,
      to_jsonb((array_agg(w.partner_id order by w.partner_id))[1:${payoutLimits.waitingPartners}::int]) as partner_ids
    from (
      select pp.partner_id, pp.status, pp.payout_hold_reason, c.currency, d.lacks_details, c.owed_cents,
        c.owed_cents < ${selectMinimum(request, sql`pp.status = 'closed'`, 'c')} as is_below_minimum
      from ${requestedBalances(programId, request)} c
      join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = c.partner_id
      cross join lateral (select ${lacksDetails(programId, request.payees.detailsAt)} as lacks_details) d
      where c.owed_cents > 0
    ) w
    group by w.status, w.payout_hold_reason is null, w.lacks_details, w.is_below_minimum, w.currency
    order by w.status desc, w.currency desc`.execute(queries)
  return groups.rows
}

/**
 * SQL expression: the minimum for the currency of a group of rows. The program's minimum doesn't apply to closed
 * accounts, because their balance can't grow.
 */
function selectMinimum(
  { minimumCents, minimums }: Pick<BatchRequest, 'minimumCents' | 'minimums'>,
  isClosed: RawBuilder<unknown>,
  alias: 'c' | 'd',
) {
  return sql<string>`coalesce(${minimumCents ?? null}::numeric, case when ${isClosed} then 1 end,
    (${JSON.stringify(minimums)}::jsonb ->> ${sql.ref(`${alias}.currency`)})::numeric, 1)`
}

/** Selects the payable commissions and the amount owed for them, per partner and requested currency. */
function requestedBalances(
  programId: number,
  { currency, partnerIds }: BatchRequest,
  condition: RawBuilder<unknown> = sql`true`,
) {
  const isCurrency = currency === undefined ? sql`true` : sql`currency = ${currency}`
  const isPartner = partnerIds === undefined ? sql`true` : sql`partner_id = any (${partnerIds}::bigint[])`
  const sums = commissionSums(
    sql`program_id = ${programId} and ${isCurrency} and ${isPartner} and ${condition}`,
  )
  return sql`(
    select t.partner_id, t.currency, sum(t.payable)::int as commissions, sum(t.payable_cents) as owed_cents
    from ${sums} t group by t.partner_id, t.currency having sum(t.payable) > 0)`
}

export async function insertPayoutBatch(
  transaction: Transaction<Schema>,
  batch: { program_id: number; kind: PayoutBatchKind; created_by: string; created_at: Date },
): Promise<number> {
  const row = await transaction
    .insertInto('payout_batches')
    .values(batch)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A newly created payout. Its amount is a string. */
export interface OpenedPayout {
  id: number
  currency: Currency
  amount_cents: string
  commissions: number
}

interface NewPayouts {
  program_id: number
  batch_id: number
  minimum_terms: Pick<BatchRequest, 'minimumCents' | 'minimums'>
  payees: PayeeFilter
  created_at: Date
}

/** Creates payouts for these balances, except for balances that a concurrent refund lowered below the minimum. */
export async function createPayoutsFromBalances(
  transaction: Transaction<Schema>,
  payouts: NewPayouts,
  balances: readonly DueBalance[],
): Promise<OpenedPayout[]> {
  // These are arrays, because Citus can't lock rows selected through a set-returning function. The array of
  // partners enables the index.
  const partners = [...new Set(balances.map(({ partner_id }) => partner_id))]
  const keys = balances.map(({ partner_id, currency }) => `${partner_id} ${currency}`)
  const condition = sql<boolean>`c.partner_id = any (${partners}::bigint[])
    and c.partner_id || ' ' || c.currency = any (${keys}::text[])`
  return openPayouts(transaction, payouts, condition)
}

/** Creates one payout per partner and currency from exactly these commissions. */
export async function createPayoutsFromCommissions(
  transaction: Transaction<Schema>,
  payouts: NewPayouts,
  commissionIds: readonly number[],
): Promise<OpenedPayout[]> {
  return openPayouts(transaction, payouts, sql<boolean>`c.id = any (${[...commissionIds]}::bigint[])`)
}

/**
 * Locks payable commissions in ID order, and their partners' state, so a concurrent rejection or hold takes effect
 * either before or after. Sums and freezes the commissions in one statement, so the payout contains exactly the summed
 * amounts.
 */
async function openPayouts(
  transaction: Transaction<Schema>,
  { program_id: programId, batch_id, minimum_terms, payees, created_at }: NewPayouts,
  condition: RawBuilder<boolean>,
): Promise<OpenedPayout[]> {
  // A foreign-key plan that was cached while there were few payouts scans all payouts for each item. A batch creates
  // thousands of payouts and items, so cached plans are discarded (measured: 3 s instead of 30 s).
  await sql`discard plans`.execute(transaction)
  const result = await sql<OpenedPayout & { held: number }>`
    with due as (
      select c.program_id, c.id, c.partner_id, c.currency, c.created_at, pp.status,
        c.amount_cents - c.reversed_cents - c.paid_cents as owed_cents
      from commissions c
      join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = c.partner_id
      where c.program_id = ${programId} and ${PAYABLE} and ${condition} and ${isPaidState(programId, payees)}
      order by c.id for update of c for share of pp
    ), totals as (
      select d.program_id, d.partner_id, d.currency, sum(d.owed_cents::numeric) as owed_cents, count(*)::int as commissions
      from due d group by d.program_id, d.partner_id, d.currency
      having sum(d.owed_cents::numeric) >= ${selectMinimum(minimum_terms, sql`bool_or(d.status = 'closed')`, 'd')}
    ), made as (
      insert into payouts as p (program_id, batch_id, partner_id, currency, amount_cents, commissions, created_at,
        details_version)
      select t.program_id, ${batch_id}::bigint, t.partner_id, t.currency, t.owed_cents, t.commissions,
        ${created_at}::timestamptz, (
          select max(v.version) from payout_details v
          where v.program_id = ${programId} and v.partner_id = t.partner_id and ${areInUse(created_at)})
      from totals t
      returning p.program_id, p.id, p.partner_id, p.currency, p.amount_cents, p.commissions
    ), taken as (
      select d.program_id, d.id, d.owed_cents, d.created_at, m.id as payout_id
      from due d join made m
        on m.program_id = ${programId} and m.partner_id = d.partner_id and m.currency = d.currency
    ), items as (
      insert into payout_items as i (program_id, payout_id, commission_id, amount_cents, earned_at)
      select t.program_id, t.payout_id, t.id, t.owed_cents, t.created_at from taken t
      returning i.commission_id
    ), held as (
      update commissions as c set payout_id = t.payout_id
      from taken t where c.program_id = ${programId} and c.id = t.id and c.payout_id is null
      returning c.id
    )
    select m.id, m.currency, m.amount_cents::text as amount_cents, m.commissions,
      (select count(*)::int from held) as held
    from made m order by m.id`.execute(transaction)
  const commissions = result.rows.reduce((sum, row) => sum + row.commissions, 0)
  if (result.rows.some(({ held }) => held !== commissions)) {
    throw new Error('another payout includes a locked commission')
  }
  return result.rows
}

export interface LockedPayout {
  id: number
  currency: Currency
  amount_cents: string
  status: PayoutStatus
  partner: PayoutEligibility
}

/** Loads and locks these payouts and their partners' state. */
export async function lockPayouts(
  transaction: Transaction<Schema>,
  programId: number,
  ids: readonly number[],
) {
  const result = await sql<LockedPayout>`
    select p.id, p.currency, p.amount_cents::text as amount_cents, p.status,
      jsonb_build_object('status', pp.status, 'payout_hold_reason', pp.payout_hold_reason) as partner
    from payouts p
    join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = p.partner_id
    where p.program_id = ${programId} and p.id = any (${[...ids]}::bigint[])
    order by p.id for update of p for share of pp`.execute(transaction)
  return result.rows
}

/** Loads and locks these partners' state. */
export async function lockPayeeStates(
  transaction: Transaction<Schema>,
  programId: number,
  partnerIds: readonly number[],
): Promise<(PayoutEligibility & { partner_id: number })[]> {
  const result = await sql<PayoutEligibility & { partner_id: number }>`
    select pp.partner_id, pp.status, pp.payout_hold_reason from program_enrollments pp
    where pp.program_id = ${programId} and pp.partner_id = any (${[...partnerIds]}::bigint[])
    order by pp.partner_id for share`.execute(transaction)
  return result.rows
}

/**
 * Pays open payouts: credits each commission with its item, marks approved ones as paid, and writes the audit log and
 * one outbox event per item. A commission that was reversed by a refund in the meantime stays reversed, and the partner
 * owes the difference.
 * @returns the number of payouts that were open and are now paid
 */
export async function payOpenPayouts(
  transaction: Transaction<Schema>,
  programId: number,
  payouts: readonly { id: number; reference: string | undefined }[],
  by: { actorId: string; at: Date },
): Promise<number> {
  const rows = payouts.map(({ id, reference }) => ({ id, reference }))
  const result = await sql<{ paid: number; held: number; settled: number }>`
    with paid as (
      update payouts as p set status = 'paid', reference = w.reference,
        closed_by = ${by.actorId}::text, closed_at = ${by.at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id bigint, reference text)
      where p.program_id = ${programId} and p.id = w.id and p.status = 'open'
      returning p.program_id, p.id
    ), held as (
      select c.program_id, c.id, c.partner_id, c.sale_id, c.customer_id, c.currency, c.hold_until, c.status,
        c.amount_cents - c.reversed_cents as amount_cents, i.payout_id, i.amount_cents as paid_cents
      from payout_items i
      join commissions c on c.program_id = ${programId} and c.id = i.commission_id and c.payout_id = i.payout_id
      where i.program_id = ${programId} and i.payout_id = any (${rows.map(({ id }) => id)}::bigint[])
      order by c.id for update of c
    ), settled as (
      update commissions as c set payout_id = null, paid_cents = c.paid_cents + h.paid_cents,
        status = case
          when c.status = 'approved' then 'paid'
          -- Everything paid was deducted, but the sale was restored in the meantime, so the commission is payable
          -- again.
          when c.status = 'paid' and c.paid_cents + h.paid_cents = 0 and c.amount_cents > c.reversed_cents then 'approved'
          else c.status end
      from held h where c.program_id = ${programId} and c.id = h.id and c.payout_id = h.payout_id
      returning c.program_id, c.id, c.status
    ), logged as (
      insert into commission_changes as g (program_id, commission_id, from_status, to_status,
        from_amount_cents, to_amount_cents, actor, actor_user_id, reason, changed_at)
      select h.program_id, h.id, h.status, s.status, h.amount_cents, h.amount_cents,
        case when ${by.actorId}::text like 'key:%' then 'key' else 'user' end, ${by.actorId}::text,
        'payout ' || h.payout_id || ' was paid', ${by.at}::timestamptz
      from held h join settled s on s.program_id = ${programId} and s.id = h.id
      returning g.id
    ), published as (
      insert into outbox_events as o (program_id, type, data, created_at)
      select t.program_id, t.type, t.data, ${by.at}::timestamptz
      from (
        select m.program_id, 'commission.paid' as type, ${sql.raw(commissionPayload('m'))}
          || jsonb_build_object('paid_cents', m.paid_cents, 'payout_id', m.payout_id) as data
        from held m
      ) t
      where t.type in (${subscribedTypes(programId)})
      returning o.id
    )
    select (select count(*)::int from paid) as paid, (select count(*)::int from held) as held,
      (select count(*)::int from settled) as settled`.execute(transaction)
  const [row] = result.rows
  if (row === undefined || row.held !== row.settled) {
    throw new Error('a payout does not include all of its commissions')
  }
  return row.paid
}

/** A payout as shown in the email to its partner. Its amount is a string. */
export interface NotifiedPayout {
  id: number
  partner_id: number
  currency: Currency
  amount_cents: string
  reference: string | null
  /** Null if the partner has no payout details. */
  details_version: number | null
}

export async function listPayoutsToNotify(queries: Queries, programId: number, ids: readonly number[]) {
  const { rows } = await sql<NotifiedPayout>`
    select p.id, p.partner_id, p.currency, p.amount_cents::text as amount_cents, p.reference, p.details_version
    from payouts p where p.program_id = ${programId} and p.id = any (${[...ids]}::bigint[])
    order by p.id`.execute(queries)
  return rows
}

/**
 * Cancels an open payout and releases its commissions for the next batch.
 * @returns false if it is not open
 */
export async function cancelOpenPayout(
  transaction: Transaction<Schema>,
  programId: number,
  payoutId: number,
  by: { actorId: string; at: Date },
): Promise<boolean> {
  const result = await sql`
    with canceled as (
      update payouts as p set status = 'canceled', closed_by = ${by.actorId}::text, closed_at = ${by.at}::timestamptz
      where p.program_id = ${programId} and p.id = ${payoutId} and p.status = 'open'
      returning p.program_id, p.id
    ), released as (
      update commissions as c set payout_id = null
      from canceled d join payout_items i on i.program_id = ${programId} and i.payout_id = d.id
      where c.program_id = ${programId} and c.id = i.commission_id and c.payout_id = d.id
      returning c.id
    )
    select d.id, (select count(*) from released) as released from canceled d`.execute(transaction)
  return result.rows.length > 0
}
