import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { CommissionKind, DigestMail } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** Lists all programs, in one query on any node. */
export async function listProgramIds(queries: Queries): Promise<number[]> {
  const rows = await queries
    .selectFrom('workspace_programs')
    .select('program_id')
    .orderBy('program_id')
    .execute()
  return rows.map(({ program_id }) => program_id)
}

/** Events at or after `since` and before `before`. */
export interface NewsSpan {
  programId: number
  since: Date
  before: Date
}

export interface NewsProgram {
  id: number
  workspace_id: string
  name: string
  sandbox: boolean
  time_zone: string
}

/** Returns a program if it may have events in the span, or clicks on its day or later. */
export async function findProgramWithNews(
  queries: Queries,
  { programId, since, before }: NewsSpan,
  day: Date,
) {
  const { rows } = await sql<NewsProgram>`
    select p.id, p.workspace_id, p.name, p.sandbox, p.time_zone from programs p
    where p.id = ${programId} and not p.sandbox and (
      exists (select 1 from commissions c where c.program_id = ${programId}
        and c.created_at >= ${since}::timestamptz and c.created_at < ${before}::timestamptz)
      or exists (select 1 from commission_changes h where h.program_id = ${programId}
        and h.to_amount_cents < h.from_amount_cents
        and h.changed_at >= ${since}::timestamptz and h.changed_at < ${before}::timestamptz)
      or exists (select 1 from daily_link_stats s where s.program_id = ${programId}
        and s.day >= (${day}::timestamptz at time zone 'UTC')::date and s.clicks > 0))`.execute(queries)
  return rows[0]
}

/** SQL condition: whether the partner has been notified of a row. `id` is the column of its ID. */
const isNotified = (programId: number, kind: DigestMail, id: RawBuilder<unknown>) => sql`exists (
  select 1 from partner_mail_items i
  where i.program_id = ${programId} and i.kind = ${kind} and i.item_id = ${id})`

/** SQL expression: the original commission, because adjustments are separate changes. */
const originalCents = (programId: number) => sql<number>`(c.amount_cents - coalesce((
  select sum(r.adjusted_cents) from commission_changes r
  where r.program_id = ${programId} and r.commission_id = c.id), 0))::bigint`

const createdWithin = ({ programId, since, before }: NewsSpan) => sql`c.program_id = ${programId}
  and c.created_at >= ${since}::timestamptz and c.created_at < ${before}::timestamptz and ${originalCents(programId)} > 0
  and not ${isNotified(programId, 'partner_sale', sql`c.id`)}`

const reversedIn = ({ programId, since, before }: NewsSpan) => sql`h.program_id = ${programId}
  and h.to_amount_cents < h.from_amount_cents
  and h.changed_at >= ${since}::timestamptz and h.changed_at < ${before}::timestamptz
  and not ${isNotified(programId, 'partner_reversal', sql`h.id`)}`

/** Lists partners who haven't been notified of some earnings. */
export async function listPartnersToNotifyOfSales(
  queries: Queries,
  span: NewsSpan,
  rows: number,
): Promise<number[]> {
  const result = await sql<{ partner_id: number }>`
    select distinct c.partner_id from commissions c where ${createdWithin(span)} order by 1 limit ${rows}`.execute(
    queries,
  )
  return result.rows.map(({ partner_id }) => partner_id)
}

/** Lists partners who haven't been notified of some reversals. */
export async function listPartnersToNotifyOfReversals(
  queries: Queries,
  span: NewsSpan,
  rows: number,
): Promise<number[]> {
  const { programId } = span
  const result = await sql<{ partner_id: number }>`
    select distinct c.partner_id from commission_changes h
    join commissions c on c.program_id = ${programId} and c.id = h.commission_id
    where ${reversedIn(span)} order by 1 limit ${rows}`.execute(queries)
  return result.rows.map(({ partner_id }) => partner_id)
}

export interface EarnedNews {
  id: number
  kind: CommissionKind
  amount_cents: number
  currency: Currency
  created_at: Date
}

/**
 * Claims earnings that a partner hasn't been notified of, in the order in which they were applied. Concurrent runs get
 * disjoint rows, and the email is queued in the same transaction.
 */
