import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { PROCESSORS } from '../../../src/core/enums.ts'
import { listPaymentTypes } from '../../../src/tracking/processors/implied-events.rule.ts'
import { processorLimits } from '../../../src/tracking/processors/limits.ts'
import { VerificationUnavailableError } from '../../../src/tracking/processors/processor.ts'
import { createProcessors } from '../../../src/tracking/processors/processors.adapter.ts'
import { send, signInMember } from '../../harness.ts'
import { openShop, platformError } from '../../merchant.ts'
import { openSandbox } from '../../operations/sandbox/sandbox.ts'
import { CONNECTED_AT, eventCount, HOUR_MS, laterEvent, next, startAdapterTests } from './adapter-tests.ts'
import { ADAPTERS, type EventSpec, type SentEvent, woocommerce } from './adapters.ts'

const {
  service,
  openConnected: openConnectedAccount,
  createSpec,
  expectMoney,
  expectNothing,
  expectSameMoney,
} = await startAdapterTests()
const { app, clock, database } = service

const GUIDE = readFileSync('docs/processor.md', 'utf8')

it('every processor runs the shared tests', () => {
  expect(['stripe', ...ADAPTERS.map(({ name }) => name)].sort()).toEqual([...PROCESSORS].sort())
})

it('every processor can be chosen, with its webhook URL and event types', async () => {
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  const path = `/api/programs/${shop.program.id}/processors`
  const { data } = (await send(app, 'GET', path, { bearer })).body
  expect(data.map(({ name }: { name: string }) => name)).toEqual([...PROCESSORS])
  for (const { name, webhookUrl, webhookEventTypes } of data) {
    expect(webhookUrl).toMatch(new RegExp(`/api/v1/webhooks/${name}[?]program=${shop.program.id}$`))
    expect(webhookEventTypes.length).toBeGreaterThan(0)
    expect(GUIDE).toContain(`api/v1/webhooks/${name}?program=`)
    for (const type of webhookEventTypes) expect(GUIDE).toContain(`\`${type}\``)
  }
})

it('a WooCommerce ping is acknowledged without authentication', async () => {
  const url = '/api/v1/webhooks/woocommerce?program=1'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const ping = await send(app, 'POST', url, { body: 'webhook_id=12', headers })
  expect([ping.status, ping.body]).toEqual([200, { received: true, ignored: 'ping' }])
  expect((await send(app, 'POST', url, { body: 'webhook_id=12&x=1', headers })).status).toBe(400)
})

it('a refund that the App Store reversed is undone in any order', async () => {
  const revenuecat = ADAPTERS.find(({ name }) => name === 'revenuecat')
  if (revenuecat === undefined) throw new Error('RevenueCat has no entry')
  const shop = await openConnectedAccount(revenuecat)
  const { click_id } = await shop.customer('cus-1')
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const paid = createSpec({ metadata: { service_click_id: click_id } })
    const refunded = laterEvent(paid, { refundedCents: 4900 })
    const reversed = { ...refunded, event: next(), at: new Date(refunded.at.getTime() + HOUR_MS) }
    const { body } = revenuecat.event('refund', reversed)
    const events = [
      revenuecat.event('payment', paid),
      revenuecat.event('refund', refunded),
      { body: body.replace('"CANCELLATION"', '"REFUND_REVERSED"') },
    ]
    for (const index of order) {
      const event = events[index]
      if (event === undefined) throw new Error('this event does not exist')
      expect((await shop.deliver(event)).body).toEqual({ received: true })
    }
  }
  await expectMoney(shop, Array(3).fill({ cents: 4900, refundedCents: 0 }))
})

