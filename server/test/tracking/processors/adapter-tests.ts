import { expect } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { send, signInMember, someIp, startTestService, type TestProgramOptions } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import type { AdapterUnderTest, EventKind, EventSpec, SentEvent } from './adapters.ts'
import { testProcessors } from './paypal.ts'

/** The time at which each shop connects. */
export const CONNECTED_AT = '2026-03-10T12:00:00.000Z'
export const HOUR_MS = 60 * 60 * 1000

/** A new program's rates. */
const COMMISSION_BPS = 2000n
const FEE_BPS = 350n

let serial = 1000
/** Returns a number that no other object has. */
export const next = () => ++serial

/** Starts a service for all processors' adapters, with the functions that their tests share. */
export async function startAdapterTests() {
  const service = await startTestService({
    environment: { CURRENCIES: 'USD,EUR,JPY,KWD' },
    processors: testProcessors,
  })
  const { app, clock, database } = service

  /** A shop with a connected processor account. */
  async function openConnectedAccount(
    adapter: AdapterUnderTest,
    { isTestMode = false, ...program }: { isTestMode?: boolean } & TestProgramOptions = {},
  ) {
    clock.set(CONNECTED_AT)
    const shop = await openShop(service, program)
    const session = await signInMember(service, shop.program)
    const secret = adapter.newSecret(next())
    const manage = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) =>
      send(app, method, `/api/programs/${shop.program.id}${path}`, { bearer: session, body })
    const body = { processor: adapter.name, webhookSecret: secret, ...(isTestMode ? { isTestMode } : {}) }
    const connected = await manage('PUT', '/processor', body)
    expect([connected.status, connected.body.data.status]).toEqual([200, 'connected'])
    expect(connected.text).not.toContain(secret)
    const deliver = (
      event: SentEvent,
      sent: { secret?: string; at?: Date; headers?: Record<string, string> } = {},
    ) =>
      send(app, 'POST', `/api/v1/webhooks/${adapter.name}?program=${shop.program.id}`, {
        body: event.body,
        headers: {
          'content-type': 'application/json',
          ...event.headers,
          ...(sent.headers ?? adapter.sign(event, sent.secret ?? secret, sent.at ?? clock.now())),
        },
        ip: someIp(),
      })
    const publish = async (kind: EventKind, facts: EventSpec) => {
      const response = await deliver(adapter.event(kind, facts))
      expect([kind, response.status, response.body.received]).toEqual([kind, 200, true])
      return response.body
    }
    return { ...shop, adapter, secret, session, manage, deliver, publish, connected }
  }

  type ConnectedProcessor = Awaited<ReturnType<typeof openConnectedAccount>>

  /** A payment of 49.00 with 7.82 tax. Every call creates a new event. */
  function createSpec(more: Partial<EventSpec> = {}): EventSpec {
    return {
      event: next(),
      payment: next(),
      customer: next(),
      subscription: next(),
      refund: next(),
      metadata: {},
      email: `buyer${next()}@buyers.test`,
      cents: 4900,
      taxCents: 782,
      refundedCents: 0,
      currency: 'USD',
      at: clock.now(),
      isTest: false,
      ...more,
    }
  }

  async function expectMoney(shop: ConnectedProcessor, sales: { cents: number; refundedCents: number }[]) {
    expect(await shop.rows('sale_events')).toMatchObject(
      sales.map(({ cents, refundedCents }) => ({ amount_cents: cents, refunded_cents: refundedCents })),
    )
    const left = (cents: number, refundedCents: number, bps: bigint) => {
      const all = share(cents, bps)
      const kept = (BigInt(all) * BigInt(cents - refundedCents) * 2n + BigInt(cents)) / (2n * BigInt(cents))
      return { amount_cents: all, reversed_cents: all - Number(kept) }
    }
    const [commissions, fees] = [COMMISSION_BPS, FEE_BPS].map((bps) =>
      sales.map(({ cents, refundedCents }) => left(cents, refundedCents, bps)),
    )
    expect(await shop.rows('commissions')).toMatchObject(commissions ?? [])
    expect(await shop.rows('platform_fees')).toMatchObject(fees ?? [])
    await shop.verify()
    expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
  }

  async function expectNothing(shop: ConnectedProcessor) {
    expect(await shop.counts()).toMatchObject({ sale_events: 0, commissions: 0, platform_fees: 0 })
    await shop.verify()
  }

  /**
   * Delivers a payment, a renewal, refunds and a dispute in this order and expects the same amounts as in any other.
   */
  async function expectSameMoney(adapter: AdapterUnderTest, order: readonly number[]) {
    const shop = await openConnectedAccount(adapter)
    const { click_id } = await shop.customer('cus-1')
    const paid = createSpec({ metadata: { service_click_id: click_id } })
    const at = (hour: number) => new Date(paid.at.getTime() + hour * HOUR_MS)
    const renewal = laterEvent(paid, { payment: next(), at: at(1) })
    const dispute = laterEvent(paid, { cents: 900, taxCents: 0, at: at(4) })
    const events = [
      adapter.event('payment', paid),
      adapter.event('renewal', renewal),
      adapter.event('refund', laterEvent(paid, { cents: 700, taxCents: 112, refundedCents: 700, at: at(2) })),
      adapter.event(
        'refund',
        laterEvent(paid, { cents: 800, taxCents: 128, refundedCents: 1500, at: at(3) }),
      ),
      ...(adapter.hasDisputes
        ? [
            adapter.event('dispute', dispute),
            adapter.event('dispute_won', { ...dispute, event: next(), at: at(5) }),
          ]
        : []),
    ]
    for (const index of order) {
      const event = events[index]
      if (event === undefined) throw new Error('this event does not exist')
      expect((await shop.deliver(event)).status).toBe(200)
    }
    const sales = await shop.rows('sale_events')
    const expected = sales.map(({ transaction_id }) => ({
      cents: 4900,
      refundedCents: transaction_id === adapter.transactionId('payment', paid) ? 1500 : 0,
    }))
    expect(expected.map(({ refundedCents }) => refundedCents).sort()).toEqual([0, 1500])
    await expectMoney(shop, expected)
  }

  return {
    service,
    openConnected: openConnectedAccount,
    createSpec,
    expectMoney,
    expectNothing,
    expectSameMoney,
  }
}

/** Returns the number of events that `expectSameMoney` delivers. */
export const eventCount = ({ hasDisputes }: AdapterUnderTest) => (hasDisputes ? 6 : 4)

/** A new event an hour later. */
export const laterEvent = (one: EventSpec, more: Partial<EventSpec> = {}): EventSpec => ({
  ...one,
  event: next(),
  refund: next(),
  paid: one.paid ?? { cents: one.cents, taxCents: one.taxCents },
  at: new Date(one.at.getTime() + HOUR_MS),
  ...more,
})

/** Rounds half up, without the code under test. */
const share = (cents: number, bps: bigint) => Number((BigInt(cents) * bps * 2n + 10_000n) / 20_000n)
