import { expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openPostgres } from '../src/store/database.ts'
import { send, startTestService } from './harness.ts'

const service = await startTestService()
const { app, deps } = service

test('/healthz answers while the process lives', async () => {
  expect(await send(app, 'GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('/readyz says whether the database answers', async () => {
  expect(await send(app, 'GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const nowhere = openPostgres({
    connectionString: 'postgres://postgres@127.0.0.1:1/nothing',
    maxConnections: 1,
    statementTimeoutMs: 1_000,
    connectTimeoutMs: 1_000,
  })
  const broken = await buildApp({ ...deps, database: nowhere })
  expect(await send(broken, 'GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'unavailable' } })
  expect(await send(broken, 'GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  await broken.close()
  await nowhere.close()
})

test('/metrics counts requests by the pattern of their route, and no address, key or number stands in it', async () => {
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

test('two apps in one process count for themselves', async () => {
  const other = await buildApp(deps)
  await send(other, 'GET', '/healthz')
  const { text } = await send(other, 'GET', '/metrics')
  await other.close()
  expect(text).toMatch(/route="\/healthz",status="200"\} 1\n/)
  expect(text).not.toContain('/api/v1/track/sale')
})
