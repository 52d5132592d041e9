import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/core/config/limits.ts'
import { createTestPartner, send, signInMember, startTestService, type TestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

let service: TestService
let shop: Shop
let bearer: string
let otherPartner: { partnerId: number; code: string }

const START = '2026-03-10T22:30:00.000Z'
const HOSTILE_KEYS = ['=1+1', 'a,"b"\r\nc', '@cmd', '+1', 'Nguyễn']

// Creates one customer per hostile key, an hour apart, for two partners in turn, each with a sale in some currency.
beforeAll(async () => {
  service = await startTestService({ now: START })
  shop = await openShop(service, {
    timeZone: 'Europe/Berlin',
    perLead: { amount_cents: 150, currency: 'USD' },
  })
  otherPartner = await createTestPartner(service, shop.program)
  bearer = await signInMember(service, shop.program)
  for (const [index, key] of HOSTILE_KEYS.entries()) {
    await shop.customer(key, await shop.clickId(index % 2 === 0 ? shop.program.code : otherPartner.code))
    const currency = ['USD', 'EUR', 'VND'][index % 3]
    const sale = { transaction_id: `o-${index}`, customer_key: key, amount_cents: 10_025, currency }
    expect((await shop.sale(sale)).status).toBe(200)
    service.clock.advance({ hours: 1 })
  }
  // Creates rows in another program, which must not appear.
  const otherShop = await openShop(service)
  await otherShop.customer('neighbour')
  await otherShop.sale({ transaction_id: 'o-0', customer_key: 'neighbour', amount_cents: 7700 })
})

const get = (path: string) => send(service.app, 'GET', `/api/programs/${shop.program.id}/${path}`, { bearer })

/** Reads every row of a list, page by page. */
async function listAll(records: string, query = ''): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  let cursor = ''
  for (;;) {
    const { body } = await get(`${records}?limit=200${query}${cursor}`)
    rows.push(...body.data)
    if (body.meta.nextCursor === null) return rows
    cursor = `&cursor=${body.meta.nextCursor}`
  }
}

/** Parses a CSV file (RFC 4180) into one record per row. */
function readCsv(text: string): Record<string, string>[] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  const cells = [...`,${text.slice(1)}`.matchAll(/(,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
  const lines: string[][] = [[]]
  for (const [, before, quoted, plain = ''] of cells) {
    if (before === '\r\n') lines.push([])
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
  }
  const [names = [], ...rows] = lines.slice(0, -1)
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])))
}

/** The list field for each column in the file. Amounts are followed by an asterisk. */
const CUSTOMER_COLUMNS = {
  ID: 'id',
  Created: 'createdAt',
  Customer: 'customerKey',
  Status: 'status',
  'Partner ID': 'partnerId',
  Partner: 'partnerName',
  'Link ID': 'linkId',
  Clicked: 'clickedAt',
  'Signed up': 'signupAt',
  'First sale': 'firstSaleAt',
  'First purchase': 'firstPurchaseAt',
  Sales: 'saleCount',
}
const COMMISSION_COLUMNS = {
  ID: 'id',
  Created: 'createdAt',
  Status: 'status',
  Type: 'kind',
  Amount: 'amountCents*',
  Reversed: 'reversedCents*',
  'Paid out': 'paidCents*',
  Currency: 'currency',
  'Partner ID': 'partnerId',
  Partner: 'partnerName',
  'Customer ID': 'customerId',
  Customer: 'customerKey',
  'Sale ID': 'saleId',
  'Lead ID': 'leadId',
  Order: 'transactionId',
  'Policy ID': 'policyId',
  'Commission base': 'baseCents*',
  'Hold until': 'holdUntil',
  Approved: 'approvedAt',
  Rejected: 'rejectedAt',
  'Hold reason': 'holdReason',
  'Possible duplicate of sale': 'duplicateOfSaleId',
  'Sale amount': 'saleAmountCents*',
  'Sale refunded': 'saleRefundedCents*',
}

