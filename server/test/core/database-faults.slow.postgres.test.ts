import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { AffiliateClient } from '../../../sdk/src/index.ts'
import { limits } from '../../src/core/config/limits.ts'
import { openPostgres } from '../../src/core/database/database.ts'
import { createGroupCommit } from '../../src/core/database/group-commit.ts'
import { type RunningService, serve } from '../../src/main.ts'
import {
  BROWSER,
  concurrently,
  createTestProgram,
  signInMember,
  TestClock,
  type TestProgram,
} from '../harness.ts'
import {
  mountSmallDisk,
  POSTGRES_BIN,
  type PrivatePostgres,
  startPrivatePostgres,
} from '../private-postgres.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'

/** The maximum response time while the database is silent. */
const RESPONSE_MS = 5_000
const ENVIRONMENT = {
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'fatal',
  APP_SECRET: 'a-secret-that-only-the-tests-know-0123456789',
  RATE_LIMIT_KEY_PER_MINUTE: '1000000',
  RATE_LIMIT_IP_PER_MINUTE: '1000000',
}
const PATIENT = { timeout: 60_000 }

test('a commit without a response times out together with everything queued behind it, within a single item’s timeout', async () => {
  const commits = createGroupCommit<number, number>({
    maxBatch: 2,
    maxQueued: 10,
    maxWaitMs: 20,
    commit: () => new Promise(() => {}),
  })
  const responses = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => commits.add(item)))
  for (const response of responses) {
    expect(response).toMatchObject({ status: 'rejected', reason: { name: 'CommitTimeoutError' } })
  }
  expect(commits.queued).toBe(0)
})

const canRun = POSTGRES_BIN !== undefined || process.env.TEST_REQUIRE_ALL === '1'

