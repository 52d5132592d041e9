import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../src/core/database/database.ts'
import { allowLongStatements } from '../../src/core/database/long-statements.sql.ts'
import { readDatabaseUrl } from '../data-location.ts'
import { startTestService } from '../harness.ts'
import { startTcpProxy } from '../tcp-proxy.ts'

test('a statement without a timeout ends with its process and releases its locks', async () => {
  const source = inject('database')
  if (source.kind === 'embedded') throw new Error('this test needs PostgreSQL')
  const { database } = await startTestService({ ownDatabase: true })
  const address = new URL(await readDatabaseUrl(source.url, database))
  const proxy = await startTcpProxy(Number(address.port || 5432))
  address.host = `127.0.0.1:${proxy.port}`
  const killed = await openPostgres({
    connectionString: address.toString(),
    maxConnections: 1,
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 10_000,
  })
  onTestFinished(killed.close)
  const statement = killed.kysely.transaction().execute(async (transaction) => {
    await allowLongStatements(transaction, 0)
    await sql`lock table partners in share mode`.execute(transaction)
    await sql`select pg_sleep(600)`.execute(transaction)
  })
  const readLocks = async () => {
    const { rows } = await sql`
      select from pg_locks where database = (select oid from pg_database where datname = current_database())
        and relation = 'partners'::regclass and mode = 'ShareLock' and granted
        and pid in (select pid from pg_stat_activity where query like '%pg_sleep(600)')`.execute(
      database.kysely,
    )
    return rows.length
  }
  await expect.poll(readLocks, { timeout: 20_000 }).toBe(1)
  // Simulates the operating system closing a dead process's connections.
  await Promise.all([proxy.close(), expect(statement).rejects.toThrow()])
  await expect.poll(readLocks, { timeout: 20_000 }).toBe(0)
})
