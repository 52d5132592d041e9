import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '../../../src/core/config/limits.ts'
import { DatabaseUnavailableError } from '../../../src/core/database/database-unavailable.ts'
import { JobRunner } from '../../../src/core/jobs/jobs.ts'
import type { EventType } from '../../../src/notifications/outbox/event-types.ts'
import { publish } from '../../../src/notifications/outbox/outbox.sql.ts'
import { createDeliverer } from '../../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { webhookLimits } from '../../../src/notifications/webhooks/limits.ts'
import { purgeWebhooks } from '../../../src/notifications/webhooks/purge-webhooks.job.ts'
import { withdrawDeliveries } from '../../../src/notifications/webhooks/webhook-backlog.sql.ts'
import {
  claimDeliveries,
  dispatchMessages,
  listProgramsToNotify,
  releaseDelivery,
  settleDelivery,
} from '../../../src/notifications/webhooks/webhook-deliveries.sql.ts'
import { WEBHOOK_ATTEMPTS } from '../../../src/notifications/webhooks/webhook-schedule.rule.ts'
import { concurrently, send, signInMember, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { isSignedBy, type ReceivedWebhook, responses, startReceiver } from './webhook-receiver.ts'

const service = await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { app, clock, database, deps } = service
const { kysely } = database

const NOW = '2026-03-10T12:00:00.000Z'
const HOUR_MS = 60 * 60 * 1000

function newDeliverer() {
  const errors: unknown[] = []
  return { ...createDeliverer(deps, (error) => errors.push(error)), errors }
}

const newRunner = () =>
  new JobRunner(deps, { done: () => {}, failed: (_name, error) => expect(error).toBeUndefined() })

/** Runs the job until nothing is due; an error in the job fails the test. */
async function deliver() {
  const deliverer = newDeliverer()
  await deliverer.deliverDue()
  expect(deliverer.errors).toEqual([])
}

/** Creates a program with one webhook and its own receiver. No other program in this file has pending work. */
async function open(eventTypes: EventType[] = ['sale.created']) {
  clock.set(NOW)
  await sql`delete from webhook_endpoints`.execute(kysely)
  await sql`delete from outbox_events`.execute(kysely)
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  const receiver = await startReceiver()
  const api = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): ReturnType<typeof send> =>
    send(app, method, `/api/programs/${shop.program.id}/webhooks${path}`, {
      bearer,
      ...(body === undefined ? {} : { body }),
    })
  const created = await api('POST', '', { url: receiver.url, eventTypes })
  expect(created.status, created.text).toBe(201)
  const { id, secret } = created.body.data as { id: number; secret: string }
  return {
    ...shop,
    receiver,
    api,
    id,
    secret,
    publish: (data: Record<string, unknown>, type: EventType = 'sale.created') =>
      publish(kysely, shop.program.id, { type, data, at: clock.now() }),
    async webhook() {
      const list = (await api('GET', '')).body.data as { id: number }[]
      return list.find((one) => one.id === id)
    },
    deliveries: async (query = '') => (await api('GET', `/${id}/deliveries${query}`)).body.data,
  }
}

