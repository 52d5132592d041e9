import { describe, expect, it } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { setPayoutDetails } from '../../../src/earnings/payout-details/change-payout-details.flow.ts'
import { REASONS } from '../../../src/reports/explain/explain.ts'
import { refundSale } from '../../../src/tracking/refunds/apply-refund.flow.ts'
import { createTestPartner, createTestProgram, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import {
  createEvent,
  openConnectedShop,
  paidSession,
  refundedCharge,
} from '../../tracking/processors/processor.ts'
import { refuse, storeRejectedRequest } from './stored-rejected-request.ts'

const DETAILS = {
  account: { method: 'paypal', email: 'ann@pay.test' },
  payee_kind: 'person',
  legal_name: 'Ann Example',
  address: 'Street 1',
  city: 'Berlin',
  postal_code: '10115',
  country: 'DE',
  tax_id: null,
} as const

const service = await startTestService({ ownDatabase: true })
const { app, clock, database, deps } = service

/** Returns an explanation's conclusion and timeline item types. */
async function requested(shop: Pick<Shop, 'program'>, query: Record<string, string>) {
  const bearer = await signInMember(service, shop.program, { role: 'member' })
  const url = `/api/programs/${shop.program.id}/explain?${new URLSearchParams(query)}`
  const { status, body, text } = await send(app, 'GET', url, { bearer })
  expect(status, text).toBe(200)
  const { conclusion, testEvents } = body.data
  const timeline: { type: string; at: string; rejectedRequest?: { code: string } }[] = body.data.timeline
  // The service may store the same rejected request at the same time.
  const once = timeline.filter(
    ({ at, rejectedRequest }, place) =>
      rejectedRequest === undefined ||
      !timeline
        .slice(0, place)
        .some((one) => one.at === at && one.rejectedRequest?.code === rejectedRequest.code),
  )
  seen.add(conclusion.reason)
  expect(`${conclusion.message} ${conclusion.remedy}`).not.toMatch(/undefined|NaN|an unknown/)
  return { ...conclusion, types: once.map(({ type }) => type), timeline, testEvents }
}

const seen = new Set<string>()
const order = (id: string) => ({ transactionId: id })
const sale = (over: Record<string, unknown> = {}) => ({
  transaction_id: 'order-1',
  amount_cents: 4900,
  customer_key: 'ann',
  ...over,
})

async function start(options: Parameters<typeof openShop>[1] = {}) {
  clock.set('2026-03-10T12:00:00.000Z')
  return openShop(service, options)
}

/** Sets the default commission policy through the API. */
async function setPolicy({ program }: Pick<Shop, 'program'>, terms: object) {
  const bearer = await signInMember(service, program)
  const { status, text } = await send(app, 'POST', `/api/programs/${program.id}/commission-policies`, {
    bearer,
    body: terms,
  })
  expect(status, text).toBeLessThan(300)
  clock.advance({ ms: 1 })
}

async function openWithSale(options: Parameters<typeof openShop>[1] = {}) {
  const shop = await start(options)
  const { click_id } = await shop.customer('ann')
  clock.advance({ minutes: 5 })
  const { body } = await shop.sale(sale())
  const owner = await signInMember(service, shop.program)
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, sent?: object) =>
    send(
      app,
      method,
      `/api/programs/${shop.program.id}${path}`,
      sent ? { bearer: owner, body: sent } : { bearer: owner },
    )
  return {
    ...shop,
    click_id,
    saleId: body.sale_id as number,
    commissionId: body.commission_id as number,
    call,
  }
}