if (inject('database').kind === 'postgres') {
  describe.skipIf(!canRun)(
    `a failing database${canRun ? '' : ' (no PostgreSQL server in /usr/lib/postgresql)'}`,
    () => {
      let postgres: PrivatePostgres
      let proxy: TcpProxy
      let service: RunningService
      let program: TestProgram
      let bearer: string

      beforeAll(async () => {
        postgres = await startPrivatePostgres()
        proxy = await startTcpProxy(postgres.port)
        service = await serve({
          ...ENVIRONMENT,
          DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
        })
        const place = { database: service.deps.database, clock: new TestClock(new Date().toISOString()) }
        program = await createTestProgram(place)
        bearer = await signInMember(place, program)
      })

      beforeEach(async () => {
        proxy.forwardNewConnections()
        await waitUntilClicksSucceed()
      })

      afterAll(async () => {
        proxy.forwardNewConnections()
        await service.stop()
        await proxy.close()
        await postgres.remove()
      })

      const call = async (
        method: string,
        path: string,
        options: { body?: unknown; bearer?: string } = {},
        address = service.address,
      ) => {
        const startedAt = performance.now()
        const response = await fetch(address + path, {
          method,
          headers: {
            'user-agent': BROWSER,
            ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
          },
          ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        })
        const body = (await response.json()) as ApiResponse
        const retryAfter = response.headers.get('retry-after')
        return { path, status: response.status, body, retryAfter, ms: performance.now() - startedAt }
      }
      const click = () => {
        const affiliate_url = `https://shop.example/?aff=${program.code}`
        return call('POST', '/api/v1/track/click', { body: { affiliate_url } })
      }
      const sale = () =>
        call('POST', '/api/v1/track/sale', {
          body: { transaction_id: randomUUID(), customer_key: 'nobody', amount_cents: 100 },
          bearer: program.liveKey,
        })
      const lead = () =>
        call('POST', '/api/v1/track/lead', {
          body: { click_id: 'x', customer_key: 'nobody' },
          bearer: program.liveKey,
        })
      const read = () => call('GET', `/api/programs/${program.id}/partners`, { bearer })
      const session = () => call('GET', '/api/account', { bearer })
      const signIn = () =>
        call('POST', '/api/auth/sign-in/email', { body: { email: 'a@b.test', password: 'wrong password' } })
      const requestAll = () => Promise.all([click(), sale(), lead(), read(), session(), signIn()])

      /** Opens the maximum number of connections. */
      const fillPool = () =>
        concurrently(20, () => sql`select pg_sleep(0.05)`.execute(service.deps.database.kysely))

      const waitUntilClicksSucceed = () =>
        expect.poll(async () => (await click()).body.success, PATIENT).toBe(true)

      const unavailable = {
        status: 503,
        retryAfter: expect.stringMatching(/^[1-9]\d*$/),
        body: {
          data: null,
          error: { status: 503, code: 'service_unavailable', name: 'ServiceUnavailableError' },
        },
      }

      test('returns 503 only for requests on connections that the server closes under load', async () => {
        const admin = await openPostgres({
          connectionString: postgres.url,
          maxConnections: 1,
          statementTimeoutMs: 10_000,
          connectTimeoutMs: 10_000,
        })
        const endAll = () =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = 'postgres' and pid <> pg_backend_pid()`.execute(admin.kysely)
        for (let round = 0; round < 5; round++) {
          await fillPool()
          const [responses] = await Promise.all([
            concurrently(50, (index) => (index % 2 === 0 ? click() : read())),
            endAll(),
          ])
          for (const response of responses) {
            if (response.status !== 200) expect(response).toMatchObject(unavailable)
          }
          await waitUntilClicksSucceed()
        }
        await admin.close()
      })

      test('times out silent connections within 5 s and uses new connections for later requests', async () => {
        await fillPool()
        proxy.freezeOpen()
        for (const response of await requestAll()) {
          expect(response.ms, response.path).toBeLessThan(RESPONSE_MS)
          expect(response).toMatchObject(unavailable)
        }
        // Idle connections were dropped too, so no request has to wait.
        for (const response of await concurrently(30, click)) {
          expect(response).toMatchObject({ status: 200, body: { success: true } })
        }
        expect(await call('GET', '/readyz')).toMatchObject({ status: 200 })
      })

      test('times out a transaction on a silent connection', async () => {
        const work = service.deps.database.kysely.transaction().execute(async (transaction) => {
          await sql`select 1`.execute(transaction)
          proxy.freezeOpen()
          await sql`select 2`.execute(transaction)
        })
        await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailableError' })
        await waitUntilClicksSucceed()
      })

      test('returns 503 to all requests within 5 s while the database hangs, and serves them once it recovers', async () => {
        await fillPool()
        proxy.freezeNew()
        proxy.freezeOpen()
        const responses = await Promise.all([concurrently(100, click), concurrently(30, read), requestAll()])
        for (const response of responses.flat()) {
          expect(response.ms, response.path).toBeLessThan(RESPONSE_MS)
          expect(response).toMatchObject(unavailable)
        }
        expect(await call('GET', '/readyz')).toMatchObject({ status: 503 })
        proxy.forwardNewConnections()
        await waitUntilClicksSucceed()
        await expect.poll(async () => (await call('GET', '/readyz')).status, PATIENT).toBe(200)
      })

      test('responds immediately to rejected requests that don’t need the database while it hangs, and records them once it recovers', async () => {
        const rejected = (address?: string) =>
          call(
            'POST',
            '/api/v1/track/click',
            { body: { affiliate_url: 'nowhere', program_id: program.id } },
            address,
          )
        const slowest = async () =>
          Math.max(...(await concurrently(200, () => rejected())).map(({ ms }) => ms))
        await slowest()
        const slowestBefore = await slowest()
        await fillPool()
        proxy.freezeNew()
        proxy.freezeOpen()
        for (let round = 0; round < 5; round++) {
          const during = await slowest()
          // A busy machine may be slow, but waiting for the database would take seconds.
          expect(during).toBeLessThan(Math.max(4 * slowestBefore, 1_000))
        }
        const { database } = service.deps
        proxy.forwardNewConnections()
        await waitUntilClicksSucceed()
        const remaining = () =>
          database.kysely
            .selectFrom('rejected_requests')
            .select(({ fn }) => fn.sum<string>('count').as('calls'))
            .where('program_id', '=', program.id)
            .where('field', '=', 'affiliate_url')
            .executeTakeFirst()
        // A statement in progress when the connections became silent may be lost; it is then counted as lost.
        await expect
          .poll(async () => Number((await remaining())?.calls ?? 0), PATIENT)
          .toBeGreaterThanOrEqual(1_000)
        const counts = await database.kysely
          .selectFrom('request_counts')
          .select('requests')
          .where('program_id', '=', program.id)
          .where('outcome', '=', 'rejected')
          .where('type', '=', 'click')
          .executeTakeFirst()
        expect(counts?.requests).toBeLessThanOrEqual(1_400)
      })

      test('stops a process while the database hangs, despite unsaved data', async () => {
        const proxy = await startTcpProxy(postgres.port)
        const other = await serve({
          ...ENVIRONMENT,
          DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
        })
        onTestFinished(() => proxy.close())
        proxy.freezeNew()
        proxy.freezeOpen()
        const body = { affiliate_url: 'nowhere', program_id: program.id }
        await concurrently(200, () => call('POST', '/api/v1/track/click', { body }, other.address))
        const stoppedAt = performance.now()
        await other.stop()
        expect(performance.now() - stoppedAt).toBeLessThan(limits.drainTimeoutMs)
      })

      // Skipped if no disk can be mounted (needs root or sudo).
      test('returns 503 for writes and /readyz on a full disk, serves reads, and recovers when there is space', async (context) => {
        const disk = await mountSmallDisk(160)
        if (disk === undefined && process.env.TEST_REQUIRE_ALL !== '1') return context.skip()
        if (disk === undefined) throw new Error('a small disk cannot be mounted: run as root, or with sudo')
        const full = await startPrivatePostgres(disk.folder)
        const other = await serve({ ...ENVIRONMENT, DATABASE_URL: full.url })
        onTestFinished(async () => {
          await other.stop()
          await full.remove()
          await disk.remove()
        })
        const place = { database: other.deps.database, clock: new TestClock(new Date().toISOString()) }
        const shop = await createTestProgram(place)
        const token = await signInMember(place, shop)
        const sendClick = () => {
          const affiliate_url = `https://shop.example/?aff=${shop.code}`
          const additional_data = { noise: randomBytes(6_000).toString('hex') }
          return call(
            'POST',
            '/api/v1/track/click',
            { body: { affiliate_url, additional_data } },
            other.address,
          )
        }
        expect(await sendClick()).toMatchObject({ status: 200, body: { success: true } })
        expect(await call('GET', '/readyz', {}, other.address)).toMatchObject({ status: 200 })

        fillDisk(join(disk.folder, 'filler'))
        await expect.poll(sendClick, PATIENT).toMatchObject(unavailable)
        await expect
          .poll(async () => (await call('GET', '/readyz', {}, other.address)).status, PATIENT)
          .toBe(503)
        expect(
          await call('GET', `/api/programs/${shop.id}/partners`, { bearer: token }, other.address),
        ).toMatchObject({ status: 200 })

        rmSync(join(disk.folder, 'filler'))
        await expect
          .poll(async () => (await call('GET', '/readyz', {}, other.address)).status, PATIENT)
          .toBe(200)
        expect(await sendClick()).toMatchObject({ status: 200, body: { success: true } })
      })

      test('returns 503 throughout a database outage of 15 s and records retried requests once', async () => {
        const client = new AffiliateClient({
          apiKey: program.liveKey,
          baseUrl: service.address,
          maxRetries: 10,
        })
        const clicked = await click()
        await client.trackLead({ clickId: clicked.body.click_id, customerKey: 'patient' })
        const before = performance.now()
        await postgres.stop('immediate')
        const transactionId = randomUUID()
        const pendingSale = client.trackSale({ transactionId, customerKey: 'patient', amountCents: 4900 })
        while (performance.now() - before < 15_000) {
          for (const response of await requestAll()) expect(response).toMatchObject(unavailable)
          expect(await call('GET', '/readyz')).toMatchObject({ status: 503 })
          expect(await call('GET', '/healthz')).toMatchObject({ status: 200 })
        }
        await postgres.start()
        await waitUntilClicksSucceed()
        expect(await pendingSale).toMatchObject({ alreadyRecorded: false, saleId: expect.any(Number) })
        expect(
          await client.trackSale({ transactionId, customerKey: 'patient', amountCents: 4900 }),
        ).toMatchObject({
          alreadyRecorded: true,
        })
      })
    },
  )
}

/** Writes until the disk is full. */
function fillDisk(file: string) {
  const descriptor = openSync(file, 'w')
  try {
    for (let bytes = 1 << 20; bytes >= 1; ) {
      try {
        // Writes as much as fits.
        writeSync(descriptor, Buffer.alloc(bytes, 1))
      } catch {
        bytes >>= 1
      }
    }
  } finally {
    closeSync(descriptor)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the parts of the response that they read
type ApiResponse = any
