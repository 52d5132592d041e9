import { type ChildProcess, spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  BIN,
  COMMAND,
  makeDatabaseAhead,
  readServiceUrl,
  reloadWhileStarting,
  runCommand,
  startCommand,
} from '../../command.ts'
import { newFolder } from '../../new-folder.ts'

/** Runs a command in its own process. */
async function runProcess(args: string[], environment: Record<string, string>, command = COMMAND) {
  const { ended, output } = startCommand(args, environment, { command })
  return { code: await ended, ...output }
}

/**
 * Returns the files in a data folder that other users can access. A lock contains only a process ID, and its socket
 * contains nothing.
 */
function filesAccessibleToOthers(dataDir: string): string[] {
  const names = readdirSync(dataDir).filter((name) => !/^lock(\.|$)/.test(name))
  return names.filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0)
}

/** Undefined if the sources have no repository. */
const isCommit = (commit: unknown) => commit === null || /^[0-9a-f]{40}(-dirty)?$/.test(String(commit))

const stop = (child: ChildProcess, signal: NodeJS.Signals) => child.kill(signal)

const INIT = [
  'init',
  '--email',
  'Owner@Acme.test',
  '--password',
  'correct horse',
  '--workspace',
  'Acme',
  '--program',
  'Main',
]

test('init → serve → a sale → SIGTERM works from any folder on an empty database', async () => {
  const DATA_DIR = newFolder()
  const created = await runProcess([...INIT, '--time-zone', 'Europe/Berlin', '--json'], { DATA_DIR }, BIN)
  expect([created.code, created.stderr]).toEqual([0, ''])
  const response = JSON.parse(created.stdout)
  expect(response).toEqual({
    workspace: { id: expect.any(String) },
    user: { id: expect.any(String), email: 'owner@acme.test' },
    program: { id: expect.any(Number) },
    keys: { live: expect.stringMatching(/^aff_live_/), test: expect.stringMatching(/^aff_test_/) },
  })
  expect(readdirSync(DATA_DIR)).toEqual(expect.arrayContaining(['database', 'secret']))
  expect(filesAccessibleToOthers(DATA_DIR)).toEqual([])
  // Created as in earlier versions.
  chmodSync(join(DATA_DIR, 'database'), 0o755)
  const secret = readFileSync(join(DATA_DIR, 'secret'), 'utf8')

  const again = await runCommand([...INIT, '--json'], { DATA_DIR })
  expect([again.code, again.stdout]).toEqual([1, ''])
  expect(JSON.parse(again.stderr)).toEqual({ error: { message: expect.stringContaining('owner@acme.test') } })

  const service = startCommand(['serve', '--json'], { DATA_DIR, PORT: '0' }, { command: BIN })
  const address = await readServiceUrl(service)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const post = (path: string, body: unknown, key?: string) =>
    fetch(address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    })
  expect(readdirSync(DATA_DIR)).toContain('control')
  expect(filesAccessibleToOthers(DATA_DIR)).toEqual([])
  const sale = await post('/api/v1/track/sale', { livemode: false }, response.keys.live)
  expect(await sale.json()).toMatchObject({ success: true, data: { programId: response.program.id } })
  const credentials = { email: 'owner@acme.test', password: 'correct horse' }
  expect((await post('/api/auth/sign-in/email', credentials)).status).toBe(200)

  const second = await runProcess(['stats', 'rebuild'], { DATA_DIR })
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`in use by process ${service.child.pid}`)

  stop(service.child, 'SIGTERM')
  expect(await service.ended).toBe(0)
  expect(readFileSync(join(DATA_DIR, 'secret'), 'utf8')).toBe(secret)
  const reset = await runCommand(['reset-password', '--email', 'owner@acme.test', '--json'], { DATA_DIR })
  expect([reset.code, reset.stderr]).toEqual([0, ''])
  expect(JSON.parse(reset.stdout)).toEqual({
    email: 'owner@acme.test',
    link: expect.stringMatching(/\/reset-password#[\w-]{20,}$/),
    minutes: 60,
  })
  const unknown = await runCommand(['reset-password', '--email', 'nobody@acme.test'], { DATA_DIR })
  expect([unknown.code, unknown.stderr]).toEqual([1, 'There is no account for nobody@acme.test.\n'])
  expect(await runCommand(['stats', 'verify', '--json'], { DATA_DIR })).toMatchObject({
    code: 0,
    stdout: '{"programs":1,"differences":[],"moneyDifferences":[]}\n',
  })
  const nothing = { program_id: response.program.id, time_zone: 'Europe/Berlin', days: 0, days_before: 0 }
  const day = ['stats', 'rebuild', '--program', String(response.program.id), '--day', '2026-03-31']
  const rebuilt = await runCommand([...day, '--json'], { DATA_DIR })
  expect([rebuilt.code, JSON.parse(rebuilt.stdout)]).toEqual([
    0,
    { programs: 1, day: '2026-03-31', rebuilt: [nothing], archived: [] },
  ])
}, 600_000)