describe('a recorded sale with a commission', () => {
  it('is on hold, with its whole timeline', async () => {
    const shop = await openWithSale({ timeZone: 'Europe/Berlin' })
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'on_hold',
      status: 'waiting',
      remedy: null,
      message: `Sale ${shop.saleId} (order-1) earns Pat $9.80. It is on hold until Apr 9, 2026, 2:05 PM (Europe/Berlin) in case of a refund, then due with the next payout.`,
      facts: {
        commissionCents: 980,
        currency: 'USD',
        holdUntil: '2026-04-09T12:05:00.000Z',
        customerKey: 'ann',
      },
      types: ['click', 'lead', 'sale', 'commission'],
      testEvents: [],
    })
  })

  it('names the ignored fields in its request and in the signup', async () => {
    const shop = await start()
    const click_id = await shop.clickId()
    const lead = await shop.serverLead({ click_id, customer_key: 'ann', promoCode: 'ADA10' })
    expect(lead.body.message).toBe(
      'Lead recorded. Ignored unknown field `promoCode` (did you mean `coupon_code`?).',
    )
    await shop.sale(sale({ couponCode: 'ADA10' }))
    const { timeline } = await requested(shop, order('order-1'))
    expect(timeline.slice(1, 3)).toMatchObject([
      { type: 'lead', unknownFields: [{ field: 'promoCode', meant: 'coupon_code' }] },
      {
        type: 'sale',
        text: 'Sale order-1 of $49.00 recorded for Pat, reported by your server. Ignored unknown field `couponCode` (did you mean `coupon_code`?).',
        unknownFields: [{ field: 'couponCode', meant: 'coupon_code' }],
      },
    ])
  })

  it('doesn’t show its customer’s other orders', async () => {
    const shop = await openWithSale()
    await shop.sale(sale({ transaction_id: 'order-2' }))
    for (const id of ['order-1', 'order-2']) {
      const { timeline } = await requested(shop, order(id))
      expect(timeline.slice(2)).toMatchObject([
        { type: 'sale', transactionId: id },
        {
          type: 'commission',
          text: expect.stringContaining('Commission of $9.80 for Pat: 20% of $49.00, on hold'),
        },
      ])
    }
    expect(await requested(shop, { customerKey: 'ann' })).toMatchObject({
      types: ['click', 'lead', 'sale', 'sale', 'commission', 'commission'],
    })
  })

  it('is found by its number', async () => {
    const shop = await openWithSale()
    const found = await requested(shop, { saleId: String(shop.saleId) })
    expect(found).toMatchObject({ reason: 'on_hold', facts: { transactionId: 'order-1' } })
    expect(await requested(shop, { saleId: '999999' })).toMatchObject({
      reason: 'nothing_received',
      facts: { query: 'sale 999999' },
      timeline: [],
    })
  })

  it('was reported by the server, even if a processor is connected', async () => {
    clock.set('2026-03-10T12:00:00.000Z')
    const shop = await openConnectedShop(service)
    await shop.customer('ann')
    await shop.sale(sale())
    const { types, timeline } = await requested(shop, order('order-1'))
    expect(types).toEqual(['click', 'lead', 'sale', 'commission'])
    expect(timeline[2]).toMatchObject({ reportedBy: 'server' })
  })

  it('is found by customer, click and email', async () => {
    const shop = await start()
    const click_id = await shop.clickId()
    await shop.serverLead({ click_id, customer_key: 'ann', email: 'Ann@Example.com' })
    await shop.sale(sale())
    for (const query of [{ customerKey: 'ann' }, { clickId: click_id }, { email: ' ann@example.COM' }]) {
      expect(await requested(shop, query)).toMatchObject({
        reason: 'on_hold',
        types: ['click', 'lead', 'sale', 'commission'],
      })
    }
    const text = JSON.stringify(await requested(shop, { email: 'ann@example.com' }))
    expect(text.toLowerCase()).not.toContain('example.com')
  })

  it('waits for review if the program reviews commissions', async () => {
    const shop = await openWithSale()
    await shop.change({ commission_approval: 'review' })
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'awaiting_review',
      remedy: 'Approve it under Commissions. It will then be included in the next payout.',
    })
  })

  it('is due, in a payout, paid, and overpaid after a refund', async () => {
    const shop = await openWithSale()
    clock.advance({ days: 31 })
    await approveCommissions(deps)
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'awaiting_payout',
      status: 'due',
      message: `Sale ${shop.saleId} (order-1) earns Pat $9.80. It is approved and due with the next payout.`,
    })
    await shop.call('POST', '/payouts', {})
    const inPayout = await requested(shop, order('order-1'))
    const payoutId = inPayout.facts.payoutId
    expect(inPayout).toMatchObject({ reason: 'in_payout', facts: { payoutId: expect.any(Number) } })
    await shop.call('POST', `/payouts/${payoutId}/pay`, {})
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'paid',
      status: 'paid',
      message: `Sale ${shop.saleId} (order-1) earned Pat $9.80. It was paid on Apr 10, 2026, 12:05 PM (UTC) in payout ${payoutId}.`,
      types: [
        'click',
        'lead',
        'sale',
        'commission',
        'commission_change',
        'payout_made',
        'commission_change',
        'payout_paid',
      ],
    })
    await shop.call('POST', `/sales/${shop.saleId}/refunds`, {
      refundId: 'r-1',
      amountCents: 2450,
      reason: 'sent back',
    })
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'refunded_after_payment',
      message: `Sale ${shop.saleId} (order-1) earned Pat $9.80, which was paid. The customer was refunded after the commission was put into a payout, which leaves $4.90. The difference is deducted from the next payout.`,
    })
  })

  it('waits while its partner’s payouts are on hold', async () => {
    const shop = await openWithSale()
    clock.advance({ days: 31 })
    await approveCommissions(deps)
    await shop.call('POST', `/partners/${shop.program.partnerId}/hold`, { reason: 'tax form missing' })
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'awaiting_partner',
      message: `Sale ${shop.saleId} (order-1) earns Pat $9.80. It is approved, but not paid out while the partner has payouts paused (tax form missing).`,
      remedy: 'To pay this commission, resume the partner’s payouts. It is then due with the next payout.',
    })
  })
})

describe('a recorded sale for a partner without payout details', () => {
  it('waits for them once another partner has details', async () => {
    const shop = await openWithSale()
    clock.advance({ days: 31 })
    await approveCommissions(deps)
    expect(await requested(shop, order('order-1'))).toMatchObject({ reason: 'awaiting_payout' })
    const other = await createTestPartner(service, shop.program)
    await setPayoutDetails(
      deps,
      { programId: shop.program.id, partnerId: other.partnerId, requestId: 'r' },
      DETAILS,
    )
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'awaiting_partner',
      message: `Sale ${shop.saleId} (order-1) earns Pat $9.80. It is approved, but not paid out while the partner has no payout details.`,
      remedy:
        'To pay this commission, ask the partner to add payout details. It is then due with the next payout.',
    })
  })
})

