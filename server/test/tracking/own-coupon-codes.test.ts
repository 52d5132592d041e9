import { beforeEach, describe, expect, it } from 'vitest'
import {
  concurrently,
  createTestPartner,
  send,
  signInMember,
  startTestService,
  testOnServer,
} from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'
import { signInAs } from '../partners/portal-access/partner.ts'

const service = await startTestService()
const { app, clock } = service

const RULES = { most: 2, pattern: 'ACME-*', minChars: 6, maxChars: 12, customerDiscount: '10 % off' }

let shop: Shop
let bearer: string

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
})

const callAsTeam = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  send(app, method, `/api/programs/${shop.program.id}${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })

const allow = (rules: object | null = RULES) =>
  callAsTeam('PATCH', '/portal-settings', { ownCouponCodes: rules })

async function openPortal(partnerId = shop.program.partnerId) {
  const { call } = await signInAs(service, partnerId)
  const path = `/programs/${shop.program.id}/coupon-codes`
  return {
    list: async () => (await call('GET', path)).body.data,
    create: (code: string) => call('POST', path, { code }),
  }
}

describe('coupon codes that partners choose', () => {
  it('are off unless the program allows them', async () => {
    const portal = await openPortal()
    expect(await portal.list()).toEqual({ couponCodes: [], rules: null })
    expect((await portal.create('ACME-MAYA')).status).toBe(409)
    expect((await allow()).body.data.ownCouponCodes).toEqual(RULES)
    expect((await portal.create('ACME-MAYA')).status).toBe(201)
    expect((await callAsTeam('PATCH', '/portal-settings', { ownLinks: 3 })).body.data.ownCouponCodes).toEqual(
      RULES,
    )
    expect((await allow(null)).body.data.ownCouponCodes).toBeNull()
    expect((await portal.create('ACME-TWO')).status).toBe(409)
    expect((await portal.list()).couponCodes).toHaveLength(1)
  })

  it('follow the program’s pattern, length, number and discount', async () => {
    await allow()
    const portal = await openPortal()
    for (const code of ['MAYA10', 'ACME-', 'ACME-MAYA2026', 'ACME-MÄYA', 'ACME M'])
      expect([code, (await portal.create(code)).body.error.details.field]).toEqual([code, 'code'])
    const created = await portal.create(' acme-maya ')
    expect(created.body.data).toMatchObject({
      code: 'ACME-MAYA',
      status: 'active',
      uses: 0,
      sales: 0,
      earnedByCurrency: {},
      customerDiscount: '10 % off',
    })
    expect((await portal.create('acme-Maya')).body.error).toMatchObject({
      message: 'You already have this code.',
      details: { field: 'code', isOwn: true },
    })
    expect((await portal.create('ACME-2')).status).toBe(201)
    expect((await portal.create('ACME-3')).body.error).toMatchObject({
      code: 'conflict',
      details: { most: 2 },
    })
  })

  it.each([
    ['two asterisks', { pattern: '**' }],
    ['no room for the partner’s part', { pattern: 'ACMEACMEACME-*' }],
    ['a maximum below the minimum', { minChars: 12, maxChars: 6 }],
    ['no codes', { most: 0 }],
    ['codes longer than a code can be', { maxChars: 65 }],
  ])('can’t be allowed with %s', async (_title, rules) => {
    const response = await allow({ ...RULES, ...rules })
    expect(response.status, response.text).toBe(400)
    expect((await callAsTeam('GET', '/portal-settings')).body.data.ownCouponCodes).toBeNull()
  })

  it('can’t repeat a code that the program has or had, ignoring case', async () => {
    await allow()
    const rival = await createTestPartner(service, shop.program)
    const { body } = await callAsTeam('POST', '/coupon-codes', {
      partnerId: rival.partnerId,
      code: 'ACME-MAYA',
    })
    const portal = await openPortal()
    expect((await portal.create('acme-Maya')).body.error.details).toEqual({ field: 'code' })
    await callAsTeam('POST', `/coupon-codes/${body.data.id}/archive`)
    expect((await portal.create('ACME-MAYA')).status).toBe(409)
  })

  it('show their partner only their own customers’ sales', async () => {
    await allow()
    const rival = await createTestPartner(service, shop.program)
    const [portal, rivalPortal] = [await openPortal(), await openPortal(rival.partnerId)]
    expect((await portal.create('ACME-MAYA')).status).toBe(201)
    const sell = (transaction_id: string, customer_key: string) =>
      shop.sale({ transaction_id, amount_cents: 10_000, customer_key, coupon_code: 'ACME-MAYA' })
    expect((await sell('o-1', 'cus-1')).status).toBe(200)
    await callAsTeam('PATCH', '', { couponPrecedence: 'click' })
    await shop.customer('cus-2', await shop.clickId(rival.code))
    expect((await sell('o-2', 'cus-2')).status).toBe(200)
    expect((await portal.list()).couponCodes).toMatchObject([
      { code: 'ACME-MAYA', uses: 1, sales: 1, earnedByCurrency: { USD: 2000 } },
    ])
    expect((await rivalPortal.list()).couponCodes).toEqual([])
    expect((await callAsTeam('GET', '/coupon-codes')).body.data).toMatchObject([
      {
        uses: 1,
        sales: 2,
        revenueByCurrency: { USD: 20_000 },
        commissionByCurrency: { USD: 2000 },
      },
    ])
  })

  it('require an approved partner', async () => {
    await allow()
    const pending = await createTestPartner(service, shop.program, 'pending')
    expect((await (await openPortal(pending.partnerId)).create('ACME-MAYA')).status).toBe(409)
  })

  testOnServer('never exceed a partner’s maximum, and never exist twice, when created at once', async () => {
    await allow({ ...RULES, most: 3 })
    const rival = await createTestPartner(service, shop.program)
    const portals = [await openPortal(), await openPortal(rival.partnerId)]
    const responses = await concurrently(24, (n) =>
      // safe because both exist
      (portals[n % 2] as (typeof portals)[number]).create(`ACME-${Math.floor(n / 2) % 6}A`),
    )
    const created = responses.filter(({ status }) => status === 201)
    expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const codes = created.map(({ body }) => body.data.code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const portal of portals) expect((await portal.list()).couponCodes.length).toBeLessThanOrEqual(3)
    expect(codes).toHaveLength(6)
  })

  testOnServer('stop working as soon as the program stops allowing them', async () => {
    await allow({ ...RULES, most: 100 })
    const portal = await openPortal()
    const [stopped] = await Promise.all([
      allow(null),
      ...Array.from({ length: 8 }, (_, n) => portal.create(`ACME-X${n}`)),
    ])
    expect(stopped.status).toBe(200)
    const before = (await portal.list()).couponCodes.length
    expect((await portal.create('ACME-LATE')).status).toBe(409)
    expect((await portal.list()).couponCodes).toHaveLength(before)
  })
})
