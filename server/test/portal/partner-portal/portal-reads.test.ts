import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { portalAccessLimits } from '../../../src/partners/portal-access/limits.ts'
import { partnerPortalLimits } from '../../../src/portal/partner-portal/limits.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { resolved } from '../../core/openapi-document.ts'
import {
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  TEST_TIME,
} from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'

const service = await startTestService()

/** A shop with two partners and their customers; requests are sent as the first partner. */
async function openPortal(options: Parameters<typeof openShop>[1] = {}) {
  service.clock.set(TEST_TIME)
  const shop = await openShop(service, options)
  const { program } = shop
  const otherPartner = await createTestPartner(service, program)
  await service.database.kysely
    .updateTable('partners')
    .set({ name: 'Rival' })
    .where('id', '=', otherPartner.partnerId)
    .execute()
  const owner = await signInMember(service, program)
  const partner = await signInAs(service, program.partnerId)
  const otherPartnerSession = await signInAs(service, otherPartner.partnerId)
  const programPath = (path: string) => `/programs/${program.id}${path}`
  const team = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    send(service.app, method, `/api/programs/${program.id}${path}`, {
      bearer: owner,
      ...(body === undefined ? {} : { body }),
    })
  return {
    ...service,
    service,
    shop,
    program,
    rival: otherPartner,
    team,
    partner,
    rivalSession: otherPartnerSession,
    read: (path: string) => partner.call('GET', programPath(path)),
    rivalReads: (path: string) => otherPartnerSession.call('GET', programPath(path)),
    create: (body: unknown) => partner.call('POST', programPath('/links'), body),
  }
}

let orders = 0
const order = (customer_key: string, fields: object = {}) => ({
  transaction_id: `portal-order-${orders++}`,
  amount_cents: 4900,
  customer_key,
  ...fields,
})