describe('a recorded sale without a commission', () => {
  it('is explained by a full refund', async () => {
    const shop = await openWithSale()
    await shop.call('POST', `/sales/${shop.saleId}/refunds`, { refundId: 'r-1', reason: 'sent back' })
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'refunded',
      status: 'none',
      message: `Sale ${shop.saleId} (order-1) earned Pat $9.80, which was reversed: $49.00 of $49.00 was refunded to the customer.`,
      types: ['click', 'lead', 'sale', 'commission', 'refund', 'commission_change'],
    })
  })

  it('is disputed, and counts again when the dispute is won', async () => {
    const shop = await openWithSale()
    const report = {
      kind: 'dispute',
      refundId: 'dp_1',
      amountCents: undefined,
      reason: undefined,
      source: 'processor',
    } as const
    const publish = (isWithdrawn: boolean) =>
      refundSale(
        deps,
        { id: shop.program.id, sandbox: false },
        {
          saleId: shop.saleId,
          report: { ...report, isWithdrawn },
          receivedAt: clock.now(),
        },
      )
    await publish(false)
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'disputed',
      remedy: 'It counts again if the dispute is won.',
    })
    clock.advance({ days: 1 })
    await publish(true)
    const won = await requested(shop, order('order-1'))
    expect(won.reason).toBe('on_hold')
    expect(won.types).toContain('dispute_won')
  })

  it('has the same payment as another sale', async () => {
    const shop = await openWithSale()
    const report = {
      kind: 'refund',
      amountIs: 'void',
      refundId: 'same',
      reason: undefined,
      source: 'processor',
    } as const
    await refundSale(
      deps,
      { id: shop.program.id, sandbox: false },
      { saleId: shop.saleId, report, receivedAt: clock.now() },
    )
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'duplicate_payment',
      remedy: 'No action needed: the other sale earns the commission.',
    })
  })

  it('is explained by a rejection in review', async () => {
    const shop = await openWithSale()
    await shop.call('POST', '/commissions/reject', {
      commissionIds: [shop.commissionId],
      reason: 'bought by the partner',
    })
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'commission_rejected',
      message: `Sale ${shop.saleId} (order-1) earned Pat $9.80, but the commission was rejected: bought by the partner.`,
    })
  })

  it('is explained if the commission had ended or it was not the first sale', async () => {
    const shop = await start()
    await setPolicy(shop, { type: 'percent', rateBps: 2000, duration: 'months', durationMonths: 12 })
    await shop.customer('ann')
    await shop.sale(sale({ transaction_id: 'first' }))
    clock.set('2027-03-10T12:00:00.002Z')
    const { body } = await shop.sale(sale())
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'commission_ended',
      message: `Sale ${body.sale_id} (order-1) was recorded without a commission: the policy pays for 12 months from a customer’s first sale. For customer \`ann\`, this was Mar 10, 2026, 12:00 PM (UTC) to Mar 10, 2027, 12:00 PM (UTC).`,
      facts: { durationMonths: 12, durationEndedAt: '2027-03-10T12:00:00.001Z' },
      types: ['click', 'lead', 'sale'],
    })
    await setPolicy(shop, { type: 'percent', rateBps: 2000, duration: 'first_sale' })
    clock.advance({ minutes: 1 })
    await shop.sale(sale({ transaction_id: 'order-2' }))
    expect(await requested(shop, order('order-2'))).toMatchObject({ reason: 'commission_first_sale_only' })
  })

  it('is explained if no policy covers its currency or its commission rounds to zero', async () => {
    const shop = await start()
    await setPolicy(shop, { type: 'flat', amountCents: 500, currency: 'EUR' })
    await shop.customer('ann')
    const { body } = await shop.sale(sale())
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'no_policy_for_currency',
      message: `Sale ${body.sale_id} (order-1) was recorded without a commission: no commission policy covers USD, only EUR.`,
      remedy: 'A percentage policy, or a flat one in USD, applies to future sales only.',
    })
    await setPolicy(shop, { type: 'percent', rateBps: 1 })
    await shop.sale(sale({ transaction_id: 'tiny', amount_cents: 1 }))
    expect(await requested(shop, order('tiny'))).toMatchObject({ reason: 'zero_commission' })
  })

  it('is a test sale, listed separately', async () => {
    const shop = await start()
    await shop.testSale(sale({ transaction_id: 'try' }))
    expect(await requested(shop, order('try'))).toMatchObject({
      reason: 'test_event',
      timeline: [],
      testEvents: [{ type: 'sale', isTest: true }],
    })
    await shop.customer('ann')
    await shop.sale(sale({ transaction_id: 'try' }))
    expect(await requested(shop, order('try'))).toMatchObject({
      reason: 'on_hold',
      types: ['click', 'lead', 'sale', 'commission'],
      testEvents: [{ type: 'sale', isTest: true }],
    })
  })
})

