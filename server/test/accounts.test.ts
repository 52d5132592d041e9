import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '../src/http/auth.ts'
import {
  createTestProgram,
  PASSWORD,
  send as sendFrom,
  signInMember,
  signUp,
  someIp,
  startTestService,
  type TestService,
} from './harness.ts'

/** Every call from an address of its own: refused credentials are counted per address (D46). */
const send: typeof sendFrom = (app, method, url, options) =>
  sendFrom(app, method, url, { ip: someIp(), ...options })

let service: TestService

// Invitations are checked by the clock of the account library, which is the machine's.
beforeAll(async () => {
  service = await startTestService({ now: new Date().toISOString() })
})

const post = (path: string, body: unknown, bearer?: string) =>
  send(service.app, 'POST', `/api/auth/${path}`, { body, ...(bearer === undefined ? {} : { bearer }) })

const newEmail = () => `${randomUUID()}@accounts.test`

async function createWorkspace(bearer: string): Promise<string> {
  const slug = randomUUID()
  const { status, body } = await post('organization/create', { name: 'Acme', slug }, bearer)
  expect(status).toBe(200)
  return body.id
}

describe('sign-up and sign-in', () => {
  it('answers with a token that works as Authorization: Bearer and with an httpOnly cookie (D35)', async () => {
    const { email } = await signUp(service)
    const { status, body, headers } = await post('sign-in/email', { email, password: PASSWORD })
    expect(status).toBe(200)
    expect(await statusOf({ bearer: body.token })).toBe(200)
    const setCookie = String(headers['set-cookie'])
    expect(setCookie).toMatch(/; HttpOnly/)
    expect(setCookie).toMatch(/; SameSite=Lax/)
    const cookie = setCookie.split(';', 1)[0] ?? ''
    expect(await statusOf({ headers: { cookie } })).toBe(200)
  })

  it('sends every cookie as a header of its own', async () => {
    const { token } = await signUp(service)
    const { headers } = await send(service.app, 'POST', '/api/auth/sign-out', { bearer: token })
    expect(headers['set-cookie']).toBeInstanceOf(Array)
    expect(await statusOf({ bearer: token })).toBe(401)
  })

  it('refuses a wrong password, and does not say whether the e-mail is known', async () => {
    const { email } = await signUp(service)
    const known = await post('sign-in/email', { email, password: 'not the password' })
    const unknown = await post('sign-in/email', { email: newEmail(), password: 'not the password' })
    expect(known.status).toBe(401)
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
  })

  it('keeps one account per e-mail, whatever its case, also when ten sign up at once', async () => {
    const email = newEmail()
    const tries = Array.from({ length: 10 }, (_, index) =>
      post('sign-up/email', {
        name: 'Sam',
        email: index % 2 === 0 ? email : email.toUpperCase(),
        password: PASSWORD,
      }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 422)])
  })

  it('stores no raw IP address and no password (D25)', async () => {
    const { userId } = await signUp(service)
    const { kysely } = service.database
    const session = await kysely
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(session.ip_address).toBe('')
    const everything = JSON.stringify(
      await service.database.run({ name: 'accounts', text: 'select * from accounts' }, []),
    )
    expect(everything).not.toContain(PASSWORD)
  })

  it('where sign-up is closed takes only an e-mail that was invited', async () => {
    const closed = await startTestService({
      environment: { ALLOW_SIGN_UP: 'false' },
      now: new Date().toISOString(),
    })
    const signUpThere = (email: string) =>
      send(closed.app, 'POST', '/api/auth/sign-up/email', {
        body: { name: 'Sam', email, password: PASSWORD },
      })
    const program = await createTestProgram(closed)
    const owner = await inviterOf(closed, program.workspaceId)
    const invite = (email: string, expires_at: Date, status = 'pending') =>
      closed.database.kysely
        .insertInto('workspace_invitations')
        .values({
          id: randomUUID(),
          workspace_id: program.workspaceId,
          email,
          role: 'viewer',
          status,
          expires_at,
          inviter_id: owner,
          created_at: closed.clock.now(),
        })
        .execute()
    const later = new Date(closed.clock.now().getTime() + 60_000)
    const earlier = new Date(closed.clock.now().getTime() - 1)
    const [invited, expired, canceled, stranger] = [newEmail(), newEmail(), newEmail(), newEmail()]
    await invite(invited, later)
    await invite(expired, earlier)
    await invite(canceled, later, 'canceled')
    for (const email of [expired, canceled, stranger]) {
      const { status, body } = await signUpThere(email)
      expect([status, body.code]).toEqual([403, 'SIGN_UP_CLOSED'])
    }
    expect((await signUpThere(invited)).status).toBe(200)
  })
})

