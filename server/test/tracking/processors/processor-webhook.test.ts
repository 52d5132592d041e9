import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { describe, expect, it, test } from 'vitest'
import { processorLimits } from '../../../src/tracking/processors/limits.ts'
import { concurrently, describeOnServer, send, someIp, startTestService } from '../../harness.ts'
import { countRows, platformError } from '../../merchant.ts'
import {
  createEvent,
  deliver,
  EVENTS,
  newId,
  openConnectedShop,
  paidInvoice,
  paidSession,
  refundedCharge,
  subscribedSession,
} from './processor.ts'

const PLATFORM_SECRET = 'whsec_ofThePlatform'
const service = await startTestService({ environment: { STRIPE_WEBHOOK_SECRET: PLATFORM_SECRET } })
const few = await startTestService({ environment: { RATE_LIMIT_IP_PER_MINUTE: '20' } })
const { clock, database } = service
const { kysely } = database
const NOW = '2026-03-10T12:00:00.000Z'

async function open() {
  clock.set(NOW)
  const shop = await openConnectedShop(service)
  const { click_id } = await shop.customer('cus-1')
  const session = paidSession({ metadata: { service_click_id: click_id } })
  return { shop, session, event: createEvent(service, 'checkout.session.completed', session) }
}

type Shop = Awaited<ReturnType<typeof open>>['shop']

/** Makes the account appear connected via OAuth, so that its events are signed with the platform's secret. */
async function connectByOAuth({ program }: Shop) {
  await kysely
    .updateTable('processor_accounts')
    .set({ connected_by: 'oauth', webhook_secret: null })
    .where('program_id', '=', program.id)
    .execute()
}

const countEvents = (programId: number) =>
  kysely
    .selectFrom('processor_events')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('program_id', '=', programId)
    .executeTakeFirstOrThrow()

async function expectNothing(shop: Shop) {
  expect(await shop.counts()).toMatchObject({ sale_events: 0, commissions: 0 })
  expect(await countEvents(shop.program.id)).toEqual({ count: 0 })
  await shop.verify()
}

