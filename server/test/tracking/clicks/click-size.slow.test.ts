import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createClickPartitions } from '../../../src/tracking/clicks/create-click-partitions.job.ts'
import { createClickRecorder } from '../../../src/tracking/clicks/record-click.flow.ts'
import {
  createTestPartner,
  createTestProgram,
  isCluster,
  startTestService,
  titleUnlessCluster,
} from '../../harness.ts'
import { visitorClick } from './visitors.ts'

const { database, clock, deps } = await startTestService({ ownDatabase: true })
const { kysely } = database

const size = titleUnlessCluster(
  'a click takes at most 300 bytes on disk, indexes and dimensions included',
  'tables with many partitions have empty pages',
)
test.skipIf(isCluster)(size, async () => {
  await createClickPartitions(deps)
  const program = await createTestProgram({ database, clock })
  const codes = [program.code]
  for (let index = 0; index < 9; index++) {
    codes.push((await createTestPartner({ database, clock }, program)).code)
  }
  const record = createClickRecorder(deps)
  const clicks = 30_000
  const batch = 200
  for (let first = 0; first < clicks; first += batch) {
    const at = (number: number) => new Date(clock.now().getTime() + number * 97)
    const requests = Array.from({ length: batch }, (_, index) =>
      visitorClick(first + index, { codes, at: at(first + index), ids: deps.ids }),
    )
    const outcomes = await record(requests)
    expect(outcomes.every(({ kind }) => kind === 'counted')).toBe(true)
  }
  const { rows } = await sql<{ bytes: string }>`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and relname ~ '^click_(events|dimensions)'`.execute(kysely)
  const bytesPerClick = Number(rows[0]?.bytes) / clicks
  expect(bytesPerClick).toBeGreaterThan(150)
  expect(bytesPerClick).toBeLessThanOrEqual(300)
})
