import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { publish } from '../../../src/notifications/outbox/outbox.sql.ts'
import { createDeliverer } from '../../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { endListeners } from '../../../src/notifications/webhooks/end-listeners.job.ts'
import { webhookLimits } from '../../../src/notifications/webhooks/limits.ts'
import { readBacklog } from '../../../src/notifications/webhooks/webhook-backlog.sql.ts'
import {
  dispatchMessages,
  listProgramsToNotify,
} from '../../../src/notifications/webhooks/webhook-deliveries.sql.ts'
import {
  concurrently,
  createTestProgram,
  describeOnServer,
  isCluster,
  send,
  signInMember,
  startTestService,
  type TestProgram,
} from '../../harness.ts'
import { openShop } from '../../merchant.ts'

const service = await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { app, clock, database, deps } = service
const { kysely } = database

type Method = 'GET' | 'POST' | 'DELETE'
interface Event {
  id: number
  messageId: string
  type: string
  payload: string
}

let program: TestProgram
let owner: string
let makeKey: (permissions: string[], programId?: number) => Promise<string>

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  program = await createTestProgram(service)
  owner = await signInMember(service, program)
  makeKey = async (permissions, programId) => {
    const body = { name: 'Laptop', permissions, ...(programId === undefined ? {} : { programId }) }
    const created = await send(app, 'POST', `/api/workspaces/${program.workspaceId}/management-keys`, {
      bearer: owner,
      body,
    })
    return created.body.data.key
  }
})

const createCallerFor =
  (bearer: string, programId = program.id, to = app) =>
  (method: Method, path = '', body?: unknown) =>
    send(to, method, `/api/programs/${programId}/webhook-listeners${path}`, {
      bearer,
      ...(body === undefined ? {} : { body }),
    })

async function start(body: Record<string, unknown> = {}, bearer = owner) {
  const call = createCallerFor(bearer)
  const started = await call('POST', '', body)
  expect(started.status, started.text).toBe(201)
  const { id, secret } = started.body.data as { id: number; secret: string }
  const pollListener = (pollBody: { acknowledged?: number[]; waitSeconds?: number } = {}) =>
    call('POST', `/${id}/poll`, pollBody)
  return {
    id,
    secret,
    call,
    sendPoll: pollListener,
    async poll(acknowledged: number[] = []): Promise<Event[]> {
      const response = await pollListener({ acknowledged })
      expect(response.status, response.text).toBe(200)
      return response.body.data
    },
  }
}

const recordEvent = (
  n: number,
  programId = program.id,
  type: 'sale.created' | 'sale.refunded' = 'sale.created',
) => publish(kysely, programId, { type, data: { sale_id: n }, at: clock.now() })

/** Does what each process does every second and after a write. */
async function dispatch() {
  const errors: unknown[] = []
  await createDeliverer(deps, (error) => errors.push(error)).deliverDue()
  expect(errors).toEqual([])
}

const parseSaleId = ({ payload }: Event) => JSON.parse(payload).data.sale_id as number
const listIds = (events: Event[]) => events.map(({ id }) => id)

