import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { BIN, startCommand } from '../command.ts'
import { concurrently, isCluster, PASSWORD, someIp, titleUnlessCluster } from '../harness.ts'
import { newFolder } from '../new-folder.ts'
import { expectTriedAtMost, statuses } from '../statuses.ts'
import {
  type Call,
  createCaller,
  createWorkerDatabase,
  listening,
  openWorkersShop,
  requireTwoWorkers,
  startWorkers,
  type Workers,
  waitUntilExited,
} from '../workers.ts'

/** Waits for a condition, long enough for a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 60_000 })

const isPostgres = inject('database').kind === 'postgres'

describe.skipIf(!isPostgres)(
  `several processes on one port${isPostgres ? '' : ' (TEST_DATABASE_URL is not set)'}`,
  () => {
    describe('starting', starting)
    describe('rate limits without Redis', rateLimits)
    describe('metrics', metrics)
    describe('stopping', expectStop)
  },
)

/** Returns the workers that have handled a request, from the debug log. */
function respondingWorkers({ logged }: Workers): Set<unknown> {
  return new Set(logged('request completed').map(({ worker }) => worker))
}

function starting() {
  const name = titleUnlessCluster(
    'one command serves one address and runs jobs and migrations once',
    '`affiliate migrate --citus` distributes an empty database; a start does not',
  )
  test.skipIf(isCluster)(name, async () => {
    const { environment, database } = await createWorkerDatabase()
    await database.script('drop schema public cascade; create schema public')
    const service = await startWorkers(environment)
    expect(service.ready).toEqual({
      address: expect.any(String),
      processes: 2,
      advice: [expect.stringMatching(/^There is no workspace in the database \S+ yet/)],
    })
    expect(service.output.stdout.match(/"address"/g)).toHaveLength(1)
    expect(service.pids()).toHaveLength(2)
    const call = createCaller(service.address)
    for (const { status } of await concurrently(6, () => call('GET', '/readyz'))) expect(status).toBe(200)
    const { rows } = await sql<{ twice: number }>`
      select count(*)::int - count(distinct left(name, 3))::int as twice from migrations`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ twice: 0 }])
  })

  test('the installed service runs directly from source without a build step', async () => {
    const { environment } = await createWorkerDatabase()
    const service = await startWorkers(environment, { command: BIN })
    expect(service.pids()).toHaveLength(2)
    expect((await createCaller(service.address)('GET', '/healthz')).status).toBe(200)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  test('reports only once that the port is in use', async () => {
    const { environment } = await createWorkerDatabase()
    const occupiedPort = createServer()
    await new Promise<void>((resolve) => occupiedPort.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void occupiedPort.close())
    const bound = occupiedPort.address()
    const PORT = String(typeof bound === 'object' ? bound?.port : 0)
    const service = startCommand(['serve'], { ...environment, PORT })
    expect(await service.ended).toBe(1)
    expect(service.output.stderr).toMatch(
      /^Another process already uses port \d+ of 127\.0\.0\.1\. [^\n]+\n$/,
    )
  })

  test('keeps all processes together within the database’s connection limit, and rejects a limit that is too low', async () => {
    const { environment, database, name } = await createWorkerDatabase()
    const allow = (connections: number) =>
      sql`alter database ${sql.ref(name)} connection limit ${sql.lit(connections)}`.execute(database.kysely)
    await allow(12)
    const service = await startWorkers(environment)
    const [line] = service.logged(
      'each worker gets fewer connections, so that all have some: raise max_connections',
    )
    expect(line).toMatchObject({ connections: 4, worker: 'primary' })
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)

    await allow(5)
    const command = startCommand(['serve'], environment)
    expect(await command.ended).toBe(1)
    expect(command.output.stderr).toMatch(
      /^The database accepts 5 connections from this user, too few for 2 processes/,
    )
  })

  test('rejects settings with an invalid number of processes', async () => {
    const DATA_DIR = newFolder()
    const worker = JSON.stringify({ number: 1, connections: 1, protocol: 1 })
    for (const [environment, expected] of [
      [{ WEB_CONCURRENCY: '2.5' }, /^WEB_CONCURRENCY is "2\.5" but must be auto or a number/],
      [
        { WEB_CONCURRENCY: '2' },
        /^WEB_CONCURRENCY is 2, but the embedded database supports a single process/,
      ],
      [{ AFFILIATE_WORKER: worker }, /^AFFILIATE_WORKER is reserved/],
    ] as const) {
      const rejected = startCommand(['serve'], { DATA_DIR, ...environment })
      expect([environment, await rejected.ended]).toEqual([environment, 1])
      expect(rejected.output.stderr).toMatch(expected)
    }
  })
}

