import { beforeAll, describe, expect, it } from 'vitest'
import { createTestPartner, send, signInMember, startTestService, type TestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

let service: TestService
let shop: Shop
let bearer: string
let other: { partnerId: number; code: string }
let idle: { partnerId: number }

interface Numbers {
  partnerId: number
  clicks: number
  leads: number
  conversions: number
  sales: number
  revenueByCurrency: Record<string, number>
  commissionByCurrency: Record<string, number>
}

// Records an old sale for the first partner, and recent clicks, leads and sales for both partners in two currencies.
beforeAll(async () => {
  service = await startTestService({ now: '2026-01-05T12:00:00.000Z' })
  shop = await openShop(service)
  other = await createTestPartner(service, shop.program)
  idle = await createTestPartner(service, shop.program, 'pending')
  bearer = await signInMember(service, shop.program)
  await shop.customer('early')
  await shop.sale({ transaction_id: 'early', customer_key: 'early', amount_cents: 1000 })
  service.clock.set('2026-03-10T12:00:00.000Z')
  await shop.clickId()
  await shop.customer('late')
  await shop.sale({ transaction_id: 'l1', customer_key: 'late', amount_cents: 2000 })
  await shop.sale({ transaction_id: 'l2', customer_key: 'late', amount_cents: 300_000, currency: 'VND' })
  await shop.testSale({ transaction_id: 'test', amount_cents: 99 })
  await shop.customer('lead', await shop.clickId(other.code))
  const otherShop = await openShop(service)
  await otherShop.clickId()
})

const read = (query: string) =>
  send(service.app, 'GET', `/api/programs/${shop.program.id}/partner-metrics?${query}`, { bearer })
const ids = () => [shop.program.partnerId, other.partnerId, idle.partnerId].join(',')

describe('GET /api/programs/:programId/partner-metrics', () => {
  it('matches the performance endpoint for each partner and period (D38)', async () => {
    const { status, body } = await read(`partnerIds=${ids()}`)
    expect(status).toBe(200)
    expect(body.meta).toEqual({
      period: '30d',
      dateFrom: '2026-02-09T00:00:00.000Z',
      dateTo: '2026-03-10T23:59:59.999Z',
    })
    expect(body.data).toEqual([
      {
        partnerId: shop.program.partnerId,
        clicks: 2,
        leads: 1,
        conversions: 1,
        sales: 2,
        revenueByCurrency: { USD: 2000, VND: 300_000 },
        commissionByCurrency: { USD: 400, VND: 60_000 },
      },
      {
        partnerId: other.partnerId,
        clicks: 1,
        leads: 1,
        conversions: 0,
        sales: 0,
        revenueByCurrency: {},
        commissionByCurrency: {},
      },
      {
        partnerId: idle.partnerId,
        clicks: 0,
        leads: 0,
        conversions: 0,
        sales: 0,
        revenueByCurrency: {},
        commissionByCurrency: {},
      },
    ])
  })

  it.each(['7d', '30d', '90d', 'all'])(
    'adds up to the performance of %s across all partners',
    async (period) => {
      const url = `/api/tracking/performance/${shop.program.id}?period=${period}`
      const { metrics } = (await send(service.app, 'GET', url, { bearer })).body
      const { data } = (await read(`partnerIds=${ids()}&period=${period}`)).body
      const sum = (name: 'clicks' | 'leads' | 'conversions' | 'sales') =>
        data.reduce((total: number, numbers: Numbers) => total + numbers[name], 0)
      expect([sum('clicks'), sum('leads'), sum('conversions'), sum('sales')]).toEqual([
        metrics.totalClicks,
        metrics.totalLeads,
        metrics.totalConversions,
        metrics.totalSales,
      ])
      expect(data[0].revenueByCurrency).toEqual(metrics.revenueByCurrency)
      expect(data[0].commissionByCurrency).toEqual(metrics.commissionByCurrency)
    },
  )

  it('hides other programs’ partners', async () => {
    const otherShop = await openShop(service)
    await otherShop.clickId()
    const { data } = (await read(`partnerIds=${otherShop.program.partnerId}&period=all`)).body
    expect(data).toMatchObject([{ partnerId: otherShop.program.partnerId, clicks: 0 }])
  })

  it('counts neither a refunded sale nor its revenue (D42)', async () => {
    const refunding = await openShop(service)
    const token = await signInMember(service, refunding.program)
    await refunding.customer('k')
    await refunding.sale({ transaction_id: 'whole', customer_key: 'k', amount_cents: 500 })
    await refunding.sale({ transaction_id: 'part', customer_key: 'k', amount_cents: 700 })
    for (const [transaction_id, refund_amount_cents] of [
      ['whole', 500],
      ['part', 200],
    ] as const) {
      const body = { transaction_id, refund_id: `of-${transaction_id}`, refund_amount_cents }
      const options = { bearer: refunding.program.liveKey, body }
      expect((await send(service.app, 'POST', '/api/v1/track/refund', options)).status).toBe(200)
    }
    const url = `/api/programs/${refunding.program.id}/partner-metrics?partnerIds=${refunding.program.partnerId}`
    const { data } = (await send(service.app, 'GET', url, { bearer: token })).body
    expect(data).toMatchObject([{ sales: 1, revenueByCurrency: { USD: 500 } }])
  })

  it.each([
    '',
    'partnerIds=',
    'partnerIds=x',
    'partnerIds=0',
    'partnerIds=1,',
    'partnerIds=1,,2',
    'partnerIds=9007199254740993',
    'partnerIds=1&partnerIds=2',
    'partnerIds=%00',
    `partnerIds=${Array.from({ length: 201 }, (_, index) => index + 1).join(',')}`,
    'partnerIds=1&period=1d',
  ])('returns 400 for ?%s', async (query) => {
    const { status, body } = await read(query)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  })
})
