import { describe, expect, it, test } from 'vitest'
import { insertWebhook } from '../../../src/notifications/webhooks/webhooks.sql.ts'
import { refundSale } from '../../../src/tracking/refunds/apply-refund.flow.ts'
import { concurrently, send, signInMember, startTestService } from '../../harness.ts'
import { invalid, openShop, platformError, type Shop } from '../../merchant.ts'

const service = await startTestService()
const { app, clock, database, deps } = service
const REFUND = '/api/v1/track/refund'
const NOW = '2026-03-10T12:00:00.000Z'

async function open(options: Parameters<typeof openShop>[1] = {}) {
  clock.set(NOW)
  const shop = await openShop(service, options)
  await shop.customer('cus-1')
  return shop
}

const refund = (shop: Shop, body: unknown) =>
  send(app, 'POST', REFUND, { body, bearer: shop.program.liveKey })

async function sell(shop: Shop, transaction_id = 't', amount_cents = 4900, more: object = {}) {
  const response = await shop.sale({ transaction_id, amount_cents, customer_key: 'cus-1', ...more })
  expect(response.status).toBe(200)
  return response.body as { sale_id: number; commission_id: number }
}

test('a refund with a long reason is recorded with a truncated reason', async () => {
  const shop = await open()
  await shop.sale({ transaction_id: 't', amount_cents: 4900, customer_key: 'cus-1' })
  const response = await refund(shop, { transaction_id: 't', refund_reason: `a\0${'r'.repeat(600)}` })
  expect([response.status, response.body.status]).toEqual([200, 'reversed'])
  expect(await shop.rows('refund_events')).toMatchObject([{ reason: `a\ufffd${'r'.repeat(510)}` }])
})

describe('a refund that may be partial', () => {
  it.each([
    [{ amount_cents: 100 }, 'amount_cents'],
    [{ amount: '1.00' }, 'amount'],
    [{ refund_amount_cents: null }, 'refund_amount_cents'],
    [{ refund_amount_cents: '' }, 'refund_amount_cents'],
    [{ refund_amount_cents: 100, currency: 'EUR' }, 'currency'],
    [{ refund_amount_cents: 100, currency: 'usd' }, 'currency'],
  ])('is rejected with the body %j and records nothing', async (more, field) => {
    const shop = await open()
    await sell(shop)
    const response = await refund(shop, { transaction_id: 't', refund_id: 'r1', ...more })
    expect(response).toMatchObject({ status: 400, body: invalid(field) })
    expect(response.body.error.message).toMatch(/refund_amount_cents|currency/)
    expect(await shop.rows('refund_events')).toEqual([])
  })

  it.each([
    [{ quantity: 1 }, 'quantity'],
    [{ additional_data: { test_mode: 'true' } }, 'additional_data.test_mode'],
    [{ test_mode: true }, 'test_mode'],
  ])('is rejected without refund_id and with the fields %j', async (more, field) => {
    const shop = await open()
    await sell(shop)
    expect(await refund(shop, { transaction_id: 't', ...more })).toMatchObject({
      status: 400,
      body: invalid(field),
    })
    expect(await shop.rows('refund_events')).toEqual([])
  })

  it('is also rejected in the dashboard', async () => {
    const shop = await open()
    const { sale_id } = await sell(shop)
    const bearer = await signInMember(service, shop.program)
    const url = `/api/programs/${shop.program.id}/sales/${sale_id}/refunds`
    for (const [more, field] of [
      [{ amount: 100 }, 'amount'],
      [{ amountCents: null }, 'amountCents'],
      [{ amountCents: '' }, 'amountCents'],
      [{ amountCents: 100, currency: 'EUR' }, 'currency'],
    ] as const) {
      const response = await send(app, 'POST', url, { bearer, body: { refundId: 'r', reason: 'x', ...more } })
      expect(response).toMatchObject({ status: 400, body: invalid(field) })
    }
    expect(await shop.rows('refund_events')).toEqual([])
  })
})

it('a refund may contain its sale’s currency, and unknown fields that don’t name an amount', async () => {
  const shop = await open()
  await sell(shop)
  const body = { transaction_id: 't', refund_id: 'r1', refund_amount_cents: 100, currency: 'USD', order: 7 }
  expect((await refund(shop, body)).body).toMatchObject({ status: 'refunded', refunded_amount_cents: 100 })
})

