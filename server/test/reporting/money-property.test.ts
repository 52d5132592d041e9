import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { approveCommissions } from '../../src/commissions/approve-commissions.job.ts'
import { reviewCommissions } from '../../src/commissions/review-commissions.flow.ts'
import { cancelPayout } from '../../src/payouts/cancel-payout.flow.ts'
import { makePayoutBatch } from '../../src/payouts/make-payout-batch.flow.ts'
import { markCommissionsPaid } from '../../src/payouts/mark-commissions-paid.flow.ts'
import { payPayout } from '../../src/payouts/pay-payout.flow.ts'
import { refundSale } from '../../src/refunds/apply-refund.flow.ts'
import type { RefundChange } from '../../src/refunds/refund.rule.ts'
import { DRAWN } from '../currencies.ts'
import { send, signInMember, signUp, startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database, deps } = service
const { kysely } = database
const { userId } = await signUp(service)

const small = (max: number) => fc.integer({ min: 0, max })

/** One thing that happens to money. Numbers choose among the few sales and commissions there are, so that they meet. */
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sale'),
      amount_cents: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 })),
      currency: fc.constantFrom(...DRAWN),
      customer: small(1),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refund'),
      sale: small(6),
      refund_id: fc.option(small(2), { nil: undefined }),
      part: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('dispute'),
      sale: small(6),
      dispute: small(1),
      isWithdrawn: fc.boolean(),
      part: fc.integer({ min: 1, max: 1000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('failed refund'), sale: small(6), refund_id: small(2) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold ends'), days: fc.constantFrom(1, 31) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('review'),
      review: fc.constantFrom('approve', 'reject'),
      commission: small(6),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('batch') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay'), payout: small(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel'), payout: small(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mark paid'), commission: small(6) }) },
)

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

describe('after any sequence of sales, refunds, disputes, approvals and payouts', () => {
  it('every balance equals its rows, nothing is paid twice, and no cent is lost to rounding', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40, size: 'max' }), async (events) => {
        clock.set('2026-03-10T12:00:00.000Z')
        const shop = await openShop(service, { perLead: { amount_cents: 7, currency: 'EUR' } })
        await shop.customer('cus-0')
        await shop.customer('cus-1')
        for (const one of events) {
          clock.advance({ minutes: 1 })
          await play(shop, one)
          await checkBalances(shop)
        }
        await checkSales(shop)
        await shop.verify()
        await payEverything(shop)
        await checkSettled(shop)
      }),
      { numRuns: 25, interruptAfterTimeLimit: 25_000 },
    )
  })
})

async function play(shop: Shop, one: Event): Promise<void> {
  const { id } = shop.program
  switch (one.kind) {
    case 'sale': {
      const { amount_cents, currency } = one
      const transaction_id = `t${(await shop.rows('sale_events')).length}`
      await shop.sale({ transaction_id, amount_cents, currency, customer_key: `cus-${one.customer}` })
      return
    }
    case 'refund': {
      const sale = pick(await shop.rows('sale_events'), one.sale)
      if (sale === undefined) return
      const body = {
        transaction_id: sale.transaction_id,
        refund_id: one.refund_id === undefined ? undefined : `re_${one.refund_id}`,
        refund_amount_cents: one.part === undefined ? undefined : partOf(sale, one.part),
      }
      const options = { body, bearer: shop.program.liveKey }
      const answer = await send(service.app, 'POST', '/api/v1/track/refund', options)
      expect([200, 400]).toContain(answer.status)
      return
    }
    case 'dispute': {
      const { isWithdrawn } = one
      return report(shop, one.sale, (sale) => ({
        kind: 'dispute',
        refundId: `dp_${one.dispute}`,
        amountCents: partOf(sale, one.part),
        isWithdrawn,
      }))
    }
    case 'failed refund':
      return report(shop, one.sale, (sale) => ({
        kind: 'failed_refund',
        refundId: `re_${one.refund_id}`,
        amountCents: partOf(sale, 300),
      }))
    case 'hold ends':
      clock.advance({ days: one.days })
      await approveCommissions(deps)
      return
    case 'review': {
      const commission = pick(await shop.rows('commissions'), one.commission)
      if (commission === undefined) return
      const { review } = one
      await reviewCommissions(deps, id, [Number(commission.id)], {
        review,
        actorId: userId,
        reason: 'because',
      })
      return
    }
    case 'batch':
      await makePayoutBatch(deps, id, { currency: undefined, partnerIds: undefined, minimumCents: 1 }, userId)
      return
    case 'pay': {
      const payout = pick(await payouts(shop), one.payout)
      if (payout !== undefined) await payPayout(deps, id, { id: payout.id, reference: undefined }, userId)
      return
    }
    case 'cancel': {
      const payout = pick(await payouts(shop), one.payout)
      if (payout !== undefined) await cancelPayout(deps, id, payout.id, userId)
      return
    }
    case 'mark paid': {
      const commission = pick(await shop.rows('commissions'), one.commission)
      if (commission === undefined) return
      await markCommissionsPaid(
        deps,
        id,
        { commissionIds: [Number(commission.id)], reference: undefined },
        userId,
      )
    }
  }
}

type Row = Record<string, unknown>

const pick = <T>(rows: T[], index: number): T | undefined => rows[index % Math.max(1, rows.length)]

/** A share of a sale in thousandths, at least one cent. */
const partOf = (sale: Row, part: number) => Math.max(1, Math.floor((Number(sale.amount_cents) * part) / 1000))

