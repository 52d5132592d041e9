import { expect, test } from 'vitest'
import { createTestProgram, send, signInMember, signUp, startTestService } from '../../harness.ts'

const service = await startTestService()
const { app } = service

test('a user reads their workspaces with their role and its permissions (D45)', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program, { role: 'viewer' })
  const { status, body } = await send(app, 'GET', '/api/account', { bearer })
  expect(status).toBe(200)
  expect(body.data.workspaces).toEqual([
    {
      id: program.workspaceId,
      name: 'Acme',
      role: 'viewer',
      permissions: ['tracking:read', 'tracking:list'],
      requiresTwoFactor: false,
      lacksTwoFactor: false,
    },
  ])
  expect(Object.keys(body.data.user)).toEqual(['id', 'name', 'email', 'hasTwoFactor'])
})

test('a suspended member sees no workspace (D45)', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program, { status: 'suspended' })
  expect((await send(app, 'GET', '/api/account', { bearer })).body.data.workspaces).toEqual([])
})

test('a user may have no workspace; a request without a session returns 401', async () => {
  const { token, email } = await signUp(service)
  const { body } = await send(app, 'GET', '/api/account', { bearer: token })
  expect(body.data).toMatchObject({ user: { email }, workspaces: [] })
  expect((await send(app, 'GET', '/api/account')).status).toBe(401)
})