describe('a message', () => {
  it('arrives after the commit of its sale and commission, signed, with type, timestamp and data', async () => {
    const shop = await open(['sale.created', 'commission.created'])
    await shop.customer('cus-1')
    const sale = await shop.sale({ transaction_id: 't-1', amount_cents: 4900, customer_key: 'cus-1' })
    const soldAt = clock.now().toISOString()
    clock.advance({ minutes: 1 })
    await deliver()

    const { received } = shop.receiver
    const eventsByType = Object.fromEntries(received.map(({ event }) => [event.type, event]))
    expect(eventsByType).toEqual({
      'sale.created': {
        type: 'sale.created',
        timestamp: soldAt,
        data: {
          sale_id: sale.body.sale_id,
          commission_id: sale.body.commission_id,
          transaction_id: 't-1',
          amount_cents: 4900,
          currency: 'USD',
          customer_id: expect.any(Number),
          partner_id: shop.program.partnerId,
        },
      },
      'commission.created': {
        type: 'commission.created',
        timestamp: soldAt,
        data: {
          commission_id: sale.body.commission_id,
          sale_id: sale.body.sale_id,
          partner_id: shop.program.partnerId,
          customer_id: expect.any(Number),
          amount_cents: 980,
          currency: 'USD',
          hold_until: '2026-04-09T12:00:00.000Z',
        },
      },
    })
    for (const message of received) {
      expect(isSignedBy(shop.secret, message, clock.now())).toBe(true)
      expect(message.path).toBe('/hooks?token=t')
      expect(message.headers).toMatchObject({
        'content-type': 'application/json',
        'webhook-id': expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
        'webhook-timestamp': String(clock.now().getTime() / 1000),
      })
    }
    expect(new Set(shop.receiver.ids()).size).toBe(2)
    expect(await shop.deliveries('?state=delivered')).toHaveLength(2)
  })

  it('is sent once to each of the program’s subscribed webhooks, and not to other programs’ webhooks', async () => {
    const shop = await open()
    const second = await startReceiver()
    const other = await startReceiver()
    await shop.api('POST', '', { url: second.url, eventTypes: ['sale.created', 'sale.refunded'] })
    await shop.api('POST', '', { url: other.url, eventTypes: ['partner.approved'] })
    await shop.publish({ sale_id: 1 })
    await deliver()
    await deliver()
    expect(shop.receiver.ids()).toHaveLength(1)
    expect(second.ids()).toEqual(shop.receiver.ids())
    expect(other.received).toEqual([])
  })

  it('is written only if a webhook subscribes to it', async () => {
    const shop = await open(['sale.refunded'])
    await shop.publish({ sale_id: 1 })
    const { rows } = await sql`select 1 from outbox_events`.execute(kysely)
    expect(rows).toEqual([])
  })
})

