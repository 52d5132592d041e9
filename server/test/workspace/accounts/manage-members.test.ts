import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { MemberRole } from '../../../src/core/enums.ts'
import { accountLimits } from '../../../src/workspace/accounts/limits.ts'
import { deleteMember, lockWorkspace, updateMember } from '../../../src/workspace/accounts/members.sql.ts'
import {
  concurrently,
  countWaiting,
  createTestProgram,
  send,
  signInMember,
  signUp,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../harness.ts'

interface Member {
  id: string
  email: string
  userId: string
  role: MemberRole
  status: string
}

let service: TestService
let program: TestProgram
let owner: string
let ownerId: string

beforeAll(async () => {
  service = await startTestService()
})

beforeEach(async () => {
  program = await createTestProgram(service)
  owner = await signInMember(service, program)
  ownerId = (await listMembers())[0]?.id ?? ''
})

const url = (path = '') => `/api/workspaces/${program.workspaceId}/members${path}`
const invitations = (path = '') => `/api/workspaces/${program.workspaceId}/invitations${path}`
const add = (body: unknown, bearer = owner) => send(service.app, 'POST', url(), { bearer, body })
const listMembers = async (bearer = owner): Promise<Member[]> =>
  (await send(service.app, 'GET', url(), { bearer })).body.data
const change = (id: string, body: unknown, bearer = owner) =>
  send(service.app, 'PATCH', url(`/${id}`), { bearer, body })
const remove = (id: string, bearer = owner) => send(service.app, 'DELETE', url(`/${id}`), { bearer })
const readStatus = async (bearer: string) =>
  (await send(service.app, 'GET', `/api/programs/${program.id}`, { bearer })).status

/** Adds a signed-in member and returns the membership id. */
async function join(role: MemberRole): Promise<{ token: string; id: string }> {
  const before = new Set((await listMembers()).map(({ id }) => id))
  const token = await signInMember(service, program, { role })
  const created = (await listMembers()).find(({ id }) => !before.has(id))
  if (created === undefined) throw new Error('the new member is not in the list')
  return { token, id: created.id }
}

describe('workspace members (D45)', () => {
  it('are invited by email; a newer invitation replaces the previous one', async () => {
    const email = `${randomUUID()}@accounts.test`
    const first = (await add({ email, role: 'viewer' })).body.data
    expect(first).toMatchObject({ email, role: 'viewer' })
    const { secret, isMailed, ...second } = (await add({ email, role: 'member' })).body.data
    expect([second.id, secret]).not.toEqual([first.id, first.secret])
    expect(isMailed).toBe(false)
    const open = async () => (await send(service.app, 'GET', invitations(), { bearer: owner })).body.data
    expect(await open()).toEqual([second])
    const cancel = () => send(service.app, 'DELETE', invitations(`/${second.id}`), { bearer: owner })
    expect((await cancel()).body).toEqual({ data: { id: second.id } })
    expect((await cancel()).status).toBe(404)
    expect(await open()).toEqual([])
  })

  it('see the workspace, who invited them and the role before signing in, until the invitation is used', async () => {
    const guest = await signUp(service)
    const { secret, expiresAt } = (await add({ email: guest.email, role: 'admin' })).body.data
    const preview = (invitation: string) =>
      send(service.app, 'POST', '/api/invitations/preview', { body: { invitation } })
    expect((await preview(secret)).body.data).toEqual({
      workspaceName: 'Acme',
      inviterName: 'Sam',
      role: 'admin',
      email: guest.email,
      expiresAt,
    })
    await send(service.app, 'POST', '/api/invitations/accept', {
      bearer: guest.token,
      body: { invitation: secret },
    })
    for (const ended of [secret, 'unknown']) expect((await preview(ended)).status).toBe(404)
  })

  it('are no longer listed as invited when the invitation expires', async () => {
    await add({ email: `${randomUUID()}@accounts.test`, role: 'viewer' })
    service.clock.advance({ days: accountLimits.invitationDays })
    expect((await send(service.app, 'GET', invitations(), { bearer: owner })).body.data).toEqual([])
  })

  it('cannot replace or cancel an owner’s invitation for another owner if they are admins', async () => {
    const email = `${randomUUID()}@accounts.test`
    await add({ email, role: 'owner' })
    const admin = await signInMember(service, program, { role: 'admin' })
    for (const role of ['viewer', 'owner']) {
      const { status, body } = await add({ email, role }, admin)
      expect([status, body.error.code]).toEqual([403, 'forbidden'])
    }
    const [{ id }] = (await send(service.app, 'GET', invitations(), { bearer: admin })).body.data
    const cancel = (bearer: string) => send(service.app, 'DELETE', invitations(`/${id}`), { bearer })
    expect((await cancel(admin)).status).toBe(403)
    expect((await cancel(owner)).status).toBe(200)
    expect((await add({ email, role: 'viewer' }, admin)).status).toBe(201)
  })

  it('cannot be invited again, even if they are suspended', async () => {
    const { id } = await join('member')
    const email = (await listMembers()).find((member) => member.id === id)?.email ?? ''
    await change(id, { status: 'suspended' })
    const { status, body } = await add({ email: email.toUpperCase(), role: 'admin' })
    expect([status, body.error.details]).toEqual([409, { field: 'email' }])
  })

  it.each([
    { field: 'email', body: { role: 'viewer' } },
    { field: 'email', body: { email: 7, role: 'viewer' } },
    { field: 'email', body: { email: 'nobody', role: 'viewer' } },
    { field: 'email', body: { email: 'a\0@b.co', role: 'viewer' } },
    { field: 'role', body: { email: 'a@b.co' } },
    { field: 'role', body: { email: 'a@b.co', role: 'boss' } },
    { field: 'role', body: { email: 'a@b.co', role: 'owner,admin' } },
  ])('are not added by an invalid request: %j returns 400 and the field name', async ({ field, body }) => {
    const response = await add(body)
    expect([response.status, response.body.error.details]).toEqual([400, { field }])
  })

  it.each([
    { field: 'role', body: {} },
    { field: 'role', body: { role: null, status: null } },
    { field: 'role', body: { role: 'boss' } },
    { field: 'status', body: { status: 'gone' } },
    { field: 'status', body: { role: 'viewer', status: 1 } },
  ])('are not changed to %j, which returns 400 with the field', async ({ field, body }) => {
    const { id } = await join('member')
    const response = await change(id, body)
    expect([response.status, response.body.error.details]).toEqual([400, { field }])
    expect((await listMembers()).find((member) => member.id === id)).toMatchObject({
      role: 'member',
      status: 'active',
    })
  })

  it('lose all access immediately when suspended, cannot rejoin, and regain access when reactivated', async () => {
    const { token, id } = await join('owner')
    expect(await readStatus(token)).toBe(200)
    expect((await change(id, { status: 'suspended' })).body.data.status).toBe('suspended')
    expect(await readStatus(token)).toBe(403)
    expect((await change(id, { status: 'active' }, token)).status).toBe(403)
    expect((await remove(id, token)).status).toBe(403)
    expect((await change(id, { status: 'active' })).status).toBe(200)
    expect(await readStatus(token)).toBe(200)
  })

  it('lose access immediately when removed, and can be invited again', async () => {
    const { token, email } = await signUp(service)
    const enter = async (role: MemberRole) => {
      const { secret } = (await add({ email, role })).body.data
      const body = { invitation: secret }
      await send(service.app, 'POST', '/api/invitations/accept', { bearer: token, body })
      return (await listMembers()).find((member) => member.email === email)
    }
    const id = (await enter('admin'))?.id ?? ''
    expect((await remove(id)).body).toEqual({ data: { id } })
    expect(await readStatus(token)).toBe(403)
    expect((await remove(id)).status).toBe(404)
    expect(await enter('viewer')).toMatchObject({ role: 'viewer', status: 'active' })
  })

  it('may leave, but may be removed only by managers', async () => {
    const viewer = await join('viewer')
    const member = await join('member')
    expect((await remove(member.id, viewer.token)).status).toBe(403)
    expect((await remove(viewer.id, viewer.token)).status).toBe(200)
    expect(await readStatus(viewer.token)).toBe(403)
    expect(await readStatus(member.token)).toBe(200)
  })

  it('are managed by an admin, except owners', async () => {
    const admin = await join('admin')
    const member = await join('member')
    expect((await change(member.id, { role: 'admin' }, admin.token)).status).toBe(200)
    const rejections = [
      await change(member.id, { role: 'owner' }, admin.token),
      await change(admin.id, { role: 'owner' }, admin.token),
      await change(ownerId, { role: 'viewer' }, admin.token),
      await change(ownerId, { status: 'suspended' }, admin.token),
      await remove(ownerId, admin.token),
      await add({ email: (await signUp(service)).email, role: 'owner' }, admin.token),
      await add({ email: `${randomUUID()}@accounts.test`, role: 'owner' }, admin.token),
    ]
    for (const { status, body } of rejections) expect([status, body.error.code]).toEqual([403, 'forbidden'])
    expect((await listMembers()).map(({ role }) => role).sort()).toEqual(['admin', 'admin', 'owner'])
  })

  it('include at least one active owner', async () => {
    const second = await join('owner')
    await change(second.id, { status: 'suspended' })
    const rejected = [
      await change(ownerId, { role: 'admin' }),
      await change(ownerId, { status: 'suspended' }),
      await remove(ownerId),
    ]
    for (const { status, body } of rejected) expect([status, body.error.code]).toEqual([409, 'conflict'])
    await change(second.id, { status: 'active' })
    expect((await change(ownerId, { role: 'admin' })).status).toBe(200)
    expect((await change(second.id, { role: 'admin' }, second.token)).status).toBe(409)
  })

  it('still include one of five owners who all demote, suspend or remove each other at once', async () => {
    const otherOwners = await concurrently(4, () => signInMember(service, program))
    const tokens = [owner, ...otherOwners]
    const ids = (await listMembers()).map(({ id }) => id)
    const calls = tokens.flatMap((token, actor) =>
      ids.map((id, target) => {
        const kind = (actor + target) % 3
        if (kind === 0) return change(id, { role: 'viewer' }, token)
        return kind === 1 ? change(id, { status: 'suspended' }, token) : remove(id, token)
      }),
    )
    for (const { status } of await Promise.all(calls)) expect([200, 403, 404, 409]).toContain(status)
    const owners = await service.database.kysely
      .selectFrom('workspace_members')
      .select('id')
      .where('workspace_id', '=', program.workspaceId)
      .where('role', '=', 'owner')
      .where('status', '=', 'active')
      .execute()
    expect(owners).toHaveLength(1)
  })

  it('join once for ten concurrent acceptances of an invitation', async () => {
    const { token, email, userId } = await signUp(service)
    const { secret } = (await add({ email, role: 'viewer' })).body.data
    const accept = () =>
      send(service.app, 'POST', '/api/invitations/accept', { bearer: token, body: { invitation: secret } })
    const statuses = (await concurrently(10, accept)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    for (const status of statuses) expect([200, 404, 409]).toContain(status)
    expect((await listMembers()).filter((member) => member.userId === userId)).toHaveLength(1)
  })

  it('have one invitation after ten concurrent requests to invite them', async () => {
    const email = `${randomUUID()}@accounts.test`
    await concurrently(10, () => add({ email, role: 'viewer' }))
    expect((await send(service.app, 'GET', invitations(), { bearer: owner })).body.data).toHaveLength(1)
  })

  it('cannot cancel an invitation if they are demoted in the meantime', async () => {
    const { id } = (await add({ email: `${randomUUID()}@accounts.test`, role: 'viewer' })).body.data
    const admin = await join('admin')
    const { kysely } = service.database
    let canceling: ReturnType<typeof send> | undefined
    await kysely.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, program.workspaceId)
      canceling = send(service.app, 'DELETE', invitations(`/${id}`), { bearer: admin.token })
      // The embedded database has a single connection, so the request waits for that instead.
      if (inject('database').kind === 'postgres')
        await expect.poll(() => countWaiting(service.database)).toBe(1)
      await updateMember(transaction, program.workspaceId, admin.id, { role: 'viewer', status: 'active' })
    })
    expect((await canceling)?.status).toBe(403)
    const open = await send(service.app, 'GET', invitations(), { bearer: owner })
    expect(open.body.data).toMatchObject([{ id }])
  })

  it('have their open invitations revoked when they lose permissions that the invitations could restore', async () => {
    const invite = (token: string) => add({ email: `${randomUUID()}@accounts.test`, role: 'admin' }, token)
    const [one, two, three] = [await join('admin'), await join('admin'), await join('admin')]
    for (const { token } of [one, two, three]) expect((await invite(token)).status).toBe(201)
    await change(one.id, { status: 'suspended' })
    await change(two.id, { role: 'viewer' })
    await remove(three.id)
    expect((await send(service.app, 'GET', invitations(), { bearer: owner })).body.data).toEqual([])
  })

  it.each(['partner-invitations', 'sign-in-link'])(
    'cannot create a partner’s %s if they are removed in the meantime',
    async (door) => {
      const { token, id } = await join('member')
      const { kysely } = service.database
      const base = `/api/programs/${program.id}`
      const slug = `acme-${randomUUID()}`
      await send(service.app, 'PATCH', `${base}/branding`, { bearer: owner, body: { slug } })
      const path = door === 'sign-in-link' ? `/partners/${program.partnerId}/${door}` : `/${door}`
      let creation: ReturnType<typeof send> | undefined
      await kysely.transaction().execute(async (transaction) => {
        await lockWorkspace(transaction, program.workspaceId)
        creation = send(service.app, 'POST', `${base}${path}`, { bearer: token, body: {} })
        if (inject('database').kind === 'postgres')
          await expect.poll(() => countWaiting(service.database)).toBe(1)
        await deleteMember(transaction, program.workspaceId, id)
      })
      const created = await creation
      expect([created?.status, created?.body.error?.code]).toEqual([403, 'forbidden'])
      for (const table of ['join_invitations', 'partner_sign_in_links'] as const) {
        const rows = await kysely.selectFrom(table).selectAll().execute()
        expect(
          rows.filter(({ created_at }) => created_at.getTime() === service.clock.now().getTime()),
        ).toEqual([])
      }
    },
  )

  it('have the partner invitations that they or their keys created revoked when they leave', async () => {
    const admin = await join('admin')
    const invite = async (bearer: string) => {
      const base = `/api/programs/${program.id}`
      const created = await send(service.app, 'POST', `${base}/partner-invitations`, { bearer, body: {} })
      expect(created.status).toBe(201)
      return created.body.data.id
    }
    const slug = `acme-${randomUUID()}`
    await send(service.app, 'PATCH', `/api/programs/${program.id}/branding`, {
      bearer: owner,
      body: { slug },
    })
    const key = await send(service.app, 'POST', `/api/workspaces/${program.workspaceId}/management-keys`, {
      bearer: admin.token,
      body: { name: 'Invites', permissions: ['partner:manage'] },
    })
    const [adminInvitation, keyInvitation, ownerInvitation] = [
      await invite(admin.token),
      await invite(key.body.data.key),
      await invite(owner),
    ]
    await remove(admin.id)
    const { body } = await send(service.app, 'GET', `/api/programs/${program.id}/partner-invitations`, {
      bearer: owner,
    })
    const states = body.data.map(({ id, state }: { id: number; state: string }) => [id, state])
    expect(new Map(states)).toEqual(
      new Map([
        [adminInvitation, 'revoked'],
        [keyInvitation, 'revoked'],
        [ownerInvitation, 'open'],
      ]),
    )
  })

  it('return 404 and stay unchanged if they belong to another workspace, and so do invitations', async () => {
    const other = await createTestProgram(service)
    const otherOwner = await signInMember(service, other)
    const otherResponse = `/api/workspaces/${other.workspaceId}`
    const [member] = (await send(service.app, 'GET', `${otherResponse}/members`, { bearer: otherOwner })).body
      .data
    const body = { email: `${randomUUID()}@accounts.test`, role: 'viewer' }
    const response = await send(service.app, 'POST', `${otherResponse}/members`, { bearer: otherOwner, body })
    const { id } = response.body.data
    for (const memberId of [member.id, 'x', '%00']) {
      expect((await change(memberId, { role: 'viewer' })).status).toBe(404)
      expect((await remove(memberId)).status).toBe(404)
    }
    for (const foreign of [id, 'x', '%00']) {
      expect((await send(service.app, 'DELETE', invitations(`/${foreign}`), { bearer: owner })).status).toBe(
        404,
      )
    }
    for (const workspace of [other.workspaceId, 'x', '%00']) {
      expect(
        (await send(service.app, 'GET', `/api/workspaces/${workspace}/members`, { bearer: owner })).status,
      ).toBe(403)
    }
    expect(
      (await send(service.app, 'GET', `${otherResponse}/members`, { bearer: otherOwner })).body.data,
    ).toEqual([member])
    expect(
      (await send(service.app, 'GET', `${otherResponse}/invitations`, { bearer: otherOwner })).body.data,
    ).toHaveLength(1)
  })
})