describe('what is sent to /api/auth', () => {
  const NUL = 'a\0b'
  const HALF = 'a\ud800b'

  it.each([
    { label: 'broken JSON', path: 'sign-up/email', body: '{' },
    { label: 'no JSON object', path: 'sign-in/email', body: '[]' },
    { label: 'a number', path: 'sign-in/email', body: '7' },
    { label: 'missing fields', path: 'sign-up/email', body: { name: 'x' } },
    { label: 'wrong types', path: 'sign-up/email', body: { name: 1, email: 2, password: 3 } },
    {
      label: 'a NUL in the name',
      path: 'sign-up/email',
      body: { name: NUL, email: 'a@b.co', password: PASSWORD },
    },
    {
      label: 'half a surrogate pair',
      path: 'sign-up/email',
      body: { name: HALF, email: 'a@b.co', password: PASSWORD },
    },
    { label: 'a NUL in the password', path: 'sign-in/email', body: { email: 'a@b.co', password: NUL } },
    {
      label: 'a huge name',
      path: 'sign-up/email',
      body: { name: 'x'.repeat(5000), email: 'a@b.co', password: PASSWORD },
    },
    {
      label: 'a short password',
      path: 'sign-up/email',
      body: { name: 'x', email: 'a@b.co', password: 'short' },
    },
    {
      label: 'a NUL in a workspace',
      path: 'organization/create',
      body: { name: NUL, slug: 'a' },
      signedIn: true,
    },
    {
      label: 'a NUL deep inside',
      path: 'organization/create',
      body: { name: 'a', slug: randomUUID(), metadata: { a: [NUL] } },
      signedIn: true,
    },
    { label: 'a NUL in a token', path: 'revoke-session', body: { token: NUL }, signedIn: true },
    {
      label: 'two roles',
      path: 'organization/invite-member',
      body: { email: 'a@b.co', role: ['viewer', 'admin'] },
      signedIn: true,
    },
  ])('$label is 400, never a 500', async ({ path, body, signedIn }) => {
    const token = signedIn === true ? (await signUp(service)).token : undefined
    if (path === 'organization/invite-member') await createWorkspace(token ?? '')
    expect((await post(path, body, token)).status).toBe(400)
  })

  it('in another content type is 415, and too large is 413', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const asForm = await send(service.app, 'POST', '/api/auth/sign-in/email', {
      headers: form,
      body: 'email=a',
    })
    expect([asForm.status, asForm.body.error.code]).toEqual([415, 'unsupported_media_type'])
    const large = await post('sign-in/email', { email: 'x'.repeat(70_000) })
    expect([large.status, large.body.error.code]).toEqual([413, 'payload_too_large'])
  })

  it.each([
    'GET nothing-here',
    'GET sign-in/email',
    'POST organization/list-user-invitations',
    'GET organization/list-user-invitations',
    'GET organization/list-invitations',
    'POST organization/update-member-role',
    'POST organization/remove-member',
    'POST organization/leave',
    'POST organization/delete',
    'POST organization/add-member',
    'POST sign-in/social',
    'POST delete-user',
    'GET ',
  ])('%s is not served: 404', async (call) => {
    const [method, path] = call.split(' ')
    const { token } = await signUp(service)
    const answer = await send(service.app, method === 'GET' ? 'GET' : 'POST', `/api/auth/${path}`, {
      bearer: token,
      ...(method === 'POST' ? { body: {} } : {}),
    })
    expect(answer.status).toBe(404)
    expect(answer.body.error.code).toBe('not_found')
  })

  it('by a page of another site with the cookie is refused', async () => {
    const { email } = await signUp(service)
    const { headers } = await post('sign-in/email', { email, password: PASSWORD })
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
    const signOut = (origin: string) =>
      send(service.app, 'POST', '/api/auth/sign-out', { headers: { cookie, origin } })
    expect((await signOut('https://evil.test')).status).toBe(403)
    expect(await statusOf({ headers: { cookie } })).toBe(200)
    expect((await signOut(service.deps.config.publicUrl)).status).toBe(200)
    expect(await statusOf({ headers: { cookie } })).toBe(401)
  })
})