describe('an event', () => {
  const rejected = platformError(400, 'invalid_request')

  it('is rejected if it is unsigned, forged, changed or signed by another account', async () => {
    const { shop, event } = await open()
    const other = await open()
    const payload = JSON.stringify(event)
    const sign = (secret: string, text = payload) =>
      Stripe.webhooks.generateTestHeaderString({
        payload: text,
        secret,
        timestamp: Math.floor(clock.now().getTime() / 1000),
      })
    const { secret } = shop.stripe
    const signatures = [
      '',
      'nonsense',
      't=1,v1=00',
      't=,v1=',
      't=1,v1=',
      `t=1,v1=${'\u00e9'.repeat(64)}`,
      `t=${'9'.repeat(400)},v1=${'0'.repeat(64)}`,
      sign('whsec_guessed'),
      sign(other.shop.stripe.secret),
      sign(PLATFORM_SECRET).replace(/v1=.*/, 'v1='),
      sign(secret, payload.replace('4900', '9900')),
      sign(secret).replace('v1=', 'v0='),
      sign(secret).replace(/t=\d+/, 't=1'),
      sign(secret).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ]
    for (const signature of signatures) {
      const response = await shop.stripe.deliver(event, { signature, ip: someIp() })
      expect([signature, response.status, response.body]).toEqual([signature, 400, rejected])
    }
    const readRejected = async () => (await shop.manage('GET', '/processor')).body.data.rejectedEvents
    expect(await readRejected()).toMatchObject({ events: signatures.length - 1 })
    await expectNothing(shop)
    expect((await shop.stripe.deliver(event)).status).toBe(200)
    expect(await readRejected()).toBe(null)
  })

  it('is rejected without a signature header', async () => {
    const { shop, event } = await open()
    const response = await service.app.inject({
      method: 'POST',
      url: `${EVENTS}?program=${shop.program.id}`,
      payload: event,
    })
    expect([response.statusCode, response.json()]).toEqual([400, rejected])
    await expectNothing(shop)
  })

  it('is accepted up to exactly five minutes after it was signed', async () => {
    const { shop, event } = await open()
    const signedAt = Math.floor(clock.now().getTime() / 1000)
    clock.advance({ ms: 301_000 })
    const late = await shop.stripe.deliver(event, { timestamp: signedAt })
    expect([late.status, late.body]).toEqual([400, rejected])
    await expectNothing(shop)
    clock.advance({ ms: -1_000 })
    expect((await shop.stripe.deliver(event, { timestamp: signedAt })).status).toBe(200)
    expect(await shop.counts()).toMatchObject({ sale_events: 1 })
  })

  it('is rejected for an account other than the signer’s, whatever program the URL has', async () => {
    const [{ shop, event }, victim] = [await open(), await open()]
    const { secret } = shop.stripe
    const attempts = [
      deliver(service, event, { url: `${EVENTS}?program=${victim.shop.program.id}`, secret }),
      shop.stripe.deliver({ ...event, account: victim.shop.stripe.accountId }),
      deliver(service, event, { secret }),
      deliver(service, event, { url: `${EVENTS}?program=999999`, secret }),
    ]
    for (const response of await Promise.all(attempts)) {
      expect([response.status, response.body]).toEqual([400, rejected])
    }
    await expectNothing(shop)
    await expectNothing(victim.shop)
  })

  it('is accepted with the platform’s signature if it names an account connected via OAuth', async () => {
    const { shop, event } = await open()
    await connectByOAuth(shop)
    const { accountId } = shop.stripe
    const unnamed = await shop.stripe.deliver(event, { secret: PLATFORM_SECRET })
    expect(unnamed.body).toEqual({ received: true, ignored: 'not_connected' })
    await expectNothing(shop)
    const named = { ...event, account: accountId }
    expect((await deliver(service, named, { secret: PLATFORM_SECRET })).body).toEqual({ received: true })
    expect(await shop.counts()).toMatchObject({ sale_events: 1 })
  })

  it('is ignored with the platform’s signature if its account is not connected or has its own secret', async () => {
    const { shop, event } = await open()
    for (const account of ['acct_nobody', shop.stripe.accountId, undefined]) {
      const response = await deliver(service, { ...event, account }, { secret: PLATFORM_SECRET })
      expect([response.status, response.body]).toEqual([200, { received: true, ignored: 'not_connected' }])
    }
    await expectNothing(shop)
  })

  it('is rejected once the account is disconnected', async () => {
    const { shop, event } = await open()
    await shop.manage('DELETE', '/processor')
    expect((await shop.stripe.deliver(event)).status).toBe(400)
    await expectNothing(shop)
  })

  it('is rejected with an invalid body of any size', async () => {
    const { shop } = await open()
    for (const body of [
      '',
      'null',
      '[]',
      '{"id":"evt_1"}',
      '{',
      '{"id":1,"type":"x","created":1}',
      '\u0000',
    ]) {
      const response = await shop.stripe.deliver(body as never)
      expect([body, response.status, response.body]).toEqual([body, 400, rejected])
    }
    const big = JSON.stringify({ pad: randomBytes(processorLimits.processorEventBytes / 2).toString('hex') })
    const response = await deliver(service, big, {
      url: `${EVENTS}?program=${shop.program.id}`,
      secret: shop.stripe.secret,
    })
    expect([response.status, response.body]).toEqual([413, platformError(413, 'payload_too_large')])
  })

  it('is accepted up to a size of one mebibyte', async () => {
    const { shop, session } = await open()
    const description = 'x'.repeat(processorLimits.processorEventBytes - 4096)
    const event = createEvent(service, 'checkout.session.completed', { ...session, description })
    expect((await shop.stripe.deliver(event)).status).toBe(200)
    expect(await shop.counts()).toMatchObject({ sale_events: 1 })
  })

  it('is rejected for an unknown processor', async () => {
    const { event } = await open()
    const response = await deliver(service, event, { url: '/api/v1/webhooks/nobody' })
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found'])
  })

  it('counts toward its address’s limit if its signature is rejected', async () => {
    const { shop, event } = await open()
    const ip = someIp()
    const statuses = []
    for (let call = 0; call < 31; call++) {
      statuses.push((await shop.stripe.deliver(event, { secret: 'whsec_guessed', ip })).status)
    }
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([400]))
    expect(statuses[30]).toBe(429)
    expect((await shop.stripe.deliver(event, { ip })).status).toBe(200)
  })
})

