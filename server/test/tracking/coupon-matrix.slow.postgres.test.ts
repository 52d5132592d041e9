import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COUPON_PRECEDENCES, type CouponPrecedence } from '../../src/core/enums.ts'
import { verifyMoney } from '../../src/reports/performance/verify-money.flow.ts'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import { concurrently, createTestPartner, send, signInMember } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'
import { startTwoProcesses, type TwoProcesses } from '../two-processes.ts'

let pair: TwoProcesses

beforeAll(async () => {
  pair = await startTwoProcesses()
})

afterAll(() => pair?.stop())

async function open(precedence: CouponPrecedence) {
  const shop = await openShop(pair.both)
  const bearer = await signInMember(pair.own, shop.program)
  const call = (method: 'POST' | 'PATCH', path: string, body: unknown) =>
    send(pair.both.app, method, `/api/programs/${shop.program.id}${path}`, { bearer, body })
  const coder = await createTestPartner(pair.own, shop.program)
  const rival = await createTestPartner(pair.own, shop.program)
  expect((await call('PATCH', '', { couponPrecedence: precedence })).status).toBe(200)
  for (const [{ partnerId }, code] of [
    [coder, 'CODE'],
    [rival, 'RIVAL'],
  ] as const) {
    expect((await call('POST', '/coupon-codes', { partnerId, code })).status).toBe(201)
  }
  return { shop, coder: coder.partnerId, rival: rival.partnerId, clicker: shop.program.partnerId }
}

type CouponFixture = Awaited<ReturnType<typeof open>>

const sell = (shop: Shop, transaction_id: string, over: Record<string, unknown> = {}) =>
  shop.sale({ transaction_id, amount_cents: 10_000, customer_key: 'cus', ...over })

/**
 * Expects a single partner for all sales, one commission per sale for that partner, and totals that match the events.
 */
async function expectOnePartner({ shop }: CouponFixture): Promise<unknown> {
  const sales = await shop.rows('sale_events')
  const commissions = await shop.rows('commissions')
  const partners = new Set(sales.map(({ partner_id }) => partner_id))
  expect(partners.size).toBe(1)
  const [partner] = partners
  expect(commissions.map(({ sale_id, partner_id }) => [sale_id, partner_id])).toEqual(
    sales.map(({ id }) => [id, partner]),
  )
  const current = (await shop.rows('customers')).filter(({ customer_key }) => customer_key === 'cus')
  expect(current).toMatchObject([{ partner_id: partner, sale_count: sales.length }])
  expect((await verifyMoney(pair.own.database, shop.program.id)).differences).toEqual([])
  const { differences } = await verifyStatistics(pair.own.database, shop.program.id)
  expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
  return partner
}

type Winner = 'coder' | 'clicker' | 'rival'

/** The events in order, and the partner who gets the customer under each rule. */
const SEQUENCES: [string, (shop: Shop) => Promise<void>, Record<CouponPrecedence, Winner>][] = [
  [
    'the click’s signup, then a sale with the code',
    async (shop) => {
      await shop.customer('cus')
      await sell(shop, 'o-1', { coupon_code: 'CODE' })
    },
    { code: 'coder', click: 'clicker', first_touch: 'clicker' },
  ],
  [
    'a click, then one signup with both',
    async (shop) => {
      const click_id = await shop.clickId()
      await shop.serverLead({ click_id, customer_key: 'cus', coupon_code: 'CODE' })
      await sell(shop, 'o-1')
    },
    { code: 'coder', click: 'clicker', first_touch: 'clicker' },
  ],
  [
    'a sale with both, without a signup',
    async (shop) => {
      const click_id = await shop.clickId()
      await sell(shop, 'o-1', { click_id, coupon_code: 'CODE' })
      await sell(shop, 'o-2')
    },
    { code: 'coder', click: 'clicker', first_touch: 'clicker' },
  ],
  [
    'a browser’s signup, then a sale with both',
    async (shop) => {
      const click_id = await shop.clickId()
      await shop.browserLead({ click_id })
      await sell(shop, 'o-1', { click_id, coupon_code: 'CODE' })
    },
    { code: 'coder', click: 'clicker', first_touch: 'clicker' },
  ],
  [
    'a browser’s signup, then the server’s with the code',
    async (shop) => {
      const click_id = await shop.clickId()
      await shop.browserLead({ click_id })
      await shop.serverLead({ click_id, customer_key: 'cus', coupon_code: 'CODE' })
      await sell(shop, 'o-1', { coupon_code: 'CODE' })
    },
    { code: 'coder', click: 'clicker', first_touch: 'clicker' },
  ],
  [
    'a sale with the code, then the click’s signup',
    async (shop) => {
      await sell(shop, 'o-1', { coupon_code: 'CODE' })
      await shop.serverLead({ click_id: await shop.clickId(), customer_key: 'cus' })
      await sell(shop, 'o-2')
    },
    { code: 'coder', click: 'coder', first_touch: 'coder' },
  ],
  [
    'a signup with the code, then the click’s signup',
    async (shop) => {
      await shop.serverLead({ customer_key: 'cus', coupon_code: 'CODE' })
      await shop.serverLead({ click_id: await shop.clickId(), customer_key: 'cus' })
      await sell(shop, 'o-1')
    },
    { code: 'coder', click: 'clicker', first_touch: 'coder' },
  ],
  [
    'a sale by the click, then one with the code',
    async (shop) => {
      await shop.customer('cus')
      await sell(shop, 'o-1')
      await sell(shop, 'o-2', { coupon_code: 'CODE' })
    },
    { code: 'clicker', click: 'clicker', first_touch: 'clicker' },
  ],
  [
    'two codes, one after the other',
    async (shop) => {
      await shop.serverLead({ customer_key: 'cus', coupon_code: 'RIVAL' })
      await sell(shop, 'o-1', { coupon_code: 'CODE' })
    },
    { code: 'coder', click: 'coder', first_touch: 'rival' },
  ],
]

