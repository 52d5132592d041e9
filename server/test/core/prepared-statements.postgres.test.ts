import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Schema } from '../../src/core/database/schema.ts'
import { loadedStatements } from '../../src/core/database/statement.ts'
import { isCluster, startTestService, type TestService } from '../harness.ts'

/** Changes that a later release may make to every table while processes with this version are running. */
const LATER = `
  select format('alter table %I add column of_a_later_release integer', c.relname) as ddl
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

describe.skipIf(inject('database').kind !== 'postgres')('a statement prepared before a migration', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService({ ownDatabase: true })
  })

  it('works afterwards, even if its tables have new columns', async () => {
    const statements = [...loadedStatements()]
    expect(statements.map(([name]) => name)).toEqual(
      expect.arrayContaining(['find-session', 'find-program-for-user', 'read-daily-stats']),
    )
    await service.database.kysely.connection().execute(async (connection) => {
      for (const [name, text] of statements) await run(connection, `prepare "${name}" as ${text}`)
      await run(connection, 'prepare everything as select * from programs')
      const { rows } = await sql<{ ddl: string }>`${sql.raw(LATER)}`.execute(connection)
      expect(rows.length).toBeGreaterThan(20)
      for (const { ddl } of rows) await run(connection, ddl)
      const failed: string[] = []
      for (const [name, text] of statements) {
        await run(connection, explain(name, text)).catch((error) => failed.push(`${name}: ${error.message}`))
      }
      // Citus can't explain a prepared `insert … select` across shards.
      const unexplained = isCluster
        ? ['save-rejected-requests', 'save-test-click'].map(
            (name) => `${name}: could not create distributed plan`,
          )
        : []
      expect(failed).toEqual(unexplained)
      // Proves that the check can fail: a statement that doesn't list its columns fails.
      await expect(run(connection, 'explain execute everything')).rejects.toThrow(
        'cached plan must not change result type',
      )
    })
  })
})

const run = (connection: Kysely<Schema>, text: string) => sql.raw(text).execute(connection)

/** Plans the statement again, as its next execution would, without running it. */
function explain(name: string, text: string): string {
  const types = new Map([...text.matchAll(/\$(\d+)::(\w+)/g)].map(([, place, type]) => [Number(place), type]))
  // A cluster needs the program id to route the statement.
  const values = Array.from({ length: Math.max(0, ...types.keys()) }, (_, index) =>
    types.get(index + 1) === 'bigint' ? '1' : 'null',
  )
  return `explain execute "${name}"${values.length === 0 ? '' : `(${values.join(', ')})`}`
}
