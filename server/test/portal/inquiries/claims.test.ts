import { describe, expect, test } from 'vitest'
import { fileClaim } from '../../../src/portal/inquiries/file-claim.flow.ts'
import { inquiryLimits } from '../../../src/portal/inquiries/limits.ts'
import { rollUpLinks } from '../../../src/statistics/roll-up-link-stats.job.ts'
import { createTestPartner, startTestService } from '../../harness.ts'
import {
  createEvent,
  openConnectedShop,
  paidSession,
  refundedCharge,
} from '../../tracking/processors/processor.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'
import { openClaimFixture } from './claim-fixture.ts'

const service = await startTestService({ now: '2026-03-10T12:00:00.000Z' })
const { clock } = service

describe('a claim', () => {
  test('is submitted, visible to the team, and withdrawn only by its partner', async () => {
    const fixture = await openClaimFixture(service)
    const response = await fixture.file({ transactionId: ' order-1 ', note: ' The customer confirmed it. ' })
    expect([response.status, response.body.data]).toEqual([
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
        commissionId: null,
      },
    ])
    const { id } = response.body.data
    expect((await fixture.own('/claims')).body.data.map((one: { id: number }) => one.id)).toEqual([id])
    expect((await fixture.own('/claims', fixture.rival.partnerId)).body.data).toEqual([])
    expect((await fixture.withdraw(id, fixture.rival.partnerId)).status).toBe(404)
    expect((await fixture.withdraw(id)).body.data).toMatchObject({ state: 'withdrawn' })
    const secondResponse = await fixture.withdraw(id)
    expect([secondResponse.status, secondResponse.body.error.message]).toEqual([
      409,
      'This claim is already withdrawn. Nothing was changed.',
    ])
    expect((await fixture.reject(id)).status).toBe(409)
  })

  test('is unique per order or day while open, and reveals nothing about the order', async () => {
    const fixture = await openClaimFixture(service)
    const { shop, rival } = fixture
    await shop.customer('cus-2', await shop.clickId(rival.code))
    await shop.sale({ transaction_id: 'of-a-rival', amount_cents: 4900, customer_key: 'cus-2' })
    const claims = ['of-a-rival', 'not-there'].map((transactionId) =>
      fixture.file({ transactionId, note: 'Mine.' }),
    )
    const [theirs, unknown] = await Promise.all(claims)
    const shape = ({ body: { data } }: { body: { data: object } }) => ({ ...data, id: 0, transactionId: '' })
    expect(theirs && shape(theirs)).toEqual(unknown && shape(unknown))
    const again = await fixture.file({ transactionId: 'not-there', note: 'Again.' })
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'You already have an open claim for this order or day. The program will review it.',
    ])
    expect((await fixture.file({ day: '2026-03-09', note: 'That day.' })).status).toBe(201)
    expect((await fixture.file({ day: '2026-03-09', note: 'That day.' })).status).toBe(409)
    const response = await fixture.file({ transactionId: 'not-there', note: 'Mine.' }, rival.partnerId)
    expect(response.status).toBe(201)
  })

  test('is limited in number, both open and per day', async () => {
    const fixture = await openClaimFixture(service)
    const ids: number[] = []
    for (let n = 0; n < inquiryLimits.openClaims; n++) ids.push(await fixture.claimed(`order-${n}`))
    const response = await fixture.file({ transactionId: 'more', note: 'Mine.' })
    expect([response.status, response.body.error.message]).toEqual([
      409,
      expect.stringContaining('20 open claims'),
    ])
    await fixture.withdraw(ids[0] ?? 0)
    const today = await fixture.file({ transactionId: 'more', note: 'Mine.' })
    expect([today.status, today.body.error.message]).toEqual([
      409,
      expect.stringContaining('Try again tomorrow'),
    ])
    clock.advance({ days: 1 })
    expect((await fixture.file({ transactionId: 'more', note: 'Mine.' })).status).toBe(201)
  })

  test('is permanently rejected, with a reply that the partner can read', async () => {
    const fixture = await openClaimFixture(service)
    const id = await fixture.claimed('order-1')
    expect((await fixture.team('POST', `/claims/${id}/reject`, {})).status).toBe(400)
    const rejectResponse = await fixture.reject(id, ' The customer came by an advertisement. ')
    expect([rejectResponse.status, rejectResponse.body.data]).toEqual([
      200,
      expect.objectContaining({
        state: 'rejected',
        message: 'The customer came by an advertisement.',
        partnerId: fixture.program.partnerId,
        decidedBy: expect.stringMatching(/./),
      }),
    ])
    expect((await fixture.own('/claims')).body.data[0]).toMatchObject({
      state: 'rejected',
      message: 'The customer came by an advertisement.',
    })
    const lateResponse = await fixture.approve(id)
    expect([lateResponse.status, lateResponse.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^This claim was already rejected by .+\. Reload it\.$/),
    ])
    // After the decision, the order can be claimed again.
    expect(await fixture.claimed('order-1')).not.toBe(id)
  })
})