describe('a refund', () => {
  it('marks the sale as refunded, reverses its commission and fee, and removes the sale from its day’s totals if the refund is full', async () => {
    const shop = await open()
    const { sale_id, commission_id } = await sell(shop)
    const response = await refund(shop, { transaction_id: 't', refund_reason: 'changed their mind' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      success: true,
      status: 'reversed',
      sale_id,
      commission_id,
      refunded_amount_cents: 4900,
      remaining_amount_cents: 0,
      message: expect.any(String),
    })
    expect(await shop.rows('sale_events')).toMatchObject([{ status: 'refunded', refunded_cents: 4900 }])
    expect(await shop.rows('commissions')).toMatchObject([
      { status: 'reversed', amount_cents: 980, reversed_cents: 980 },
    ])
    expect(await shop.rows('platform_fees')).toMatchObject([{ amount_cents: 172, reversed_cents: 172 }])
    expect(await shop.stats()).toEqual([
      { day: '2026-03-10', currency: 'USD' },
      { day: '2026-03-10', currency: 'XXX', clicks: 1, leads: 1, conversions: 1 },
    ])
    expect(await shop.rows('commission_changes')).toMatchObject([
      {
        from_status: 'pending',
        to_status: 'reversed',
        from_amount_cents: 980,
        to_amount_cents: 0,
        actor: 'merchant',
        reason: 'refund: changed their mind',
      },
    ])
    await shop.verify()
  })

  it('reduces the commission and fee in proportion if it is partial, finally to zero', async () => {
    const shop = await open()
    await sell(shop)
    for (const [refund_id, cents, commission, fee] of [
      ['a', 1000, 780, 137],
      ['b', 1000, 580, 102],
      ['c', 1, 580, 102],
      ['d', 2899, 0, 0],
    ] as const) {
      const response = await refund(shop, { transaction_id: 't', refund_id, refund_amount_cents: cents })
      expect(response.body.status).toBe(refund_id === 'd' ? 'reversed' : 'refunded')
      const [created] = await shop.rows('commissions')
      expect(Number(created?.amount_cents) - Number(created?.reversed_cents)).toBe(commission)
      const [charged] = await shop.rows('platform_fees')
      expect(Number(charged?.amount_cents) - Number(charged?.reversed_cents)).toBe(fee)
      await shop.verify()
    }
  })

  it('counts once when it is repeated, identified by refund_id or otherwise by the total already refunded', async () => {
    const shop = await open()
    await sell(shop)
    const first = { transaction_id: 't', refund_id: 're_1', refund_amount_cents: 1000 }
    expect((await refund(shop, first)).body).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 1000,
    })
    expect((await refund(shop, first)).body).toMatchObject({ status: 'skipped', refunded_amount_cents: 1000 })
    const total = { transaction_id: 't', refund_amount_cents: 1500 }
    expect((await refund(shop, total)).body).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 1500,
    })
    expect((await refund(shop, total)).body).toMatchObject({ status: 'skipped', refunded_amount_cents: 1500 })
    expect((await refund(shop, { transaction_id: 't' })).body).toMatchObject({ status: 'reversed' })
    expect((await refund(shop, { transaction_id: 't' })).body).toMatchObject({
      status: 'skipped',
      remaining_amount_cents: 0,
    })
    expect(await shop.rows('refund_events')).toHaveLength(3)
    await shop.verify()
  })

  it('without refund_id gets an ID that no merchant can choose, so that two refunds never share an ID', async () => {
    const shop = await open()
    await sell(shop)
    const body = { transaction_id: 't', refund_amount_cents: 100 }
    expect((await refund(shop, { ...body, refund_id: 'total-2' })).body).toMatchObject({ status: 'refunded' })
    const total = await refund(shop, { transaction_id: 't', refund_amount_cents: 500 })
    expect(total.body).toMatchObject({ status: 'refunded', refunded_amount_cents: 500 })
    for (let number = 1; number <= 4; number++) {
      const response = await refund(shop, { ...body, refund_id: `total-${2 * number - 1}` })
      expect(response.body).toMatchObject({ status: 'refunded', refunded_amount_cents: 500 + 100 * number })
    }
    await shop.verify()
  })

  it('reduces the revenue of a sale that has no commission, and the response states it', async () => {
    const shop = await open()
    await shop.policy({ duration: 'first_sale' })
    await sell(shop, 'first')
    const { sale_id } = await sell(shop, 'second')
    const response = await refund(shop, {
      transaction_id: 'second',
      refund_id: 'r',
      refund_amount_cents: 900,
    })
    expect(response.body).toMatchObject({ status: 'no_commission', sale_id, commission_id: null })
    await shop.verify()
  })

  it('counts on the sale’s and commission’s days, whenever it arrives (D10, D42)', async () => {
    const shop = await open({ timeZone: 'Pacific/Auckland' })
    await sell(shop, 't', 4900, { occurred_at: '2026-03-05T12:00:00Z' })
    clock.advance({ days: 40 })
    await refund(shop, { transaction_id: 't', refund_id: 'r', refund_amount_cents: 2450 })
    expect(await shop.stats()).toEqual([
      { day: '2026-03-06', currency: 'USD', sales: 1, revenue_cents: '2450' },
      { day: '2026-03-06', currency: 'XXX', conversions: 1 },
      { day: '2026-03-11', currency: 'USD', commission_cents: '490' },
      { day: '2026-03-11', currency: 'XXX', clicks: 1, leads: 1 },
    ])
    await shop.verify()
  })

  it('returns 404 sale_not_found for another program’s or a test sale’s transaction_id', async () => {
    const shop = await open()
    const other = await open()
    await sell(shop)
    await shop.testSale({ transaction_id: 'test-1', amount_cents: 100 })
    expect(await refund(other, { transaction_id: 't' })).toMatchObject({
      status: 404,
      body: {
        data: null,
        error: {
          status: 404,
          name: 'NotFoundError',
          code: 'sale_not_found',
          details: { field: 'transaction_id' },
        },
      },
    })
    expect((await refund(shop, { transaction_id: 'test-1' })).status).toBe(404)
    expect(await shop.rows('refund_events')).toEqual([])
  })

  it('returns 400 and records nothing if it exceeds the remaining amount', async () => {
    const shop = await open()
    await sell(shop)
    await refund(shop, { transaction_id: 't', refund_id: 'a', refund_amount_cents: 1000 })
    for (const body of [
      { transaction_id: 't', refund_id: 'b', refund_amount_cents: 3901 },
      { transaction_id: 't', refund_amount_cents: 4901 },
    ]) {
      const response = await refund(shop, body)
      expect(response.status).toBe(400)
      expect(response.body).toEqual(invalid('refund_amount_cents'))
    }
    expect(await shop.rows('refund_events')).toHaveLength(1)
  })

  it('is authenticated with the program API key before any other check', async () => {
    const shop = await open()
    expect((await send(app, 'POST', REFUND, { body: 'not json' })).body).toEqual(
      platformError(401, 'unauthorized'),
    )
    const unauthorized = await send(app, 'POST', REFUND, { body: {}, bearer: `${shop.program.liveKey}x` })
    expect(unauthorized.body).toEqual(platformError(401, 'unauthorized'))
  })
})