export async function claimEarned(
  queries: Queries,
  span: NewsSpan,
  { partnerId, now, rows }: { partnerId: number; now: Date; rows: number },
) {
  const { programId } = span
  const claimedItems = await sql<EarnedNews>`
    with claimed_items as (
      insert into partner_mail_items as i (program_id, kind, item_id, notified_at)
      select ${programId}::bigint, 'partner_sale', n.id, ${now}::timestamptz
      from (select c.id from commissions c where ${createdWithin(span)} and c.partner_id = ${partnerId}
        order by c.created_at, c.id limit ${rows}) n
      order by n.id
      on conflict (program_id, kind, item_id) do nothing
      returning i.item_id
    )
    select c.id, c.kind, ${originalCents(programId)} as amount_cents, c.currency, c.created_at
    from claimed_items t join commissions c on c.program_id = ${programId} and c.id = t.item_id
    order by c.created_at, c.id`.execute(queries)
  return claimedItems.rows
}

/** An amount that one change reversed. */
export interface ReversalNews {
  id: number
  amount_cents: number
  /** Remaining commission. */
  left_cents: number
  currency: Currency
  changed_at: Date
  is_rejection: boolean
  /** Whether the processor reported the paid amount later. */
  is_correction: boolean
  is_dispute: boolean
}

/** Claims reversals like `claimEarned`. */
export async function claimReversed(
  queries: Queries,
  span: NewsSpan,
  { partnerId, now, rows }: { partnerId: number; now: Date; rows: number },
) {
  const { programId } = span
  const claimedItems = await sql<ReversalNews>`
    with claimed_items as (
      insert into partner_mail_items as i (program_id, kind, item_id, notified_at)
      select ${programId}::bigint, 'partner_reversal', n.id, ${now}::timestamptz
      from (select h.id from commission_changes h
        join commissions c on c.program_id = ${programId} and c.id = h.commission_id
        where ${reversedIn(span)} and c.partner_id = ${partnerId}
        order by h.changed_at, h.id limit ${rows}) n
      order by n.id
      on conflict (program_id, kind, item_id) do nothing
      returning i.item_id
    )
    select h.id, h.from_amount_cents - h.to_amount_cents as amount_cents, h.to_amount_cents as left_cents, c.currency,
      h.changed_at, h.adjusted_cents <> 0 as is_correction,
      c.rejected_at is not null and c.rejected_at = h.changed_at as is_rejection,
      exists (select 1 from refund_events d where d.program_id = ${programId} and d.sale_id = c.sale_id
        and not d.is_test and d.kind = 'dispute' and d.received_at = h.changed_at) as is_dispute
    from claimed_items t
    join commission_changes h on h.program_id = ${programId} and h.id = t.item_id
    join commissions c on c.program_id = ${programId} and c.id = h.commission_id
    order by h.changed_at, h.id`.execute(queries)
  return claimedItems.rows
}

/**
 * Claims partners with clicks since a given day who haven't been checked for a first click.
 * @returns those whose first click is in the span
 */
export async function claimFirstClicked(
  queries: Queries,
  { programId, since }: NewsSpan,
  { day, now, rows }: { day: string; now: Date; rows: number },
): Promise<number[]> {
  const claimedItems = await sql<{ partner_id: number; is_first: boolean }>`
    with claimed_items as (
      insert into partner_mail_items as i (program_id, kind, item_id, notified_at)
      select ${programId}::bigint, 'partner_first_click', n.partner_id, ${now}::timestamptz
      from (select distinct s.partner_id from daily_link_stats s
        where s.program_id = ${programId} and s.day >= ${day}::date and s.clicks > 0
          and not ${isNotified(programId, 'partner_first_click', sql`s.partner_id`)}
        order by 1 limit ${rows}) n
      on conflict (program_id, kind, item_id) do nothing
      returning i.item_id
    )
    select t.item_id as partner_id, not (
      exists (select 1 from daily_link_stats o where o.program_id = ${programId} and o.partner_id = t.item_id
        and o.day < ${day}::date and o.clicks > 0)
      or exists (select 1 from click_events e where e.program_id = ${programId} and e.partner_id = t.item_id
        and not e.is_test and e.received_at < ${since}::timestamptz)) as is_first
    from claimed_items t order by 1`.execute(queries)
  return claimedItems.rows.filter(({ is_first }) => is_first).map(({ partner_id }) => partner_id)
}

/**
 * Deletes records older than the look-back period.
 * @returns the number of deleted rows
 */
export async function purgeMailItems(queries: Queries, programId: number, before: Date): Promise<number> {
  const deletion = await queries
    .deleteFrom('partner_mail_items')
    .where('program_id', '=', programId)
    .where('kind', '<>', 'partner_first_click')
    .where('notified_at', '<', before)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
