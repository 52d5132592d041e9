import { sql } from 'kysely'
import { StartError } from '../errors/start-error.ts'
import type { Database, Queries } from './database.ts'
import { allowLongStatements } from './long-statements.sql.ts'
import { distributionColumn, FUNCTIONS_OF_PROGRAMS, TABLE_KINDS, type TableKind } from './table-kinds.ts'

/** The oldest version of Citus that passes the whole test suite. */
const MIN_VERSION = { major: 13, minor: 2 }

/** Each node generates IDs from a range of 2^48, numbered by its group. IDs beyond 2^53 aren't safe integers. */
const MAX_GROUPS = 31

export interface DistributionResult {
  /** Tables distributed by this run. */
  tables: string[]
  /**
   * Foreign keys from reference to distributed tables, which Citus doesn't support. `stats verify` checks them instead.
   */
  leftOut: string[]
}

/**
 * Distributes a migrated database across its cluster, each table according to its kind. Idempotent and safe to
 * interrupt; run it again after adding a node.
 * @throws {StartError} if the database isn't the coordinator of a usable cluster
 */
export async function distribute(database: Database): Promise<DistributionResult> {
  await checkCluster(database)
  await configureNodes(database)
  await dropForeignKeys(database)
  const tables: string[] = []
  for (const kind of ['reference', 'distributed', 'local'] as const) {
    for (const table of await listUndistributed(database, kind)) {
      await runSerialized(database, (transaction) => placeTable(transaction, table))
      tables.push(table)
    }
  }
  await distributeFunctions(database)
  const restoredLater = await restoreForeignKeys(database)
  return { tables, leftOut: restoredLater }
}

/** Whether the database is distributed. New tables must then be placed before others reference them. */
export async function isDistributed(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass('pg_catalog.pg_dist_partition') is not null`.execute(
    queries,
  )
  if (rows.length === 0) return false
  const distributedTables =
    await sql`select 1 from pg_dist_partition where logicalrelid = to_regclass('programs')`.execute(queries)
  return distributedTables.rows.length > 0
}

/** Places a table on the cluster, including its rows. */
export async function placeTable(transaction: Queries, table: string): Promise<void> {
  const kind = getTableKind(table)
  switch (kind) {
    case 'reference':
      await sql`select create_reference_table(${table})`.execute(transaction)
      return
    case 'local':
      await sql`select citus_add_local_table_to_metadata(${table})`.execute(transaction)
      return
    case 'distributed': {
      const colocatedTable = table === 'programs' ? 'none' : 'programs'
      await sql`select create_distributed_table(${table}, ${distributionColumn(table)}, colocate_with => ${colocatedTable})`.execute(
        transaction,
      )
    }
  }
}

function getTableKind(table: string): TableKind {
  const kind = Object.entries(TABLE_KINDS).find(([name]) => name === table)?.[1]
  if (kind === undefined) throw new Error(`the table ${table} has no kind in core/database/table-kinds.ts`)
  return kind
}

async function checkCluster({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`.execute(kysely)
  const version = rows[0]?.version
  if (version === undefined) {
    throw new StartError(
      'The database has no Citus. Add citus to shared_preload_libraries on every node and run `create extension citus` in this database on each of them.',
    )
  }
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number)
  if (major < MIN_VERSION.major || (major === MIN_VERSION.major && minor < MIN_VERSION.minor)) {
    throw new StartError(
      `The database has Citus ${version}; version ${MIN_VERSION.major}.${MIN_VERSION.minor} or later is required.`,
    )
  }
  const nodes = await sql<{ here: number; coordinators: number; workers: number; most: number }>`
    select (select groupid from pg_dist_local_group) as here, count(*) filter (where groupid = 0) as coordinators,
      count(*) filter (where groupid > 0 and isactive and shouldhaveshards) as workers, coalesce(max(groupid), 0) as most
    from pg_dist_node where noderole = 'primary'`.execute(kysely)
  const [node] = nodes.rows
  if (node === undefined) throw new Error('a count without a row')
  if (node.here !== 0) {
    throw new StartError(
      'The database is a worker of its cluster. Set DATABASE_ADMIN_URL to the coordinator’s URL.',
    )
  }
  if (node.coordinators === 0) {
    throw new StartError(
      "The coordinator is not registered in its own cluster. Run `select citus_set_coordinator_host('<its address>', <its port>)` in this database.",
    )
  }
  if (node.workers === 0) {
    throw new StartError(
      "The cluster has no workers. Run `select citus_add_node('<its address>', <its port>)` in this database for each.",
    )
  }
  if (node.most > MAX_GROUPS) {
    throw new StartError(
      `A node of the cluster has group ${node.most}, whose IDs would be too large. Groups up to ${MAX_GROUPS} are supported, and each added node gets the next group.`,
    )
  }
}

