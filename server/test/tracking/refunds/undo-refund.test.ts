import { describe, expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { concurrently, send, signInMember, startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  openConnectedShop,
  paidSession,
  publish,
  refundedCharge,
} from '../processors/processor.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, database } = service
const NOW = '2026-03-10T12:00:00.000Z'

async function open() {
  clock.set(NOW)
  const shop = await openConnectedShop(service)
  await shop.customer('cus-1')
  const owner = await signInMember(service, shop.program)
  const base = `/api/programs/${shop.program.id}`
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    send(app, method, `${base}${path}`, body === undefined ? { bearer: owner } : { body, bearer: owner })
  return {
    ...shop,
    call,
    async sell() {
      const { body } = await shop.sale({ transaction_id: 't', amount_cents: 4900, customer_key: 'cus-1' })
      return body.sale_id as number
    },
    enter: (saleId: number, body: object) =>
      call('POST', `/sales/${saleId}/refunds`, { amountCents: 900, reason: 'sent back', ...body }),
    report: (refund_id: string, refund_amount_cents = 900) =>
      send(app, 'POST', '/api/v1/track/refund', {
        body: { transaction_id: 't', refund_id, refund_amount_cents },
        bearer: shop.program.liveKey,
      }),
    undo: (saleId: number, id: unknown) =>
      call('POST', `/sales/${saleId}/refunds/${id}/undo`, { reason: 'entered twice' }),
    async listEventsForReview() {
      return (await call('GET', '/events-for-review?state=open')).body.data
    },
    async duplicateFlags(saleId: number) {
      const path = `/api/tracking/events/${shop.program.id}/sale/${saleId}`
      const { body } = await send(app, 'GET', path, { bearer: owner })
      return body.data.refunds.map((one: { isPossibleDuplicate: boolean }) => one.isPossibleDuplicate)
    },
    async conclusion(): Promise<string> {
      return (await call('GET', '/explain?transactionId=t')).body.data.conclusion.message
    },
    async refundTexts(): Promise<string[]> {
      const { timeline } = (await call('GET', '/explain?transactionId=t')).body.data
      return timeline
        .filter(({ type }: { type: string }) => type === 'refund')
        .map(({ text }: { text: string }) => text)
    },
    refunds: () => shop.rows('refund_events'),
  }
}

/** Expects these amounts for a sale of 49.00 at 20% and 3.5%, and that all totals match their events. */
async function expectMoney(
  shop: ConnectedShop,
  { refunded, reversed, fee }: { refunded: number; reversed: number; fee: number },
) {
  expect(await shop.rows('sale_events')).toMatchObject([{ refunded_cents: refunded }])
  expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 980, reversed_cents: reversed }])
  expect(await shop.rows('platform_fees')).toMatchObject([{ amount_cents: 172, reversed_cents: fee }])
  await shop.verify()
  expect((await verifyMoney(database)).differences).toEqual([])
}

const NOTHING = { refunded: 0, reversed: 0, fee: 0 }
const ONCE = { refunded: 900, reversed: 180, fee: 32 }
const TWICE = { refunded: 1800, reversed: 360, fee: 63 }

describe('a refund that the team entered and the server reports under another ID', () => {
  it('counts until the team decides, and once after “same refund”', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'hand-1' })
    expect((await shop.report('refund-1')).body).toMatchObject({
      status: 'refunded',
      message:
        'Refund recorded. Commission and fee were reduced in proportion. It is listed under events for review because your team recorded a refund of the same amount.',
    })
    await expectMoney(shop, TWICE)
    expect(await shop.duplicateFlags(saleId)).toEqual([true, false])
    expect(await shop.conclusion()).toContain('Two of its refunds may be the same one.')
    const [entered] = await shop.refunds()
    expect(await shop.listEventsForReview()).toMatchObject([
      {
        reason: 'possible_duplicate_refund',
        saleId,
        transactionId: 't',
        customerKey: 'cus-1',
        partnerId: shop.program.partnerId,
        partnerName: expect.any(String),
        refundEventId: entered?.id,
        amountCents: 900,
        currency: 'USD',
      },
    ])
    const undone = await shop.undo(saleId, entered?.id)
    expect(undone.body.data).toMatchObject({
      isChanged: true,
      refundedAmountCents: 900,
      remainingAmountCents: 4000,
    })
    await expectMoney(shop, ONCE)
    expect(await shop.listEventsForReview()).toEqual([])
    expect(await shop.duplicateFlags(saleId)).toEqual([false, false])
    expect(await shop.conclusion()).not.toContain('may be the same')
    expect((await shop.undo(saleId, entered?.id)).body.data).toMatchObject({ isChanged: false })
    await expectMoney(shop, ONCE)
  })

  it('counts twice after “separate refund”', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'hand-1' })
    await shop.report('refund-1')
    const [event] = await shop.listEventsForReview()
    expect((await shop.call('POST', `/events-for-review/${event.id}/resolve`)).status).toBe(200)
    expect(await shop.listEventsForReview()).toEqual([])
    await expectMoney(shop, TWICE)
  })

  it('counts once without a decision if the team entered its ID', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'refund-1' })
    expect((await shop.report('refund-1')).body.status).toBe('skipped')
    expect(await shop.listEventsForReview()).toEqual([])
    await expectMoney(shop, ONCE)
  })

  it('doesn’t need a decision if the amounts differ', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'hand-1' })
    await shop.report('refund-1', 400)
    expect(await shop.listEventsForReview()).toEqual([])
  })

  it('is matched with one of two refunds that the team entered', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'hand-1' })
    await shop.enter(saleId, { refundId: 'hand-2', isSeparate: true })
    await shop.report('refund-1')
    await shop.report('refund-2')
    const ids = (await shop.listEventsForReview()).map(
      ({ refundEventId }: { refundEventId: number }) => refundEventId,
    )
    expect(new Set(ids).size).toBe(2)
  })
})

