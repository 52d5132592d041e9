import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { programLimits } from '../../../src/workspace/programs/limits.ts'
import {
  concurrently,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../harness.ts'

let service: TestService
let program: TestProgram
let bearer: string

beforeAll(async () => {
  service = await startTestService()
})

beforeEach(async () => {
  program = await createTestProgram(service)
  bearer = await signInMember(service, program)
})

const url = (path = '') => `/api/programs/${program.id}/api-keys${path}`
const create = (body: unknown) => send(service.app, 'POST', url(), { bearer, body })
const listKeys = (query = '') => send(service.app, 'GET', url(query), { bearer })
const retire = (id: number | string, body: unknown = {}) =>
  send(service.app, 'POST', url(`/${id}/retire`), { bearer, body })

/** Returns the status of a test sale with the key: 200 while the key works. */
async function readKeyStatus(key: string) {
  const body = { additional_data: { test_mode: true } }
  const response = await send(service.app, 'POST', '/api/v1/track/sale', { bearer: key, body })
  return response.status === 200 ? 200 : response.body.error.code
}

describe('API keys (D44)', () => {
  it.each(['live', 'test'] as const)(
    'are shown once, work, and are stored only as a hash: %s',
    async (mode) => {
      const { status, body, headers } = await create({ mode })
      expect(status).toBe(201)
      expect(headers['cache-control']).toBe('no-store')
      const { key, ...keyFields } = body.data
      expect(key).toMatch(new RegExp(`^aff_${mode}_${program.id}_[\\w-]{32}$`))
      expect(keyFields).toEqual({
        id: expect.any(Number),
        mode,
        masked: `aff_${mode}_${program.id}_…${key.slice(-4)}`,
        state: 'active',
        createdAt: service.clock.now().toISOString(),
        retiredAt: null,
        lastUsedAt: null,
      })
      expect(await readKeyStatus(key)).toBe(200)
      const rows = await listKeys()
      expect(rows.body.data.map(({ id }: { id: number }) => id)).toContain(keyFields.id)
      expect(rows.text).not.toContain(key)
      const stored = await service.database.run({ name: 'keys', text: 'select * from api_keys', values: [] })
      expect(JSON.stringify(stored)).not.toContain(key.slice(-32))
    },
  )

  it('return api_key_rotation_required once retired and keep their retirement time', async () => {
    const { id, key } = (await create({ mode: 'live' })).body.data
    const { status, body } = await retire(id)
    const retiredAt = service.clock.now().toISOString()
    expect([status, body.data.state, body.data.retiredAt]).toEqual([200, 'retired', retiredAt])
    expect(await readKeyStatus(key)).toBe('api_key_rotation_required')
    service.clock.advance({ days: 1 })
    const later = new Date(service.clock.now().getTime() + 1000).toISOString()
    for (const retireBody of [{}, { at: later }]) {
      expect((await retire(id, retireBody)).body.data).toMatchObject({ state: 'retired', retiredAt })
    }
    expect(await readKeyStatus(key)).toBe('api_key_rotation_required')
  })

  it('work until a future retirement, so that they can be rotated with a grace period', async () => {
    const { id, key } = (await create({ mode: 'live' })).body.data
    const at = new Date(service.clock.now().getTime() + 60_000).toISOString()
    expect((await retire(id, { at })).body.data).toMatchObject({ state: 'retiring', retiredAt: at })
    service.clock.advance({ ms: 59_999 })
    expect(await readKeyStatus(key)).toBe(200)
    service.clock.advance({ ms: 1 })
    expect(await readKeyStatus(key)).toBe('api_key_rotation_required')
    const { body } = await listKeys()
    expect(body.data.find((row: { id: number }) => row.id === id).state).toBe('retired')
  })

  it('can have their future retirement changed; a time in the past means now', async () => {
    const { id, key } = (await create({ mode: 'live' })).body.data
    const later = new Date(service.clock.now().getTime() + 60_000).toISOString()
    await retire(id, { at: later })
    const { body } = await retire(id, { at: '2020-01-01T00:00:00Z' })
    expect(body.data).toMatchObject({ state: 'retired', retiredAt: service.clock.now().toISOString() })
    expect(await readKeyStatus(key)).toBe('api_key_rotation_required')
  })

  it('return a plain 401 once deleted and are no longer listed', async () => {
    const { id, key } = (await create({ mode: 'live' })).body.data
    const remove = () => send(service.app, 'DELETE', url(`/${id}`), { bearer })
    expect((await remove()).body).toEqual({ data: { id } })
    expect(await readKeyStatus(key)).toBe('unauthorized')
    expect((await listKeys()).body.data.map((row: { id: number }) => row.id)).not.toContain(id)
    expect((await remove()).status).toBe(404)
  })

  it.each(['tomorrow', '2026-03-10', '2026-03-10T00:00:00', '9999-12-31T23:59:59-01:00'])(
    'still work after an invalid request to retire them at %j, which returns 400 with the field',
    async (at) => {
      const { id, key } = (await create({ mode: 'live' })).body.data
      const response = await retire(id, { at })
      expect([response.status, response.body.error.details]).toEqual([400, { field: 'at' }])
      expect(await readKeyStatus(key)).toBe(200)
    },
  )

  it('return 404 and stay unchanged if they belong to another program', async () => {
    const otherProgram = await createTestProgram(service)
    const owner = await signInMember(service, otherProgram)
    const otherKey = (
      await send(service.app, 'POST', `/api/programs/${otherProgram.id}/api-keys`, {
        bearer: owner,
        body: { mode: 'live' },
      })
    ).body.data
    for (const id of [otherKey.id, 'abc', '0', '9007199254740993', '%00']) {
      expect((await retire(id)).status).toBe(404)
      expect((await send(service.app, 'DELETE', url(`/${id}`), { bearer })).status).toBe(404)
    }
    expect(await readKeyStatus(otherKey.key)).toBe(200)
  })

  it('never exceed the limit for working keys, even with thirty concurrent requests', async () => {
    const responses = await concurrently(30, () => create({ mode: 'live' }))
    const created = responses.filter(({ status }) => status === 201)
    // A test program starts with two.
    expect(created).toHaveLength(programLimits.activeApiKeys - 2)
    const rejection = responses.find(({ status }) => status !== 201)
    expect([rejection?.status, rejection?.body.error.code]).toEqual([409, 'conflict'])
    await retire(created[0]?.body.data.id)
    expect((await create({ mode: 'test' })).status).toBe(201)
  })

  it('are listed in pages, newest first', async () => {
    for (let index = 0; index < 3; index++) await create({ mode: 'test' })
    const first = await listKeys('?limit=3')
    const second = await listKeys(`?limit=3&cursor=${first.body.meta.nextCursor}`)
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: number }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect([ids.length, second.body.meta.nextCursor]).toEqual([5, null])
  })
})