describe('a test refund', () => {
  it('reverses a test sale without changing production data', async () => {
    const shop = await open()
    await sell(shop)
    await shop.testSale({ transaction_id: 't', amount_cents: 100 })
    const before = await shop.stats()
    const body = { transaction_id: 't' }
    const response = await send(app, 'POST', REFUND, { body, bearer: shop.program.testKey })
    expect(response.body).toEqual({
      success: true,
      message: expect.any(String),
      data: { eventId: expect.any(Number), programId: shop.program.id, test_mode: true },
    })
    const sales = await shop.rows('sale_events')
    const [live, test] = sales.sort((a, b) => Number(a.is_test) - Number(b.is_test))
    expect(live).toMatchObject({ is_test: false, status: 'paid', refunded_cents: 0 })
    expect(test).toMatchObject({ is_test: true, status: 'refunded', refunded_cents: 100 })
    expect(await shop.stats()).toEqual(before)
    expect(await shop.rows('commissions')).toMatchObject([{ status: 'pending', reversed_cents: 0 }])
    const requested = await refund(shop, { transaction_id: 't', livemode: false })
    expect(requested.body.data).toMatchObject({ test_mode: true })
  })
})

describe('refund webhooks', () => {
  it('contain the sale’s and commission’s remaining amounts, including when a dispute is won', async () => {
    const shop = await open()
    await database.kysely.transaction().execute((transaction) =>
      insertWebhook(transaction, {
        program_id: shop.program.id,
        url: 'https://receiver.test/',
        event_types: ['sale.refunded', 'commission.reversed'],
        secret: 'sealed',
        created_at: clock.now(),
      }),
    )
    const { sale_id, commission_id } = await sell(shop)
    const dispute = {
      kind: 'dispute',
      refundId: 'dp_1',
      amountCents: undefined,
      isWithdrawn: false,
      reason: undefined,
      source: 'processor',
    } as const
    const reportFields = { saleId: sale_id, receivedAt: clock.now() }
    await refundSale(deps, { id: shop.program.id, sandbox: false }, { ...reportFields, report: dispute })
    await refundSale(
      deps,
      { id: shop.program.id, sandbox: false },
      { ...reportFields, report: { ...dispute, isWithdrawn: true } },
    )
    const total = (await shop.rows('outbox_events')).map(({ type, data }) => ({ type, data }))
    expect(total).toMatchObject([
      { type: 'commission.reversed', data: { commission_id, amount_cents: 0, status: 'reversed' } },
      { type: 'sale.refunded', data: { sale_id, remaining_amount_cents: 0 } },
      { type: 'commission.reversed', data: { commission_id, amount_cents: 980, status: 'pending' } },
      { type: 'sale.refunded', data: { sale_id, remaining_amount_cents: 4900 } },
    ])
    await shop.verify()
  })
})