describe('a rejected sale', () => {
  const rejected = async (shop: Shop, over: Record<string, unknown> = {}) => {
    await refuse(service, shop, { type: 'sale', body: sale(over) })
    return requested(shop, order('order-1'))
  }

  it('is explained by an amount sent as text', async () => {
    const shop = await start()
    await shop.customer('ann')
    const conclusion = await rejected(shop, { amount_cents: '4900' })
    expect(conclusion).toMatchObject({
      reason: 'malformed_request',
      remedy:
        'Send it again with a valid `amount_cents`. Nothing was recorded, so you can use the same transaction_id.',
      facts: { rejectedRequest: { code: 'invalid_request', field: 'amount_cents', count: 1 } },
    })
    expect(conclusion.message).toMatch(
      /^The request was rejected on Mar 10, 2026, 12:00 PM \(UTC\) with `invalid_request`: .*amount_cents/,
    )
    // When the sale is sent again with a number, it counts, and the timeline lists the rejected request.
    clock.advance({ minutes: 1 })
    await shop.sale(sale())
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'on_hold',
      types: ['click', 'lead', 'rejected_request', 'sale', 'commission'],
    })
  })

  it('is explained by an unsupported currency or a rejected key', async () => {
    const shop = await start()
    expect(await rejected(shop, { currency: 'usd' })).toMatchObject({ reason: 'unsupported_currency' })
    const other = await start()
    await refuse(service, other, {
      type: 'sale',
      body: sale(),
      bearer: `${other.program.liveKey.slice(0, -4)}AAAA`,
    })
    expect(await requested(other, order('order-1'))).toMatchObject({ reason: 'key_rejected' })
  })

  it('takes precedence over requests without a valid key', async () => {
    const shop = await start()
    await storeRejectedRequest(service, shop, {
      type: 'sale',
      code: 'no_attribution',
      transaction_id: 'order-1',
      customer_key: 'ann',
    })
    clock.advance({ minutes: 1 })
    const anybody = {
      type: 'sale',
      code: 'unauthorized',
      transaction_id: 'order-1',
      is_authenticated: false,
    } as const
    await storeRejectedRequest(service, shop, anybody)
    expect(await requested(shop, order('order-1'))).toMatchObject({ reason: 'no_signup' })
    await shop.customer('ann')
    await shop.sale(sale())
    clock.advance({ minutes: 1 })
    await storeRejectedRequest(service, shop, { ...anybody, transaction_id: 'order-2', customer_key: 'ann' })
    expect(await requested(shop, { customerKey: 'ann' })).toMatchObject({ reason: 'on_hold' })
  })

  it('is explained by a missing customer or click', async () => {
    const shop = await start()
    expect(await rejected(shop, { customer_key: undefined })).toMatchObject({
      reason: 'nothing_to_attribute',
      remedy: 'Send it again with the customer_key of the signup.',
    })
  })

  it.each([
    ['an unknown customer', 'ann'],
    ['no customer', undefined],
  ])('with %s and a misspelled field for the coupon code names the right field', async (_, customer_key) => {
    const shop = await start()
    expect(await rejected(shop, { customer_key, couponCode: 'ADA10' })).toMatchObject({
      remedy:
        'Send the coupon code as `coupon_code` instead of `couponCode`. Nothing was recorded, so you can use the same transaction_id.',
    })
  })

  it.each([
    ['of an unknown customer', { customer_key: 'ann' }],
    ['without a customer', { customer_key: undefined }],
  ])('is explained by its misspelled coupon code: %s', async (_, sent) => {
    const shop = await start()
    const conclusion = await rejected(shop, { ...sent, coupon_code: 'ADDA10' })
    expect(conclusion.facts).toMatchObject({ couponProblem: 'unknown_code' })
    expect(conclusion.message).toContain(
      'could only be attributed by the coupon code `ADDA10`, which is not an active code in this program. It was rejected',
    )
    expect(conclusion.message).toContain('No active coupon code in this program matches coupon_code.')
    // Now that the code has been added, the same request would count.
    const bearer = await signInMember(service, shop.program)
    await send(app, 'POST', `/api/programs/${shop.program.id}/coupon-codes`, {
      bearer,
      body: { partnerId: shop.program.partnerId, code: 'ADDA10' },
    })
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'would_count_if_resent',
      message: expect.stringContaining('it would be attributed to Pat.'),
    })
    expect(conclusion.remedy).toMatch(
      /^Check the spelling of the coupon code `ADDA10`, or add it under Coupon codes, then /,
    )
  })

  it('names an unknown coupon code and an existing one that is spelled similarly', async () => {
    const shop = await start()
    const bearer = await signInMember(service, shop.program)
    for (const code of ['SPRING-SALE', 'ADA10', 'ADA1000']) {
      const body = { partnerId: shop.program.partnerId, code }
      await send(app, 'POST', `/api/programs/${shop.program.id}/coupon-codes`, { bearer, body })
    }
    const sent = { customer_key: 'ann', coupon_code: 'adda10' }
    const unknown = await rejected(shop, sent)
    expect(unknown).toMatchObject({
      reason: 'no_signup',
      facts: { couponProblem: 'unknown_code', couponCode: 'adda10', similarCoupon: 'ADA10' },
      remedy:
        'Send `ADA10` if it was meant, or add the coupon code `adda10` under Coupon codes, then send the sale again. Nothing was recorded, so you can use the same transaction_id.',
    })
    expect(unknown.message).toContain('A similar code is `ADA10`.')
    // Another reason comes first, but the code would also have attributed the sale.
    await shop.customer('Ann')
    const spelled = await requested(shop, order('order-1'))
    expect(spelled).toMatchObject({ reason: 'customer_key_spelled_differently' })
    expect(spelled.message).toMatch(
      /The coupon code `adda10` is not an active code in this program\. A similar code is `ADA10`\.$/,
    )
    expect(spelled.remedy).toMatch(
      /^Send the sale with the customer key `Ann`.* To attribute it by its code instead: send `ADA10` if it was meant, /,
    )
    // A recorded sale names the code, too.
    await shop.sale(sale({ customer_key: 'Ann', transaction_id: 'order-2', coupon_code: 'ADA11' }))
    expect((await requested(shop, order('order-2'))).message).toMatch(
      /The coupon code `ADA11` is not an active code in this program\. A similar code is `ADA10`\.$/,
    )
    // A code that doesn't resemble any other is only named.
    const unmatchedCode = { ...sent, transaction_id: 'order-3', coupon_code: 'ZZTOP77' }
    await refuse(service, shop, { type: 'sale', body: sale({ ...unmatchedCode, customer_key: 'bob' }) })
    const unlike = await requested(shop, order('order-3'))
    expect(unlike.facts).not.toHaveProperty('similarCoupon')
    expect(unlike.remedy).toMatch(/^Check the spelling of the coupon code `ZZTOP77`/)
  })

  it('names the unknown coupon code in a sale after the attribution window', async () => {
    const shop = await start()
    await shop.customer('ann')
    clock.advance({ days: 61 })
    const late = await rejected(shop, { coupon_code: 'ADDA10' })
    expect(late).toMatchObject({ reason: 'window_closed', facts: { couponCode: 'ADDA10' } })
    expect(late.remedy).toContain('check the spelling of the coupon code `ADDA10`')
  })

  it('is explained by the misspelled coupon code in its signup', async () => {
    const shop = await start()
    const lead = await refuse(service, shop, {
      type: 'lead',
      body: { customer_key: 'ann', coupon_code: 'ADDA10' },
    })
    expect(lead.message).toBe(
      'No active coupon code in this program matches coupon_code. The customer_key, click_id and email in this request don’t match a partner. Nothing was recorded.',
    )
    await refuse(service, shop, { type: 'sale', body: sale() })
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'lead_rejected',
      facts: { couponProblem: 'unknown_code' },
      remedy:
        'Check the spelling of the coupon code `ADDA10`, or add it under Coupon codes, then send the signup and the sale again.',
    })
  })

  it('is explained by an unknown or misspelled customer', async () => {
    const shop = await start()
    expect(await rejected(shop)).toMatchObject({
      reason: 'no_signup',
      message:
        'No partner is known for this customer: no signup with the customer key `ann` was recorded before the sale.',
      types: ['rejected_request'],
    })
    await shop.customer('Ann')
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'customer_key_spelled_differently',
      message: 'No customer has the key `ann`, but one has `Ann`. Keys are case-sensitive and spaces count.',
    })
  })

  it('is explained by its rejected signup, with the reason', async () => {
    const shop = await start()
    const lead = await refuse(service, shop, { type: 'lead', body: { customer_key: 'Ann' } })
    clock.advance({ minutes: 1 })
    const conclusion = await rejected(shop, { customer_key: 'Ann' })
    expect(conclusion).toMatchObject({
      reason: 'lead_rejected',
      facts: { leadReason: 'no_click', rejectedRequest: { type: 'lead' } },
      types: ['rejected_request', 'rejected_request'],
    })
    expect(conclusion.message).toBe(
      `A lead with the key \`Ann\` was rejected on Mar 10, 2026, 12:00 PM (UTC) with \`no_attribution\`: ${lead.message} The request had no click ID, or no click with this ID was recorded. The customer is therefore unknown, and sales cannot be attributed.`,
    )
  })

  it.each<[string, Record<string, string>, string]>([
    ['is paused', { status: 'paused' }, 'program_inactive'],
    ['is closed', {}, 'closed_to_new_referrals'],
  ])(
    'is explained by a signup that was rejected while the program %s',
    async (_label, change, leadReason) => {
      const shop = await start()
      const click_id = await shop.clickId()
      await shop.change(leadReason === 'closed_to_new_referrals' ? { closed_to_new_referrals: true } : change)
      await refuse(service, shop, {
        type: 'lead',
        body: { customer_key: 'ann', click_id },
        bearer: leadReason === 'program_inactive' ? null : shop.program.liveKey,
      })
      await shop.change({ status: 'active' })
      // The stored decision doesn't depend on the program's current state.
      await shop.change({ closed_to_new_referrals: false })
      expect(await requested(shop, { customerKey: 'ann' })).toMatchObject({
        reason: 'lead_rejected',
        facts: { leadReason },
      })
    },
  )

  it('is explained by its lateness, with the number of days', async () => {
    const shop = await start({ attributionWindowDays: 30 })
    await shop.customer('ann')
    clock.advance({ days: 33 })
    expect(await rejected(shop)).toMatchObject({
      reason: 'window_closed',
      message:
        'The attribution window of 30 days from the click of Mar 10, 2026, 12:00 PM (UTC) had passed: it ended on Apr 9, 2026, 12:00 PM (UTC), 3 days earlier.',
      facts: { windowDays: 30, windowEndedAt: '2026-04-09T12:00:00.000Z' },
      types: ['click', 'lead', 'rejected_request'],
    })
    await shop.change({ attribution_window_days: 60 })
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'would_count_if_resent',
      remedy: 'Send it again. Nothing was recorded, so you can use the same transaction_id.',
    })
  })

  it('is explained by a partner who isn’t approved', async () => {
    const shop = await start()
    await shop.customer('ann')
    await database.kysely
      .updateTable('program_enrollments')
      .set({ status: 'rejected' })
      .where('program_id', '=', shop.program.id)
      .execute()
    expect(await rejected(shop)).toMatchObject({
      reason: 'partner_not_approved',
      message:
        'Pat, the partner, was not approved in this program at that time and is rejected now. Only approved partners are tracked.',
    })
  })

  it('is explained by another customer’s transaction_id', async () => {
    const shop = await openWithSale()
    await shop.customer('bob')
    clock.advance({ minutes: 1 })
    await refuse(service, shop, { type: 'sale', body: sale({ customer_key: 'bob' }) })
    expect(await requested(shop, { customerKey: 'bob' })).toMatchObject({
      reason: 'duplicate_transaction',
      facts: { rejectedRequest: { code: 'duplicate_transaction' } },
    })
    // The original order was recorded and is paid.
    const conclusion = await requested(shop, order('order-1'))
    expect(conclusion).toMatchObject({ reason: 'on_hold' })
    expect(conclusion.types).toContain('rejected_request')
  })

  it('is explained even if its field names don’t reveal the reason', async () => {
    const shop = await start()
    await storeRejectedRequest(service, shop, {
      type: 'sale',
      code: 'rate_limited',
      transaction_id: 'order-1',
    })
    expect(await requested(shop, order('order-1'))).toMatchObject({ reason: 'request_rejected' })
  })
})