describe('workspaces and invitations', () => {
  it('whoever makes a workspace owns it', async () => {
    const { token } = await signUp(service)
    const workspaceId = await createWorkspace(token)
    const created = await send(service.app, 'POST', '/api/programs', { bearer: token, body: { name: 'P' } })
    expect([created.status, created.body.data.workspaceId]).toEqual([201, workspaceId])
  })

  it('one slug is one workspace, also when five ask at once', async () => {
    const { token } = await signUp(service)
    const slug = randomUUID()
    const tries = Array.from({ length: 5 }, () => post('organization/create', { name: 'A', slug }, token))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    for (const status of statuses) expect([200, 400, 409]).toContain(status)
  })

  it('an invitation is accepted once, by the invited e-mail, with its secret id', async () => {
    const owner = (await signUp(service)).token
    const workspaceId = await createWorkspace(owner)
    const email = newEmail()
    const url = `/api/workspaces/${workspaceId}/members`
    const invited = await send(service.app, 'POST', url, { bearer: owner, body: { email, role: 'member' } })
    expect([invited.status, invited.body.data.kind]).toEqual([201, 'invitation'])
    const { id } = invited.body.data.invitation
    expect(id).toMatch(/^[\w-]{32}$/)

    const stranger = (await signUp(service)).token
    expect((await post('organization/accept-invitation', { invitationId: id }, stranger)).status).toBe(403)

    const { token } = await signUp(service, email)
    expect((await post('organization/accept-invitation', { invitationId: 'x' }, token)).status).toBe(400)
    const tries = Array.from({ length: 5 }, () =>
      post('organization/accept-invitation', { invitationId: id }, token),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    for (const status of statuses) expect([200, 400, 409]).toContain(status)
    const { body } = await send(service.app, 'GET', url, { bearer: owner })
    expect(body.data.filter((member: { email: string }) => member.email === email)).toMatchObject([
      { role: 'member', status: 'active' },
    ])
  })

  it('an invitation by better-auth takes exactly one of our roles, and an owner role only from an owner (D45)', async () => {
    const owner = (await signUp(service)).token
    const organizationId = await createWorkspace(owner)
    const invite = (role: string, bearer: string) =>
      post('organization/invite-member', { email: newEmail(), role, organizationId }, bearer)
    expect((await invite('owner', owner)).status).toBe(200)
    for (const role of ['member,admin', 'boss', '']) expect((await invite(role, owner)).status).toBe(400)
    const admin = await signInMember(service, { workspaceId: organizationId }, { role: 'admin' })
    expect((await invite('admin', admin)).status).toBe(200)
    expect((await invite('owner', admin)).status).toBe(403)
    for (const role of ['member', 'viewer'] as const) {
      const bearer = await signInMember(service, { workspaceId: organizationId }, { role })
      expect((await invite('viewer', bearer)).status).toBe(403)
    }
  })

  it('a suspended member can use no endpoint of the workspace (D45)', async () => {
    const owner = (await signUp(service)).token
    const organizationId = await createWorkspace(owner)
    const { body: workspace } = await post('organization/set-active', { organizationId }, owner)
    const bearer = await signInMember(
      service,
      { workspaceId: organizationId },
      { role: 'owner', status: 'suspended' },
    )
    const calls = [
      post('organization/update', { organizationId, data: { name: 'Mine' } }, bearer),
      post('organization/set-active', { organizationId }, bearer),
      post('organization/set-active', { organizationSlug: workspace.slug }, bearer),
      post('organization/invite-member', { organizationId, email: newEmail(), role: 'owner' }, bearer),
    ]
    for (const answer of await Promise.all(calls)) {
      expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
    }
    // Not even when the workspace is the one his session was in.
    await service.database.kysely
      .updateTable('sessions')
      .set({ active_workspace_id: organizationId })
      .where('token', '=', bearer)
      .execute()
    expect((await post('organization/update', { data: { name: 'Mine' } }, bearer)).status).toBe(403)
    expect(
      (await send(service.app, 'GET', '/api/auth/organization/get-active-member', { bearer })).status,
    ).toBe(403)
    const { name } = await service.database.kysely
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    expect(name).toBe('Acme')
  })

  it('a suspended member cannot come back by accepting an invitation (D45)', async () => {
    const owner = (await signUp(service)).token
    const workspaceId = await createWorkspace(owner)
    const { token, userId, email } = await signUp(service)
    const invitationId = randomUUID()
    await service.database.kysely
      .insertInto('workspace_invitations')
      .values({
        id: invitationId,
        workspace_id: workspaceId,
        email,
        role: 'admin',
        status: 'pending',
        expires_at: new Date(Date.now() + 60_000),
        inviter_id: userId,
        created_at: service.clock.now(),
      })
      .execute()
    await service.database.kysely
      .insertInto('workspace_members')
      .values({
        id: randomUUID(),
        workspace_id: workspaceId,
        user_id: userId,
        role: 'viewer',
        status: 'suspended',
        created_at: service.clock.now(),
      })
      .execute()
    expect((await post('organization/accept-invitation', { invitationId }, token)).status).toBe(403)
    const member = await service.database.kysely
      .selectFrom('workspace_members')
      .select(['role', 'status'])
      .where('user_id', '=', userId)
      .execute()
    expect(member).toEqual([{ role: 'viewer', status: 'suspended' }])
  })
})

describe('the account library', () => {
  it('guards the cookie whatever NODE_ENV says, tracks no address and reports nothing home', () => {
    const { options } = createAuth(service.deps)
    expect(options.advanced).toMatchObject({
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
    })
    expect(options.telemetry).toEqual({ enabled: false })
    expect(options.logger).toEqual({ disabled: true })
  })
})

async function statusOf(options: { bearer?: string; headers?: Record<string, string> }): Promise<number> {
  return (await send(service.app, 'GET', '/api/programs', options)).status
}

/** A user who can stand as the inviter where nobody can sign up. */
async function inviterOf({ database, clock }: TestService, workspaceId: string): Promise<string> {
  const id = randomUUID()
  const now = clock.now()
  const { kysely } = database
  await kysely
    .insertInto('users')
    .values({ id, name: 'Olga', email: newEmail(), image: null, created_at: now, updated_at: now })
    .execute()
  await kysely
    .insertInto('workspace_members')
    .values({ id: randomUUID(), workspace_id: workspaceId, user_id: id, role: 'owner', created_at: now })
    .execute()
  return id
}
