import { describe, expect, test } from 'vitest'
import { fileClaim } from '../../../src/portal/inquiries/file-claim.flow.ts'
import { inquiryLimits } from '../../../src/portal/inquiries/limits.ts'
import { rollUpLinks } from '../../../src/statistics/roll-up-link-stats.job.ts'
import { createTestPartner, startTestService } from '../../harness.ts'
import { eventOf, openConnectedShop, paidSession } from '../../tracking/processors/processor.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'
import { openClaiming } from './claim-fixture.ts'

const service = await startTestService({ now: '2026-03-10T12:00:00.000Z' })
const { clock } = service

describe('a claim', () => {
  test('is submitted, visible to the team, and withdrawn only by its partner', async () => {
    const claiming = await openClaiming(service)
    const filed = await claiming.file({ transactionId: ' order-1 ', note: ' The customer confirmed it. ' })
    expect([filed.status, filed.body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        state: 'open',
        transactionId: 'order-1',
        day: null,
        note: 'The customer confirmed it.',
        message: null,
        createdAt: clock.now().toISOString(),
        closedAt: null,
      },
    ])
    const { id } = filed.body.data
    expect((await claiming.own('/claims')).body.data.map((one: { id: number }) => one.id)).toEqual([id])
    expect((await claiming.own('/claims', claiming.rival.partnerId)).body.data).toEqual([])
    expect((await claiming.withdraw(id, claiming.rival.partnerId)).status).toBe(404)
    expect((await claiming.withdraw(id)).body.data).toMatchObject({ state: 'withdrawn' })
    const again = await claiming.withdraw(id)
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'This claim is already withdrawn. Nothing was changed.',
    ])
    expect((await claiming.reject(id)).status).toBe(409)
  })

  test('is unique per order or day while open, and reveals nothing about the order', async () => {
    const claiming = await openClaiming(service)
    const { shop, rival } = claiming
    await shop.customer('cus-2', await shop.clickId(rival.code))
    await shop.sale({ transaction_id: 'of-a-rival', amount_cents: 4900, customer_key: 'cus-2' })
    const claims = ['of-a-rival', 'not-there'].map((transactionId) =>
      claiming.file({ transactionId, note: 'Mine.' }),
    )
    const [theirs, unknown] = await Promise.all(claims)
    const shape = ({ body: { data } }: { body: { data: object } }) => ({ ...data, id: 0, transactionId: '' })
    expect(theirs && shape(theirs)).toEqual(unknown && shape(unknown))
    const again = await claiming.file({ transactionId: 'not-there', note: 'Again.' })
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'You already have an open claim for this. The program will review it.',
    ])
    expect((await claiming.file({ day: '2026-03-09', note: 'That day.' })).status).toBe(201)
    expect((await claiming.file({ day: '2026-03-09', note: 'That day.' })).status).toBe(409)
    const others = await claiming.file({ transactionId: 'not-there', note: 'Mine.' }, rival.partnerId)
    expect(others.status).toBe(201)
  })

  test('is limited in number, both open and per day', async () => {
    const claiming = await openClaiming(service)
    const ids: number[] = []
    for (let n = 0; n < inquiryLimits.openClaims; n++) ids.push(await claiming.claimed(`order-${n}`))
    const more = await claiming.file({ transactionId: 'more', note: 'Mine.' })
    expect([more.status, more.body.error.message]).toEqual([409, expect.stringContaining('20 open claims')])
    await claiming.withdraw(ids[0] ?? 0)
    const today = await claiming.file({ transactionId: 'more', note: 'Mine.' })
    expect([today.status, today.body.error.message]).toEqual([
      409,
      expect.stringContaining('Try again tomorrow'),
    ])
    clock.advance({ days: 1 })
    expect((await claiming.file({ transactionId: 'more', note: 'Mine.' })).status).toBe(201)
  })

  test('is permanently rejected, with a reply that the partner can read', async () => {
    const claiming = await openClaiming(service)
    const id = await claiming.claimed('order-1')
    expect((await claiming.team('POST', `/claims/${id}/reject`, {})).status).toBe(400)
    const rejected = await claiming.reject(id, ' The customer came by an advertisement. ')
    expect([rejected.status, rejected.body.data]).toEqual([
      200,
      expect.objectContaining({
        state: 'rejected',
        message: 'The customer came by an advertisement.',
        partnerId: claiming.program.partnerId,
        decidedBy: expect.stringMatching(/./),
      }),
    ])
    expect((await claiming.own('/claims')).body.data[0]).toMatchObject({
      state: 'rejected',
      message: 'The customer came by an advertisement.',
    })
    const late = await claiming.approve(id)
    expect([late.status, late.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^This claim was already rejected by .+\. Reload it\.$/),
    ])
    // After the decision, the order may be claimed again.
    expect(await claiming.claimed('order-1')).not.toBe(id)
  })
})

