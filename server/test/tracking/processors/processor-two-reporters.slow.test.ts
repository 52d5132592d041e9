import { describe, expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { concurrently, send, startTestService } from '../../harness.ts'
import {
  createEvent,
  dispute,
  failedRefund,
  newId,
  openConnectedShop,
  paidSession,
  publish,
  refundedCharge,
} from './processor.ts'

const service = await startTestService()
const { app, clock, database } = service
const NOW = '2026-03-10T12:00:00.000Z'

/** Reports a sale of 49.00 by the processor, and its refunds by all sources. */
async function open() {
  clock.set(NOW)
  const shop = await openConnectedShop(service)
  const { click_id } = await shop.customer('cus-1')
  const session = paidSession({ metadata: { service_click_id: click_id } })
  const intent = session.payment_intent
  await publish(shop, 'checkout.session.completed', session)
  const [sale] = await shop.rows('sale_events')
  return {
    shop,
    intent,
    total: (cents: number, more = {}) =>
      publish(shop, 'charge.refunded', refundedCharge(intent, cents, more)),
    single: (id: string, amount: number, status = 'succeeded') =>
      publish(shop, 'refund.created', failedRefund(intent, amount, { id, status, failure_reason: null })),
    failure: (id: string, amount: number) =>
      publish(shop, 'refund.failed', failedRefund(intent, amount, { id })),
    merchant: (refund_id: string | undefined, refund_amount_cents?: number) =>
      send(app, 'POST', '/api/v1/track/refund', {
        body: { transaction_id: intent, refund_id, refund_amount_cents },
        bearer: shop.program.liveKey,
      }),
    person: (refundId: string, amountCents: number) =>
      shop.manage('POST', `/sales/${sale?.id}/refunds`, { refundId, amountCents, reason: 'goodwill' }),
  }
}

type OpenShop = Awaited<ReturnType<typeof open>>

async function expectRefunded({ shop }: OpenShop, refunded_cents: number) {
  const [commission, fee] = [
    Math.round(refunded_cents / 5),
    172 - Math.round((172 * (4900 - refunded_cents)) / 4900),
  ]
  expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, refunded_cents }])
  expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 980, reversed_cents: commission }])
  expect(await shop.rows('platform_fees')).toMatchObject([{ reversed_cents: fee }])
  await shop.verify()
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
}

type Step = (reports: OpenShop) => Promise<unknown>

const total =
  (cents: number): Step =>
  (reports) =>
    reports.total(cents)
const merchant =
  (id: string | undefined, cents?: number): Step =>
  (reports) =>
    reports.merchant(id, cents)
const person =
  (id: string, cents: number): Step =>
  (reports) =>
    reports.person(id, cents)
const single =
  (id: string, cents: number, status?: string): Step =>
  (reports) =>
    reports.single(id, cents, status)
const failure =
  (id: string, cents: number): Step =>
  (reports) =>
    reports.failure(id, cents)
/** Builds the charge as in older API versions, with its refunds, newest first. */
const listed =
  (cents: number, ...refunds: [id: string, amount: number][]): Step =>
  (reports) => {
    const data = refunds.map(([id, amount]) => ({ id, object: 'refund', amount, status: 'succeeded' }))
    return reports.total(cents, { refunds: { object: 'list', data } })
  }

/** Returns all permutations. */
function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  )
}

