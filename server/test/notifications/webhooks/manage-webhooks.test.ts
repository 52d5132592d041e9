import { beforeEach, describe, expect, it } from 'vitest'
import { publish } from '../../../src/notifications/outbox/outbox.sql.ts'
import { createDeliverer } from '../../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { webhookLimits } from '../../../src/notifications/webhooks/limits.ts'
import {
  concurrently,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
} from '../../harness.ts'
import { isSignedBy, responses, startReceiver } from './webhook-receiver.ts'

const service = await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { app, clock, database, deps } = service
const URL = 'https://shop.example/hooks?token=t'

let program: TestProgram
let bearer: string
let call: (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path?: string,
  body?: unknown,
) => ReturnType<typeof send>

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  program = await createTestProgram(service)
  bearer = await signInMember(service, program)
  call = (method, path = '', body) =>
    send(app, method, `/api/programs/${program.id}/webhooks${path}`, {
      bearer,
      ...(body === undefined ? {} : { body }),
    })
})

const create = async (body: Record<string, unknown> = {}) => {
  const created = await call('POST', '', { url: URL, eventTypes: ['sale.created'], ...body })
  expect(created.status, created.text).toBe(201)
  return created.body.data as { id: number; secret: string }
}

describe('a webhook', () => {
  it('is created with a 32-byte secret that is shown once, and listed without it', async () => {
    const created = await call('POST', '', { url: URL, eventTypes: ['partner.approved', 'sale.created'] })
    const { secret, ...webhook } = created.body.data
    expect(created.headers['cache-control']).toBe('no-store')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      id: expect.any(Number),
      url: URL,
      eventTypes: ['sale.created', 'partner.approved'],
      enabled: true,
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      previousSecretUntil: null,
      createdAt: clock.now().toISOString(),
    })
    expect((await create()).secret).not.toBe(secret)
    expect((await call('GET')).body.data).toContainEqual(webhook)
  })

  it('is updated field by field, disabled and enabled', async () => {
    const { id } = await create()
    const change = async (body: unknown) => (await call('PATCH', `/${id}`, body)).body.data
    expect(await change({ url: 'https://other.example/' })).toMatchObject({ url: 'https://other.example/' })
    expect(await change({ eventTypes: ['lead.settled', 'lead.settled'] })).toMatchObject({
      url: 'https://other.example/',
      eventTypes: ['lead.settled'],
    })
    const disabledAt = clock.now().toISOString()
    const off = { enabled: false, disabledAt, disabledReason: 'Disabled by a member.' }
    expect(await change({ enabled: false })).toMatchObject(off)
    clock.advance({ days: 1 })
    expect(await change({ enabled: false })).toMatchObject(off)
    expect(await change({})).toMatchObject(off)
    expect(await change({ enabled: true })).toMatchObject({ enabled: true, disabledReason: null })
  })

  it('keeps both changes of two concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await create()
      const url = `https://shop.example/${round}`
      const changes = [{ url }, { eventTypes: ['sale.refunded'] }, { enabled: false }]
      await Promise.all(changes.map((change) => call('PATCH', `/${id}`, change)))
      const [webhook] = (await call('GET')).body.data
      expect(webhook).toMatchObject({ id, url, eventTypes: ['sale.refunded'], enabled: false })
    }
  })

  it('can be deleted while deliveries to it are in progress', async () => {
    for (let round = 0; round < 5; round++) {
      const receiver = await startReceiver()
      const { id } = await create({ url: receiver.url })
      for (let n = 0; n < 10; n++) {
        await publish(database.kysely, program.id, {
          type: 'sale.created',
          data: { sale_id: n },
          at: clock.now(),
        })
      }
      const errors: unknown[] = []
      const deliverer = createDeliverer(deps, (error) => errors.push(error))
      const [first, second] = await Promise.all([
        call('DELETE', `/${id}`),
        call('DELETE', `/${id}`),
        deliverer.deliverDue(),
      ])
      expect([first.status, second.status].sort()).toEqual([200, 404])
      await deliverer.deliverDue()
      expect(errors).toEqual([])
      expect((await call('GET')).body.data).toEqual([])
    }
  })

  it('is deleted together with its deliveries', async () => {
    const { id } = await create()
    await publish(database.kysely, program.id, {
      type: 'sale.created',
      data: { sale_id: 1 },
      at: clock.now(),
    })
    await call('POST', `/${id}/test`)
    expect((await call('DELETE', `/${id}`)).body).toEqual({ data: { id } })
    expect((await call('DELETE', `/${id}`)).status).toBe(404)
    expect((await call('GET')).body.data).toEqual([])
    await createDeliverer(deps, (error) => expect(error).toBeUndefined()).deliverDue()
  })

  it('returns 404 on every route if it belongs to another program', async () => {
    const { id } = await create()
    const before = (await call('GET')).body.data
    const owner = { program, bearer }
    program = await createTestProgram(service)
    bearer = await signInMember(service, program)
    for (const webhook of [id, 'abc', '0', '9007199254740993', '%00']) {
      for (const [method, path, body] of [
        ['PATCH', '', { enabled: false }],
        ['DELETE', ''],
        ['POST', '/rotate-secret', {}],
        ['POST', '/test'],
        ['GET', '/deliveries'],
        ['POST', '/deliveries/1/redeliver'],
      ] as const) {
        const response = await call(method, `/${webhook}${path}`, body)
        expect([response.status, response.body.error.code], `${method} ${path}`).toEqual([404, 'not_found'])
      }
    }
    program = owner.program
    bearer = owner.bearer
    expect((await call('GET')).body.data).toEqual(before)
    expect(before).toMatchObject([{ id, enabled: true }])
  })

  it.each([
    ['url', { url: 'shop.example' }],
    ['url', { url: 'ftp://shop.example/' }],
    ['url', { url: `https://shop.example/${'x'.repeat(2048)}` }],
    ['url', { url: 'https://shop.example/\0' }],
    ['eventTypes', { eventTypes: [] }],
    ['eventTypes.0', { eventTypes: ['webhook.test'] }],
  ])('returns 400 naming %s for the value %j', async (field, body) => {
    const response = await call('POST', '', { url: URL, eventTypes: ['sale.created'], ...body })
    expect([response.status, response.body.error.details]).toEqual([400, { field }])
    expect((await call('GET')).body.data).toEqual([])
  })

  it('is limited in number, even when webhooks are created concurrently', async () => {
    const body = { url: URL, eventTypes: ['sale.created'] }
    const all = await concurrently(20, () => call('POST', '', body))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(webhookLimits.webhooksPerProgram)
    const rejection = all.find(({ status }) => status !== 201)
    expect([rejection?.status, rejection?.body.error.code]).toEqual([409, 'conflict'])
    const first = await call('GET', '?limit=6')
    const second = await call('GET', `?limit=6&cursor=${first.body.meta.nextCursor}`)
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: number }) => id)
    expect([new Set(ids).size, second.body.meta.nextCursor]).toEqual([webhookLimits.webhooksPerProgram, null])
  })
})