it('a WooCommerce order that is already refunded when first seen becomes a sale with one refund', async () => {
  const shop = await openConnectedAccount(woocommerce)
  const { click_id } = await shop.customer('cus-1')
  const paid = createSpec({ metadata: { service_click_id: click_id } })
  const refunded = (refundedCents: number) => laterEvent(paid, { cents: refundedCents, refundedCents })
  await shop.publish('refund', refunded(1000))
  await expectMoney(shop, [{ cents: 4900, refundedCents: 1000 }])
  await shop.publish('payment', paid)
  await shop.publish('refund', refunded(1000))
  await expectMoney(shop, [{ cents: 4900, refundedCents: 1000 }])
  await shop.publish('refund', { ...refunded(4900), at: new Date(paid.at.getTime() + 2 * HOUR_MS) })
  await expectMoney(shop, [{ cents: 4900, refundedCents: 4900 }])
})

it('a WooCommerce order with a refund of 0.00 becomes a sale, and later refunds apply', async () => {
  const shop = await openConnectedAccount(woocommerce)
  const { click_id } = await shop.customer('cus-1')
  const paid = createSpec({ metadata: { service_click_id: click_id } })
  await shop.publish('refund', laterEvent(paid, { refundedCents: 0 }))
  await expectMoney(shop, [{ cents: 4900, refundedCents: 0 }])
  await shop.publish('refund', laterEvent(paid, { refundedCents: 1000 }))
  await expectMoney(shop, [{ cents: 4900, refundedCents: 1000 }])
  expect((await shop.manage('GET', '/events-for-review')).body.data).toEqual([])
})

it('a WooCommerce order with an unreadable refund becomes a sale and is listed for review', async () => {
  const shop = await openConnectedAccount(woocommerce)
  const { click_id } = await shop.customer('cus-1')
  const paid = createSpec({ metadata: { service_click_id: click_id } })
  const refund = woocommerce.event('refund', laterEvent(paid, { refundedCents: 1000 }))
  const event = { ...refund, body: refund.body.replace('"-10.00"', '"-10.001"') }
  const before = await countRefunds()
  expect((await shop.deliver(event)).body).toEqual({ received: true })
  await expectMoney(shop, [{ cents: 4900, refundedCents: 0 }])
  expect((await shop.manage('GET', '/events-for-review')).body.data).toMatchObject([
    { reason: 'unreadable', objectId: `woocommerce_order_${paid.payment}` },
  ])
  await shop.publish('refund', laterEvent(paid, { refundedCents: 2000 }))
  await expectMoney(shop, [{ cents: 4900, refundedCents: 2000 }])
  const after = await countRefunds()
  expect([after.kept - before.kept, after.refund - before.refund]).toEqual([1, 1])
})

/** Returns the number of WooCommerce refunds that were queued for review, and that were recorded. */
async function countRefunds() {
  const { text } = await send(app, 'GET', '/metrics')
  const count = (labels: string) =>
    Number(text.split(`{event="refund",${labels},source="woocommerce"} `)[1]?.split('\n')[0] ?? 0)
  return {
    kept: count('outcome="not_counted",reason="kept"'),
    refund: count('outcome="recorded",reason="refund"'),
  }
}

it('a lost PayPal dispute counts once with its reversal, in any order', async () => {
  const paypal = ADAPTERS.find(({ name }) => name === 'paypal')
  if (paypal === undefined) throw new Error('PayPal has no entry')
  const shop = await openConnectedAccount(paypal)
  const { click_id } = await shop.customer('cus-1')
  for (const order of [
    [0, 1, 2, 3],
    [0, 1, 3, 2],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ]) {
    const paid = createSpec({ metadata: { service_click_id: click_id } })
    const disputed = laterEvent(paid, { cents: 900, taxCents: 0 })
    const reversal = paypal.event('refund', laterEvent(paid, { cents: 900, refundedCents: 900 }))
    const events = [
      paypal.event('payment', paid),
      paypal.event('dispute', disputed),
      { body: reversal.body.replace('"PAYMENT.SALE.REFUNDED"', '"PAYMENT.SALE.REVERSED"') },
      paypal.event('dispute_won', { ...disputed, event: next() }),
    ]
    for (const index of order) {
      const event = events[index]
      if (event === undefined) throw new Error('this event does not exist')
      expect((await shop.deliver(event)).body).toEqual({ received: true })
    }
  }
  await expectMoney(shop, Array(4).fill({ cents: 4900, refundedCents: 900 }))
})

