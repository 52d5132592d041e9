import { beforeAll, describe, expect, it } from 'vitest'
import {
  createTestProgram,
  send,
  signInMember,
  signUp,
  startTestService,
  type TestProgram,
  type TestService,
} from '../harness.ts'

const NOW = '2026-03-10T12:00:00.000Z'
let service: TestService

beforeAll(async () => {
  service = await startTestService({ now: NOW })
})

/** Creates a program with revenue and a user who can read it. */
async function start() {
  const program = await createTestProgram(service)
  await addRevenue(program, 'USD', 4900)
  return { program, bearer: await signInMember(service, program, { role: 'viewer' }) }
}

let shard = 0
const addRevenue = (program: TestProgram, currency: 'USD' | 'EUR', revenue_cents: number) =>
  service.database.kysely
    .insertInto('daily_stats')
    .values({ program_id: program.id, day: '2026-03-10', shard: shard++, currency, sales: 1, revenue_cents })
    .execute()

const performanceUrl = ({ id }: TestProgram, query = '') => `/api/tracking/performance/${id}${query}`
const readTagged = (url: string, bearer: string | undefined, tag?: string, headers: object = {}) =>
  send(service.app, 'GET', url, {
    ...(bearer === undefined ? {} : { bearer }),
    headers: { ...(tag === undefined ? {} : { 'if-none-match': tag }), ...headers },
  })
const readTag = async (url: string, bearer: string) => String((await readTagged(url, bearer)).headers.etag)

describe('a conditional read', () => {
  it('returns 304 without a body while the response is unchanged, and always requires revalidation', async () => {
    const { program, bearer } = await start()
    const first = await readTagged(performanceUrl(program), bearer)
    expect(first.status).toBe(200)
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', etag: expect.stringMatching(/^W\/"/) })
    const second = await readTagged(performanceUrl(program), bearer, String(first.headers.etag))
    expect([second.status, second.text]).toEqual([304, ''])
    expect(second.headers).toMatchObject({ 'cache-control': 'no-store', etag: first.headers.etag })
    expect(second.headers['content-type']).toBeUndefined()
  })

  it('returns the new response after a one-cent change', async () => {
    const { program, bearer } = await start()
    const tag = await readTag(performanceUrl(program), bearer)
    await addRevenue(program, 'USD', 1)
    const { status, headers, body } = await readTagged(performanceUrl(program), bearer, tag)
    expect([status, body.metrics.revenueByCurrency]).toEqual([200, { USD: 4901 }])
    expect(headers.etag).not.toBe(tag)
  })

  it('returns different tags for different periods and currencies', async () => {
    const { program, bearer } = await start()
    const { program: other, bearer: otherBearer } = await start()
    await service.database.kysely
      .updateTable('daily_stats')
      .set({ currency: 'EUR' })
      .where('program_id', '=', other.id)
      .execute()
    const tags = [
      await readTag(performanceUrl(program, '?period=7d'), bearer),
      await readTag(performanceUrl(program, '?period=30d'), bearer),
      await readTag(performanceUrl(other, '?period=7d'), otherBearer),
    ]
    expect(new Set(tags).size).toBe(3)
  })

  it('returns different tags to users whose responses differ', async () => {
    const [one, other] = [await signUp(service), await signUp(service)]
    const tag = await readTag('/api/account', one.token)
    expect((await readTagged('/api/account', other.token, tag)).status).toBe(200)
    expect((await readTagged('/api/account', one.token, tag)).status).toBe(304)
  })

  it('uses one tag for all encodings and never compresses a 304', async () => {
    const { program, bearer } = await start()
    const url = performanceUrl(program, '?period=90d')
    const uncompressed = await readTagged(url, bearer)
    const authorization = `Bearer ${bearer}`
    const packed = await service.app.inject({ url, headers: { authorization, 'accept-encoding': 'br' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', etag: uncompressed.headers.etag })
    const again = await readTagged(url, bearer, String(uncompressed.headers.etag), {
      'accept-encoding': 'br',
    })
    expect([again.status, again.text, again.headers['content-encoding']]).toEqual([304, '', undefined])
  })
})

describe('a conditional request is ignored', () => {
  it('after sign-out, with an expired session or without the permission', async () => {
    const { program, bearer } = await start()
    const url = `/api/programs/${program.id}`
    const tag = await readTag(url, bearer)
    const otherUser = await signUp(service)
    for (const caller of [undefined, otherUser.token]) {
      for (const sentTag of [tag, '*']) {
        const expected = caller === undefined ? 401 : 403
        expect((await readTagged(url, caller, sentTag)).status).toBe(expected)
      }
    }
    await send(service.app, 'POST', '/api/auth/sign-out', { bearer, body: {} })
    expect((await readTagged(url, bearer, tag)).status).toBe(401)
  })

  it('if the response is an error, which has no tag', async () => {
    const { program } = await start()
    const unauthorized = await readTagged(`/api/programs/${program.id}`, undefined)
    expect([unauthorized.status, unauthorized.headers.etag]).toEqual([401, undefined])
    const { bearer } = await start()
    const missingProgram = await readTagged('/api/programs/999999999', bearer, '*')
    expect([missingProgram.status, missingProgram.headers.etag]).toEqual([404, undefined])
  })

  it('if it is a write, which runs regardless of a tag', async () => {
    const program = await createTestProgram(service)
    const bearer = await signInMember(service, program, { role: 'admin' })
    const { status } = await send(service.app, 'PATCH', `/api/programs/${program.id}`, {
      bearer,
      headers: { 'if-none-match': '*' },
      body: { name: 'Renamed' },
    })
    expect(status).toBe(200)
    const { body } = await readTagged(`/api/programs/${program.id}`, bearer)
    expect(body.data.name).toBe('Renamed')
  })
})