describe('a click and its visitor', () => {
  it('is unknown or belongs to another program', async () => {
    const shop = await start()
    const other = await openShop(service)
    expect(await requested(shop, { clickId: 'no click id at all' })).toMatchObject({
      reason: 'no_click_recorded',
      types: [],
    })
    const click_id = await other.clickId()
    expect(await requested(shop, { clickId: click_id })).toMatchObject({
      reason: 'click_from_another_program',
      message: `The click \`${click_id}\` belongs to another program, so it does not count here.`,
    })
    await refuse(service, shop, { type: 'sale', body: sale({ customer_key: undefined, click_id }) })
    expect(await requested(shop, order('order-1'))).toMatchObject({ reason: 'click_from_another_program' })
    await database.kysely
      .updateTable('programs')
      .set({ workspace_id: shop.program.workspaceId })
      .where('id', '=', other.program.id)
      .execute()
    expect(await requested(shop, { clickId: click_id })).toMatchObject({
      facts: { otherProgram: { id: other.program.id } },
    })
  })

  it('is explained by a missing signup', async () => {
    const shop = await start()
    const clickId = await shop.clickId()
    expect(await requested(shop, { clickId })).toMatchObject({
      reason: 'click_without_signup',
      message:
        'A click on the link of Pat was recorded on Mar 10, 2026, 12:00 PM (UTC), but no signup was sent for it.',
      remedy:
        'A signup with this click ID counts until May 9, 2026, 12:00 PM (UTC), and so do the customer’s sales. If the `customer_key` is already known, send the click with a lead: a sale’s click isn’t used.',
      types: ['click'],
    })
    const links = database.kysely.updateTable('links').where('program_id', '=', shop.program.id)
    await links.set({ status: 'inactive' }).execute()
    expect(await requested(shop, { clickId })).toMatchObject({ reason: 'inactive_link' })
    await links.set({ status: 'active' }).execute()
    await shop.change({ closed_to_new_referrals: true })
    expect(await requested(shop, { clickId })).toMatchObject({ reason: 'program_closed' })
    await shop.change({ closed_to_new_referrals: false, status: 'paused' })
    expect(await requested(shop, { clickId })).toMatchObject({
      reason: 'program_not_active',
      facts: { programStatus: 'paused' },
    })
    await shop.change({ status: 'active' })
    clock.advance({ days: 61 })
    expect(await requested(shop, { clickId })).toMatchObject({ reason: 'window_closed' })
  })

  it('is explained by a later click or an earlier signup', async () => {
    const shop = await start()
    const second = await createTestPartner(service, shop.program)
    await database.kysely
      .updateTable('partners')
      .set({ name: 'Quinn' })
      .where('id', '=', second.partnerId)
      .execute()
    const visit = async (code: string) => {
      clock.advance({ minutes: 1 })
      return (
        await shop.click({ affiliate_url: `https://shop.test/?aff=${code}`, session_id: 'one-visitor' })
      ).body.click_id
    }
    const first = await visit(shop.program.code)
    const last = await visit(second.code)
    await shop.customer('ann', last)
    expect(await requested(shop, { clickId: first })).toMatchObject({
      reason: 'later_click_won',
      message:
        'The click of Mar 10, 2026, 12:01 PM (UTC) on the link of Pat did not count because the last click before the signup wins, which was on Mar 10, 2026, 12:02 PM (UTC). The customer belongs to Quinn.',
      facts: { otherPartner: { name: 'Quinn' } },
      types: ['click', 'click'],
    })
    const late = await visit(shop.program.code)
    expect(await requested(shop, { clickId: late })).toMatchObject({ reason: 'earlier_click_kept_customer' })
    expect((await requested(shop, { customerKey: 'ann' })).types).toEqual(['click', 'click', 'lead', 'click'])
  })

  it.each([
    ['inactive_link', 'inactive_link'],
    ['program_paused', 'program_closed'],
    ['partner_not_approved', 'partner_not_approved'],
    ['rate_limited', 'request_rejected'],
  ])('is explained by its stored request if it was not counted (%s)', async (code, reason) => {
    const shop = await start()
    const click_id = `${shop.program.id.toString(36)}-01890a5d-ac96-774b-bcce-b302099a8057`
    expect(await requested(shop, { clickId: click_id })).toMatchObject({ reason: 'no_click_recorded' })
    await storeRejectedRequest(service, shop, {
      type: 'click',
      code,
      click_id,
      link_code: 'summer',
      is_authenticated: false,
    })
    expect(await requested(shop, { clickId: click_id })).toMatchObject({ reason })
  })

  it.each([
    ['unknown_link', { affiliate_url: 'https://shop.test/?aff=nobody' }, 'unknown_link'],
    ['bot', { user_agent: 'Googlebot/2.1' }, 'bot_click'],
  ])('explains an unknown customer whose click was not counted (%s)', async (code, how, reason) => {
    const shop = await start()
    const clickId = `${shop.program.id.toString(36)}-01890a5d-ac96-774b-bcce-b302099a8057`
    const body = {
      affiliate_url: shop.url,
      program_id: shop.program.id,
      existing_click_id: clickId,
      ...how,
    }
    expect(await refuse(service, shop, { type: 'click', body, bearer: null })).toMatchObject({ code })
    expect(await requested(shop, { clickId })).toMatchObject({ reason })
  })

  it('is explained by a customer without a purchase', async () => {
    const shop = await start()
    await shop.customer('ann')
    expect(await requested(shop, { customerKey: 'ann' })).toMatchObject({
      reason: 'no_sale_yet',
      message: 'Customer `ann` belongs to Pat, but no sale was received.',
      remedy: 'A first sale by May 9, 2026, 12:00 PM (UTC) is attributed to Pat.',
    })
    const clickId = await shop.clickId()
    await shop.browserLead({ click_id: clickId, customer_key: 'bob' })
    expect(await requested(shop, { clickId })).toMatchObject({
      reason: 'provisional_lead',
      types: ['click', 'lead'],
    })
  })

  it('is explained by an earlier settlement', async () => {
    const shop = await start({ leadAuthPolicy: 'browser_allowed' })
    const clickId = await shop.clickId()
    await shop.browserLead({ click_id: clickId, customer_key: 'ann' })
    clock.advance({ minutes: 1 })
    await refuse(service, shop, {
      type: 'lead',
      body: { click_id: clickId, customer_key: 'bob' },
      bearer: null,
    })
    expect(await requested(shop, { customerKey: 'bob' })).toMatchObject({ reason: 'lead_already_settled' })
  })
})

