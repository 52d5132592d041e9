import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { hashInvitationSecret } from '../../src/accounts/account-secrets.rule.ts'
import { type Database, openPostgres } from '../../src/platform/database.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { openTestDatabase } from '../harness.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')

/** Connections of several processes to one empty database; PGlite has one process and one connection. */
async function openEmptyDatabase(processes: number): Promise<Database[]> {
  const source = inject('database')
  if (source.kind === 'embedded') {
    // One made anew is as empty, and takes five seconds.
    const { database, drop } = await openTestDatabase()
    onTestFinished(drop)
    await database.script('drop schema public cascade; create schema public')
    return Array.from({ length: processes }, () => database)
  }
  const name = `affiliate_empty_${randomUUID().replaceAll('-', '')}`
  const connect = (databaseName: string) => {
    const url = new URL(source.url)
    url.pathname = `/${databaseName}`
    return openPostgres({
      connectionString: url.toString(),
      maxConnections: 2,
      statementTimeoutMs: 30_000,
      connectTimeoutMs: 30_000,
    })
  }
  const admin = await connect('postgres')
  await admin.script(`create database ${name}`)
  const databases = await Promise.all(Array.from({ length: processes }, () => connect(name)))
  onTestFinished(async () => {
    await Promise.all(databases.map((database) => database.close()))
    await admin.script(`drop database if exists ${name} with (force)`)
    await admin.close()
  })
  return databases
}

test('eight processes that start at once migrate an empty database once', async () => {
  const databases = await openEmptyDatabase(8)
  const applied = await Promise.all(databases.map((database) => migrate(database, NOW)))
  const names = applied.flat()
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names).size).toBe(names.length)
  for (const database of databases) {
    const { rows } = await sql<{
      name: string
      applied_at: Date
    }>`select name, applied_at from migrations`.execute(database.kysely)
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort())
    expect(rows.every(({ applied_at }) => applied_at.getTime() === NOW.getTime())).toBe(true)
  }
})

test('migrating again finds nothing to do', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  const first = await migrate(database, NOW)
  expect(first).toEqual([...first].sort())
  expect(await migrate(database, NOW)).toEqual([])
})

test('an installation that applied the files under their former names finds nothing to do', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  const numbers = (await migrate(database, NOW)).map((name) => name.slice(0, 3))
  expect(new Set(numbers).size).toBe(numbers.length)
  const former = ['004_partner_numbers.sql', '005_due_commissions.sql', '006_refunds.sql', '010_webhooks.sql']
  for (const name of former) {
    const { numAffectedRows } = await sql`
      update migrations set name = ${name} where left(name, 3) = ${name.slice(0, 3)} and name <> ${name}`.execute(
      database.kysely,
    )
    expect(numAffectedRows).toBe(1n)
  }
  expect(await migrate(database, NOW)).toEqual([])
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    database.kysely,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(former))
})

test('012: an invitation that was passed on stays good by its hash, and no session of before is left', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  await migrate(database, NOW)
  // As it was before.
  await database.script(`
    alter table users drop column two_factor_enabled;
    alter table workspaces drop column requires_two_factor;
    drop table two_factors;
    delete from migrations where name like '012%';
    insert into users (id, name, email, created_at, updated_at) values ('u', 'Olga', 'o@acme.test', now(), now());
    insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
      values ('s', 'u', 'a-token', now() + interval '1 day', now(), now());
    insert into workspaces (id, name, slug, created_at) values ('w', 'Acme', 'acme', now());
    insert into workspace_invitations (id, workspace_id, email, role, status, expires_at, inviter_id, created_at)
      values ('Zm9v-secret_of_before', 'w', 'p@acme.test', 'viewer', 'pending', now() + interval '1 day', 'u', now())`)
  expect(await migrate(database, NOW)).toEqual(['012_who_gets_in.sql'])
  const { kysely } = database
  expect(await kysely.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await kysely.selectFrom('workspace_invitations').select('id').execute()).toEqual([
    { id: hashInvitationSecret('Zm9v-secret_of_before') },
  ])
})
