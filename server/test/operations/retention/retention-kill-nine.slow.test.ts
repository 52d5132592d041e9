import { createGunzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { systemIds } from '../../../src/core/deps.ts'
import { rebuildStatistics } from '../../../src/statistics/rebuild-statistics.flow.ts'
import { uuidV7 } from '../../../src/tracking/clicks/click-id.rule.ts'
import { createClickPartition } from '../../../src/tracking/clicks/click-partitions.sql.ts'
import { startCommand } from '../../command.ts'
import { openDataLocation } from '../../data-location.ts'
import { createTestProgram, TestClock } from '../../harness.ts'
import { startFakeS3 } from '../backup/fake-s3.ts'
import { expireLease } from './old-clicks.ts'

const CLICKS = 6

test('if a run is killed, clicks are kept until their archive is complete, and the next run resumes', async () => {
  const location = await openDataLocation()
  const s3 = await startFakeS3('archives')
  const environment = {
    ...location.environment,
    ...s3.environment,
    APP_SECRET: 'a-secret-of-the-shop-that-archives-its-clicks-01',
    CLICK_RETENTION_MONTHS: '2',
    ARCHIVE_TO: 's3://archives/old',
  }
  let programId = 0
  await location.look(async (database) => {
    await createClickPartition(database, new Date('2024-02-01'))
    const program = await createTestProgram({ database, clock: new TestClock('2024-01-01T00:00:00Z') })
    programId = program.id
    const values = Array.from({ length: CLICKS }, (_, index) => {
      // The last ones are in a month without a partition.
      const received_at = new Date(Date.UTC(2024, index < 4 ? 1 : 4, 10, 0, 0, index))
      const { id: program_id, linkId: link_id, partnerId: partner_id } = program
      const click_uuid = uuidV7(received_at, systemIds.bytes(10))
      return { program_id, received_at, click_uuid, link_id, partner_id, is_test: false }
    })
    await database.kysely.insertInto('click_events').values(values).execute()
    await rebuildStatistics(database, program.id)
  })
  const clicksLeft = async () => {
    let clicks = 0
    await location.look(async ({ kysely }) => {
      clicks = (await kysely.selectFrom('click_events').select('id').execute()).length
    })
    return clicks
  }
  const archive = `old/clicks-${programId}-2024-02`
  for (const step of [
    `PUT ${archive}/data.00000`,
    `PUT ${archive}/manifest.json`,
    `GET ${archive}/data.00000`,
  ]) {
    const command = startCommand(['retention', 'run'], environment)
    s3.before = async (call) => {
      if (call === step) command.child.kill('SIGKILL')
      return undefined
    }
    expect(await command.ended).toBe('SIGKILL')
    expect([step, await clicksLeft()]).toEqual([step, CLICKS])
    if (step.endsWith('manifest.json')) {
      const tooSoon = startCommand(['retention', 'run'], environment)
      expect(await tooSoon.ended).toBe(1)
      expect(tooSoon.output.stderr).toContain('was killed less than 60 seconds ago. Try again in a minute')
    }
    await location.look(expireLease)
  }

  s3.before = async () => undefined
  const run = async (...args: string[]) => {
    const { ended, output } = startCommand([...args, '--json'], environment)
    expect([args, await ended, output.stderr]).toEqual([args, 0, ''])
    return JSON.parse(output.stdout)
  }
  expect((await run('retention', 'run', '--dry-run')).months).toMatchObject([
    { month: '2024-02', dropsPartition: true, programs: [{ programId, clicks: 4 }] },
    { month: '2024-05', dropsPartition: false, programs: [{ programId, clicks: 2 }] },
  ])
  const done = await run('retention', 'run')
  expect(done.dropped).toEqual([
    { month: '2024-02', programs: [programId], partition: true },
    { month: '2024-05', programs: [programId], partition: false },
  ])
  expect(await clicksLeft()).toBe(0)
  const manifests = [...s3.objects.keys()].filter((key) => key.endsWith('manifest.json')).sort()
  expect(manifests).toEqual([`${archive}/manifest.json`, `old/clicks-${programId}-2024-05/manifest.json`])
  expect(await run('retention', 'verify')).toEqual({ archives: 2, faults: [] })
  expect(
    (await run('stats', 'verify')).differences.filter(
      ({ column }: { column: string }) => column === 'clicks',
    ),
  ).toEqual([])
  const rebuilt = await run('stats', 'rebuild')
  expect(rebuilt.archived).toEqual([{ program_id: programId, first: '2024-02', last: '2024-05' }])
  const status = await run('retention', 'status')
  expect(status.programs).toMatchObject([
    { programId, waiting: [], gone: [{ month: '2024-02' }, { month: '2024-05' }] },
  ])

  const read = startCommand(
    ['retention', 'read', '--program', String(programId), '--month', '2024-02'],
    environment,
  )
  expect(await read.ended).toBe(0)
  expect(read.output.stdout.trim().split('\n')).toHaveLength(1 + 4)
  const unzipped = createGunzip()
  unzipped.end(s3.objects.get(`${archive}/data.00000`))
  let csv = ''
  for await (const bytes of unzipped) csv += bytes
  expect(csv).toBe(read.output.stdout)

  s3.objects.set(`${archive}/data.00000`, Buffer.from('something else'))
  const altered = startCommand(['retention', 'verify'], environment)
  expect(await altered.ended).toBe(1)
  expect(altered.output.stdout).toMatch(/clicks-\d+-2024-02 in s3:\/\/archives\/old: /)
})
