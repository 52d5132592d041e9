import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '../../src/core/config/limits.ts'
import { type Database, openPostgres } from '../../src/core/database/database.ts'
import { openDataLocation } from '../data-location.ts'

/** Opens connections to a new database with the given default settings. */
async function open(settings: Record<string, string>, maxConnections = 3) {
  const { environment, look } = await openDataLocation()
  const connectionString = environment.DATABASE_URL
  if (connectionString === undefined) throw new Error('this test needs a server')
  const name = new URL(connectionString).pathname.slice(1)
  const set = (setting: string, value: string) =>
    look((one) =>
      one.script(
        `begin; set transaction read write; alter database "${name}" set ${setting} = '${value}'; commit`,
      ),
    )
  for (const [setting, value] of Object.entries(settings)) await set(setting, value)
  const options = { maxConnections, statementTimeoutMs: 10_000, connectTimeoutMs: 10_000 }
  const database = await openPostgres({ connectionString, ...options })
  onTestFinished(() => database.close())
  return { database, set }
}

test('parses a timestamp regardless of the database’s DateStyle', async () => {
  const { database } = await open({ datestyle: 'German', timezone: 'America/St_Johns' })
  const at = new Date('2026-03-08T23:59:59.123Z')
  const { rows } = await sql<{ at: Date; day: string }>`
    select ${at}::timestamptz as at, '2026-03-08'::date as day`.execute(database.kysely)
  expect(rows).toEqual([{ at, day: '2026-03-08' }])
})

test('fails on a timestamp it cannot parse instead of returning null', async () => {
  const { database } = await open({}, 1)
  await sql`set datestyle = 'German'`.execute(database.kysely)
  await expect(sql`select now() as at`.execute(database.kysely)).rejects.toThrow('cannot parse')
})

test('closes connections to a read-only server and keeps connections to the new primary', async () => {
  const retryMs = limits.readOnlyRetryMs
  onTestFinished(() => void Object.assign(limits, { readOnlyRetryMs: retryMs }))
  Object.assign(limits, { readOnlyRetryMs: 0 })
  const { database, set } = await open({ default_transaction_read_only: 'on' })
  const connectedPids = () => Promise.all(Array.from({ length: 3 }, () => readPid(database)))
  const pidsBefore = new Set(await connectedPids())
  const write = () => sql`create table written (id integer)`.execute(database.kysely)
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  await set('default_transaction_read_only', 'off')
  await write()
  expect((await connectedPids()).filter((pid) => pidsBefore.has(pid))).toEqual([])
  expect(database.totals().breaks).toBeGreaterThan(0)
})

async function readPid({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(kysely)
  return rows[0]?.pid ?? 0
}
