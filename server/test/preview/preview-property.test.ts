import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reviewCommissions } from '../../src/commissions/review-commissions.flow.ts'
import { firstSales } from '../../src/preview/first-sale.rule.ts'
import { policyHistory } from '../../src/preview/policy-history.rule.ts'
import { DRAWN } from '../currencies.ts'
import { createTestPartner, send, signInMember, signUp, startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, deps } = service
const { userId } = await signUp(service)

const NO_LATER = new Date('2027-01-20T00:00:00.000Z')

const small = (max: number) => fc.integer({ min: 0, max })
const PRODUCTS = [undefined, 'pro', 'basic'] as const

const terms = fc
  .oneof(
    fc.record({ type: fc.constant('percent' as const), rateBps: small(10_000) }),
    fc.record({
      type: fc.constant('flat' as const),
      amountCents: small(2_000),
      currency: fc.constantFrom(...DRAWN),
    }),
  )
  .chain((pays) =>
    fc
      .oneof(
        fc.record({ duration: fc.constantFrom('lifetime' as const, 'first_sale' as const) }),
        fc.record({
          duration: fc.constant('months' as const),
          durationMonths: fc.integer({ min: 1, max: 2 }),
        }),
      )
      .map((lasts) => ({ ...pays, ...lasts })),
  )
type Terms = typeof terms extends fc.Arbitrary<infer Value> ? Value : never

const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
      amount_cents: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 })),
      currency: fc.constantFrom(...DRAWN),
      product_id: fc.constantFrom(...PRODUCTS),
      customer: small(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      sale: small(9),
      part: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reject' as const), sale: small(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('policy' as const),
      product: fc.constantFrom(...PRODUCTS),
      // Null: it is ended.
      terms: fc.option(terms),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 20, 35) }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never
type SaleEvent = Extract<Event, { kind: 'sale' }>

interface World {
  shop: Shop
  bearer: string
  /** What was sold, in order. */
  sold: { transaction_id: string; amount_cents: number }[]
}

/** A program with two partners whose policy of `product` is as given from the start, or as all programs' where it is not. */
async function openWorld(product: string | undefined, first: Terms | undefined): Promise<World> {
  // A sale past the window would not be recorded at all.
  const shop = await openShop(service, {
    perLead: { amount_cents: 7, currency: 'EUR' },
    attributionWindowDays: 365,
  })
  const bearer = await signInMember(service, shop.program)
  const world = { shop, bearer, sold: [] }
  if (first !== undefined) await setPolicy(world, product, first)
  const other = await createTestPartner(service, shop.program)
  for (const [n, code] of [shop.program.code, shop.program.code, other.code].entries()) {
    await shop.customer(`cus-${n}`, await shop.clickId(code))
  }
  return world
}

async function setPolicy({ shop, bearer }: World, productId: string | undefined, set: Terms | null) {
  const url = `/api/programs/${shop.program.id}/commission-policies`
  if (set !== null) {
    const body = productId === undefined ? set : { ...set, productId }
    expect((await send(service.app, 'POST', url, { bearer, body })).status).toBe(201)
    return
  }
  const { body } = await send(service.app, 'GET', url, { bearer })
  const current = body.data.find((one: { productId: string | null }) => one.productId === (productId ?? null))
  if (current === undefined || productId === undefined) return
  await send(service.app, 'DELETE', `${url}/${current.id}`, { bearer })
}

async function play(world: World, one: Event): Promise<void> {
  switch (one.kind) {
    case 'sale':
      return sell(world, [one])
    case 'refund': {
      const sold = world.sold[one.sale % Math.max(1, world.sold.length)]
      if (sold === undefined) return
      const { transaction_id, amount_cents } = sold
      const part =
        one.part === undefined
          ? {}
          : { refund_amount_cents: Math.max(1, Math.floor((amount_cents * one.part) / 1000)) }
      const body = { transaction_id, ...part, refund_id: `refund-${one.part ?? 'all'}` }
      const answer = await send(service.app, 'POST', '/api/v1/track/refund', {
        body,
        bearer: world.shop.program.liveKey,
      })
      expect([200, 400]).toContain(answer.status)
      return
    }
    case 'reject':
      return
    case 'policy':
      return setPolicy(world, one.product, one.terms)
    case 'wait':
      // All of it lies in the days that are looked at.
      if (clock.now() < NO_LATER) clock.advance({ days: one.days })
  }
}

