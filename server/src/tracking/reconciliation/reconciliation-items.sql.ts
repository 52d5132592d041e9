import { type SqlBool, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { DifferenceRemedy, ReconciliationItemRow } from './reconciliation.ts'

export type NewItem = Omit<
  ReconciliationItemRow,
  'id' | 'note' | 'note_by' | 'recorded_by' | 'program_id' | 'reconciliation_id' | 'generation'
>

interface RunItems {
  programId: number
  reconciliationId: number
  generation: number
}

const OPEN = ['different_amount', 'missing'] as const

/**
 * Saves one page's facts. If several objects report one payment, the worst state counts: missing, then a different
 * amount. A note stays as long as the difference is the same.
 * @param items with different references
 */
export async function saveItems(
  queries: Queries,
  { programId, reconciliationId, generation }: RunItems,
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) return
  const rows = JSON.stringify(items)
  const isSame = sql`(i.state = excluded.state and i.amount_cents = excluded.amount_cents
    and i.currency is not distinct from excluded.currency
    and i.recorded_cents is not distinct from excluded.recorded_cents)`
  const severity = (alias: string) =>
    sql`array_position(array['recorded', 'matched', 'unattributed', 'different_amount', 'missing'], ${sql.ref(`${alias}.state`)})`
  await sql`
    insert into reconciliation_items as i (program_id, reconciliation_id, generation, kind, reference, state, reason,
      keys, payment_id, amount_cents, currency, recorded_cents, recorded_currency, occurred_at)
    select ${programId}, ${reconciliationId}, ${generation}, n.kind, n.reference, n.state, n.reason, n.keys,
      n.payment_id, n.amount_cents, n.currency, n.recorded_cents, n.recorded_currency, n.occurred_at
    from jsonb_to_recordset(${rows}::jsonb) as n (kind text, reference text, state text, reason text, keys text[],
      payment_id bigint, amount_cents bigint, currency text, recorded_cents bigint, recorded_currency text,
      occurred_at timestamptz)
    order by n.kind, n.reference
    on conflict (program_id, reconciliation_id, kind, reference) do update set
      generation = excluded.generation, payment_id = excluded.payment_id, reason = excluded.reason,
      keys = case when i.generation < excluded.generation then excluded.keys
        else array(select distinct k from unnest(i.keys || excluded.keys) k) end,
      state = excluded.state, amount_cents = excluded.amount_cents, currency = excluded.currency,
      recorded_cents = excluded.recorded_cents, recorded_currency = excluded.recorded_currency,
      occurred_at = excluded.occurred_at, recorded_by = null,
      note = case when ${isSame} then i.note end, note_by = case when ${isSame} then i.note_by end
    where i.generation < excluded.generation or ${severity('excluded')} >= ${severity('i')}`.execute(queries)
}

/** An open difference with its sale and the way to resolve it. */
export type DifferenceRow = ReconciliationItemRow & { sale_id: number | null; remedy: DifferenceRemedy }

/** Returns a month's open differences, newest first. */
export function listDifferences(
  queries: Queries,
  programId: number,
  reconciliationId: number,
  page: PageRequest,
): Promise<DifferenceRow[]> {
  return selectPage(selectDifferences(queries, programId, reconciliationId), 'i.occurred_at', 'i.id', page)
}

/** Returns an open difference with its sale. */
export function findDifference(
  queries: Queries,
  programId: number,
  reconciliationId: number,
  id: number,
): Promise<DifferenceRow | undefined> {
  return selectDifferences(queries, programId, reconciliationId).where('i.id', '=', id).executeTakeFirst()
}

function selectDifferences(queries: Queries, programId: number, reconciliationId: number) {
  return queries
    .selectFrom('reconciliation_items as i')
    .leftJoin('processor_payments as y', (join) =>
      join.on('y.program_id', '=', programId).onRef('y.id', '=', 'i.payment_id'),
    )
    .selectAll('i')
    .select([
      // The merchant may have reported the sale, with the processor's ID as its own ID or in addition to it.
      sql<number | null>`coalesce(y.sale_id, (select s.id from sale_events s where s.program_id = ${programId}
        and not s.is_test and s.transaction_id = i.reference), (select min(s.id) from sale_events s
        where s.program_id = ${programId} and not s.is_test and s.provider_payment_id = i.reference))`.as(
        'sale_id',
      ),
      sql<DifferenceRemedy>`case when i.state = 'missing' then 'record' when i.kind <> 'payment' then 'recorded_refund'
        when y.id is null or (y.sale_id is not null and not coalesce(y.created_sale, false)) then 'reported_sale'
        else 'replace_amount' end`.as('remedy'),
    ])
    .where('i.program_id', '=', programId)
    .where('i.reconciliation_id', '=', reconciliationId)
    .where('i.state', 'in', OPEN)
}