/** Events that both processes receive at once. Their order varies, but one partner gets everything. */
const RACES: [string, (shop: Shop, round: number) => Promise<void>][] = [
  [
    'sales with and without the code',
    async (shop) => {
      await shop.customer('cus')
      await concurrently(8, (n) => sell(shop, `o-${n}`, n % 2 === 0 ? { coupon_code: 'CODE' } : {}))
    },
  ],
  [
    'sales with two codes',
    async (shop) => {
      await concurrently(8, (n) => sell(shop, `o-${n}`, { coupon_code: n % 2 === 0 ? 'CODE' : 'RIVAL' }))
    },
  ],
  [
    'copies of one sale with the code and of the click’s signup',
    async (shop) => {
      const click_id = await shop.clickId()
      await concurrently(8, (n) =>
        n % 2 === 0
          ? sell(shop, 'o-1', { coupon_code: 'CODE' })
          : shop.serverLead({ click_id, customer_key: 'cus' }),
      )
      await sell(shop, 'o-2', { coupon_code: 'RIVAL' })
    },
  ],
  [
    'sales with the click and a code, and the click’s signup',
    async (shop) => {
      const click_id = await shop.clickId()
      await concurrently(9, (n) =>
        n % 3 === 2
          ? shop.serverLead({ click_id, customer_key: 'cus' })
          : sell(shop, `o-${n}`, { click_id, coupon_code: n % 3 === 0 ? 'CODE' : 'RIVAL' }),
      )
    },
  ],
  [
    'the click’s signup after the code’s, and sales',
    async (shop) => {
      await shop.serverLead({ customer_key: 'cus', coupon_code: 'CODE' })
      const click_id = await shop.clickId()
      await concurrently(8, (n) =>
        n % 2 === 0 ? shop.serverLead({ click_id, customer_key: 'cus' }) : sell(shop, `o-${n}`),
      )
    },
  ],
  [
    'signups with two codes and a click, then sales',
    async (shop) => {
      const click_id = await shop.clickId()
      await concurrently(8, (n) =>
        shop.serverLead({ click_id, customer_key: 'cus', coupon_code: n % 2 === 0 ? 'CODE' : 'RIVAL' }),
      )
      await concurrently(4, (n) => sell(shop, `o-${n}`))
    },
  ],
]

describe.each(COUPON_PRECEDENCES)('with two processes, under %s', (precedence) => {
  it.each(SEQUENCES)('%s: one partner', async (_title, play, winners) => {
    const opened = await open(precedence)
    await play(opened.shop)
    expect(await expectOnePartner(opened)).toBe(opened[winners[precedence]])
  })

  it.each(RACES)('%s at once: one partner, one commission each', async (_title, play) => {
    for (let round = 0; round < 3; round++) {
      const opened = await open(precedence)
      await play(opened.shop, round)
      await expectOnePartner(opened)
    }
  })
})