describe('an address’s rate limit', () => {
  it('does not limit events, which the processor sends from a few addresses', async () => {
    const shop = await openConnectedShop(few)
    const ip = someIp()
    for (let call = 0; call < 25; call++) {
      const event = createEvent(few, 'checkout.session.completed', paidSession())
      expect((await shop.stripe.deliver(event, { ip })).status).toBe(200)
    }
  })
})

describe('a repeated event', () => {
  it('counts once, however often it is delivered', async () => {
    const { shop, event } = await open()
    expect((await shop.stripe.deliver(event)).body).toEqual({ received: true })
    const before = [await countRows(database), await countEvents(shop.program.id)]
    clock.advance({ days: 2 })
    for (let call = 0; call < 3; call++) {
      expect((await shop.stripe.deliver(event)).body).toEqual({ received: true, ignored: 'seen' })
    }
    expect([await countRows(database), await countEvents(shop.program.id)]).toEqual(before)
    await shop.verify()
  })

  it('counts once if it is delivered 20 times at once', async () => {
    const { shop, event } = await open()
    const responses = await concurrently(20, () => shop.stripe.deliver(event))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(responses.filter(({ body }) => body.ignored === undefined)).toHaveLength(1)
    expect(await shop.counts()).toMatchObject({ sale_events: 1, commissions: 1, platform_fees: 1 })
    await shop.verify()
  })

  it('counts once in each of several programs', async () => {
    const [one, two] = [await open(), await open()]
    await one.shop.stripe.deliver(one.event)
    const same = { ...two.event, id: one.event.id }
    expect((await two.shop.stripe.deliver(same)).body).toEqual({ received: true })
    expect(await two.shop.counts()).toMatchObject({ sale_events: 1 })
  })
})

