import { randomUUID } from 'node:crypto'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { passwordHashing } from '../../../src/workspace/sign-in/auth.adapter.ts'
import { createResetPasswordLink } from '../../../src/workspace/sign-in/reset-password.adapter.ts'
import {
  concurrently,
  createTestProgram,
  PASSWORD,
  send as sendFrom,
  signUp,
  someIp,
  startTestService,
  type TestService,
} from '../../harness.ts'
import { computeTotp, enableTwoFactor, withCookies } from './second-factor.ts'

/** Returns a new IP for each request, because failed authentication attempts are counted by address (D46). */
const send: typeof sendFrom = (app, method, url, options) =>
  sendFrom(app, method, url, { ip: someIp(), ...options })

const NEW = 'a quite different one'

let service: TestService

beforeAll(async () => {
  service = await startTestService({
    now: new Date().toISOString(),
  })
})

const post = (path: string, body: unknown, bearer?: string) =>
  send(service.app, 'POST', `/api/auth/${path}`, { body, ...(bearer === undefined ? {} : { bearer }) })
const signIn = (email: string, password: string) => post('sign-in/email', { email, password })
const readStatus = async (bearer: string) =>
  (await send(service.app, 'GET', '/api/account', { bearer })).status
const getToken = (link: string) => link.split('#')[1] ?? ''

it('a password is stored as a salted scrypt hash and compared with it', async () => {
  const testHashing = { ...passwordHashing }
  onTestFinished(() => {
    Object.assign(passwordHashing, testHashing)
  })
  Object.assign(passwordHashing, { hash: hashPassword, verify: verifyPassword })
  const [one, other] = [await signUp(service), await signUp(service)]
  const { rows } = await sql<{ password: string }>`
    select password from accounts where user_id in (${one.userId}, ${other.userId})`.execute(
    service.database.kysely,
  )
  // A salt of 16 bytes and a key of 64 bytes.
  for (const { password } of rows) expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(new Set(rows.map(({ password }) => password)).size).toBe(2)
  expect((await signIn(one.email, NEW)).status).toBe(401)
})