describe('approving a claim', () => {
  test('creates an ordinary sale from a late request, with later refunds', async () => {
    const fixture = await openClaimFixture(service)
    const { shop, program } = fixture
    await shop.customer('cus-1')
    clock.advance({ days: 61 })
    const rejectedAt = clock.now()
    await fixture.rejectedSale('order-1', { customer_key: 'cus-1' })
    clock.advance({ days: 2 })
    const id = await fixture.claimed('order-1')
    const { body: detail } = await fixture.team('GET', `/claims/${id}`)
    expect(detail.data).toMatchObject({
      obstacle: null,
      received: { kind: 'rejected_sale', amountCents: 4900, currency: 'USD', at: rejectedAt.toISOString() },
      explanation: { conclusion: { reason: 'window_closed' } },
      customers: [{ customerKey: 'cus-1', sales: 0 }],
    })
    expect(detail.data.clicks).toHaveLength(1)
    const { status, body } = await fixture.approve(id, { message: 'You are right.' })
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
    await fixture.verify()

    const timeline = await fixture.team('GET', '/explain?transactionId=order-1')
    expect(timeline.body.data.timeline.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringMatching(/^Claim \d+ by .+ was approved, which created the sale and its commission\.$/),
    )
    const earning = await fixture.own(`/earnings/${body.data.commissionId}`)
    expect(earning.body.data).toMatchObject({ isClaimed: true })
    expect(earning.body.data.reasons).toContainEqual({
      step: 'claim',
      at: clock.now().toISOString(),
      text: expect.stringMatching(/^You claimed this sale, and the program approved your claim on .+\.$/),
    })
    expect((await fixture.inquire({ transactionId: 'order-1' })).body.data).toMatchObject({
      answer: 'on_hold',
    })

    expect((await fixture.refund('order-1', { refund_id: 'r-1', refund_amount_cents: 1000 })).status).toBe(
      200,
    )
    await fixture.verify()
    expect((await shop.rows('commissions'))[0]).toMatchObject({ reversed_cents: 200 })
    expect((await fixture.refund('order-1', { refund_id: 'r-2', refund_amount_cents: 3900 })).status).toBe(
      200,
    )
    expect((await shop.rows('commissions'))[0]).toMatchObject({ status: 'reversed', reversed_cents: 980 })
    await fixture.verify()
    await rollUpLinks(service.deps)
    await fixture.verify()
    const repeatedSale = await shop.sale({
      transaction_id: 'order-1',
      amount_cents: 4900,
      customer_key: 'cus-1',
    })
    expect(repeatedSale.status).toBe(409)
  })

  test('creates the customer from the partner’s click if the order has no customer', async () => {
    const fixture = await openClaimFixture(service)
    const { shop } = fixture
    const clickId = await shop.clickId()
    await fixture.rejectedSale('order-1', { customer_key: 'cus-9' })
    const id = await fixture.claimed('order-1')
    const unknown = await fixture.approve(id)
    expect([unknown.status, unknown.body.error.details]).toEqual([409, { obstacle: 'customer_unknown' }])
    expect((await fixture.approve(id, { clickId })).status).toBe(200)
    expect(await shop.rows('customers')).toMatchObject([{ customer_key: 'cus-9', sale_count: 1 }])
    await fixture.verify()
    // The customer is known from then on.
    const next = await shop.sale({ transaction_id: 'order-2', amount_cents: 100, customer_key: 'cus-9' })
    expect(next.body.commission_id).toEqual(expect.any(Number))
    await fixture.verify()
  })

  test('attributes the sale to the chosen one of the partner’s customers', async () => {
    const fixture = await openClaimFixture(service)
    const { shop, rival } = fixture
    await shop.customer('cus-1')
    await shop.customer('cus-2', await shop.clickId(rival.code))
    const [ownCustomer, otherCustomer] = await shop.rows('customers')
    await fixture.rejectedSale('order-1', { customer_key: 'Cus-1' })
    const id = await fixture.claimed('order-1')
    const wrong = await fixture.approve(id, { customerId: otherCustomer?.id })
    expect([wrong.status, wrong.body.error.details]).toEqual([400, { field: 'customerId' }])
    const rivalsClick = await fixture.approve(id, { clickId: await shop.clickId(rival.code) })
    expect([rivalsClick.status, rivalsClick.body.error.details]).toEqual([400, { field: 'clickId' }])
    const otherProgram = await fixture.approve(id, { transactionId: 'order-2', customerId: ownCustomer?.id })
    expect([otherProgram.status, otherProgram.body.error.details]).toEqual([400, { field: 'transactionId' }])
    expect((await fixture.approve(id, { customerId: ownCustomer?.id })).status).toBe(200)
    expect(await shop.rows('sale_events')).toMatchObject([{ customer_id: ownCustomer?.id }])
    await fixture.verify()
  })

  test('pays by the policy and group that applied at the time of the order', async () => {
    const fixture = await openClaimFixture(service, { rateBps: 1000 })
    const { shop } = fixture
    await shop.customer('cus-1')
    clock.advance({ days: 61 })
    await fixture.rejectedSale('order-1', { customer_key: 'cus-1' })
    clock.advance({ days: 1 })
    await shop.policy({ rate_bps: 5000, hold_days: 90 })
    const id = await fixture.claimed('order-1')
    expect((await fixture.approve(id)).status).toBe(200)
    expect(await shop.rows('commissions')).toMatchObject([
      { amount_cents: 490, hold_until: new Date(clock.now().getTime() + 30 * 86_400_000) },
    ])
    await fixture.verify()
  })

  test('uses the time of the first request, however often it was repeated', async () => {
    const fixture = await openClaimFixture(service, { rateBps: 1000 })
    const { shop } = fixture
    await shop.customer('cus-1')
    const [customer] = await shop.rows('customers')
    await fixture.rejectedSale('order-1', { amount_cents: 4800 })
    const firstAt = clock.now()
    clock.advance({ days: 2 })
    await shop.policy({ rate_bps: 5000 })
    clock.advance({ days: 1 })
    await fixture.rejectedSale('order-1')
    const id = await fixture.claimed('order-1')
    const { body: detail } = await fixture.team('GET', `/claims/${id}`)
    expect(detail.data.received).toMatchObject({ amountCents: 4900, at: firstAt.toISOString() })
    const preview = await fixture.team('GET', `/claims/${id}/approval?customerId=${customer?.id}`)
    expect([preview.status, preview.body.data]).toEqual([
      200,
      {
        commission: {
          amountCents: 490,
          currency: 'USD',
          holdUntil: new Date(clock.now().getTime() + 30 * 86_400_000).toISOString(),
        },
        obstacle: null,
      },
    ])
    const unnamed = await fixture.team('GET', `/claims/${id}/approval`)
    expect([unnamed.status, unnamed.body.data]).toEqual([
      200,
      { commission: null, obstacle: 'customer_unknown' },
    ])
    // The preview changed nothing.
    expect(await shop.rows('sale_events')).toEqual([])
    expect((await fixture.team('GET', `/claims/${id}`)).body.data).toMatchObject({ state: 'open' })
    expect((await fixture.approve(id, { customerId: customer?.id })).status).toBe(200)
    const [commission] = await shop.rows('commissions')
    expect((await fixture.own('/claims')).body.data).toMatchObject([{ commissionId: commission?.id }])
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, reported_at: firstAt }])
    expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 490 }])
    await fixture.verify()
  })

  test.each([
    ['first order first', 'order-1', 'order-2'],
    ['second order first', 'order-2', 'order-1'],
  ])('pays a customer’s first sale once, even if several were claimed: %s', async (_, a, b) => {
    const fixture = await openClaimFixture(service)
    const { shop } = fixture
    await shop.policy({ duration: 'first_sale' })
    clock.advance({ days: 1 })
    await shop.customer('cus-1')
    const [customer] = await shop.rows('customers')
    const choice = { customerId: customer?.id }
    await fixture.rejectedSale('order-1')
    clock.advance({ days: 2 })
    await fixture.rejectedSale('order-2')
    clock.advance({ days: 2 })
    const [first, second] = [await fixture.claimed(a), await fixture.claimed(b)]
    expect((await fixture.approve(first, choice)).status).toBe(200)
    const rejected = await fixture.approve(second, choice)
    expect([rejected.status, rejected.body.error?.details]).toEqual([409, { obstacle: 'no_commission' }])
    expect(await shop.rows('commissions')).toHaveLength(1)
    await fixture.verify()
  })

  test('doesn’t pay an earlier order once a later order has been paid as the first sale', async () => {
    const fixture = await openClaimFixture(service)
    const { shop } = fixture
    await shop.policy({ duration: 'first_sale' })
    clock.advance({ days: 1 })
    await shop.customer('cus-1')
    const [customer] = await shop.rows('customers')
    await fixture.rejectedSale('order-1')
    clock.advance({ days: 2 })
    const sale = await shop.sale({ transaction_id: 'bought', amount_cents: 4900, customer_key: 'cus-1' })
    expect(sale.body.commission_id).toEqual(expect.any(Number))
    clock.advance({ days: 2 })
    const id = await fixture.claimed('order-1')
    const rejected = await fixture.approve(id, { customerId: customer?.id })
    expect([rejected.status, rejected.body.error?.details]).toEqual([409, { obstacle: 'no_commission' }])
    expect(await shop.rows('sale_events')).toHaveLength(1)
    await fixture.verify()
  })

  test('identifies the order if the partner gave only a day', async () => {
    const fixture = await openClaimFixture(service)
    const { shop } = fixture
    await shop.customer('cus-1')
    clock.advance({ days: 61 })
    await fixture.rejectedSale('order-1', { customer_key: 'cus-1' })
    const day = clock.now().toISOString().slice(0, 10)
    const { body } = await fixture.file({ day, note: 'Somebody bought.' })
    const id = body.data.id
    const unnamed = await fixture.approve(id)
    expect([unnamed.status, unnamed.body.error.details]).toEqual([409, { obstacle: 'no_order_named' }])
    const detail = await fixture.team('GET', `/claims/${id}?transactionId=order-1`)
    expect(detail.body.data).toMatchObject({ obstacle: null, received: { kind: 'rejected_sale' } })
    expect((await fixture.approve(id, { transactionId: 'order-1' })).status).toBe(200)
    await fixture.verify()
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
  ] satisfies [string, (fixture: Awaited<ReturnType<typeof openClaimFixture>>) => Promise<void>][])(
    'is rejected without writing anything: %s',
    async (obstacle, arrange) => {
      const fixture = await openClaimFixture(service)
      await arrange(fixture)
      const id = await fixture.claimed('order')
      const before = await fixture.shop.counts()
      const { status, body } = await fixture.approve(id)
      expect([status, body.error?.details]).toEqual([409, { obstacle }])
      expect(await fixture.shop.counts()).toEqual(before)
      expect((await fixture.team('GET', `/claims/${id}`)).body.data.state).toBe('open')
      await fixture.verify()
    },
  )

  test('creates a sale from an unattributed payment, with pending refunds', async () => {
    const shop = await openConnectedShop(service)
    await shop.customer('cus-1')
    const session = paidSession({ metadata: {}, client_reference_id: null })
    await shop.stripe.deliver(createEvent(service, 'checkout.session.completed', session))
    const refund = refundedCharge(session.payment_intent, 2450)
    await shop.stripe.deliver(createEvent(service, 'charge.refunded', refund))
    const [payment] = (await shop.manage('GET', '/unattributed-payments')).body.data
    const claimant = { programId: shop.program.id, partnerId: shop.program.partnerId }
    const claimed = { transactionId: payment.transactionId }
    const filed = await fileClaim(service.deps, claimant, { claimed, note: 'Mine.' })
    if (filed.kind !== 'filed') throw new Error(filed.kind)
    const [customer] = await shop.rows('customers')
    const preview = await shop.manage('GET', `/claims/${filed.claim.id}/approval?customerId=${customer?.id}`)
    const approved = await shop.manage('POST', `/claims/${filed.claim.id}/approve`, {
      customerId: customer?.id,
    })
    const [commission] = await shop.rows('commissions')
    expect(commission).toMatchObject({ amount_cents: 980, reversed_cents: 490 })
    expect(preview.body.data?.commission?.amountCents, preview.text).toBe(490)
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
    await shop.stripe.deliver(createEvent(service, 'checkout.session.completed', session))
    const clickId = await shop.clickId(rival.code)
    const before = await shop.counts()
    const approve = async (partnerId: number, selected: object) => {
      const claimant = { programId: shop.program.id, partnerId }
      const claimed = { transactionId: session.payment_intent }
      const filed = await fileClaim(service.deps, claimant, { claimed, note: 'Mine.' })
      if (filed.kind !== 'filed') throw new Error(filed.kind)
      const detail = await shop.manage('GET', `/claims/${filed.claim.id}`)
      expect(detail.body.data.received.kind).toBe('sale')
      const approved = await shop.manage('POST', `/claims/${filed.claim.id}/approve`, selected)
      return [detail.body.data.obstacle, approved.status, approved.body.error?.details]
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

  test('succeeds for a rejected order even if another sale uses its id as a payment id', async () => {
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
    const fixture = await openClaimFixture(service)
    const first = await fixture.claimed('order-1')
    const second = await fixture.claimed('order-2')
    const theirs = await fixture.file({ day: '2026-03-10', note: 'Mine.' }, fixture.rival.partnerId)
    await fixture.reject(first)
    const list = async (query: string) =>
      (await fixture.team('GET', `/claims${query}`)).body.data.map((one: { id: number }) => one.id)
    expect(await list('')).toEqual([theirs.body.data.id, second, first])
    expect(await list('?state=open')).toEqual([theirs.body.data.id, second])
    expect(await list(`?partnerId=${fixture.rival.partnerId}`)).toEqual([theirs.body.data.id])
    const page = await fixture.team('GET', '/claims?limit=2')
    expect(await list(`?limit=2&cursor=${page.body.meta.nextCursor}`)).toEqual([first])
  })

  test('can neither read nor decide another program’s claims', async () => {
    const fixture = await openClaimFixture(service)
    const other = await openClaimFixture(service)
    const id = await fixture.claimed('order-1')
    expect((await other.team('GET', `/claims/${id}`)).status).toBe(404)
    expect((await other.approve(id)).status).toBe(404)
    expect((await other.reject(id)).status).toBe(404)
  })
})