function rateLimits() {
  test('limits a key exactly across all workers', async () => {
    const { environment, shop } = await openWorkersShop({
      RATE_LIMIT_KEY_PER_MINUTE: '50',
      LOG_LEVEL: 'debug',
    })
    const service = await startWorkers(environment)
    const call = createCaller(service.address)
    const responses = await concurrently(120, () =>
      call('POST', '/api/v1/track/sale', { body: {}, bearer: shop.key }),
    )
    expect(statuses(responses)).toEqual({ 400: 50, 429: 70 })
    expect(respondingWorkers(service)).toEqual(new Set([1, 2]))
    expect(responses.find(({ status }) => status === 429)?.headers).toMatchObject({
      'ratelimit-policy': '"key";q=50;w=60',
      'retry-after': expect.stringMatching(/^\d+$/),
    })
  })

  test('attempts 30 of 80 sign-ins sent at once from one address to any workers', async () => {
    const { environment } = await createWorkerDatabase({ LOG_LEVEL: 'debug' })
    const service = await startWorkers(environment)
    const call = createCaller(service.address)
    const ip = someIp()
    const responses = await concurrently(80, (n) =>
      call('POST', '/api/auth/sign-in/email', {
        ip,
        body: { email: `nobody-${n}@accounts.test`, password: 'a wrong password' },
      }),
    )
    expectTriedAtMost(30, responses)
    expect(respondingWorkers(service)).toEqual(new Set([1, 2]))
  })

  test('allows an account 20 wrong passwords across all addresses and workers', async () => {
    const { environment } = await createWorkerDatabase({ LOG_LEVEL: 'debug' })
    const service = await startWorkers(environment)
    const call = createCaller(service.address)
    const { email } = await signUp(call)
    const responses = await concurrently(60, () =>
      call('POST', '/api/auth/sign-in/email', {
        ip: someIp(),
        body: { email, password: 'a wrong password' },
      }),
    )
    expectTriedAtMost(20, responses)
    expect(respondingWorkers(service)).toEqual(new Set([1, 2]))
  })

  test('keeps a counter after the worker that incremented it has ended', async () => {
    const { environment, shop } = await openWorkersShop({ RATE_LIMIT_KEY_PER_MINUTE: '10' })
    const service = await startWorkers(environment)
    const call = createCaller(service.address)
    const sale = () => call('POST', '/api/v1/track/sale', { body: {}, bearer: shop.key })
    expect(statuses(await concurrently(10, sale))).toEqual({ 400: 10 })
    const pidsBefore = service.pids()
    service.child.kill('SIGHUP')
    await waitUntilExited(pidsBefore)
    expect(statuses(await concurrently(4, sale))).toEqual({ 429: 4 })
  })

  test('ends a session on all workers when it is ended on one', async () => {
    const { environment } = await createWorkerDatabase({ LOG_LEVEL: 'debug' })
    const service = await startWorkers(environment)
    const call = createCaller(service.address)
    const { body } = await call('POST', '/api/auth/sign-in/email', { body: await signUp(call) })
    const read = () => concurrently(6, () => call('GET', '/api/account', { bearer: body.token }))
    expect(statuses(await read())).toEqual({ 200: 6 })
    expect((await call('POST', '/api/auth/sign-out', { body: {}, bearer: body.token })).status).toBe(200)
    await expect.poll(async () => statuses(await read()), { timeout: 1_000 }).toEqual({ 401: 6 })
    expect(respondingWorkers(service)).toEqual(new Set([1, 2]))
  })
}