describe('a payment reported by the processor', () => {
  it('is unattributed, dismissed or only announced', async () => {
    const shop = await openConnectedShop(service)
    const session = paidSession()
    await shop.stripe.deliver(createEvent(service, 'checkout.session.completed', session))
    const { kysely } = database
    const { reference } = await kysely
      .selectFrom('payment_references')
      .select('reference')
      .where('program_id', '=', shop.program.id)
      .executeTakeFirstOrThrow()
    expect(await requested(shop, order(reference))).toMatchObject({
      reason: 'payment_not_attributed',
      types: ['payment'],
      facts: { paymentReason: 'no_customer' },
    })
    const payments = kysely.updateTable('processor_payments').where('program_id', '=', shop.program.id)
    await payments.set({ state: 'dismissed', decided_by: 'somebody' }).execute()
    expect(await requested(shop, order(reference))).toMatchObject({ reason: 'payment_dismissed' })
    await payments.set({ state: 'announced', decided_by: null, reason: null }).execute()
    expect(await requested(shop, order(reference))).toMatchObject({ reason: 'payment_announced' })
  })

  it('mentions a coupon code that had no effect, with a similar one', async () => {
    const shop = await openConnectedShop(service)
    const code = { partnerId: shop.program.partnerId, code: 'ADA10' }
    expect((await shop.manage('POST', '/coupon-codes', code)).status).toBe(201)
    const session = paidSession({ metadata: { coupon_code: 'ADA1O' } })
    await shop.stripe.deliver(createEvent(service, 'checkout.session.completed', session))
    expect(await requested(shop, order(session.payment_intent))).toMatchObject({
      reason: 'payment_not_attributed',
      message: expect.stringContaining(
        'it matches no customer. The coupon code `ADA1O` is not an active code in this program. A similar code is `ADA10`.',
      ),
      remedy: expect.stringContaining(
        'For later payments with this code: send `ADA10` if it was meant, or add the coupon code `ADA1O` under Coupon codes.',
      ),
      facts: { couponProblem: 'unknown_code', couponCode: 'ADA1O', similarCoupon: 'ADA10' },
    })
    const { data } = (await shop.manage('GET', '/unattributed-payments')).body
    expect((await shop.manage('GET', `/unattributed-payments/${data[0].id}`)).body.data).toMatchObject({
      couponCode: 'ADA1O',
      couponProblem: 'unknown_code',
    })
  })

  it('is explained by its refund if the processor reported nothing else', async () => {
    const shop = await openConnectedShop(service)
    await shop.stripe.deliver(createEvent(service, 'charge.refunded', refundedCharge('pi_only', 900)))
    expect(await requested(shop, order('pi_only'))).toMatchObject({
      reason: 'payment_only_refunded',
      status: 'waiting',
      message: expect.stringContaining('the payment `pi_only` was refunded or disputed'),
    })
  })

  it('that is the first report about a customer counts as the signup', async () => {
    const shop = await openConnectedShop(service)
    const session = paidSession({ metadata: { service_click_id: await shop.clickId() } })
    await shop.stripe.deliver(createEvent(service, 'checkout.session.completed', session))
    const { timeline } = await requested(shop, order(String(session.payment_intent)))
    expect(timeline.find(({ type }: { type: string }) => type === 'lead')).toMatchObject({
      text: 'The payment is the first report of this customer and counts as the signup. The customer belongs to Pat.',
    })
  })
})