it('PayPal resends an event if its certificate could not be downloaded', async () => {
  const unreachable = createProcessors(service.deps.config, async () => {
    throw new VerificationUnavailableError('unreachable')
  })
  const withoutPayPal = await buildApp(service.deps, unreachable)
  await withoutPayPal.ready()
  onTestFinished(() => withoutPayPal.close())
  const paypal = ADAPTERS.find(({ name }) => name === 'paypal')
  if (paypal === undefined) throw new Error('PayPal has no entry')
  const shop = await openConnectedAccount(paypal)
  const { click_id } = await shop.customer('cus-1')
  const event = paypal.event('payment', createSpec({ metadata: { service_click_id: click_id } }))
  const url = `/api/v1/webhooks/paypal?program=${shop.program.id}`
  const headers = paypal.sign(event, shop.secret, clock.now())
  const response = await send(withoutPayPal, 'POST', url, { body: event.body, headers })
  expect([response.status, response.body.error.code]).toEqual([503, 'service_unavailable'])
  expect((await shop.deliver(event)).body).toEqual({ received: true })
  await expectMoney(shop, [{ cents: 4900, refundedCents: 0 }])
})

/** One adapter whose mode is entered, and one whose events contain the mode. */
const OF_EACH_KIND = [true, false].map((isModeEntered) =>
  ADAPTERS.find((adapter) => adapter.isModeEntered === isModeEntered),
)

