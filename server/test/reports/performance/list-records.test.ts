import { beforeAll, describe, expect, it } from 'vitest'
import {
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../harness.ts'

interface Item {
  id: number
  [field: string]: unknown
}

let service: TestService
let program: TestProgram
let bearer: string
let otherPartner: { partnerId: number; code: string }

const START = '2026-03-10T22:30:00.000Z'

// Creates six customers, two hours apart, for two partners in turn; the first four buy, in three currencies.
beforeAll(async () => {
  service = await startTestService({ now: START })
  program = await createTestProgram(service, {
    timeZone: 'Europe/Berlin',
    perLead: { amount_cents: 100, currency: 'USD' },
  })
  otherPartner = await createTestPartner(service, program)
  bearer = await signInMember(service, program)
  for (let index = 0; index < 6; index++) {
    const code = index % 2 === 0 ? program.code : otherPartner.code
    await signUpCustomer(`user-${index}`, code)
    if (index < 4) {
      await sell({
        transaction_id: `order-${index}`,
        customer_key: `user-${index}`,
        amount_cents: 1000 + index,
        currency: ['USD', 'EUR', 'VND', 'USD'][index],
        additional_data: { index },
      })
    }
    service.clock.advance({ hours: 2 })
  }
  await sell({ transaction_id: 'rehearsal', amount_cents: 5, livemode: false })
  // Creates rows in another program with the same keys, which must not appear.
  const otherProgram = await createTestProgram(service)
  await signUpCustomer('user-0', otherProgram.code, otherProgram.liveKey)
  await sell({ transaction_id: 'order-0', customer_key: 'user-0', amount_cents: 77 }, otherProgram.liveKey)
})

async function signUpCustomer(customer_key: string, code: string, key = program.liveKey) {
  const click = await send(service.app, 'POST', '/api/v1/track/click', {
    body: { affiliate_url: `https://shop.test/?aff=${code}` },
  })
  const body = { click_id: click.body.click_id, customer_key, email: `${customer_key}@shop.test` }
  const { status } = await send(service.app, 'POST', '/api/v1/track/lead', { bearer: key, body })
  expect(status).toBe(200)
}

async function sell(body: object, key = program.liveKey) {
  expect((await send(service.app, 'POST', '/api/v1/track/sale', { bearer: key, body })).status).toBe(200)
}

const listRecords = (records: string, query = '') =>
  send(service.app, 'GET', `/api/programs/${program.id}/${records}${query}`, { bearer })
const field = async (records: string, name: string, query = ''): Promise<unknown[]> =>
  (await listRecords(records, query)).body.data.map((item: Item) => item[name])

describe('GET /api/programs/:programId/customers', () => {
  it('shows a customer but never the email (D25)', async () => {
    const { body, text } = await listRecords('customers', '?customerKey=user-0')
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        customerKey: 'user-0',
        status: 'conversion',
        partnerId: program.partnerId,
        partnerName: 'Pat',
        linkId: program.linkId,
        clickedAt: START,
        signupAt: START,
        firstSaleAt: START,
        firstPurchaseAt: START,
        saleCount: 1,
        createdAt: START,
      },
    ])
    expect(text).not.toMatch(/shop\.test|hash/)
  })

  it('filters by status, partner and time', async () => {
    const keys = (query: string) => field('customers', 'customerKey', query)
    expect(await keys('?status=lead')).toEqual(['user-5', 'user-4'])
    expect(await keys(`?status=conversion&partnerId=${program.partnerId}`)).toEqual(['user-2', 'user-0'])
    expect(await keys('?from=2026-03-11T04:30:00Z&to=2026-03-11T06:30:00Z')).toEqual(['user-4', 'user-3'])
    expect(await keys('?to=2026-03-11T00:29:59.999Z')).toEqual(['user-0'])
    // A date covers the whole day in Berlin, so the event at 23:30 on the 10th is included.
    expect(await keys('?to=2026-03-10')).toEqual(['user-0'])
    expect(await keys('?from=2026-03-11&status=conversion')).toEqual(['user-3', 'user-2', 'user-1'])
    expect(await keys('?customerKey=nobody')).toEqual([])
  })
})

describe('GET /api/programs/:programId/sales', () => {
  it('shows a sale as it was sent', async () => {
    const [customerId] = await field('customers', 'id', '?customerKey=user-0')
    const sales = (await listRecords('sales', '?currency=USD')).body.data
    expect(sales[1]).toEqual({
      id: expect.any(Number),
      mode: 'live',
      transactionId: 'order-0',
      amountCents: 1000,
      currency: 'USD',
      taxAmountCents: null,
      saleType: 'payment',
      isRecurring: false,
      subscriptionId: null,
      subscriptionInterval: null,
      productId: null,
      occurredAt: null,
      provider: null,
      providerPaymentId: null,
      additionalData: { index: 0 },
      customerId,
      partnerId: program.partnerId,
      attributedBy: 'customer_key',
      status: 'paid',
      refundedCents: 0,
      receivedAt: START,
    })
  })

  it('separates live and test sales, and filters by partner, customer, currency, status and time', async () => {
    const orders = (query: string) => field('sales', 'transactionId', query)
    expect(await orders('')).toEqual(['order-3', 'order-2', 'order-1', 'order-0'])
    expect(await orders('?mode=live')).toHaveLength(4)
    expect(await orders('?mode=test')).toEqual(['rehearsal'])
    expect(await orders(`?partnerId=${otherPartner.partnerId}`)).toEqual(['order-3', 'order-1'])
    expect(await orders('?currency=EUR')).toEqual(['order-1'])
    expect(await orders('?status=refunded')).toEqual([])
    expect(await orders('?from=2026-03-11T02:30:00.000Z')).toEqual(['order-3', 'order-2'])
    const [customerId] = await field('customers', 'id', '?customerKey=user-2')
    expect(await orders(`?customerId=${customerId}`)).toEqual(['order-2'])
  })
})