describe('refunds by the team and the server that together exceed the sale', () => {
  const ALL = { refunded: 4900, reversed: 980, fee: 172 }

  it('are a possible duplicate, even if one is full, and count once after “same refund”', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'hand-1', amountCents: 4900 })
    const [entered] = await shop.refunds()
    const response = await shop.report('refund-1', 4900)
    expect(response.body).toMatchObject({ status: 'skipped', remaining_amount_cents: 0 })
    expect(response.body.message).toContain('events for review')
    expect((await shop.report('refund-1', 4900)).body.message).toContain('already recorded')
    await expectMoney(shop, ALL)
    expect(await shop.listEventsForReview()).toMatchObject([
      { reason: 'possible_duplicate_refund', refundEventId: entered?.id, amountCents: 4900 },
    ])
    await shop.undo(saleId, entered?.id)
    await expectMoney(shop, ALL)
    expect(await shop.listEventsForReview()).toEqual([])
  })

  it('count up to the sale if the server refunds everything after the team entered parts', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'hand-1', amountCents: 900 })
    await shop.enter(saleId, { refundId: 'hand-2', amountCents: 1000 })
    expect((await shop.report('refund-1', 4900)).body).toMatchObject({
      status: 'reversed',
      message: expect.stringContaining(
        'because, together with the refunds that your team recorded, it exceeds the sale',
      ),
    })
    await expectMoney(shop, ALL)
    const [entered] = await shop.refunds()
    expect(await shop.listEventsForReview()).toMatchObject([{ refundEventId: entered?.id }])
    await shop.undo(saleId, entered?.id)
    await expectMoney(shop, ALL)
    expect(await shop.refundTexts()).toMatchObject([
      'Refund of $9.00 (sent back).',
      'Refund of $10.00 (sent back).',
      'Refund of $49.00. $30.00 of it counts here; other reports cover the rest.',
      expect.stringContaining('Refund of $9.00 (Included in a refund reported earlier under another ID'),
    ])
  })

  it('count what the server reports once the team’s full refund has been undone', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'hand-1', amountCents: 4900 })
    for (const id of ['refund-1', 'refund-2']) expect((await shop.report(id)).status).toBe(200)
    expect(await shop.listEventsForReview()).toHaveLength(1)
    await expectMoney(shop, ALL)
    const [entered] = await shop.refunds()
    await shop.undo(saleId, entered?.id)
    await expectMoney(shop, TWICE)
    expect((await shop.refunds()).at(-1)).toMatchObject({
      reason: expect.stringMatching(/^Included in a refund reported earlier/),
    })
  })

  it('are rejected if the server’s own reports exceed the sale', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'hand-1', amountCents: 900 })
    await shop.report('refund-1', 4000)
    expect((await shop.report('refund-2', 1000)).status).toBe(400)
    await expectMoney(shop, ALL)
    expect(await shop.listEventsForReview()).toEqual([])
  })

  it('count once if the payment processor reports the same refund too', async () => {
    const shop = await open()
    const session = paidSession({ metadata: { service_customer_key: 'cus-1' } })
    await publish(shop, 'checkout.session.completed', session)
    const [sale] = await shop.rows('sale_events')
    await shop.enter(Number(sale?.id), { refundId: 'hand-1', amountCents: 4900 })
    await publish(shop, 'charge.refunded', refundedCharge(session.payment_intent, 4900))
    const body = { transaction_id: sale?.transaction_id, refund_id: 'refund-1', refund_amount_cents: 4900 }
    const response = await send(app, 'POST', '/api/v1/track/refund', { body, bearer: shop.program.liveKey })
    expect(response.status).toBe(200)
    await expectMoney(shop, ALL)
  })
})