describe('the portal overview', () => {
  test('shows the same numbers as the team’s reports, and nothing about other partners', async () => {
    const { shop, rival, read, rivalReads, clock, program } = await openPortal({
      timeZone: 'Asia/Ho_Chi_Minh',
    })
    await shop.customer('cus-1')
    await shop.sale(order('cus-1'))
    clock.advance({ days: 1 })
    await shop.sale(order('cus-1', { is_recurring: true, currency: 'EUR', amount_cents: 1000 }))
    await shop.customer('cus-2', await shop.clickId(rival.code))
    await shop.sale(order('cus-2', { amount_cents: 100_000 }))
    const { body } = await read('/overview?period=7d')
    expect(body.data).toMatchObject({
      clicks: 1,
      leads: 1,
      customers: 1,
      sales: 2,
      earnedByCurrency: { USD: 980, EUR: 200 },
      clicksTrend: { trend: null, trendDirection: 'up', previous: 0 },
      timeZone: 'Asia/Ho_Chi_Minh',
      period: '7d',
    })
    expect((await read('/balance')).body.data.balances).toMatchObject([
      {
        currency: 'EUR',
        onHoldCents: 200,
        approvedCents: 0,
        paidCents: 0,
        reversedCents: 0,
        owedCents: 0,
      },
      {
        currency: 'USD',
        onHoldCents: 980,
        approvedCents: 0,
        paidCents: 0,
        reversedCents: 0,
        owedCents: 0,
      },
    ])
    expect(body.data.days).toHaveLength(7)
    expect(body.data.days.slice(-2)).toMatchObject([
      { date: '2026-03-10', clicks: 1, customers: 1, earnedByCurrency: { USD: 980 } },
      { date: '2026-03-11', clicks: 0, customers: 0, earnedByCurrency: { EUR: 200 } },
    ])
    expect((await rivalReads('/overview?period=7d')).body.data).toMatchObject({
      clicks: 1,
      sales: 1,
      earnedByCurrency: { USD: 20_000 },
    })
    expect(program.id).toBeGreaterThan(0)
  })

  test('compares a calendar month with the month before', async () => {
    const { read } = await openPortal()
    const { body } = await read('/overview?dateFrom=2026-03-01&dateTo=2026-03-31')
    expect(body.data.previousPeriod).toEqual({
      dateFrom: '2026-02-01T00:00:00.000Z',
      dateTo: '2026-02-28T23:59:59.999Z',
    })
  })

  test('is read from the partner’s events for a partial day', async () => {
    const { shop, rival, read, clock } = await openPortal()
    await shop.customer('cus-1')
    await shop.sale(order('cus-1'))
    await shop.clickId(rival.code)
    clock.advance({ hours: 3 })
    await shop.clickId()
    const part = await read('/overview?dateFrom=2026-03-10T00:00:00Z&dateTo=2026-03-10T13:00:00Z')
    expect(part.body.data).toMatchObject({ clicks: 1, sales: 1, earnedByCurrency: { USD: 980 } })
    expect((await read('/overview?period=7d')).body.data).toMatchObject({ clicks: 2, sales: 1 })
  })

  test('covers whole days in the program time zone, with the same number of previous days', async () => {
    const { shop, read, clock } = await openPortal({ timeZone: 'Asia/Ho_Chi_Minh' })
    // 19:00 there on March 10th; 4 hours and 59 minutes later is still that day.
    await shop.customer('cus-1')
    await shop.sale(order('cus-1', { currency: 'EUR', amount_cents: 1000 }))
    clock.advance({ hours: 4, minutes: 59 })
    await shop.clickId()
    clock.advance({ minutes: 1 })
    await shop.clickId()
    await shop.sale(order('cus-1', { is_recurring: true }))
    const day = (await read('/overview?dateFrom=2026-03-10&dateTo=2026-03-10')).body.data
    expect(day).toMatchObject({
      clicks: 2,
      earnedByCurrency: { EUR: 200 },
      dateFrom: '2026-03-09T17:00:00.000Z',
      dateTo: '2026-03-10T16:59:59.999Z',
    })
    expect(day.days).toHaveLength(1)
    const next = (await read('/overview?dateFrom=2026-03-11&dateTo=2026-03-11')).body.data
    expect(next).toMatchObject({
      clicks: 1,
      clicksTrend: { trend: 50, trendDirection: 'down', previous: 2 },
      earnedByCurrency: { USD: 980 },
      earnedTrend: { previousByCurrency: { EUR: 200 } },
      previousPeriod: { dateFrom: '2026-03-09T17:00:00.000Z', dateTo: '2026-03-10T16:59:59.999Z' },
    })
    const links = await read('/links?dateFrom=2026-03-11&dateTo=2026-03-11')
    expect(links.body.data.links).toMatchObject([{ clicks: 1, earnedByCurrency: { USD: 980 } }])
  })

  test.each([
    'period=8d',
    'dateFrom=2026-03-01',
    'dateFrom=2026-03-02&dateTo=2026-03-01',
    'dateFrom=x&dateTo=2026-03-01',
    'partnerId=1',
  ])('rejects an invalid period (%s)', async (query) => {
    const { read } = await openPortal()
    expect((await read(`/overview?${query}`)).status).toBe(400)
  })
})

