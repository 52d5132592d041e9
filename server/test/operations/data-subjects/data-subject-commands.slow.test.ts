import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmbeddedIn } from '../../../src/core/database/embedded-database.ts'
import { makeDatabaseAhead, runCommand } from '../../command.ts'
import { openDataLocation } from '../../data-location.ts'
import { newFolder } from '../../new-folder.ts'

const SUBJECT_ARGS = ['--program', '1', '--customer-key', 'ada-1']

test('exports a demo customer to a file, and erases the customer after listing what will be erased', async () => {
  const folder = newFolder()
  const environment = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test' }
  mkdirSync(environment.DATA_DIR)
  makeDatabaseAhead(environment.DATA_DIR)
  const demo = JSON.parse((await runCommand(['demo', '--json'], environment)).stdout)
  const who = ['--program', String(demo.program.id), '--customer-key', demo.customerKey]
  const file = join(folder, 'person.json')

  const reported = await runCommand(['data-subject', 'export', ...who, '--to', file], environment)
  expect([reported.code, reported.stderr]).toEqual([0, ''])
  expect(reported.stdout).toContain('1 customers')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const exported = JSON.parse(readFileSync(file, 'utf8'))
  expect(exported.rows.customers).toMatchObject([{ customer_key: demo.customerKey }])
  expect(
    JSON.parse((await runCommand(['data-subject', 'export', ...who], environment)).stdout).counts,
  ).toEqual(exported.counts)
  const again = await runCommand(['data-subject', 'export', ...who, '--to', file], environment)
  expect([again.code, again.stderr]).toEqual([1, `${file} already exists. Choose another file.\n`])

  const database = await openEmbeddedIn(join(folder, 'data'))
  await database.kysely
    .insertInto('click_archives')
    .values({
      program_id: demo.program.id,
      month: '2024-02-01',
      part: 1,
      place: 's3://acme/old',
      name: 'clicks-1-2024-02',
      manifest_sha256: 'a'.repeat(64),
      clicks: 3,
      test_clicks: 0,
      keys_hash: '0',
      archived_at: new Date('2025-01-01'),
      dropped_at: new Date('2025-01-01'),
    })
    .execute()
  await database.close()

  // Without a terminal, --yes is required.
  const requested = await runCommand(['data-subject', 'erase', ...who], environment)
  expect(requested.code).toBe(1)
  expect(requested.stderr).toContain('This permanently erases 1 customers')
  expect(requested.stderr).toContain(`customer key "${demo.customerKey}"`)
  expect(requested.stderr).toContain(
    'may include visits by this customer: clicks-1-2024-02 in s3://acme/old.',
  )
  expect(requested.stderr).toContain('Nothing was erased because the command needs confirmation. Add --yes.')
  const erased = await runCommand(['data-subject', 'erase', ...who, '--yes', '--json'], environment)
  expect(erased.code, erased.stderr).toBe(0)
  expect(JSON.parse(erased.stdout)).toEqual({
    pseudonyms: [expect.stringMatching(/^erased-/)],
    customerKeys: [demo.customerKey],
    counts: exported.counts,
    archives: ['clicks-1-2024-02 in s3://acme/old'],
  })
  const gone = await runCommand(['data-subject', 'export', ...who], environment)
  expect([gone.code, gone.stdout]).toEqual([1, ''])
  expect(gone.stderr).toContain('No customer matches')
  const verified = await runCommand(['stats', 'verify'], environment)
  expect([verified.code, verified.stderr]).toEqual([0, ''])
}, 120_000)

test('requires exactly one name and an existing program', async () => {
  const environment = { ...(await openDataLocation()).environment, NODE_ENV: 'test' }
  const both = await runCommand(
    ['data-subject', 'export', ...SUBJECT_ARGS, '--email', 'a@b.test'],
    environment,
  )
  expect([both.code, both.stderr]).toEqual([2, 'Use either --customer-key or --email.\n'])
  expect((await runCommand(['data-subject', 'erase', '--program', '1', '--yes'], environment)).code).toBe(2)
  expect((await runCommand(['data-subject', 'erase', '--customer-key', 'a'], environment)).code).toBe(2)
  expect(await runCommand(['data-subject', 'export', ...SUBJECT_ARGS], environment)).toMatchObject({
    code: 1,
    stderr: 'There is no program 1.\n',
  })
})