describe('GET /api/programs/:programId/commissions', () => {
  it('shows a commission with its sale and policy version (D28, D30)', async () => {
    const [sale] = await field('sales', 'id', '?currency=EUR')
    const [policyId] = await field('commission-policies', 'id')
    const { body } = await listRecords('commissions', '?currency=EUR')
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        kind: 'sale',
        saleId: sale,
        transactionId: 'order-1',
        saleAmountCents: 1001,
        saleRefundedCents: 0,
        leadId: null,
        customerId: expect.any(Number),
        customerKey: 'user-1',
        partnerId: otherPartner.partnerId,
        partnerName: 'Pat',
        policyId,
        amountCents: 200,
        reversedCents: 0,
        paidCents: 0,
        currency: 'EUR',
        status: 'pending',
        holdReason: null,
        baseCents: 1001,
        duplicateOfSaleId: null,
        holdUntil: '2026-04-10T00:30:00.000Z',
        createdAt: '2026-03-11T00:30:00.000Z',
        approvedAt: null,
        rejectedAt: null,
      },
    ])
  })

  it('filters by kind, status, partner, currency and time', async () => {
    const count = async (query: string) => (await field('commissions', 'id', query)).length
    expect(await count('')).toBe(10)
    expect(await count('?kind=lead')).toBe(6)
    expect(await count('?kind=sale')).toBe(4)
    expect(await count('?status=paid')).toBe(0)
    expect(await count(`?kind=lead&partnerId=${otherPartner.partnerId}`)).toBe(3)
    expect(await count('?kind=sale&currency=USD')).toBe(2)
    expect(await count('?to=2026-03-10')).toBe(2)
  })
})

describe('every list of records', () => {
  const lists = [
    { records: 'customers', time: 'createdAt' },
    { records: 'sales', time: 'receivedAt' },
    { records: 'commissions', time: 'createdAt' },
  ]

  it.each(lists)(
    '$records have keyset pagination, each row once, newest first',
    async ({ records, time }) => {
      const whole = (await listRecords(records)).body.data
      const seen: Item[] = []
      let after = ''
      for (let page = 0; page < 20; page++) {
        const { body } = await listRecords(records, `?limit=3${after}`)
        expect(body.data.length).toBeLessThanOrEqual(3)
        seen.push(...body.data)
        if (body.meta.nextCursor === null) break
        after = `&cursor=${body.meta.nextCursor}`
      }
      expect(seen).toEqual(whole)
      const keys = seen.map((item) => `${item[time]} ${String(item.id).padStart(12, '0')}`)
      expect(keys).toEqual([...keys].sort().reverse())
    },
  )

  it('customers are neither repeated nor skipped between pages when new ones arrive', async () => {
    const before = await field('customers', 'id')
    const first = (await listRecords('customers', '?limit=3')).body
    await signUpCustomer('late', program.code)
    const second = (await listRecords('customers', `?limit=3&cursor=${first.meta.nextCursor}`)).body
    expect([...first.data, ...second.data].map(({ id }: Item) => id)).toEqual(before)
  })

  const wrong = [
    { name: 'status', value: 'gone' },
    { name: 'partnerId', value: 'x' },
    { name: 'partnerId', value: '0' },
    { name: 'partnerId', value: '9007199254740993' },
    { name: 'partnerId', value: '1&partnerId=2' },
    { name: 'from', value: 'yesterday' },
    { name: 'from', value: '2026-02-30' },
    { name: 'from', value: '%00' },
    { name: 'from', value: '2026-03-11&to=2026-03-10' },
    { name: 'limit', value: '201' },
    { name: 'limit', value: '-1' },
    { name: 'cursor', value: 'bm90IG91cnM' },
  ]
  const calls = lists.flatMap(({ records }) => wrong.map((one) => ({ records, ...one })))

  it.each(calls)('$records?$name=$value returns 400 and names $name', async ({ records, name, value }) => {
    const { status, body } = await listRecords(records, `?${name}=${value}`)
    expect([status, body.error.code, body.error.details]).toEqual([400, 'invalid_request', { field: name }])
  })

  it.each([
    ['customers', 'customerKey=%00'],
    ['sales', 'mode=both'],
    ['sales', 'currency=usd'],
    ['sales', 'customerId=x'],
    ['commissions', 'kind=fee'],
    ['commissions', 'currency=GBP'],
  ])('%s?%s returns 400', async (records, query) => {
    expect((await listRecords(records, `?${query}`)).status).toBe(400)
  })
})
