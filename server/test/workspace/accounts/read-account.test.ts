import { expect, test } from 'vitest'
import { renameAccount } from '../../../src/workspace/accounts/read-account.sql.ts'
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

test('a user renames themselves; colleagues see the new name', async () => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const rename = (name: unknown) => send(app, 'PATCH', '/api/account', { bearer, body: { name } })
  expect((await rename(' Mara Lind ')).body.data).toMatchObject({ name: 'Mara Lind' })
  const account = await send(app, 'GET', '/api/account', { bearer })
  expect(account.body.data.user.name).toBe('Mara Lind')
  const members = await send(app, 'GET', `/api/workspaces/${program.workspaceId}/members`, { bearer })
  expect(members.body.data).toMatchObject([{ name: 'Mara Lind' }])
  for (const name of ['', ' ', 7, 'https://spam.example']) {
    const { status, body } = await rename(name)
    expect([status, body.error.details]).toEqual([400, { field: 'name' }])
  }
  expect((await send(app, 'PATCH', '/api/account', { body: { name: 'Ada' } })).status).toBe(401)
})

test('a rename reports that the account was deleted in the meantime', async () => {
  const change = { name: 'Ada', now: service.clock.now() }
  expect(await renameAccount(service.database.kysely, 'deleted-user', change)).toBe(false)
})

test('owners and admins rename the workspace; members cannot', async () => {
  const program = await createTestProgram(service)
  const owner = await signInMember(service, program)
  const rename = (bearer: string, name: string) =>
    send(app, 'PATCH', `/api/workspaces/${program.workspaceId}`, { bearer, body: { name } })
  const renamed = await rename(owner, 'Lind & Co')
  expect(renamed.body.data).toEqual({ id: program.workspaceId, name: 'Lind & Co', requiresTwoFactor: false })
  const account = await send(app, 'GET', '/api/account', { bearer: owner })
  expect(account.body.data.workspaces).toMatchObject([{ name: 'Lind & Co' }])
  const member = await signInMember(service, program, { role: 'member' })
  expect((await rename(member, 'Mine')).status).toBe(403)
})
