import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openPostgres } from '../../src/core/database/database.ts'
import {
  createTestPartner,
  createTestProgram,
  openTestDatabase,
  send,
  signInMember,
  startTestService,
} from '../harness.ts'
import { openShop } from '../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { app, deps } = service

test('/healthz responds while the process is running', async () => {
  expect(await send(app, 'GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('/readyz reports whether the database responds', async () => {
  expect(await send(app, 'GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const unreachableDatabase = await openPostgres({
    connectionString: 'postgres://postgres@127.0.0.1:1/nothing',
    maxConnections: 1,
    statementTimeoutMs: 1_000,
    connectTimeoutMs: 1_000,
  })
  const brokenApp = await buildApp({ ...deps, database: unreachableDatabase })
  expect(await send(brokenApp, 'GET', '/readyz')).toMatchObject({
    status: 503,
    body: { status: 'unavailable' },
  })
  expect(await send(brokenApp, 'GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  await brokenApp.close()
  await unreachableDatabase.close()
})

test('/metrics counts requests by route pattern and contains no addresses, keys or numbers from paths', async () => {
  await send(app, 'GET', '/api/tracking/status/1?token=secret-in-the-address')
  await send(app, 'POST', '/api/v1/track/sale', { body: {} })
  await send(app, 'GET', '/nothing/at/all')
  const { status, text, headers } = await send(app, 'GET', '/metrics')
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('text/plain')
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/tracking\/status\/:programId",status="401"\} 1/,
  )
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/track\/sale",status="401"\} 1/,
  )
  expect(text).toMatch(/route="unknown",status="404"/)
  expect(text).toMatch(/database_connections\{state="open"\} \d/)
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).not.toContain('secret-in-the-address')
})

test('/metrics counts the outcomes of clicks, leads, sales and refunds by reason', async () => {
  const shop = await openShop(service)
  await shop.customer('cus-1')
  const bearer = shop.program.liveKey
  const post = (event: string, body: object) => send(app, 'POST', `/api/v1/track/${event}`, { bearer, body })
  await send(app, 'POST', '/api/v1/track/click', {
    body: { affiliate_url: 'https://shop.test/?aff=nobody-here' },
  })
  const sale = { transaction_id: 't-1', customer_key: 'cus-1', amount_cents: 100 }
  await post('sale', sale)
  await post('sale', sale)
  await post('refund', { transaction_id: 't-1' })
  await send(app, 'POST', '/api/v1/track/sale', { bearer: shop.program.testKey, body: sale })
  const { text } = await send(app, 'GET', '/metrics')
  for (const line of [
    'tracking_requests_total{event="click",outcome="recorded",reason=""} 1',
    'tracking_requests_total{event="click",outcome="not_counted",reason="unknown_link"} 1',
    'tracking_requests_total{event="lead",outcome="recorded",reason=""} 1',
    'tracking_requests_total{event="sale",outcome="recorded",reason=""} 1',
    'tracking_requests_total{event="sale",outcome="rejected",reason="duplicate_transaction"} 1',
    'tracking_requests_total{event="sale",outcome="test",reason=""} 1',
    'tracking_requests_total{event="refund",outcome="recorded",reason="reversed"} 1',
    'click_queue_depth 0',
    'database_refused_total 0',
    'events_for_review_total{reason="unreadable"} 0',
    'webhook_backlog 0',
    'webhook_backlog_age_seconds 0',
  ]) {
    expect(text.split('\n')).toContain(line)
  }
  expect(text).toMatch(/^database_acquired_total [1-9]/m)
  expect(text).toMatch(/^database_wait_seconds_total \d/m)
})

test('/metrics runs one query each for webhooks, events for review and the last backup', async () => {
  const acquired = async () => {
    const { text } = await send(app, 'GET', '/metrics')
    return Number(/^database_acquired_total (\d+)$/m.exec(text)?.[1])
  }
  const acquiredBefore = await acquired()
  expect(await acquired()).toBe(acquiredBefore + 3)
})

test('/metrics returns the metrics that don’t need the database if it doesn’t respond', async () => {
  // Statements get no response during the test, as on a silent connection.
  let speak = () => {}
  const silence = new Promise<void>((resolve) => {
    speak = resolve
  })
  const silentDatabase = deps.database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => silence.then(() => result),
  })
  const broken = await buildApp({ ...deps, database: { ...deps.database, kysely: silentDatabase } })
  const { status, text } = await send(broken, 'GET', '/metrics')
  expect(status).toBe(200)
  const lines = text.split('\n')
  for (const line of ['webhook_backlog Nan', 'webhook_backlog_age_seconds Nan', 'click_queue_depth 0']) {
    expect(lines).toContain(line)
  }
  expect(text).toContain('process_cpu_seconds_total')
  speak()
  await broken.close()
})