describe('a refund reported by the processor and the merchant', () => {
  it.each<[string, Step[], number]>([
    ['the merchant sends the processor’s id', [total(2000), merchant('re_1', 2000)], 2000],
    ['the merchant sends its own id', [total(2000), merchant('mine', 2000)], 2000],
    ['the merchant sends only an amount', [total(2000), merchant(undefined, 2000)], 2000],
    ['a team member records it', [total(2000), person('by-hand', 2000)], 2000],
    [
      'the merchant sends two refunds, the processor their total',
      [total(3000), merchant('a', 1000), merchant('b', 2000)],
      3000,
    ],
    ['the merchant sends one of two refunds', [total(3000), merchant('re_1', 1000)], 3000],
    [
      'the merchant sends another refund that the processor does not know',
      [total(1000), merchant('re_1', 1000), merchant('cash', 500)],
      1500,
    ],
    [
      'the processor sends the refund and the total',
      [single('re_1', 2000), total(2000), merchant('re_1', 2000)],
      2000,
    ],
    ['the processor sends only the refund', [single('re_1', 2000), merchant('re_1', 2000)], 2000],
    [
      'the processor sends two refunds',
      [single('re_1', 1000), single('re_2', 500), merchant('re_1', 1000)],
      1500,
    ],
    [
      'the processor lists the refunds in the charge',
      [listed(1500, ['re_2', 500], ['re_1', 1000]), merchant('re_1', 1000), person('re_2', 500)],
      1500,
    ],
    [
      'the processor sends the refund and the total, the merchant only an amount',
      [single('re_1', 2000), total(2000), merchant(undefined, 2000)],
      2000,
    ],
    [
      'the merchant sends only the totals of two equal refunds',
      [single('re_1', 1000), single('re_2', 1000), merchant(undefined, 1000), merchant(undefined, 2000)],
      2000,
    ],
    [
      'the merchant sends only the amount of the first of two refunds',
      [listed(2000, ['re_2', 1000], ['re_1', 1000]), merchant(undefined, 1000)],
      2000,
    ],
    ['the merchant sends a full refund', [total(4900), merchant(undefined)], 4900],
    ['the merchant sends a full refund with an id', [total(4900), merchant('re_1')], 4900],
    ['the refund fails', [single('re_1', 2000), failure('re_1', 2000), merchant('re_1', 2000)], 0],
    [
      'the refund fails, and the merchant sends its own id',
      [merchant('mine', 2000), failure('re_1', 2000)],
      0,
    ],
    [
      'one refund fails, and another one succeeds',
      [single('re_1', 2000), failure('re_1', 2000), merchant('re_2', 500)],
      500,
    ],
    ['the refund is pending', [single('re_1', 2000, 'pending'), total(2000), merchant('re_1', 2000)], 2000],
  ])('counts once in any order when %s', async (_name, steps, refunded) => {
    for (const order of permutations(steps)) {
      const reports = await open()
      for (const step of order) await step(reports)
      await expectRefunded(reports, refunded)
      for (const step of order) await step(reports)
      await expectRefunded(reports, refunded)
    }
  })

  it('counts once if all reports arrive concurrently', async () => {
    const reports = await open()
    const { total, single, merchant, person } = reports
    await Promise.all([
      total(1000),
      total(1500),
      single('re_1', 1000),
      single('re_2', 500),
      merchant('re_1', 1000),
      merchant('re_2', 500),
      person('re_1', 1000),
    ])
    await expectRefunded(reports, 1500)
    // A report without an id is a total, so it comes after the refunds it includes.
    await concurrently(4, () => merchant(undefined, 1500))
    await expectRefunded(reports, 1500)
  })

  it('counts twice if it is sent without an id and then with one, as the first response warns', async () => {
    const reports = await open()
    await reports.merchant('re_1', 1000)
    expect((await reports.merchant(undefined, 1000)).body.status).toBe('skipped')
    await expectRefunded(reports, 1000)
    const all = await reports.merchant(undefined, 1500)
    expect(all.body.message).toContain('counts again')
    // The refund may be part of the total or a separate refund for the same amount; the two can't be distinguished.
    expect((await reports.merchant('re_2', 500)).body.message).not.toContain('counts again')
    await reports.total(1500)
    await expectRefunded(reports, 2000)
  })

  it.each([
    ['adds up with a later dispute that it included', [1000, 'dispute'], 2000],
    ['includes an earlier dispute', ['dispute', 1000], 1000],
    [
      'reverses its amount again if it is repeated after one of its refunds has failed',
      [1000, 'failure', 1000],
      1000,
    ],
    ['counts nothing if its refund failed', [1000, 'failure'], 0],
  ] as const)('a total without an id %s', async (_name, steps, refunded) => {
    const reports = await open()
    const disputed = dispute(reports.intent, 'needs_response', { amount: 1000 })
    for (const step of steps) {
      if (step === 'dispute') await publish(reports.shop, 'charge.dispute.created', disputed)
      else if (step === 'failure') await reports.failure('re_1', 1000)
      else expect((await reports.merchant(undefined, step)).status).toBe(200)
    }
    await expectRefunded(reports, refunded)
  })

  it('a repeated report is marked as known and returns the current refunded amount', async () => {
    const reports = await open()
    await reports.total(2000)
    const response = await reports.merchant('re_1', 2000)
    expect(response.body).toMatchObject({ status: 'skipped', refunded_amount_cents: 2000 })
    const more = await reports.merchant('re_2', 2901)
    expect([more.status, more.body.error?.details]).toEqual([400, { field: 'refund_amount_cents' }])
    await expectRefunded(reports, 2000)
  })

  it('an older total changes nothing', async () => {
    const reports = await open()
    const older = createEvent(service, 'charge.refunded', refundedCharge(reports.intent, 1000))
    clock.advance({ hours: 1 })
    await reports.total(3000)
    await reports.shop.stripe.deliver(older)
    await expectRefunded(reports, 3000)
  })

  it('totals above 2^53 are exact', async () => {
    const reports = await open()
    const most = Number.MAX_SAFE_INTEGER
    for (const charge of [newId('ch'), newId('ch')]) {
      await reports.total(most, { id: charge, amount: most, amount_captured: most })
    }
    await expectRefunded(reports, 4900)
  })
})