/** Settings for every session on every node. A copy of the database needs them again. */
export const CLUSTER_SETTINGS = {
  // Propagates the actor (`set local affiliate.acting`) to the node whose triggers write the audit log.
  'citus.propagate_set_commands': 'local',
  // The service's triggers only write to the same program on the same node, or to tables on the coordinator.
  'citus.enable_unsafe_triggers': 'on',
  // Uses one connection per node: a transaction that reads many programs over several connections couldn't write to a
  // reference table.
  'citus.multi_shard_modify_mode': 'sequential',
}

async function configureNodes({ kysely }: Database): Promise<void> {
  for (const [name, value] of Object.entries(CLUSTER_SETTINGS)) {
    await sql`
      select run_command_on_all_nodes(
        format('alter database %I set %s = %L', current_database(), ${name}::text, ${value}::text))`.execute(
      kysely,
    )
  }
}

/**
 * Lists the tables of a kind that aren't placed yet. Programs come first, because the others are colocated with them.
 */
async function listUndistributed({ kysely }: Database, kind: TableKind): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_dist_partition d where d.logicalrelid = c.oid)
      and not exists (select 1 from pg_depend e where e.objid = c.oid and e.deptype = 'e')
    order by c.relname <> 'programs', c.relname`.execute(kysely)
  const names = rows.map(({ name }) => name).filter((name) => name !== FOREIGN_KEYS_ASIDE)
  return names.filter((name) => getTableKind(name) === kind)
}

/** Distributes the functions that triggers and statements call on any node. */
async function distributeFunctions({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')`.execute(kysely)
  for (const { name } of rows) await placeFunction(kysely, name)
}

/**
 * Creates a function on every node. A program's functions run on its worker, even within a transaction, so the IDs they
 * generate come from the worker's range.
 */
export async function placeFunction(queries: Queries, name: string): Promise<void> {
  const program = FUNCTIONS_OF_PROGRAMS[name]
  await (program === undefined
    ? sql`select create_distributed_function(${name}::regproc::regprocedure)`
    : sql`
        select create_distributed_function(
          ${name}::regproc::regprocedure, ${program}::text, colocate_with => 'programs', force_delegation => true)`
  ).execute(queries)
}

/**
 * Table of the dropped foreign keys, so that they can be restored after an interruption. It is dropped once all are
 * back.
 */
const FOREIGN_KEYS_ASIDE = 'foreign_keys_aside'

/**
 * Drops foreign keys, because tables that reference each other can't be placed one by one. Each dropped key is
 * recorded.
 */
async function dropForeignKeys(database: Database): Promise<void> {
  await runSerialized(database, async (transaction) => {
    await sql`create table if not exists ${sql.table(FOREIGN_KEYS_ASIDE)} (
      table_name text not null, name text not null, definition text not null, target text not null,
      primary key (table_name, name))`.execute(transaction)
    const keys = await sql<{ table_name: string; name: string }>`
      insert into ${sql.table(FOREIGN_KEYS_ASIDE)} (table_name, name, definition, target)
      select c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid), c.confrelid::regclass::text
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace and not t.relispartition
      where c.contype = 'f' and c.conparentid = 0 and not exists (
        select 1 from pg_dist_partition d where d.logicalrelid = c.conrelid)
      on conflict (table_name, name) do nothing
      returning table_name, name`.execute(transaction)
    for (const { table_name, name } of keys.rows) {
      await sql`alter table ${sql.table(table_name)} drop constraint ${sql.ref(name)}`.execute(transaction)
    }
  })
}

/**
 * Restores the dropped foreign keys.
 * @returns those that Citus doesn't support
 */
async function restoreForeignKeys(database: Database): Promise<string[]> {
  const { rows } = await sql<{ table_name: string; name: string; definition: string; target: string }>`
    select table_name, name, definition, target from ${sql.table(FOREIGN_KEYS_ASIDE)} order by table_name, name`.execute(
    database.kysely,
  )
  const restoredLater: string[] = []
  for (const { table_name, name, definition, target } of rows) {
    if (getTableKind(table_name) === 'reference' && getTableKind(target) === 'distributed') {
      restoredLater.push(`${table_name}.${name}`)
      continue
    }
    await runSerialized(database, async (transaction) => {
      await sql`alter table ${sql.table(table_name)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        transaction,
      )
      await sql`
        delete from ${sql.table(FOREIGN_KEYS_ASIDE)} where table_name = ${table_name} and name = ${name}`.execute(
        transaction,
      )
    })
  }
  await sql`drop table ${sql.table(FOREIGN_KEYS_ASIDE)}`.execute(database.kysely)
  return restoredLater
}

async function runSerialized(
  database: Database,
  work: (transaction: Queries) => Promise<void>,
): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    // Moving a large table has no universal time limit.
    await allowLongStatements(transaction, 0)
    await serializeDistribution(transaction)
    await work(transaction)
  })
}

/**
 * Uses one connection per node, so that a transaction's statements on tables that reference each other run in sequence.
 */
export async function serializeDistribution(transaction: Queries): Promise<void> {
  // Connections opened earlier don't have these settings.
  for (const [name, value] of Object.entries(CLUSTER_SETTINGS)) {
    await sql`select set_config(${name}, ${value}, true)`.execute(transaction)
  }
}