async function report(shop: Shop, index: number, change: (sale: Row) => RefundChange): Promise<void> {
  const sale = pick(await shop.rows('sale_events'), index)
  if (sale === undefined) return
  const shared = { reason: undefined, source: 'processor' } as const
  await refundSale(
    deps,
    { id: shop.program.id, sandbox: false },
    {
      saleId: Number(sale.id),
      report: { ...change(sale), ...shared },
      receivedAt: clock.now(),
    },
  )
}

interface Payout {
  id: number
  status: string
  currency: string
  amount_cents: string
}

async function payouts(shop: Shop): Promise<Payout[]> {
  const found = await sql<Payout>`select id, status, currency, amount_cents::text as amount_cents
    from payouts where program_id = ${shop.program.id} order by id`.execute(kysely)
  return found.rows
}

const owner = new Map<number, string>()

/** The balances that are read equal what the rows come to, currency by currency; what was paid out is what payouts say. */
async function checkBalances(shop: Shop): Promise<void> {
  const expected = new Map<string, { pending: bigint; approved: bigint; paid: bigint; owed: bigint }>()
  for (const row of await shop.rows('commissions')) {
    const { status, currency } = row as { status: string; currency: string }
    const left = BigInt(Number(row.amount_cents)) - BigInt(Number(row.reversed_cents))
    const paid = BigInt(Number(row.paid_cents))
    const sums = expected.get(currency) ?? { pending: 0n, approved: 0n, paid: 0n, owed: 0n }
    if (status === 'pending') sums.pending += left
    if (status === 'approved') sums.approved += left
    if (status !== 'pending') sums.owed += left - paid
    sums.paid += paid
    expected.set(currency, sums)
  }
  const paidOut = new Map<string, bigint>()
  for (const { status, currency, amount_cents } of await payouts(shop)) {
    if (status === 'paid') paidOut.set(currency, (paidOut.get(currency) ?? 0n) + BigInt(amount_cents))
  }
  for (const [currency, sums] of expected) expect(sums.paid).toBe(paidOut.get(currency) ?? 0n)

  const answer = await send(service.app, 'GET', `/api/programs/${shop.program.id}/balances`, {
    bearer: await ownerOf(shop),
  })
  expect(answer.status).toBe(200)
  const read = new Map<string, object>()
  for (const { balances } of answer.body.data) {
    for (const { currency, ...sums } of balances) read.set(currency, sums)
  }
  const asRead = [...expected].map(([currency, sums]) => [
    currency,
    {
      pendingCents: Number(sums.pending),
      approvedCents: Number(sums.approved),
      paidCents: Number(sums.paid),
      owedCents: Number(sums.owed),
    },
  ])
  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(asRead))
}

async function ownerOf(shop: Shop): Promise<string> {
  const known = owner.get(shop.program.id)
  if (known !== undefined) return known
  const token = await signInMember(service, shop.program)
  owner.set(shop.program.id, token)
  return token
}

/** What is left of commission and fee is the original in proportion of what is left of the sale, half up. */
async function checkSales(shop: Shop): Promise<void> {
  const commissions = await shop.rows('commissions')
  const fees = await shop.rows('platform_fees')
  for (const sale of await shop.rows('sale_events')) {
    const amount = BigInt(Number(sale.amount_cents))
    const left = amount - BigInt(Number(sale.refunded_cents))
    expect(left >= 0n && left <= amount).toBe(true)
    expect(sale.status).toBe(left === 0n ? 'refunded' : 'paid')
    const share = (row: Row) => (2n * BigInt(Number(row.amount_cents)) * left + amount) / (2n * amount)
    const leftOf = (row: Row) => BigInt(Number(row.amount_cents)) - BigInt(Number(row.reversed_cents))
    const commission = commissions.find(({ sale_id }) => sale_id === sale.id)
    if (commission !== undefined) {
      expect(leftOf(commission)).toBe(commission.rejected_at === null ? share(commission) : 0n)
    }
    const fee = fees.find(({ sale_id }) => sale_id === sale.id)
    if (fee !== undefined) expect(leftOf(fee)).toBe(share(fee))
  }
}

async function payEverything(shop: Shop): Promise<void> {
  const { id } = shop.program
  for (const payout of await payouts(shop))
    await payPayout(deps, id, { id: payout.id, reference: undefined }, userId)
  clock.advance({ days: 365 })
  await approveCommissions(deps)
  const request = { currency: undefined, partnerIds: undefined, minimumCents: 1 }
  const batch = await makePayoutBatch(deps, id, request, userId)
  if (batch.kind === 'made') {
    for (const payout of batch.payouts)
      await payPayout(deps, id, { id: payout.id, reference: undefined }, userId)
  }
  expect(await makePayoutBatch(deps, id, request, userId)).toMatchObject({ kind: 'nothing_due' })
}

/** When all is paid, each currency has paid out exactly what is left of its commissions, or waits with a debt. */
async function checkSettled(shop: Shop): Promise<void> {
  const balance = new Map<string, { left: number; paid: number }>()
  for (const row of await shop.rows('commissions')) {
    expect(row.status).not.toBe('pending')
    const sums = balance.get(String(row.currency)) ?? { left: 0, paid: 0 }
    sums.left += Number(row.amount_cents) - Number(row.reversed_cents)
    sums.paid += Number(row.paid_cents)
    balance.set(String(row.currency), sums)
  }
  for (const { left, paid } of balance.values()) expect(paid).toBeGreaterThanOrEqual(left)
  await checkBalances(shop)
}
