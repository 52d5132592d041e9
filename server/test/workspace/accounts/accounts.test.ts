import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { invitationId } from '../../../src/workspace/accounts/invitation-id.rule.ts'
import { createAuth } from '../../../src/workspace/sign-in/auth.adapter.ts'
import { AUTH_ENDPOINTS } from '../../../src/workspace/sign-in/auth-endpoints.http.ts'
import {
  PASSWORD,
  send as sendFrom,
  signUp,
  someIp,
  startTestService,
  type TestService,
} from '../../harness.ts'

/** Returns a new IP for each request, because failed authentication attempts are counted by address (D46). */
const send: typeof sendFrom = (app, method, url, options) =>
  sendFrom(app, method, url, { ip: someIp(), ...options })

let service: TestService

// The account library uses the machine's clock to check invitations.
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
  it('return a token that works as Authorization: Bearer and an httpOnly cookie (D35)', async () => {
    const { email } = await signUp(service)
    const { status, body, headers } = await post('sign-in/email', { email, password: PASSWORD })
    expect(status).toBe(200)
    expect(await readStatus({ bearer: body.token })).toBe(200)
    const setCookie = String(headers['set-cookie'])
    expect(setCookie).toMatch(/; HttpOnly/)
    expect(setCookie).toMatch(/; SameSite=Lax/)
    const cookie = setCookie.split(';', 1)[0] ?? ''
    expect(await readStatus({ headers: { cookie } })).toBe(200)
  })

  it('send each cookie in its own header', async () => {
    const { token } = await signUp(service)
    const { headers } = await send(service.app, 'POST', '/api/auth/sign-out', { bearer: token })
    expect(headers['set-cookie']).toBeInstanceOf(Array)
    expect(await readStatus({ bearer: token })).toBe(401)
  })

  it('reject a wrong password without revealing whether the email is known', async () => {
    const { email } = await signUp(service)
    const response = await post('sign-in/email', { email, password: 'not the password' })
    const unknown = await post('sign-in/email', { email: newEmail(), password: 'not the password' })
    expect(response.status).toBe(401)
    expect([unknown.status, unknown.text]).toEqual([response.status, response.text])
  })

  it('keep one account per email, ignoring case, even with ten concurrent sign-ups', async () => {
    const email = newEmail()
    const attempts = Array.from({ length: 10 }, (_, index) =>
      post('sign-up/email', {
        name: 'Sam',
        email: index % 2 === 0 ? email : email.toUpperCase(),
        password: PASSWORD,
      }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort()
    // The response doesn't reveal that the address is taken.
    expect(statuses).toEqual(Array(10).fill(200))
    const accounts = await service.database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .execute()
    expect(accounts).toHaveLength(1)
  })

  it('store no raw IP address and no password (D25)', async () => {
    const { userId } = await signUp(service)
    const { kysely } = service.database
    const session = await kysely
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(session.ip_address).toBe('')
    const stored = JSON.stringify(
      await service.database.run({ name: 'accounts', text: 'select * from accounts', values: [] }),
    )
    expect(stored).not.toContain(PASSWORD)
  })
})

describe('requests to /api/auth', () => {
  const NUL = 'a\0b'
  const HALF = 'a\ud800b'

  it.each([
    { label: 'broken JSON', path: 'sign-up/email', body: '{' },
    { label: 'not a JSON object', path: 'sign-in/email', body: '[]' },
    { label: 'a number', path: 'sign-in/email', body: '7' },
    { label: 'missing fields', path: 'sign-up/email', body: { name: 'x' } },
    { label: 'wrong types', path: 'sign-up/email', body: { name: 1, email: 2, password: 3 } },
    {
      label: 'a NUL in the name',
      path: 'sign-up/email',
      body: { name: NUL, email: 'a@b.co', password: PASSWORD },
    },
    {
      label: 'an unpaired surrogate',
      path: 'sign-up/email',
      body: { name: HALF, email: 'a@b.co', password: PASSWORD },
    },
    { label: 'a NUL in the password', path: 'sign-in/email', body: { email: 'a@b.co', password: NUL } },
    {
      label: 'a very long name',
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
      label: 'a NUL in a token',
      path: 'reset-password',
      body: { token: NUL, newPassword: PASSWORD },
    },
    {
      label: 'a token that is not a string',
      path: 'reset-password',
      body: { token: ['x'], newPassword: PASSWORD },
    },
  ])('return 400, never 500: $label', async ({ path, body, signedIn }) => {
    const token = signedIn === true ? (await signUp(service)).token : undefined
    expect((await post(path, body, token)).status).toBe(400)
  })

  it('return 415 for another content type and 413 for a body that is too large', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await send(service.app, 'POST', '/api/auth/sign-in/email', {
      headers: form,
      body: 'email=a',
    })
    expect([response.status, response.body.error.code]).toEqual([415, 'unsupported_media_type'])
    const large = await post('sign-in/email', { email: 'x'.repeat(70_000) })
    expect([large.status, large.body.error.code]).toEqual([413, 'payload_too_large'])
  })

  it('reach only the library endpoints that the product uses', async () => {
    const { token } = await signUp(service)
    const paths = new Set(libraryEndpoints().map((endpoint) => endpoint.split(' ')[1] ?? ''))
    const otherEndpoints = [
      '',
      '/nothing-here',
      '/sign-in',
      '/sign-in/email/',
      '//sign-in/email',
      '/x/../sign-in/email/x',
    ]
    for (const path of [...paths, ...otherEndpoints]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (method === 'POST' && isServed(path)) continue
        const body = method === 'GET' ? {} : { body: {} }
        const response = await send(service.app, method, `/api/auth${path}`, { bearer: token, ...body })
        expect([method, path, response.status]).toEqual([method, path, 404])
        expect(response.body.error.code).toBe('not_found')
      }
    }
  })

  it('are rejected if another site’s page sends them with the session cookie', async () => {
    const { email } = await signUp(service)
    const { headers } = await post('sign-in/email', { email, password: PASSWORD })
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
    const signOut = (origin: string) =>
      send(service.app, 'POST', '/api/auth/sign-out', { headers: { cookie, origin } })
    expect((await signOut('https://evil.test')).status).toBe(403)
    expect(await readStatus({ headers: { cookie } })).toBe(200)
    expect((await signOut(service.deps.config.publicUrl)).status).toBe(200)
    expect(await readStatus({ headers: { cookie } })).toBe(401)
  })
})