describe.each(ADAPTERS)('$name', (adapter) => {
  /** For tests of the service itself, with any adapter. */
  const itForEachKind = it.runIf(OF_EACH_KIND.includes(adapter))

  const open = async (options = {}) => {
    const shop = await openConnectedAccount(adapter, options)
    const { click_id } = await shop.customer('cus-1')
    return { shop, paid: createSpec({ metadata: { service_click_id: click_id } }) }
  }

  it('turns a payment with a click into a sale, with its amount and tax', async () => {
    const { shop, paid } = await open()
    await shop.publish('payment', paid)
    expect(await shop.rows('sale_events')).toMatchObject([
      {
        transaction_id: adapter.transactionId('payment', paid),
        amount_cents: 4900,
        tax_amount_cents: 782,
        currency: 'USD',
        provider: adapter.name,
        attributed_by: 'click_id',
        is_recurring: false,
      },
    ])
    await expectMoney(shop, [{ cents: 4900, refundedCents: 0 }])
  })

  it('finds the customer by key, and counts placeholders as not sent', async () => {
    const { shop } = await open()
    await shop.publish('payment', createSpec({ metadata: { service_customer_key: 'cus-1' } }))
    const unknown = createSpec({ metadata: { service_customer_key: 'undefined', service_click_id: 'null' } })
    await shop.publish('payment', unknown)
    expect(await shop.rows('sale_events')).toMatchObject([{ attributed_by: 'customer_key' }])
    const waiting = (await shop.manage('GET', '/unattributed-payments')).body.data
    expect(waiting).toMatchObject([
      { transactionId: adapter.transactionId('payment', unknown), reason: 'no_customer' },
    ])
    const problems = (await shop.manage('GET', '/processor/problems')).body.data
    expect(problems.placeholders.map(({ value }: { value: string }) => value).sort()).toEqual([
      'null',
      'undefined',
    ])
    expect(problems.missingEventTypes).toEqual([])
  })

  it('attributes a buyer without a click by the coupon code', async () => {
    const { shop } = await open()
    const [link] = (await shop.manage('GET', '/links')).body.data
    const coupon = await shop.manage('POST', '/coupon-codes', { partnerId: link.partnerId, code: 'SPRING' })
    expect(coupon.status).toBe(201)
    await shop.publish('payment', createSpec({ metadata: { coupon_code: 'spring' } }))
    await shop.publish('payment', createSpec({ metadata: { coupon_code: 'autumn' } }))
    expect(await shop.rows('sale_events')).toMatchObject([{ attributed_by: 'coupon_code' }])
    await expectMoney(shop, [{ cents: 4900, refundedCents: 0 }])
  })

  it('attributes a renewal without metadata to the first payment’s customer', async () => {
    const { shop, paid } = await open()
    await shop.publish('payment', paid)
    const renewal = laterEvent(paid, { payment: next(), metadata: {}, email: 'other@buyers.test' })
    await shop.publish('renewal', renewal)
    expect(await shop.rows('sale_events')).toMatchObject([
      { is_recurring: false },
      {
        is_recurring: adapter.namesRenewals,
        sale_type: 'subscription',
        transaction_id: adapter.transactionId('renewal', renewal),
      },
    ])
    await shop.publish(
      'renewal_refund',
      laterEvent(renewal, { cents: 1900, taxCents: 303, refundedCents: 1900 }),
    )
    await expectMoney(shop, [
      { cents: 4900, refundedCents: 0 },
      { cents: 4900, refundedCents: 1900 },
    ])
  })

  it('links later payments to a free order’s customer, and attributes earlier ones', async () => {
    const { shop, paid } = await open()
    const early = laterEvent(paid, { payment: next(), metadata: {} })
    await shop.publish('renewal', early)
    await expectNothing(shop)
    expect(await shop.publish('free', paid)).toEqual({ received: true })
    await shop.publish('renewal', laterEvent(early, { payment: next() }))
    await expectMoney(shop, [
      { cents: 4900, refundedCents: 0 },
      { cents: 4900, refundedCents: 0 },
    ])
  })

  it('reverses partial refunds and then the rest', async () => {
    const { shop, paid } = await open()
    await shop.publish('payment', paid)
    await shop.publish('refund', laterEvent(paid, { cents: 1000, taxCents: 160, refundedCents: 1000 }))
    await expectMoney(shop, [{ cents: 4900, refundedCents: 1000 }])
    const rest = {
      cents: 3900,
      taxCents: 622,
      refundedCents: 4900,
      at: new Date(clock.now().getTime() + 2 * HOUR_MS),
    }
    await shop.publish('refund', laterEvent(paid, rest))
    await expectMoney(shop, [{ cents: 4900, refundedCents: 4900 }])
  })

  it.runIf(adapter.hasDisputes)('reverses a dispute and restores it when it is won', async () => {
    const { shop, paid } = await open()
    await shop.publish('payment', paid)
    const dispute = laterEvent(paid)
    await shop.publish('dispute', dispute)
    await expectMoney(shop, [{ cents: 4900, refundedCents: 4900 }])
    await shop.publish('dispute_won', {
      ...dispute,
      event: next(),
      at: new Date(dispute.at.getTime() + HOUR_MS),
    })
    await expectMoney(shop, [{ cents: 4900, refundedCents: 0 }])
  })

  it('shows what has arrived since it was connected, and stores its secret encrypted', async () => {
    const { shop, paid } = await open()
    expect((await shop.manage('GET', '/processor/events')).body.data).toEqual([])
    await shop.publish('payment', paid)
    const [arrived] = (await shop.manage('GET', '/processor/events')).body.data
    expect(arrived).toMatchObject({ outcome: 'attributed', isLive: true, receivedAt: CONNECTED_AT })
    const [sale] = await shop.rows('sale_events')
    const [customer] = await shop.rows('customers')
    expect(arrived).toMatchObject({ paymentId: sale?.transaction_id, customerKey: customer?.customer_key })
    const { webhook_secret } = await database.kysely
      .selectFrom('processor_accounts')
      .select('webhook_secret')
      .where('program_id', '=', shop.program.id)
      .executeTakeFirstOrThrow()
    expect(webhook_secret).toMatch(/^v1:/)
    const read = await shop.manage('GET', '/processor')
    expect(read.text).not.toContain(shop.secret)
    expect(read.body.data).toMatchObject({ processor: adapter.name, connectedBy: 'manual', isLive: true })
  })

  it('is rejected with the account or mode of a different kind of processor', async () => {
    const { shop } = await open()
    const body = { processor: adapter.name, webhookSecret: adapter.newSecret(next()) }
    for (const wrong of [
      { processorAccountId: 'acct_1' },
      { webhookSecret: 'x' },
      ...(adapter.isModeEntered ? [] : [{ isTestMode: true }]),
    ]) {
      const response = await shop.manage('PUT', '/processor', { ...body, ...wrong })
      expect([wrong, response.status, response.body.error.details.field]).toEqual([
        wrong,
        400,
        Object.keys(wrong)[0],
      ])
    }
  })

  it('counts a repeated event once', async () => {
    const { shop, paid } = await open()
    const event = adapter.event('payment', paid)
    expect((await shop.deliver(event)).body).toEqual({ received: true })
    clock.advance({ days: 2 })
    for (let time = 0; time < 3; time++) {
      expect((await shop.deliver(event)).body).toEqual({ received: true, ignored: 'seen' })
    }
    expect((await shop.publish('payment', laterEvent(paid))).received).toBe(true)
    await expectMoney(shop, [{ cents: 4900, refundedCents: 0 }])
  })

  // adapters-property.slow.test.ts tests random orders.
  it('results in the same amounts in another order, with repetitions', () => {
    const latestFirst = Array.from({ length: eventCount(adapter) }, (_, index) => index).toReversed()
    return expectSameMoney(adapter, [...latestFirst, 2, 0])
  })

  it('rejects events that are unsigned, forged, changed, outdated or for another program', async () => {
    const { shop, paid } = await open()
    const other = await open()
    const event = adapter.event('payment', paid)
    const valid = adapter.sign(event, shop.secret, clock.now())
    const changed = { ...event, body: event.body.replace(/4900|49[.]00|:49\b/g, '9900') }
    expect(changed.body).not.toBe(event.body)
    const attempts: [SentEvent, Record<string, string>][] = [
      [event, {}],
      [event, Object.fromEntries(Object.keys(valid).map((name) => [name, '']))],
      [event, Object.fromEntries(Object.keys(valid).map((name) => [name, 'nonsense=;,1 v1,é']))],
      [event, Object.fromEntries(Object.entries(valid).map(([name, value]) => [name, value.slice(0, -4)]))],
      [event, adapter.sign(event, adapter.newSecret(next()), clock.now())],
      [event, adapter.sign(event, other.shop.secret, clock.now())],
      ...(adapter.isSigned ? [[changed, valid] satisfies [SentEvent, Record<string, string>]] : []),
      ...(adapter.maxAgeSeconds !== undefined
        ? [-1000 * (adapter.maxAgeSeconds + 1), 301_000].map((ms): [SentEvent, Record<string, string>] => [
            event,
            adapter.sign(event, shop.secret, new Date(clock.now().getTime() + ms)),
          ])
        : []),
    ]
    for (const [sent, headers] of attempts) {
      const response = await shop.deliver(sent, { headers })
      expect([headers, response.status, response.body]).toEqual([
        headers,
        400,
        platformError(400, 'invalid_request'),
      ])
    }
    await expectNothing(shop)
    expect((await shop.deliver(event)).status).toBe(200)
  })

  itForEachKind('shows how many events were rejected, until a valid one arrives', async () => {
    const { shop, paid } = await open()
    const rejected = async () => (await shop.manage('GET', '/processor')).body.data.rejectedEvents
    expect(await rejected()).toBe(null)
    const event = adapter.event('payment', paid)
    const wrong = { secret: adapter.newSecret(next()) }
    expect((await shop.deliver(event, { headers: {} })).status).toBe(400)
    expect(await rejected()).toBe(null)
    expect((await shop.deliver(event, wrong)).status).toBe(400)
    expect(await rejected()).toEqual({ events: 1, newestReceivedAt: CONNECTED_AT })
    clock.advance({ minutes: 1 })
    expect((await shop.deliver(event, wrong)).status).toBe(400)
    expect(await rejected()).toEqual({ events: 2, newestReceivedAt: '2026-03-10T12:01:00.000Z' })
    expect((await shop.deliver(event)).status).toBe(200)
    expect(await rejected()).toBe(null)
    expect((await shop.deliver(event, wrong)).status).toBe(400)
    const again = { processor: adapter.name, webhookSecret: wrong.secret }
    expect((await shop.manage('PUT', '/processor', again)).body.data.rejectedEvents).toBe(null)
    expect(await shop.counts()).toMatchObject({ sale_events: 1 })
  })

  it('rejects bodies that aren’t an event or are too large', async () => {
    const { shop, paid } = await open()
    const { headers = {} } = adapter.event('payment', paid)
    for (const body of ['', 'null', '[]', '{}', '{', '"\u0000"', '[['.repeat(200)]) {
      expect([body, (await shop.deliver({ body, headers })).status]).toEqual([body, 400])
    }
    const body = JSON.stringify({ pad: 'x'.repeat(processorLimits.processorEventBytes) })
    expect((await shop.deliver({ body, headers })).status).toBe(413)
    await expectNothing(shop)
  })

  it('names the events that report payments if only a refund has arrived', async () => {
    const { shop, paid } = await open({ paymentTrackingMode: 'processor_connect' })
    const missing = async () => {
      const { data } = (await shop.manage('GET', '/processor/problems')).body
      return data.missingEventTypes.map(({ type }: { type: string }) => type)
    }
    expect(await missing()).toEqual([])
    await shop.publish('refund', laterEvent(paid, { cents: 1000, taxCents: 160, refundedCents: 1000 }))
    const types = listPaymentTypes(adapter.name) ?? []
    expect(await missing()).toEqual(types)
    expect(shop.connected.body.data.webhookEventTypes).toEqual(expect.arrayContaining([...types]))
    await shop.publish('payment', paid)
    expect(await missing()).toEqual([])
    await expectMoney(shop, [{ cents: 4900, refundedCents: 1000 }])
  })

  it('lists events without a required value for review, and acknowledges irrelevant ones', async () => {
    const { shop, paid } = await open()
    await shop.publish('unreadable', paid)
    expect((await shop.publish('irrelevant', createSpec())).ignored).toBe('ignored')
    await expectNothing(shop)
    const { data } = (await shop.manage('GET', '/events-for-review')).body
    expect(data).toMatchObject([{ reason: 'unreadable' }])
  })

  it('joins a sale that the merchant reports before or after', async () => {
    const { shop, paid } = await open()
    const later = laterEvent(paid, { payment: next() })
    const sale = (one: EventSpec) =>
      shop.sale({
        transaction_id: adapter.transactionId('payment', one),
        amount_cents: 4900,
        customer_key: 'cus-1',
      })
    expect((await sale(paid)).status).toBe(200)
    await shop.publish('payment', paid)
    await shop.publish('payment', later)
    expect((await sale(later)).status).toBe(409)
    await shop.publish('refund', laterEvent(paid, { cents: 1000, taxCents: 160, refundedCents: 1000 }))
    await expectMoney(shop, [
      { cents: 4900, refundedCents: 1000 },
      { cents: 4900, refundedCents: 0 },
    ])
  })

  it('counts a refund once if the merchant reports it as well', async () => {
    const { shop, paid } = await open()
    await shop.publish('payment', paid)
    await shop.publish('refund', laterEvent(paid, { cents: 1000, taxCents: 160, refundedCents: 1000 }))
    const response = await send(app, 'POST', '/api/v1/track/refund', {
      body: { transaction_id: adapter.transactionId('payment', paid), refund_amount_cents: 1000 },
      bearer: shop.program.liveKey,
    })
    expect(response.status).toBe(200)
    await expectMoney(shop, [{ cents: 4900, refundedCents: 1000 }])
  })

  it('never touches production data in test mode', async () => {
    const { shop, paid } = await open({ isTestMode: adapter.isModeEntered })
    const test = { ...paid, isTest: true }
    for (const kind of ['payment', 'renewal', 'refund', 'free'] as const) {
      await shop.publish(kind, { ...test, event: next(), at: new Date(test.at.getTime() + next()) })
    }
    expect(await shop.counts()).toMatchObject({ commissions: 0, platform_fees: 0 })
    const sales = await shop.rows('sale_events')
    expect(sales.length).toBeGreaterThan(0)
    expect(sales.every(({ is_test }) => is_test === true)).toBe(true)
    await shop.verify()
  })

  itForEachKind('counts only test mode in a sandbox', async () => {
    clock.set(CONNECTED_AT)
    const sandbox = await openSandbox(service)
    const secret = adapter.newSecret(next())
    const body = { processor: adapter.name, webhookSecret: secret }
    expect((await sandbox.call('PUT', '/processor', body)).body.data.isLive).toBe(false)
    const { click_id } = (await sandbox.click()).body
    expect((await sandbox.lead({ click_id, customer_key: 'cus-1' })).status).toBe(200)
    const deliver = async (more: Partial<EventSpec>) => {
      const event = adapter.event(
        'payment',
        createSpec({ metadata: { service_click_id: click_id }, ...more }),
      )
      const headers = { ...event.headers, ...adapter.sign(event, secret, clock.now()) }
      const url = `/api/v1/webhooks/${adapter.name}?program=${sandbox.id}`
      return send(app, 'POST', url, { body: event.body, headers })
    }
    expect((await deliver({ isTest: true })).body).toEqual({ received: true })
    if (!adapter.isModeEntered) expect((await deliver({})).body.ignored).toBe('ignored')
    const events: { outcome: string; isLive: boolean }[] = await sandbox.get('/processor/events')
    expect(events.filter(({ outcome }) => outcome === 'attributed')).toMatchObject([{ isLive: false }])
  })

  it('converts amounts in currencies without and with three decimals exactly', async () => {
    const { shop, paid } = await open()
    const sums = [
      { currency: 'JPY', cents: 4901, taxCents: 101, refundedCents: 1101 },
      {
        currency: 'KWD',
        cents: adapter.filsStep === 1 ? 12_345 : 12_340,
        taxCents: 1010,
        refundedCents: 1110,
      },
    ]
    for (const { refundedCents, ...money } of sums) {
      const one = laterEvent(paid, { payment: next(), ...money })
      await shop.publish('payment', one)
      await shop.publish('refund', laterEvent(one, { cents: refundedCents, refundedCents }))
    }
    expect(await shop.rows('sale_events')).toMatchObject(
      sums.map(({ currency, cents, taxCents }) => ({
        currency,
        amount_cents: cents,
        tax_amount_cents: taxCents,
      })),
    )
    await expectMoney(shop, sums)
  })

  itForEachKind('lists a payment in a currency that the installation does not accept', async () => {
    const { shop, paid } = await open()
    await shop.publish('payment', { ...paid, currency: 'CHF' })
    await expectNothing(shop)
    const { data } = (await shop.manage('GET', '/unattributed-payments')).body
    expect(data).toMatchObject([{ reason: 'unsupported_currency', amountCents: 4900 }])
  })
})
