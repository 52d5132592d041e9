import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Database, openPostgres } from '../../src/core/database/database.ts'
import { distribute } from '../../src/core/database/distribute.ts'
import { migrate } from '../../src/core/database/migrate.ts'
import { type RunningService, serve } from '../../src/main.ts'
import { addCleanup } from '../cleanup.ts'
import {
  BROWSER,
  createTestProgram,
  PASSWORD,
  signInMember,
  TestClock,
  type TestProgram,
} from '../harness.ts'
import { startReceiver } from '../notifications/webhooks/webhook-receiver.ts'
import { CITUS_BIN, type PrivatePostgres, startPrivatePostgres } from '../private-postgres.ts'

/** These tests kill nodes, so they start their own clusters. */

const PROGRAMS = 8
const SALES_PER_SECOND = 50
/** One in five requests is a click. */
const REQUESTS_PER_CLICK = 5
const CALL_EVERY_MS = (1_000 / SALES_PER_SECOND) * (1 - 1 / REQUESTS_PER_CLICK)
const AWAY_MS = 20_000
/** Clients retry 503 responses for this long. */
const TIMEOUT_MS = 60_000
const MAX_IN_PROGRESS = 40

const NODE_SETTINGS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_connections=300',
  'max_prepared_transactions=300',
  'max_worker_processes=64',
  'shared_buffers=32MB',
  'citus.shard_count=8',
  'citus.node_conninfo=sslmode=prefer',
]

interface Cluster {
  coordinator: PrivatePostgres
  workers: [PrivatePostgres, PrivatePostgres]
}

const open = (url: string) =>
  openPostgres({
    connectionString: url,
    maxConnections: 2,
    // The duration of a shard move varies between machines.
    statementTimeoutMs: 0,
    connectTimeoutMs: 10_000,
  })

async function startNode(): Promise<PrivatePostgres> {
  const node = await startPrivatePostgres(undefined, { bin: CITUS_BIN, settings: NODE_SETTINGS })
  addCleanup(() => node.remove())
  const database = await open(node.url)
  await database.script('create extension citus')
  await database.close()
  return node
}

