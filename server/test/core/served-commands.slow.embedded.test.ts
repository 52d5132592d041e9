import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../src/main.ts'
import { HOLD } from '../../src/operations/backup/backup.ts'
import { RECORD_BACKUP } from '../../src/operations/backup/record-backup.flow.ts'
import { ERASE_DATA_SUBJECT } from '../../src/operations/data-subjects/data-subject-commands.flow.ts'
import { EXPLAIN } from '../../src/reports/explain/explain-command.flow.ts'
import { RECONCILE } from '../../src/reports/performance/reconcile.flow.ts'
import { runCommand } from '../command.ts'
import { newFolder } from '../new-folder.ts'

test('a running service on the embedded database runs stats verify and data subject commands, which cannot be sent over TCP', async () => {
  const folder = newFolder()
  const environment = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test', LOG_LEVEL: 'fatal', PORT: '0' }
  const demo = JSON.parse((await runCommand(['demo', '--json'], environment)).stdout)
  const subjectOptions = ['--program', String(demo.program.id), '--customer-key', demo.customerKey]
  const service = await serve(environment)
  onTestFinished(() => service.stop())
  const { kysely } = service.deps.database

  const names = [RECONCILE, EXPLAIN, ERASE_DATA_SUBJECT, RECORD_BACKUP].map(({ name }) => name)
  for (const path of [...names, HOLD]) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${service.address}/${path}`, { method: 'POST', headers, body: '{}' })
    expect([path, response.status]).toEqual([path, 404])
  }

  const verified = await runCommand(['stats', 'verify', '--json'], environment)
  expect([verified.code, verified.stderr]).toEqual([0, ''])
  expect(JSON.parse(verified.stdout)).toEqual({ programs: 1, differences: [], moneyDifferences: [] })
  expect(await runCommand(['stats', 'verify', '--program', '99'], environment)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no program 99.\n',
  })
  // More differences than fit on one line.
  await sql`update daily_stats set clicks = clicks + 1`.execute(kysely)
  const verification = await runCommand(['stats', 'verify', '--json'], environment)
  expect([
    verification.code,
    JSON.parse(verification.stdout).differences.length > 80,
    verification.stdout.length > 10_000,
  ]).toEqual([1, true, true])
  await sql`update daily_stats set clicks = clicks - 1`.execute(kysely)

  const file = join(folder, 'person.json')
  const exportResult = await runCommand(
    ['data-subject', 'export', ...subjectOptions, '--to', file],
    environment,
  )
  expect([exportResult.code, exportResult.stderr]).toEqual([0, ''])
  const exported = JSON.parse(readFileSync(file, 'utf8'))
  expect(exported.rows.customers).toMatchObject([{ customer_key: demo.customerKey }])
  const erased = await runCommand(
    ['data-subject', 'erase', ...subjectOptions, '--yes', '--json'],
    environment,
  )
  expect(erased.code, erased.stderr).toBe(0)
  expect(JSON.parse(erased.stdout)).toEqual({
    pseudonyms: [expect.stringMatching(/^erased-/)],
    customerKeys: [demo.customerKey],
    counts: exported.counts,
    archives: [],
  })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from program_audit_log
    where action = 'command.data_subject_erase' and user_id is null`.execute(kysely)
  expect(rows[0]?.n).toBeGreaterThan(0)
  const afterErasure = await runCommand(['data-subject', 'export', ...subjectOptions], environment)
  expect([afterErasure.code, afterErasure.stdout]).toEqual([1, ''])
  expect(afterErasure.stderr).toContain('No customer matches')
  expect((await runCommand(['stats', 'verify'], environment)).stdout).toContain('and amounts add up')
}, 120_000)