test('/metrics is available only locally or with the token', async () => {
  expect((await send(app, 'GET', '/metrics', { ip: '203.0.113.7' })).status).toBe(403)
  for (const headers of [
    { 'x-forwarded-for': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'partners.example' },
  ]) {
    expect((await send(app, 'GET', '/metrics', { headers })).status).toBe(403)
  }

  const metricsToken = 'a-token-of-the-operator'
  const guarded = await buildApp({ ...deps, config: { ...deps.config, metricsToken } })
  const readMetrics = (bearer?: string) =>
    send(guarded, 'GET', '/metrics', { ip: '203.0.113.7', ...(bearer === undefined ? {} : { bearer }) })
  expect(await readMetrics()).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
  expect((await readMetrics('another-token-of-somebody')).status).toBe(401)
  expect((await send(guarded, 'GET', '/metrics')).status).toBe(401)
  expect(await readMetrics(metricsToken)).toMatchObject({
    status: 200,
    text: expect.stringContaining('click_queue_depth'),
  })
  await guarded.close()
})

test('large responses, including the API reference, are compressed for clients that support it; small ones are not', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  for (let partner = 0; partner < 20; partner++) await createTestPartner(service, program)
  const get = (url: string, encoding: string) =>
    app.inject({ url, headers: { authorization: `Bearer ${bearer}`, 'accept-encoding': encoding } })
  for (const url of [`/api/programs/${program.id}/partners`, '/openapi.json']) {
    const uncompressed = await get(url, 'identity')
    expect(uncompressed.headers['content-encoding']).toBeUndefined()
    const gzipped = await get(url, 'gzip')
    expect(gzipped.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(uncompressed.body)
    const brotli = await get(url, 'gzip, br')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(uncompressed.body)
    expect(brotli.rawPayload.length).toBeLessThan(uncompressed.rawPayload.length / 3)
  }
  expect((await get('/healthz', 'gzip')).headers['content-encoding']).toBeUndefined()
})

test('/openapi.json and /docs are cached for a while and rate limited by address', async () => {
  const first = await send(app, 'GET', '/openapi.json')
  expect(first.headers['cache-control']).toBe('public, max-age=300')
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect(await send(app, 'GET', '/openapi.json', { headers })).toMatchObject({ status: 304, text: '' })
  for (const url of ['/docs', '/docs/reference.css', '/docs/reference.js']) {
    const response = await send(app, 'GET', url)
    expect([url, response.headers['cache-control']]).toEqual([url, 'public, max-age=300'])
    const conditionalHeaders = { 'if-none-match': String(response.headers.etag) }
    expect((await send(app, 'GET', url, { headers: conditionalHeaders })).status).toBe(304)
  }

  const limited = await startTestService({ config: { ipCallsPerMinute: 2 } })
  const fetchStatus = async (url: string) =>
    (await send(limited.app, 'GET', url, { ip: '203.0.113.8' })).status
  expect([
    await fetchStatus('/openapi.json'),
    await fetchStatus('/docs/reference.css'),
    await fetchStatus('/docs/reference.css'),
  ]).toEqual([200, 200, 429])
})

test('two apps in one process have separate counters', async () => {
  const other = await buildApp(deps)
  await send(other, 'GET', '/healthz')
  const { text } = await send(other, 'GET', '/metrics')
  await other.close()
  expect(text).toMatch(/route="\/healthz",status="200"\} 1\n/)
  expect(text).not.toContain('/api/v1/track/sale')
})

// The embedded database runs in this process, so it has no connections that could be lost.
if (inject('database').kind === 'postgres') {
  test('a connection ended by the server fails only its own transaction, never the process', async () => {
    const { database, drop } = await openTestDatabase()
    const { kysely } = database
    const work = kysely.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      const termination = sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}, 5000) as ended`.execute(
        kysely,
      )
      expect((await termination).rows).toEqual([{ ended: true }])
      // The error arrives while the connection is idle.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      await sql`select 1`.execute(transaction)
    })
    await expect(work).rejects.toThrow()
    expect((await sql<{ one: number }>`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }])
    await drop()
  })
}
