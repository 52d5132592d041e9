import { sql } from 'kysely'
import { StartError } from '../errors/start-error.ts'
import type { Database, Queries } from './database.ts'
import { allowLongStatements } from './long-statements.sql.ts'
import { distributionColumn, FUNCTIONS_OF_PROGRAMS, TABLE_KINDS, type TableKind } from './table-kinds.ts'

/** The oldest version of Citus that the whole test suite has passed on. */
const LEAST_VERSION = { major: 13, minor: 2 }

/** Ids come from ranges of 2^48 per node, numbered by the group of the node; past 2^53 they are no numbers any more. */
const MOST_GROUPS = 31

export interface Distributed {
  /** The tables that got their place now. */
  tables: string[]
  /** Foreign keys from a reference table to a distributed one, which Citus cannot have: `stats verify` checks them. */
  leftOut: string[]
}

/**
 * Spreads a migrated database over the nodes of its cluster, each table by its kind. What is in place already stays as
 * it is, so it may be interrupted and run again, and is run again after a node was added.
 * @throws {StartError} the database is no coordinator of a cluster that can be used
 */
export async function distribute(database: Database): Promise<Distributed> {
  await checkCluster(database)
  await configureNodes(database)
  await setForeignKeysAside(database)
  const tables: string[] = []
  for (const kind of ['reference', 'distributed', 'local'] as const) {
    for (const table of await listUnplaced(database, kind)) {
      await inSequence(database, (transaction) => placeTable(transaction, table))
      tables.push(table)
    }
  }
  await distributeFunctions(database)
  const leftOut = await bringForeignKeysBack(database)
  return { tables, leftOut }
}

/** Whether the database is spread over a cluster: then a new table has to get its place before it is pointed at. */
export async function isDistributed(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass('pg_catalog.pg_dist_partition') is not null`.execute(
    queries,
  )
  if (rows.length === 0) return false
  const placed =
    await sql`select 1 from pg_dist_partition where logicalrelid = to_regclass('programs')`.execute(queries)
  return placed.rows.length > 0
}

/** Gives a table its place on the cluster, with the rows it has. */
export async function placeTable(transaction: Queries, table: string): Promise<void> {
  const kind = kindOf(table)
  switch (kind) {
    case 'reference':
      await sql`select create_reference_table(${table})`.execute(transaction)
      return
    case 'local':
      await sql`select citus_add_local_table_to_metadata(${table})`.execute(transaction)
      return
    case 'distributed': {
      const together = table === 'programs' ? 'none' : 'programs'
      await sql`select create_distributed_table(${table}, ${distributionColumn(table)}, colocate_with => ${together})`.execute(
        transaction,
      )
    }
  }
}

function kindOf(table: string): TableKind {
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
      'The database has no Citus: put citus into shared_preload_libraries of every node and run `create extension citus` in this database on each of them.',
    )
  }
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number)
  if (major < LEAST_VERSION.major || (major === LEAST_VERSION.major && minor < LEAST_VERSION.minor)) {
    throw new StartError(
      `The database has Citus ${version}; it takes at least ${LEAST_VERSION.major}.${LEAST_VERSION.minor}.`,
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
      'The database is a worker of its cluster: set DATABASE_ADMIN_URL to the coordinator.',
    )
  }
  if (node.coordinators === 0) {
    throw new StartError(
      "The coordinator is no node of its own cluster yet: run `select citus_set_coordinator_host('<its address>', <its port>)` in this database.",
    )
  }
  if (node.workers === 0) {
    throw new StartError(
      "The cluster has no worker yet: run `select citus_add_node('<its address>', <its port>)` in this database for each.",
    )
  }
  if (node.most > MOST_GROUPS) {
    throw new StartError(
      `A node of the cluster has the group ${node.most}: ids of rows that are made there would be too large. Groups go up to ${MOST_GROUPS}, and a node that is added anew takes the next one.`,
    )
  }
}

/** What each session of each node has to know; a copy of the database has to be told again. */
export const CLUSTER_SETTINGS = {
  // Who acts (`set local affiliate.acting`) reaches the node whose triggers write it down.
  'citus.propagate_set_commands': 'local',
  // Ours write to the same program on the same node, or to the coordinator's own tables, and nothing else.
  'citus.enable_unsafe_triggers': 'on',
  // One connection to each node: a transaction that has read many programs over several may write to no table of all nodes.
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

/** The tables of a kind that have no place on the cluster yet; programs go first, because all others go with them. */
async function listUnplaced({ kysely }: Database, kind: TableKind): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_dist_partition d where d.logicalrelid = c.oid)
      and not exists (select 1 from pg_depend e where e.objid = c.oid and e.deptype = 'e')
    order by c.relname <> 'programs', c.relname`.execute(kysely)
  const names = rows.map(({ name }) => name).filter((name) => name !== FOREIGN_KEYS_ASIDE)
  return names.filter((name) => kindOf(name) === kind)
}

/** Functions that triggers and statements call on any node. */
async function distributeFunctions({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')`.execute(kysely)
  for (const { name } of rows) await placeFunction(kysely, name)
}

/**
 * Makes a function known on every node. One of a program runs where the program is, within a transaction too: what it
 * writes has its ids from there, whoever calls it.
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

/** The foreign keys that wait to be added again, should this be interrupted; gone when all are back. */
const FOREIGN_KEYS_ASIDE = 'foreign_keys_aside'

/** Tables that point at each other cannot be placed one by one; each key is written down where it is dropped. */
async function setForeignKeysAside(database: Database): Promise<void> {
  await inSequence(database, async (transaction) => {
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

/** @returns those that Citus cannot have */
async function bringForeignKeysBack(database: Database): Promise<string[]> {
  const { rows } = await sql<{ table_name: string; name: string; definition: string; target: string }>`
    select table_name, name, definition, target from ${sql.table(FOREIGN_KEYS_ASIDE)} order by table_name, name`.execute(
    database.kysely,
  )
  const leftOut: string[] = []
  for (const { table_name, name, definition, target } of rows) {
    if (kindOf(table_name) === 'reference' && kindOf(target) === 'distributed') {
      leftOut.push(`${table_name}.${name}`)
      continue
    }
    await inSequence(database, async (transaction) => {
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
  return leftOut
}

async function inSequence(database: Database, work: (transaction: Queries) => Promise<void>): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    // Moving the rows of a large table has no limit that fits all.
    await allowLongStatements(transaction, 0)
    await takeTurns(transaction)
    await work(transaction)
  })
}

/** One connection per node: statements of one transaction that touch tables which point at each other take turns. */
export async function takeTurns(transaction: Queries): Promise<void> {
  // A connection that was open before has other settings.
  for (const [name, value] of Object.entries(CLUSTER_SETTINGS)) {
    await sql`select set_config(${name}, ${value}, true)`.execute(transaction)
  }
}
