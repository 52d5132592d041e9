import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordHashing } from '../../../src/workspace/sign-in/auth.adapter.ts'
import { createResetPasswordLink } from '../../../src/workspace/sign-in/reset-password.adapter.ts'
import {
  concurrently,
  PASSWORD,
  send as sendFrom,
  signUp,
  someIp,
  startTestService,
  type TestService,
} from '../../harness.ts'
import { beginTwoFactor, computeTotp, enableTwoFactor, withCookies } from './second-factor.ts'

/** Comparing a password takes about 100 ms. Here, one password's comparison waits until the test continues. */
const held: { compared?: { password: string; wait: () => Promise<void> } | undefined } = {}
const { verify } = passwordHashing
passwordHashing.verify = async (compared) => {
  const isPasswordValid = await verify(compared)
  const { compared: waits } = held
  if (waits?.password !== compared.password) return isPasswordValid
  held.compared = undefined
  await waits.wait()
  return isPasswordValid
}
afterAll(() => {
  passwordHashing.verify = verify
})

/** Returns a new IP for each request, because failed authentication attempts are counted by address (D46). */
const send: typeof sendFrom = (app, method, url, options) =>
  sendFrom(app, method, url, { ip: someIp(), ...options })

const NEW = 'a quite different one'
const THIRD = 'neither of the other two'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ now: new Date().toISOString() })
})

const post = (path: string, body: unknown, as: { bearer?: string; headers?: Record<string, string> } = {}) =>
  send(service.app, 'POST', `/api/auth/${path}`, { body, ...as })
const signIn = (email: string, password: string) => post('sign-in/email', { email, password })
const isOpen = async (bearer: string) =>
  (await send(service.app, 'GET', '/api/account', { bearer })).status === 200
const countSessions = async (userId: string) =>
  (await service.database.kysely.selectFrom('sessions').select('id').where('user_id', '=', userId).execute())
    .length

/** Blocks a request while it compares its password, runs `work`, and lets it continue. */
async function meanwhile<ApiResponse>(
  call: () => Promise<ApiResponse>,
  work: () => Promise<void>,
): Promise<ApiResponse> {
  let resume = () => {}
  const done = new Promise<void>((resolve) => {
    resume = resolve
  })
  let response: Promise<ApiResponse> | undefined
  await new Promise<void>((resolve) => {
    const wait = () => {
      resolve()
      return done
    }
    held.compared = { password: PASSWORD, wait }
    response = call()
  })
  try {
    await work()
  } finally {
    resume()
  }
  if (response === undefined) throw new Error('no request was blocked')
  return response
}

async function change(bearer: string, currentPassword: string, newPassword: string): Promise<string> {
  const { status, body } = await post('change-password', { currentPassword, newPassword }, { bearer })
  expect(status).toBe(200)
  return body.token
}

async function reset(email: string, newPassword: string): Promise<void> {
  const { link } = await createResetPasswordLink(service.deps, email)
  const { status } = await post('reset-password', { token: link.split('#')[1], newPassword })
  expect(status).toBe(200)
}

