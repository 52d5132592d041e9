import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { invoiceLimits } from '../../../src/earnings/invoices/limits.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import {
  concurrently,
  countWaiting,
  isCluster,
  send,
  signInMember,
  startTestService,
  testOnServer,
} from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService()
const { app, database, clock } = service
const { kysely } = database

let shop: Shop
let bearer: string
let orderCount = 0

async function open(options: Parameters<typeof openShop>[1] = {}) {
  shop = await openShop(service, { platformFeeBps: 1000, ...options })
  bearer = await signInMember(service, shop.program)
  await shop.customer('cus-1')
}

beforeEach(async () => {
  clock.set('2026-02-10T12:00:00.000Z')
  await open()
})

const path = (rest: string) => `/api/programs/${shop.program.id}/${rest}`
const get = (rest: string) => send(app, 'GET', path(rest), { bearer })
const issue = (month: string, exchangeRates?: Record<string, unknown>) =>
  send(app, 'POST', path('invoices'), {
    bearer,
    body: { month, ...(exchangeRates === undefined ? {} : { exchangeRates }) },
  })

/** Records a sale with the given platform fee. */
async function fee(cents: number, currency = 'USD'): Promise<string> {
  const transaction_id = `o-${orderCount++}`
  const sale = { transaction_id, amount_cents: cents * 10, customer_key: 'cus-1', currency }
  expect((await shop.sale(sale)).status).toBe(200)
  return transaction_id
}

/** Reverses the sale's fee by the given total. */
async function refund(transaction_id: string, cents?: number) {
  const body = { transaction_id, ...(cents === undefined ? {} : { refund_amount_cents: cents * 10 }) }
  const response = await send(app, 'POST', '/api/v1/track/refund', { bearer: shop.program.liveKey, body })
  expect(response.status).toBe(200)
}

async function expectConsistent() {
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
}

const lines = async (id: number) => (await get(`invoices/${id}/lines?limit=200`)).body.data

const countInvoices = async () => (await get('invoices')).body.data.length