describe('a listener', () => {
  it('receives the same events as a webhook from now on, with the same id and body', async () => {
    const shop = await openShop(service)
    program = shop.program
    owner = await signInMember(service, program)
    await shop.customer('cus-1')
    await shop.sale({ transaction_id: 'before', amount_cents: 4900, customer_key: 'cus-1' })
    const listener = await start()
    await shop.sale({ transaction_id: 'after', amount_cents: 4900, customer_key: 'cus-1' })
    await dispatch()
    const events = await listener.poll()
    expect(events.map(({ type }) => type)).toEqual(['sale.created', 'commission.created'])
    const stored = await kysely
      .selectFrom('outbox_events')
      .selectAll()
      .where('program_id', '=', program.id)
      .orderBy('id')
      .execute()
    expect(events).toEqual(
      stored.map(({ message_id, type, data, created_at }) => ({
        id: expect.any(Number),
        messageId: `msg_${message_id}`,
        type,
        payload: JSON.stringify({ type, timestamp: created_at.toISOString(), data }),
        createdAt: created_at.toISOString(),
      })),
    )
    expect(JSON.parse(events[0]?.payload ?? '').data.transaction_id).toBe('after')
  })

  it('receives each event in order until acknowledged', async () => {
    const listener = await start()
    const other = await start()
    for (let n = 1; n <= webhookLimits.listenerEvents + 5; n++) {
      await recordEvent(n)
      // One of several clocks is ahead, so the order doesn't depend on time. Citus nodes assign ids independently, so
      // on Citus it does.
      if (!isCluster) clock.advance({ minutes: n === 3 ? 10 : n === 4 ? -9 : 0 })
    }
    await dispatch()
    const first = await listener.poll()
    expect(first.map(parseSaleId)).toEqual(
      Array.from({ length: webhookLimits.listenerEvents }, (_, n) => n + 1),
    )
    expect(await listener.poll()).toEqual(first)
    // Simulates a lost connection: events were sent, the response was lost, and the service sends them again.
    const acknowledgedIds = listIds(first).slice(0, 7)
    await listener.poll(acknowledgedIds)
    const rest = await listener.poll(acknowledgedIds)
    expect(rest.map(parseSaleId)).toEqual(Array.from({ length: 18 }, (_, n) => n + 8))
    // Acknowledging other listeners' events has no effect.
    await other.poll(listIds(rest))
    expect(await listener.poll()).toEqual(rest)
    expect(await listener.poll(listIds(rest))).toEqual([])
    expect((await other.poll()).map(parseSaleId)[0]).toBe(1)
  })

  it('receives no events from other programs or of other types', async () => {
    const otherProgram = await createTestProgram(service)
    const response = await send(app, 'POST', `/api/programs/${otherProgram.id}/webhook-listeners`, {
      bearer: await signInMember(service, otherProgram),
      body: {},
    })
    expect(response.status).toBe(201)
    const listener = await start({ eventTypes: ['sale.refunded', 'sale.refunded'] })
    await recordEvent(1)
    await recordEvent(2, otherProgram.id, 'sale.refunded')
    await recordEvent(3, program.id, 'sale.refunded')
    await dispatch()
    expect((await listener.poll()).map(parseSaleId)).toEqual([3])
  })

  it('receives a requested test event immediately', async () => {
    const listener = await start({ sendTest: true, eventTypes: ['lead.settled'] })
    const [event] = await listener.poll()
    expect(JSON.parse(event?.payload ?? '')).toEqual({
      type: 'webhook.test',
      timestamp: clock.now().toISOString(),
      data: { webhook_id: listener.id },
    })
  })

  it('keeps its creator’s secret, which no other key can read', async () => {
    const key = await makeKey(['program:update'], program.id)
    const [first, second, keyListener] = [await start(), await start(), await start({}, key)]
    expect([second.secret, second.id === first.id]).toEqual([first.secret, false])
    expect(keyListener.secret).not.toBe(first.secret)
    const read = await first.call('GET', `/${first.id}`)
    expect(read.headers['cache-control']).toBe('no-store')
    expect(read.body.data).toMatchObject({ id: first.id, secret: first.secret })
  })

  it('is visible only to its creator', async () => {
    const listener = await start()
    await recordEvent(1)
    await dispatch()
    const stranger = await createTestProgram(service)
    for (const call of [
      createCallerFor(await makeKey(['program:update'])),
      createCallerFor(await signInMember(service, program)),
      createCallerFor(await signInMember(service, stranger), stranger.id),
    ]) {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/poll'],
        ['DELETE', ''],
      ] as const) {
        const response = await call(method, `/${listener.id}${path}`)
        expect([response.status, response.body.error.code]).toEqual([404, 'not_found'])
      }
    }
    expect((await listener.poll()).map(parseSaleId)).toEqual([1])
  })

  it('is not a webhook: it is not listed, delivered to, changeable or part of the backlog', async () => {
    const listener = await start()
    await recordEvent(1)
    await dispatch()
    const webhooks = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: unknown) =>
      send(app, method, `/api/programs/${program.id}/webhooks${path}`, {
        bearer: owner,
        ...(body === undefined ? {} : { body }),
      })
    expect((await webhooks('GET')).body.data).toEqual([])
    for (const [method, path, body] of [
      ['PATCH', '', { enabled: false }],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret', {}],
      ['GET', '/deliveries'],
    ] as const) {
      expect((await webhooks(method, `/${listener.id}${path}`, body)).status, `${method} ${path}`).toBe(404)
    }
    const each = { rows: 100, perWebhook: 5 }
    expect((await listProgramsToNotify(kysely, clock.now(), each)).rows).not.toContain(program.id)
    const url = 'https://shop.example/'
    const created = await webhooks('POST', '', { url, eventTypes: ['sale.created'] })
    expect((await webhooks('GET')).body.data).toMatchObject([{ id: created.body.data.id, url }])
    await sql`delete from webhook_endpoints where kind = 'address'`.execute(kysely)
    expect((await readBacklog(kysely)).waiting).toBe(0)
    // A webhook is not a listener either.
    expect((await listener.call('POST', `/${created.body.data.id}/poll`)).status).toBe(404)
    expect((await listener.poll()).map(parseSaleId)).toEqual([1])
  })

  it.each([
    ['eventTypes', '', { eventTypes: [] }],
    ['eventTypes.0', '', { eventTypes: ['webhook.test'] }],
    ['sendTest', '', { sendTest: 1 }],
    ['acknowledged.0', '/1/poll', { acknowledged: ['1'] }],
    ['acknowledged', '/1/poll', { acknowledged: Array.from({ length: 101 }, (_, n) => n + 1) }],
    ['waitSeconds', '/1/poll', { waitSeconds: webhookLimits.listenerWaitSeconds + 1 }],
  ])('returns 400 naming the field for an invalid %s', async (field, path, body) => {
    const response = await createCallerFor(owner)('POST', path, body)
    expect([response.status, response.body.error.details]).toEqual([400, { field }])
  })

  it('is limited in number, even when listeners are created concurrently; ending one makes room', async () => {
    const all = await concurrently(12, () => createCallerFor(owner)('POST', '', {}))
    const started = all.filter(({ status }) => status === 201)
    expect(started).toHaveLength(webhookLimits.listenersPerProgram)
    const rejection = all.find(({ status }) => status !== 201)
    expect([rejection?.status, rejection?.body.error.code, rejection?.body.error.details]).toEqual([
      409,
      'conflict',
      { most: webhookLimits.listenersPerProgram },
    ])
    const [{ id }] = started.map(({ body }) => body.data) as [{ id: number }]
    expect((await createCallerFor(owner)('DELETE', `/${id}`)).body).toEqual({ data: { id } })
    expect((await createCallerFor(owner)('DELETE', `/${id}`)).status).toBe(404)
    await start()
  })

  it('keeps its place after it expires until it is ended, so it can always be resumed', async () => {
    const first = []
    for (let n = 0; n < webhookLimits.listenersPerProgram; n++) first.push(await start())
    clock.advance({ ms: webhookLimits.listenerKeptMs })
    expect((await createCallerFor(owner)('POST', '', {})).status).toBe(409)
    for (const listener of first) expect((await listener.sendPoll()).status).toBe(200)
    clock.advance({ ms: webhookLimits.listenerKeptMs })
    await endListeners(deps)
    await start()
  })

  it('ends if it is not polled, and no events are stored for it afterwards', async () => {
    const endedListener = await start()
    const polledListener = await start()
    await recordEvent(1)
    await dispatch()
    clock.advance({ ms: webhookLimits.listenerKeptMs })
    // The listener expired while the service was down and hasn't been ended yet.
    expect((await polledListener.poll()).map(parseSaleId)).toEqual([1])
    await endListeners(deps)
    expect((await endedListener.sendPoll()).status).toBe(404)
    expect((await polledListener.poll()).map(parseSaleId)).toEqual([1])
    clock.advance({ ms: webhookLimits.listenerKeptMs })
    await endListeners(deps)
    expect((await polledListener.sendPoll()).status).toBe(404)
    await recordEvent(2)
    const { rows } = await sql`select 1 from outbox_events o where o.program_id = ${program.id}`.execute(
      kysely,
    )
    expect(rows).toHaveLength(1)
    const remaining =
      await sql`select 1 from webhook_deliveries d where d.program_id = ${program.id}`.execute(kysely)
    expect(remaining.rows).toEqual([])
  })
})