describe('a forgotten password', () => {
  it('is reset with a one-time link from the command line, which ends all sessions', async () => {
    const { email, token } = await signUp(service)
    const { link, minutes } = await createResetPasswordLink(service.deps, ` ${email.toUpperCase()}`)
    expect(link).toMatch(new RegExp(`^${service.deps.config.publicUrl}/reset-password#[\\w-]+$`))
    expect(minutes).toBe(60)
    const resetPassword = () => post('reset-password', { token: getToken(link), newPassword: NEW })
    const statuses = (await concurrently(4, resetPassword)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400, 400, 400])
    expect(await readStatus(token)).toBe(401)
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('is not reset for an unknown account, which gets no link', async () => {
    for (const email of [`${randomUUID()}@accounts.test`, 'nobody', '']) {
      await expect(createResetPasswordLink(service.deps, email)).rejects.toThrow('There is no account for')
    }
  })

  it('has a link that is stored as a hash and invalidated by the first new password', async () => {
    const { email, token } = await signUp(service)
    const links = [
      await createResetPasswordLink(service.deps, email),
      await createResetPasswordLink(service.deps, email),
      await createResetPasswordLink(service.deps, email),
    ]
    const rows = JSON.stringify(
      await service.database.kysely.selectFrom('verifications').selectAll().execute(),
    )
    for (const { link } of links) expect(rows).not.toContain(getToken(link))
    const [first, second] = links.map(({ link }) => getToken(link))
    expect((await post('reset-password', { token: first, newPassword: NEW })).status).toBe(200)
    expect((await post('reset-password', { token: second, newPassword: NEW })).status).toBe(400)
    const signedIn = (await signIn(email, NEW)).body.token
    const { link } = await createResetPasswordLink(service.deps, email)
    const change = { currentPassword: NEW, newPassword: PASSWORD }
    expect((await post('change-password', change, signedIn)).status).toBe(200)
    expect((await post('reset-password', { token: getToken(link), newPassword: NEW })).status).toBe(400)
    expect(await readStatus(token)).toBe(401)
  })
})

describe('changing the password', () => {
  it('ends all other sessions, whatever is requested', async () => {
    const { email, token } = await signUp(service)
    const other = (await signIn(email, PASSWORD)).body.token
    const body = { currentPassword: PASSWORD, newPassword: NEW, revokeOtherSessions: false }
    const response = await post('change-password', body, token)
    expect(response.status).toBe(200)
    expect(await readStatus(response.body.token)).toBe(200)
    expect([await readStatus(other), await readStatus(token)]).toEqual([401, 401])
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('requires the current password', async () => {
    const { token } = await signUp(service)
    const { status, body } = await post(
      'change-password',
      { currentPassword: 'a wrong password', newPassword: NEW },
      token,
    )
    expect([status, body.error.details]).toEqual([400, { field: 'currentPassword' }])
    expect(await readStatus(token)).toBe(200)
  })
})

describe('a weak password', () => {
  it('is rejected on sign-up, change and reset, and the reset link still works afterwards', async () => {
    const { email, token } = await signUp(service)
    const { link } = await createResetPasswordLink(service.deps, email)
    const newEmail = `${randomUUID()}@accounts.test`
    for (const weak of ['ninechars', 'password123', '1111111111']) {
      const responses = [
        await post('sign-up/email', { name: 'Sam', email: newEmail, password: weak }),
        await post('change-password', { currentPassword: PASSWORD, newPassword: weak }, token),
        await post('reset-password', { token: getToken(link), newPassword: weak }),
      ]
      expect(responses.map(({ status, body }) => [status, body.error.details.field])).toEqual([
        [400, 'password'],
        [400, 'newPassword'],
        [400, 'newPassword'],
      ])
    }
    const response = await post('reset-password', { token: getToken(link), newPassword: email.toUpperCase() })
    expect([response.status, response.body.error.details.field]).toEqual([400, 'newPassword'])
    expect((await post('reset-password', { token: getToken(link), newPassword: NEW })).status).toBe(200)
  })
})

describe('a second factor', () => {
  it('is turned on by its first code, ends other sessions, and is required at every sign-in', async () => {
    const { email, token } = await signUp(service)
    const other = (await signIn(email, PASSWORD)).body.token
    const { secret, codes, bearer } = await enableTwoFactor(service, token)
    expect([await readStatus(other), await readStatus(token)]).toEqual([401, 401])
    expect((await send(service.app, 'GET', '/api/account', { bearer })).body.data.user.hasTwoFactor).toBe(
      true,
    )

    const first = await signIn(email, PASSWORD)
    expect([first.status, first.body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ['totp'] }])
    const headers = withCookies(service, first.headers)
    const verify = (path: string, code: string) =>
      send(service.app, 'POST', `/api/auth/two-factor/${path}`, { headers, body: { code } })
    expect((await verify('verify-totp', '000000')).body.error.details.reason).toBe('invalid_code')
    const done = await verify('verify-totp', computeTotp(secret))
    expect([done.status, await readStatus(done.body.token)]).toEqual([200, 200])
    // The pending sign-in is used up.
    expect((await verify('verify-totp', computeTotp(secret))).status).toBe(401)
    await recover(email, codes)
  })

  it('can be required by a workspace, which then rejects members without it', async () => {
    const program = await createTestProgram(service)
    const { token, userId } = await signUp(service)
    const join = (user_id: string, role: 'owner' | 'member') =>
      service.database.kysely
        .insertInto('workspace_members')
        .values({
          id: randomUUID(),
          workspace_id: program.workspaceId,
          user_id,
          role,
          created_at: new Date(),
        })
        .execute()
    await join(userId, 'owner')
    const member = await signUp(service)
    await join(member.userId, 'member')
    const demand = (bearer: string, requiresTwoFactor: boolean) =>
      send(service.app, 'PATCH', `/api/workspaces/${program.workspaceId}`, {
        bearer,
        body: { requiresTwoFactor },
      })
    const rejection = await demand(token, true)
    expect([rejection.status, rejection.body.error.code]).toEqual([409, 'conflict'])
    const { bearer } = await enableTwoFactor(service, token)
    expect((await demand(member.token, true)).status).toBe(403)
    expect((await demand(bearer, true)).body.data).toEqual({
      id: program.workspaceId,
      name: 'Acme',
      requiresTwoFactor: true,
    })

    for (const url of [
      `/api/programs/${program.id}`,
      `/api/tracking/performance/${program.id}?range=7d`,
      `/api/workspaces/${program.workspaceId}/members`,
    ]) {
      const response = await send(service.app, 'GET', url, { bearer: member.token })
      expect([url, response.status, response.body.error?.code]).toEqual([url, 403, 'two_factor_required'])
    }
    const created = await send(service.app, 'POST', '/api/programs', {
      bearer: member.token,
      body: { name: 'P' },
    })
    expect([created.status, created.body.error.code]).toEqual([403, 'two_factor_required'])
    expect((await send(service.app, 'GET', '/api/programs', { bearer: member.token })).body.data).toEqual([])
    const account = await send(service.app, 'GET', '/api/account', { bearer: member.token })
    expect(account.body.data.workspaces).toMatchObject([{ requiresTwoFactor: true, lacksTwoFactor: true }])
    const inside = await enableTwoFactor(service, member.token)
    const read = (one: string) => send(service.app, 'GET', `/api/programs/${program.id}`, { bearer: one })
    expect([(await read(bearer)).status, (await read(inside.bearer)).status]).toEqual([200, 200])
    expect((await demand(bearer, false)).status).toBe(200)
  })

  it('cannot be set up again while it is on, and is turned off with the password', async () => {
    const { email, token } = await signUp(service)
    const { bearer } = await enableTwoFactor(service, token)
    expect((await post('two-factor/enable', { password: PASSWORD }, bearer)).status).toBe(409)
    expect((await post('two-factor/disable', { password: 'a wrong password' }, bearer)).status).toBe(400)
    expect((await post('two-factor/disable', { password: PASSWORD }, bearer)).status).toBe(200)
    expect((await signIn(email, PASSWORD)).body.token).toEqual(expect.any(String))
  })

  it('stays on after a password reset', async () => {
    const { email, token } = await signUp(service)
    await enableTwoFactor(service, token)
    const { link } = await createResetPasswordLink(service.deps, email)
    expect((await post('reset-password', { token: getToken(link), newPassword: NEW })).status).toBe(200)
    expect((await signIn(email, NEW)).body).toMatchObject({ twoFactorRedirect: true })
  })
})

/** Signs in with a recovery code, which works once. */
async function recover(email: string, codes: string[]) {
  const code = codes[0] ?? ''
  const use = async () => {
    const { headers } = await signIn(email, PASSWORD)
    return send(service.app, 'POST', '/api/auth/two-factor/verify-backup-code', {
      headers: withCookies(service, headers),
      body: { code },
    })
  }
  const used = await use()
  expect([used.status, await readStatus(used.body.token)]).toEqual([200, 200])
  expect((await use()).body.error.details.reason).toBe('invalid_backup_code')
}
