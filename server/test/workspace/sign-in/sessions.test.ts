import { beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, send, signUp, someIp, startTestService, type TestService } from '../../harness.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let service: TestService

beforeAll(async () => {
  service = await startTestService({ now: new Date().toISOString() })
})

/** Creates an account and a session, and returns the session as a bare token, a signed token and a cookie. */
async function signIn() {
  const { email } = await signUp(service)
  const body = { email, password: PASSWORD }
  const response = await send(service.app, 'POST', '/api/auth/sign-in/email', { ip: someIp(), body })
  const cookie = String([response.headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? ''
  const signed = String(response.headers['set-auth-token'])
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const [session] = await listSessions(email)
  if (session === undefined) throw new Error('signing in left no session')
  const ways = {
    'a bare token': bearer(response.body.token),
    'a signed token': bearer(signed),
    'a cookie': { cookie },
  }
  return { ways, id: session.id }
}

const listSessions = (email: string) =>
  service.database.kysely
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('u.email', '=', email.toLowerCase())
    .orderBy('s.created_at', 'desc')
    .execute()
const readExpiry = async (id: string) =>
  (
    await service.database.kysely
      .selectFrom('sessions')
      .select('expires_at')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.expires_at
const expireAt = (id: string, expires_at: Date) =>
  service.database.kysely.updateTable('sessions').set({ expires_at }).where('id', '=', id).execute()
const read = (headers: Record<string, string>) =>
  send(service.app, 'GET', '/api/account', { ip: someIp(), headers })

it('every API read disables caching, so that no session is cached', async () => {
  const { body } = await send(service.app, 'GET', '/openapi.json')
  const readOperations = Object.entries(body.paths as Record<string, object>).flatMap(([path, operations]) =>
    path.startsWith('/api/') && 'get' in operations ? [path.replace(/\{\w+\}/g, '1')] : [],
  )
  expect(readOperations.length).toBeGreaterThan(30)
  const { ways } = await signIn()
  for (const path of readOperations) {
    const { headers } = await send(service.app, 'GET', path, { ip: someIp(), headers: ways['a cookie'] })
    expect([path, headers['cache-control']]).toEqual([path, 'no-store'])
  }
})

const WAYS = ['a bare token', 'a signed token', 'a cookie'] as const

describe.each(WAYS)('a session with %s', (way) => {
  it('is read without renewal on its first day', async () => {
    const { ways, id } = await signIn()
    const before = await readExpiry(id)
    expect((await read(ways[way])).status).toBe(200)
    expect(await readExpiry(id)).toEqual(before)
  })

  it('is renewed when it is used a day later', async () => {
    const { ways, id } = await signIn()
    const first = await readExpiry(id)
    if (first === undefined) throw new Error('the session is gone')
    await expireAt(id, new Date(first.getTime() - DAY_MS - 1000))
    const { status, headers } = await read(ways[way])
    expect(status).toBe(200)
    expect((await readExpiry(id))?.getTime()).toBeGreaterThanOrEqual(first.getTime())
    // Otherwise the browser would drop the cookie on the original date.
    if (way === 'a cookie') expect(String(headers['set-cookie'])).toMatch(/session_token=.*Max-Age=604800/)
    else expect(headers['set-cookie']).toBeUndefined()
  })

  it('can be signed out when it is due for renewal', async () => {
    const { ways, id } = await signIn()
    await expireAt(id, new Date(Date.now() + DAY_MS))
    const origin = service.deps.config.publicUrl
    const headers = { ...ways[way], origin }
    const response = await send(service.app, 'POST', '/api/auth/sign-out', {
      ip: someIp(),
      headers,
      body: {},
    })
    expect(response.status).toBe(200)
    expect(
      [response.headers['set-cookie'] ?? []].flat().filter((one) => !String(one).includes('Max-Age=0')),
    ).toEqual([])
    expect((await read(ways[way])).status).toBe(401)
  })

  it('stops working once it has expired or has been ended elsewhere', async () => {
    const { ways, id } = await signIn()
    const headers = ways[way]
    expect((await read(headers)).status).toBe(200)
    await service.database.kysely.deleteFrom('sessions').where('id', '=', id).execute()
    expect((await read(headers)).status).toBe(401)

    const otherSession = await signIn()
    await expireAt(otherSession.id, new Date(Date.now() - 1))
    expect((await read(otherSession.ways[way])).status).toBe(401)
  })
})
