import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { AUTH_ENDPOINTS } from '../../../src/workspace/sign-in/auth-endpoints.http.ts'
import {
  concurrently,
  createTestProgram,
  PASSWORD,
  send as sendFrom,
  signInMember,
  signUp,
  someIp,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../harness.ts'
import { expectTriedAtMost } from '../../statuses.ts'

/** Returns a new IP for each request, because failed authentication attempts are counted by address (D46). */
const send: typeof sendFrom = (app, method, url, options) =>
  sendFrom(app, method, url, { ip: someIp(), ...options })

let service: TestService
let closed: TestService
let program: TestProgram
let owner: string

beforeAll(async () => {
  service = await startTestService({ now: new Date().toISOString() })
  closed = await startTestService({ environment: { ALLOW_SIGN_UP: 'false' }, now: new Date().toISOString() })
  program = await createTestProgram(service)
  owner = await signInMember(service, program)
})

const newEmail = () => `${randomUUID()}@accounts.test`
const post = (path: string, body: unknown, bearer?: string) =>
  send(service.app, 'POST', `/api/auth/${path}`, { body, ...(bearer === undefined ? {} : { bearer }) })
const invite = (body: { email: string; role: string }, bearer = owner) =>
  send(service.app, 'POST', `/api/workspaces/${program.workspaceId}/members`, { bearer, body })
const accept = (invitation: string, bearer: string) =>
  send(service.app, 'POST', '/api/invitations/accept', { bearer, body: { invitation } })
const readStatus = async (bearer: string) =>
  (await send(service.app, 'GET', `/api/programs/${program.id}`, { bearer })).status

describe('an invitation', () => {
  it('is not revealed to admins by any endpoint if it is for an owner', async () => {
    const email = newEmail()
    const { secret } = (await invite({ email, role: 'owner' })).body.data
    expect(secret).toMatch(/^[\w-]{43}$/)
    const admin = await signInMember(service, program, { role: 'admin' })
    const responses = [
      await send(service.app, 'GET', `/api/workspaces/${program.workspaceId}/invitations`, { bearer: admin }),
      await post(
        'organization/invite-member',
        { email, role: 'owner', organizationId: program.workspaceId, resend: true },
        admin,
      ),
      await post(
        'organization/invite-member',
        { email, role: 'admin', organizationId: program.workspaceId, resend: true },
        admin,
      ),
    ]
    for (const { text } of responses) expect(text).not.toContain(secret)
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 404])
  })

  it('must be accepted: existing accounts are not added without consent', async () => {
    const { token, email } = await signUp(service)
    const response = await invite({ email: ` ${email.toUpperCase()} `, role: 'viewer' })
    expect(response.status).toBe(201)
    expect(response.body.data).toMatchObject({ email, role: 'viewer' })
    expect(await readStatus(token)).toBe(403)
    expect((await accept(response.body.data.secret, token)).status).toBe(200)
    expect(await readStatus(token)).toBe(200)
  })

  it('is accepted with its secret, not the id shown in lists, and only by its email', async () => {
    const { token, email } = await signUp(service)
    const { id, secret } = (await invite({ email, role: 'member' })).body.data
    const otherToken = (await signUp(service)).token
    expect((await accept(secret, otherToken)).status).toBe(403)
    for (const wrong of [id, 'x', ''])
      expect((await accept(wrong, token)).status).toBe(wrong === '' ? 400 : 404)
    const statuses = (await concurrently(5, () => accept(secret, token))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404])
    expect(await readStatus(token)).toBe(200)
  })

  it('is rejected if it has expired or was canceled or replaced', async () => {
    const { token, email } = await signUp(service)
    const first = (await invite({ email, role: 'member' })).body.data
    const second = (await invite({ email, role: 'viewer' })).body.data
    expect((await accept(first.secret, token)).status).toBe(404)
    await send(service.app, 'DELETE', `/api/workspaces/${program.workspaceId}/invitations/${second.id}`, {
      bearer: owner,
    })
    expect((await accept(second.secret, token)).status).toBe(404)
    const third = (await invite({ email, role: 'viewer' })).body.data
    await service.database.kysely
      .updateTable('workspace_invitations')
      .set({ expires_at: service.clock.now() })
      .where('id', '=', third.id)
      .execute()
    expect((await accept(third.secret, token)).status).toBe(404)
    expect(await readStatus(token)).toBe(403)
  })

  it('is stored without its secret', async () => {
    const { secret } = (await invite({ email: newEmail(), role: 'member' })).body.data
    const rows = await service.database.kysely.selectFrom('workspace_invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('closed sign-up', () => {
  const signUpAtClosed = (body: object) =>
    send(closed.app, 'POST', '/api/auth/sign-up/email', {
      body: { name: 'Sam', password: PASSWORD, ...body },
    })

  it('requires the secret from an invitation to that address, and reveals no addresses', async () => {
    const programWithoutSignUp = await createTestProgram(closed)
    const bearer = await signInMember(closed, programWithoutSignUp)
    const email = newEmail()
    const invited = await send(
      closed.app,
      'POST',
      `/api/workspaces/${programWithoutSignUp.workspaceId}/members`,
      {
        bearer,
        body: { email, role: 'viewer' },
      },
    )
    const { id, secret } = invited.body.data
    const knownUser = await closed.database.kysely
      .selectFrom('users')
      .select('email')
      .limit(1)
      .executeTakeFirstOrThrow()
    const rejections = [
      await signUpAtClosed({ email }),
      await signUpAtClosed({ email, invitation: id }),
      await signUpAtClosed({ email: newEmail(), invitation: secret }),
      await signUpAtClosed({ email: knownUser.email }),
      await signUpAtClosed({ email: knownUser.email, invitation: secret }),
    ]
    for (const { status, body } of rejections) {
      expect([status, body]).toEqual([rejections[0]?.status, rejections[0]?.body])
      expect([status, body.error.details.reason]).toEqual([403, 'sign_up_closed'])
    }
    expect((await signUpAtClosed({ email: email.toUpperCase(), invitation: secret })).status).toBe(200)
    const signedIn = await send(closed.app, 'POST', '/api/auth/sign-in/email', {
      body: { email, password: PASSWORD },
    })
    expect(signedIn.status).toBe(200)
  })

  it('is reported before the form is filled in', async () => {
    const options = async ({ app }: TestService) => (await send(app, 'GET', '/api/sign-in-options')).body.data
    expect(await options(closed)).toEqual({ isSignUpOpen: false, mailSending: 'off' })
    expect(await options(service)).toEqual({ isSignUpOpen: true, mailSending: 'off' })
  })
})

describe('open sign-up', () => {
  it('returns the same response for taken and free addresses, even to ten concurrent requests', async () => {
    const { email } = await signUp(service)
    const body = (address: string) => ({ name: 'Sam', email: address, password: 'another password' })
    const free = await post('sign-up/email', body(newEmail()))
    const response = await post('sign-up/email', body(email))
    expect([response.status, Object.keys(response.body), Object.keys(response.body.user)]).toEqual([
      200,
      Object.keys(free.body),
      Object.keys(free.body.user),
    ])
    expect([free.body.token, response.body.token]).toEqual([null, null])
    expect((await post('sign-in/email', { email, password: 'another password' })).status).toBe(401)
    const raced = newEmail()
    const responses = await concurrently(10, () => post('sign-up/email', body(raced)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const rows = await service.database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', raced)
      .execute()
    expect(rows).toHaveLength(1)
  })
})

describe('limits on password attempts', () => {
  it('allow 30 of 80 sign-ins from one address and none of the 20 with the right password', async () => {
    const { email } = await signUp(service)
    const ip = someIp()
    const responses = await concurrently(80, (index) =>
      send(service.app, 'POST', '/api/auth/sign-in/email', {
        ip,
        body:
          index < 60 ? { email: newEmail(), password: 'a wrong password' } : { email, password: PASSWORD },
      }),
    )
    expectTriedAtMost(30, responses)
  })

  it('count a wrong current password as a failed sign-in', async () => {
    const { token } = await signUp(service)
    const ip = someIp()
    const change = () =>
      send(service.app, 'POST', '/api/auth/change-password', {
        ip,
        bearer: token,
        body: { currentPassword: 'a wrong password', newPassword: 'something quite new' },
      })
    const statuses = (await concurrently(40, change)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(30)
    expect(statuses).toContain(429)
  })

  it.each(
    Object.entries(AUTH_ENDPOINTS).flatMap(([path, call]) => (call.needsSession === true ? [path] : [])),
  )('count a wrong token at /api/auth/%s like one elsewhere', async (path) => {
    const strict = await startTestService({ config: { failedAuthenticationsPerMinute: 2 } })
    const ip = someIp()
    const fields = {
      currentPassword: 'x',
      newPassword: 'something quite new',
      password: 'x',
      code: '123456',
    }
    const input = { ip, bearer: 'nobodystoken', body: { ...fields, name: 'x', slug: 'x' } }
    const statuses: number[] = []
    for (let call = 0; call < 3; call++) {
      statuses.push((await send(strict.app, 'POST', `/api/auth/${path}`, input)).status)
    }
    expect(statuses).toEqual(path === 'sign-out' ? [200, 200, 200] : [401, 401, 429])
  })

  it('do not count correct attempts', async () => {
    const strict = await startTestService({ config: { failedAuthenticationsPerMinute: 2 } })
    const { email } = await signUp(strict)
    const ip = someIp()
    for (let call = 0; call < 4; call++) {
      const body = { email, password: PASSWORD }
      expect((await send(strict.app, 'POST', '/api/auth/sign-in/email', { ip, body })).status).toBe(200)
    }
  })

  it('allow an account 20 attempts in 15 minutes from any number of addresses, and its owner can still sign in', async () => {
    const { email } = await signUp(service)
    const signIn = (password: string, headers: Record<string, string> = {}) =>
      send(service.app, 'POST', '/api/auth/sign-in/email', { headers, body: { email, password } })
    const known = await signIn(PASSWORD)
    const cookies = [known.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';', 1)[0])
    const device = cookies.find((cookie) => cookie?.startsWith('affiliate.device='))
    const attempts = (await concurrently(30, () => signIn('a wrong password'))).map(({ status }) => status)
    expect(attempts.filter((status) => status === 401)).toHaveLength(20)
    const rejected = await signIn(PASSWORD)
    const otherResponse = (await signUp(service)).token
    expect((await signIn(PASSWORD, { authorization: `Bearer ${otherResponse}` })).status).toBe(429)
    expect([rejected.status, rejected.body.error.code]).toEqual([429, 'rate_limited'])
    expect(rejected.body.error.retry_after_seconds).toBeLessThanOrEqual(15 * 60)
    const origin = service.deps.config.publicUrl
    expect((await signIn(PASSWORD, { cookie: device ?? '', origin })).status).toBe(200)
    const otherAccount = await signUp(service)
    const response = await send(service.app, 'POST', '/api/auth/sign-in/email', {
      headers: { cookie: device ?? '', origin },
      body: { email: otherAccount.email, password: PASSWORD },
    })
    expect(response.status).toBe(200)
  })

  it('never apply to signing out', async () => {
    const limited = await startTestService({
      config: { ipCallsPerMinute: 1, failedAuthenticationsPerMinute: 1 },
    })
    const ip = someIp()
    const token = await signInMember(limited, await createTestProgram(limited))
    const wrong = { email: newEmail(), password: 'a wrong password' }
    for (let call = 0; call < 3; call++) {
      await send(limited.app, 'POST', '/api/auth/sign-in/email', { ip, body: wrong })
    }
    const response = await send(limited.app, 'POST', '/api/auth/sign-out', { ip, bearer: token })
    expect(response.status).toBe(200)
    expect((await send(limited.app, 'GET', '/api/account', { bearer: token })).status).toBe(401)
  })
})

describe('a session', () => {
  it('cannot be used from a copy of the database', async () => {
    const { token } = await signUp(service)
    const rows = await service.database.kysely.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const row of rows.slice(-20)) {
      expect((await send(service.app, 'GET', '/api/account', { bearer: row.token })).status).toBe(401)
    }
  })

  it('is invalidated by a new application secret, as bearer and as cookie', async () => {
    const { email } = await signUp(service)
    const { body, headers } = await post('sign-in/email', { email, password: PASSWORD })
    const cookies = [headers['set-cookie']].flat().map((cookie) => String(cookie).split(';', 1)[0])
    const cookie = cookies.find((one) => one?.startsWith('affiliate.session_token=')) ?? ''
    const newSecretService = await startTestService({
      environment: { APP_SECRET: 'another-secret-that-only-the-tests-know-01234567' },
    })
    const status = async ({ app }: TestService, options: object) =>
      (await send(app, 'GET', '/api/account', options)).status
    for (const options of [{ bearer: body.token }, { headers: { cookie } }]) {
      expect(await status(service, options)).toBe(200)
      expect(await status(newSecretService, options)).toBe(401)
    }
  })

  it('is returned with no-store', async () => {
    const { email } = await signUp(service)
    for (const password of [PASSWORD, 'a wrong password']) {
      const { headers } = await post('sign-in/email', { email, password })
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('cannot change anything with its cookie from another site, identified by Origin or Sec-Fetch-Site', async () => {
    const { email } = await signUp(service)
    const { headers } = await post('sign-in/email', { email, password: PASSWORD })
    const cookie = [headers['set-cookie']]
      .flat()
      .map((one) => String(one).split(';', 1)[0])
      .join('; ')
    const origin = service.deps.config.publicUrl
    const rejected = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', origin },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test' },
      { origin: 'null' },
    ]
    for (const site of rejected) {
      for (const url of ['/api/programs', '/api/invitations/accept', '/api/auth/sign-out']) {
        const response = await send(service.app, 'POST', url, { headers: { cookie, ...site }, body: {} })
        expect([url, site, response.status]).toEqual([url, site, 403])
      }
    }
    const sameSiteHeaders = { cookie, origin, 'sec-fetch-site': 'same-origin' }
    expect(
      (await send(service.app, 'POST', '/api/auth/sign-out', { headers: sameSiteHeaders, body: {} })).status,
    ).toBe(200)
  })
})

describe('errors of /api/auth', () => {
  it.each([
    {
      path: 'sign-in/email',
      body: { email: 'a@b.co', password: 'wrong password' },
      status: 401,
      code: 'unauthorized',
      reason: 'invalid_email_or_password',
    },
    {
      path: 'sign-in/email',
      body: { email: 'nobody', password: 'wrong password' },
      status: 400,
      code: 'invalid_request',
    },
    { path: 'sign-in/email', body: {}, status: 400, code: 'invalid_request' },
    {
      path: 'change-password',
      body: { currentPassword: 'x', newPassword: 'something quite new' },
      status: 401,
      code: 'unauthorized',
    },
    {
      path: 'reset-password',
      body: { token: 'x', newPassword: 'something quite new' },
      status: 400,
      code: 'invalid_request',
      reason: 'invalid_token',
    },
    { path: 'organization/create', body: { name: 'x', slug: 'x' }, status: 401, code: 'unauthorized' },
    { path: 'two-factor/verify-totp', body: { code: '123456' }, status: 401, code: 'unauthorized' },
  ])('$path with $body returns the platform error format', async ({ path, body, status, code, reason }) => {
    const response = await post(path, body)
    expect(response.body).toEqual({
      data: null,
      error: {
        status,
        name: expect.stringMatching(/Error$/),
        message: expect.stringMatching(/\.$/),
        details: reason === undefined ? expect.any(Object) : { reason },
        code,
      },
    })
    expect(response.status).toBe(status)
  })
})

describe('a session token in an unusual form', () => {
  it.each(['Bearer  ', 'Bearer \t', 'bearer   '])(
    'is rejected by the service and by the account library: %j',
    async (prefix) => {
      const { token, userId } = await signUp(service)
      const rows = () =>
        service.database.kysely
          .selectFrom('workspace_members')
          .select('id')
          .where('user_id', '=', userId)
          .execute()
      for (const [path, { needsSession }] of Object.entries(AUTH_ENDPOINTS)) {
        if (needsSession !== true || path === 'sign-out') continue
        const response = await send(service.app, 'POST', `/api/auth/${path}`, {
          headers: { authorization: `${prefix}${token}` },
          body: {
            name: 'Another',
            slug: randomUUID(),
            password: PASSWORD,
            currentPassword: PASSWORD,
            newPassword: 'password123',
          },
          ip: someIp(),
        })
        expect([path, response.status]).toEqual([path, expect.toBeOneOf([400, 401])])
      }
      expect(await rows()).toEqual([])
    },
  )
})
