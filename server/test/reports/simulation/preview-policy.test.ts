import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { previewPolicy } from '../../../src/reports/simulation/preview-policy.flow.ts'
import { findProgram } from '../../../src/workspace/programs/programs.sql.ts'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { invalid, openShop, type Shop } from '../../merchant.ts'
import { openClaimFixture } from '../../portal/inquiries/claim-fixture.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database, deps } = service
let shop: Shop
let bearer: string
let orders = 0

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
})

const preview = (body: unknown, as = bearer) =>
  send(service.app, 'POST', `/api/programs/${shop.program.id}/commission-policies/preview`, {
    bearer: as,
    body,
  })

async function sale(customer_key: string, amount_cents: number, more: object = {}): Promise<string> {
  clock.advance({ minutes: 1 })
  const transaction_id = `order-${++orders}`
  const { status } = await shop.sale({ transaction_id, amount_cents, customer_key, ...more })
  expect(status).toBe(200)
  return transaction_id
}

const refund = (body: object) =>
  send(service.app, 'POST', '/api/v1/track/refund', { body, bearer: shop.program.liveKey })

/** Returns a simulation's total in one currency. */
async function readTotal(body: unknown) {
  const response = await preview(body)
  expect(response.status).toBe(200)
  expect(response.body.data.totals).toHaveLength(1)
  return response.body.data.totals[0]
}