describe('a workspace', () => {
  it('has its creator as owner', async () => {
    const { token } = await signUp(service)
    const workspaceId = await createWorkspace(token)
    const created = await send(service.app, 'POST', '/api/programs', { bearer: token, body: { name: 'P' } })
    expect([created.status, created.body.data.workspaceId]).toEqual([201, workspaceId])
  })

  it('has a unique slug, even if five requests choose it at once', async () => {
    const { token } = await signUp(service)
    const slug = randomUUID()
    const tries = Array.from({ length: 5 }, () => post('organization/create', { name: 'A', slug }, token))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    for (const status of statuses) expect([200, 400, 409]).toContain(status)
  })

  it('cannot be rejoined by a suspended member who accepts an invitation (D45)', async () => {
    const owner = (await signUp(service)).token
    const workspaceId = await createWorkspace(owner)
    const { token, userId, email } = await signUp(service)
    const secret = randomUUID()
    await service.database.kysely
      .insertInto('workspace_invitations')
      .values({
        id: invitationId(secret),
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
    const accepted = await send(service.app, 'POST', '/api/invitations/accept', {
      bearer: token,
      body: { invitation: secret },
    })
    expect([accepted.status, accepted.body.error.code]).toEqual([409, 'conflict'])
    const member = await service.database.kysely
      .selectFrom('workspace_members')
      .select(['role', 'status'])
      .where('user_id', '=', userId)
      .execute()
    expect(member).toEqual([{ role: 'viewer', status: 'suspended' }])
  })
})

describe('the account library', () => {
  it('has only reviewed endpoints (review a new endpoint before adding it here)', () => {
    expect(libraryEndpoints()).toEqual(REVIEWED_ENDPOINTS)
  })

  it('has every endpoint that we serve', () => {
    const library = new Set(libraryEndpoints())
    for (const path of Object.keys(AUTH_ENDPOINTS)) expect(library).toContain(`POST /${path}`)
  })

  it('protects the cookie whatever NODE_ENV is, stores no IP addresses and sends no telemetry', () => {
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

async function readStatus(options: { bearer?: string; headers?: Record<string, string> }): Promise<number> {
  return (await send(service.app, 'GET', '/api/programs', options)).status
}

function isServed(path: string): boolean {
  const call = AUTH_ENDPOINTS[path.slice(1)]
  return call !== undefined && call.needsMail !== true
}

/**
 * Lists the endpoints of better-auth and our plugins as `METHOD /path`, without those that can't be reached over
 * HTTP.
 */
function libraryEndpoints(): string[] {
  const endpoints = Object.values<{ path?: string; options?: { method?: string | string[] } }>(
    createAuth(service.deps).api,
  ).flatMap(({ path, options }) =>
    path === undefined ? [] : [options?.method ?? '*'].flat().map((method) => `${method} ${path}`),
  )
  return [...new Set(endpoints)].sort()
}

const REVIEWED_ENDPOINTS = [
  'GET /account-info',
  'GET /callback/:id',
  'GET /delete-user/callback',
  'GET /error',
  'GET /get-session',
  'GET /list-accounts',
  'GET /list-sessions',
  'GET /ok',
  'GET /organization/get-active-member',
  'GET /organization/get-active-member-role',
  'GET /organization/get-full-organization',
  'GET /organization/get-invitation',
  'GET /organization/list',
  'GET /organization/list-invitations',
  'GET /organization/list-members',
  'GET /organization/list-user-invitations',
  'GET /reset-password/:token',
  'GET /verify-email',
  'POST /callback/:id',
  'POST /change-email',
  'POST /change-password',
  'POST /delete-user',
  'POST /get-access-token',
  'POST /get-session',
  'POST /link-social',
  'POST /organization/accept-invitation',
  'POST /organization/cancel-invitation',
  'POST /organization/check-slug',
  'POST /organization/create',
  'POST /organization/delete',
  'POST /organization/has-permission',
  'POST /organization/invite-member',
  'POST /organization/leave',
  'POST /organization/reject-invitation',
  'POST /organization/remove-member',
  'POST /organization/set-active',
  'POST /organization/update',
  'POST /organization/update-member-role',
  'POST /refresh-token',
  'POST /request-password-reset',
  'POST /reset-password',
  'POST /revoke-other-sessions',
  'POST /revoke-session',
  'POST /revoke-sessions',
  'POST /send-verification-email',
  'POST /sign-in/email',
  'POST /sign-in/social',
  'POST /sign-out',
  'POST /sign-up/email',
  'POST /two-factor/disable',
  'POST /two-factor/enable',
  'POST /two-factor/generate-backup-codes',
  'POST /two-factor/get-totp-uri',
  'POST /two-factor/send-otp',
  'POST /two-factor/verify-backup-code',
  'POST /two-factor/verify-otp',
  'POST /two-factor/verify-totp',
  'POST /unlink-account',
  'POST /update-session',
  'POST /update-user',
  'POST /verify-password',
]