describe('concurrent refunds', () => {
  it('count one of 50 identical refunds and skip the others', async () => {
    const shop = await open()
    await sell(shop)
    const responses = await concurrently(50, () =>
      refund(shop, { transaction_id: 't', refund_id: 're_1', refund_amount_cents: 1000 }),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200))
    const statuses = responses.map(({ body }) => body.status).sort()
    expect(statuses).toEqual(['refunded', ...Array.from({ length: 49 }, () => 'skipped')])
    expect(await shop.rows('sale_events')).toMatchObject([{ refunded_cents: 1000 }])
    await shop.verify()
  })

  // Without an id, each request waits for the sale's row in turn.
  it('count one of 20 identical refunds without an ID and skip the others', async () => {
    const shop = await open()
    await sell(shop)
    const responses = await concurrently(20, () =>
      refund(shop, { transaction_id: 't', refund_amount_cents: 1000 }),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(responses.filter(({ body }) => body.status === 'refunded')).toHaveLength(1)
    expect(await shop.rows('sale_events')).toMatchObject([{ refunded_cents: 1000 }])
    expect(await shop.rows('refund_events')).toHaveLength(1)
    await shop.verify()
  })

  it('accept ten of 20 refunds of a tenth of the sale each and reject the rest, so that no amount becomes negative', async () => {
    const shop = await open()
    await sell(shop, 't', 1000)
    const responses = await concurrently(20, (index) =>
      refund(shop, { transaction_id: 't', refund_id: `re_${index}`, refund_amount_cents: 100 }),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(await shop.rows('commissions')).toMatchObject([{ status: 'reversed', reversed_cents: 200 }])
    await shop.verify()
  })
})

describe('a refund in the dashboard', () => {
  const path = (shop: Shop, saleId: number) => `/api/programs/${shop.program.id}/sales/${saleId}/refunds`

  it('has the same effect, and adds its actor and reason to the audit log', async () => {
    const shop = await open()
    const { sale_id, commission_id } = await sell(shop)
    const owner = await signInMember(service, shop.program)
    const body = { refundId: 'hand-1', amountCents: 490, reason: 'goodwill' }
    const response = await send(app, 'POST', path(shop, sale_id), { body, bearer: owner })
    expect(response.body).toEqual({
      data: {
        status: 'refunded',
        saleId: sale_id,
        commissionId: commission_id,
        refundedAmountCents: 490,
        remainingAmountCents: 4410,
        message: expect.any(String),
      },
    })
    const repeat = await send(app, 'POST', path(shop, sale_id), { body, bearer: owner })
    expect(repeat.body.data.status).toBe('skipped')
    const changes = `/api/programs/${shop.program.id}/commissions/${commission_id}/changes`
    expect((await send(app, 'GET', changes, { bearer: owner })).body.data).toMatchObject([
      {
        actor: 'user',
        actorName: 'Sam',
        reason: 'refund: goodwill',
        fromAmountCents: 980,
        toAmountCents: 882,
      },
    ])
    const timeline = await send(app, 'GET', `/api/tracking/events/${shop.program.id}/sale/${sale_id}`, {
      bearer: owner,
    })
    expect(timeline.body.data).toMatchObject({
      commission: { amountCents: 980, reversedCents: 98 },
      platformFee: { amountCents: 172, reversedCents: 17 },
      refunds: [
        {
          kind: 'refund',
          refundId: 'hand-1',
          amountCents: 490,
          source: 'dashboard',
          recordedBy: 'Sam',
          withdrawnAt: null,
        },
      ],
    })
    const { workspace_id } = await service.database.kysely
      .selectFrom('programs')
      .select('workspace_id')
      .where('id', '=', shop.program.id)
      .executeTakeFirstOrThrow()
    const audit = `/api/workspaces/${workspace_id}/audit?action=sale.refund`
    const { body: log } = await send(app, 'GET', audit, { bearer: owner })
    const refund = log.data.find(({ target }: { target: { type: string } }) => target.type === 'refund')
    expect(refund.target.name).toBe('t')
    await shop.verify()
  })

  it('requires commission:manage and a live sale in this program', async () => {
    const shop = await open()
    const other = await open()
    const { sale_id } = await sell(other)
    const body = { refundId: 'x', reason: 'why' }
    const member = await signInMember(service, shop.program, { role: 'member' })
    const owner = await signInMember(service, shop.program)
    expect((await send(app, 'POST', path(shop, sale_id), { body, bearer: member })).status).toBe(403)
    expect((await send(app, 'POST', path(shop, sale_id), { body, bearer: owner })).status).toBe(404)
    expect((await send(app, 'POST', path(shop, sale_id), { body })).status).toBe(401)
  })
})
