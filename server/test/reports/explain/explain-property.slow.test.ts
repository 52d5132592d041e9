import fc from 'fast-check'
import { expect, it } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { createPayoutBatch } from '../../../src/earnings/payouts/create-payout-batch.flow.ts'
import { payPayout } from '../../../src/earnings/payouts/pay-payout.flow.ts'
import type { ConclusionStatus, Reason } from '../../../src/reports/explain/explain.ts'
import { refundSale } from '../../../src/tracking/refunds/apply-refund.flow.ts'
import { createTestPartner, send, signInMember, signUp, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { refuse } from './stored-rejected-request.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, database, deps } = service
const { kysely } = database
const { userId } = await signUp(service)

/** The number of histories, e.g. EXPLAIN_HISTORIES=2000; EXPLAIN_SEED repeats a failure. */
const HISTORIES = Number(process.env.EXPLAIN_HISTORIES ?? 12)
const SEED = process.env.EXPLAIN_SEED
const TIMEOUT_MS = 60_000 + HISTORIES * 6_000

const small = (max: number) => fc.integer({ min: 0, max })
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

/** An event. Numbers choose among a few names, so that events share them. */
const event = fc.oneof(
  weighted(
    3,
    fc.record({
      kind: fc.constant('signup'),
      customer: small(2),
      partner: small(1),
      by: fc.constantFrom('server', 'browser', 'without click'),
    }),
  ),
  weighted(
    7,
    fc.record({
      kind: fc.constant('sale'),
      order: small(5),
      customer: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
      amount_cents: fc.integer({ min: 1, max: 100_000 }),
      currency: fc.constantFrom('USD', 'USD', 'EUR', 'usd'),
      isText: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
      isTest: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    }),
  ),
  weighted(
    2,
    fc.record({ kind: fc.constant('refund'), order: small(5), part: fc.integer({ min: 1, max: 1000 }) }),
  ),
  weighted(1, fc.record({ kind: fc.constant('dispute'), order: small(5), isWithdrawn: fc.boolean() })),
  weighted(1, fc.record({ kind: fc.constant('reject'), order: small(5) })),
  weighted(
    1,
    fc.record({
      kind: fc.constant('policy'),
      policy: fc.constantFrom(
        { type: 'percent', rateBps: 3333 },
        { type: 'percent', rateBps: 1 },
        { type: 'percent', rateBps: 2000, duration: 'first_sale' },
        { type: 'percent', rateBps: 2000, duration: 'months', durationMonths: 1 },
        { type: 'flat', amountCents: 500, currency: 'EUR' },
      ),
    }),
  ),
  weighted(1, fc.record({ kind: fc.constant('window'), days: fc.constantFrom(1, 30, 365) })),
  weighted(
    1,
    fc.record({
      kind: fc.constant('partner'),
      partner: small(1),
      status: fc.constantFrom('approved', 'rejected', 'pending'),
    }),
  ),
  weighted(
    1,
    fc.record({
      kind: fc.constant('program'),
      change: fc.constantFrom(
        { closed_to_new_referrals: true },
        { closed_to_new_referrals: false },
        { commission_approval: 'review' },
        { commission_approval: 'automatic' },
      ),
    }),
  ),
  weighted(2, fc.record({ kind: fc.constant('days'), days: fc.constantFrom(2, 31, 61) })),
  weighted(1, fc.record({ kind: fc.constant('payout'), isPaid: fc.boolean() })),
)
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

/** A simulated program's state, with the last request for each order. */
interface History {
  shop: Shop
  bearer: string
  codes: string[]
  partnerIds: number[]
  sent: Map<string, Record<string, unknown>>
}

it(
  `explains each order correctly after any of ${HISTORIES} histories`,
  async () => {
    const met = new Set<Reason>()
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 18, size: 'max' }), async (events) => {
        clock.set('2026-03-10T12:00:00.000Z')
        const history = await startHistory()
        for (const one of events) {
          clock.advance({ minutes: 1 })
          await apply(history, one)
        }
        clock.advance({ minutes: 1 })
        for (const transaction_id of [...history.sent.keys(), 'never-sent'])
          met.add(await check(history, transaction_id))
      }),
      { numRuns: HISTORIES, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    )
    if (HISTORIES >= 1000) expect([...met].sort()).toEqual(expect.arrayContaining(OFTEN))
  },
  TIMEOUT_MS,
)