describe('approving a claim', () => {
  test('creates an ordinary sale from a late request, with later refunds', async () => {
    const claiming = await openClaiming(service)
    const { shop, program } = claiming
    await shop.customer('cus-1')
    clock.advance({ days: 61 })
    const rejectedAt = clock.now()
    await claiming.rejectedSale('order-1', { customer_key: 'cus-1' })
    clock.advance({ days: 2 })
    const id = await claiming.claimed('order-1')
    const { body: shown } = await claiming.team('GET', `/claims/${id}`)
    expect(shown.data).toMatchObject({
      obstacle: null,
      received: { kind: 'rejected_sale', amountCents: 4900, currency: 'USD', at: rejectedAt.toISOString() },
      explanation: { conclusion: { reason: 'window_closed' } },
      customers: [{ customerKey: 'cus-1', sales: 0 }],
    })
    expect(shown.data.clicks).toHaveLength(1)
    const { status, body } = await claiming.approve(id, { message: 'You are right.' })
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ state: 'approved', message: 'You are right.', saleId: expect.any(Number) }),
    ])
    const [sale] = await shop.rows('sale_events')
    expect(sale).toMatchObject({
      transaction_id: 'order-1',
      attributed_by: 'manual',
      partner_id: program.partnerId,
      reported_at: rejectedAt,
      received_at: clock.now(),
    })
    const [commission] = await shop.rows('commissions')
    expect(commission).toMatchObject({
      id: body.data.commissionId,
      amount_cents: 980,
      created_at: clock.now(),
    })
    expect(await shop.rows('platform_fees')).toMatchObject([{ amount_cents: 172 }])
    await claiming.verify()

    const timeline = await claiming.team('GET', '/explain?transactionId=order-1')
    expect(timeline.body.data.timeline.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringMatching(/^Claim \d+ of .+ was approved, with the sale and its commission\.$/),
    )
    const earning = await claiming.own(`/earnings/${body.data.commissionId}`)
    expect(earning.body.data).toMatchObject({ isClaimed: true })
    expect(earning.body.data.reasons).toContainEqual({
      step: 'claim',
      at: clock.now().toISOString(),
      text: expect.stringMatching(/^You claimed this sale, and the program approved your claim on .+\.$/),
    })
    expect((await claiming.ask({ transactionId: 'order-1' })).body.data).toMatchObject({ answer: 'on_hold' })

    expect((await claiming.refund('order-1', { refund_id: 'r-1', refund_amount_cents: 1000 })).status).toBe(
      200,
    )
    await claiming.verify()
    expect((await shop.rows('commissions'))[0]).toMatchObject({ reversed_cents: 200 })
    expect((await claiming.refund('order-1', { refund_id: 'r-2', refund_amount_cents: 3900 })).status).toBe(
      200,
    )
    expect((await shop.rows('commissions'))[0]).toMatchObject({ status: 'reversed', reversed_cents: 980 })
    await claiming.verify()
    await rollUpLinks(service.deps)
    await claiming.verify()
    const repeated = await shop.sale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' })
    expect(repeated.status).toBe(409)
  })

  test('creates the customer from a click of the partner if the order has no customer', async () => {
    const claiming = await openClaiming(service)
    const { shop } = claiming
    const clickId = await shop.clickId()
    await claiming.rejectedSale('order-1', { customer_key: 'cus-9' })
    const id = await claiming.claimed('order-1')
    const nobody = await claiming.approve(id)
    expect([nobody.status, nobody.body.error.details]).toEqual([409, { obstacle: 'customer_unknown' }])
    expect((await claiming.approve(id, { clickId })).status).toBe(200)
    expect(await shop.rows('customers')).toMatchObject([{ customer_key: 'cus-9', sale_count: 1 }])
    await claiming.verify()
    // The customer is known from then on.
    const next = await shop.sale({ transaction_id: 'order-2', amount_cents: 100, customer_key: 'cus-9' })
    expect(next.body.commission_id).toEqual(expect.any(Number))
    await claiming.verify()
  })

  test('attributes the sale to the chosen customer of the partner', async () => {
    const claiming = await openClaiming(service)
    const { shop, rival } = claiming
    await shop.customer('cus-1')
    await shop.customer('cus-2', await shop.clickId(rival.code))
    const [mine, theirs] = await shop.rows('customers')
    await claiming.rejectedSale('order-1', { customer_key: 'Cus-1' })
    const id = await claiming.claimed('order-1')
    const wrong = await claiming.approve(id, { customerId: theirs?.id })
    expect([wrong.status, wrong.body.error.details]).toEqual([400, { field: 'customerId' }])
    const rivalsClick = await claiming.approve(id, { clickId: await shop.clickId(rival.code) })
    expect([rivalsClick.status, rivalsClick.body.error.details]).toEqual([400, { field: 'clickId' }])
    const elsewhere = await claiming.approve(id, { transactionId: 'order-2', customerId: mine?.id })
    expect([elsewhere.status, elsewhere.body.error.details]).toEqual([400, { field: 'transactionId' }])
    expect((await claiming.approve(id, { customerId: mine?.id })).status).toBe(200)
    expect(await shop.rows('sale_events')).toMatchObject([{ customer_id: mine?.id }])
    await claiming.verify()
  })

  test('pays by the policy and group that applied at the time of the order', async () => {
    const claiming = await openClaiming(service, { rateBps: 1000 })
    const { shop } = claiming
    await shop.customer('cus-1')
    clock.advance({ days: 61 })
    await claiming.rejectedSale('order-1', { customer_key: 'cus-1' })
    clock.advance({ days: 1 })
    await shop.policy({ rate_bps: 5000, hold_days: 90 })
    const id = await claiming.claimed('order-1')
    expect((await claiming.approve(id)).status).toBe(200)
    expect(await shop.rows('commissions')).toMatchObject([
      { amount_cents: 490, hold_until: new Date(clock.now().getTime() + 30 * 86_400_000) },
    ])
    await claiming.verify()
  })

  test('uses the time of the first request, however often it was repeated', async () => {
    const claiming = await openClaiming(service, { rateBps: 1000 })
    const { shop } = claiming
    await shop.customer('cus-1')
    const [customer] = await shop.rows('customers')
    await claiming.rejectedSale('order-1', { amount_cents: 4800 })
    const firstAt = clock.now()
    clock.advance({ days: 2 })
    await shop.policy({ rate_bps: 5000 })
    clock.advance({ days: 1 })
    await claiming.rejectedSale('order-1')
    const id = await claiming.claimed('order-1')
    const { body: shown } = await claiming.team('GET', `/claims/${id}`)
    expect(shown.data.received).toMatchObject({ amountCents: 4900, at: firstAt.toISOString() })
    expect((await claiming.approve(id, { customerId: customer?.id })).status).toBe(200)
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, reported_at: firstAt }])
    expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 490 }])
    await claiming.verify()
  })

  test.each([
    ['first order first', 'order-1', 'order-2'],
    ['second order first', 'order-2', 'order-1'],
  ])('pays the first sale of a customer once, even if several were claimed: %s', async (_, one, other) => {
    const claiming = await openClaiming(service)
    const { shop } = claiming
    await shop.policy({ duration: 'first_sale' })
    clock.advance({ days: 1 })
    await shop.customer('cus-1')
    const [customer] = await shop.rows('customers')
    const chosen = { customerId: customer?.id }
    await claiming.rejectedSale('order-1')
    clock.advance({ days: 2 })
    await claiming.rejectedSale('order-2')
    clock.advance({ days: 2 })
    const [first, second] = [await claiming.claimed(one), await claiming.claimed(other)]
    expect((await claiming.approve(first, chosen)).status).toBe(200)
    const rejected = await claiming.approve(second, chosen)
    expect([rejected.status, rejected.body.error?.details]).toEqual([409, { obstacle: 'no_commission' }])
    expect(await shop.rows('commissions')).toHaveLength(1)
    await claiming.verify()
  })

  test('pays no earlier order after another one was paid as the first sale', async () => {
    const claiming = await openClaiming(service)
    const { shop } = claiming
    await shop.policy({ duration: 'first_sale' })
    clock.advance({ days: 1 })
    await shop.customer('cus-1')
    const [customer] = await shop.rows('customers')
    await claiming.rejectedSale('order-1')
    clock.advance({ days: 2 })
    const bought = await shop.sale({ transaction_id: 'bought', amount_cents: 4900, customer_key: 'cus-1' })
    expect(bought.body.commission_id).toEqual(expect.any(Number))
    clock.advance({ days: 2 })
    const id = await claiming.claimed('order-1')
    const rejected = await claiming.approve(id, { customerId: customer?.id })
    expect([rejected.status, rejected.body.error?.details]).toEqual([409, { obstacle: 'no_commission' }])
    expect(await shop.rows('sale_events')).toHaveLength(1)
    await claiming.verify()
  })

  test('identifies the order if the partner only gave a day', async () => {
    const claiming = await openClaiming(service)
    const { shop } = claiming
    await shop.customer('cus-1')
    clock.advance({ days: 61 })
    await claiming.rejectedSale('order-1', { customer_key: 'cus-1' })
    const day = clock.now().toISOString().slice(0, 10)
    const { body } = await claiming.file({ day, note: 'Somebody bought.' })
    const id = body.data.id
    const unnamed = await claiming.approve(id)
    expect([unnamed.status, unnamed.body.error.details]).toEqual([409, { obstacle: 'no_order_named' }])
    const shown = await claiming.team('GET', `/claims/${id}?transactionId=order-1`)
    expect(shown.body.data).toMatchObject({ obstacle: null, received: { kind: 'rejected_sale' } })
    expect((await claiming.approve(id, { transactionId: 'order-1' })).status).toBe(200)
    await claiming.verify()
  })

  test.each([
    ['sale_not_received', async () => {}],
    [
      'belongs_to_another',
      async ({ shop, rival }) => {
        await shop.customer('cus-2', await shop.clickId(rival.code))
        await shop.sale({ transaction_id: 'order', amount_cents: 4900, customer_key: 'cus-2' })
      },
    ],
    [
      'belongs_to_another',
      async ({ shop, rival, rejectedSale }) => {
        await shop.customer('cus-2', await shop.clickId(rival.code))
        clock.advance({ days: 61 })
        await rejectedSale('order', { customer_key: 'cus-2' })
      },
    ],
    [
      'has_commission',
      async ({ shop }) => {
        await shop.customer('cus-1')
        await shop.sale({ transaction_id: 'order', amount_cents: 4900, customer_key: 'cus-1' })
      },
    ],
    [
      'recorded_without_commission',
      async ({ shop }) => {
        await shop.policy({ duration: 'first_sale' })
        await shop.customer('cus-1')
        await shop.sale({ transaction_id: 'first', amount_cents: 4900, customer_key: 'cus-1' })
        await shop.sale({ transaction_id: 'order', amount_cents: 4900, customer_key: 'cus-1' })
      },
    ],
    ['customer_unknown', async ({ rejectedSale }) => void (await rejectedSale('order'))],
    [
      'sale_not_received',
      async ({ shop }) => void (await shop.testSale({ transaction_id: 'order', amount_cents: 1 })),
    ],
    [
      'partner_not_approved',
      async ({ shop, program, team, rejectedSale }) => {
        await shop.customer('cus-1')
        clock.advance({ days: 61 })
        await rejectedSale('order', { customer_key: 'cus-1' })
        await team('POST', `/partners/${program.partnerId}/reject`)
      },
    ],
    [
      'no_commission',
      async ({ shop, rejectedSale }) => {
        await shop.policy({ type: 'flat', amount_cents: 100, currency: 'EUR' })
        await shop.customer('cus-1')
        clock.advance({ days: 61 })
        await rejectedSale('order', { customer_key: 'cus-1' })
      },
    ],
  ] satisfies [string, (claiming: Awaited<ReturnType<typeof openClaiming>>) => Promise<void>][])(
    'is rejected without writing anything: %s',
    async (obstacle, arrange) => {
      const claiming = await openClaiming(service)
      await arrange(claiming)
      const id = await claiming.claimed('order')
      const before = await claiming.shop.counts()
      const { status, body } = await claiming.approve(id)
      expect([status, body.error?.details]).toEqual([409, { obstacle }])
      expect(await claiming.shop.counts()).toEqual(before)
      expect((await claiming.team('GET', `/claims/${id}`)).body.data.state).toBe('open')
      await claiming.verify()
    },
  )

  test('creates a sale from an unattributed payment, with pending refunds', async () => {
    const shop = await openConnectedShop(service)
    await shop.customer('cus-1')
    const session = paidSession({ metadata: {}, client_reference_id: null })
    await shop.stripe.deliver(eventOf(service, 'checkout.session.completed', session))
    const [payment] = (await shop.manage('GET', '/unattributed-payments')).body.data
    const claimant = { programId: shop.program.id, partnerId: shop.program.partnerId }
    const claimed = { transactionId: payment.transactionId }
    const filed = await fileClaim(service.deps, claimant, { claimed, note: 'Mine.' })
    if (filed.kind !== 'filed') throw new Error(filed.kind)
    const [customer] = await shop.rows('customers')
    const approved = await shop.manage('POST', `/claims/${filed.claim.id}/approve`, {
      customerId: customer?.id,
    })
    expect([approved.status, approved.body.data?.state], approved.text).toEqual([200, 'approved'])
    expect((await shop.manage('GET', `/unattributed-payments/${payment.id}`)).body.data).toMatchObject({
      state: 'attributed',
      saleId: approved.body.data.saleId,
    })
    await shop.verify()
  })

  test('is rejected for a payment recorded under another name, as for its sale', async () => {
    const shop = await openConnectedShop(service)
    await shop.customer('cus-1')
    const rival = await createTestPartner(service, shop.program)
    const session = paidSession({ metadata: {}, client_reference_id: null, customer_details: null })
    await shop.sale({ transaction_id: session.id, amount_cents: 4900, customer_key: 'cus-1' })
    await shop.stripe.deliver(eventOf(service, 'checkout.session.completed', session))
    const clickId = await shop.clickId(rival.code)
    const before = await shop.counts()
    const approve = async (partnerId: number, chosen: object) => {
      const claimant = { programId: shop.program.id, partnerId }
      const claimed = { transactionId: session.payment_intent }
      const filed = await fileClaim(service.deps, claimant, { claimed, note: 'Mine.' })
      if (filed.kind !== 'filed') throw new Error(filed.kind)
      const shown = await shop.manage('GET', `/claims/${filed.claim.id}`)
      expect(shown.body.data.received.kind).toBe('sale')
      const approved = await shop.manage('POST', `/claims/${filed.claim.id}/approve`, chosen)
      return [shown.body.data.obstacle, approved.status, approved.body.error?.details]
    }
    const [customer] = await shop.rows('customers')
    expect(await approve(shop.program.partnerId, { customerId: customer?.id })).toEqual([
      'has_commission',
      409,
      { obstacle: 'has_commission' },
    ])
    expect(await approve(rival.partnerId, { clickId })).toEqual([
      'belongs_to_another',
      409,
      { obstacle: 'belongs_to_another' },
    ])
    expect(await shop.counts()).toEqual(before)
    await shop.verify()
  })

  test('succeeds for a rejected order even if another sale uses its id as payment id', async () => {
    const shop = await openConnectedShop(service)
    await shop.customer('cus-1')
    const sale = { amount_cents: 4900, customer_key: 'cus-1' }
    await shop.sale({ ...sale, transaction_id: 'order-1', provider_payment_id: 'order-2' })
    await shop.sale({ ...sale, transaction_id: 'order-2', customer_key: 'nobody' })
    await saved(service)
    const claimant = { programId: shop.program.id, partnerId: shop.program.partnerId }
    const claimed = { transactionId: 'order-2' }
    const filed = await fileClaim(service.deps, claimant, { claimed, note: 'Mine.' })
    if (filed.kind !== 'filed') throw new Error(filed.kind)
    const [customer] = await shop.rows('customers')
    const path = `/claims/${filed.claim.id}/approve`
    expect((await shop.manage('POST', path, { customerId: customer?.id })).status).toBe(200)
    const sales = await shop.rows('sale_events')
    expect(sales.map(({ transaction_id }) => transaction_id)).toEqual(['order-1', 'order-2'])
    await shop.verify()
  })
})

