import { expect, it } from 'vitest'
import { createTestProgram, send, signInMember, startTestService } from './harness.ts'

const service = await startTestService()
const { app } = service

it('a management call without a body is fine from a client that always names JSON as its type', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const headers = { 'content-type': 'application/json' }
  const url = `/api/programs/${program.id}/partners/${program.partnerId}/approve`
  expect((await send(app, 'POST', url, { bearer, headers })).status).toBe(200)
  const gone = await send(app, 'DELETE', `/api/programs/${program.id}/api-keys/999999`, { bearer, headers })
  expect(gone.status).toBe(404)
})

it('D2: text/plain is for the browser calls only; a management call sent so is 415', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const answer = await send(app, 'PATCH', `/api/programs/${program.id}`, {
    bearer,
    headers: { 'content-type': 'text/plain' },
    body: '{"name": "Other"}',
  })
  expect(answer).toMatchObject({ status: 415, body: { error: { code: 'unsupported_media_type' } } })
})

it('D37: a management call with a broken body is first asked who it is', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const url = `/api/programs/${program.id}`
  const body = '{"name": '
  expect((await send(app, 'PATCH', url, { body })).status).toBe(401)
  expect((await send(app, 'PATCH', '/api/programs/999999', { body, bearer })).status).toBe(404)
  const known = await send(app, 'PATCH', url, { body, bearer })
  expect(known).toMatchObject({ status: 400, body: { data: null, error: { code: 'invalid_request' } } })
  const signIn = await send(app, 'POST', '/api/auth/sign-in/email', { body })
  expect(signIn).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
})
