import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Queries } from '../../../src/core/database/database.ts'
import { listClaims } from '../../../src/portal/inquiries/claims.sql.ts'
import { createTestProgram, startTestService } from '../../harness.ts'

test('lists open claims without reading closed ones', async () => {
  const service = await startTestService({ ownDatabase: true })
  const { kysely } = service.database
  const { id, partnerId } = await createTestProgram(service)
  await sql`
    insert into claims (program_id, partner_id, transaction_id, note, state, decided_by, created_at, closed_at)
    select ${id}, ${partnerId}, 'order-' || n, 'Mine.', case when n % 1000 = 0 then 'open' else 'rejected' end,
      case when n % 1000 > 0 then 'somebody' end, ${service.clock.now()}::timestamptz - n * interval '1 minute',
      case when n % 1000 > 0 then ${service.clock.now()}::timestamptz end
    from generate_series(1, 5000) n`.execute(kysely)
  await sql`analyze claims`.execute(kysely)
  const read = (work: (queries: Queries) => Promise<unknown>) =>
    kysely.transaction().execute(async (transaction) => {
      const before = await countReads(transaction)
      await work(transaction)
      return (await countReads(transaction)) - before
    })
  const filter = { state: 'open', partnerId: undefined } as const
  const page = { rows: 25, after: undefined }
  expect(
    await read(async (queries) => expect(await listClaims(queries, id, filter, page)).toHaveLength(5)),
  ).toBeLessThan(10)
})

/** Returns the number of claim rows read in this transaction. */
async function countReads(queries: Queries): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_xact_user_tables where relname = 'claims'`.execute(queries)
  return rows[0]?.rows ?? 0
}