/** Sales of one moment. */
async function sell({ shop, sold }: World, sales: SaleEvent[]): Promise<void> {
  const calls = sales.map(({ customer, amount_cents, currency, product_id }) => {
    const transaction_id = `t${sold.length}`
    sold.push({ transaction_id, amount_cents })
    return shop.sale({ transaction_id, amount_cents, currency, product_id, customer_key: `cus-${customer}` })
  })
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
}

async function commissionOf({ shop, sold }: World, index: number) {
  const name = sold[index % Math.max(1, sold.length)]?.transaction_id
  const sale = (await shop.rows('sale_events')).find(({ transaction_id }) => transaction_id === name)
  return (await shop.rows('commissions')).find(({ sale_id }) => sale !== undefined && sale_id === sale.id)
}

async function reject({ shop }: World, commission: { id?: unknown } | undefined): Promise<void> {
  if (commission === undefined) return
  const review = { review: 'reject', actorId: userId, reason: 'because' } as const
  await reviewCommissions(deps, shop.program.id, [Number(commission.id)], review)
}

/** What each partner is owed of sales, per currency; nothing is left out. */
async function earnedIn({ shop }: World): Promise<Record<string, number>> {
  const earned: Record<string, number> = {}
  for (const row of await shop.rows('commissions')) {
    if (row.kind !== 'sale') continue
    const key = `${isFirst(shop, row) ? 'first' : 'other'} ${row.currency}`
    earned[key] = (earned[key] ?? 0) + Number(row.amount_cents) - Number(row.reversed_cents)
  }
  return withoutZeros(earned)
}

const isFirst = (shop: Shop, row: Record<string, unknown>) =>
  Number(row.partner_id) === shop.program.partnerId
const withoutZeros = (sums: Record<string, number>) =>
  Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))

interface PartnerRow {
  partnerId: number
  currency: string
  earnedCents: number
  wouldEarnCents: number
  differenceCents: number
}

async function previewIn({ shop, bearer, sold }: World, body: object) {
  const url = `/api/programs/${shop.program.id}/commission-policies/preview`
  const answer = await send(service.app, 'POST', url, { bearer, body: { ...body, days: 365 } })
  expect(answer.status).toBe(200)
  const { sales, isComplete, partners, totals, rest } = answer.body.data
  expect([sales, isComplete, rest]).toEqual([sold.length, true, []])
  const sumOf = (field: keyof PartnerRow, name = (row: PartnerRow) => row.currency) => {
    const sums: Record<string, number> = {}
    for (const row of partners as PartnerRow[]) {
      sums[name(row)] = (sums[name(row)] ?? 0) + Number(row[field])
    }
    return sums
  }
  for (const field of ['earnedCents', 'wouldEarnCents', 'differenceCents'] as const) {
    expect(sumOf(field)).toEqual(
      Object.fromEntries(totals.map((total: PartnerRow) => [total.currency, total[field]])),
    )
  }
  const byPartner = ({ partnerId, currency }: PartnerRow) =>
    `${partnerId === shop.program.partnerId ? 'first' : 'other'} ${currency}`
  return {
    earned: withoutZeros(sumOf('earnedCents', byPartner)),
    wouldEarn: withoutZeros(sumOf('wouldEarnCents', byPartner)),
    differences: (partners as PartnerRow[]).filter(({ differenceCents }) => differenceCents !== 0),
  }
}

const asked = (product: string | undefined, set: Terms) =>
  product === undefined ? set : { ...set, productId: product }

