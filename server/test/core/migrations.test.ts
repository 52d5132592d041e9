import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Database, openPostgres } from '../../src/core/database/database.ts'
import { migrate, rejectUnknownSchema } from '../../src/core/database/migrate.ts'
import { openTestDatabase } from '../harness.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')

/** Opens connections to one empty database for several processes; just one for PGlite. */
async function openEmptyDatabase(processes: number): Promise<Database[]> {
  const source = inject('database')
  if (source.kind === 'embedded') {
    // Emptying the database saves the five seconds it would take to create a new one.
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
  const appliedNames = await Promise.all(databases.map((database) => migrate(database, NOW)))
  const names = appliedNames.flat()
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

test('migrating again does nothing', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  const first = await migrate(database, NOW)
  expect(first).toEqual([...first].sort())
  expect(await migrate(database, NOW)).toEqual([])
})

test('a migration is identified by its number only', async () => {
  const [database] = await openEmptyDatabase(1)
  if (database === undefined) throw new Error('no database was opened')
  await migrate(database, NOW)
  await sql`update migrations set name = '0001_former_name.sql' where name like '0001%'`.execute(
    database.kysely,
  )
  expect(await migrate(database, NOW)).toEqual([])
})

test.each([
  ['9999_future.sql', 'The schema is newer than this version: it has 9999.'],
  ['001_accounts.sql', 'This database was created before version 1.0.0'],
])('another version’s schema (%s) is rejected', async (name, message) => {
  const { database, drop } = await openTestDatabase()
  onTestFinished(drop)
  await expect(rejectUnknownSchema(database)).resolves.toBeUndefined()
  await sql`insert into migrations values (${name}, now())`.execute(database.kysely)
  await expect(rejectUnknownSchema(database)).rejects.toThrow(message)
})

test.each([
  ['another baseline', sql`update migrations set digest = 'other'`],
  ['a baseline from before its digest was stored', sql`alter table migrations drop column digest`],
])('the schema of %s is rejected', async (_title, change) => {
  const { database, drop } = await openTestDatabase()
  onTestFinished(drop)
  await change.execute(database.kysely)
  await expect(rejectUnknownSchema(database)).rejects.toThrow(
    'This database was created by another version of 0001_baseline.sql and can’t be upgraded.',
  )
})
