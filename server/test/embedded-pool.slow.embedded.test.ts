import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../src/core/database/database.ts'
import { createTestProgram, openTestDatabase, TEST_TIME, TestClock } from './harness.ts'

/**
 * Data that a test leaves in its own database must not reach the next test, or tests could pass only because of
 * earlier ones.
 */

const clock = new TestClock(TEST_TIME)

async function queryRows<Row>({ kysely }: Database, text: string): Promise<Row[]> {
  return (await kysely.executeQuery<Row>(CompiledQuery.raw(text))).rows
}

/** Returns each non-empty table's rows and each sequence's value. */
async function dumpDatabase(database: Database) {
  const tables = await queryRows<{ name: string }>(
    database,
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const [all] = await queryRows<{ text: string | null }>(
      database,
      `select string_agg(t::text, '|' order by t::text) as text from ${name} t`,
    )
    if (all?.text != null) content[name] = all.text
  }
  const sequences = await queryRows(database, 'select sequencename, last_value from pg_sequences order by 1')
  return { content, sequences }
}

test('a used database is like new when it is reused', async () => {
  const { database, drop } = await openTestDatabase()
  const fresh = await dumpDatabase(database)
  await createTestProgram({ database, clock })
  await queryRows(database, 'delete from migrations')
  expect(await dumpDatabase(database)).not.toEqual(fresh)
  await drop()
  const next = await openTestDatabase()
  expect(await dumpDatabase(next.database)).toEqual(fresh)
  const { id } = await createTestProgram({ database: next.database, clock })
  expect(id).toBe(1)
  await next.drop()
})

test.each([
  ['a column', 'alter table programs add column left_over text'],
  ['a disabled trigger', 'alter table audit_log disable trigger user'],
  ['planner statistics', 'analyze'],
])('%s that a test leaves behind does not reach the next test', async (_, change) => {
  const shape = `select
      (select count(*) from pg_attribute where attname = 'left_over') as columns,
      (select count(*) from pg_trigger where tgenabled = 'D') as disabled,
      (select count(*) from pg_statistic s join pg_class c on c.oid = s.starelid
        where c.relnamespace = 'public'::regnamespace) as statistics`
  const { database, drop } = await openTestDatabase()
  const fresh = await queryRows(database, shape)
  await createTestProgram({ database, clock })
  await queryRows(database, change)
  expect(await queryRows(database, shape)).not.toEqual(fresh)
  await drop()
  const next = await openTestDatabase()
  expect(await queryRows(next.database, shape)).toEqual(fresh)
  await next.drop()
})

test('a database that was returned to the pool rejects queries', async () => {
  const { database, drop } = await openTestDatabase()
  await drop()
  await expect(queryRows(database, 'select 1')).rejects.toThrow()
})