describe('a long-polling request', () => {
  it('receives nothing if its key is revoked while it is waiting', async () => {
    const key = await makeKey(['program:update'])
    const listener = await start({}, key)
    await recordEvent(1)
    await dispatch()
    const acknowledged = (await listener.poll()).map(({ id }) => id)
    const waiting = listener.sendPoll({ acknowledged, waitSeconds: webhookLimits.listenerWaitSeconds })
    const exists = async () =>
      (await sql`select 1 from webhook_deliveries d where d.program_id = ${program.id}`.execute(kysely)).rows
        .length > 0
    // The request is authorized and waiting.
    while (await exists()) await new Promise(setImmediate)
    const url = `/api/workspaces/${program.workspaceId}/management-keys`
    const [{ id }] = (await send(app, 'GET', url, { bearer: owner })).body.data
    expect((await send(app, 'POST', `${url}/${id}/revoke`, { bearer: owner })).status).toBe(200)
    await recordEvent(2)
    await dispatch()
    const response = await waiting
    expect([response.status, response.body.error.code]).toEqual([401, 'unauthorized'])
  })

  it('returns when an event occurs, and doesn’t hold a database connection while it is waiting', async () => {
    const listener = await start()
    const waiting = listener.sendPoll({ waitSeconds: webhookLimits.listenerWaitSeconds })
    await recordEvent(1)
    await dispatch()
    expect(database.connections().waiting ?? 0).toBe(0)
    const response = await waiting
    expect(response.body.data.map(parseSaleId)).toEqual([1])
  })

  it('returns events that another process wrote and dispatched', async () => {
    const otherApp = await buildApp(deps)
    const listener = await start()
    const there = createCallerFor(owner, program.id, otherApp)
    const waiting = there('POST', `/${listener.id}/poll`, { waitSeconds: webhookLimits.listenerWaitSeconds })
    await recordEvent(1)
    await dispatch()
    expect((await waiting).body.data.map(parseSaleId)).toEqual([1])
    await otherApp.close()
  })

  it('ends when the same listener polls again, because its connection may be dead', async () => {
    const listener = await start()
    const first = listener.sendPoll({ waitSeconds: webhookLimits.listenerWaitSeconds })
    let isOver = false
    void first.then(() => {
      isOver = true
    })
    // The first waiting request ends immediately, and the other one gets the event.
    const second = listener.sendPoll({ waitSeconds: webhookLimits.listenerWaitSeconds })
    await Promise.race([first, second])
    await recordEvent(1)
    await dispatch()
    const all = await Promise.all([first, second])
    expect(isOver).toBe(true)
    expect(all.map(({ body }) => body.data.length).sort()).toEqual([0, 1])
  })

  it('returns immediately when the service stops, and no new one can start', async () => {
    const stoppingApp = await buildApp(deps)
    await stoppingApp.listen({ host: '127.0.0.1', port: 0 })
    const listener = await start()
    const address = stoppingApp.server.address()
    if (address === null || typeof address === 'string') throw new Error('it has no port')
    const url = `http://127.0.0.1:${address.port}/api/programs/${program.id}/webhook-listeners/${listener.id}/poll`
    const headers = { authorization: `Bearer ${owner}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ waitSeconds: webhookLimits.listenerWaitSeconds })
    const arrived = new Promise((resolve) => stoppingApp.server.once('request', resolve))
    const waiting = fetch(url, { method: 'POST', headers, body })
    await arrived
    const before = performance.now()
    const [response] = await Promise.all([waiting, stoppingApp.close()])
    expect([response.status, await response.json()]).toEqual([200, { data: [] }])
    expect(response.headers.get('connection')).toBe('close')
    expect(performance.now() - before).toBeLessThan(5_000)
  }, 20_000)
})

describeOnServer('a poll on another connection', () => {
  it('doesn’t return an event while an earlier event is being dispatched', async () => {
    const listener = await start()
    await recordEvent(1)
    await recordEvent(2)
    await kysely.transaction().execute(async (transaction) => {
      await dispatchMessages(transaction, program.id, clock.now(), 1)
      await dispatchMessages(kysely, program.id, clock.now(), 1)
      expect(await listener.poll()).toEqual([])
    })
    expect((await listener.poll()).map(parseSaleId)).toEqual([1, 2])
  })
})
