import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createTestProgram, send, signInMember, startTestService } from '../harness.ts'

const service = await startTestService()
const { app } = service

it('a management request without a body may have a JSON content type', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const headers = { 'content-type': 'application/json' }
  const url = `/api/programs/${program.id}/partners/${program.partnerId}/approve`
  expect((await send(app, 'POST', url, { bearer, headers })).status).toBe(200)
  const response = await send(app, 'DELETE', `/api/programs/${program.id}/api-keys/999999`, {
    bearer,
    headers,
  })
  expect(response.status).toBe(404)
})

it('text/plain is for browser requests only; management requests return 415 (D2)', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const response = await send(app, 'PATCH', `/api/programs/${program.id}`, {
    bearer,
    headers: { 'content-type': 'text/plain' },
    body: '{"name": "Other"}',
  })
  expect(response).toMatchObject({ status: 415, body: { error: { code: 'unsupported_media_type' } } })
})

it('a management request with a malformed body is authenticated first (D37)', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const url = `/api/programs/${program.id}`
  const body = '{"name": '
  expect((await send(app, 'PATCH', url, { body })).status).toBe(401)
  expect((await send(app, 'PATCH', '/api/programs/999999', { body, bearer })).status).toBe(404)
  const validKeyResponse = await send(app, 'PATCH', url, { body, bearer })
  expect(validKeyResponse).toMatchObject({
    status: 400,
    body: { data: null, error: { code: 'invalid_request' } },
  })
  const signIn = await send(app, 'POST', '/api/auth/sign-in/email', { body })
  expect(signIn).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
})

it('a list of 31,000 equal ids is rejected by its length before any ids are compared', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const body = { commissionIds: Array(31_000).fill(1) }
  const usageBefore = process.cpuUsage()
  const response = await send(app, 'POST', `/api/programs/${program.id}/commissions/approve`, {
    bearer,
    body,
  })
  const { user, system } = process.cpuUsage(usageBefore)
  expect(response).toMatchObject({ status: 400, body: { error: { details: { field: 'commissionIds' } } } })
  // In microseconds. Comparing all pairs took eight seconds.
  expect(user + system).toBeLessThan(1_000_000)
})

it('a body nested thousands of levels deep returns 400 for any field', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  for (const [path, field] of [
    ['commissions/approve', 'commissionIds'],
    ['payouts', 'partnerIds'],
  ]) {
    const body = `{"${field}": [${nest(4_000)}, ${nest(4_000)}]}`
    const response = await send(app, 'POST', `/api/programs/${program.id}/${path}`, { bearer, body })
    expect(response).toMatchObject({ status: 400, body: { error: { details: { field } } } })
  }
})

it.each(['/api/v1/track/click', '/api/v1/track/sale', '/api/v1/webhooks/stripe', '/api/auth/sign-in/email'])(
  'a compressed body to %s gets a response without being decompressed',
  async (url) => {
    const response = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync('{"email":"a@b.test","password":"correct horse battery"}'),
    })
    expect([url, response.statusCode]).toEqual([url, expect.toBeOneOf([400, 401, 404, 415])])
  },
)