describe('the team', () => {
  test('lists claims by state and partner', async () => {
    const claiming = await openClaiming(service)
    const first = await claiming.claimed('order-1')
    const second = await claiming.claimed('order-2')
    const theirs = await claiming.file({ day: '2026-03-10', note: 'Mine.' }, claiming.rival.partnerId)
    await claiming.reject(first)
    const list = async (query: string) =>
      (await claiming.team('GET', `/claims${query}`)).body.data.map((one: { id: number }) => one.id)
    expect(await list('')).toEqual([theirs.body.data.id, second, first])
    expect(await list('?state=open')).toEqual([theirs.body.data.id, second])
    expect(await list(`?partnerId=${claiming.rival.partnerId}`)).toEqual([theirs.body.data.id])
    const page = await claiming.team('GET', '/claims?limit=2')
    expect(await list(`?limit=2&cursor=${page.body.meta.nextCursor}`)).toEqual([first])
  })

  test('can neither read nor decide claims of another program', async () => {
    const claiming = await openClaiming(service)
    const other = await openClaiming(service)
    const id = await claiming.claimed('order-1')
    expect((await other.team('GET', `/claims/${id}`)).status).toBe(404)
    expect((await other.approve(id)).status).toBe(404)
    expect((await other.reject(id)).status).toBe(404)
  })
})