/** Reasons that are certain to occur in a hundred histories. */
const OFTEN: Reason[] = [
  'commission_ended',
  'commission_first_sale_only',
  'unsupported_currency',
  'no_signup',
  'lead_rejected',
  'nothing_received',
  'partner_not_approved',
  'refunded',
  'on_hold',
  'window_closed',
]

async function startHistory(): Promise<History> {
  const shop = await openShop(service)
  const second = await createTestPartner(service, shop.program)
  // Creates one signup per partner, so that most sales match.
  await shop.customer('cus-0')
  await shop.customer('cus-1', await shop.clickId(second.code))
  return {
    shop,
    bearer: await signInMember(service, shop.program),
    codes: [shop.program.code, second.code],
    partnerIds: [shop.program.partnerId, second.partnerId],
    sent: new Map(),
  }
}

async function apply(history: History, one: Event): Promise<void> {
  const { shop, codes, partnerIds } = history
  const { id } = shop.program
  switch (one.kind) {
    case 'signup':
      return signUpCustomer(history, one)
    case 'sale':
      return sell(history, one)
    case 'refund':
    case 'dispute':
      return recordReversal(history, one)
    case 'reject': {
      const commission = await readCommission(history, `order-${one.order}`)
      if (commission === undefined) return
      const url = `/api/programs/${id}/commissions/reject`
      await send(app, 'POST', url, {
        bearer: history.bearer,
        body: { commissionIds: [commission.id], reason: 'because' },
      })
      return
    }
    case 'policy': {
      const url = `/api/programs/${id}/commission-policies`
      const { status, text } = await send(app, 'POST', url, { bearer: history.bearer, body: one.policy })
      expect(status, text).toBeLessThan(300)
      return
    }
    case 'window':
      return void (await shop.change({ attribution_window_days: one.days }))
    case 'partner':
      expect(codes[one.partner]).toBeDefined()
      await kysely
        .updateTable('program_enrollments')
        .set({ status: one.status })
        .where('program_id', '=', id)
        .where('partner_id', '=', partnerIds[one.partner] ?? 0)
        .execute()
      return
    case 'program':
      return void (await shop.change(one.change as Parameters<Shop['change']>[0]))
    case 'days':
      clock.advance({ days: one.days })
      await approveCommissions(deps)
      return
    case 'payout': {
      const batch = await createPayoutBatch(
        deps,
        id,
        { currency: undefined, partnerIds: undefined, minimumCents: 1 },
        userId,
      )
      if (batch.kind !== 'made' || !one.isPaid) return
      for (const payout of batch.payouts)
        await payPayout(deps, id, { id: payout.id, reference: undefined }, userId)
    }
  }
}

async function signUpCustomer(
  { shop, codes }: History,
  one: Extract<Event, { kind: 'signup' }>,
): Promise<void> {
  const customer_key = `cus-${one.customer}`
  const click =
    one.by === 'without click'
      ? undefined
      : await shop.click({ affiliate_url: `https://shop.test/?aff=${codes[one.partner]}` })
  const body = { customer_key, ...(click?.body.success === true ? { click_id: click.body.click_id } : {}) }
  const response = one.by === 'browser' ? await shop.browserLead(body) : await shop.serverLead(body)
  if (response.status === 200) return
  clock.advance({ ms: 1 })
  await refuse(service, shop, {
    type: 'lead',
    body,
    bearer: one.by === 'browser' ? null : shop.program.liveKey,
  }).catch(() => {})
}

async function sell(history: History, one: Extract<Event, { kind: 'sale' }>): Promise<void> {
  const { shop, sent } = history
  const { amount_cents, currency, isText } = one
  const transaction_id = `order-${one.order}`
  const body = {
    transaction_id,
    customer_key: `cus-${one.customer}`,
    currency,
    amount_cents: isText ? String(amount_cents) : amount_cents,
  }
  if (one.isTest) return void (await shop.testSale(body))
  const response = await shop.sale(body)
  const isRecorded = response.status === 200 && response.body.sale_id !== null
  if (response.status !== 409) sent.set(transaction_id, body)
  if (isRecorded) return
  clock.advance({ ms: 1 })
  await refuse(service, shop, { type: 'sale', body })
}