describeOnServer('concurrent events', () => {
  const ROUNDS = 3

  it('create one sale from 20 different events about one payment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { shop, session } = await open()
      const events = Array.from({ length: 20 }, () =>
        createEvent(service, 'checkout.session.completed', session),
      )
      const responses = await Promise.all(events.map((event) => shop.stripe.deliver(event)))
      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(await shop.counts()).toMatchObject({ sale_events: 1, commissions: 1, platform_fees: 1 })
      await shop.verify()
    }
  })

  it('create 20 sales and one conversion from 20 payments by one customer', async () => {
    const { shop, session } = await open()
    const responses = await concurrently(20, () =>
      shop.stripe.deliver(
        createEvent(service, 'checkout.session.completed', paidSession({ metadata: session.metadata })),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await shop.counts()).toMatchObject({ sale_events: 20, commissions: 20 })
    expect(await shop.rows('customers')).toMatchObject([{ sale_count: 20 }])
    await shop.verify()
  })

  it('create one customer and one lead from 20 payments with the click of a visitor who never signed up', async () => {
    const { shop } = await open()
    const metadata = { service_click_id: await shop.clickId() }
    const responses = await concurrently(20, () =>
      shop.stripe.deliver(createEvent(service, 'checkout.session.completed', paidSession({ metadata }))),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await shop.counts()).toMatchObject({ customers: 2, lead_events: 2, sale_events: 20 })
    await shop.verify()
  })

  it('create one refunded sale from a payment, invoice, refund and the merchant’s own request', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { shop, session } = await open()
      const intent = newId('pi')
      const invoice = paidInvoice({ payment_intent: intent, metadata: session.metadata })
      const checkout = subscribedSession(invoice.id, { metadata: session.metadata })
      const calls = [
        () => shop.stripe.deliver(createEvent(service, 'checkout.session.completed', checkout)),
        () => shop.stripe.deliver(createEvent(service, 'invoice.paid', invoice)),
        () => shop.stripe.deliver(createEvent(service, 'charge.refunded', refundedCharge(intent, 1000))),
        () => shop.sale({ transaction_id: invoice.id, amount_cents: 4900, customer_key: 'cus-1' }),
      ]
      const responses = await Promise.all([...calls, ...calls, ...calls].map((call) => call()))
      expect(
        responses.map(({ status }) => status).filter((status) => status !== 200 && status !== 409),
      ).toEqual([])
      expect(await shop.rows('sale_events')).toMatchObject([
        { transaction_id: invoice.id, refunded_cents: 1000 },
      ])
      expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 980, reversed_cents: 200 }])
      await shop.verify()
    }
  })

  it('never lose a refund that arrives with the merchant’s own sale request', async () => {
    for (let round = 0; round < 10; round++) {
      const { shop, session } = await open()
      const sale = { transaction_id: session.payment_intent, amount_cents: 4900, customer_key: 'cus-1' }
      const refund = createEvent(service, 'charge.refunded', refundedCharge(session.payment_intent, 4900))
      const responses = await Promise.all([shop.sale(sale), shop.stripe.deliver(refund)])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect(await shop.rows('sale_events')).toMatchObject([{ refunded_cents: 4900, status: 'refunded' }])
      expect(await shop.rows('commissions')).toMatchObject([{ reversed_cents: 980, status: 'reversed' }])
      await shop.verify()
    }
  })

  it('create one sale from an unattributed payment that 20 requests and a better event attribute', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { shop, session } = await open()
      await shop.stripe.deliver(
        createEvent(service, 'checkout.session.completed', { ...session, metadata: {} }),
      )
      const [payment] = (await shop.manage('GET', '/unattributed-payments')).body.data
      const [customer] = await shop.rows('customers')
      const path = `/unattributed-payments/${payment.id}/attribute`
      const responses = await Promise.all([
        ...Array.from({ length: 20 }, () => shop.manage('POST', path, { customerId: customer?.id })),
        shop.stripe.deliver(createEvent(service, 'checkout.session.async_payment_succeeded', session)),
      ])
      expect(
        responses.map(({ status }) => status).filter((status) => status !== 200 && status !== 409),
      ).toEqual([])
      expect(await shop.counts()).toMatchObject({ sale_events: 1, commissions: 1, platform_fees: 1 })
      await shop.verify()
    }
  })
})

test('event outcomes are counted alongside tracking requests, with their source', async () => {
  const { shop, event } = await open()
  const charge = refundedCharge(newId('pi'), 100)
  const unknown = createEvent(service, 'checkout.session.completed', paidSession())
  const before = await counted()
  await shop.stripe.deliver(event)
  await shop.stripe.deliver(event)
  await shop.stripe.deliver(unknown)
  await shop.stripe.deliver(createEvent(service, 'charge.refunded', charge))
  await shop.stripe.deliver({ ...event, id: newId('evt'), livemode: false })
  const after = await counted()
  const more = Object.entries(after).filter(([name, count]) => count !== (before[name] ?? 0))
  expect(Object.fromEntries(more.map(([name, count]) => [name, count - (before[name] ?? 0)]))).toEqual({
    'event="sale",outcome="recorded",reason=""': 1,
    'event="sale",outcome="not_counted",reason="seen"': 1,
    'event="sale",outcome="not_counted",reason="no_customer"': 1,
    'event="refund",outcome="not_counted",reason="waiting"': 1,
    'event="sale",outcome="test",reason=""': 1,
  })
})

/** Returns the number of Stripe events by outcome and reason, from the metrics. */
async function counted(): Promise<Record<string, number>> {
  const { text } = await send(service.app, 'GET', '/metrics')
  const lines = text.matchAll(/^tracking_requests_total\{([^}]*),source="stripe"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, labels, count]) => [labels, Number(count)]))
}
