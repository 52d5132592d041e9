import { beforeAll, describe, expect, it } from 'vitest'
import {
  DIRECTIONS,
  PARTNER_SORTS,
  type PartnerSort,
} from '../../../src/reports/performance/partner-order.ts'
import { createTestPartner, send, signInMember, startTestService, type TestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

let service: TestService
let shop: Shop
let bearer: string
let partners: { partnerId: number; code: string }[]

// Creates fourteen partners, most with equal values in every column, and sales in two currencies.
beforeAll(async () => {
  service = await startTestService({ now: '2026-01-05T12:00:00.000Z' })
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
  partners = [{ partnerId: shop.program.partnerId, code: shop.program.code }]
  for (let n = 0; n < 13; n++) {
    partners.push(await createTestPartner(service, shop.program, n % 3 === 0 ? 'pending' : 'approved'))
  }
  await rename(2, 'ÉVA')
  await rename(3, 'adam')
  await rename(4, 'Adam')
  const approved = await listApproved()
  service.clock.set('2026-03-10T12:00:00.000Z')
  for (const [index, { code }] of approved.slice(0, 6).entries()) {
    const key = `customer-${index}`
    await shop.customer(key, await shop.clickId(code))
    if (index % 2 === 0) await shop.clickId(code)
    if (index > 3) continue
    const currency = index % 2 === 0 ? 'USD' : 'EUR'
    await shop.sale({ transaction_id: key, customer_key: key, amount_cents: 1000, currency })
  }
})

async function rename(index: number, name: string) {
  const id = partners[index]?.partnerId ?? 0
  await service.database.kysely.updateTable('partners').set({ name }).where('id', '=', id).execute()
}

async function listApproved() {
  const rows = await service.database.kysely
    .selectFrom('program_enrollments')
    .select('partner_id')
    .where('program_id', '=', shop.program.id)
    .where('status', '=', 'approved')
    .execute()
  return partners.filter(({ partnerId }) => rows.some((row) => row.partner_id === partnerId))
}

interface Row {
  partner: { id: number; name: string; status: string; createdAt: string; links: { code: string }[] }
  numbers: Record<'clicks' | 'leads' | 'conversions' | 'sales', number> &
    Record<'revenueByCurrency' | 'commissionByCurrency', Record<string, number>>
}

const read = (query: string) =>
  send(service.app, 'GET', `/api/programs/${shop.program.id}/partner-report?${query}`, { bearer })

async function readAll(query: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await read(`${query}&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
    expect(page.status).toBe(200)
    rows.push(...page.body.data)
    cursor = page.body.meta.nextCursor
  }
  return rows
}

const faceValue = (sums: Record<string, number>) => Object.values(sums).reduce((sum, cents) => sum + cents, 0)

const VALUES: Record<Exclude<PartnerSort, 'name' | 'link'>, (row: Row) => number> = {
  createdAt: ({ partner }) => Date.parse(partner.createdAt),
  status: ({ partner }) => ['pending', 'approved', 'rejected'].indexOf(partner.status),
  clicks: ({ numbers }) => numbers.clicks,
  leads: ({ numbers }) => numbers.leads,
  conversions: ({ numbers }) => numbers.conversions,
  sales: ({ numbers }) => numbers.sales,
  revenue: ({ numbers }) => faceValue(numbers.revenueByCurrency),
  commission: ({ numbers }) => faceValue(numbers.commissionByCurrency),
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function compare(order: PartnerSort, a: Row, b: Row): number {
  if (order === 'link') return compareText(a.partner.links[0]?.code ?? '', b.partner.links[0]?.code ?? '')
  if (order === 'name') return compareText(a.partner.name.toLowerCase(), b.partner.name.toLowerCase())
  return VALUES[order](a) - VALUES[order](b)
}

describe('GET /api/programs/:programId/partner-report', () => {
  const orders = PARTNER_SORTS.flatMap((order) => DIRECTIONS.map((direction) => [order, direction] as const))

  it.each(['clicks', 'leads', 'conversions', 'sales'] as const)(
    'is ordered by %s regardless of the currency, because counts have none',
    async (order) => {
      const ids = async (more: string) =>
        (await readAll(`sort=${order}&period=30d${more}`)).map(({ partner }) => partner.id)
      const allIds = await ids('')
      for (const currency of ['USD', 'EUR', 'VND']) expect(await ids(`&currency=${currency}`)).toEqual(allIds)
    },
  )

  it.each(orders)('lists every partner once across pages, in order: by %s, %s', async (order, direction) => {
    const rows = await readAll(`sort=${order}&direction=${direction}&period=30d`)
    expect(rows.map(({ partner }) => partner.id).sort((a, b) => a - b)).toEqual(
      partners.map(({ partnerId }) => partnerId).sort((a, b) => a - b),
    )
    const sign = direction === 'asc' ? 1 : -1
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1]
      if (before === undefined) continue
      const difference = compare(order, before, row) * sign
      // The database defines the order of texts; equal ones are sorted by ID.
      if (order !== 'name' && order !== 'link') expect(difference).toBeLessThanOrEqual(0)
      if (difference === 0) expect((before.partner.id - row.partner.id) * sign).toBeLessThan(0)
    }
    if (order === 'name') {
      const names = rows.map(({ partner }) => partner.name.toLowerCase())
      expect(Math.abs(names.indexOf('adam') - names.lastIndexOf('adam'))).toBe(1)
    }
  })

  it('has each partner’s own metrics, and returns the period', async () => {
    const { body } = await read('sort=clicks&limit=200&dateFrom=2026-03-10&dateTo=2026-03-10')
    expect(body.meta).toMatchObject({
      nextCursor: null,
      dateFrom: '2026-03-10T00:00:00.000Z',
      dateTo: '2026-03-10T23:59:59.999Z',
    })
    const ids = body.data.map(({ partner }: Row) => partner.id)
    const url = `/api/programs/${shop.program.id}/partner-metrics?partnerIds=${ids}&dateFrom=2026-03-10&dateTo=2026-03-10`
    const numbers = await send(service.app, 'GET', url, { bearer })
    expect(body.data.map((row: Row) => row.numbers)).toEqual(numbers.body.data)
    expect(body.data[0].numbers.clicks).toBe(2)
    const before = (await read('sort=clicks&limit=200&dateFrom=2026-03-01&dateTo=2026-03-09')).body.data
    expect(before.map((row: Row) => row.numbers.clicks)).toEqual(partners.map(() => 0))
  })

  it('sorts by the amounts in a currency if one is given', async () => {
    const rows = (await read('sort=revenue&currency=EUR&limit=200')).body.data
    expect(rows.slice(0, 2).map((row: Row) => row.numbers.revenueByCurrency)).toEqual([
      { EUR: 1000 },
      { EUR: 1000 },
    ])
    expect(rows[2].numbers.revenueByCurrency.EUR).toBeUndefined()
  })

  it('applies the list’s filters', async () => {
    const pending = await readAll('sort=sales&status=pending')
    expect(pending).toHaveLength(5)
    expect(new Set(pending.map(({ partner }) => partner.status))).toEqual(new Set(['pending']))
    expect(await readAll('sort=name&search=adam')).toHaveLength(2)
  })

  it('continues after a name of the maximum length', async () => {
    await rename(5, '名'.repeat(255))
    await rename(6, '名'.repeat(255))
    expect(await readAll('sort=name&direction=desc')).toHaveLength(partners.length)
  })

  it('hides other programs', async () => {
    const otherShop = await openShop(service)
    const ids = (await readAll('sort=clicks')).map(({ partner }) => partner.id)
    expect(ids).not.toContain(otherShop.program.partnerId)
  })

  it.each([
    'sort=email',
    'direction=up',
    'currency=GBP',
    'period=1d',
    'dateFrom=2026-03-10',
    'dateFrom=2026-03-10&dateTo=2026-03-09',
    'limit=201',
    'cursor=x',
    `cursor=${'x'.repeat(3000)}`,
    'order=asc',
    'sort=clicks&sort=leads',
  ])('returns 400 for ?%s', async (query) => {
    const { status, body } = await read(query)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  })

  it('rejects a cursor from a different sort order', async () => {
    const { nextCursor } = (await read('sort=clicks&limit=1')).body.meta
    const { status, body } = await read(`sort=leads&cursor=${nextCursor}`)
    expect([status, body.error.details?.field ?? body.error.field]).toEqual([400, 'cursor'])
  })
})
