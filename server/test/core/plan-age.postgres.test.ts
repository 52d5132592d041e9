import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openPostgres } from '../../src/core/database/database.ts'
import { statement } from '../../src/core/database/statement.ts'

const FIND = statement('find-aged', { id: 'bigint' }, 'select id from aged where id = :id')

test('a statement planned for an empty table is replanned when the table grows', async () => {
  const source = inject('database')
  if (source.kind === 'embedded') throw new Error('this test needs a server')
  const one = await openPostgres({
    connectionString: source.url,
    maxConnections: 1,
    statementTimeoutMs: 10_000,
    connectTimeoutMs: 10_000,
  })
  try {
    await one.script('create temporary table aged (id bigint primary key)')
    await one.script('vacuum (analyze) aged')
    const find = async (calls: number) => {
      for (let id = 1; id <= calls; id++) await one.run(FIND({ id }))
    }
    const plan = async () => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain execute "find-aged" (1)`.execute(
        one.kysely,
      )
      return rows[0]?.['QUERY PLAN']
    }
    await find(10)
    expect(await plan()).toContain('Seq Scan')
    await one.script('insert into aged select generate_series(1, 20000)')
    await find(50)
    expect(await plan()).toContain('Index')
  } finally {
    await one.close()
  }
})