describe('an unknown name', () => {
  it('is explained by what to check', async () => {
    const shop = await start()
    expect(await requested(shop, order('order-1'))).toMatchObject({
      reason: 'nothing_received',
      message: 'This program received nothing for `order-1`.',
      remedy:
        'Check that it was sent to this program and installation with the live API key, and that the spelling is the same. Rejected requests appear after a few seconds.',
      timeline: [],
    })
    expect(await requested(shop, { email: 'nobody@example.com' })).toMatchObject({
      reason: 'nothing_received',
    })
  })

  it.each(['ORDER-1', ' order-1', 'order-1 ', 'oRdEr-1'])('suggests order-1 for %j', async (name) => {
    const shop = await openWithSale()
    expect(await requested(shop, order(name))).toMatchObject({
      reason: 'spelled_differently',
      facts: { similar: 'order-1' },
    })
  })

  it('is explained by another of the workspace’s programs that received it', async () => {
    const shop = await openWithSale()
    const second = await createTestProgram(service)
    await database.kysely
      .updateTable('programs')
      .set({ workspace_id: shop.program.workspaceId, name: 'Second' })
      .where('id', '=', second.id)
      .execute()
    await database.kysely
      .updateTable('workspace_programs')
      .set({ workspace_id: shop.program.workspaceId })
      .where('program_id', '=', second.id)
      .execute()
    const there = { program: { ...second, workspaceId: shop.program.workspaceId } }
    for (const query of [order('order-1'), { customerKey: 'ann' }]) {
      expect(await requested(there, query)).toMatchObject({
        reason: 'known_in_another_program',
        facts: { otherProgram: { id: shop.program.id, name: 'Acme partners' } },
      })
    }
  })
})