describe('the earnings in the portal', () => {
  test('explain the click, signup, sale, policy and due date', async () => {
    const { shop, read, clock, program } = await openPortal()
    const page_url = `https://shop.test/plans?aff=${program.code}&email=sam@shop.test`
    const clicked = await shop.click({ page_url })
    clock.advance({ hours: 1 })
    await shop.customer('cus-1', clicked.body.click_id)
    clock.advance({ hours: 1 })
    await shop.sale(order('cus-1'))
    const { body } = await read('/earnings')
    expect(body.data).toMatchObject([
      {
        kind: 'sale',
        state: 'on_hold',
        currency: 'USD',
        amountCents: 980,
        reversedCents: 0,
        paidCents: 0,
        dueAt: '2026-04-09T14:00:00.000Z',
        customer: expect.stringMatching(/^[0-9A-F]{6}$/),
        linkCode: program.code,
        saleCents: 4900,
        isRenewal: false,
      },
    ])
    const one = await read(`/earnings/${body.data[0].id}`)
    const { customer } = body.data[0]
    expect(one.body.data.reasons).toEqual([
      {
        step: 'click',
        at: '2026-03-10T12:00:00.000Z',
        text: `Customer ${customer} clicked your link ${program.code} on Mar 10, 2026, 12:00 PM (UTC) and landed on shop.test/plans.`,
      },
      { step: 'signup', at: '2026-03-10T13:00:00.000Z', text: expect.stringContaining('signed up') },
      { step: 'sale', at: '2026-03-10T14:00:00.000Z', text: expect.stringContaining('paid $49.00') },
      { step: 'policy', at: null, text: expect.stringContaining('20% of each sale, so you earned $9.80') },
      { step: 'due', at: '2026-04-09T14:00:00.000Z', text: expect.stringContaining('On hold until') },
      { step: 'payout', at: null, text: expect.stringContaining('Add your payout details') },
    ])
    expect(one.text).not.toContain('sam@shop.test')
  })

  test('show a sale reported late on the day it was reported, and name both days', async () => {
    const { shop, read, clock } = await openPortal()
    await shop.customer('cus-1')
    clock.advance({ days: 3 })
    const { body } = await shop.sale(order('cus-1', { occurred_at: '2026-03-11T08:00:00Z' }))
    const earning = (await read(`/earnings/${body.commission_id}`)).body.data
    expect(earning.earnedAt).toBe(clock.now().toISOString())
    const { text } = earning.reasons.find(({ step }: { step: string }) => step === 'sale')
    expect(text).toContain(
      'paid $49.00 on Mar 11, 2026, 8:00 AM (UTC). The shop reported the sale on Mar 13, 2026',
    )
  })

  test('explain reversals and payouts', async () => {
    const { shop, read, team } = await openPortal()
    await shop.customer('cus-1')
    const [refunded, paid, rejected] = await Promise.all(
      ['a', 'b', 'c'].map(async () => (await shop.sale(order('cus-1'))).body),
    )
    await team('POST', `/sales/${refunded.sale_id}/refunds`, {
      refundId: 'r-1',
      reason: 'sam@shop.test sent it back',
    })
    const reason = 'bought by sam@shop.test'
    await team('POST', '/commissions/reject', { commissionIds: [rejected.commission_id], reason })
    await team('POST', '/commissions/approve', { commissionIds: [paid.commission_id] })
    await team('POST', '/commissions/mark-paid', { commissionIds: [paid.commission_id] })
    const steps = async (id: number) => {
      const { body, text } = await read(`/earnings/${id}`)
      expect(text).not.toContain('sam@shop.test')
      return {
        state: body.data.state,
        described: body.data.reasons.map((one: { text: string }) => one.text).join(' '),
      }
    }
    expect(await steps(refunded.commission_id)).toEqual({
      state: 'reversed',
      described: expect.stringMatching(/All of it was reversed on .+ \(.+\): the sale was refunded\./),
    })
    expect(await steps(rejected.commission_id)).toEqual({
      state: 'reversed',
      described: expect.stringMatching(/was reversed on .+: the program rejected it\./),
    })
    expect(await steps(paid.commission_id)).toEqual({
      state: 'paid',
      described: expect.stringMatching(/\$9\.80 was paid in payout \d+ on/),
    })
    const payouts = await read('/payouts')
    expect(payouts.body.data).toMatchObject([
      { status: 'paid', currency: 'USD', amountCents: 980, commissions: 1 },
    ])
    expect((await read('/balance')).body.data).toMatchObject({
      payoutBlocker: null,
      balances: [{ onHoldCents: 0, approvedCents: 0, paidCents: 980, reversedCents: 1960, owedCents: 0 }],
    })
  })

  test('show when holds end, with the partner’s amounts', async () => {
    const { shop, rival, read, rivalReads, clock } = await openPortal()
    await shop.customer('cus-1')
    await shop.customer('cus-2', await shop.clickId(rival.code))
    await shop.sale(order('cus-2'))
    for (let day = 0; day < 5; day++) {
      await shop.sale(order('cus-1', { is_recurring: day > 0 }))
      clock.advance({ days: 1 })
    }
    const { holds } = (await read('/balance')).body.data
    expect(holds).toEqual({
      days: ['2026-04-09', '2026-04-10', '2026-04-11'].map((day) => ({
        day,
        centsByCurrency: { USD: 980 },
      })),
      laterByCurrency: { USD: 1960 },
    })
    expect((await rivalReads('/balance')).body.data.holds).toMatchObject({ laterByCurrency: {} })
    clock.advance({ days: 27 })
    expect((await read('/balance')).body.data.holds).toEqual({
      days: ['2026-04-12', '2026-04-13'].map((day) => ({ day, centsByCurrency: { USD: 980 } })),
      laterByCurrency: {},
    })
  })

  test('list a payout’s commissions and deductions', async () => {
    const { shop, read, rivalReads, team } = await openPortal()
    await shop.customer('cus-1')
    const first = (await shop.sale(order('cus-1'))).body
    await team('POST', '/commissions/approve', { commissionIds: [first.commission_id] })
    await team('POST', '/commissions/mark-paid', { commissionIds: [first.commission_id] })
    await team('POST', `/sales/${first.sale_id}/refunds`, { refundId: 'r-items', reason: 'sent back' })
    const second = (await shop.sale(order('cus-1', { amount_cents: 10_000, is_recurring: true }))).body
    await team('POST', '/commissions/approve', { commissionIds: [second.commission_id] })
    await team('POST', '/payouts', {})
    const [payout] = (await read('/payouts')).body.data
    expect(payout).toMatchObject({ status: 'open', amountCents: 1_020 })
    const items = await read(`/payouts/${payout.id}/items`)
    const label = { kind: 'sale', customer: expect.stringMatching(/^[0-9A-F]{6}$/), currency: 'USD' }
    expect(items.body.data).toEqual([
      expect.objectContaining({
        ...label,
        commissionId: second.commission_id,
        amountCents: 2_000,
        isRenewal: true,
      }),
      expect.objectContaining({
        ...label,
        commissionId: first.commission_id,
        amountCents: -980,
        isRenewal: false,
      }),
    ])
    expect((await rivalReads(`/payouts/${payout.id}/items`)).status).toBe(404)
    expect((await read('/balance')).body.data.hasPayoutDetails).toBe(false)
  })

  test('can be filtered by state, currency and time, paged and exported', async () => {
    const { shop, read, clock, partner } = await openPortal()
    await shop.customer('cus-1')
    for (const currency of ['USD', 'EUR', 'USD'] as const) {
      await shop.sale(order('cus-1', { currency }))
      clock.advance({ days: 1 })
    }
    const amounts = async (query: string) =>
      (await read(`/earnings?${query}`)).body.data.map(({ currency }: { currency: string }) => currency)
    expect(await amounts('')).toEqual(['USD', 'EUR', 'USD'])
    expect(await amounts('currency=EUR')).toEqual(['EUR'])
    expect(await amounts('status=paid')).toEqual([])
    expect(await amounts('from=2026-03-11&to=2026-03-11')).toEqual(['EUR'])
    const totals = async (query: string) => (await read(`/earnings-totals?${query}`)).body.data
    const total = { reversedCents: 0, paidCents: 0 }
    expect(await totals('')).toEqual([
      { ...total, currency: 'EUR', earnings: 1, amountCents: 980 },
      { ...total, currency: 'USD', earnings: 2, amountCents: 1_960 },
    ])
    expect(await totals('from=2026-03-11&to=2026-03-11')).toEqual([
      { ...total, currency: 'EUR', earnings: 1, amountCents: 980 },
    ])
    expect(await totals('status=paid')).toEqual([])
    const first = await read('/earnings?limit=2')
    const second = await read(`/earnings?limit=2&cursor=${first.body.meta.nextCursor}`)
    expect([first.body.data.length, second.body.data.length, second.body.meta.nextCursor]).toEqual([
      2,
      1,
      null,
    ])
    const file = await read('/earnings.csv?currency=USD')
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.text.trim().split('\n')).toHaveLength(3)
    expect(file.text).toContain('Earning,Date,Status,Type,Customer,Sale amount,Earned,')
    expect(file.text).not.toContain('cus-1')
    await partner.call('PATCH', '/account', { language: 'de' })
    const germanFile = (await read('/earnings.csv')).text
    expect(germanFile).toContain('Provisionsnummer,Datum,Status,Art,Kunde,Verkaufsbetrag,Verdient,')
    expect(germanFile).toContain(',In Wartezeit,Verkauf,')
    const ofDay = await read('/earnings.csv?from=2026-03-11&to=2026-03-11')
    expect(ofDay.headers['content-disposition']).toContain('earnings-from-2026-03-11-to-2026-03-11-')
    expect((await read('/earnings?search=cus')).status).toBe(400)
    expect((await read('/earnings?cursor=x')).status).toBe(400)
  })

  test('exclude other partners’ earnings', async () => {
    const { shop, rival, read, rivalReads } = await openPortal()
    await shop.customer('cus-1', await shop.clickId(rival.code))
    const { body } = await shop.sale(order('cus-1'))
    expect((await read('/earnings')).body.data).toEqual([])
    expect((await read('/earnings-totals')).body.data).toEqual([])
    expect((await read(`/earnings/${body.commission_id}`)).status).toBe(404)
    expect((await rivalReads(`/earnings/${body.commission_id}`)).status).toBe(200)
  })
})

