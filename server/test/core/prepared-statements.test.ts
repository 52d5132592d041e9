import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../src/core/config/limits.ts'
import type { Database } from '../../src/core/database/database.ts'
import { addCleanup } from '../cleanup.ts'
import { openTestDatabase } from '../harness.ts'

/** Statements to the embedded database are prepared transparently. */
let database: Database

beforeAll(async () => {
  const testDatabase = await openTestDatabase()
  database = testDatabase.database
  await sql`create table kept (id bigint primary key, name text)`.execute(database.kysely)
  await sql`insert into kept values (1, 'one'), (2, 'two')`.execute(database.kysely)
  addCleanup(testDatabase.drop)
})

const one = () => sql`select * from kept where id = ${1}`.execute(database.kysely).then(({ rows }) => rows)

test('a statement returns its table’s current columns', async () => {
  expect(await one()).toEqual([{ id: 1, name: 'one' }])
  await sql`alter table kept add column size integer`.execute(database.kysely)
  expect(await one()).toEqual([{ id: 1, name: 'one', size: null }])
  await sql`alter table kept drop column size`.execute(database.kysely)
  expect(await one()).toEqual([{ id: 1, name: 'one' }])
})

test('statements still work when there are more of them than are kept prepared, even when repeated', async () => {
  for (let time = 0; time < 2; time++) {
    for (let n = 0; n < limits.embeddedStatements + 10; n++) {
      const { rows } = await sql`select ${sql.lit(n)}::integer as n`.execute(database.kysely)
      expect(rows).toEqual([{ n }])
    }
  }
  expect(await one()).toEqual([{ id: 1, name: 'one' }])
})

test('values of all stored types round-trip', async () => {
  const at = new Date('2026-03-10T12:00:00.123Z')
  const bytes = Buffer.from([0, 1, 127, 128, 255])
  for (const text of ['x', '', 'a\\b', "it's", 'đồng 👩‍👩‍👧', null]) {
    const { rows } = await sql`
      select ${text}::text as text, ${at}::timestamptz as at, ${bytes}::bytea as bytes, ${true}::boolean as flag,
        ${9007199254740991}::bigint as big, ${['a', 'b,c', '"']}::text[] as list, ${12}::smallint as small,
        ${JSON.stringify({ a: [1, null] })}::jsonb as json, 1.50::numeric as exact, '2026-03-10'::date as day`.execute(
      database.kysely,
    )
    expect(rows).toMatchObject([
      {
        text,
        at,
        flag: true,
        big: 9007199254740991,
        list: ['a', 'b,c', '"'],
        small: 12,
        json: { a: [1, null] },
      },
    ])
    expect(rows).toMatchObject([{ exact: '1.50', day: '2026-03-10' }])
    expect(Buffer.from((rows as { bytes: Uint8Array }[])[0]?.bytes ?? [])).toEqual(bytes)
  }
})

test('a failing statement returns its error code, and later statements work once the transaction has ended', async () => {
  const insert = (id: number) => sql`insert into kept values (${id}, 'again')`
  await expect(insert(1).execute(database.kysely)).rejects.toMatchObject({ code: '23505' })
  const failed = database.kysely.transaction().execute(async (transaction) => {
    await insert(3).execute(transaction)
    await insert(1).execute(transaction)
  })
  await expect(failed).rejects.toMatchObject({ code: '23505', constraint: 'kept_pkey' })
  await expect(sql`select nothing from kept`.execute(database.kysely)).rejects.toMatchObject({
    code: '42703',
  })
  expect((await sql`select id from kept order by id`.execute(database.kysely)).rows).toEqual([
    { id: 1 },
    { id: 2 },
  ])
  const update = await sql`update kept set name = name || '!'`.execute(database.kysely)
  expect(update.numAffectedRows).toBe(2n)
})

test('a statement planned for a small table is replanned when the table has grown', async () => {
  await sql`create table small (id bigint primary key, name text not null)`.execute(database.kysely)
  await sql`insert into small select n, 'x' from generate_series(1, 5) n`.execute(database.kysely)
  await sql`analyze small`.execute(database.kysely)
  const selectById = (id: number) => sql`select name from small where id = ${id}`.execute(database.kysely)
  for (let id = 1; id <= 10; id++) await selectById(id)
  const readPlan = async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements
      where statement like 'select name from small%'`.execute(database.kysely)
    // On a server, plans belong to a connection, and this one may have none.
    if (rows[0] === undefined) return 'Index Scan'
    const plan = await sql`explain execute ${sql.ref(rows[0].name)} (1)`.execute(database.kysely)
    return JSON.stringify(plan.rows)
  }
  await sql`insert into small select n, 'x' from generate_series(6, 20000) n`.execute(database.kysely)
  expect(await readPlan()).toMatch(/Index|Bitmap/)
})
