import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../src/core/config/limits.ts'
import { INQUIRY_REASONS, type InquiryReason } from '../../../src/portal/inquiries/claim.ts'
import { startTestService } from '../../harness.ts'
import { changeIssuedDocuments } from '../../issued-documents.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'
import { type ClaimFixture, openClaimFixture } from './claim-fixture.ts'

const service = await startTestService()
const { clock } = service

const recordOrder = (fixture: ClaimFixture, transaction_id: string, fields: object = {}) =>
  fixture.shop.sale({ transaction_id, amount_cents: 4900, customer_key: 'cus-1', ...fields })

/** How each reason occurs; the order ID is always `order`. */
const WAYS: Record<InquiryReason, (fixture: ClaimFixture) => Promise<unknown>> = {
  async paid(fixture) {
    await WAYS.awaiting_payout(fixture)
    const { body } = await fixture.team('GET', '/commissions')
    await fixture.team('POST', '/commissions/mark-paid', { commissionIds: [body.data[0].id] })
  },
  async in_payout(fixture) {
    await WAYS.awaiting_payout(fixture)
    await fixture.team('POST', '/payouts', {})
  },
  async awaiting_payout(fixture) {
    await WAYS.on_hold(fixture)
    const { body } = await fixture.team('GET', '/commissions')
    await fixture.team('POST', '/commissions/approve', { commissionIds: [body.data[0].id] })
  },
  async awaiting_partner(fixture) {
    await WAYS.awaiting_payout(fixture)
    const { partnerId } = fixture.program
    await fixture.team('POST', `/partners/${partnerId}/hold`, { reason: 'secret words of the team' })
  },
  async on_hold(fixture) {
    await fixture.shop.customer('cus-1')
    await recordOrder(fixture, 'order')
  },
  async awaiting_review(fixture) {
    await fixture.shop.change({ commission_approval: 'review' })
    await WAYS.on_hold(fixture)
  },
  async refunded_after_payment(fixture) {
    await WAYS.paid(fixture)
    await fixture.refund('order', { refund_amount_cents: 4900 / 2 })
  },
  async refunded(fixture) {
    await WAYS.on_hold(fixture)
    await fixture.refund('order')
  },
  async disputed(fixture) {
    await WAYS.on_hold(fixture)
    const [sale] = await fixture.shop.rows('sale_events')
    await fixture.refund('order')
    await changeIssuedDocuments(
      service.database,
      sql`update refund_events set kind = 'dispute', source = 'processor'
        where program_id = ${fixture.program.id} and sale_id = ${Number(sale?.id)}`,
    )
  },
  async duplicate_payment(fixture) {
    await WAYS.refunded(fixture)
    await changeIssuedDocuments(
      service.database,
      sql`update refund_events set voids_sale = true where program_id = ${fixture.program.id}`,
    )
  },
  async commission_rejected(fixture) {
    await WAYS.on_hold(fixture)
    const { body } = await fixture.team('GET', '/commissions')
    const reason = 'secret words of the team'
    await fixture.team('POST', '/commissions/reject', { commissionIds: [body.data[0].id], reason })
  },
  async commission_ended(fixture) {
    await fixture.shop.policy({ duration: 'months', duration_months: 1 })
    await fixture.shop.customer('cus-1')
    await recordOrder(fixture, 'first')
    clock.advance({ days: 40 })
    await recordOrder(fixture, 'order')
  },
  async commission_first_sale_only(fixture) {
    await fixture.shop.policy({ duration: 'first_sale' })
    await fixture.shop.customer('cus-1')
    await recordOrder(fixture, 'first')
    await recordOrder(fixture, 'order')
  },
  async no_policy_for_currency(fixture) {
    await fixture.shop.policy({ type: 'flat', amount_cents: 100, currency: 'EUR' })
    await WAYS.on_hold(fixture)
  },
  async zero_commission(fixture) {
    await fixture.shop.customer('cus-1')
    await recordOrder(fixture, 'order', { amount_cents: 1 })
  },
  async window_closed(fixture) {
    await fixture.shop.customer('cus-1')
    clock.advance({ days: 61 })
    await recordOrder(fixture, 'order')
    await saved(service)
  },
  async click_without_signup(fixture) {
    const click_id = await fixture.shop.clickId()
    await fixture.rejectedSale('order', { customer_key: undefined, click_id })
  },
  async inactive_link(fixture) {
    await WAYS.click_without_signup(fixture)
    await fixture.team('POST', `/links/${fixture.program.linkId}/deactivate`)
  },
}

describe('an inquiry about the partner’s own order', () => {
  test.each(INQUIRY_REASONS)('%s', async (reason) => {
    const fixture = await openClaimFixture(service)
    await WAYS[reason](fixture)
    const { status, body, text } = await fixture.inquire({ transactionId: 'order' })
    expect([status, body.data?.reason], text).toEqual([200, reason])
    for (const hidden of ['cus-1', 'secret words', 'undefined', 'NaN']) expect(text).not.toContain(hidden)
    const response = await fixture.inquire({ transactionId: 'order' }, fixture.rival.partnerId)
    expect(response.body.data.answer).toBe('not_yours_or_unknown')
  })

  test('returns a label for the customer, and the amounts', async () => {
    const fixture = await openClaimFixture(service)
    await WAYS.on_hold(fixture)
    const { body } = await fixture.inquire({ transactionId: 'order' })
    expect(body.data).toEqual({
      answer: 'on_hold',
      reason: 'on_hold',
      text: expect.stringMatching(/^You earned \$9\.80 from this order\. It’s on hold until .* refunded\.$/),
      canClaim: false,
      order: {
        customer: expect.stringMatching(/^[0-9A-F]{6}$/),
        commissionId: expect.any(Number),
        receivedAt: expect.any(String),
        saleCents: 4900,
        earnedCents: 980,
        paidCents: 0,
        currency: 'USD',
      },
      day: null,
    })
  })
})