describe('a sign-in in progress with the old password', () => {
  it('fails if the password is changed', async () => {
    const { email, userId, token } = await signUp(service)
    let newSession = ''
    const response = await meanwhile(
      () => signIn(email, PASSWORD),
      async () => {
        newSession = await change(token, PASSWORD, NEW)
      },
    )
    expect([response.status, response.body.error?.details.reason]).toEqual([401, 'invalid_email_or_password'])
    expect(response.headers['set-auth-token'] ?? response.headers['set-cookie']).toBeUndefined()
    expect([await countSessions(userId), await isOpen(newSession)]).toEqual([1, true])
  })

  it('fails if the password is reset', async () => {
    const { email, userId } = await signUp(service)
    const response = await meanwhile(
      () => signIn(email, PASSWORD),
      () => reset(email, NEW),
    )
    expect([response.status, await countSessions(userId)]).toEqual([401, 0])
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('fails if the password is reset, without a pending second factor', async () => {
    const { email, userId, token } = await signUp(service)
    const { secret } = await enableTwoFactor(service, token)
    const response = await meanwhile(
      () => signIn(email, PASSWORD),
      () => reset(email, NEW),
    )
    const headers = withCookies(service, response.headers)
    const finished = await post('two-factor/verify-totp', { code: computeTotp(secret) }, { headers })
    expect([response.status, finished.status, await countSessions(userId)]).toEqual([401, 401, 0])
  })

  it('succeeds if all sessions are ended, because its password is correct', async () => {
    const { email, token } = await signUp(service)
    const response = await meanwhile(
      () => signIn(email, PASSWORD),
      async () => {
        expect((await post('revoke-sessions', {}, { bearer: token })).status).toBe(200)
      },
    )
    expect([response.status, await isOpen(response.body.token), await isOpen(token)]).toEqual([
      200,
      true,
      false,
    ])
  })
})

describe('turning on a second factor', () => {
  it('makes a sign-in in progress with the password require a code', async () => {
    const { email, userId, token } = await signUp(service)
    const { secret } = await beginTwoFactor(service, token)
    let mine = ''
    const response = await meanwhile(
      () => signIn(email, PASSWORD),
      async () => {
        const verified = await post(
          'two-factor/verify-totp',
          { code: computeTotp(secret) },
          { bearer: token },
        )
        mine = String(verified.headers['set-auth-token'])
      },
    )
    expect([response.status, response.body]).toEqual([
      200,
      { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
    ])
    expect([await countSessions(userId), await isOpen(mine)]).toEqual([1, true])
    const headers = withCookies(service, response.headers)
    expect((await post('two-factor/verify-totp', { code: computeTotp(secret) }, { headers })).status).toBe(
      200,
    )
  })

  it('keeps a session in progress without a code from turning it off', async () => {
    const { email, token } = await signUp(service)
    const other = (await signIn(email, PASSWORD)).body.token
    const { secret } = await beginTwoFactor(service, token)
    const response = await meanwhile(
      () => post('two-factor/disable', { password: PASSWORD }, { bearer: other }),
      async () => {
        await post('two-factor/verify-totp', { code: computeTotp(secret) }, { bearer: token })
      },
    )
    expect(response.status).toBe(401)
    expect((await signIn(email, PASSWORD)).body).toMatchObject({ twoFactorRedirect: true })
  })

  it('lets one of two concurrent requests with the same code sign in', async () => {
    const { userId, token } = await signUp(service)
    const { secret } = await beginTwoFactor(service, token)
    const body = { code: computeTotp(secret) }
    const responses = await concurrently(2, () => post('two-factor/verify-totp', body, { bearer: token }))
    const tokens = responses.flatMap(({ headers }) => String(headers['set-auth-token'] ?? []) || [])
    const areOpen = await Promise.all(tokens.map(isOpen))
    expect([await countSessions(userId), areOpen.filter(Boolean).length]).toEqual([1, 1])
  })
})

describe('a session that knows the old password', () => {
  it('does not change the password after a reset', async () => {
    const { email, userId, token } = await signUp(service)
    const response = await meanwhile(
      () => post('change-password', { currentPassword: PASSWORD, newPassword: THIRD }, { bearer: token }),
      () => reset(email, NEW),
    )
    expect([response.status, await countSessions(userId)]).toEqual([401, 0])
    expect([(await signIn(email, THIRD)).status, (await signIn(email, NEW)).status]).toEqual([401, 200])
  })

  it('does not turn the second factor off after a reset', async () => {
    const { email, userId, token } = await signUp(service)
    const { bearer } = await enableTwoFactor(service, token)
    const response = await meanwhile(
      () => post('two-factor/disable', { password: PASSWORD }, { bearer }),
      () => reset(email, NEW),
    )
    expect([response.status, await countSessions(userId)]).toEqual([401, 0])
    expect((await signIn(email, NEW)).body).toMatchObject({ twoFactorRedirect: true })
  })
})

describe('a code', () => {
  async function challenges(count: number) {
    const { email, token } = await signUp(service)
    const factor = await enableTwoFactor(service, token)
    const signIns = await concurrently(count, () => signIn(email, PASSWORD))
    return { ...factor, email, cookies: signIns.map(({ headers }) => withCookies(service, headers)) }
  }

  it('works for one sign-in, even if it is sent concurrently while valid', async () => {
    const { secret, cookies } = await challenges(4)
    const body = { code: computeTotp(secret) }
    const responses = await Promise.all(
      cookies.map((headers) => post('two-factor/verify-totp', body, { headers })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const remainingCookies = cookies.filter((_, index) => responses[index]?.status === 429)
    for (const headers of remainingCookies) {
      const { status, body: rejected } = await post('two-factor/verify-totp', body, { headers })
      expect([status, rejected.error.details.reason]).toEqual([401, 'invalid_code'])
    }
  })

  it('is rejected after ten wrong codes, even if they are sent concurrently', async () => {
    const { email, secret, cookies } = await challenges(16)
    let wrong = 0
    for (let round = 0, locked = false; !locked && round < 20; round++) {
      const responses = await Promise.all(
        cookies.map((headers) => post('two-factor/verify-totp', { code: 'none' }, { headers })),
      )
      for (const { status, body } of responses) {
        if (body.error?.details?.reason === 'invalid_code') wrong++
        if (status === 429 && body.retry_after_seconds === 900) locked = true
      }
    }
    expect(wrong).toBe(10)
    const headers = withCookies(service, (await signIn(email, PASSWORD)).headers)
    expect((await post('two-factor/verify-totp', { code: computeTotp(secret) }, { headers })).status).toBe(
      429,
    )
  })
})
