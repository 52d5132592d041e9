import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { limits } from '../../src/core/config/limits.ts'
import { registerErrorHandler } from '../../src/core/errors/error-handler.http.ts'
import { limitResponseTime } from '../../src/core/http/admission.http.ts'
import type { App } from '../../src/core/http/service.ts'
import { addCleanup } from '../cleanup.ts'
import { BROWSER, createTestProgram, send, signInMember, startTestService } from '../harness.ts'

const service = await startTestService()
/** How long a new request would wait for a connection. */
let waitMs = 0
const database = { ...service.database, connectionWait: () => ({ expectedMs: waitMs, firstMs: 0 }) }
const app = await buildApp({ ...service.deps, database })
addCleanup(() => app.close())
const program = await createTestProgram(service)
const bearer = await signInMember(service, program)
beforeEach(() => {
  waitMs = 0
})

const readReport = () => send(app, 'GET', `/api/tracking/performance/${program.id}`, { bearer })
const sale = (transaction_id: string) =>
  send(app, 'POST', '/api/v1/track/sale', {
    bearer: program.liveKey,
    body: { transaction_id, amount_cents: 4900, customer_key: 'nobody' },
  })
const click = () =>
  send(app, 'POST', '/api/v1/track/click', {
    headers: { 'user-agent': BROWSER },
    body: { affiliate_url: `https://shop.example/?aff=${program.code}` },
  })

test('rejects reads first under load, then all requests, immediately and with a retry time', async () => {
  expect([(await readReport()).status, (await click()).status]).toEqual([200, 200])
  waitMs = 800
  expect(await readReport()).toMatchObject({
    status: 503,
    headers: { 'retry-after': '3', 'x-content-type-options': 'nosniff' },
    body: { error: { code: 'service_unavailable', details: { retry_after_seconds: 3 } } },
  })
  // The rejection for an unknown customer shows that the sale was decided.
  expect((await sale('t-1')).body.error.code).toBe('no_attribution')
  expect((await click()).status).toBe(200)
  waitMs = 3_000
  for (const call of [readReport, () => sale('t-2'), click]) expect((await call()).status).toBe(503)
  // Scripts from other origins can read the rejection.
  expect((await click()).headers['access-control-allow-origin']).toBe('*')
})

test('serves health checks, metrics, pages and files under any load', async () => {
  waitMs = 60_000
  for (const path of ['/healthz', '/readyz', '/metrics', '/docs', '/js/tracker.js']) {
    const { statusCode } = await app.inject({ method: 'GET', url: path, headers: { host: 'localhost' } })
    expect([path, statusCode < 400]).toEqual([path, true])
  }
})

test('ends an accepted request that takes too long with a 503, but lets long operations continue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow: App = Fastify().withTypeProvider<TypeBoxTypeProvider>()
  registerErrorHandler(slow, { isPageVisit: () => false, sendPage: async (reply) => reply })
  limitResponseTime(slow, database)
  let isHandled = () => {}
  const neverResolve = async () => {
    isHandled()
    await new Promise(() => {})
  }
  for (const url of ['/api/programs', '/api/programs/:id/sales.csv']) slow.get(url, neverResolve)
  slow.post('/api/v1/track/sale', neverResolve)
  slow.post('/api/programs', neverResolve)
  const sendSlowly = async (method: 'GET' | 'POST', url: string) => {
    const started = new Promise<void>((resolve) => {
      isHandled = resolve
    })
    const response = slow.inject({ method, url }).then(({ statusCode }) => statusCode)
    await started
    vi.advanceTimersByTime(limits.responseMs)
    return Promise.race([
      response,
      new Promise((resolve) => setImmediate(() => setImmediate(() => resolve('open')))),
    ])
  }
  expect(await sendSlowly('GET', '/api/programs')).toBe(503)
  expect(await sendSlowly('POST', '/api/v1/track/sale')).toBe(503)
  expect(await sendSlowly('GET', '/api/programs/1/sales.csv')).toBe('open')
  expect(await sendSlowly('POST', '/api/programs')).toBe('open')
})
