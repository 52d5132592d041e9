import { CompiledQuery, sql } from 'kysely'
import type { Queries } from '../src/core/database/database.ts'
import type { TestService } from './harness.ts'
import { observeStatements } from './observe-statements.ts'

/** Records the queries that an action runs. */
export async function recordStatements(
  work: () => Promise<void>,
): Promise<{ text: string; values: unknown[] }[]> {
  const queries: { text: string; values: unknown[] }[] = []
  await observeStatements(work, ({ text, values }) => {
    if (/^\s*(select|with|update|delete)\b/i.test(text)) queries.push({ text, values })
  })
  return queries
}

/** Counts the pages that a statement reads. Small tables are scanned, so index plans are forced. */
export async function countPages(
  { database }: TestService,
  text: string,
  values: unknown[],
): Promise<number> {
  const explain = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, values)
  const { rows } = await database.kysely.transaction().execute(async (transaction) => {
    await transaction.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    await transaction.executeQuery(CompiledQuery.raw("set local session_replication_role = 'replica'"))
    return transaction.executeQuery<ExplainRow>(explain)
  })
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error(`there is no plan of ${text}`)
  return countFoundPages(plan)
}

interface Plan {
  'Node Type': string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}

interface ExplainRow {
  'QUERY PLAN': [{ Plan: Plan }]
}

/** Excludes pages written by the change itself, which depend on free space. */
function countFoundPages(plan: Plan): number {
  const parts = plan.Plans ?? []
  const own = countBlocks(plan) - parts.reduce((sum, part) => sum + countBlocks(part), 0)
  const partBlocks = parts.reduce((sum, part) => sum + countFoundPages(part), 0)
  return plan['Node Type'] === 'ModifyTable' ? partBlocks : partBlocks + Math.max(0, own)
}

const countBlocks = (plan: Plan) => (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)

/** Counts the rows that a statement reads from tables. Small tables are scanned, so index plans are forced. */
export function countRowReads({ database }: TestService, text: string, values: unknown[]): Promise<number> {
  return database.kysely.transaction().execute(async (transaction) => {
    await transaction.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    const before = await rowsRead(transaction)
    await transaction.executeQuery(CompiledQuery.raw(text, values))
    return (await rowsRead(transaction)) - before
  })
}

async function rowsRead(queries: Queries): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`.execute(
    queries,
  )
  return rows[0]?.rows ?? 0
}
