import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Returns how many connections this user may have to this database. Other users' connections are ignored. */
export async function readConnectionLimit(queries: Queries): Promise<number> {
  const { rows } = await sql<{ connections: number }>`
    select least(
      current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true)::integer, 0),
      nullif(r.rolconnlimit, -1),
      nullif(d.datconnlimit, -1)) as connections
    from pg_roles as r, pg_database as d
    where r.rolname = current_user and d.datname = current_database()`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('the server does not know its own user or database')
  return row.connections
}
