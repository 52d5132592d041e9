import { beforeEach, describe, expect, it } from 'vitest'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService()
const { app, clock } = service

const START = Date.parse('2026-03-10T12:00:00.000Z')
const MINUTE = 60_000

let shop: Shop
let bearer: string
let ada: { partnerId: number; code: string }
let bea: { partnerId: number; code: string }

beforeEach(async () => {
  clock.set(new Date(START).toISOString())
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
  ada = await createTestPartner(service, shop.program)
  bea = await createTestPartner(service, shop.program)
  for (const [partner, code] of [
    [ada, 'ADA10'],
    [bea, 'BEA10'],
  ] as const) {
    const created = await callAsTeam('POST', '/coupon-codes', { partnerId: partner.partnerId, code })
    expect(created.status, created.text).toBe(201)
  }
})

const callAsTeam = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) =>
  send(app, method, `/api/programs/${shop.program.id}${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })

async function report(query = 'period=30d') {
  const { status, body, text } = await callAsTeam('GET', `/coupon-report?${query}`)
  expect(status, text).toBe(200)
  return body.data
}

const after = (minutes: number) => clock.set(new Date(START + minutes * MINUTE).toISOString())

let orders = 0
const sell = (customer_key: string, coupon_code: string | null, over: Record<string, unknown> = {}) =>
  shop.sale({
    transaction_id: `r-${orders++}`,
    amount_cents: 10_000,
    customer_key,
    ...(coupon_code === null ? {} : { coupon_code }),
    ...over,
  })

describe('the coupon report', () => {
  it('separates orders without a click from the code’s partner from orders shortly after another partner’s click', async () => {
    await sell('alone', 'ADA10')
    await shop.customer('own', await shop.clickId(ada.code))
    await sell('own', 'ADA10')
    await shop.customer('late', await shop.clickId(bea.code))
    await shop.customer('close', await shop.clickId(bea.code))
    after(30)
    await sell('close', 'ADA10')
    after(31)
    await sell('late', 'ADA10')
    await sell('late', 'ADA10')
    const { totals, codes, orders: leaks } = await report()
    expect(totals).toMatchObject([
      {
        currency: 'USD',
        orders: 5,
        newCustomerOrders: 4,
        noClickOrders: 3,
        otherClickOrders: 1,
        revenueCents: 50_000,
        commissionCents: 10_000,
        // Fewer clicks than orders: the partner only shares a code.
        codeOnlyOrders: 3,
        leakSignOrders: 1,
        leakSignRevenueCents: 10_000,
        leakSignCommissionCents: 2_000,
      },
    ])
    expect(codes).toMatchObject([
      {
        code: 'ADA10',
        partner: { id: ada.partnerId },
        pattern: 'code_only',
        orders: 5,
        revenueByCurrency: { USD: 50_000 },
      },
    ])
    expect(leaks.map(({ kind }: { kind: string }) => kind)).toEqual(['other_click'])
    expect(leaks[0]).toMatchObject({
      code: 'ADA10',
      codePartner: { id: ada.partnerId },
      partner: { id: ada.partnerId },
      clickPartner: { id: bea.partnerId },
      clickedAt: '2026-03-10T12:00:00.000Z',
    })
    expect((await report('period=30d&minutes=31')).totals).toMatchObject([{ otherClickOrders: 3 }])
    expect((await report('period=30d&minutes=29')).totals).toMatchObject([{ otherClickOrders: 0 }])
    expect((await callAsTeam('GET', '/coupon-report?minutes=0')).status).toBe(400)
  })

  it.each(['code', 'click', 'first_touch'])(
    'finds no leak in a code used before the click, under the precedence %s',
    async (couponPrecedence) => {
      await callAsTeam('PATCH', '', { couponPrecedence })
      await shop.serverLead({ customer_key: 'cus-1', coupon_code: 'ADA10' })
      after(1)
      const click_id = await shop.clickId(bea.code)
      after(2)
      await shop.serverLead({ customer_key: 'cus-1', click_id })
      await sell('cus-1', 'ADA10')
      const { totals, orders: leaks, simulation } = await report()
      expect(totals).toMatchObject([{ orders: 1, noClickOrders: 1, otherClickOrders: 0 }])
      expect(leaks).toEqual([])
      const rule = simulation.rules.find(
        ({ precedence }: { precedence: string }) => precedence === couponPrecedence,
      )
      expect(rule).toMatchObject({ totals: [{ movedSales: 0 }], moves: [] })
    },
  )

  it('finds a code that is mostly used without a click although its partner has links', async () => {
    for (let click = 0; click < 5; click++) await shop.clickId(ada.code)
    await shop.customer('own', await shop.clickId(ada.code))
    await sell('own', 'ADA10')
    for (const name of ['a', 'b']) await sell(name, 'ADA10')
    expect((await report()).codes).toMatchObject([{ pattern: 'none', noClickOrders: 2 }])
    await sell('c', 'ADA10')
    const { totals, codes, orders: leaks } = await report()
    expect(codes).toMatchObject([{ code: 'ADA10', pattern: 'mostly_no_click', noClickOrders: 3 }])
    expect(totals).toMatchObject([{ codeOnlyOrders: 0, leakSignOrders: 3, leakSignRevenueCents: 30_000 }])
    expect(leaks.map(({ kind }: { kind: string }) => kind)).toEqual(['no_click', 'no_click', 'no_click'])
  })

  it('shows which partner would have lost a sale to which other partner, even at the same rate', async () => {
    await shop.customer('cus-1')
    await sell('cus-1', 'ADA10')
    const { simulation } = await report()
    const rules = Object.fromEntries(
      simulation.rules.map(({ precedence, ...rule }: { precedence: string }) => [precedence, rule]),
    )
    expect(rules.code).toMatchObject({ totals: [{ movedSales: 0 }], moves: [] })
    expect(rules.click).toMatchObject({
      totals: [{ movedSales: 1, earnedCents: 2_000, wouldEarnCents: 2_000 }],
      moves: [
        {
          currency: 'USD',
          from: { id: ada.partnerId, name: 'Pat' },
          to: { id: shop.program.partnerId, name: 'Pat' },
          sales: 1,
          earnedCents: 2_000,
          wouldEarnCents: 2_000,
        },
      ],
    })
  })

  it('counts another partner’s commission only in the total', async () => {
    await shop.customer('buyer', await shop.clickId(bea.code))
    await sell('buyer', null)
    after(10)
    await sell('buyer', 'ADA10')
    const { totals, codes, orders: leaks } = await report()
    expect(leaks).toMatchObject([{ partner: { id: bea.partnerId }, commissionCents: 2_000 }])
    expect(totals).toMatchObject([
      { commissionCents: 2_000, leakSignRevenueCents: 10_000, leakSignCommissionCents: 0 },
    ])
    expect(codes).toMatchObject([
      { code: 'ADA10', partner: { id: ada.partnerId }, revenueByCurrency: { USD: 10_000 } },
    ])
    expect(codes[0].commissionByCurrency).toEqual({})
  })

  it('subtracts refunds, and keeps currencies apart', async () => {
    await sell('a', 'ADA10', { transaction_id: 'refunded' })
    await sell('b', 'ADA10', { currency: 'EUR', amount_cents: 5_000 })
    const refund = { transaction_id: 'refunded', refund_amount_cents: 4_000 }
    const refunded = await send(app, 'POST', '/api/v1/track/refund', {
      bearer: shop.program.liveKey,
      body: refund,
    })
    expect(refunded.status, refunded.text).toBe(200)
    expect((await report()).totals).toMatchObject([
      { currency: 'EUR', revenueCents: 5_000, commissionCents: 1_000 },
      { currency: 'USD', revenueCents: 6_000, commissionCents: 1_200 },
    ])
  })

  it('is empty without codes, and omits test sales and other periods', async () => {
    await sell('alone', 'ADA10')
    await shop.testSale({ transaction_id: 't', coupon_code: 'ADA10' })
    clock.set('2026-06-10T12:00:00.000Z')
    const { totals, codes, simulation } = await report('period=7d')
    expect([totals, codes]).toEqual([[], []])
    expect(simulation.rules.map(({ totals: sums }: { totals: unknown[] }) => sums)).toEqual([[], [], []])
  })

  it('simulates what the program would have decided under each rule', async () => {
    const group = await callAsTeam('POST', '/partner-groups', { name: 'VIP' })
    expect(group.status, group.text).toBe(201)
    await callAsTeam('POST', '/commission-policies', {
      type: 'percent',
      rateBps: 5_000,
      groupId: group.body.data.id,
    })
    const inGroup = await callAsTeam('PUT', `/partners/${ada.partnerId}/group`, {
      groupId: group.body.data.id,
    })
    expect(inGroup.status, inGroup.text).toBeLessThan(300)
    const earned: Record<string, number> = {}
    for (const precedence of ['code', 'click', 'first_touch']) {
      await callAsTeam('PATCH', '', { couponPrecedence: precedence })
      await play(precedence)
      const sales = (await shop.rows('sale_events')).filter(({ transaction_id }) =>
        String(transaction_id).startsWith(`${precedence}-`),
      )
      const commissions = await shop.rows('commissions')
      const ids = new Set(sales.map(({ id }) => id))
      earned[precedence] = commissions
        .filter(({ sale_id }) => ids.has(sale_id))
        .reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0)
    }
    // All programs have the same history, so each simulated rule must pay three times what it paid in its own program.
    const { simulation } = await report()
    const actual = Object.values(earned).reduce((sum, one) => sum + one, 0)
    const uncontested = 2_000
    for (const { precedence, totals } of simulation.rules) {
      expect([precedence, totals]).toMatchObject([
        precedence,
        [
          {
            currency: 'USD',
            earnedCents: actual - 3 * uncontested,
            wouldEarnCents: 3 * ((earned[precedence] ?? 0) - uncontested),
          },
        ],
      ])
    }
    expect(new Set(Object.values(earned)).size).toBe(3)
    expect(simulation).toMatchObject({ precedence: 'first_touch', isComplete: true })
  })

  /** Orders that the rules decide differently, and one without a code. */
  async function play(prefix: string) {
    const key = (name: string) => `${prefix}-${name}`
    const order = (name: string, code: string | null, customer = name) =>
      sell(key(customer), code, { transaction_id: key(name) })
    const customer = async (name: string, code = shop.program.code) =>
      shop.customer(key(name), await shop.clickId(code))
    await customer('click-against-code')
    await order('click-against-code', 'ADA10')
    await order('renewal', null, 'click-against-code')
    await customer('own-click', ada.code)
    await order('own-click', 'ADA10')
    await customer('plain')
    await order('plain', null)
    // The signup's code competes with a click, then another code competes with the winner.
    const click_id = await shop.clickId()
    await shop.serverLead({ click_id, customer_key: key('two-codes'), coupon_code: 'BEA10' })
    await order('two-codes', 'ADA10')
    await shop.serverLead({ customer_key: key('codes-only'), coupon_code: 'BEA10' })
    await order('codes-only', 'ADA10')
    // A signup with a code and one with an earlier or later click.
    clock.advance({ minutes: 1 })
    await shop.serverLead({ customer_key: key('code-first'), coupon_code: 'ADA10' })
    const earlierClick = await shop.clickId()
    clock.advance({ minutes: 1 })
    await shop.serverLead({ customer_key: key('code-first'), click_id: await shop.clickId() })
    await order('code-first', null)
    await order('code-first-renewal', null, 'code-first')
    await shop.serverLead({ customer_key: key('click-first'), coupon_code: 'ADA10' })
    await shop.serverLead({ customer_key: key('click-first'), click_id: earlierClick })
    await order('click-first', 'BEA10')
  }
})