test('init without a password prints a generated one with the sign-in URL, and both work', async () => {
  const DATA_DIR = newFolder()
  makeDatabaseAhead(DATA_DIR)
  const withoutPassword = INIT.filter((part) => !['--password', 'correct horse'].includes(part))
  // Runs in a separate process, because tests in this one may share a cheap password hash that `serve` doesn't know.
  const created = await runProcess(withoutPassword, { DATA_DIR, PUBLIC_URL: 'http://localhost:8080' })
  expect([created.code, created.stderr]).toEqual([0, ''])
  const [, place, email, password] =
    /Sign in at (\S+):\n\s+email\s+(\S+)\n\s+password\s+(\S+)/.exec(created.stdout) ?? []
  expect([place, email]).toEqual(['http://localhost:8080', 'owner@acme.test'])
  const other = [...withoutPassword, '--json'].map((part) => part.replace('Owner@', 'Other@'))
  expect(JSON.parse((await runCommand(other, { DATA_DIR })).stdout)).toMatchObject({
    user: { email: 'other@acme.test' },
    password: expect.stringMatching(/^[\w-]{20}$/),
  })

  const address = await readServiceUrl(startCommand(['serve', '--json'], { DATA_DIR, PORT: '0' }))
  const signedIn = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(signedIn.status).toBe(200)
}, 600_000)

test('a start in production reports missing settings and an empty database, and nothing else', async () => {
  const DATA_DIR = newFolder()
  makeDatabaseAhead(DATA_DIR)
  const production = {
    NODE_ENV: 'production',
    APP_SECRET: 'a-secret-of-at-least-thirty-two-characters',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR,
  }
  const printed = startCommand(['serve', '--json'], production)
  await readServiceUrl(printed)
  expect(JSON.parse(printed.output.stdout).advice).toEqual([
    expect.stringMatching(/^PUBLIC_URL is not set/),
    expect.stringContaining(`There is no workspace in the database in the data folder ${DATA_DIR} yet`),
  ])
  stop(printed.child, 'SIGTERM')
  expect(await printed.ended).toBe(0)

  const { NODE_ENV, APP_SECRET } = production
  expect(await runCommand(INIT, { DATA_DIR, NODE_ENV, APP_SECRET })).toMatchObject({ code: 0 })
  const whole = startCommand(['serve', '--json'], { ...production, PUBLIC_URL: 'https://partners.example' })
  await readServiceUrl(whole)
  expect(Object.keys(JSON.parse(whole.output.stdout))).toEqual(['address'])
}, 600_000)

test('SIGHUP never stops a single-process service: it is ignored with a log line, even during startup', async () => {
  const DATA_DIR = newFolder()
  makeDatabaseAhead(DATA_DIR)
  const service = startCommand(['serve', '--json'], { DATA_DIR, PORT: '0', LOG_LEVEL: 'warn' })
  const ignored = () =>
    service.output.stdout
      .split('\n')
      .filter((line) => line.includes('SIGHUP'))
      .map((line) => JSON.parse(line).msg)
  await reloadWhileStarting(service)
  expect(ignored()).toContain('SIGHUP was ignored: the service is still starting')
  stop(service.child, 'SIGHUP')
  await expect
    .poll(() => ignored().at(-1), { timeout: 60_000 })
    .toMatch(/^SIGHUP was ignored: a single process/)
  const address = /"address":"([^"]+)"/.exec(service.output.stdout)?.[1]
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  stop(service.child, 'SIGTERM')
  expect(await service.ended).toBe(0)
}, 600_000)

