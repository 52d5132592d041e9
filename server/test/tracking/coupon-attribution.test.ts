import { beforeEach, describe, expect, it } from 'vitest'
import { verifyMoney } from '../../src/reports/performance/verify-money.flow.ts'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import { concurrently, createTestPartner, send, signInMember, startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'

const service = await startTestService()
const { app, database, clock } = service

let shop: Shop
let bearer: string
let ada: { partnerId: number; code: string }

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  ada = await createTestPartner(service, shop.program)
  bearer = await signInMember(service, shop.program)
})

const request = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  send(app, method, `/api/programs/${shop.program.id}${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })

async function createCode(overrides: Record<string, unknown> = {}): Promise<number> {
  const created = await request('POST', '/coupon-codes', {
    partnerId: ada.partnerId,
    code: 'ADA10',
    ...overrides,
  })
  expect(created.status, created.text).toBe(201)
  return created.body.data.id
}

const setPrecedence = (couponPrecedence: string) => request('PATCH', '', { couponPrecedence })

const sell = (transaction_id: string, overrides: Record<string, unknown> = {}) =>
  shop.sale({ transaction_id, amount_cents: 10_000, customer_key: 'cus-1', ...overrides })

async function readSale(transactionId: string) {
  const rows = (await shop.rows('sale_events')).filter((row) => row.transaction_id === transactionId)
  expect(rows).toHaveLength(1)
  return rows[0] as Record<string, unknown>
}

async function expectConsistent() {
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
  // Test partners are created without statistics.
  const { differences } = await verifyStatistics(database, shop.program.id)
  expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
}

describe('a sale with a coupon code', () => {
  it('attributes a customer who never clicked, and their renewal without the code', async () => {
    const id = await createCode()
    const sale = await sell('o-1', { coupon_code: ' ada10 ' })
    expect(sale.body, sale.text).toMatchObject({ success: true, commission_id: expect.any(Number) })
    expect(await readSale('o-1')).toMatchObject({
      partner_id: ada.partnerId,
      attributed_by: 'coupon_code',
      coupon_code: ' ada10 ',
      coupon_id: id,
      decision_facts: { coupon: 'attributed' },
    })
    expect((await sell('o-2')).body).toMatchObject({ commission_id: expect.any(Number) })
    expect(await readSale('o-2')).toMatchObject({ partner_id: ada.partnerId, attributed_by: 'customer_key' })
    const { text } = await request('GET', '/explain?transactionId=o-1')
    expect(text).toContain('the coupon code ADA10')
    const read = await send(app, 'GET', `/api/tracking/events/${shop.program.id}/sale/${sale.body.sale_id}`, {
      bearer,
    })
    expect(read.body.data.event.coupon).toMatchObject({ code: 'ADA10', partner: { id: ada.partnerId } })
    const [listedCode] = (await request('GET', '/coupon-codes')).body.data
    expect(listedCode).toMatchObject({ id, code: 'ADA10', uses: 1, sales: 1, status: 'active' })
    await expectConsistent()
  })

  it('attributes an order that has no customer_key and no click_id', async () => {
    await createCode()
    expect((await sell('o-1', { customer_key: null, coupon_code: 'ADA10' })).status).toBe(200)
    expect((await sell('o-1', { customer_key: null, coupon_code: 'ADA10' })).status).toBe(409)
    expect(await shop.rows('customers')).toHaveLength(1)
    await expectConsistent()
  })

  it.each([
    ['code', 'code', 'attributed'],
    ['click', 'click', 'click_wins'],
    ['first_touch', 'click', 'click_wins'],
  ] as const)(
    'with the precedence %s, belongs to the partner of the %s, and stores the other partner',
    async (precedence, winner, coupon) => {
      await createCode()
      await setPrecedence(precedence)
      await shop.customer('cus-1')
      clock.advance({ hours: 1 })
      await sell('o-1', { coupon_code: 'ADA10' })
      const { partnerId } = shop.program
      const [winnerId, loserId] = winner === 'code' ? [ada.partnerId, partnerId] : [partnerId, ada.partnerId]
      expect(await readSale('o-1')).toMatchObject({
        partner_id: winnerId,
        decision_facts: { coupon, otherPartnerId: loserId },
      })
      const explained = (await request('GET', '/explain?transactionId=o-1')).body.data
      expect(explained.conclusion.facts.couponDecision).toMatchObject({
        code: 'ADA10',
        outcome: coupon,
        partner: { id: ada.partnerId },
        otherPartner: { id: loserId },
        precedence,
        previousSource: 'click',
        previousWasValid: true,
      })
      expect(explained.conclusion.message).toContain('Pat was credited instead of Pat: ')
      expect(explained.timeline.at(-2).text).toContain('Pat was credited instead of Pat: ')
      const [click, lead] = explained.timeline
      const lost = { partner: { id: partnerId }, otherPartner: { id: ada.partnerId } }
      if (winner === 'code') {
        expect(click).toMatchObject({
          type: 'click',
          ...lost,
          text: expect.stringContaining(
            'It was not used. Pat was credited instead of Pat: the coupon code `ADA10` was used, and in this program a code takes precedence over a click.',
          ),
        })
        expect(lead).toMatchObject({
          type: 'lead',
          ...lost,
          text: 'Signup reported by your server. The customer belonged to Pat and later to Pat.',
        })
      } else {
        expect(click.text).not.toContain('not used')
        expect(lead.text).toContain('The customer belongs to Pat.')
      }
      await sell('o-2', { coupon_code: 'ADA10' })
      expect(await readSale('o-2')).toMatchObject({
        partner_id: winnerId,
        decision_facts: { coupon: 'customer_bought' },
      })
      await expectConsistent()
    },
  )

  it.each(
    (['code', 'click', 'first_touch'] as const).flatMap((precedence) =>
      [
        ['a new customer_key', { customer_key: 'cus-1' }, false],
        ['no customer_key', { customer_key: null }, false],
        ['a new customer_key after the browser’s signup', { customer_key: 'cus-1' }, true],
      ].map(([title, fields, isSignedUp]) => [precedence, title, fields, isSignedUp] as const),
    ),
  )(
    'with the precedence %s, decides between the sale’s own click and the code: %s',
    async (precedence, _title, fields, isSignedUp) => {
      await createCode()
      await setPrecedence(precedence)
      const click_id = await shop.clickId()
      if (isSignedUp) await shop.browserLead({ click_id })
      clock.advance({ hours: 1 })
      const sale = { ...(fields as object), click_id, coupon_code: 'ADA10' }
      const sent = await sell('o-1', sale)
      expect(sent.body, sent.text).toMatchObject({ commission_id: expect.any(Number) })
      const { partnerId } = shop.program
      const isCode = precedence === 'code'
      const otherPartnerId = isCode ? partnerId : ada.partnerId
      expect(await readSale('o-1')).toMatchObject({
        partner_id: isCode ? ada.partnerId : partnerId,
        decision_facts: {
          coupon: isCode ? 'attributed' : 'click_wins',
          otherPartnerId,
          previousSource: 'click',
          previousWasValid: true,
        },
      })
      const { conclusion, timeline } = (await request('GET', '/explain?transactionId=o-1')).body.data
      expect(conclusion.facts.couponDecision).toMatchObject({ otherPartner: { id: otherPartnerId } })
      expect(timeline.map(({ type }: { type: string }) => type)).toEqual([
        'click',
        ...(isSignedUp ? ['lead'] : []),
        ...(isCode ? ['attributed'] : []),
        'sale',
        'commission',
      ])
      const [click] = timeline
      if (isCode) expect(click.text).toContain('It was not used. Pat was credited instead of Pat: ')
      else expect(click).not.toHaveProperty('otherPartner')
      await sell('o-2', { ...sale, coupon_code: null })
      expect(await readSale('o-2')).toMatchObject({ partner_id: isCode ? ada.partnerId : partnerId })
      const signups = await shop.rows('lead_events')
      expect(signups.every(({ state }) => state === 'provisional')).toBe(true)
      await shop.serverLead({ click_id, customer_key: 'cus-1' })
      expect((await shop.stats()).at(-1)).toMatchObject({ leads: 1, conversions: 1 })
      expect((await shop.rows('customers')).filter(({ continued_by }) => continued_by === null)).toHaveLength(
        1,
      )
      await expectConsistent()
    },
  )

  it('ignores the sale’s click if it has expired, and rejects the sale without a valid code', async () => {
    await createCode()
    await setPrecedence('click')
    const click_id = await shop.clickId()
    expect((await sell('o-1', { click_id })).status).toBe(400)
    expect((await sell('o-1', { click_id, coupon_code: 'NOPE' })).status).toBe(400)
    expect(await shop.rows('customers')).toEqual([])
    clock.set('2026-06-10T12:00:00.000Z')
    expect((await sell('o-1', { click_id, coupon_code: 'ADA10' })).status).toBe(200)
    expect(await readSale('o-1')).toMatchObject({ partner_id: ada.partnerId })
    await expectConsistent()
  })

  it('with a click creates one customer when it is sent 20 times concurrently with the click’s signup', async () => {
    await createCode()
    await setPrecedence('click')
    const click_id = await shop.clickId()
    const responses = await concurrently(20, (n) =>
      n % 4 === 3
        ? shop.serverLead({ click_id, customer_key: 'cus-1' })
        : sell('o-1', { click_id, coupon_code: 'ADA10' }),
    )
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(14)
    expect(await shop.rows('customers')).toMatchObject([
      { partner_id: shop.program.partnerId, sale_count: 1 },
    ])
    expect(await shop.rows('commissions')).toHaveLength(1)
    expect((await shop.stats()).at(-1)).toMatchObject({ leads: 1, conversions: 1 })
    await expectConsistent()
  })

  it('rejects an unknown customer with the code’s problem, and records a known customer’s sale with that problem', async () => {
    const id = await createCode({ endsAt: '2026-03-10T12:00:00Z', startsAt: '2026-03-01T00:00:00Z' })
    const rejected = await sell('o-1', { coupon_code: 'ADA10' })
    expect(rejected.status).toBe(400)
    expect(rejected.body.error).toMatchObject({
      code: 'no_attribution',
      message: expect.stringMatching(/^The coupon code has expired\. /),
    })
    const unknownCustomerSale = await sell('o-1', { customer_key: null, coupon_code: 'NOPE' })
    expect(unknownCustomerSale.body.error.message).toBe(
      'No active coupon code in this program matches coupon_code. Nothing was recorded.',
    )
    await shop.customer('cus-1')
    expect((await sell('o-1', { coupon_code: 'ADA10' })).status).toBe(200)
    expect(await readSale('o-1')).toMatchObject({
      partner_id: shop.program.partnerId,
      coupon_id: id,
      decision_facts: { coupon: 'expired' },
    })
  })

  it('pays in the window that starts with the code, even after the click has expired', async () => {
    await createCode()
    await setPrecedence('click')
    await shop.customer('cus-1')
    clock.set('2026-06-10T12:00:00.000Z')
    expect((await sell('o-1')).body).toMatchObject({ sale_id: null })
    expect((await sell('o-1', { coupon_code: 'ADA10' })).body).toMatchObject({ sale_id: expect.any(Number) })
    expect(await readSale('o-1')).toMatchObject({ partner_id: ada.partnerId })
    await expectConsistent()
  })

  it('is recorded once, for one customer, when it is sent 50 times concurrently', async () => {
    await createCode()
    const responses = await concurrently(50, () => sell('o-1', { coupon_code: 'ADA10' }))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await shop.rows('customers')).toHaveLength(1)
    expect(await shop.rows('commissions')).toHaveLength(1)
    await expectConsistent()
  })

  it('never exceeds the maximum number of uses, however many orders arrive at once', async () => {
    const id = await createCode({ maxUses: 3 })
    const responses = await concurrently(12, (n) =>
      sell(`o-${n}`, { customer_key: `cus-${n}`, coupon_code: 'ADA10' }),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { body } of responses.filter(({ status }) => status !== 200)) {
      expect(body.error.message).toMatch(/^The coupon code has reached its maximum number of uses\. /)
    }
    expect((await request('GET', '/coupon-codes')).body.data).toMatchObject([{ id, uses: 3, sales: 3 }])
    await expectConsistent()
  })

  it('attributes a customer to one partner when two codes arrive at once', async () => {
    const bea = await createTestPartner(service, shop.program)
    await createCode()
    await createCode({ partnerId: bea.partnerId, code: 'BEA10' })
    for (let round = 0; round < 5; round++) {
      const key = `cus-${round}`
      const responses = await concurrently(8, (n) =>
        sell(`o-${round}-${n}`, { customer_key: key, coupon_code: n % 2 === 0 ? 'ADA10' : 'BEA10' }),
      )
      expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
      const sales = (await shop.rows('sale_events')).filter(({ transaction_id }) =>
        String(transaction_id).startsWith(`o-${round}-`),
      )
      expect(new Set(sales.map(({ partner_id }) => partner_id)).size).toBe(1)
    }
    await expectConsistent()
  })

  it('is stored with its code in test mode, and attributes nothing', async () => {
    await createCode()
    expect((await shop.testSale({ transaction_id: 't-1', coupon_code: 'ADA10' })).status).toBe(200)
    expect(await readSale('t-1')).toMatchObject({ is_test: true, coupon_code: 'ADA10', partner_id: null })
    expect((await request('GET', '/coupon-codes')).body.data).toMatchObject([{ uses: 0, sales: 0 }])
  })
})

describe('a lead with a coupon code', () => {
  it('from the server creates a customer for the code’s partner, and the signup counts', async () => {
    const id = await createCode()
    const lead = await shop.serverLead({ customer_key: 'cus-1', coupon_code: 'Ada10' })
    expect(lead.body, lead.text).toMatchObject({ success: true, lead_id: expect.any(Number) })
    expect(await shop.rows('lead_events')).toMatchObject([
      { state: 'settled', coupon_code: 'Ada10', coupon_id: id },
    ])
    await sell('o-1')
    expect(await readSale('o-1')).toMatchObject({ partner_id: ada.partnerId })
    expect((await shop.serverLead({ customer_key: 'cus-1', coupon_code: 'Ada10' })).body.lead_id).toBe(
      lead.body.lead_id,
    )
    await expectConsistent()
  })

  it.each([
    ['code', 'code'],
    ['click', 'click'],
    ['first_touch', 'click'],
  ] as const)(
    'from the server with the precedence %s and another partner’s click belongs to the partner of the %s',
    async (precedence, winner) => {
      await createCode()
      await setPrecedence(precedence)
      const click_id = await shop.clickId()
      await shop.browserLead({ click_id })
      expect((await shop.serverLead({ click_id, customer_key: 'cus-1', coupon_code: 'ADA10' })).status).toBe(
        200,
      )
      await sell('o-1')
      expect(await readSale('o-1')).toMatchObject({
        partner_id: winner === 'code' ? ada.partnerId : shop.program.partnerId,
      })
      expect((await shop.stats()).at(-1)).toMatchObject({ leads: 1, conversions: 1 })
      await expectConsistent()
    },
  )

  it.each([
    ['code', 'after', 'code'],
    ['code', 'before', 'code'],
    ['click', 'after', 'click'],
    ['click', 'before', 'click'],
    ['first_touch', 'after', 'code'],
    ['first_touch', 'before', 'click'],
  ] as const)(
    'with the precedence %s and a click %s the code belongs to the partner of the %s once the click is sent',
    async (precedence, order, winner) => {
      await createCode()
      await setPrecedence(precedence)
      const earlierClick = order === 'before' ? await shop.clickId() : undefined
      clock.set('2026-03-10T12:01:00.000Z')
      await shop.serverLead({ customer_key: 'cus-1', coupon_code: 'ADA10' })
      clock.set('2026-03-10T12:02:00.000Z')
      const click_id = earlierClick ?? (await shop.clickId())
      const { partnerId } = shop.program
      const isClick = winner === 'click'
      const lead = await shop.serverLead({ click_id, customer_key: 'cus-1' })
      expect(lead.body.message).toBe(
        isClick
          ? 'Lead was already recorded. The customer now belongs to this click’s partner.'
          : 'Lead was already recorded. The customer stays with the coupon code’s partner.',
      )
      const repeated = await shop.serverLead({ click_id, customer_key: 'cus-1' })
      expect(repeated.body.lead_id).toBe(lead.body.lead_id)
      const looked = (await request('GET', `/explain?clickId=${click_id}`)).body.data
      expect(JSON.stringify(looked)).toContain('Pat was credited instead of Pat: ')
      expect(JSON.stringify(looked)).not.toContain('no signup was sent')
      expect(looked.conclusion.reason).toBe('no_sale_yet')
      await sell('o-1')
      expect(await readSale('o-1')).toMatchObject({ partner_id: isClick ? partnerId : ada.partnerId })
      const leads = await shop.rows('lead_events')
      expect(leads.find(({ id }) => id === lead.body.lead_id)).toMatchObject({
        decision_facts: {
          coupon: isClick ? 'click_wins' : 'attributed',
          otherPartnerId: isClick ? ada.partnerId : partnerId,
          couponPrecedence: precedence,
        },
      })
      await shop.serverLead({ click_id: await shop.clickId(), customer_key: 'cus-1' })
      await sell('o-2')
      expect(await readSale('o-2')).toMatchObject({ partner_id: isClick ? partnerId : ada.partnerId })
      const stats = await shop.stats()
      expect(stats.reduce((sum, row) => sum + Number(row.leads ?? 0), 0)).toBe(1)
      await expectConsistent()
    },
  )

  it('explains that a sale’s click was not used because the customer was already known', async () => {
    await createCode()
    await shop.serverLead({ customer_key: 'cus-1', coupon_code: 'ADA10' })
    const click_id = await shop.clickId()
    await sell('o-1', { click_id })
    await sell('o-2', { click_id })
    expect(await readSale('o-1')).toMatchObject({
      partner_id: ada.partnerId,
      decision_facts: { isClickUnused: true, unusedClickPartnerId: shop.program.partnerId },
    })
    expect((await readSale('o-2')).decision_facts).toBeNull()
    const { conclusion, timeline } = (await request('GET', '/explain?transactionId=o-1')).body.data
    expect(conclusion.facts).not.toHaveProperty('clickedAt')
    const sale = timeline.find(({ type }: { type: string }) => type === 'sale')
    expect(sale).toMatchObject({ isClickUnused: true, otherPartner: { id: shop.program.partnerId } })
    expect(sale.text).toContain(
      'The click sent with this sale, on a link of Pat, was not used: the `customer_key` already belonged to a customer of Pat.',
    )
  })

  it('leaves no provisional lead with the click’s partner', async () => {
    await createCode()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    const moved = await shop.serverLead({ click_id, customer_key: 'cus-1', coupon_code: 'ADA10' })
    expect(moved.status, moved.text).toBe(200)
    const repeated = await shop.serverLead({ click_id })
    expect(repeated.body).toMatchObject({ lead_id: moved.body.lead_id })
    const second = await shop.serverLead({ click_id, customer_key: 'cus-2' })
    expect(second.status, second.text).toBe(200)
    expect(second.body.lead_id).not.toBe(moved.body.lead_id)
    const settled = (await shop.rows('lead_events')).filter(({ state }) => state === 'settled')
    expect(settled).toHaveLength(2)
    expect((await shop.stats()).at(-1)).toMatchObject({ leads: 2 })
    await expectConsistent()
  })

  it('from a browser ignores the code', async () => {
    await createCode()
    const click_id = await shop.clickId()
    expect((await shop.browserLead({ click_id, coupon_code: 'ADA10' })).status).toBe(200)
    expect(await shop.rows('customers')).toMatchObject([{ partner_id: shop.program.partnerId }])
  })
})

describe('managing coupon codes', () => {
  it('rejects a second active code that differs only in case, until the first one is archived', async () => {
    const id = await createCode()
    const repeated = await request('POST', '/coupon-codes', { partnerId: ada.partnerId, code: 'ada10' })
    expect(repeated.status).toBe(409)
    expect(repeated.body.error.details).toEqual({ field: 'code' })
    expect((await request('POST', `/coupon-codes/${id}/archive`)).body.data).toMatchObject({
      status: 'archived',
    })
    expect((await sell('o-1', { coupon_code: 'ADA10' })).status).toBe(400)
    await createCode({ partnerId: shop.program.partnerId, code: 'ada10' })
    await sell('o-1', { coupon_code: 'ADA10' })
    expect(await readSale('o-1')).toMatchObject({ partner_id: shop.program.partnerId })
    expect((await request('PATCH', `/coupon-codes/${id}`, { maxUses: 5 })).status).toBe(409)
  })

  it('updates terms, rejects an empty period, and filters the list', async () => {
    const id = await createCode({ endsAt: '2026-04-01T00:00:00Z' })
    const updated = await request('PATCH', `/coupon-codes/${id}`, {
      maxUses: 5,
      customerDiscount: '10 % off',
    })
    expect(updated.body.data).toMatchObject({
      maxUses: 5,
      customerDiscount: '10 % off',
      endsAt: '2026-04-01T00:00:00.000Z',
      startsAt: null,
    })
    const empty = await request('PATCH', `/coupon-codes/${id}`, { startsAt: '2026-04-01T00:00:00Z' })
    expect(empty.body.error).toMatchObject({ code: 'invalid_request', details: { field: 'endsAt' } })
    await createCode({ code: 'OTHER' })
    expect((await request('GET', '/coupon-codes?code=AD')).body.data).toMatchObject([{ id }])
    expect((await request('GET', `/coupon-codes?partnerId=${shop.program.partnerId}`)).body.data).toEqual([])
    expect((await request('POST', '/coupon-codes', { partnerId: 999_999_999, code: 'X' })).status).toBe(400)
  })
})
