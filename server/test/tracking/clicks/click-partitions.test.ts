import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { uuidV7 } from '../../../src/tracking/clicks/click-id.rule.ts'
import { createClickPartition } from '../../../src/tracking/clicks/click-partitions.sql.ts'
import { createClickPartitions } from '../../../src/tracking/clicks/create-click-partitions.job.ts'
import { concurrently, createTestProgram, startTestService, type TestProgram } from '../../harness.ts'

const { database, clock, deps } = await startTestService({ ownDatabase: true })
const { kysely } = database

describe('click partitions', () => {
  test('are created for this month and the next three, even by concurrent processes', async () => {
    await concurrently(8, () => createClickPartitions(deps))
    const names = await partitionNames()
    expect(names).toEqual(
      expect.arrayContaining([
        'click_events_2026_03',
        'click_events_2026_04',
        'click_events_2026_05',
        'click_events_2026_06',
        'click_events_default',
      ]),
    )
    await createClickPartitions(deps)
    expect(await partitionNames()).toEqual(names)
  })

  test('are created back to a requested month, even across a year boundary', async () => {
    await createClickPartitions(deps, new Date('2024-11-30T23:59:59Z'))
    expect(await partitionNames()).toEqual(
      expect.arrayContaining(['click_events_2024_11', 'click_events_2024_12', 'click_events_2025_01']),
    )
  })

  test('contain their month’s clicks, in UTC', async () => {
    await createClickPartitions(deps, new Date('2024-11-01T00:00:00Z'))
    const program = await createTestProgram({ database, clock })
    await recordClick(program, '2024-11-30T23:59:59.999Z')
    await recordClick(program, '2024-12-01T00:00:00Z')
    const places = await sql<{ place: string }>`select tableoid::regclass::text as place from click_events
      where program_id = ${program.id} order by received_at`.execute(kysely)
    // On a cluster, this is one of the month's shards, with its number appended.
    const months = places.rows.map(({ place }) => /^click_events_\d{4}_\d{2}/.exec(place)?.[0])
    expect(months).toEqual(['click_events_2024_11', 'click_events_2024_12'])
  })

  test('are not created for a month with clicks in the default partition, and no click is lost', async () => {
    const program = await createTestProgram({ database, clock })
    await recordClick(program, '2023-05-05T05:05:05Z')
    expect(await createClickPartition(database, new Date('2023-05-01T00:00:00Z'))).toBe(false)
    await recordClick(program, '2023-05-06T05:05:05Z')
    const { rows } = await sql`select 1 from click_events where program_id = ${program.id}`.execute(kysely)
    expect(rows).toHaveLength(2)
  })

  async function partitionNames(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'click_events'::regclass order by 1`.execute(kysely)
    return rows.map(({ name }) => name)
  }

  async function recordClick(program: TestProgram, at: string) {
    await kysely
      .insertInto('click_events')
      .values({
        program_id: program.id,
        received_at: new Date(at),
        click_uuid: uuidV7(new Date(at), deps.ids.bytes(10)),
        is_test: false,
        link_id: program.linkId,
        partner_id: program.partnerId,
      })
      .execute()
  }
})