describe('over any history of sales, refunds, rejections and policies', () => {
  it('the policy that was in force all the time would have earned exactly what was earned', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PRODUCTS),
        terms,
        fc.array(event, { minLength: 5, maxLength: 25, size: 'max' }),
        fc.boolean(),
        async (product, own, events, isAtOnce) => {
          clock.set('2026-03-10T12:00:00.000Z')
          const world = await openWorld(product, own)
          for (const one of events) {
            // Some sales come in one millisecond: nothing but what was paid says which was first.
            if (one.kind === 'sale' && isAtOnce) {
              await sell(world, [one, { ...one, amount_cents: one.amount_cents + 1 }])
              continue
            }
            clock.advance({ minutes: 1 })
            if (one.kind === 'reject') await reject(world, await commissionOf(world, one.sale))
            else if (one.kind !== 'policy' || one.product !== product) await play(world, one)
          }
          const seen = await previewIn(world, asked(product, own))
          expect(seen.earned).toEqual(await earnedIn(world))
          expect(seen.differences).toEqual([])
        },
      ),
      { numRuns: 20, interruptAfterTimeLimit: 25_000 },
    )
  }, 60_000)

  it('another policy would have earned what a program earned that had it from the start', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PRODUCTS),
        terms,
        fc.array(event, { minLength: 5, maxLength: 20, size: 'max' }),
        async (product, other, events) => {
          clock.set('2026-03-10T12:00:00.000Z')
          const real = await openWorld(product, undefined)
          const twin = await openWorld(product, other)
          for (const one of events) {
            clock.advance({ minutes: 1 })
            if (one.kind === 'reject') {
              const rejected = await commissionOf(real, one.sale)
              // A person can only reject what was earned.
              if (rejected?.status === 'pending') {
                await reject(twin, await commissionOf(twin, one.sale))
                await reject(real, rejected)
              }
              continue
            }
            const at = clock.now()
            await play(real, one)
            if (one.kind === 'wait') continue
            clock.set(at.toISOString())
            // The twin has its policy of this product all the time.
            if (one.kind !== 'policy' || one.product !== product) await play(twin, one)
          }
          const seen = await previewIn(real, asked(product, other))
          expect(seen.earned).toEqual(await earnedIn(real))
          expect(seen.wouldEarn).toEqual(await earnedIn(twin))
        },
      ),
      { numRuns: 20, interruptAfterTimeLimit: 25_000 },
    )
  }, 60_000)
})

it('of several sales in the very millisecond of a customer’s first, the one that was paid as first was first', () => {
  const at = new Date('2026-03-10T12:00:00.000Z')
  const own = {
    id: 1,
    group_id: null,
    product_id: null,
    type: 'percent',
    rate_bps: 1000,
    amount_cents: null,
    currency: null,
    duration: 'first_sale',
    duration_months: null,
    hold_days: null,
    commission_base: 'amount',
    created_at: new Date(0),
    superseded_at: null,
  } as const
  const lifetime = { ...own, id: 2, product_id: 'pro', duration: 'lifetime' } as const
  const policiesAt = policyHistory([own, lifetime])
  const sale = {
    received_at: at,
    came_at: at,
    granted: undefined,
    customer_id: 5,
    partner_id: 6,
    group_id: null,
    product_id: undefined,
    currency: 'USD',
    amount_cents: 100,
    tax_amount_cents: null,
    refunded_cents: 0,
    customer_first_sale_at: at,
  } as const
  const paid = (duration: 'first_sale' | 'lifetime') => ({
    amount_cents: 10,
    reversed_cents: 0,
    rejected_at: null,
    scope: { group_id: null, product_id: duration === 'lifetime' ? 'pro' : null },
    duration,
  })
  const unpaid = { ...sale, id: 1, commission: undefined }
  const asFirst = { ...sale, id: 2, commission: paid('first_sale') }
  const ofProduct = { ...sale, id: 3, product_id: 'pro', commission: paid('lifetime') }
  expect(firstSales([asFirst, unpaid], policiesAt)).toEqual(new Set([2]))
  expect(firstSales([unpaid, ofProduct], policiesAt)).toEqual(new Set([3]))
  expect(firstSales([ofProduct, { ...ofProduct, id: 4 }], policiesAt)).toEqual(new Set([3]))
  expect(firstSales([ofProduct, asFirst], policiesAt)).toEqual(new Set([2]))
  const elsewhere = { ...unpaid, id: 9, customer_id: 7 }
  expect(firstSales([asFirst, elsewhere], policiesAt)).toEqual(new Set([2, 9]))
  const later = { ...unpaid, customer_first_sale_at: new Date(at.getTime() - 1) }
  expect(firstSales([later], policiesAt)).toEqual(new Set())
})