describe('the links in the portal', () => {
  test('show separate counts', async () => {
    const { shop, read, create, program, rival } = await openPortal()
    const created = await create({ code: `own-${program.code}` })
    expect(created).toMatchObject({
      status: 201,
      body: { data: { code: `own-${program.code}`, status: 'active' } },
    })
    await shop.customer('cus-1', await shop.clickId(`own-${program.code}`))
    await shop.sale(order('cus-1'))
    await shop.clickId()
    await shop.clickId(rival.code)
    const { body, text } = await read('/links?period=7d')
    expect(body.data).toEqual({
      most: portalAccessLimits.partnersOwnLinks,
      withoutLink: { leads: 0, customers: 0, sales: 0, earnedByCurrency: {} },
      links: [
        expect.objectContaining({ code: program.code, clicks: 1, sales: 0, earnedByCurrency: {} }),
        expect.objectContaining({
          code: `own-${program.code}`,
          clicks: 1,
          customers: 1,
          sales: 1,
          earnedByCurrency: { USD: 980 },
        }),
      ],
    })
    expect(text).not.toContain(rival.code)
  })

  test('are created with a free code or a generated one', async () => {
    const { create, rival } = await openPortal()
    expect((await create({ code: rival.code })).body.error).toMatchObject({
      code: 'conflict',
      details: { field: 'code' },
    })
    expect((await create({})).body.data.code).toMatch(/^[0-9a-z]{10}$/)
    for (const code of ['with space', '-a', 'x'.repeat(65), 7]) {
      expect((await create({ code })).status).toBe(400)
    }
  })

  test('are limited, even when they are created concurrently, and only for approved partners', async () => {
    const { create, database, program } = await openPortal()
    const responses = await Promise.all(
      Array.from({ length: portalAccessLimits.partnersOwnLinks + 5 }, () => create({})),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(portalAccessLimits.partnersOwnLinks - 1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(6)
    await database.kysely
      .updateTable('program_enrollments')
      .set({ status: 'pending' })
      .where('program_id', '=', program.id)
      .execute()
    const rejection = await create({})
    expect([rejection.status, rejection.body.error.message]).toEqual([
      409,
      expect.stringContaining('approved'),
    ])
  })

  test('exclude customers from coupon codes and from the team, and add up to the overview with them', async () => {
    const { shop, read, team, program, database } = await openPortal()
    expect(
      (await team('POST', '/coupon-codes', { partnerId: program.partnerId, code: 'OWN10' })).status,
    ).toBe(201)
    await shop.customer('clicked', await shop.clickId())
    await shop.sale(order('clicked', { coupon_code: 'OWN10' }))
    for (const number of [1, 2])
      await shop.sale(order('by-code', { coupon_code: 'OWN10', amount_cents: number * 1000 }))
    const credited = { customerKey: 'by-team', partnerId: program.partnerId, reason: 'By phone' }
    expect((await team('POST', '/customers/attribute', credited)).status).toBe(200)
    await shop.sale(order('by-team', { amount_cents: 2000 }))
    const { links, withoutLink } = (await read('/links?period=7d')).body.data
    expect(links).toEqual([
      expect.objectContaining({ sales: 1, customers: 1, earnedByCurrency: { USD: 980 } }),
    ])
    expect(withoutLink).toEqual({ leads: 0, customers: 2, sales: 3, earnedByCurrency: { USD: 1000 } })
    const overview = (await read('/overview?period=7d')).body.data
    expect(overview).toMatchObject({ customers: 3, sales: 4, earnedByCurrency: { USD: 1980 } })
    const { data } = (await team('GET', '/customers')).body
    expect(data.map(({ linkId }: { linkId: number | null }) => linkId)).toEqual([null, null, program.linkId])
    const { differences } = await verifyStatistics(database, program.id)
    expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
  })

  test('count clicks, sales and earnings by sub-ID, without other partners’ figures', async () => {
    const { shop, read, rival } = await openPortal()
    for (const sub of ['news', 'news', 'video']) {
      await shop.click({ affiliate_url: `${shop.url}&sub=${sub}` })
    }
    const { body: click } = await shop.click({ affiliate_url: `${shop.url}&sub=news` })
    await shop.customer('cus-1', click.click_id)
    for (const fields of [{}, { is_recurring: true, currency: 'EUR', amount_cents: 1_000 }]) {
      await shop.sale(order('cus-1', fields))
    }
    await shop.click()
    await shop.click({ affiliate_url: `https://shop.test/?aff=${rival.code}&sub=secret` })
    const { body } = await read('/sub-ids?period=7d')
    expect(body.data).toEqual({
      isComplete: true,
      subIds: [
        { subId: 'news', clicks: 3, sales: 2, earnedByCurrency: { USD: 980, EUR: 200 } },
        expect.objectContaining({ clicks: 1, sales: 0, earnedByCurrency: {} }),
        expect.objectContaining({ clicks: 1, sales: 0, earnedByCurrency: {} }),
      ],
    })
    expect(JSON.stringify(body.data)).not.toContain('secret')
  })
})

test('a response to a partner never names a customer, another partner or the team', async () => {
  const { app, shop, rival, read, partner, rivalSession, program, team } = await openPortal()
  await shop.serverLead({
    click_id: await shop.clickId(),
    customer_key: 'key-of-sam',
    email: 'sam@shop.test',
  })
  const recordedSale = await shop.sale(
    order('key-of-sam', { additional_data: { note: 'for sam@shop.test' } }),
  )
  await shop.customer('key-of-kim', await shop.clickId(rival.code))
  await shop.sale(order('key-of-kim'))
  await team('POST', `/partners/${program.partnerId}/hold`, { reason: 'asked by sam@shop.test' })
  const { body: published } = await send(app, 'GET', '/openapi.json')
  const document = resolved(published, published)
  const readOperations = Object.entries<Record<string, object>>(document.paths).flatMap(([path, methods]) =>
    path.startsWith('/api/partner/') && 'get' in methods ? [path] : [],
  )
  expect(readOperations.length).toBeGreaterThan(8)
  for (const path of readOperations) {
    const url = path
      .slice('/api/partner'.length)
      .replace('{programId}', String(program.id))
      .replace('{commissionId}', String(recordedSale.body.commission_id))
      .replace(/statement\.\w+$/, '$&?month=2026-03')
    const { status, text } = await partner.call('GET', url)
    expect([200, 404], url).toContain(status)
    for (const secret of [
      'key-of',
      'sam@',
      'Rival',
      rival.code,
      rivalSession.email,
      'asked by',
      'portal-order-',
    ]) {
      expect(text, url).not.toContain(secret)
    }
  }
  expect((await read('/balance')).body.data.payoutBlocker).toBe('partner_held')
})

test('a sandbox is marked as one and uses its own clock', async () => {
  const { service, app, program, shop } = await openPortal()
  const owner = await signInMember(service, program)
  const created = await send(app, 'POST', '/api/programs', {
    bearer: owner,
    body: { name: 'Rehearsal', workspaceId: program.workspaceId, sandbox: true },
  })
  const { id } = created.body.data
  const response = await send(app, 'POST', `/api/programs/${id}/partners`, {
    bearer: owner,
    body: { name: 'Pat', email: `${id}@partners.test`, approved: true },
  })
  const { call } = await signInAs(service, response.body.data.id)
  await send(app, 'POST', `/api/programs/${id}/clock`, { bearer: owner, body: { advance: 'P30D' } })
  const programs = await call('GET', '/programs')
  expect(programs.body.data).toMatchObject([{ id, sandbox: true, clockAheadMs: 30 * 86_400_000 }])
  const overview = await call('GET', `/programs/${id}/overview?period=7d`)
  expect(overview.body.data.days.at(-1).date).toBe('2026-04-09')
  expect(shop.program.id).not.toBe(id)
})

test('many unsolicited enrollments neither hide nor block programs with a balance', async () => {
  const { service, shop, program, partner, rival, clock, database } = await openPortal()
  const { kysely } = database
  await shop.customer('cus-1')
  await shop.sale(order('cus-1'))
  // A program with a balance is listed whatever the enrollment status.
  const rejected = { status: 'rejected' as const }
  await kysely.updateTable('program_enrollments').set(rejected).where('program_id', '=', program.id).execute()
  clock.advance({ minutes: 1 })
  const approvingProgram = await createTestProgram(service)
  clock.advance({ minutes: 1 })
  const strangers = await createTestProgram(service)
  const email = { email: partner.email }
  await kysely
    .updateTable('partners')
    .set(email)
    .where('id', 'in', [approvingProgram.partnerId, strangers.partnerId])
    .execute()
  const { rows: flood } = await sql<{ id: number }>`
    with made as (
      insert into programs (workspace_id, name, time_zone, lead_auth_policy, payment_tracking_mode,
        attribution_window_days, platform_fee_bps, created_at, updated_at)
      select p.workspace_id, 'Win ' || n, p.time_zone, p.lead_auth_policy, p.payment_tracking_mode,
        p.attribution_window_days, p.platform_fee_bps, p.created_at, p.updated_at
      from programs p, generate_series(1, ${partnerPortalLimits.programEnrollments}) n where p.id = ${strangers.id}
      returning id, workspace_id, created_at
    ), listed as (
      insert into workspace_programs (program_id, workspace_id, created_at)
      select id, workspace_id, created_at from made returning program_id
    )
    insert into program_enrollments (program_id, partner_id, workspace_id, status, created_at)
    select id, ${strangers.partnerId}::bigint, workspace_id, 'pending', created_at from made
    returning program_id as id`.execute(kysely)
  const { body } = await partner.call('GET', '/programs')
  const ids = body.data.map(({ id }: { id: number }) => id)
  expect(ids).toHaveLength(partnerPortalLimits.programEnrollments)
  // The other workspace's first program approved the partner too.
  expect(ids.slice(0, 3)).toEqual([program.id, strangers.id, approvingProgram.id])
  const missing = flood.find(({ id }) => !ids.includes(id))
  for (const id of [program.id, approvingProgram.id, missing?.id]) {
    const { status, body: one } = await partner.call('GET', `/programs/${id}`)
    expect([status, one.data?.id]).toEqual([200, id])
  }
  expect((await partner.call('GET', `/programs/${program.id}`)).body.data).toEqual(body.data[0])
  const otherProgram = await signInAs(service, rival.partnerId)
  expect((await otherProgram.call('GET', `/programs/${approvingProgram.id}`)).status).toBe(404)
})
