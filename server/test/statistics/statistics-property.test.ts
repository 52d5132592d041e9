import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { updateProgram } from '../../src/programs/update-program.flow.ts'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { DRAWN } from '../currencies.ts'
import { startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database, deps } = service

const HOUR_MS = 3_600_000

/** Where and when: a few days before a clock change, or far from Greenwich. */
const PLACES = [
  ['America/New_York', '2026-03-06T20:00:00Z'],
  ['America/New_York', '2026-10-30T20:00:00Z'],
  ['Europe/Berlin', '2026-03-27T20:00:00Z'],
  ['Europe/Berlin', '2026-10-23T20:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T09:00:00Z'],
  ['America/St_Johns', '2026-03-06T20:00:00Z'],
  ['Asia/Kathmandu', '2026-12-30T12:00:00Z'],
  ['Pacific/Kiritimati', '2026-12-30T12:00:00Z'],
  ['Pacific/Pago_Pago', '2026-12-30T12:00:00Z'],
  ['UTC', '2028-02-27T12:00:00Z'],
] as const

const small = (max: number) => fc.integer({ min: 0, max })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const currency = fc.constantFrom(...DRAWN)

/** One thing that happens. Numbers choose among the few clicks, customers and orders there are, so that they meet. */
const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('click'), repeats: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('lead'),
      byServer: fc.boolean(),
      click: maybe(small(5)),
      customer: maybe(small(4)),
      email: maybe(small(3)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sale'),
      order: small(30),
      amount_cents: fc.integer({ min: 1, max: 1_000_000 }),
      currency,
      customer: maybe(small(4)),
      click: small(5),
      hoursAgo: maybe(small(30 * 24)),
      is_recurring: fc.boolean(),
      product_id: maybe(fc.constantFrom('first', 'flat', 'none')),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('test'),
      of: fc.constantFrom('click', 'lead', 'sale'),
      order: small(30),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('later'), ms: fc.integer({ min: 0, max: 30 * HOUR_MS }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('much later'),
      ms: fc.integer({ min: 0, max: 50 * 24 * HOUR_MS }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('policy'),
      policy: fc.constantFrom('server_verified', 'browser_allowed'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move'), place: small(PLACES.length - 1) }) },
)

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

/** What the answers promised, counted beside the service: the model. */
interface Promised {
  clicks: Set<string>
  sales: number
  revenue: Map<string, bigint>
  commissions: number
}

describe('after any sequence of events', () => {
  it('the daily statistics equal the events and the answers, a rebuild changes nothing, test events count nowhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PLACES),
        fc.array(event, { minLength: 1, maxLength: 45, size: 'max' }),
        async ([timeZone, start], events) => {
          clock.set(start)
          const shop = await openShop(service, { timeZone, perLead: { amount_cents: 7, currency: 'EUR' } })
          await shop.policy({ product_id: 'first', rate_bps: 5000, duration: 'first_sale' })
          await shop.policy({ product_id: 'flat', type: 'flat', amount_cents: 300, currency: 'EUR' })
          const clicks: string[] = [await shop.clickId()]
          const promised: Promised = { clicks: new Set(clicks), sales: 0, revenue: new Map(), commissions: 0 }
          for (const one of events) await play(shop, one, clicks, promised)
          await shop.verify()
          await expectAsPromised(shop, promised)
          const before = await shop.stats()
          await rebuildStatistics(database, shop.program.id)
          expect(await shop.stats()).toEqual(before)
        },
      ),
      { numRuns: 25, interruptAfterTimeLimit: 12_000 },
    )
  })
})

async function play(shop: Shop, one: Event, clicks: string[], promised: Promised) {
  const clickAt = (index: number) => clicks[index % clicks.length]
  switch (one.kind) {
    case 'click': {
      const last = clicks.at(-1)
      const { body } = await shop.click(one.repeats ? { existing_click_id: last } : {})
      expect(body).toMatchObject({ success: true })
      clicks.push(body.click_id)
      promised.clicks.add(body.click_id)
      return
    }
    case 'lead': {
      const answer = await (one.byServer ? shop.serverLead : shop.browserLead)({
        click_id: one.click === undefined ? undefined : clickAt(one.click),
        customer_key: one.customer === undefined ? undefined : `c${one.customer}`,
        email: one.email === undefined ? undefined : `e${one.email}@example.com`,
      })
      expect([200, 400]).toContain(answer.status)
      return
    }
    case 'sale': {
      const { amount_cents, is_recurring, product_id } = one
      const answer = await shop.sale({
        transaction_id: `t${one.order}`,
        amount_cents,
        is_recurring,
        product_id,
        currency: one.currency,
        customer_key: one.customer === undefined ? undefined : `c${one.customer}`,
        click_id: clickAt(one.click),
        occurred_at:
          one.hoursAgo === undefined
            ? undefined
            : new Date(clock.now().getTime() - one.hoursAgo * HOUR_MS).toISOString(),
      })
      expect([200, 400, 409]).toContain(answer.status)
      if (answer.status !== 200 || answer.body.sale_id === null) return
      promised.sales += 1
      promised.revenue.set(one.currency, (promised.revenue.get(one.currency) ?? 0n) + BigInt(amount_cents))
      if (answer.body.commission_id !== null) promised.commissions += 1
      return
    }
    case 'test': {
      const before = await untouchedByTests(shop)
      const additional_data = { test_mode: true, program_id: shop.program.id }
      if (one.of === 'click') await shop.click({ additional_data })
      if (one.of === 'lead')
        await shop.browserLead({ click_id: clicks[0], customer_key: 'c0', additional_data })
      if (one.of === 'sale')
        await shop.sale({ transaction_id: `t${one.order}`, customer_key: 'c0', livemode: false })
      expect(await untouchedByTests(shop)).toEqual(before)
      return
    }
    case 'later':
    case 'much later':
      return clock.advance({ ms: one.ms })
    case 'policy':
      // safe because the arbitrary makes only these two
      await shop.change({ lead_auth_policy: one.policy as 'server_verified' | 'browser_allowed' })
      return
    case 'move':
      await updateProgram(deps, shop.program.id, { time_zone: PLACES[one.place]?.[0] ?? 'UTC' })
      return
  }
}

/** All that a test event may not change: everything but the event tables' own test rows. */
async function untouchedByTests(shop: Shop) {
  const { customers, commissions, platform_fees } = await shop.counts()
  return {
    customers,
    commissions,
    platform_fees,
    stats: await shop.stats(),
    rows: await shop.rows('customers'),
  }
}

async function expectAsPromised(shop: Shop, promised: Promised) {
  const stats = await shop.stats()
  const total = (column: string) => stats.reduce((sum, row) => sum + Number(row[column] ?? 0), 0)
  const customers = await shop.rows('customers')
  expect(total('clicks')).toBe(promised.clicks.size)
  expect(total('sales')).toBe(promised.sales)
  expect(total('leads')).toBe(customers.filter(({ signup_at }) => signup_at !== null).length)
  expect(total('conversions')).toBe(customers.filter(({ sale_count }) => Number(sale_count) > 0).length)
  for (const [code, cents] of promised.revenue) {
    const rows = stats.filter((row) => row.currency === code)
    expect(rows.reduce((sum, row) => sum + BigInt(String(row.revenue_cents ?? 0)), 0n)).toBe(cents)
  }
  const commissions = await shop.rows('commissions')
  expect(commissions.filter(({ kind }) => kind === 'sale')).toHaveLength(promised.commissions)
}
