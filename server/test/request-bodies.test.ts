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