describe('a refund entered by the team', () => {
  it.each(['merchant', 'dashboard'])(
    'is rejected after one for the same amount from the %s, unless it is separate',
    async (source) => {
      const shop = await open()
      const saleId = await shop.sell()
      if (source === 'merchant') await shop.report('refund-1')
      else await shop.enter(saleId, { refundId: 'refund-1' })
      const response = await shop.enter(saleId, { refundId: 'hand-1' })
      expect(response).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict', details: { refundId: 'refund-1' } } },
      })
      await expectMoney(shop, ONCE)
      expect((await shop.enter(saleId, { refundId: 'hand-1', isSeparate: true })).status).toBe(200)
      await expectMoney(shop, TWICE)
      expect(await shop.listEventsForReview()).toEqual([])
    },
  )

  it('can be undone, with sale, commission, fee and statistics as before, and its ID reported again', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'refund-1', amountCents: 4900 })
    expect(await shop.rows('commissions')).toMatchObject([{ status: 'reversed' }])
    const [entered] = await shop.refunds()
    expect((await shop.undo(saleId, entered?.id)).status).toBe(200)
    await expectMoney(shop, NOTHING)
    expect(await shop.rows('sale_events')).toMatchObject([{ status: 'paid' }])
    expect(await shop.rows('commissions')).toMatchObject([{ status: 'pending' }])
    expect((await shop.rows('commission_changes')).at(-1)).toMatchObject({
      actor: 'user',
      reason: 'refund undone: entered twice',
    })
    expect((await shop.report('refund-1')).body.status).toBe('refunded')
    await expectMoney(shop, ONCE)
  })

  it('stays counted when undone if the payment processor reported it too', async () => {
    const shop = await open()
    const session = paidSession({ metadata: { service_customer_key: 'cus-1' } })
    await publish(shop, 'checkout.session.completed', session)
    const [sale] = await shop.rows('sale_events')
    const saleId = Number(sale?.id)
    await shop.enter(saleId, { refundId: 'hand-1' })
    await publish(shop, 'charge.refunded', refundedCharge(session.payment_intent, 900))
    await expectMoney(shop, ONCE)
    const [entered] = await shop.refunds()
    await shop.undo(saleId, entered?.id)
    await expectMoney(shop, ONCE)
    await publish(shop, 'charge.refunded', refundedCharge(session.payment_intent, 1800))
    await expectMoney(shop, TWICE)
  })

  it('is part of the next payout if it is undone after the commission was paid', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'hand-1' })
    const [commission] = await shop.rows('commissions')
    await shop.call('POST', '/commissions/approve', { commissionIds: [commission?.id] })
    expect(
      (await shop.call('POST', '/commissions/mark-paid', { commissionIds: [commission?.id] })).status,
    ).toBe(200)
    const [entered] = await shop.refunds()
    expect((await shop.undo(saleId, entered?.id)).status).toBe(200)
    expect(await shop.rows('commissions')).toMatchObject([
      { status: 'paid', paid_cents: 800, reversed_cents: 0 },
    ])
    await expectMoney(shop, NOTHING)
    const balances = await shop.call('GET', '/balances')
    expect(balances.body.data).toMatchObject([{ nextPayouts: [{ amountCents: 180 }] }])
  })

  it('is undone once by ten concurrent requests, while the server reports the same ID', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.enter(saleId, { refundId: 'refund-1' })
    const [entered] = await shop.refunds()
    const responses = await concurrently(20, (index) =>
      index % 2 === 0 ? shop.undo(saleId, entered?.id) : shop.report('refund-1'),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const changed = responses.filter(({ body }) => body.data?.isChanged)
    const recorded = responses.filter(({ body }) => body.status === 'refunded')
    expect(changed).toHaveLength(1)
    expect(recorded.length).toBeLessThan(2)
    await expectMoney(shop, recorded.length === 1 ? ONCE : NOTHING)
  })

  it('can’t be undone if it doesn’t exist, belongs to another sale or was reported by the server', async () => {
    const shop = await open()
    const saleId = await shop.sell()
    await shop.report('refund-1')
    const [reported] = await shop.refunds()
    expect((await shop.undo(saleId, reported?.id)).status).toBe(409)
    expect((await shop.undo(saleId, 999_999)).status).toBe(404)
    await expectMoney(shop, ONCE)
  })
})