describe('a private address, if it is not allowed', async () => {
  const strict = await startTestService({ ownDatabase: true })

  it.each([
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
  ])('is rejected: %s', async (url) => {
    const strictProgram = await createTestProgram(strict)
    const token = await signInMember(strict, strictProgram)
    const body = { url, eventTypes: ['sale.created'] }
    const response = await send(strict.app, 'POST', `/api/programs/${strictProgram.id}/webhooks`, {
      bearer: token,
      body,
    })
    expect([response.status, response.body.error.details]).toEqual([400, { field: 'url' }])
    if (url.startsWith('https:')) expect(response.body.error.message).toContain('`affiliate listen`')
  })
})

describe('in development', async () => {
  const local = await startTestService({ ownDatabase: true, config: { webhookNetwork: 'loopback' } })

  it('a webhook can be on this machine, but not elsewhere in the network', async () => {
    const there = await createTestProgram(local)
    const token = await signInMember(local, there)
    const webhooks = `/api/programs/${there.id}/webhooks`
    const add = (url: string) =>
      send(local.app, 'POST', webhooks, { bearer: token, body: { url, eventTypes: ['sale.created'] } })
    const receiver = await startReceiver()
    const response = await add(`http://localhost:${receiver.port}/hooks`)
    expect(response.status, response.text).toBe(201)
    const path = `${webhooks}/${response.body.data.id}/test`
    const tested = await send(local.app, 'POST', path, { bearer: token, body: {} })
    expect(tested.body.data).toMatchObject({ state: 'delivered', lastStatus: 204 })
    expect(receiver.received[0]?.path).toBe('/hooks')
    for (const url of ['http://10.0.0.1/', 'http://0.0.0.0:3000/', 'http://shop.example/']) {
      expect((await add(url)).status, url).toBe(400)
    }
  })
})

describe('rotating the secret', () => {
  it('shows the secret once; the previous one stays valid for a day, or as long as requested', async () => {
    const { id, secret } = await create()
    const rotated = await call('POST', `/${id}/rotate-secret`)
    expect(rotated.headers['cache-control']).toBe('no-store')
    expect(rotated.body.data).toMatchObject({ id, previousSecretUntil: '2026-03-11T12:00:00.000Z' })
    expect(rotated.body.data.secret).not.toBe(secret)
    const now = await call('POST', `/${id}/rotate-secret`, { graceHours: 0 })
    expect(now.body.data).toMatchObject({ previousSecretUntil: null })
  })

  it('creates ten secrets for ten concurrent requests, and the last two sign', async () => {
    const receiver = await startReceiver()
    const { id, secret } = await create({ url: receiver.url })
    const all = await concurrently(10, () => call('POST', `/${id}/rotate-secret`, { graceHours: 1 }))
    const secrets = [secret, ...all.map(({ body }) => body.data.secret)]
    expect(new Set(secrets).size).toBe(11)
    await call('POST', `/${id}/test`)
    const [message] = receiver.received
    if (message === undefined) throw new Error('no message arrived')
    expect(secrets.filter((one) => isSignedBy(one, message, clock.now()))).toHaveLength(2)
  })
})

