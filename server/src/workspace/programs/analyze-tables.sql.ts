import { CompiledQuery, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/** A table whose rows belong to programs or workspaces, with the planner's statistics. */
export interface AnalyzedTable {
  name: string
  /** The owner column, which comes first in an index. */
  column: 'program_id' | 'workspace_id'
  /** Estimated number of rows. */
  rows: number
  /** Rows inserted, updated or deleted since the last ANALYZE. */
  changes: number
  /** The most common owners that the planner knows, at most 100 by default. */
  known: string
}

/**
 * Lists tables and partitions that this role may analyze, that had at most `owners` owners at the last ANALYZE, and
 * that have had at least `changes` changes since. A table is listed once for each owner column.
 */
export async function listAnalyzedTables(
  queries: Queries,
  { tables, changes, owners }: { tables: readonly string[]; changes: number; owners: number },
) {
  const result = await sql<AnalyzedTable>`
    select c.relname as name, k.attname as column, c.reltuples::float8 as rows, s.n_mod_since_analyze::float8 as changes,
      coalesce(k.most_common_vals::text, '{}') as known
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid and c.relkind = 'r'
    join pg_stats k on k.schemaname = s.schemaname and k.tablename = s.relname and not k.inherited
      and k.attname in ('program_id', 'workspace_id')
    where s.schemaname = current_schema() and s.n_mod_since_analyze >= ${changes}
      and case when k.n_distinct < 0 then -k.n_distinct * c.reltuples else k.n_distinct end <= ${owners}
      and pg_has_role(c.relowner, 'usage')
      and (c.relname = any(${tables}::text[]) or exists (
        select from pg_inherits i join pg_class p on p.oid = i.inhparent
        where i.inhrelid = c.oid and p.relname = any(${tables}::text[])))
      and exists (
        select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = k.attname
        where i.indrelid = c.oid and i.indpred is null and i.indisvalid)
    order by 1, 2`.execute(queries)
  return result.rows
}

/** Configures the transaction to use only indexes, without JIT compilation or long lock waits. */
export async function restrictToIndexes(transaction: Queries, lockWaitMs: number): Promise<void> {
  await transaction.executeQuery(
    CompiledQuery.raw(
      "select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('lock_timeout', $1, true)",
      [String(lockWaitMs)],
    ),
  )
}

/**
 * Returns an owner that has at least `rows` rows but is missing from the planner statistics. Finds it by a skip scan over the owners.
 */
export async function findUnknownOwner(
  queries: Queries,
  { name, column, known }: AnalyzedTable,
  rows: number,
): Promise<number | string | undefined> {
  const [table, owner] = [sql.table(name), sql.ref(`t.${column}`)]
  const result = await sql<{ id: number | string }>`
    with recursive owners as (
      (select ${owner} as id from ${table} t order by 1 limit 1)
      union all
      select (select ${owner} from ${table} t where ${owner} > o.id order by 1 limit 1) from owners o where o.id is not null
    )
    select o.id from owners o
    where o.id is not null and o.id::text <> all(${known}::text[])
      and (select count(*) from (select from ${table} t where ${owner} = o.id limit ${rows}) t) = ${rows}
    limit 1`.execute(queries)
  return result.rows[0]?.id
}

/** Returns the number of rows that the planner expects for an owner. */
export async function readExpectedRows(
  queries: Queries,
  { name, column }: AnalyzedTable,
  owner: number | string,
): Promise<number> {
  const result = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${sql.table(name)} t
    where ${sql.ref(`t.${column}`)} = ${sql.lit(owner)}`.execute(queries)
  const plan = result.rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error(`no query plan for ${name}`)
  return plan['Plan Rows']
}

/** Runs ANALYZE on a table unless it is locked. */
export async function analyzeTable(queries: Queries, { name }: AnalyzedTable): Promise<void> {
  await sql`analyze (skip_locked) ${sql.table(name)}`.execute(queries)
}