async function startCluster(): Promise<Cluster> {
  const coordinator = await startNode()
  const workers: [PrivatePostgres, PrivatePostgres] = [await startNode(), await startNode()]
  const database = await open(coordinator.url)
  await database.script(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
  for (const { port } of workers) await database.script(`select citus_add_node('127.0.0.1', ${port})`)
  await migrate(database, new Date())
  await distribute(database)
  await database.close()
  return { coordinator, workers }
}

async function startService({ coordinator }: Cluster): Promise<RunningService> {
  const service = await serve({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal',
    APP_SECRET: 'a-secret-that-only-the-tests-know-0123456789',
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    RATE_LIMIT_IP_PER_MINUTE: '1000000',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    DATABASE_URL: coordinator.url,
  })
  addCleanup(() => service.stop())
  return service
}

/** Returns the shard of `programs` that contains a program, and its node's port. */
async function findShard({ kysely }: Database, programId: number): Promise<{ shard: number; port: number }> {
  const { rows } = await sql<{ shard: number; port: number }>`
    select shardid as shard, nodeport as port from citus_shards
    where table_name = 'programs'::regclass
      and shardid = get_shard_id_for_distribution_column('programs', ${programId}::bigint)`.execute(kysely)
  const [place] = rows
  if (place === undefined) throw new Error('the program has no shard')
  return place
}

interface SentRequest {
  program: TestProgram
  kind: 'sale' | 'click'
  /** `transaction_id` or `event_id`. */
  key: string
  answers: { status: number; at: number; message: string }[]
  isAcknowledged: boolean
}

/** Sends sales and clicks for each program. Each event has its own key and is retried until it is acknowledged. */
function startLoad(address: string, programs: readonly TestProgram[]) {
  const sent: SentRequest[] = []
  const inProgress = new Set<Promise<void>>()
  const abort = new AbortController()
  let isOver = false

  const post = (path: string, body: object, key?: string) =>
    fetch(address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': BROWSER,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    })

  async function sendOnce(request: SentRequest) {
    const { program, kind, key } = request
    const startedAt = performance.now()
    const response =
      kind === 'sale'
        ? await post(
            '/api/v1/track/sale',
            { transaction_id: key, customer_key: `customer of ${program.id}`, amount_cents: 1000 },
            program.liveKey,
          )
        : await post('/api/v1/track/click', {
            affiliate_url: `https://shop.test/?aff=${program.code}`,
            event_id: key,
          })
    const text = await response.text()
    request.answers.push({ status: response.status, at: startedAt, message: text })
    request.isAcknowledged = response.status === 200 || (kind === 'sale' && response.status === 409)
  }

  async function sendUntilAcknowledged(one: SentRequest) {
    const until = performance.now() + TIMEOUT_MS
    for (;;) {
      await sendOnce(one)
      if (one.isAcknowledged || one.answers.at(-1)?.status !== 503 || isOver || performance.now() > until)
        return
      await pause(1_000)
    }
  }

  async function run() {
    const living = new Map(programs.map(({ id }) => [id, 0]))
    const startedAt = performance.now()
    for (let number = 0; !abort.signal.aborted; number++) {
      const program = programs[number % programs.length]
      if (program === undefined) throw new Error('there is no program')
      // Limits the pending requests per program, so that an unreachable program doesn't block the others.
      const waiting = living.get(program.id) ?? 0
      if (waiting < MAX_IN_PROGRESS / programs.length) {
        const kind = Math.floor(number / programs.length) % REQUESTS_PER_CLICK === 0 ? 'click' : 'sale'
        const one: SentRequest = { program, kind, key: randomUUID(), answers: [], isAcknowledged: false }
        sent.push(one)
        living.set(program.id, waiting + 1)
        const delivery = sendUntilAcknowledged(one).finally(() => {
          living.set(program.id, (living.get(program.id) ?? 1) - 1)
          inProgress.delete(delivery)
        })
        inProgress.add(delivery)
      }
      // Scheduled by the clock, so that slow responses don't lower the rate.
      await pause(Math.max(0, startedAt + (number + 1) * CALL_EVERY_MS - performance.now()))
    }
  }

  const running = run()
  addCleanup(async () => {
    isOver = true
    await stop()
  })
  async function stop() {
    abort.abort()
    await running
    await Promise.all(inProgress)
  }
  return {
    sent,
    stop,
  }
}

async function openPrograms(service: RunningService, database: Database): Promise<TestProgram[]> {
  const place = { database, clock: new TestClock(new Date().toISOString()) }
  const programs: TestProgram[] = []
  for (let number = 0; number < PROGRAMS; number++) {
    const program = await createTestProgram(place)
    programs.push(program)
    const click = await post(service, '/api/v1/track/click', {
      body: { affiliate_url: `https://shop.test/?aff=${program.code}` },
    })
    const customer_key = `customer of ${program.id}`
    const body = { click_id: click.click_id, customer_key }
    await post(service, '/api/v1/track/lead', { body, bearer: program.liveKey })
  }
  return programs
}

async function post(
  { address }: RunningService,
  path: string,
  { body, bearer }: { body: object; bearer?: string },
) {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': BROWSER,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { click_id: string; token: string; data: { id: number } }
  expect([200, 201], JSON.stringify(answer)).toContain(response.status)
  return answer
}

const isMissing = CITUS_BIN === undefined

describe.skipIf(isMissing)(
  `a changing Citus cluster${isMissing ? ' (no PostgreSQL with Citus: set TEST_CITUS_BIN)' : ''}`,
  () => {
    it('returns no 500, serves programs on reachable workers and keeps all acknowledged events', {
      timeout: 400_000,
    }, async () => {
      const cluster = await startCluster()
      const service = await startService(cluster)
      const { database } = service.deps
      const admin = await open(cluster.coordinator.url)
      const programs = await openPrograms(service, database)
      const receiver = await startReceiver()
      for (const program of programs) {
        const bearer = await signInMember(
          { database, clock: new TestClock(new Date().toISOString()) },
          program,
        )
        const body = { url: `${receiver.url}&program=${program.id}`, eventTypes: ['sale.created'] }
        await post(service, `/api/programs/${program.id}/webhooks`, { body, bearer })
      }

      const load = startLoad(service.address, programs)
      await pause(2_000)

      // Moves three shards to the other worker; the next call moves them back.
      const [first, second] = cluster.workers
      for (const program of programs.slice(0, 3)) {
        const { shard, port } = await findShard(admin, program.id)
        const to = port === first.port ? second.port : first.port
        await sql`
          select citus_move_shard_placement(${shard}::bigint, '127.0.0.1', ${port}::int, '127.0.0.1', ${to}::int,
            shard_transfer_mode => 'block_writes')`.execute(admin.kysely)
        await pause(500)
      }

      const ports = new Map<number, number>()
      for (const { id } of programs) ports.set(id, (await findShard(admin, id)).port)
      const isLiving = ({ id }: TestProgram) => ports.get(id) !== second.port
      expect(new Set(programs.map(isLiving)).size, 'both workers have programs').toBe(2)

      const outageStart = performance.now()
      await second.stop('immediate')
      await pause(AWAY_MS / 2)
      const soldDuringOutage = load.sent.filter(
        ({ program, kind, isAcknowledged, answers: responses }) =>
          kind === 'sale' && isAcknowledged && isLiving(program) && (responses[0]?.at ?? 0) > outageStart,
      )
      expect(soldDuringOutage.length).toBeGreaterThan(0)
      const reported = () => new Set(receiver.received.map(({ event }) => event.data.transaction_id))
      await expect
        .poll(() => soldDuringOutage.filter(({ key }) => !reported().has(key)).length, {
          timeout: AWAY_MS / 2,
        })
        .toBe(0)
      await pause(Math.max(0, outageStart + AWAY_MS - performance.now()))
      const outageEnd = performance.now()
      await second.start()
      await pause(2_000)

      await admin.close()
      await cluster.coordinator.stop('fast')
      await cluster.coordinator.start()
      await pause(2_000)
      await load.stop()

      const answers = load.sent.flatMap((one) => one.answers.map((response) => ({ ...one, ...response })))
      expect(answers.filter(({ status }) => ![200, 409, 503].includes(status)).map(describeSent)).toEqual([])
      const failedDuringOutage = answers.filter(
        ({ program, status, at, message }) =>
          isLiving(program) &&
          at > outageStart &&
          at < outageEnd &&
          status === 503 &&
          // A busy machine may reject requests, which isn't the cluster's fault.
          !message.includes('is overloaded'),
      )
      expect(failedDuringOutage.map(describeSent)).toEqual([])
      expect(load.sent.filter(({ isAcknowledged }) => !isAcknowledged)).toEqual([])

      for (const program of programs) {
        const listSentKeys = (of: SentRequest['kind']) =>
          load.sent
            .filter((one) => one.kind === of && one.program === program)
            .map(({ key }) => key)
            .sort()
        const sales = await sql<{ key: string }>`
          select transaction_id as key from sale_events where program_id = ${program.id}`.execute(
          database.kysely,
        )
        expect(sales.rows.map(({ key }) => key).sort()).toEqual(listSentKeys('sale'))
        const clicks = await sql<{ count: number }>`
          select count(*)::integer as count from click_events where program_id = ${program.id}`.execute(
          database.kysely,
        )
        // One more click created this customer.
        const clicked = listSentKeys('click').length + 1
        expect(clicks.rows[0]?.count).toBe(clicked)
        const counts = await sql<{ clicks: number; sales: number }>`
          select sum(clicks)::integer as clicks, sum(sales)::integer as sales from daily_stats
          where program_id = ${program.id}`.execute(database.kysely)
        expect(counts.rows).toEqual([{ clicks: clicked, sales: listSentKeys('sale').length }])
      }
    })

    it('serves sign-in, the program list and sign-out while a worker is down, but cannot add a partner', {
      timeout: 400_000,
    }, async () => {
      const cluster = await startCluster()
      const service = await startService(cluster)
      const { database } = service.deps
      const place = { database, clock: new TestClock(new Date().toISOString()) }
      const account = { email: 'sam@accounts.test', password: PASSWORD }
      await post(service, '/api/auth/sign-up/email', { body: { ...account, name: 'Sam' } })
      const sam = await database.kysely
        .selectFrom('users')
        .select('id')
        .where('email', '=', account.email)
        .executeTakeFirstOrThrow()
      const stoppedWorker = cluster.workers[1]
      const reachable: number[] = []
      const unreachable: number[] = []
      for (let number = 0; number < PROGRAMS; number++) {
        const { id, workspaceId } = await createTestProgram(place)
        await database.kysely
          .insertInto('workspace_members')
          .values({
            id: randomUUID(),
            workspace_id: workspaceId,
            user_id: sam.id,
            role: 'owner',
            status: 'active',
            created_at: new Date(),
          })
          .execute()
        const { port } = await findShard(database, id)
        ;(port === stoppedWorker.port ? unreachable : reachable).push(id)
      }
      expect([reachable.length > 0, unreachable.length > 0], 'both workers have programs').toEqual([
        true,
        true,
      ])

      await stoppedWorker.stop('immediate')

      const call = async (method: string, path: string, sent: { token: string; body?: object }) => {
        const response = await fetch(service.address + path, {
          method,
          headers: {
            authorization: `Bearer ${sent.token}`,
            ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
        })
        // safe because the responses below have this type
        const body = (await response.json()) as {
          data: { id: number }[]
          unreachable: number[]
          error: { code: string }
        }
        return { status: response.status, body }
      }
      const { token } = await post(service, '/api/auth/sign-in/email', { body: account })
      const listResponse = await call('GET', '/api/programs', { token })
      expect(listResponse.status).toBe(200)
      expect(listResponse.body.data.map(({ id }) => id).sort()).toEqual(reachable.sort())
      expect(listResponse.body.unreachable.sort()).toEqual(unreachable.sort())
      const readResponse = await call('GET', `/api/programs/${reachable[0]}`, { token })
      expect(readResponse.status).toBe(200)
      const partner = { name: 'Pat', email: 'pat@partners.test', code: 'pat' }
      const addResponse = await call('POST', `/api/programs/${reachable[0]}/partners`, {
        token,
        body: partner,
      })
      expect([addResponse.status, addResponse.body.error.code]).toEqual([503, 'service_unavailable'])
      expect((await call('POST', '/api/auth/sign-out', { token, body: {} })).status).toBe(200)
      expect((await call('GET', '/api/programs', { token })).status).toBe(401)

      await stoppedWorker.start()
      const secondSignIn = await post(service, '/api/auth/sign-in/email', { body: account })
      const back = await call('GET', '/api/programs', { token: secondSignIn.token })
      expect([back.body.data.length, back.body.unreachable]).toEqual([PROGRAMS, []])
      const path = `/api/programs/${reachable[0]}/partners`
      expect((await call('POST', path, { token: secondSignIn.token, body: partner })).status).toBe(201)
    })
  },
)

function describeSent({ program, kind, status, message }: SentRequest & { status: number; message: string }) {
  return `${kind} of program ${program.id}: ${status} ${message}`
}
