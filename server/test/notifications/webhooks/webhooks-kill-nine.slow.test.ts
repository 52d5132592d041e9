import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { webhookLimits } from '../../../src/notifications/webhooks/limits.ts'
import { readServiceUrl, startCommand } from '../../command.ts'
import { type DataLocation, openDataLocation } from '../../data-location.ts'
import { installShop, postJson } from '../../installed-shop.ts'
import { isSignedBy, responses, startReceiver } from './webhook-receiver.ts'

const SALES = 12

test('delivers every event with its original id after a kill -9 between commit and delivery', async () => {
  const place = await openDataLocation()
  const receiver = await startReceiver()
  const shop = await openShop(place, receiver.url)

  // First run: sales are committed, and the receiver gets messages but never responds.
  receiver.respondWith(responses.nothing)
  const firstService = await serve(place.environment)
  const recordedSale = new Set<number>()
  for (let n = 0; n < SALES; n++) {
    const sale = { transaction_id: randomUUID(), customer_key: shop.customerKey, amount_cents: 4900 }
    const response = await firstService.post('/api/v1/track/sale', sale, shop.liveKey)
    expect(response.status).toBe(200)
    recordedSale.add(response.body.sale_id)
  }
  await receiver.until((all) => all.length >= webhookLimits.webhookSendsEach)
  await firstService.end('SIGKILL', 'SIGKILL')
  const messageIds = new Map(
    receiver.received.map(({ event, headers }) => [event.data.sale_id, headers['webhook-id']]),
  )

  // A minute later, the dead process's leases have expired.
  await place.look((database) =>
    sql`update webhook_deliveries set claimed_until = now()`.execute(database.kysely),
  )

  receiver.received.length = 0
  receiver.respondWith(responses.status(200))
  const second = await serve(place.environment)
  await receiver.until((all) => new Set(all.map(({ event }) => event.data.sale_id)).size === SALES)
  const { received } = receiver
  expect(new Set(received.map(({ event }) => event.data.sale_id))).toEqual(recordedSale)
  for (const message of received) {
    expect(isSignedBy(shop.secret, message, new Date())).toBe(true)
    const before = messageIds.get(message.event.data.sale_id)
    if (before !== undefined) expect(message.headers['webhook-id']).toBe(before)
  }
  expect(messageIds.size).toBeGreaterThan(0)
  expect(new Set(receiver.ids()).size).toBe(SALES)
  await second.end('SIGTERM', 0)

  await place.look(async (database) => {
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::integer as count from webhook_deliveries group by state`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ state: 'delivered', count: SALES }])
  })
}, 600_000)

test('delivers an event moments after its commit, and SIGTERM ends a process with a hanging receiver', async () => {
  const place = await openDataLocation()
  const receiver = await startReceiver()
  const shop = await openShop(place, receiver.url)
  const service = await serve(place.environment)
  receiver.respondWith(responses.nothing)
  const sale = { transaction_id: 't', customer_key: shop.customerKey, amount_cents: 4900 }
  expect((await service.post('/api/v1/track/sale', sale, shop.liveKey)).status).toBe(200)
  await receiver.until((all) => all.length === 1, 5_000)
  await service.end('SIGTERM', 0)
  // The delivery was released, not counted as a failure.
  await place.look(async (database) => {
    const { rows } = await sql`select state, attempts, claimed_until from webhook_deliveries`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ state: 'pending', attempts: 0, claimed_until: null }])
  })
}, 600_000)

/** Creates a program with a customer and a webhook. */
async function openShop({ environment }: DataLocation, webhookUrl: string) {
  const customerKey = 'cus-1'
  let secret = ''
  const { liveKey } = await installShop({ ...environment, ...OWN }, async ({ post, programId, ...shop }) => {
    const click = await post('/api/v1/track/click', { affiliate_url: `https://shop.test/?aff=${shop.code}` })
    const lead = { click_id: click.body.click_id, customer_key: customerKey }
    expect((await post('/api/v1/track/lead', lead, shop.liveKey)).status).toBe(200)
    const webhook = { url: webhookUrl, eventTypes: ['sale.created'] }
    const created = await post(`/api/programs/${programId}/webhooks`, webhook, shop.session)
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    secret = created.body.data.secret
  })
  return { liveKey, secret, customerKey }
}

const OWN = { WEBHOOK_ALLOW_PRIVATE: 'true', PORT: '0' }

/** Starts the real service in its own process and waits until it responds. */
async function serve(environment: Record<string, string>) {
  const service = startCommand(['serve', '--json'], { ...environment, ...OWN })
  const { child, ended, output } = service
  const address = await readServiceUrl(service)
  return {
    post: (path: string, body: unknown, bearer?: string) => postJson(address + path, body, bearer),
    async end(signal: NodeJS.Signals, expected: number | NodeJS.Signals) {
      child.kill(signal)
      expect(await ended, output.stderr).toBe(expected)
    },
  }
}