function metrics() {
  const readRequestCount = (text: string, route: string) =>
    Number(
      new RegExp(`^http_request_duration_seconds_count\\{.*route="${route}".*\\} (\\d+)$`, 'm').exec(
        text,
      )?.[1],
    )

  test('/metrics returns the sum of all workers from any of them, and never decreases when one is replaced or dies', async () => {
    const { environment } = await createWorkerDatabase()
    const service = await startWorkers(environment)
    const call = createCaller(service.address)
    await concurrently(40, () => call('GET', '/healthz'))
    const scrapes = await concurrently(4, () => call('GET', '/metrics'))
    for (const { text } of scrapes) expect(readRequestCount(text, '/healthz')).toBe(40)
    const [scrape] = scrapes
    expect(scrape?.text).toMatch(/^process_resident_memory_bytes\{worker="1"\} \d+$/m)
    expect(scrape?.text).toMatch(/^process_resident_memory_bytes\{worker="2"\} \d+$/m)
    expect(scrape?.text).toMatch(/^process_resident_memory_bytes\{worker="primary"\} \d+$/m)
    expect(scrape?.text.match(/^process_start_time_seconds\{/gm)).toHaveLength(3)
    // Read from the database, so the value is the same for all workers and exported once.
    expect(scrape?.text.match(/^webhook_backlog 0$/gm)).toHaveLength(1)
    expect(scrape?.text.match(/^# TYPE /gm)?.length).toBe(new Set(scrape?.text.match(/^# TYPE .+$/gm)).size)

    const [first, second] = requireTwoWorkers(service)
    process.kill(first, 'SIGKILL')
    await waitUntilExited([first])
    expect(readRequestCount((await call('GET', '/metrics')).text, '/healthz')).toBe(40)
    await eventually(() => service.logged(listening(service)).length).toBe(3)

    await concurrently(20, () => call('GET', '/healthz'))
    const old = service.pids()
    service.child.kill('SIGHUP')
    await waitUntilExited([...old, second])
    // The previous workers exported these 20 before they ended.
    await eventually(async () => readRequestCount((await call('GET', '/metrics')).text, '/healthz')).toBe(60)
  })
}

function expectStop() {
  test('SIGTERM to the whole group, as sent by service managers, finishes requests in progress and exits with code 0', async () => {
    const { environment, shop } = await openWorkersShop()
    const service = await startWorkers(environment)
    const all = service.pids()
    const finish = await startSlowRequests(service, shop.key, 4)
    for (const pid of [...all, service.child.pid ?? 0]) process.kill(pid, 'SIGTERM')
    await eventually(() => isRefused(service.address)).toBe(true)
    expect(await finish()).toEqual([400, 400, 400, 400])
    expect(await service.ended).toBe(0)
    await waitUntilExited(all)
  })

  test('a second signal ends the service and its workers immediately', async () => {
    const { environment, shop } = await openWorkersShop()
    const service = await startWorkers(environment)
    const all = service.pids()
    await startSlowRequests(service, shop.key, 4)
    service.child.kill('SIGINT')
    await eventually(() => isRefused(service.address)).toBe(true)
    const requestedAt = performance.now()
    service.child.kill('SIGINT')
    expect(await service.ended).toBe(1)
    await waitUntilExited(all)
    expect(performance.now() - requestedAt).toBeLessThan(5_000)
  })

  test('kill -9 of the first process lets its workers finish requests in progress, then frees the port', async () => {
    const { environment, shop } = await openWorkersShop()
    const service = await startWorkers(environment)
    const all = service.pids()
    const finish = await startSlowRequests(service, shop.key, 4)
    service.child.kill('SIGKILL')
    await eventually(() => isRefused(service.address)).toBe(true)
    expect(await finish()).toEqual([400, 400, 400, 400])
    await waitUntilExited(all)
    const restarted = await startWorkers({ ...environment, PORT: new URL(service.address).port })
    expect(restarted.address).toBe(service.address)
  })
}

async function signUp(call: Call): Promise<{ email: string; password: string }> {
  const account = { email: `${randomUUID()}@accounts.test`, password: PASSWORD }
  const created = await call('POST', '/api/auth/sign-up/email', {
    body: { ...account, name: 'Sam' },
    ip: someIp(),
  })
  expect(created.status).toBe(200)
  return account
}

/** Starts requests whose bodies are incomplete. `finish` sends the rest and returns the statuses. */
async function startSlowRequests(
  { address }: Workers,
  bearer: string,
  count: number,
): Promise<() => Promise<number[]>> {
  const calls = await concurrently(count, async () => {
    const headers = {
      'content-type': 'application/json',
      'content-length': '2',
      authorization: `Bearer ${bearer}`,
      expect: '100-continue',
    }
    const call = request(`${address}/api/v1/track/sale`, { method: 'POST', headers })
    const status = new Promise<number>((resolve, reject) => {
      call.once('error', reject)
      call.once('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
    })
    // Killed processes don't respond.
    status.catch(() => {})
    call.flushHeaders()
    await once(call, 'continue')
    return { call, status }
  })
  return () => {
    for (const { call } of calls) call.end('{}')
    return Promise.all(calls.map(({ status }) => status))
  }
}

function isRefused(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
}
