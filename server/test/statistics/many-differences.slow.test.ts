import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import { createTestProgram, startTestService } from '../harness.ts'

const service = await startTestService({ ownDatabase: true })
const { database } = service

test('reports all differences, even if there are very many', async () => {
  const program = await createTestProgram(service)
  await sql`
    insert into daily_link_stats (program_id, day, partner_id, link_id, currency, shard, clicks, leads, conversions)
    select ${program.id}::bigint, date '2026-03-01', ${program.partnerId}::bigint, n, 'XXX', 32, 1, 1, 1
    from generate_series(1, 22000) n`.execute(database.kysely)
  const { differences } = await verifyStatistics(database, program.id)
  // Three values per link, on its day and in two roll-ups, and one partner without a day.
  expect(differences).toHaveLength(3 * 3 * 22_000 + 1)
})
