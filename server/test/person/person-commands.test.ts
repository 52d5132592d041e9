import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '../../src/cli.ts'

const WHO = ['--program', '1', '--customer-key', 'ada-1']

/** Runs a command in this process. */
async function run(args: string[], environment: Record<string, string>) {
  const said = { out: '', err: '' }
  const write = (to: 'out' | 'err') => (chunk: unknown) => {
    said[to] += String(chunk)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(write('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(write('err')),
  ]
  try {
    const code = await runCommandLine(args, environment)
    return { code, ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

test('a person of the demo is exported to a file, and erased after it was said what goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-person-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const environment = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test' }
  const demo = JSON.parse((await run(['demo', '--json'], environment)).out)
  const who = ['--program', String(demo.program.id), '--customer-key', demo.customerKey]
  const file = join(folder, 'person.json')

  const told = await run(['person', 'export', ...who, '--to', file], environment)
  expect([told.code, told.err]).toEqual([0, ''])
  expect(told.out).toContain('1 customers')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const exported = JSON.parse(readFileSync(file, 'utf8'))
  expect(exported.parts.customers).toMatchObject([{ customer_key: demo.customerKey }])
  expect(JSON.parse((await run(['person', 'export', ...who], environment)).out).counts).toEqual(
    exported.counts,
  )
  const again = await run(['person', 'export', ...who, '--to', file], environment)
  expect([again.code, again.err]).toEqual([1, `There is a file ${file} already: name another one.\n`])

  // Nobody sits at this terminal: nothing happens without --yes, and what would is said.
  const asked = await run(['person', 'erase', ...who], environment)
  expect(asked.code).toBe(1)
  expect(asked.err).toContain('This erases, for good: 1 customers')
  expect(asked.err).toContain('Nothing was erased: there is nobody to ask. Add --yes.')
  const erased = await run(['person', 'erase', ...who, '--yes', '--json'], environment)
  expect(erased.code, erased.err).toBe(0)
  expect(JSON.parse(erased.out)).toEqual({
    pseudonyms: [expect.stringMatching(/^erased-/)],
    counts: exported.counts,
  })
  const gone = await run(['person', 'export', ...who], environment)
  expect([gone.code, gone.out]).toEqual([1, ''])
  expect(gone.err).toContain('knows nobody of this name')
  const verified = await run(['stats', 'verify'], environment)
  expect([verified.code, verified.err]).toEqual([0, ''])
}, 120_000)

test('one of the two names says who, and the program must be there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-person-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const environment = { DATA_DIR: folder, NODE_ENV: 'test' }
  const both = await run(['person', 'export', ...WHO, '--email', 'a@b.test'], environment)
  expect([both.code, both.err]).toEqual([1, 'Say who: either --customer-key or --email, one of the two.\n'])
  expect((await run(['person', 'erase', '--program', '1', '--yes'], environment)).code).toBe(1)
  expect((await run(['person', 'erase', '--customer-key', 'a'], environment)).code).toBe(2)
  expect(await run(['person', 'export', ...WHO], environment)).toMatchObject({
    code: 1,
    err: 'There is no program 1.\n',
  })
})