test('a first start creates a demo, a kill -9 doesn’t block the next start, and a second demo isn’t created', async () => {
  const DATA_DIR = newFolder()
  const first = startCommand(['serve', '--json'], { DATA_DIR, PORT: '0' })
  await readServiceUrl(first)
  const { demo } = JSON.parse(first.output.stdout)
  stop(first.child, 'SIGKILL')
  await first.ended

  // WEB_CONCURRENCY=auto: the embedded database supports one process.
  const second = startCommand(['serve', '--json'], { DATA_DIR, PORT: '0', WEB_CONCURRENCY: 'auto' })
  const address = await readServiceUrl(second)
  expect(JSON.parse(second.output.stdout)).toEqual({ address, processes: 1 })
  const sale = await fetch(`${address}/api/v1/track/sale`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${demo.keys.live}` },
    body: JSON.stringify({ transaction_id: 't-1', amount_cents: 4900, customer_key: demo.customerKey }),
  })
  expect([sale.status, await sale.json()]).toMatchObject([200, { sale_id: expect.any(Number) }])
  stop(second.child, 'SIGINT')
  expect(await second.ended).toBe(0)
  expect((await runCommand(['stats', 'verify'], { DATA_DIR })).code).toBe(0)
}, 600_000)

test('a failed start exits with 1 and a message without a stack trace', async () => {
  const DATA_DIR = newFolder()
  makeDatabaseAhead(DATA_DIR)
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const bound = taken.address()
  const port = bound === null || typeof bound === 'string' ? 0 : bound.port
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: 'many' }, /^PORT is "many"/],
    [{ WEB_CONCURRENCY: '2' }, /^WEB_CONCURRENCY is 2, but the embedded database supports a single process/],
    [{ NODE_ENV: 'production' }, /^APP_SECRET is missing/],
    [
      { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/x' },
      /^The database 127\.0\.0\.1:1\/x cannot be used/,
    ],
    [{ PORT: String(port) }, /^Another process already uses port \d+/],
  ]
  for (const [environment, expected] of cases) {
    const { code, stderr, stdout } = await runCommand(['serve'], { DATA_DIR, ...environment })
    expect([environment, code]).toEqual([environment, 1])
    expect(stderr).toMatch(expected)
    expect(stderr).not.toMatch(/\n\s+at |hunter2/)
    expect(stdout).not.toContain('Ready')
  }
  // A new installation neither creates nor shows an account until it has opened its port.
  const fresh = await runCommand(['serve'], { DATA_DIR: newFolder(), PORT: String(port) })
  expect(fresh.stderr).toMatch(/^Another process already uses port \d+/)
  expect(fresh.stdout).toBe('')
}, 600_000)

test('a start takes over a dead process’s lock', async () => {
  const DATA_DIR = newFolder()
  makeDatabaseAhead(DATA_DIR)
  // Its process ID now belongs to another process: this test.
  writeFileSync(join(DATA_DIR, 'lock'), `${process.pid} 1 an-earlier-boot`)
  expect(await runCommand(['migrate', '--json'], { DATA_DIR })).toMatchObject({ code: 0 })
  expect(await runCommand(['migrate', '--json'], { DATA_DIR })).toMatchObject({
    code: 0,
    stdout: '{"migrated":[]}\n',
  })
  expect(await runCommand(['migrate', '--citus', '--json'], { DATA_DIR })).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('The database has no Citus'),
  })
}, 600_000)

test('a process in another container keeps its lock while it runs, although its ID is unknown here', async () => {
  const DATA_DIR = newFolder()
  makeDatabaseAhead(DATA_DIR)
  const holder = startCommand(['serve', '--json'], { DATA_DIR, PORT: '0' })
  await readServiceUrl(holder)
  // A process ID from another namespace that doesn't exist here.
  const lock = join(DATA_DIR, 'lock')
  const [, ticks, boot, namespace, ...rest] = readFileSync(lock, 'utf8').split(' ')
  expect(namespace).toMatch(/^pid:\[\d+\]$/)
  writeFileSync(lock, ['4194999', ticks, boot, 'pid:[1]', ...rest].join(' '))

  const second = await runCommand(['stats', 'rebuild'], { DATA_DIR })
  expect([second.code, second.stdout]).toEqual([1, ''])
  expect(second.stderr).toMatch(/^The data folder .* is in use by a process in another container/)

  stop(holder.child, 'SIGKILL')
  await holder.ended
  expect(await runCommand(['migrate', '--json'], { DATA_DIR })).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('lock'))).toEqual([])
}, 600_000)

test.each([24, 40])(
  'a start with too little memory reports it clearly (%s GB of address space)',
  async (gb) => {
    const DATA_DIR = newFolder()
    const args = ['-c', `ulimit -v ${gb}000000; exec "$0" "$1" migrate`, process.execPath, COMMAND]
    const { status, stderr } = spawnSync('sh', args, {
      env: { PATH: process.env.PATH, DATA_DIR, NODE_ENV: 'test' },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The embedded database can’t allocate memory \(WebAssembly[^\n]*\n$/)
  },
)

test('the documentation lists the exit codes of all commands and no others', async () => {
  const DATA_DIR = newFolder()
  const listed = async (...group: string[]) => {
    const { stdout } = await runCommand([...group, '--help'], { DATA_DIR })
    const commands = stdout.split('Commands:\n')[1]?.split('\n\n')[0] ?? ''
    const names = [...commands.matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name = '']) => name)
    return names.filter((name) => name !== 'help')
  }
  const all: string[] = []
  for (const name of await listed()) {
    const below = await listed(name)
    all.push(...(below.length === 0 ? [name] : below.map((one) => `${name} ${one}`)))
  }
  const docs = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const table = docs.split('## Commands and their exit codes')[1]?.split('\n## ')[0] ?? ''
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '')
  const documented = cells.flatMap((cell) => [...cell.matchAll(/`([a-z -]+?)(?: --\w+)?`/g)])
  expect(documented.map(([, name]) => name).sort()).toEqual(all.sort())
})

test('errors with --json are one line of the documented shape, with exit codes 1 and 2', async () => {
  const docs = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const example = /```json\n(\{"error".*)\n```/.exec(docs)?.[1] ?? ''
  expect(Object.keys(JSON.parse(example).error)).toEqual(['message', 'code'])
  const folder = newFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const DATABASE_URL = 'postgres://user:hunter2@127.0.0.1:1/x'
  const message = expect.any(String)
  for (const [args, environment, code, error] of [
    [['explain', '--program', '1', '--transaction', 'a'], { DATA_DIR: file }, 1, { message, code: 'EEXIST' }],
    [['migrate'], { DATABASE_URL }, 1, { message, code: 'ECONNREFUSED' }],
    [['stats', 'verify'], { DATABASE_URL }, 1, { message, code: 'ECONNREFUSED' }],
    [['stats', 'verify'], { DATA_DIR: join(folder, 'none') }, 1, { message }],
    [['listen'], { DATA_DIR: folder }, 2, { message }],
  ] as const) {
    const result = await runCommand([...args, '--json'], { DATA_DIR: folder, ...environment })
    expect([args, result.code, result.stdout]).toEqual([args, code, ''])
    expect(result.stderr).toMatch(/^[^\n]+\n$/)
    expect(JSON.parse(result.stderr)).toEqual({ error })
    expect(result.stderr).not.toContain('hunter2')
  }
})

test('invalid usage exits with 2, help and the version with 0', async () => {
  const DATA_DIR = newFolder()
  for (const args of [
    ['nonsense'],
    ['init'],
    ['stats', 'verify', '--program', '1.5'],
    ['stats', 'rebuild', '--program', '1', '--day', '2026-02-30'],
    ['stats', 'rebuild', '--day', '2026-03-31'],
    ['serve', '--nonsense'],
  ]) {
    const { code, stderr, stdout } = await runCommand([...args, '--json'], { DATA_DIR })
    expect([args, code, stdout]).toEqual([args, 2, ''])
    expect(JSON.parse(stderr)).toEqual({ error: { message: expect.any(String) } })
  }
  for (const args of [
    [],
    ['serve'],
    ['migrate'],
    ['init'],
    ['demo'],
    ['stats', 'verify'],
    ['stats', 'rebuild'],
  ]) {
    const { code, stdout } = await runCommand([...args, '--help'], { DATA_DIR })
    expect([args, code]).toEqual([args, 0])
    expect(stdout).toContain('Usage: affiliate')
  }
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
  const { stdout } = await runCommand(['--version', '--json'], { DATA_DIR })
  const { commit } = JSON.parse(stdout)
  expect(JSON.parse(stdout)).toEqual({ version, commit: expect.toSatisfy(isCommit) })
  const expectedText = commit === null ? version : `${version} (commit ${commit})`
  expect(await runCommand(['--version'], { DATA_DIR })).toMatchObject({
    code: 0,
    stdout: `${expectedText}\n`,
  })
}, 600_000)
