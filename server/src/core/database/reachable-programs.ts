import { sql } from 'kysely'
import { groupBy } from '../text/group-by.rule.ts'
import type { Queries } from './database.ts'
import { isWorkerUnavailable } from './database-unavailable.ts'
import type { Reached } from './each-program.ts'

/**
 * Reads rows of many programs in one statement. While a cluster's worker is unavailable, that fails for all, so it
 * retries per node.
 * @param queries not in a transaction, which the first failure would abort
 * @throws if no node is reachable
 */
export async function readReachable<Row>(
  queries: Queries,
  programIds: readonly number[],
  read: (programIds: readonly number[]) => Promise<Row[]>,
): Promise<Reached<Row>> {
  try {
    return { rows: await read(programIds), missing: new Map() }
  } catch (error) {
    if (!isWorkerUnavailable(error) || programIds.length === 1) throw error
    return readByNode(queries, programIds, read)
  }
}

/**
 * Lists programs by their rows on all nodes; while a worker is unavailable, those on the others.
 * @param listAmong the same among these programs; if omitted, every reachable one counts
 */
export function listReachable(queries: Queries, list: () => Promise<number[]>): Promise<Reached<number>>
export function listReachable<Program>(
  queries: Queries,
  list: () => Promise<Program[]>,
  listAmong: (programIds: readonly number[]) => Promise<Program[]>,
): Promise<Reached<Program>>
export async function listReachable(
  queries: Queries,
  list: () => Promise<unknown[]>,
  listAmong: (programIds: readonly number[]) => Promise<unknown[]> = (ids) => listIdsAmong(queries, ids),
): Promise<Reached<unknown>> {
  try {
    return { rows: await list(), missing: new Map() }
  } catch (error) {
    if (!isWorkerUnavailable(error)) throw error
    // A reference table, complete on every node.
    const all = await queries
      .selectFrom('workspace_programs')
      .select('program_id')
      .orderBy('program_id')
      .execute()
    return readByNode(
      queries,
      all.map(({ program_id }) => program_id),
      listAmong,
    )
  }
}

/** Those of these programs that exist, by id. */
async function listIdsAmong(queries: Queries, programIds: readonly number[]): Promise<number[]> {
  const rows = await queries
    .selectFrom('programs')
    .select('id')
    .where('id', 'in', programIds)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function readByNode<Row>(
  queries: Queries,
  programIds: readonly number[],
  read: (programIds: readonly number[]) => Promise<Row[]>,
): Promise<Reached<Row>> {
  const rows: Row[] = []
  const missing = new Map<number, unknown>()
  let firstError: unknown
  let reached = 0
  for (const ids of await groupByNode(queries, programIds)) {
    try {
      rows.push(...(await read(ids)))
      reached++
    } catch (error) {
      if (!isWorkerUnavailable(error)) throw error
      firstError ??= error
      for (const id of ids) missing.set(id, error)
    }
  }
  if (reached === 0 && firstError !== undefined) throw firstError
  return { rows, missing }
}

/** Groups programs by node; each alone if that is unknown. */
async function groupByNode(queries: Queries, programIds: readonly number[]): Promise<(readonly number[])[]> {
  const isCluster = await sql`select 1 where to_regclass('pg_catalog.pg_dist_placement') is not null`.execute(
    queries,
  )
  if (isCluster.rows.length === 0) return programIds.map((id) => [id])
  const { rows } = await sql<{ id: number; node: number }>`
    select i.id, p.groupid as node from unnest(${[...programIds]}::bigint[]) as i (id)
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('programs', i.id)
    order by i.id`.execute(queries)
  return [...groupBy(rows, ({ node }) => node).values()].map((ofNode) => ofNode.map(({ id }) => id))
}