/** Returns the expected file row for a list row. */
function expectedRow(
  columns: Record<string, string>,
  listed: Record<string, unknown>,
): Record<string, string> {
  const guarded = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text)
  const cell = (field: string) => {
    const value = listed[field.replace('*', '')]
    if (value === null) return ''
    if (!field.endsWith('*')) return guarded(String(value))
    return listed.currency === 'VND' ? String(value) : (Number(value) / 100).toFixed(2)
  }
  return Object.fromEntries(Object.entries(columns).map(([name, field]) => [name, cell(field)]))
}

/** Omits the columns that the list has no field for. */
const withoutExtras = ({ 'Net amount': _net, Payouts: _payouts, ...row }: Record<string, string>) => row

describe.each(['customers', 'commissions'])('GET /api/programs/:programId/%s.csv', (records) => {
  const columns = records === 'customers' ? CUSTOMER_COLUMNS : COMMISSION_COLUMNS

  it('contains exactly the list’s rows in order, including hostile text', async () => {
    const response = await get(`${records}.csv`)
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/csv; charset=utf-8/)
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="${records}-${shop.program.id}.csv"`,
    )
    expect(response.headers['cache-control']).toBe('no-store')
    const found = readCsv(response.text)
    const listed = await listAll(records)
    expect(found.map((row) => withoutExtras(row))).toEqual(listed.map((one) => expectedRow(columns, one)))
    expect(found.map(({ Customer }) => Customer)).toContain("'=1+1")
    expect(response.text).not.toContain('neighbour')
  })

  it('applies the list’s filters', async () => {
    for (const query of [`&partnerId=${otherPartner.partnerId}`, '&from=2026-03-11', '&to=2026-03-10']) {
      const rows = readCsv((await get(`${records}.csv?${query.slice(1)}`)).text)
      const list = await listAll(records, query)
      expect(rows.map(({ ID }) => Number(ID))).toEqual(list.map(({ id }) => id))
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.length).toBeLessThan((await listAll(records)).length)
    }
  })

  it('rejects an invalid filter in the platform error format, before sending any rows', async () => {
    const { status, body } = await get(`${records}.csv?partnerId=x`)
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'invalid_request',
      { field: 'partnerId' },
    ])
  })
})

it('commissions.csv has exact amounts in the currency’s unit', async () => {
  const rows = readCsv((await get('commissions.csv?kind=sale')).text)
  const amounts = new Set(rows.map(({ Amount, Currency }) => `${Amount} ${Currency}`))
  expect(amounts).toEqual(new Set(['20.05 USD', '20.05 EUR', '2005 VND']))
})

it('commissions.csv contains the amount after reversals and the non-canceled payouts that include each commission', async () => {
  const own = await openShop(service)
  const bearer = await signInMember(service, own.program)
  const post = (path: string, body: unknown = {}) =>
    send(service.app, 'POST', `/api/programs/${own.program.id}/${path}`, { bearer, body })
  const sell = async (transaction_id: string) => {
    const sale = { transaction_id, amount_cents: 10_000, customer_key: 'cus-1' }
    const { commission_id } = (await own.sale(sale)).body
    await post('commissions/approve', { commissionIds: [commission_id] })
  }
  const openPayout = async () => {
    const url = `/api/programs/${own.program.id}/payouts?status=open`
    await post('payouts')
    const { body } = await send(service.app, 'GET', url, { bearer })
    return String(body.data[0].id)
  }
  await own.customer('cus-1')
  await sell('first')
  await post(`payouts/${await openPayout()}/cancel`)
  const paid = await openPayout()
  await post(`payouts/${paid}/pay`)
  await send(service.app, 'POST', '/api/v1/track/refund', {
    body: { transaction_id: 'first', refund_amount_cents: 5000 },
    bearer: own.program.liveKey,
  })
  await sell('second')
  const open = await openPayout()
  await sell('third')
  const url = `/api/programs/${own.program.id}/commissions.csv`
  const rows = readCsv((await send(service.app, 'GET', url, { bearer })).text)
  expect(
    Object.fromEntries(rows.map((row) => [row.Order, [row.Amount, row['Net amount'], row.Payouts]])),
  ).toEqual({
    first: ['20.00', '10.00', `${paid} ${open}`],
    second: ['20.00', '20.00', open],
    third: ['20.00', '20.00', ''],
  })
})

it('a program without rows exports only the header', async () => {
  const empty = await openShop(service)
  const token = await signInMember(service, empty.program)
  const url = `/api/programs/${empty.program.id}/customers.csv`
  const { status, text } = await send(service.app, 'GET', url, { bearer: token })
  expect([status, text.split('\r\n').length]).toEqual([200, 2])
  expect(readCsv(text)).toEqual([])
})

it('an export over many pages neither loses nor repeats rows with the same timestamp', async () => {
  const big = await openShop(service)
  const token = await signInMember(service, big.program)
  const many = 2 * limits.csvPageRows + 7
  const now = service.clock.now()
  await sql`
    insert into customers (program_id, customer_key, status, partner_id, link_id, click_uuid, clicked_at, signup_at,
      created_at)
    select ${big.program.id}::bigint, 'k' || n, 'lead', ${big.program.partnerId}::bigint, ${big.program.linkId}::bigint,
      gen_random_uuid(), ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from generate_series(1, ${many}::int) n`.execute(service.database.kysely)
  const url = `/api/programs/${big.program.id}/customers.csv`
  const keys = readCsv((await send(service.app, 'GET', url, { bearer: token })).text).map(
    ({ Customer }) => Customer,
  )
  expect(keys).toHaveLength(many)
  expect(new Set(keys).size).toBe(many)
})

describe('list totals', () => {
  it('GET …/commissions/sums returns sums by status and currency, after reversals (D30, D32)', async () => {
    const refund = { transaction_id: 'o-0', refund_amount_cents: 5000 }
    const refunded = await send(service.app, 'POST', '/api/v1/track/refund', {
      body: refund,
      bearer: shop.program.liveKey,
    })
    expect(refunded.body.status).toBe('refunded')
    for (const query of ['', '&kind=lead', `&partnerId=${otherPartner.partnerId}`, '&to=2026-03-10']) {
      const { body } = await get(`commissions/sums?${query.slice(1)}`)
      const expected = new Map<string, { commissions: number; amountCents: number; reversedCents: number }>()
      for (const row of await listAll('commissions', query)) {
        const name = `${row.status} ${row.currency}`
        const sum = expected.get(name) ?? { commissions: 0, amountCents: 0, reversedCents: 0 }
        const reversed = Number(row.reversedCents)
        expected.set(name, {
          commissions: sum.commissions + 1,
          amountCents: sum.amountCents + Number(row.amountCents) - reversed,
          reversedCents: sum.reversedCents + reversed,
        })
      }
      const found = new Map(
        body.data.map(
          ({ status, currency, ...sum }: { status: string; currency: string; [field: string]: unknown }) => [
            `${status} ${currency}`,
            sum,
          ],
        ),
      )
      expect(found).toEqual(expected)
      expect(found.size).toBeGreaterThan(0)
    }
  })

  it('GET …/commissions/sums is exact beyond safe integers (D8)', async () => {
    const rich = await openShop(service, { rateBps: 10_000 })
    const token = await signInMember(service, rich.program)
    await rich.customer('k')
    for (const transaction_id of ['a', 'b', 'c']) {
      const sale = { transaction_id, customer_key: 'k', amount_cents: Number.MAX_SAFE_INTEGER }
      expect((await rich.sale(sale)).status).toBe(200)
    }
    const url = `/api/programs/${rich.program.id}/commissions/sums`
    const { text } = await send(service.app, 'GET', url, { bearer: token })
    expect(text).toContain(`"amountCents":${3n * BigInt(Number.MAX_SAFE_INTEGER)}`)
  })

  it('GET …/customers/sums counts customers by status', async () => {
    expect((await get('customers/sums')).body.data).toEqual([{ status: 'conversion', customers: 5 }])
    const selected = await get(`customers/sums?partnerId=${otherPartner.partnerId}`)
    expect(selected.body.data).toEqual([{ status: 'conversion', customers: 2 }])
    expect((await get('customers/sums?status=lead')).body.data).toEqual([])
    expect((await get('customers/sums?status=x')).status).toBe(400)
  })
})