describe('a simulated commission policy', () => {
  it('returns earnings per partner with difference, total and number of sales', async () => {
    const other = await createTestPartner(service, shop.program)
    await shop.customer('ann')
    await shop.customer('bob', await shop.clickId(other.code))
    await sale('ann', 10_000)
    await sale('ann', 999)
    await sale('bob', 5_000)
    await sale('bob', 100, { currency: 'EUR' })
    const response = await preview({ type: 'percent', rateBps: 2500 })
    expect(response.status).toBe(200)
    const sums = (currency: string, sales: number, earnedCents: number, wouldEarnCents: number) => ({
      currency,
      sales,
      changedSales: sales,
      earnedCents,
      wouldEarnCents,
      differenceCents: wouldEarnCents - earnedCents,
    })
    const named = (partnerId: number) => ({ partnerId, partnerName: expect.stringMatching(/./) })
    expect(response.body.data).toEqual({
      from: '2026-02-09T00:00:00.000Z',
      to: clock.now().toISOString(),
      sales: 4,
      isComplete: true,
      oldestSaleAt: '2026-03-10T12:01:00.000Z',
      totals: [sums('EUR', 1, 20, 25), sums('USD', 3, 3_200, 4_000)],
      partners: [
        { ...named(other.partnerId), ...sums('EUR', 1, 20, 25) },
        { ...named(shop.program.partnerId), ...sums('USD', 2, 2_200, 2_750) },
        { ...named(other.partnerId), ...sums('USD', 1, 1_000, 1_250) },
      ],
      rest: [],
    })
  })

  it('treats an approved claim as of when its order was received, so the current policy changes nothing', async () => {
    const fixture = await openClaimFixture(service)
    shop = fixture.shop
    bearer = await signInMember(service, shop.program)
    const months = { type: 'percent', rateBps: 2000, duration: 'months', durationMonths: 1 }
    await shop.policy({ duration: 'months', duration_months: 1 })
    clock.advance({ days: 1 })
    await shop.customer('ann')
    const [customer] = await shop.rows('customers')
    await sale('ann', 10_000)
    clock.advance({ days: 10 })
    await fixture.rejectedSale('order-of-ann', { amount_cents: 5_000 })
    clock.advance({ days: 40 })
    const id = await fixture.claimed('order-of-ann')
    expect((await fixture.approve(id, { customerId: customer?.id })).status).toBe(200)
    const same = { sales: 2, earnedCents: 3_000, wouldEarnCents: 3_000, changedSales: 0 }
    expect(await readTotal({ ...months, days: 90 })).toMatchObject(same)
    // Earlier sales are paid by the policy in force at the time of the sale.
    expect(await readTotal({ ...months, days: 5 })).toMatchObject({
      sales: 1,
      earnedCents: 1_000,
      wouldEarnCents: 1_000,
    })
    expect(
      await readTotal({ type: 'percent', rateBps: 1000, duration: 'first_sale', days: 90 }),
    ).toMatchObject({
      earnedCents: 3_000,
      wouldEarnCents: 1_000,
    })
  })

  it('applies the refund rule to refunds and keeps rejected commissions at zero', async () => {
    await shop.customer('ann')
    const part = await sale('ann', 1_000)
    const whole = await sale('ann', 2_000)
    await sale('ann', 3_000)
    const [, , third] = await shop.rows('commissions')
    expect((await refund({ transaction_id: part, refund_amount_cents: 333 })).status).toBe(200)
    expect((await refund({ transaction_id: whole })).status).toBe(200)
    const rejected = await send(service.app, 'POST', `/api/programs/${shop.program.id}/commissions/reject`, {
      bearer,
      body: { commissionIds: [Number(third?.id)], reason: 'fraud' },
    })
    expect(rejected.status).toBe(200)
    // 20 % of 1,000 with a third refunded is 133; 25 % is 167.
    expect(await readTotal({ type: 'percent', rateBps: 2500 })).toMatchObject({
      sales: 3,
      earnedCents: 133,
      wouldEarnCents: 167,
    })
  })

  it('changes a product’s sales only if its policy changes or ends', async () => {
    await shop.customer('ann')
    const set = (body: object) =>
      send(service.app, 'POST', `/api/programs/${shop.program.id}/commission-policies`, { bearer, body })
    expect((await set({ productId: 'pro', type: 'flat', amountCents: 500, currency: 'USD' })).status).toBe(
      201,
    )
    await sale('ann', 10_000, { product_id: 'pro' })
    await sale('ann', 10_000, { product_id: 'basic' })
    await sale('ann', 10_000)
    expect(
      await readTotal({ productId: 'pro', type: 'flat', amountCents: 700, currency: 'USD' }),
    ).toMatchObject({ sales: 3, changedSales: 1, earnedCents: 4_500, wouldEarnCents: 4_700 })
    expect(await readTotal({ productId: 'basic', type: 'percent', rateBps: 0 })).toMatchObject({
      changedSales: 1,
      wouldEarnCents: 2_500,
    })
    expect(await readTotal({ productId: 'pro', isEnded: true })).toMatchObject({
      changedSales: 1,
      wouldEarnCents: 6_000,
    })
    // Another default doesn't affect a product with its own policy.
    expect(await readTotal({ type: 'percent', rateBps: 1000 })).toMatchObject({
      changedSales: 2,
      wouldEarnCents: 2_500,
    })
    // A flat amount in another currency matches no sale, so the default pays.
    expect(
      await readTotal({ productId: 'pro', type: 'flat', amountCents: 1, currency: 'EUR' }),
    ).toMatchObject({
      wouldEarnCents: 6_000,
    })
  })

  it('counts the duration from the customer’s first sale, even if it was before the period', async () => {
    await shop.customer('ann')
    await sale('ann', 1_000)
    clock.advance({ days: 40 })
    await sale('ann', 1_000)
    const first = { type: 'percent', rateBps: 2000, duration: 'first_sale' }
    expect(await readTotal({ ...first, days: 7 })).toMatchObject({
      sales: 1,
      earnedCents: 200,
      wouldEarnCents: 0,
    })
    expect(await readTotal({ ...first, days: 60 })).toMatchObject({
      sales: 2,
      earnedCents: 400,
      wouldEarnCents: 200,
    })
    const months = { type: 'percent', rateBps: 2000, duration: 'months' }
    expect(await readTotal({ ...months, durationMonths: 1, days: 60 })).toMatchObject({ wouldEarnCents: 200 })
    expect(await readTotal({ ...months, durationMonths: 2, days: 60 })).toMatchObject({ wouldEarnCents: 400 })
  })

  it('counts days in the program time zone, including today', async () => {
    await shop.change({ time_zone: 'Asia/Ho_Chi_Minh' })
    await shop.customer('ann')
    clock.set('2026-03-10T16:59:00.000Z')
    await sale('ann', 1_000)
    clock.set('2026-03-10T17:00:00.000Z')
    expect((await preview({ type: 'percent', rateBps: 1, days: 1 })).body.data).toMatchObject({
      from: '2026-03-10T17:00:00.000Z',
      sales: 1,
    })
    clock.set('2026-03-10T17:01:00.001Z')
    await database.kysely
      .updateTable('sale_events')
      .set({ received_at: new Date('2026-03-10T16:59:59.999Z') })
      .where('program_id', '=', shop.program.id)
      .execute()
    expect((await preview({ type: 'percent', rateBps: 1, days: 1 })).body.data.sales).toBe(0)
    expect((await preview({ type: 'percent', rateBps: 1, days: 2 })).body.data.sales).toBe(1)
  })

  it('lists the partners with the largest differences, and the rest as one total per currency', async () => {
    for (let n = 1; n <= 23; n++) {
      const partner = await createTestPartner(service, shop.program)
      await shop.customer(`cus-${n}`, await shop.clickId(partner.code))
      await sale(`cus-${n}`, n * 100)
    }
    const { totals, partners, rest } = (await preview({ type: 'percent', rateBps: 1000 })).body.data
    expect(partners.map(({ differenceCents }: { differenceCents: number }) => differenceCents)).toEqual(
      Array.from({ length: 20 }, (_, n) => -10 * (23 - n)),
    )
    expect(rest).toEqual([
      {
        partners: 3,
        currency: 'USD',
        sales: 3,
        changedSales: 3,
        earnedCents: 120,
        wouldEarnCents: 60,
        differenceCents: -60,
      },
    ])
    expect(totals[0]).toMatchObject({ sales: 23, earnedCents: 5_520, differenceCents: -2_760 })
  })

  it('returns an empty result for a period without sales', async () => {
    expect((await preview({ type: 'percent', rateBps: 1 })).body.data).toMatchObject({
      sales: 0,
      isComplete: true,
      oldestSaleAt: null,
      totals: [],
      partners: [],
      rest: [],
    })
  })

  it('reports whether it included all sales and, if not, the oldest included one', async () => {
    await shop.customer('ann')
    for (let n = 0; n < 5; n++) await sale('ann', 1_000)
    const program = await findProgram(database.kysely, shop.program.id)
    if (program === undefined) throw new Error('program not found')
    const looked = (most: { sales: number; ms: number; versions: number }) =>
      previewPolicy(deps, program, {
        days: 1,
        change: ZERO,
        most,
        disconnected: new AbortController().signal,
      })
    const [, , third] = await shop.rows('sale_events')
    expect(await looked({ sales: 3, ms: 60_000, versions: 10 })).toMatchObject({
      sales: 3,
      isComplete: false,
      oldestSaleAt: third?.received_at,
      totals: [{ sales: 3, earned_cents: 600n }],
    })
    expect(await looked({ sales: 5, ms: 60_000, versions: 10 })).toMatchObject({ sales: 5, isComplete: true })
    expect(await looked({ sales: 5, ms: -1, versions: 10 })).toMatchObject({ sales: 0, isComplete: false })
    expect(await looked({ sales: 5, ms: 60_000, versions: 0 })).toBe('too_many_versions')
  })

  it('reads one page at a time, however many requests run at once', async () => {
    await shop.customer('ann')
    await sale('ann', 1_000)
    const program = await findProgram(database.kysely, shop.program.id)
    if (program === undefined) throw new Error('program not found')
    let [reading, most] = [0, 0]
    const run: typeof database.run = async (call) => {
      most = Math.max(most, ++reading)
      return database.run(call).finally(() => reading--) as never
    }
    const watched = { clock, database: { ...database, run } }
    const previews = Array.from({ length: 5 }, () =>
      previewPolicy(watched, program, { days: 1, change: ZERO, disconnected: new AbortController().signal }),
    )
    for (const response of await Promise.all(previews)) expect(response).toMatchObject({ sales: 1 })
    expect(most).toBe(1)
  })

  it('changes no rows', async () => {
    await shop.customer('ann')
    await refund({ transaction_id: await sale('ann', 1_000), refund_amount_cents: 100 })
    await saved(service)
    const before = await allPrograms()
    expect((await preview({ type: 'percent', rateBps: 100, duration: 'first_sale' })).status).toBe(200)
    const once = await send(
      service.app,
      'POST',
      `/api/programs/${shop.program.id}/commission-policies/preview`,
      { bearer, body: { type: 'percent', rateBps: 100 }, headers: { 'idempotency-key': 'one' } },
    )
    expect(once.status).toBe(200)
    expect(await allPrograms()).toEqual(before)
  })

  it.each([
    { field: 'type', body: {} },
    { field: 'type', body: { type: 'tiered', rateBps: 1 } },
    { field: 'rateBps', body: { type: 'percent' } },
    { field: 'currency', body: { type: 'flat', amountCents: 1, currency: 'GBP' } },
    { field: 'days', body: { type: 'percent', rateBps: 1, days: 0 } },
    { field: 'days', body: { type: 'percent', rateBps: 1, days: 366 } },
    { field: 'days', body: { type: 'percent', rateBps: 1, days: 1.5 } },
    { field: 'productId', body: { type: 'percent', rateBps: 1, productId: 'a\0' } },
    { field: 'productId', body: { isEnded: true } },
    { field: 'productId', body: { isEnded: true, productId: 'nobody-has-it' } },
    { field: 'type', body: { isEnded: true, productId: 'p', type: 'percent' } },
    { field: 'holdDays', body: { isEnded: true, productId: 'p', holdDays: 1 } },
  ])('returns 400 and names the field for %j', async ({ field, body }) => {
    const response = await preview(body)
    expect([response.status, response.body]).toEqual([400, invalid(field)])
  })
})

const ZERO = {
  scope: { group_id: null, product_id: null },
  policy: {
    id: 0,
    group_id: null,
    product_id: null,
    type: 'percent',
    rate_bps: 0,
    amount_cents: null,
    currency: null,
    duration: 'lifetime',
    duration_months: null,
    hold_days: null,
    commission_base: 'amount',
  },
} as const

/** Returns all rows, except what a signed-in request itself changes. */
async function allPrograms(): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'sessions'`.execute(
    database.kysely,
  )
  const hashes = tables.map(async ({ name }) => {
    const { rows } = await sql`
      select count(*)::int as rows, md5(string_agg(t::text, chr(10) order by t::text)) as hash
      from ${sql.table(name)} t`.execute(database.kysely)
    return [name, rows[0]] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}
