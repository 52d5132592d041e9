import { CompiledQuery, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/** A table whose rows belong to programs or workspaces, as the server's planner has counted it. */
export interface AnalyzedTable {
  name: string
  /** The column that says whose a row is, and the first one of an index. */
  column: 'program_id' | 'workspace_id'
  /** All its rows, about. */
  rows: number
  /** Those that came, changed or went since. */
  changes: number
  /** Of whom the planner knows that they have rows there: the commonest, a hundred unless the server was told otherwise. */
  known: string
}

/**
 * Each of these tables, or parts of them, that this role may have counted, that was counted before with at most so many owners,
 * and that has at least so many changes since; twice where it has both columns.
 */
export async function listAnalyzedTables(
  queries: Queries,
  { tables, changes, owners }: { tables: readonly string[]; changes: number; owners: number },
): Promise<AnalyzedTable[]> {
  const found = await sql<AnalyzedTable>`
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
  return found.rows
}

/** Until the transaction ends: by its index or not at all, and nothing is compiled for being dear or waited for at length. */
export async function lookByIndex(transaction: Queries, lockWaitMs: number): Promise<void> {
  await transaction.executeQuery(
    CompiledQuery.raw(
      "select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('lock_timeout', $1, true)",
      [String(lockWaitMs)],
    ),
  )
}

/** Somebody with at least so many rows in the table of whom the planner knows none: from each owner to the next one. */
export async function findUnknownOwner(
  queries: Queries,
  { name, column, known }: AnalyzedTable,
  rows: number,
): Promise<number | string | undefined> {
  const [table, owner] = [sql.table(name), sql.ref(`t.${column}`)]
  const found = await sql<{ id: number | string }>`
    with recursive owners as (
      (select ${owner} as id from ${table} t order by 1 limit 1)
      union all
      select (select ${owner} from ${table} t where ${owner} > o.id order by 1 limit 1) from owners o where o.id is not null
    )
    select o.id from owners o
    where o.id is not null and o.id::text <> all(${known}::text[])
      and (select count(*) from (select from ${table} t where ${owner} = o.id limit ${rows}) t) = ${rows}
    limit 1`.execute(queries)
  return found.rows[0]?.id
}

/** How many rows of the table the planner expects to be theirs. */
export async function readExpectedRows(
  queries: Queries,
  { name, column }: AnalyzedTable,
  owner: number | string,
): Promise<number> {
  const found = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${sql.table(name)} t
    where ${sql.ref(`t.${column}`)} = ${sql.lit(owner)}`.execute(queries)
  const plan = found.rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error(`no plan of ${name}`)
  return plan['Plan Rows']
}

/** Has the server count the table, unless somebody is at it or alters it. */
export async function analyzeTable(queries: Queries, { name }: AnalyzedTable): Promise<void> {
  await sql`analyze (skip_locked) ${sql.table(name)}`.execute(queries)
}
