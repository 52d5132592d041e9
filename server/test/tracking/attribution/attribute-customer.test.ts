import { beforeEach, describe, expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService()
const { app, database, clock } = service

let shop: Shop
let bearer: string
let other: { partnerId: number; code: string }

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  other = await createTestPartner(service, shop.program)
  bearer = await signInMember(service, shop.program)
})

const request = (method: 'GET' | 'POST', path: string, body?: unknown, headers = {}) =>
  send(app, method, `/api/programs/${shop.program.id}/${path}`, {
    bearer,
    headers,
    ...(body === undefined ? {} : { body }),
  })
const attribute = (body: Record<string, unknown>, headers = {}) =>
  request(
    'POST',
    'customers/attribute',
    { partnerId: other.partnerId, reason: 'Coupon PAT20', ...body },
    headers,
  )
const sell = async (transaction_id: string, overrides: Record<string, unknown> = {}) =>
  shop.sale({ transaction_id, customer_key: 'cus-1', amount_cents: 10_000, ...overrides })
const readSalePartner = async (transaction_id: string) => {
  const rows = await database.kysely
    .selectFrom('sale_events')
    .select('partner_id')
    .where('program_id', '=', shop.program.id)
    .where('transaction_id', '=', transaction_id)
    .execute()
  expect(rows).toHaveLength(1)
  return rows[0]?.partner_id
}

async function expectConsistent() {
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
  // Test partners are created without statistics.
  const { differences } = await verifyStatistics(database, shop.program.id)
  expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
}