async function recordReversal(
  history: History,
  one: Extract<Event, { kind: 'refund' | 'dispute' }>,
): Promise<void> {
  const { shop } = history
  const sale = await readSale(history, `order-${one.order}`)
  if (sale === undefined) return
  const amountCents =
    one.kind === 'refund' ? Math.max(1, Math.floor((Number(sale.amount_cents) * one.part) / 1000)) : undefined
  const shared = { reason: undefined, source: 'processor' } as const
  const report =
    one.kind === 'refund'
      ? ({
          kind: 'refund',
          amountIs: 'part',
          refundId: `re_${clock.now().getTime()}`,
          amountCents,
          ...shared,
        } as const)
      : ({ kind: 'dispute', refundId: 'dp_1', amountCents, isWithdrawn: one.isWithdrawn, ...shared } as const)
  await refundSale(
    deps,
    { id: shop.program.id, sandbox: false },
    { saleId: sale.id, report, receivedAt: clock.now() },
  )
}

async function readSale({ shop }: History, transaction_id: string) {
  return kysely
    .selectFrom('sale_events')
    .selectAll()
    .where('program_id', '=', shop.program.id)
    .where('is_test', '=', false)
    .where('transaction_id', '=', transaction_id)
    .executeTakeFirst()
}

async function readCommission(history: History, transaction_id: string) {
  const sale = await readSale(history, transaction_id)
  if (sale === undefined) return undefined
  return kysely
    .selectFrom('commissions')
    .selectAll()
    .where('program_id', '=', history.shop.program.id)
    .where('sale_id', '=', sale.id)
    .executeTakeFirst()
}

/**
 * Compares an order's explanation with the database and, if nothing was recorded, with the result of sending the
 * order again.
 */
async function check(history: History, transaction_id: string): Promise<Reason> {
  const url = `/api/programs/${history.shop.program.id}/explain?transactionId=${transaction_id}`
  const { status, body, text } = await send(app, 'GET', url, { bearer: history.bearer })
  expect(status, text).toBe(200)
  const { conclusion, timeline } = body.data
  const {
    reason,
    status: conclusionStatus,
    facts,
    message,
  } = conclusion as {
    reason: Reason
    status: ConclusionStatus
    facts: Record<string, unknown>
    message: string
  }
  const described = `${transaction_id}: ${JSON.stringify(conclusion)}`
  expect(message, described).not.toMatch(/undefined|NaN|an unknown/)
  const times = timeline.map(({ at }: { at: string }) => at)
  expect(times, described).toEqual([...times].sort())
  const sale = await readSale(history, transaction_id)
  if (sale === undefined) {
    expect([conclusionStatus, facts.commissionCents], described).toEqual(['none', undefined])
    const again = history.sent.get(transaction_id)
    if (again === undefined) {
      expect(reason, described).toBe('nothing_received')
      return reason
    }
    const response = await history.shop.sale(again)
    const isTaken = response.status === 200 && response.body.sale_id !== null
    expect(isTaken, `${described} and sent again: ${response.text}`).toBe(reason === 'would_count_if_resent')
    return reason
  }
  expect([facts.saleId, facts.amountCents, facts.customerId], described).toEqual([
    sale.id,
    sale.amount_cents,
    sale.customer_id,
  ])
  expect((facts.partner as { id: number }).id, described).toBe(sale.partner_id)
  await checkMoney(history, transaction_id, { reason, status: conclusionStatus, facts, described })
  return reason
}

async function checkMoney(
  history: History,
  transaction_id: string,
  {
    reason,
    status: conclusionStatus,
    facts,
    described,
  }: { reason: Reason; status: ConclusionStatus; facts: Record<string, unknown>; described: string },
): Promise<void> {
  const commission = await readCommission(history, transaction_id)
  if (commission === undefined) {
    expect(conclusionStatus, described).toBe('none')
    expect(['commission_ended', 'commission_first_sale_only', 'no_policy_for_currency'], described).toContain(
      reason,
    )
    return
  }
  const { amount_cents, reversed_cents, paid_cents, status, payout_id } = commission
  const left = amount_cents - reversed_cents
  expect([facts.commissionId, facts.initialCents, facts.commissionCents, facts.paidCents], described).toEqual(
    [commission.id, amount_cents, left, paid_cents],
  )
  const expected: ConclusionStatus =
    amount_cents === 0 || (left === 0 && paid_cents === 0)
      ? 'none'
      : paid_cents >= left
        ? 'paid'
        : payout_id !== null
          ? 'due'
          : status === 'pending'
            ? 'waiting'
            : (await isPartnerPaid(history, commission.partner_id))
              ? 'due'
              : 'waiting'
  expect(conclusionStatus, described).toBe(expected)
}

async function isPartnerPaid({ shop }: History, partnerId: number): Promise<boolean> {
  const { status } = await kysely
    .selectFrom('program_enrollments')
    .select('status')
    .where('program_id', '=', shop.program.id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return status === 'approved'
}
