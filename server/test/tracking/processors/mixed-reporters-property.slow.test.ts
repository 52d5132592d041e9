import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { send, startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  createEvent,
  dispute,
  failedRefund,
  newId,
  openConnectedShop,
  refundedCharge,
} from './processor.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, database } = service
const START_MS = Date.parse('2026-03-10T12:00:00.000Z')

/** The number of simulated histories; CONTRIBUTING.md describes how to run more. */
const HISTORIES = Number(process.env.LEDGER_HISTORIES ?? 6)
const SEED = process.env.LEDGER_SEED === undefined ? {} : { seed: Number(process.env.LEDGER_SEED) }

const refund = fc.record({
  cents: fc.integer({ min: 1, max: 2000 }),
  hasFailed: fc.boolean(),
  /** How the merchant's server reports a refund: by the processor's id, by its own id, or not at all. */
  merchant: fc.constantFrom('re', 'own', 'not'),
  /** Whether Stripe reports the refund separately, in addition to the total of its charge. */
  isNamed: fc.boolean(),
})

const history = fc.record({
  /** The sale amount that the merchant reports. The charge has Stripe's amount. */
  amount_cents: fc.integer({ min: 10_000, max: 100_000 }),
  gross: fc.constantFrom(1, 1.19),
  /** The amount that was authorized in addition and released on capture (D61). */
  released: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  source: fc.constantFrom('merchant', 'processor'),
  refunds: fc.array(refund, { minLength: 1, maxLength: 5 }),
  dispute: fc.option(fc.record({ cents: fc.integer({ min: 1, max: 5000 }), isWon: fc.boolean() }), {
    nil: undefined,
  }),
  /**
   * The merchant's server reports only refund totals. A total can't distinguish failures and disputes, so there are
   * none.
   */
  hasTotals: fc.boolean(),
  /** How the merchant's server rounds each refund's share of the sale if the charge was larger. */
  rounding: fc.constantFrom('floor', 'round', 'ceil'),
  /** Finally, the rest of the charge is refunded. */
  isWhole: fc.boolean(),
  order: fc.infiniteStream(fc.nat(1000)),
  isParallel: fc.boolean(),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

type ReportedEvent = (shop: ConnectedShop) => Promise<void>

/** Returns all reports about one sale and the expected result from an independent ledger. */
function createTimeline(scenario: History) {
  const [intent, amount] = [newId('pi'), scenario.amount_cents]
  const charged = scenario.source === 'merchant' ? Math.round(amount * scenario.gross) : amount
  const { released } = scenario
  const whole = { amount: charged + released, amount_captured: charged }
  const events: ReportedEvent[] = []
  let second = START_MS / 1000
  const stripe = (type: string, object: Record<string, unknown>) => {
    const event = createEvent(service, type, object, { created: second++ })
    events.push(async (shop) => {
      expect((await shop.stripe.deliver(event)).status).toBe(200)
    })
  }
  const toNet = (cents: number) => Math[scenario.rounding]((cents * amount) / charged)
  const merchant = (refund_id: string | undefined, cents: number) =>
    events.push(async (shop) => {
      const refund_amount_cents = Math.max(1, toNet(cents))
      const body = { transaction_id: intent, refund_id, refund_amount_cents }
      const response = await send(app, 'POST', '/api/v1/track/refund', { body, bearer: shop.program.liveKey })
      expect([response.status, response.text]).toEqual([200, expect.any(String)])
    })
  if (released === 0) stripe('charge.succeeded', refundedCharge(intent, 0, whole))
  else {
    stripe('charge.succeeded', refundedCharge(intent, 0, { ...whole, amount_captured: 0, captured: false }))
    const release = { status: 'succeeded', created: second }
    stripe('refund.created', failedRefund(intent, released, release))
    stripe('charge.captured', refundedCharge(intent, released, whole))
    stripe('charge.refunded', refundedCharge(intent, released, whole))
  }
  // Until the charge is known, the service can't know that the merchant's amounts are rounded.
  const known = scenario.rounding === 'floor' ? 0 : events.length
  const taken = scenario.refunds.reduce((sum, { cents }) => sum + cents, scenario.dispute?.cents ?? 0)
  const rest = charged - taken
  const last = { cents: rest, hasFailed: false, merchant: 'own', isNamed: false } as const
  const refunds = scenario.isWhole && rest > 0 ? [...scenario.refunds, last] : scenario.refunds
  let back = 0
  const failures: (() => void)[] = []
  for (const [index, one] of refunds.entries()) {
    const id = newId('re')
    back += one.cents
    const created = second
    const object = failedRefund(intent, one.cents, { id, created })
    if (one.isNamed) stripe('refund.created', { ...object, status: 'succeeded' })
    stripe('charge.refunded', refundedCharge(intent, released + back, whole))
    if (one.merchant !== 'not' && scenario.hasTotals) merchant(undefined, back)
    else if (one.merchant !== 'not') merchant(one.merchant === 're' ? id : `own-${index}`, one.cents)
    if (one.hasFailed && !scenario.hasTotals) failures.push(() => stripe('refund.failed', object))
  }
  for (const fail of failures) fail()
  const failed = scenario.refunds.filter(({ hasFailed }) => hasFailed && !scenario.hasTotals)
  const refunded = back - failed.reduce((sum, { cents }) => sum + cents, 0)
  let disputed = 0
  if (scenario.dispute !== undefined && !scenario.hasTotals) {
    const { cents, isWon } = scenario.dispute
    const opened = dispute(intent, 'needs_response', { amount: cents })
    stripe('charge.dispute.created', opened)
    if (isWon) stripe('charge.dispute.closed', { ...opened, status: 'won' })
    else disputed = cents
  }
  const part = (cents: number) => Math.floor((2 * cents * amount + charged) / (2 * charged))
  return {
    intent,
    amount,
    events,
    known,
    refunded_cents: Math.min(amount, part(refunded + disputed)),
    /** The maximum excess caused by the merchant's own rounding. */
    rounding_cents: charged === amount || scenario.rounding === 'floor' ? 0 : refunds.length,
  }
}

async function sell(shop: ConnectedShop, scenario: History, intent: string): Promise<void> {
  if (scenario.source === 'merchant') {
    const sale = { transaction_id: intent, amount_cents: scenario.amount_cents, customer_key: 'cus-1' }
    expect((await shop.sale(sale)).status).toBe(200)
    return
  }
  const object = {
    id: intent,
    amount: scenario.amount_cents + scenario.released,
    amount_received: scenario.amount_cents,
    currency: 'usd',
    metadata: { service_customer_key: 'cus-1' },
  }
  expect((await shop.stripe.deliver(createEvent(service, 'payment_intent.succeeded', object))).status).toBe(
    200,
  )
}

it(`a sale’s refunds are correct for any sources in any order, even in parallel (${HISTORIES})`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (scenario) => {
      clock.set(new Date(START_MS))
      const shop = await openConnectedShop(service)
      await shop.customer('cus-1')
      const { intent, amount, events, known, ...expected } = createTimeline(scenario)
      await sell(shop, scenario, intent)
      for (const event of events.slice(0, known)) await event(shop)
      const keys = scenario.order[Symbol.iterator]()
      const shuffled = [...events.slice(known), ...events.slice(0, 3)]
        .map((event) => ({ event, key: Number(keys.next().value) }))
        .sort((a, b) => a.key - b.key)
      if (scenario.isParallel) await Promise.all(shuffled.map(({ event }) => event(shop)))
      else for (const { event } of shuffled) await event(shop)
      const [sale] = await shop.rows('sale_events')
      const refunded_cents = Number(sale?.refunded_cents)
      expect(refunded_cents).toBeGreaterThanOrEqual(expected.refunded_cents)
      expect(refunded_cents).toBeLessThanOrEqual(
        Math.min(amount, expected.refunded_cents + expected.rounding_cents),
      )
      const left = (cents: number) =>
        Math.floor((2 * cents * (amount - refunded_cents) + amount) / (2 * amount))
      const [commission, fee] = [Math.round(amount * 0.2), Math.floor((amount * 350 + 5000) / 10_000)]
      expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: amount }])
      expect(await shop.rows('commissions')).toMatchObject([
        { amount_cents: commission, reversed_cents: commission - left(commission) },
      ])
      expect(await shop.rows('platform_fees')).toMatchObject([
        { amount_cents: fee, reversed_cents: fee - left(fee) },
      ])
      await shop.verify()
      expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
    }),
    { numRuns: HISTORIES, ...SEED },
  )
}, 3_600_000)