describe('attributing a customer manually', () => {
  it('creates an unknown customer whose sales belong to the partner without a click or lead, with the actor and reason in the explanation', async () => {
    expect((await sell('o-0')).status).toBe(400)
    const preview = await request('POST', 'customers/attribute/preview', {
      customerKey: 'cus-1',
      partnerId: other.partnerId,
    })
    expect(preview.body.data).toMatchObject({ change: 'created', customerId: null, previousSales: 0 })
    expect((await sell('o-0')).status).toBe(400)
    const created = await attribute({ customerKey: 'cus-1' })
    expect(created.status, created.text).toBe(200)
    expect(created.body.data).toMatchObject({
      change: 'created',
      partnerId: other.partnerId,
      firstSaleUntil: '2026-05-09T12:00:00.000Z',
      countsLead: true,
    })
    expect((await sell('o-1')).body).toMatchObject({ success: true, commission_id: expect.any(Number) })
    expect(await readSalePartner('o-1')).toBe(other.partnerId)
    const { text } = await request('GET', 'explain?transactionId=o-1')
    expect(text).toMatch(/Customer `cus-1` attributed to .+ by .+ on Mar 10, 2026, .+: Coupon PAT20\./)
    const performance = await send(app, 'GET', `/api/tracking/performance/${shop.program.id}?period=7d`, {
      bearer,
    })
    expect(performance.body.metrics).toMatchObject({ totalLeads: 0, totalConversions: 1 })
    await expectConsistent()
  })

  it('moves the future sales of another partner’s customer, but not past sales and their refunds', async () => {
    const { click_id } = await shop.customer('cus-1')
    await sell('o-1')
    clock.advance({ days: 1 })
    const attribution = await attribute({ customerKey: 'cus-1' })
    expect(attribution.body.data).toMatchObject({
      change: 'moved',
      previousPartnerId: shop.program.partnerId,
      previousSales: 1,
      countsLead: false,
    })
    await sell('o-2')
    await shop.sale({ transaction_id: 'o-3', click_id, amount_cents: 10_000 })
    const refunded = await send(app, 'POST', '/api/v1/track/refund', {
      bearer: shop.program.liveKey,
      body: { transaction_id: 'o-1', refund_id: 'r-1', refund_amount_cents: 4_000 },
    })
    expect(refunded.status).toBe(200)
    expect(await Promise.all(['o-1', 'o-2', 'o-3'].map(readSalePartner))).toEqual([
      shop.program.partnerId,
      other.partnerId,
      other.partnerId,
    ])
    await shop.customer('cus-1', click_id)
    const commissions = (await request('GET', 'commissions')).body.data
    expect(
      commissions.map((one: Record<string, number>) => [one.partnerId, one.amountCents, one.reversedCents]),
    ).toEqual([
      [other.partnerId, 2_000, 0],
      [other.partnerId, 2_000, 0],
      [shop.program.partnerId, 2_000, 800],
    ])
    const { text } = await request('GET', 'explain?customerKey=cus-1')
    expect(text).toContain('Sale o-1')
    expect(text).toContain('Sale o-2')
    await expectConsistent()
  })

  it('happens once per idempotency key, and is rejected if it has no effect', async () => {
    const headers = { 'idempotency-key': 'attribute-1' }
    const first = await attribute({ customerKey: 'cus-1' }, headers)
    const repeat = await attribute({ customerKey: 'cus-1' }, headers)
    expect(repeat.body).toEqual(first.body)
    const unchanged = await attribute({ customerKey: 'cus-1' })
    expect([unchanged.status, unchanged.body.error.details]).toEqual([409, { reason: 'same_partner' }])
    await request('POST', `partners/${other.partnerId}/reject`)
    const rejected = await attribute({ customerKey: 'cus-2' })
    expect([rejected.status, rejected.body.error.details]).toEqual([409, { reason: 'partner_not_approved' }])
    for (const [body, field] of [
      [{ customerKey: 'null' }, 'customerKey'],
      [{ customerKey: ' ' }, 'customerKey'],
      [{}, 'customerKey'],
      [{ customerKey: 'cus-1', customerId: 1 }, 'customerKey'],
      [{ customerKey: 'cus-1', reason: '' }, 'reason'],
    ] as const) {
      const rejection = await attribute(body)
      expect([rejection.status, rejection.body.error.details.field]).toEqual([400, field])
    }
    expect((await attribute({ customerId: 999_999 })).status).toBe(404)
  })

  it('is logged without its reason, and both rows are cleared when the data subject is erased', async () => {
    await shop.customer('cus-1')
    await sell('o-1')
    await attribute({ customerKey: 'cus-1' })
    const url = `/api/workspaces/${shop.program.workspaceId}/audit?action=customer.attribute`
    const log = await send(app, 'GET', url, { bearer })
    expect(log.body.data, log.text).toHaveLength(1)
    expect(log.text).not.toContain('PAT20')
    const erased = await request('POST', 'data-subject/erase', { customerKey: 'cus-1' })
    expect(erased.status, erased.text).toBe(200)
    const rows = await database.kysely
      .selectFrom('customers as c')
      .leftJoin('customer_attributions as a', (join) =>
        join.onRef('a.program_id', '=', 'c.program_id').onRef('a.customer_id', '=', 'c.id'),
      )
      .select(['c.erased_at', 'a.reason'])
      .where('c.program_id', '=', shop.program.id)
      .execute()
    expect(rows).toEqual([
      { erased_at: expect.any(Date), reason: null },
      { erased_at: expect.any(Date), reason: null },
    ])
    await expectConsistent()
  })

  it('attributes each concurrent sale to one partner and keeps the balances consistent', async () => {
    await shop.customer('cus-1')
    const sales = Array.from({ length: 6 }, (_, n) => sell(`o-${n}`))
    const [attribution, ...recordedSale] = await Promise.all([attribute({ customerKey: 'cus-1' }), ...sales])
    expect(attribution.status, attribution.text).toBe(200)
    for (const { status } of recordedSale) expect(status).toBe(200)
    for (const n of sales.keys()) {
      expect([shop.program.partnerId, other.partnerId]).toContain(await readSalePartner(`o-${n}`))
    }
    await sell('o-after')
    expect(await readSalePartner('o-after')).toBe(other.partnerId)
    await expectConsistent()
  })

  it('runs one request after the other when two partners are chosen at the same time', async () => {
    await shop.customer('cus-1')
    const third = await createTestPartner(service, shop.program)
    const created = await Promise.all([
      attribute({ customerKey: 'cus-1' }),
      attribute({ customerKey: 'cus-1', partnerId: third.partnerId }),
    ])
    expect(created.map(({ status }) => status)).toEqual([200, 200])
    const rows = await database.kysely
      .selectFrom('customers')
      .select(['customer_key', 'continued_by'])
      .where('program_id', '=', shop.program.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ customer_key }) => customer_key)).toEqual([null, null, 'cus-1'])
    await expectConsistent()
  })
})