describe('an inquiry about another partner’s order', () => {
  test('returns exactly the response for an unknown order', async () => {
    const fixture = await openClaimFixture(service)
    const { shop, rival, program } = fixture
    await shop.customer('cus-2', await shop.clickId(rival.code))
    await recordOrder(fixture, 'of-a-rival', { customer_key: 'cus-2' })
    await recordOrder(fixture, 'of-nobody', { customer_key: 'nobody' })
    await recordOrder(fixture, 'malformed', { amount_cents: 'many' })
    await shop.testSale({ transaction_id: 'a-test', amount_cents: 1 })
    await shop.customer('cus-3', await shop.clickId(rival.code))
    clock.advance({ days: 61 })
    await recordOrder(fixture, 'too-late-of-a-rival', { customer_key: 'cus-3' })
    const click_id = await shop.clickId(rival.code)
    await recordOrder(fixture, 'by-a-click-of-a-rival', { customer_key: undefined, click_id })
    await saved(service)
    const other = await openClaimFixture(service)
    await other.shop.customer('cus-1')
    await recordOrder(other, 'of-another-program')
    const unknown = await fixture.inquire({ transactionId: 'not-there' })
    expect(unknown.body.data).toMatchObject({
      answer: 'not_yours_or_unknown',
      reason: null,
      order: null,
      day: null,
    })
    for (const transactionId of [
      'of-a-rival',
      'of-nobody',
      'malformed',
      'a-test',
      'too-late-of-a-rival',
      'by-a-click-of-a-rival',
      'of-another-program',
      `${program.id}`,
    ]) {
      const response = await fixture.inquire({ transactionId })
      expect([response.status, response.text], transactionId).toEqual([unknown.status, unknown.text])
    }
  })

  test('is rate-limited', async () => {
    const fixture = await openClaimFixture(service)
    const otherFixture = await openClaimFixture(service)
    const responses = []
    for (let n = 0; n < limits.inquiriesPerHour; n++) {
      responses.push(fixture.inquire(n % 2 === 0 ? { transactionId: `guess-${n}` } : { day: '2026-03-01' }))
    }
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(
      Array.from({ length: limits.inquiriesPerHour }, () => 200),
    )
    await WAYS.on_hold(fixture)
    for (const body of [{ transactionId: 'order' }, { transactionId: 'not-there' }, { day: '2026-03-01' }]) {
      const rejection = await fixture.inquire(body)
      expect([rejection.status, rejection.body.error.code]).toEqual([429, 'rate_limited'])
    }
    expect((await otherFixture.inquire({ transactionId: 'x' })).status).toBe(200)
    expect((await fixture.inquire({ transactionId: 'x' }, fixture.rival.partnerId)).status).toBe(200)
  })
})

describe('an inquiry about a day', () => {
  test('counts the partner’s own clicks, signups and sales in the program time zone', async () => {
    const fixture = await openClaimFixture(service, { timeZone: 'Asia/Ho_Chi_Minh' })
    const { shop, rival } = fixture
    clock.set('2026-09-10T18:00:00.000Z')
    await shop.customer('cus-1')
    await recordOrder(fixture, 'order')
    await shop.customer('cus-2', await shop.clickId(rival.code))
    await recordOrder(fixture, 'of-a-rival', { customer_key: 'cus-2', amount_cents: 777_700 })
    const { body, text } = await fixture.inquire({ day: '2026-09-11' })
    expect(body.data).toEqual({
      answer: 'sales_that_day',
      reason: null,
      text: 'On September 11, 2026 (Asia/Ho_Chi_Minh) your links brought 1 click and 1 signup, and your customers made 1 purchase.',
      canClaim: true,
      order: null,
      day: {
        clicks: 1,
        signups: 1,
        sales: [
          {
            customer: expect.stringMatching(/^[0-9A-F]{6}$/),
            at: '2026-09-10T18:00:00.000Z',
            saleCents: 4900,
            currency: 'USD',
            commissionId: expect.any(Number),
            earnedCents: 980,
            state: 'on_hold',
          },
        ],
      },
    })
    expect(text).not.toContain('7777')
    expect((await fixture.inquire({ day: '2026-09-10' })).body.data.answer).toBe('nothing_that_day')
    clock.advance({ days: 1 })
    await shop.clickId()
    expect((await fixture.inquire({ day: '2026-09-12' })).body.data).toMatchObject({
      answer: 'no_sales_that_day',
      text: 'On September 12, 2026 (Asia/Ho_Chi_Minh) your links brought 1 click and 0 signups. No sales from your customers were recorded.',
    })
  })

  test.each([
    [{}],
    [{ transactionId: 'x', day: '2026-03-01' }],
    [{ day: '2026-02-30' }],
    [{ day: '2999-01-01' }],
    [{ day: '0001-01-01' }],
    [{ day: 'yesterday' }],
    [{ transactionId: ' ' }],
    [{ transactionId: 'x'.repeat(256) }],
  ])('rejects the day %j', async (day) => {
    const fixture = await openClaimFixture(service)
    const { status, body } = await fixture.inquire(day)
    expect([status, body.error?.code]).toEqual([400, 'invalid_request'])
  })
})