/** Returns a month's entries that are recorded without a partner, newest first. */
export function listUnattributed(
  queries: Queries,
  programId: number,
  reconciliationId: number,
  page: PageRequest,
) {
  const query = queries
    .selectFrom('reconciliation_items as i')
    .selectAll()
    .where('i.program_id', '=', programId)
    .where('i.reconciliation_id', '=', reconciliationId)
    .where('i.state', '=', sql.lit('unattributed'))
  return selectPage(query, 'i.occurred_at', 'i.id', page)
}

export function findItem(queries: Queries, programId: number, reconciliationId: number, id: number) {
  return queries
    .selectFrom('reconciliation_items')
    .selectAll()
    .where('program_id', '=', programId)
    .where('reconciliation_id', '=', reconciliationId)
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
}

/** Updates an open difference. Returns undefined if it is no longer open. */
export function updateItem(
  queries: Queries,
  { program_id, id }: Pick<ReconciliationItemRow, 'program_id' | 'id'>,
  columns: Partial<Pick<ReconciliationItemRow, 'note' | 'note_by' | 'state' | 'recorded_by' | 'payment_id'>>,
): Promise<ReconciliationItemRow | undefined> {
  return queries
    .updateTable('reconciliation_items')
    .set(columns)
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .returningAll()
    .executeTakeFirst()
}

export interface DifferenceCounts {
  missing: number
  different_amount: number
  /** Differences of both kinds without a note. */
  unexplained: number
}

/** Counts these months' open differences. */
export async function countDifferences(
  queries: Queries,
  programId: number,
  reconciliationIds: readonly number[],
): Promise<ReadonlyMap<number, DifferenceCounts>> {
  const { rows } = await sql<DifferenceCounts & { id: number }>`
    select i.reconciliation_id as id, (count(*) filter (where i.state = 'missing'))::int as missing,
      (count(*) filter (where i.state = 'different_amount'))::int as different_amount,
      (count(*) filter (where i.note is null))::int as unexplained
    from reconciliation_items i
    where i.program_id = ${programId} and i.reconciliation_id = any (${[...reconciliationIds]}::bigint[])
      and i.state in ('different_amount', 'missing')
    group by i.reconciliation_id`.execute(queries)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Counts the items that the run found to match or to be unattributed. */
export async function countSettled(
  queries: Queries,
  { programId, reconciliationId, generation }: RunItems,
): Promise<{ matched: number; unattributed: number; reasons: Record<string, number> }> {
  const { rows } = await sql<{ state: string; reason: string | null; count: number }>`
    select i.state, i.reason, count(*)::int as count from reconciliation_items i
    where i.program_id = ${programId} and i.reconciliation_id = ${reconciliationId} and i.generation = ${generation}
      and i.state in ('matched', 'unattributed', 'recorded')
    group by i.state, i.reason`.execute(queries)
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0)
  const unattributed = rows.filter(({ state }) => state === 'unattributed')
  return {
    matched: sum(rows) - sum(unattributed),
    unattributed: sum(unattributed),
    reasons: Object.fromEntries(unattributed.map(({ reason, count }) => [reason ?? 'no_customer', count])),
  }
}

/**
 * Deletes matching items, items that the run didn't find again, and the oldest entries without a partner.
 * @param keptGeneration how many entries without a partner stay
 */
export async function deleteSettled(
  queries: Queries,
  { programId, reconciliationId, generation }: RunItems,
  keptGeneration: number,
): Promise<void> {
  const items = () =>
    queries
      .deleteFrom('reconciliation_items')
      .where('program_id', '=', programId)
      .where('reconciliation_id', '=', reconciliationId)
  await items()
    .where(({ or, eb }) =>
      or([eb('generation', '<', generation), eb('state', 'not in', [...OPEN, 'unattributed'])]),
    )
    .execute()
  const oldest = sql<SqlBool>`(occurred_at, id) <= (
    select i.occurred_at, i.id from reconciliation_items i
    where i.program_id = ${programId} and i.reconciliation_id = ${reconciliationId} and i.state = 'unattributed'
    order by i.occurred_at desc, i.id desc offset ${keptGeneration} limit 1)`
  await items().where('state', '=', sql.lit('unattributed')).where(oldest).execute()
}