describe('POST /api/programs/:programId/invoices', () => {
  it('charges every fee up to the end of the month in USD, rounding each line separately', async () => {
    await fee(1000)
    await fee(333, 'EUR')
    await fee(333, 'EUR')
    await fee(100_000, 'VND')
    clock.set('2026-02-28T23:59:59.999Z')
    await fee(500)
    clock.set('2026-03-01T00:00:00.000Z')
    await fee(999)

    const { status, body } = await issue('2026-02', { EUR: '1.0832', VND: '0.0000393' })
    // 333 EUR cents are 360.7056 US cents, rounded to 361 on each of two lines. 100,000 dong are 393 US cents.
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        number: `${shop.program.id}-0001`,
        month: '2026-02',
        periodFrom: '2026-02-01T00:00:00.000Z',
        periodTo: '2026-03-01T00:00:00.000Z',
        timeZone: 'UTC',
        kind: 'invoice',
        voids: null,
        voidedAt: null,
        issuer: service.deps.config.publicUrl,
        issuerAddress: null,
        issuerTaxId: null,
        billedName: null,
        billedAddress: null,
        billedTaxId: null,
        programName: 'Acme partners',
        workspaceName: 'Acme',
        exchangeRates: { EUR: '1.0832', VND: '0.0000393' },
        lines: 5,
        totalUsdCents: 1500 + 361 + 361 + 393,
        issuedAt: '2026-03-01T00:00:00.000Z',
        sums: [
          { kind: 'fee', currency: 'VND', lines: 1, amountCents: 100_000, usdCents: 393 },
          { kind: 'fee', currency: 'USD', lines: 2, amountCents: 1500, usdCents: 1500 },
          { kind: 'fee', currency: 'EUR', lines: 2, amountCents: 666, usdCents: 722 },
        ],
      },
    ])
    expect((await lines(body.data.id))[0]).toMatchObject({
      kind: 'fee',
      amountCents: 500,
      currency: 'USD',
      exchangeRate: '1',
      usdCents: 500,
      chargedAt: '2026-02-28T23:59:59.999Z',
    })
    expect((await get(`invoices/${body.data.id}`)).body.data).toEqual(body.data)
    await expectConsistent()
  })

  it('uses months in the program’s time zone', async () => {
    await open({ timeZone: 'Asia/Tokyo' })
    clock.set('2026-02-28T14:59:59.999Z')
    await fee(100)
    expect((await issue('2026-02')).body.error.details).toEqual({ field: 'month' })
    clock.advance({ ms: 1 })
    await fee(900)
    const { status, body } = await issue('2026-02')
    expect([status, body.data.totalUsdCents, body.data.periodTo]).toEqual([
      201,
      100,
      '2026-02-28T15:00:00.000Z',
    ])
  })

  it('charges only the remaining part of a partly or fully reversed fee', async () => {
    const [whole, partialFee] = [await fee(1000), await fee(1000)]
    await refund(whole)
    await refund(partialFee, 400)
    clock.set('2026-03-01T00:00:00.000Z')
    const { body } = await issue('2026-02')
    expect([body.data.lines, body.data.totalUsdCents]).toEqual([1, 600])
    await expectConsistent()
  })

  it('credits a reversed fee at the rate at which it was charged, even without a current rate', async () => {
    const [whole, partialFee] = [await fee(333, 'EUR'), await fee(1000, 'EUR')]
    clock.set('2026-03-05T00:00:00.000Z')
    expect((await issue('2026-02', { EUR: '1.0832' })).body.data.totalUsdCents).toBe(361 + 1083)
    await refund(whole)
    await refund(partialFee, 500)
    clock.set('2026-04-01T00:00:00.000Z')
    const credit = await issue('2026-03')
    expect(credit.body.data).toMatchObject({
      number: `${shop.program.id}-0002`,
      exchangeRates: {},
      totalUsdCents: -361 - 541,
    })
    expect((await lines(credit.body.data.id))[0]).toMatchObject({
      kind: 'credit',
      amountCents: -500,
      exchangeRate: null,
      usdCents: -541,
    })
    await refund(partialFee)
    clock.set('2026-05-01T00:00:00.000Z')
    expect((await issue('2026-04')).body.data.totalUsdCents).toBe(-542)
    await expectConsistent()
  })

  it('returns 400 with the currency that has no rate, and writes nothing', async () => {
    await fee(1000)
    await fee(100_000, 'VND')
    await fee(100, 'EUR')
    clock.set('2026-03-01T00:00:00.000Z')
    const rejected = await issue('2026-02', { EUR: '1.08' })
    expect([rejected.status, rejected.body.error.code, rejected.body.error.details]).toEqual([
      400,
      'invalid_request',
      { field: 'exchangeRates.VND', currency: 'VND' },
    ])
    expect(await countInvoices()).toBe(0)
    const { body } = await issue('2026-02', { EUR: '1.08', VND: '0.00004' })
    expect([body.data.number, body.data.lines]).toEqual([`${shop.program.id}-0001`, 3])
  })

  it.each([
    ['2026-02', { EUR: 'abc' }, 'exchangeRates.EUR'],
    ['2026-02', { EUR: '0' }, 'exchangeRates.EUR'],
    ['2026-02', { EUR: '-1.1' }, 'exchangeRates.EUR'],
    ['2026-02', { VND: 1 }, 'exchangeRates.VND'],
    ['2026-03', {}, 'month'],
    ['2027-01', {}, 'month'],
    ['2026-13', {}, 'month'],
    ['february', {}, 'month'],
  ])('returns 400 for the month %s with the rates %j and names the field %s', async (month, rates, field) => {
    await fee(1000)
    clock.set('2026-03-15T00:00:00.000Z')
    const { status, body } = await issue(month, rates)
    expect([status, body.error.details]).toEqual([400, { field }])
  })

  it('returns 409 for the same or an earlier month, or if nothing is due', async () => {
    await fee(1000)
    clock.set('2026-04-02T00:00:00.000Z')
    expect((await issue('2026-03')).status).toBe(201)
    for (const month of ['2026-03', '2026-02']) {
      const { status, body } = await issue(month)
      expect([status, body.error.details]).toEqual([409, { lastMonth: '2026-03' }])
    }
    clock.set('2026-05-02T00:00:00.000Z')
    const nothing = await issue('2026-04')
    expect([nothing.status, nothing.body.error.code]).toEqual([409, 'conflict'])
    await fee(100)
    clock.set('2026-06-02T00:00:00.000Z')
    // The rejected month left no gap in the numbers.
    expect((await issue('2026-05')).body.data.number).toBe(`${shop.program.id}-0002`)
    await expectConsistent()
  })

  it('creates an invoice that keeps the names, time zone and rates from when it was created', async () => {
    await fee(1000)
    clock.set('2026-03-01T00:00:00.000Z')
    const { body } = await issue('2026-02')
    await shop.change({ name: 'Renamed', time_zone: 'Asia/Tokyo' })
    await kysely
      .updateTable('workspaces')
      .set({ name: 'Other' })
      .where('id', '=', shop.program.workspaceId)
      .execute()
    expect((await get(`invoices/${body.data.id}`)).body.data).toEqual(body.data)
  })

  testOnServer(
    'creates one invoice, which contains every fee once, for concurrent requests for the same month',
    async () => {
      for (let index = 0; index < 10; index++) await fee(100)
      clock.set('2026-03-01T00:00:00.000Z')
      const responses = await concurrently(8, () => issue('2026-02'))
      expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
      expect((await get('invoices')).body.data).toMatchObject([{ lines: 10, totalUsdCents: 1000 }])
      await expectConsistent()
    },
  )

  testOnServer(
    'assigns gapless numbers in month order to concurrent requests for different months',
    async () => {
      for (const month of ['02', '03', '04', '05']) {
        clock.set(`2026-${month}-10T00:00:00.000Z`)
        await fee(100)
      }
      clock.set('2026-06-10T00:00:00.000Z')
      const responses = await Promise.all(['02', '03', '04', '05'].map((month) => issue(`2026-${month}`)))
      for (const { status } of responses) expect([201, 409]).toContain(status)
      const { body } = await get('invoices')
      const issued: { number: string; month: string; totalUsdCents: number }[] = body.data
      const numbers = issued.map(({ number }) => number).sort()
      expect(numbers).toEqual(issued.map((_, index) => `${shop.program.id}-000${index + 1}`))
      const monthsByNumber = [...issued]
        .sort((a, b) => a.number.localeCompare(b.number))
        .map(({ month }) => month)
      expect(monthsByNumber).toEqual([...monthsByNumber].sort())
      await expectConsistent()
    },
  )

  testOnServer('charges each fee’s remaining amount despite concurrent refunds and sales', async () => {
    for (let round = 0; round < 3; round++) {
      await open()
      clock.set('2026-02-20T00:00:00.000Z')
      const sales: string[] = []
      for (let index = 0; index < 6; index++) sales.push(await fee(1000))
      clock.set('2026-03-02T00:00:00.000Z')
      await Promise.all([
        issue('2026-02'),
        ...sales.map((sale, index) => refund(sale, index % 2 === 0 ? 250 : undefined)),
        fee(77),
        issue('2026-02'),
      ])
      clock.set('2026-04-02T00:00:00.000Z')
      await issue('2026-03')
      const { body } = await get('invoices')
      const total = body.data.reduce(
        (sum: number, one: { totalUsdCents: number }) => sum + one.totalUsdCents,
        0,
      )
      expect(total).toBe(3 * 750 + 77)
      await expectConsistent()
    }
  })

  testOnServer('retries after a deadlock with a refund, so that both succeed', async () => {
    const transaction_id = await fee(1000)
    clock.set('2026-03-02T00:00:00.000Z')
    if (inject('database').kind === 'embedded') {
      // PGlite has one connection, so no deadlock is possible and both succeed in turn.
      const refund = { transaction_id: transaction_id, refund_id: 'r', refund_amount_cents: 1 }
      const [issued, refunded] = await Promise.all([
        issue('2026-02'),
        send(app, 'POST', '/api/v1/track/refund', { body: refund, bearer: shop.program.liveKey }),
      ])
      expect([issued.status, refunded.status]).toEqual([201, 200])
      await expectConsistent()
      return
    }
    let pendingIssue: ReturnType<typeof issue> | undefined
    await kysely.transaction().execute(async (transaction) => {
      // Locks in the same order as a refund: the sale, then its fee.
      await sql`select s.id from sale_events s where s.program_id = ${shop.program.id}
          and s.transaction_id = ${transaction_id} for update`.execute(transaction)
      pendingIssue = issue('2026-02')
      // PostgreSQL aborts the transaction that detects the deadlock first. This must be the other transaction, a
      // second after it starts to wait.
      await sql`set local deadlock_timeout = '1min'`.execute(transaction)
      if (isCluster) {
        // A PL/pgSQL block can't see other nodes. Citus aborts the younger transaction.
        while ((await countWaiting(database)) === 0);
        await sql`select f.id from platform_fees f where f.program_id = ${shop.program.id} for update`.execute(
          transaction,
        )
        return
      }
      await sql`do ${sql.raw(`$$
        begin
          while not exists (
            select from pg_locks l join pg_stat_activity a on a.pid = l.pid
            where not l.granted and a.datname = current_database()
          ) loop
            perform pg_sleep(0.01), pg_stat_clear_snapshot();
          end loop;
          perform from platform_fees f where f.program_id = ${shop.program.id} for update;
        end $$`)}`.execute(transaction)
    })
    const response = await pendingIssue
    expect([response?.status, response?.body.data.totalUsdCents]).toEqual([201, 1000])
    expect(response?.body.data.number).toBe(`${shop.program.id}-0001`)
    await expectConsistent()
  })

  testOnServer('includes all lines when the fees take more than one page', async () => {
    const sale = await fee(100)
    const { id } = await kysely
      .selectFrom('sale_events')
      .select('id')
      .where('program_id', '=', shop.program.id)
      .where('transaction_id', '=', sale)
      .executeTakeFirstOrThrow()
    const count = invoiceLimits.invoicePageRows + 5
    await sql`
      insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring,
        customer_id, partner_id, attributed_by, received_at, reported_at)
      select s.program_id, false, 'many-' || n, 10, 'USD', 'payment', false, s.customer_id, s.partner_id,
        s.attributed_by, s.received_at, s.reported_at
      from sale_events s, generate_series(1, ${count}::int) n where s.program_id = ${shop.program.id} and s.id = ${id}
      returning s.id`.execute(kysely)
    await sql`
      insert into platform_fees as f (program_id, sale_id, rate_bps, amount_cents, currency, created_at)
      select s.program_id, s.id, 1000, 1, 'USD', s.received_at from sale_events s
      where s.program_id = ${shop.program.id} and s.transaction_id like 'many-%' returning f.id`.execute(
      kysely,
    )
    clock.set('2026-03-02T00:00:00.000Z')
    const { body } = await issue('2026-02')
    expect([body.data.lines, body.data.totalUsdCents]).toEqual([count + 1, count + 100])
    const page = await get(`invoices/${body.data.id}.html`)
    expect(page.text).toContain(
      `newest ${invoiceLimits.invoiceLinesPrinted.toLocaleString('en')} of ${(count + 1).toLocaleString('en')} lines`,
    )
    const csv = await get(`invoices/${body.data.id}/lines.csv`)
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(count + 2)
    await expectConsistent()
  })
})