describe('a test message', () => {
  it('is sent immediately, signed, even to a disabled webhook, and returns the result', async () => {
    const receiver = await startReceiver()
    const { id, secret } = await create({ url: receiver.url })
    await call('PATCH', `/${id}`, { enabled: false })
    const response = await call('POST', `/${id}/test`)
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject({
      type: 'webhook.test',
      state: 'delivered',
      attempts: 1,
      lastStatus: 204,
    })
    const [message] = receiver.received
    expect(message?.event).toEqual({
      type: 'webhook.test',
      timestamp: clock.now().toISOString(),
      data: { webhook_id: id },
    })
    expect(message && isSignedBy(secret, message, clock.now())).toBe(true)
    expect(message?.headers['webhook-id']).toBe(response.body.data.messageId)
  })

  it('is not retried and never disables the webhook, not even after a 410', async () => {
    const receiver = await startReceiver()
    const { id } = await create({ url: receiver.url })
    for (const status of [500, 410]) {
      receiver.respondWith(responses.status(status))
      const failed = await call('POST', `/${id}/test`)
      expect(failed.body.data).toMatchObject({ state: 'failed', attempts: 1, lastStatus: status })
    }
    clock.advance({ days: 1 })
    await createDeliverer(deps, (error) => expect(error).toBeUndefined()).deliverDue()
    expect(receiver.received).toHaveLength(2)
    expect((await call('GET')).body.data).toMatchObject([{ enabled: true, failingSince: null }])
  })

  it('is sent one at a time, even for eight concurrent requests', async () => {
    const receiver = await startReceiver()
    const { id } = await create({ url: receiver.url })
    let open = 0
    let maxOpen = 0
    receiver.respondWith((response) => {
      open++
      maxOpen = Math.max(maxOpen, open)
      setImmediate(() => {
        open--
        response.writeHead(204).end()
      })
    })
    const all = await concurrently(8, () => call('POST', `/${id}/test`))
    for (const { status, body } of all) {
      expect([200, 409]).toContain(status)
      if (status === 409) expect(body.error.code).toBe('conflict')
    }
    const sentCount = all.filter(({ status }) => status === 200).length
    expect([sentCount >= 1, receiver.received.length, maxOpen]).toEqual([true, sentCount, 1])
  })
})

describe('webhook deliveries', () => {
  it('are listed newest first, with pagination and a state filter', async () => {
    const receiver = await startReceiver()
    const { id } = await create({ url: receiver.url })
    for (let n = 0; n < 5; n++) {
      receiver.respondWith(responses.status(n === 2 ? 500 : 200))
      await call('POST', `/${id}/test`)
      clock.advance({ minutes: 1 })
    }
    const list = async (query: string) => (await call('GET', `/${id}/deliveries${query}`)).body
    const first = await list('?limit=3')
    const second = await list(`?limit=3&cursor=${first.meta.nextCursor}`)
    const all = [...first.data, ...second.data]
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      [4, 3, 2, 1, 0].map((minute) => `2026-03-10T12:0${minute}:00.000Z`),
    )
    expect(all[0]).toEqual({
      id: expect.any(Number),
      messageId: receiver.ids().at(-1),
      type: 'webhook.test',
      state: 'delivered',
      attempts: 1,
      lastStatus: 200,
      lastError: null,
      lastAnswer: null,
      payload: receiver.received.at(-1)?.body,
      createdAt: '2026-03-10T12:04:00.000Z',
      lastAttemptAt: '2026-03-10T12:04:00.000Z',
      nextAttemptAt: null,
      deliveredAt: '2026-03-10T12:04:00.000Z',
    })
    expect((await list('?state=failed')).data).toMatchObject([{ lastStatus: 500, lastError: 'returned 500' }])
    expect((await list('?state=pending')).data).toEqual([])
    const wrong = await call('GET', `/${id}/deliveries?state=lost`)
    expect([wrong.status, wrong.body.error.details]).toEqual([400, { field: 'state' }])
  })

  it('are resent under the same id, once for five concurrent requests', async () => {
    const receiver = await startReceiver()
    const { id } = await create({ url: receiver.url })
    await publish(database.kysely, program.id, {
      type: 'sale.created',
      data: { sale_id: 1 },
      at: clock.now(),
    })
    const deliver = () => createDeliverer(deps, (error) => expect(error).toBeUndefined()).deliverDue()
    await deliver()
    const [delivery] = (await call('GET', `/${id}/deliveries`)).body.data
    const path = `/${id}/deliveries/${delivery.id}/redeliver`
    const all = await concurrently(5, () => call('POST', path))
    expect(all.map(({ status, body }) => [status, body.data.state])).toEqual(Array(5).fill([200, 'pending']))
    await deliver()
    expect(receiver.ids()).toEqual([delivery.messageId, delivery.messageId])
    const response = await call('POST', `/${id}/deliveries/999999999/redeliver`)
    expect(response.status).toBe(404)
  })
})
