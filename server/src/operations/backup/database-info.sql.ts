import { type Kysely, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { findInstallation } from '../../core/database/installation.sql.ts'
import { RESTORING } from '../../core/database/migrate.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { DatabaseInfo } from './backup.ts'

export async function readDatabaseInfo(queries: Queries): Promise<DatabaseInfo> {
  const { rows } = await sql<{ version: number; is_migrated: boolean }>`
    select current_setting('server_version_num')::integer as version,
      to_regclass('migrations') is not null as is_migrated`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no version')
  if (!row.is_migrated) return { serverVersion: row.version, migration: '' }
  const newest = await sql<{ migration: string | null }>`
    select max(substring(name from '^[0-9]+')) as migration from migrations`.execute(queries)
  return {
    serverVersion: row.version,
    migration: newest.rows[0]?.migration ?? '',
    secretFingerprint: (await findInstallation(queries))?.secretFingerprint,
  }
}

/** Counts user-defined tables, views and functions, excluding extensions and the restore marker. */
export async function countOwnObjects(queries: Queries): Promise<number> {
  const { rows } = await sql<{ objects: number }>`
    with own as (
      select oid from pg_namespace
      where nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_toast%' and nspname not like 'pg\\_temp%'
    ), found as (
      select c.oid, 'pg_class'::regclass as class from pg_class c where c.relnamespace in (select oid from own)
        and c.oid is distinct from to_regclass(${RESTORING})
      union all
      select p.oid, 'pg_proc'::regclass from pg_proc p where p.pronamespace in (select oid from own)
    )
    select count(*)::integer as objects from found f
    where not exists (
      select 1 from pg_depend d where d.classid = f.class and d.objid = f.oid and d.deptype = 'e')`.execute(
    queries,
  )
  return rows[0]?.objects ?? 0
}

/** Creates the restore marker. It is committed before the first row is restored. */
export async function markRestoring(queries: Queries): Promise<void> {
  await sql`create table if not exists ${sql.table(RESTORING)} (restoring boolean)`.execute(queries)
}

export async function unmarkRestoring(transaction: Queries): Promise<void> {
  await sql`drop table if exists ${sql.table(RESTORING)}`.execute(transaction)
}

/**
 * Runs `act` in a repeatable-read snapshot that other connections can join.
 * @param work receives the name of the snapshot
 */
export async function withSnapshot<Result>(
  kysely: Kysely<Schema>,
  work: (snapshot: string, info: DatabaseInfo) => Promise<Result>,
): Promise<Result> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      // A copy may take any length of time.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
      const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(
        transaction,
      )
      const info = await readDatabaseInfo(transaction)
      return work(rows[0]?.snapshot ?? '', info)
    })
}

/** Flushes all changes to the data files, so that a copy needs little of the log. */
export async function checkpoint(queries: Queries): Promise<void> {
  await sql`checkpoint`.execute(queries)
}