it('the query requires exactly one name', async () => {
  const shop = await start()
  const bearer = await signInMember(service, shop.program)
  for (const query of [
    '',
    '?transactionId=a&clickId=b',
    '?transactionId=',
    '?email=nobody',
    '?order=a',
    '?transactionId=a&transactionId=b',
  ]) {
    const { status, body } = await send(app, 'GET', `/api/programs/${shop.program.id}/explain${query}`, {
      bearer,
    })
    expect([query, status, body.error.code]).toEqual([query, 400, 'invalid_request'])
  }
})

it('the tests above cover every reason', () => {
  expect(REASONS.filter((reason) => !seen.has(reason))).toEqual([])
})

describe('rejected requests without a valid key', () => {
  const forged = (shop: Pick<Shop, 'program'>, more: object) =>
    storeRejectedRequest(service, shop, {
      type: 'sale',
      code: 'unauthorized',
      transaction_id: 'order-1',
      is_authenticated: false,
      ...more,
    })

  it('never displace rejected requests with a valid key', async () => {
    const shop = await start()
    await refuse(service, shop, { type: 'sale', body: sale({ customer_key: undefined }) })
    clock.advance({ minutes: 1 })
    for (let number = 0; number <= 100; number++) await forged(shop, { amount: String(number) })
    const { reason, types, timeline } = await requested(shop, order('order-1'))
    expect(reason).toBe('nothing_to_attribute')
    expect(types).toContain('rejected_request')
    expect(
      timeline.map(({ rejectedRequest }: { rejectedRequest: { code: string } }) => rejectedRequest.code),
    ).toContain('no_attribution')
  })

  it('reveal nothing about the customer in a request rejected with a valid key', async () => {
    const shop = await start()
    await shop.customer('ann')
    await shop.customer('bob')
    const { id } = shop.program
    await refuse(service, shop, { type: 'sale', body: sale({ currency: 'XAU' }) })
    clock.advance({ minutes: 1 })
    await forged(shop, { customer_key: 'bob' })
    const bearer = await signInMember(service, shop.program, { role: 'member' })
    const { body, text } = await send(app, 'GET', `/api/programs/${id}/explain?transactionId=order-1`, {
      bearer,
    })
    expect(body.data.conclusion.reason).toBe('unsupported_currency')
    const leads = body.data.timeline.filter(({ type }: { type: string }) => type === 'lead')
    expect(
      leads.map(({ customerKey }: { customerKey: string }) => customerKey),
      text,
    ).toEqual(['ann'])
  })
})
