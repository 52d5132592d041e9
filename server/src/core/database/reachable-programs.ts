import { sql } from 'kysely'
import { groupBy } from '../text/group-by.rule.ts'
import type { Queries } from './database.ts'
import { isWorkerUnavailable } from './database-unavailable.ts'
import type { ReachedPrograms } from './each-program.ts'

/**
 * Reads rows for many programs in one statement. While a worker of the cluster is unavailable, that statement fails, so
 * the read is repeated per node.
 * @param queries not a transaction, which the first failure would abort
 * @throws if no node is reachable
 */
export async function readReachable<Row>(
  queries: Queries,
  programIds: readonly number[],
  read: (programIds: readonly number[]) => Promise<Row[]>,
): Promise<ReachedPrograms<Row>> {
  try {
    return { rows: await read(programIds), missing: new Map() }
  } catch (error) {
    if (!isWorkerUnavailable(error) || programIds.length === 1) throw error
    return readByNode(queries, programIds, read)
  }
}

/**
 * Lists programs by their rows on all nodes. While a worker is unavailable, lists those on the other nodes.
 * @param listPrograms runs the same query for the given programs; if omitted, every reachable program is listed
 */
export function listReachable(
  queries: Queries,
  list: () => Promise<number[]>,
): Promise<ReachedPrograms<number>>
export function listReachable<Program>(
  queries: Queries,
  list: () => Promise<Program[]>,
  listPrograms: (programIds: readonly number[]) => Promise<Program[]>,
): Promise<ReachedPrograms<Program>>
export async function listReachable(
  queries: Queries,
  list: () => Promise<unknown[]>,
  listPrograms: (programIds: readonly number[]) => Promise<unknown[]> = (ids) =>
    listExistingIds(queries, ids),
): Promise<ReachedPrograms<unknown>> {
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
      listPrograms,
    )
  }
}

/** Returns which of the given programs exist, by ID. */
async function listExistingIds(queries: Queries, programIds: readonly number[]): Promise<number[]> {
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
): Promise<ReachedPrograms<Row>> {
  const rows: Row[] = []
  const missing = new Map<number, unknown>()
  let firstError: unknown
  let reachedNodes = 0
  for (const ids of await groupByNode(queries, programIds)) {
    try {
      rows.push(...(await read(ids)))
      reachedNodes++
    } catch (error) {
      if (!isWorkerUnavailable(error)) throw error
      firstError ??= error
      for (const id of ids) missing.set(id, error)
    }
  }
  if (reachedNodes === 0 && firstError !== undefined) throw firstError
  return { rows, missing }
}

/** Groups programs by node. If the nodes are unknown, each program is its own group. */
async function groupByNode(queries: Queries, programIds: readonly number[]): Promise<(readonly number[])[]> {
  const isCluster = await sql`select 1 where to_regclass('pg_catalog.pg_dist_placement') is not null`.execute(
    queries,
  )
  if (isCluster.rows.length === 0) return programIds.map((id) => [id])
  const { rows } = await sql<{ id: number; node: number }>`
    select i.id, p.groupid as node from unnest(${[...programIds]}::bigint[]) as i (id)
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('programs', i.id)
    order by i.id`.execute(queries)
  return [...groupBy(rows, ({ node }) => node).values()].map((nodeRows) => nodeRows.map(({ id }) => id))
}
