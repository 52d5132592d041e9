import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../../src/main.ts'
import { makeDatabaseAhead, runCommand } from '../../command.ts'
import { newFolder } from '../../new-folder.ts'

test('affiliate explain works with and without a running service on the embedded database', async () => {
  const folder = newFolder()
  const environment = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test', LOG_LEVEL: 'fatal', PORT: '0' }
  mkdirSync(environment.DATA_DIR)
  makeDatabaseAhead(environment.DATA_DIR)
  const demo = JSON.parse((await runCommand(['demo', '--json'], environment)).stdout)
  const explain = (...args: string[]) =>
    runCommand(['explain', '--program', String(demo.program.id), ...args], environment)

  const alone = await explain('--customer-key', demo.customerKey)
  expect([alone.code, alone.stderr]).toEqual([0, ''])
  expect(alone.stdout).toMatch(
    /^[a-z_]+: .*\n[\s\S]*What happened:\n {2}\d{4}-\d\d-\d\dT.* {2}Click on .*link/,
  )
  const unknown = await explain('--transaction', 'never-sent')
  expect([unknown.code, unknown.stdout]).toEqual([
    1,
    'nothing_received: This program received nothing for `never-sent`.\nCheck that it was sent to this program and installation with the live API key, and that the spelling is the same. Rejected requests appear after a few seconds.\n',
  ])
  const missing = await runCommand(['explain', '--program', '999', '--click', 'x'], environment)
  expect([missing.code, missing.stderr]).toEqual([1, 'There is no program 999.\n'])
  for (const args of [[], ['--transaction', 'a', '--email', 'a@b.test']]) {
    const rejected = await explain(...args)
    expect([rejected.code, rejected.stderr]).toEqual([
      2,
      'Use exactly one of --transaction, --customer-key, --click and --email.\n',
    ])
  }

  const service = await serve(environment)
  onTestFinished(() => service.stop())
  const served = await explain('--customer-key', demo.customerKey, '--json')
  expect([served.code, served.stderr]).toEqual([0, ''])
  expect(JSON.parse(served.stdout).conclusion.facts.customerKey).toBe(demo.customerKey)
  expect(await explain('--customer-key', demo.customerKey)).toEqual(alone)
  expect((await explain('--email', 'nobody@example.com')).stdout).toContain(
    'This program received nothing for this email',
  )
}, 120_000)
