import { sql } from 'kysely'
import type { Queries } from '../platform/database.ts'

/** A table whose rows are of programs, as the server's planner has counted it. */
export interface AnalyzedTable {
  name: string
  /** All its rows, about. */
  rows: number
  /** Those that came, changed or went since. */
  changes: number
  /** The programs of which the planner knows that they have rows there: the commonest, a hundred unless the server was told otherwise. */
  known: string
}

/** Every table that the server has counted and that has at least so many changes since. */
export async function listAnalyzedTables(queries: Queries, changes: number): Promise<AnalyzedTable[]> {
  const found = await sql<AnalyzedTable>`
    select c.relname as name, c.reltuples::float8 as rows, s.n_mod_since_analyze::float8 as changes,
      coalesce(k.most_common_vals::text, '{}') as known
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid and c.relkind = 'r'
    join pg_stats k on k.schemaname = s.schemaname and k.tablename = s.relname and k.attname = 'program_id'
      and not k.inherited
    where s.schemaname = current_schema() and s.n_mod_since_analyze >= ${changes}
    order by 1`.execute(queries)
  return found.rows
}

/** A program with at least so many rows in the table of which the planner knows none; undefined if there is no such. */
export async function findUncountedProgram(
  queries: Queries,
  { name, known }: AnalyzedTable,
  { rows, newest }: { rows: number; newest: number },
): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    select p.id from (
      select p.id from programs p where p.id <> all(${known}::bigint[]) order by p.id desc limit ${newest}
    ) p
    where (
      select count(*) from (select from ${sql.table(name)} t where t.program_id = p.id limit ${rows}) t) = ${rows}
    limit 1`.execute(queries)
  return found.rows[0]?.id
}

/** How many rows of the table the planner expects to be the program's. */
export async function readExpectedRows(
  queries: Queries,
  { name }: AnalyzedTable,
  programId: number,
): Promise<number> {
  const found = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${sql.table(name)} t where t.program_id = ${sql.lit(programId)}`.execute(
    queries,
  )
  const plan = found.rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error(`no plan of ${name}`)
  return plan['Plan Rows']
}

/** Has the server count the table, unless somebody is at it or alters it. */
export async function analyzeTable(queries: Queries, { name }: AnalyzedTable): Promise<void> {
  await sql`analyze (skip_locked) ${sql.table(name)}`.execute(queries)
}