describe('a failing receiver', () => {
  it('gets the message again with the same id and body but a new signature', async () => {
    const shop = await open()
    await shop.publish({ sale_id: 7 })
    for (const respond of [responses.status(500), responses.status(429), responses.hangUp]) {
      shop.receiver.respondWith(respond)
      await deliver()
      clock.advance({ hours: 1 })
    }
    shop.receiver.respondWith(responses.status(200))
    await deliver()
    await deliver()
    const { received } = shop.receiver
    expect(received).toHaveLength(4)
    expect(new Set(shop.receiver.ids()).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4)
    expect(received.map((message) => isSignedBy(shop.secret, message, clock.now()))).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(await shop.deliveries()).toMatchObject([
      { state: 'delivered', attempts: 4, lastStatus: 200, lastError: null, nextAttemptAt: null },
    ])
    expect(await shop.webhook()).toMatchObject({ enabled: true, failingSince: null })
  })

  it('gets no message before the retry is due', async () => {
    const shop = await open()
    shop.receiver.respondWith(responses.status(500))
    await shop.publish({ sale_id: 1 })
    await deliver()
    clock.advance({ ms: 4_499 })
    await deliver()
    expect(shop.receiver.received).toHaveLength(1)
    clock.advance({ ms: 1_001 })
    await deliver()
    expect(shop.receiver.received).toHaveLength(2)
    const [delivery] = await shop.deliveries()
    expect(delivery).toMatchObject({
      state: 'pending',
      attempts: 2,
      lastStatus: 500,
      lastError: 'returned 500',
    })
    expect(await shop.webhook()).toMatchObject({ enabled: true, failingSince: NOW })
  })

  it('appears in the log with the beginning of its response', async () => {
    const shop = await open()
    shop.receiver.respondWith((response) => void response.writeHead(500).end(`no\0pe ${'é'.repeat(3000)}`))
    await shop.publish({ sale_id: 1 })
    await deliver()
    const [failed] = await shop.deliveries()
    expect(failed).toMatchObject({ lastStatus: 500, lastAnswer: `no\ufffdpe ${'é'.repeat(506)}` })
    expect(failed.payload).toBe(shop.receiver.received[0]?.body)
    shop.receiver.respondWith(responses.status(204))
    clock.advance({ minutes: 1 })
    await deliver()
    expect(await shop.deliveries()).toMatchObject([{ state: 'delivered', lastAnswer: null }])
  })

  it('is disabled with a reason after three days and the message fails; it can be re-enabled', async () => {
    const shop = await open()
    shop.receiver.respondWith(responses.status(503))
    await shop.publish({ sale_id: 1 })
    for (let attempt = 0; attempt < WEBHOOK_ATTEMPTS + 2; attempt++) {
      await deliver()
      clock.advance({ hours: 27 })
    }
    expect(shop.receiver.received).toHaveLength(WEBHOOK_ATTEMPTS)
    const [failed] = await shop.deliveries('?state=failed')
    expect(failed).toMatchObject({ attempts: WEBHOOK_ATTEMPTS, lastStatus: 503, nextAttemptAt: null })
    expect(await shop.webhook()).toMatchObject({
      enabled: false,
      disabledAt: expect.any(String),
      disabledReason: expect.stringContaining('returned 503'),
    })

    const redeliver = () => shop.api('POST', `/${shop.id}/deliveries/${failed.id}/redeliver`)
    const rejection = await redeliver()
    expect([rejection.status, rejection.body.error.code]).toEqual([409, 'conflict'])
    shop.receiver.respondWith(responses.status(200))
    const enabled = await shop.api('PATCH', `/${shop.id}`, { enabled: true })
    expect(enabled.body.data).toMatchObject({ enabled: true, disabledAt: null, disabledReason: null })
    expect((await redeliver()).body.data).toMatchObject({ state: 'pending', attempts: 0 })
    await deliver()
    expect(new Set(shop.receiver.ids()).size).toBe(1)
    expect(await shop.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })

  it('is not disabled if it fails for one message only', async () => {
    const shop = await open()
    shop.receiver.respondWith((response, { event }) =>
      responses.status(event.data.sale_id === 1 ? 500 : 200)(response, null as never, null as never),
    )
    await shop.publish({ sale_id: 1 })
    for (let attempt = 0; attempt < WEBHOOK_ATTEMPTS; attempt++) {
      await deliver()
      clock.advance({ hours: 27 })
      if (attempt === 3) await shop.publish({ sale_id: 2 })
    }
    expect((await shop.deliveries('?state=failed')).length).toBe(1)
    expect(await shop.webhook()).toMatchObject({ enabled: true })
  })

  it('is disabled immediately without retries if it returns 410', async () => {
    const shop = await open()
    shop.receiver.respondWith(responses.status(410))
    await shop.publish({ sale_id: 1 })
    await deliver()
    clock.advance({ days: 1 })
    await deliver()
    expect(shop.receiver.received).toHaveLength(1)
    expect(await shop.deliveries()).toMatchObject([{ state: 'failed', attempts: 1, lastStatus: 410 }])
    expect(await shop.webhook()).toMatchObject({ enabled: false, disabledReason: 'It returned 410 Gone.' })
  })

  it('doesn’t get another request if it redirects', async () => {
    const shop = await open()
    const otherReceiver = await startReceiver()
    shop.receiver.respondWith(responses.status(307, { location: otherReceiver.url }))
    await shop.publish({ sale_id: 1 })
    await deliver()
    expect(otherReceiver.received).toEqual([])
    const lastError = 'returned 307; redirects are not followed'
    expect(await shop.deliveries()).toMatchObject([{ state: 'pending', lastStatus: 307, lastError }])
  })

  it('is reported in the log as unreachable', async () => {
    const shop = await open()
    await shop.receiver.close()
    await shop.publish({ sale_id: 1 })
    await deliver()
    const lastError = 'connection refused'
    expect(await shop.deliveries()).toMatchObject([{ state: 'pending', lastStatus: null, lastError }])
  })

  it('doesn’t delay other receivers and has at most five open requests', async () => {
    const shop = await open()
    const workingReceiver = await startReceiver()
    shop.receiver.respondWith(responses.nothing)
    for (let n = 0; n < 12; n++) await shop.publish({ sale_id: n })
    await shop.api('POST', '', { url: workingReceiver.url, eventTypes: ['sale.created'] })
    for (let n = 0; n < 12; n++) await shop.publish({ sale_id: n })
    const deliverer = newDeliverer()
    const runner = newRunner()
    runner.start([deliverer.job])
    await workingReceiver.until((all) => all.length === 12)
    await shop.receiver.until((all) => all.length === webhookLimits.webhookSendsEach)
    expect(shop.receiver.received).toHaveLength(webhookLimits.webhookSendsEach)
    await runner.stop()
    expect(deliverer.errors).toEqual([])
    // Deliveries released on shutdown don't count as attempts.
    const attempts = (await shop.deliveries()).map((delivery: { attempts: number }) => delivery.attempts)
    expect(new Set(attempts)).toEqual(new Set([0]))
    shop.receiver.respondWith(responses.status(200))
    await deliver()
    expect(new Set(shop.receiver.ids()).size).toBe(24)
    expect(await shop.deliveries('?state=pending')).toEqual([])
  })

  it('doesn’t delay other programs, however many of its own webhooks hang', async () => {
    const slow = await open()
    slow.receiver.respondWith(responses.nothing)
    for (let more = 1; more < webhookLimits.webhooksPerProgram; more++) {
      await slow.api('POST', '', { url: slow.receiver.url, eventTypes: ['sale.created'] })
    }
    for (let n = 0; n < webhookLimits.webhookSendsEach; n++) await slow.publish({ n })
    const fastShop = await openShop(service)
    const receiver = await startReceiver()
    await send(app, 'POST', `/api/programs/${fastShop.program.id}/webhooks`, {
      bearer: await signInMember(service, fastShop.program),
      body: { url: receiver.url, eventTypes: ['sale.created'] },
    })
    const deliverer = newDeliverer()
    const runner = newRunner()
    runner.start([deliverer.job])
    onTestFinished(() => runner.stop())
    const maxSends = webhookLimits.webhooksPerProgram * webhookLimits.webhookSendsEach
    await slow.receiver.until((all) => all.length === maxSends)
    await publish(kysely, fastShop.program.id, { type: 'sale.created', data: {}, at: clock.now() })
    runner.wake(deliverer.job.name)
    await receiver.until((all) => all.length === 1, 5_000)
  })
})

describe('several processes', () => {
  it('deliver each of a hundred messages once, under its own id, if nothing fails', async () => {
    const shop = await open()
    for (let n = 0; n < 100; n++) await shop.publish({ sale_id: n })
    const deliverers = [newDeliverer(), newDeliverer(), newDeliverer()]
    await Promise.all(deliverers.map((deliverer) => deliverer.deliverDue()))
    expect(deliverers.flatMap(({ errors }) => errors)).toEqual([])
    const sales = shop.receiver.received.map(({ event }) => Number(event.data.sale_id))
    expect([...sales].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n))
    expect(new Set(shop.receiver.ids()).size).toBe(100)
  })

  it('create one delivery per message when they dispatch concurrently', async () => {
    const shop = await open()
    for (let n = 0; n < 50; n++) await shop.publish({ sale_id: n })
    const claims = await concurrently(8, () =>
      dispatchMessages(kysely, shop.program.id, clock.now(), webhookLimits.webhookDispatchRows),
    )
    expect(claims.reduce((sum, count) => sum + count)).toBe(50)
    expect(await shop.deliveries('?limit=200')).toHaveLength(50)
  })

  it('claim each delivery once', async () => {
    const shop = await open()
    for (let n = 0; n < 40; n++) await shop.publish({ sale_id: n })
    await dispatchMessages(kysely, shop.program.id, clock.now(), webhookLimits.webhookDispatchRows)
    const until = new Date(clock.now().getTime() + webhookLimits.webhookLeaseMs)
    const room = { rows: 40, perWebhook: 40 }
    const claimed = await concurrently(8, () =>
      claimDeliveries(kysely, shop.program.id, { now: clock.now(), until, ...room }),
    )
    const ids = claimed.flat().map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([40, 40])
  })

  it('take over a claimed message only after its lease', async () => {
    const shop = await open()
    await shop.publish({ sale_id: 1 })
    await dispatchMessages(kysely, shop.program.id, clock.now(), 10)
    const until = new Date(clock.now().getTime() + webhookLimits.webhookLeaseMs)
    // A process claims a message and dies.
    const room = { rows: 10, perWebhook: 10 }
    expect(await claimDeliveries(kysely, shop.program.id, { now: clock.now(), until, ...room })).toHaveLength(
      1,
    )
    clock.advance({ ms: webhookLimits.webhookLeaseMs - 1 })
    await deliver()
    expect(shop.receiver.received).toEqual([])
    clock.advance({ ms: 1 })
    await deliver()
    expect(shop.receiver.received).toHaveLength(1)
    expect(await shop.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('send deliveries that a process with a clock a day ahead claimed, and ignore its late results', async () => {
    const shop = await open()
    const slots = webhookLimits.webhookSendsEach
    for (let n = 0; n <= slots; n++) await shop.publish({ sale_id: n })
    await dispatchMessages(kysely, shop.program.id, clock.now(), 10)
    const tomorrow = new Date(clock.now().getTime() + 24 * HOUR_MS)
    const until = new Date(tomorrow.getTime() + webhookLimits.webhookLeaseMs)
    const room = { rows: slots, perWebhook: slots }
    const taken = await claimDeliveries(kysely, shop.program.id, { now: tomorrow, until, ...room })
    expect(taken).toHaveLength(slots)
    await shop.publish({ sale_id: slots + 1 })
    await deliver()
    const sales = shop.receiver.received.map(({ event }) => Number(event.data.sale_id))
    expect(sales.sort((a, b) => a - b)).toEqual(Array.from({ length: slots + 2 }, (_, n) => n))
    const [firstDelivery] = taken
    if (firstDelivery === undefined) throw new Error('nothing was claimed')
    await settleDelivery(kysely, firstDelivery, {
      state: 'pending',
      next_attempt_at: tomorrow,
      status: undefined,
      error: 'late',
      response: undefined,
    })
    await releaseDelivery(kysely, firstDelivery)
    expect(await shop.deliveries()).toMatchObject(
      Array.from({ length: slots + 2 }, () => ({ state: 'delivered' })),
    )
  })

  it('can claim deliveries if a clock is ahead by less than a lease', async () => {
    const shop = await open()
    await shop.publish({ sale_id: 1 })
    await dispatchMessages(kysely, shop.program.id, clock.now(), 10)
    const laterTime = new Date(clock.now().getTime() + webhookLimits.webhookLeaseMs)
    const claim = { now: laterTime, until: new Date(laterTime.getTime() + webhookLimits.webhookLeaseMs) }
    expect(await claimDeliveries(kysely, shop.program.id, { ...claim, rows: 1, perWebhook: 1 })).toHaveLength(
      1,
    )
    await deliver()
    expect(shop.receiver.received).toEqual([])
    await sql`update webhook_deliveries set claimed_until = claimed_until + interval '1 ms'`.execute(kysely)
    await deliver()
    expect(shop.receiver.received).toHaveLength(1)
  })

  it('can test a webhook and resend messages that a stalled process had started to send', async () => {
    const shop = await open()
    const tomorrow = { ms: 24 * HOUR_MS }
    await shop.api('POST', `/${shop.id}/test`)
    await shop.publish({ sale_id: 1 })
    await deliver()
    const [delivery] = (await shop.deliveries()).filter(
      ({ type }: { type: string }) => type === 'sale.created',
    )
    const until = new Date(clock.now().getTime() + tomorrow.ms)
    await sql`update webhook_deliveries set state = 'pending', delivered_at = null, next_attempt_at = ${clock.now()},
      claimed_until = ${until}`.execute(kysely)
    expect((await shop.api('POST', `/${shop.id}/test`)).status).toBe(200)
    expect((await shop.api('POST', `/${shop.id}/deliveries/${delivery.id}/redeliver`)).status).toBe(200)
    const { rows } = await sql`
      select attempts, claimed_until from webhook_deliveries where id = ${delivery.id}`.execute(kysely)
    expect(rows).toEqual([{ attempts: 0, claimed_until: null }])
  })
})

it('finishes a delivery after a database outage, so that its webhook can continue', async () => {
  const shop = await open()
  await shop.publish({ sale_id: 1 })
  let failures = 0
  const failingQueries = kysely.withPlugin({
    transformQuery: ({ node }) => {
      const isSettling =
        node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('"webhook_deliveries"')
      if (isSettling && failures++ < 2) throw new DatabaseUnavailableError(new Error('the worker restarts'))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const errors: unknown[] = []
  const disconnectedDeps = { ...deps, database: { ...database, kysely: failingQueries } }
  await createDeliverer(disconnectedDeps, (error) => errors.push(error)).deliverDue()
  expect([failures, errors]).toEqual([3, []])
  expect(shop.receiver.received).toHaveLength(1)
  expect(await shop.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

describe('a program without active webhooks', () => {
  const room = { rows: 10, perWebhook: webhookLimits.webhookSendsEach }
  const listPrograms = async () => (await listProgramsToNotify(kysely, clock.now(), room)).rows

  it('is not queried if it never had a webhook', async () => {
    const shop = await open()
    await shop.publish({ sale_id: 1 })
    expect(await listPrograms()).toEqual([shop.program.id])
    const deletion = kysely.deleteFrom('webhook_programs').where('program_id', '=', shop.program.id)
    await deletion.execute()
    expect(await listPrograms()).toEqual([])
    const otherReceiver = await startReceiver()
    await shop.api('POST', '', { url: otherReceiver.url, eventTypes: ['sale.created'] })
    expect(await listPrograms()).toEqual([shop.program.id])
    // Created by an older version that did not maintain the list.
    await deletion.execute()
    await purgeWebhooks(deps)
    expect(await listPrograms()).toEqual([shop.program.id])
  })

  it('does not count toward the concurrency limit if its webhook is disabled', async () => {
    const shop = await open()
    await shop.publish({ sale_id: 1 })
    expect(await listPrograms()).toEqual([shop.program.id])
    await dispatchMessages(kysely, shop.program.id, clock.now(), 10)
    expect(await listPrograms()).toEqual([shop.program.id])
    await shop.api('PATCH', `/${shop.id}`, { enabled: false })
    expect(await listPrograms()).toEqual([])
    await shop.api('PATCH', `/${shop.id}`, { enabled: true })
    expect(await listPrograms()).toEqual([shop.program.id])
  })

  it('does not exceed the concurrency limit if its receiver hangs', async () => {
    const shop = await open()
    for (let n = 0; n <= room.perWebhook; n++) await shop.publish({ sale_id: n })
    await dispatchMessages(kysely, shop.program.id, clock.now(), room.rows)
    const until = new Date(clock.now().getTime() + webhookLimits.webhookLeaseMs)
    const claim = (rows: number) =>
      claimDeliveries(kysely, shop.program.id, { now: clock.now(), until, ...room, rows })
    expect(await claim(room.perWebhook - 1)).toHaveLength(room.perWebhook - 1)
    expect(await listPrograms()).toEqual([shop.program.id])
    expect(await claim(1)).toHaveLength(1)
    expect(await listPrograms()).toEqual([])
    clock.advance({ ms: webhookLimits.webhookLeaseMs })
    expect(await listPrograms()).toEqual([shop.program.id])
  })
})

describe('webhook secrets', () => {
  it('both sign after a rotation until the grace period ends, then only the new one signs', async () => {
    const shop = await open()
    const rotated = await shop.api('POST', `/${shop.id}/rotate-secret`, { graceHours: 2 })
    const { secret, previousSecretUntil } = rotated.body.data
    expect(previousSecretUntil).toBe('2026-03-10T14:00:00.000Z')
    const signers = async () => {
      await shop.publish({ sale_id: 1 })
      await deliver()
      const last = shop.receiver.received.at(-1) as ReceivedWebhook // safe because one was just delivered
      return [shop.secret, secret].map((one) => isSignedBy(one, last, clock.now()))
    }
    clock.advance({ ms: 2 * HOUR_MS - 1 })
    expect(await signers()).toEqual([true, true])
    clock.advance({ ms: 1 })
    expect(await signers()).toEqual([false, true])
    expect(await shop.webhook()).toMatchObject({ previousSecretUntil: null })
  })

  it('are encrypted in the database and returned only once', async () => {
    const shop = await open()
    const { rows } = await sql<{ secret: string }>`select secret from webhook_endpoints`.execute(kysely)
    expect(rows[0]?.secret).toMatch(/^v1:/)
    expect(rows[0]?.secret).not.toContain(shop.secret.slice(6))
    expect((await shop.api('GET', '')).text).not.toContain('secret"')
    expect((await shop.api('PATCH', `/${shop.id}`, {})).text).not.toContain('whsec_')
  })

  it('cause only their own deliveries to fail, with a reason, if they were encrypted with a different APP_SECRET', async () => {
    const shop = await open()
    await sql`update webhook_endpoints set secret = 'v1:x:y:z'`.execute(kysely)
    await shop.publish({ sale_id: 1 })
    await deliver()
    expect(shop.receiver.received).toEqual([])
    const [delivery] = await shop.deliveries()
    expect(delivery).toMatchObject({ state: 'pending', lastError: expect.stringContaining('rotate it') })
    await shop.api('POST', `/${shop.id}/rotate-secret`, { graceHours: 0 })
    clock.advance({ minutes: 1 })
    await deliver()
    expect(shop.receiver.received).toHaveLength(1)
  })
})

it('pending deliveries in a restored backup aren’t sent automatically but can be resent from the log', async () => {
  const shop = await open()
  shop.receiver.respondWith(responses.status(500))
  await shop.publish({ sale_id: 1 })
  await deliver()
  await shop.publish({ sale_id: 2 })
  await shop.publish({ sale_id: 3 }, 'sale.refunded')
  expect(await withdrawDeliveries(kysely, clock.now(), 'It may have been sent since.')).toBe(2)
  shop.receiver.respondWith(responses.status(204))
  const before = shop.receiver.received.length
  clock.advance({ days: 1 })
  await deliver()
  expect(shop.receiver.received).toHaveLength(before)
  const deliveries: { id: number; state: string; lastError: string }[] = await shop.deliveries()
  expect(deliveries).toHaveLength(2)
  for (const { state, lastError } of deliveries) {
    expect([state, lastError]).toEqual(['failed', 'It may have been sent since.'])
  }
  for (const { id } of deliveries) await shop.api('POST', `/${shop.id}/deliveries/${id}/redeliver`)
  await deliver()
  expect(shop.receiver.received).toHaveLength(before + 2)
})

describe('old webhook data', () => {
  it('is deleted after thirty days, deliveries before their messages; newer data stays', async () => {
    const shop = await open()
    await shop.publish({ sale_id: 1 })
    await deliver()
    clock.advance({ days: limits.webhookRetentionDaysDefault })
    expect(await purgeWebhooks(deps)).toBe(0)
    await shop.publish({ sale_id: 2 })
    await deliver()
    clock.advance({ ms: 1 })
    expect(await purgeWebhooks(deps)).toBe(2)
    expect(await shop.deliveries()).toHaveLength(1)
    const { rows } = await sql`select data from outbox_events`.execute(kysely)
    expect(rows).toEqual([{ data: { sale_id: 2 } }])
  })
})