describe('an issued invoice', () => {
  const NAME = '<script>alert(1)</script> & "Söhne"'

  async function issued() {
    await kysely
      .updateTable('workspaces')
      .set({ name: NAME })
      .where('id', '=', shop.program.workspaceId)
      .execute()
    const refundedFee = await fee(1005, 'EUR')
    await fee(250_000, 'VND')
    clock.set('2026-03-01T00:00:00.000Z')
    await issue('2026-02', { EUR: '1.1', VND: '0.00004' })
    await refund(refundedFee)
    await fee(300)
    clock.set('2026-04-01T00:00:00.000Z')
    return (await issue('2026-03')).body.data
  }

  it('has a printable page without scripts, with escaped text and a policy that allows only its own style', async () => {
    const { id, number } = await issued()
    const page = await get(`invoices/${id}.html`)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain(`<h1>Credit ${number}</h1>`)
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Söhne&quot;')
    expect(page.text).not.toContain('<script')
    expect(page.text).toContain('-10.05 EUR')
    expect(page.text).toContain('size: A4')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const style = /<style>([\s\S]*)<\/style>/.exec(page.text)?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`)
  })

  it('has its exchange rates on the printable page', async () => {
    await issued()
    const { body } = await get('invoices')
    const page = await get(`invoices/${body.data[1].id}.html`)
    expect(page.text).toContain('1 EUR = 1.1 USD; 1 VND = 0.00004 USD')
    expect(page.text).toContain('250,000 VND')
  })

  it('has a CSV export of its lines, with credits as negative amounts', async () => {
    const { id, number } = await issued()
    const file = await get(`invoices/${id}/lines.csv`)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="invoice-${number}.csv"`)
    const [header, ...rows] = file.text.slice(1).trimEnd().split('\r\n')
    expect(header).toBe('Fee ID,Charged,Sale ID,Order,Type,Amount,Currency,Exchange rate,Amount (USD)')
    expect(rows.map((row) => row.split(',').slice(4).join(','))).toEqual([
      'fee,3.00,USD,1,3.00',
      'credit,-10.05,EUR,,-11.06',
    ])
  })

  it('is listed with keyset pagination, and so are its lines', async () => {
    const { id } = await issued()
    const whole = (await get('invoices')).body
    const first = (await get('invoices?limit=1')).body
    const second = (await get(`invoices?limit=1&cursor=${first.meta.nextCursor}`)).body
    expect([...first.data, ...second.data]).toEqual(whole.data)
    expect(second.meta.nextCursor).toBeNull()
    const page = (await get(`invoices/${id}/lines?limit=1`)).body
    const rest = (await get(`invoices/${id}/lines?limit=1&cursor=${page.meta.nextCursor}`)).body
    expect([...page.data, ...rest.data]).toEqual(await lines(id))
  })

  it('returns 404 if it is unknown or belongs to another program', async () => {
    const { id } = await issued()
    await open()
    for (const rest of ['', '/lines', '/lines.csv', '.html']) {
      for (const one of [id, 999_999_999, 'x']) {
        expect([rest, one, (await get(`invoices/${one}${rest}`)).status]).toEqual([rest, one, 404])
      }
    }
  })
})
