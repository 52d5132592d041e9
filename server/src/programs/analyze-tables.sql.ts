import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../platform/database.ts'

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

/** Every table that the server has counted and that has at least so many changes since; twice where it has both columns. */
export async function listAnalyzedTables(queries: Queries, changes: number): Promise<AnalyzedTable[]> {
  const found = await sql<AnalyzedTable>`
    select c.relname as name, k.attname as column, c.reltuples::float8 as rows, s.n_mod_since_analyze::float8 as changes,
      coalesce(k.most_common_vals::text, '{}') as known
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid and c.relkind = 'r'
    join pg_stats k on k.schemaname = s.schemaname and k.tablename = s.relname and not k.inherited
      and k.attname in ('program_id', 'workspace_id')
    where s.schemaname = current_schema() and s.n_mod_since_analyze >= ${changes}
      and exists (
        select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = k.attname
        where i.indrelid = c.oid and i.indpred is null)
    order by 1, 2`.execute(queries)
  return found.rows
}

/** Those with at least so many rows in the table of whom the planner knows none, of the `newest`: at most `owners` of them. */
export async function findUncounted(
  queries: Queries,
  { name, column, known }: AnalyzedTable,
  { rows, newest, owners }: { rows: number; newest: number; owners: number },
): Promise<(number | string)[]> {
  const table = sql.table(column === 'program_id' ? 'programs' : 'workspaces')
  const found = await sql<{ id: number | string }>`
    select o.id from (
      select o.id from ${table} o where o.id::text <> all(${known}::text[]) order by o.created_at desc limit ${newest}
    ) o
    where ${countUpTo(name, sql`${sql.ref(`t.${column}`)} = o.id`, rows)} = ${rows}
    limit ${owners}`.execute(queries)
  return found.rows.map(({ id }) => id)
}

/** Whether so many rows of the table are theirs. */
export async function hasRows(
  queries: Queries,
  { name, column }: AnalyzedTable,
  { owner, rows }: { owner: number | string; rows: number },
): Promise<boolean> {
  const found = await sql<{ rows: number }>`
    select ${countUpTo(name, sql`${sql.ref(`t.${column}`)} = ${owner}`, rows)}::int as rows`.execute(queries)
  return found.rows[0]?.rows === rows
}

const countUpTo = (name: string, isOwned: RawBuilder<unknown>, rows: number) => sql`(
  select count(*) from (select from ${sql.table(name)} t where ${isOwned} limit ${rows}) t)`

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
