import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { payoutLimits } from '../../../src/earnings/payouts/limits.ts'
import { insertWebhook } from '../../../src/notifications/webhooks/webhooks.sql.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import {
  concurrently,
  createTestPartner,
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
let other: { partnerId: number; code: string }
let orderCount = 0

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  other = await createTestPartner(service, shop.program)
  bearer = await signInMember(service, shop.program)
  await shop.customer('cus-1')
  await shop.customer('cus-2', await shop.clickId(other.code))
})

const request = (method: 'GET' | 'POST', path: string, body?: unknown, token = bearer) =>
  send(app, method, `/api/programs/${shop.program.id}/${path}`, {
    bearer: token,
    ...(body === undefined ? {} : { body }),
  })
const get = (path: string) => request('GET', path)
const post = (path: string, body?: unknown) => request('POST', path, body)

/** Creates a 20% commission, approved by default. */
async function commission(
  amount_cents: number,
  options: { customer?: string; currency?: string; status?: 'pending' | 'approved' } = {},
): Promise<number> {
  const { customer = 'cus-1', currency = 'USD', status = 'approved' } = options
  const sale = {
    transaction_id: `o-${orderCount++}`,
    amount_cents: amount_cents * 5,
    customer_key: customer,
    currency,
  }
  const { body } = await shop.sale(sale)
  if (status === 'approved') {
    const approved = await post('commissions/approve', { commissionIds: [body.commission_id] })
    expect(approved.status).toBe(200)
  }
  return body.commission_id
}

/** Reverses part of a commission, as a refund of its sale does. */
async function reverse(id: number, cents: number) {
  const sale = await kysely
    .selectFrom('commissions as c')
    .innerJoin('sale_events as s', (join) =>
      join.onRef('s.program_id', '=', 'c.program_id').onRef('s.id', '=', 'c.sale_id'),
    )
    .select(['s.transaction_id', 'c.reversed_cents'])
    .where('c.program_id', '=', shop.program.id)
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  const response = await send(app, 'POST', '/api/v1/track/refund', {
    bearer: shop.program.liveKey,
    body: { transaction_id: sale.transaction_id, refund_amount_cents: (sale.reversed_cents + cents) * 5 },
  })
  expect(response.status).toBe(200)
}

const find = async (id: number) =>
  kysely
    .selectFrom('commissions')
    .select(['status', 'amount_cents', 'reversed_cents', 'paid_cents', 'payout_id'])
    .where('program_id', '=', shop.program.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function countRows(table: 'payouts' | 'payout_batches' | 'payout_items' | 'outbox_events') {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from ${sql.table(table)} where program_id = ${shop.program.id}`.execute(kysely)
  return rows[0]?.n
}

const listPayouts = async (query = '') => (await get(`payouts?limit=200${query}`)).body.data

async function findOnlyOpenPayout(): Promise<{
  id: number
  batchId: number
  amountCents: number
  currency: string
  partnerId: number
}> {
  const open = await listPayouts('&status=open')
  expect(open).toHaveLength(1)
  return open[0]
}

async function expectConsistent() {
  const { differences } = await verifyMoney(database, shop.program.id)
  expect(differences).toEqual([])
}

/** Sends all requests before the first one can finish. @returns the number of responses per status */
async function countAtOnce(requests: (() => Promise<{ status: number }>)[]): Promise<Record<number, number>> {
  const responses = await Promise.all(requests.map((one) => one()))
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('POST /api/programs/:programId/payouts', () => {
  it('creates one payout per partner and currency with frozen items, and omits pending commissions', async () => {
    const [a, b] = [await commission(1000), await commission(500)]
    const euroId = await commission(700, { currency: 'EUR' })
    const otherCustomerId = await commission(300, { customer: 'cus-2' })
    const pending = await commission(999, { status: 'pending' })

    const created = await post('payouts')
    expect([created.status, created.body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        payouts: 3,
        commissions: 4,
        sums: [
          { currency: 'USD', payouts: 2, amountCents: 1800 },
          { currency: 'EUR', payouts: 1, amountCents: 700 },
        ],
        isComplete: true,
        waiting: [],
      },
    ])
    const payouts = await listPayouts(`&batchId=${created.body.data.id}`)
    const found = payouts.map((one: Record<string, unknown>) => [
      one.partnerId,
      one.currency,
      one.amountCents,
      one.status,
    ])
    expect(found.sort()).toEqual(
      [
        [shop.program.partnerId, 'EUR', 700, 'open'],
        [shop.program.partnerId, 'USD', 1500, 'open'],
        [other.partnerId, 'USD', 300, 'open'],
      ].sort(),
    )
    for (const id of [a, b, euroId, otherCustomerId]) expect((await find(id)).payout_id).not.toBeNull()
    expect(await find(pending)).toMatchObject({ status: 'pending', payout_id: null })
    await expectConsistent()
  })

  it('filters by currency, partners and minimum', async () => {
    await commission(1000)
    await commission(500, { customer: 'cus-2' })
    await commission(800, { currency: 'VND' })
    expect((await post('payouts', { currency: 'EUR' })).status).toBe(409)
    expect((await post('payouts', { minimumCents: 1001 })).status).toBe(409)
    // An empty list must not select all partners.
    expect((await post('payouts', { partnerIds: [] })).status).toBe(400)
    expect((await post('payouts', { currency: 'USD', minimumCents: 600 })).body.data.sums).toEqual([
      { currency: 'USD', payouts: 1, amountCents: 1000 },
    ])
    const rest = await post('payouts', { partnerIds: [other.partnerId] })
    expect(rest.body.data.sums).toEqual([{ currency: 'USD', payouts: 1, amountCents: 500 }])
    expect((await post('payouts')).body.data.sums).toEqual([
      { currency: 'VND', payouts: 1, amountCents: 800 },
    ])
  })

  it('returns 409 and writes nothing if nothing is due', async () => {
    await commission(1000, { status: 'pending' })
    const { status, body } = await post('payouts', {})
    expect([status, body.error.code]).toEqual([409, 'conflict'])
    expect(await countRows('payout_batches')).toBe(0)
  })

  it('reports the refunds since it was created but none from before, and pays less once it is created again', async () => {
    const refunded = await commission(1000)
    await commission(400)
    await reverse(refunded, 100)
    await post('payouts')
    const payout = await findOnlyOpenPayout()
    expect(payout).toMatchObject({ amountCents: 1300, refundedCents: 0 })
    await reverse(refunded, 250)
    expect(await findOnlyOpenPayout()).toMatchObject({ amountCents: 1300, refundedCents: 250 })
    expect((await post(`payouts/${payout.id}/cancel`)).body.data).toMatchObject({ refundedCents: 0 })
    await post('payouts')
    expect(await findOnlyOpenPayout()).toMatchObject({ amountCents: 1050, refundedCents: 0 })
  })

  it('deducts a refund after payment from the next payout, and omits a negative balance', async () => {
    const first = await commission(1000)
    await post('payouts')
    await post(`payouts/${(await findOnlyOpenPayout()).id}/pay`)
    await reverse(first, 1000)
    expect(await find(first)).toMatchObject({ status: 'reversed', paid_cents: 1000 })
    expect((await post('payouts')).status).toBe(409)

    const second = await commission(600)
    expect((await post('payouts')).status).toBe(409)
    await commission(900)
    expect((await post('payouts')).status).toBe(201)
    const payout = await findOnlyOpenPayout()
    expect(payout.amountCents).toBe(500)
    const { body } = await get(`payouts/${payout.id}/items`)
    expect(body.data.map((item: { amountCents: number }) => item.amountCents).sort()).toEqual([
      -1000, 600, 900,
    ])
    await post(`payouts/${payout.id}/pay`)
    expect(await find(first)).toMatchObject({ status: 'reversed', paid_cents: 0, payout_id: null })
    expect(await find(second)).toMatchObject({ status: 'paid', paid_cents: 600 })
    expect((await post('payouts')).status).toBe(409)
    await expectConsistent()
  })

  it('puts every commission in one of two concurrent batches, and the other reports that nothing is due', async () => {
    for (let index = 0; index < 12; index++) await commission(100 + index)
    const counts = await countAtOnce(Array.from({ length: 6 }, () => () => post('payouts')))
    expect(counts).toEqual({ 201: 1, 409: 5 })
    expect(await countRows('payout_items')).toBe(12)
    expect(await countRows('payout_batches')).toBe(1)
    await expectConsistent()
  })
})

describe('paying a payout', () => {
  it('pays its commissions, writes the audit log and sends webhooks, once', async () => {
    await kysely.transaction().execute((transaction) =>
      insertWebhook(transaction, {
        program_id: shop.program.id,
        url: 'https://merchant.test/hook',
        event_types: ['commission.paid'],
        secret: 'sealed',
        created_at: clock.now(),
      }),
    )
    const id = await commission(1000)
    await post('payouts')
    const payout = await findOnlyOpenPayout()
    const paid = await post(`payouts/${payout.id}/pay`, { reference: 'transfer 7' })
    expect([paid.status, paid.body.data]).toMatchObject([
      200,
      { status: 'paid', reference: 'transfer 7', closedAt: clock.now().toISOString(), closedBy: 'Sam' },
    ])
    expect(await find(id)).toEqual({
      status: 'paid',
      amount_cents: 1000,
      reversed_cents: 0,
      paid_cents: 1000,
      payout_id: null,
    })
    const changes = await kysely
      .selectFrom('commission_changes')
      .select(['from_status', 'to_status', 'from_amount_cents', 'to_amount_cents', 'actor', 'reason'])
      .where('program_id', '=', shop.program.id)
      .where('commission_id', '=', id)
      .where('to_status', '=', 'paid')
      .execute()
    expect(changes).toEqual([
      {
        from_status: 'approved',
        to_status: 'paid',
        from_amount_cents: 1000,
        to_amount_cents: 1000,
        actor: 'user',
        reason: `payout ${payout.id} was paid`,
      },
    ])
    const outboxEvents = await kysely
      .selectFrom('outbox_events')
      .select(['type', 'data'])
      .where('program_id', '=', shop.program.id)
      .execute()
    expect(outboxEvents).toMatchObject([
      { type: 'commission.paid', data: { commission_id: id, paid_cents: 1000, payout_id: payout.id } },
    ])
    const repeat = await post(`payouts/${payout.id}/pay`)
    expect([repeat.status, repeat.body.error.details]).toEqual([409, { status: 'paid' }])
    expect((await find(id)).paid_cents).toBe(1000)
    await expectConsistent()
  })

  it('reports every item, including negative deductions, so that the items add up to the payout', async () => {
    const first = await commission(800)
    await post('commissions/mark-paid', { commissionIds: [first] })
    await reverse(first, 800)
    const second = await commission(4000)
    await kysely.transaction().execute((transaction) =>
      insertWebhook(transaction, {
        program_id: shop.program.id,
        url: 'https://merchant.test/hook',
        event_types: ['commission.paid'],
        secret: 'sealed',
        created_at: clock.now(),
      }),
    )
    await post('payouts')
    const payout = await findOnlyOpenPayout()
    expect(payout.amountCents).toBe(3200)
    await post(`payouts/${payout.id}/pay`)
    const outboxEvents = await kysely
      .selectFrom('outbox_events')
      .select(['type', 'data'])
      .where('program_id', '=', shop.program.id)
      .execute()
    expect(outboxEvents).toHaveLength(2)
    expect(outboxEvents).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          data: expect.objectContaining({ commission_id: second, paid_cents: 4000 }),
        }),
        expect.objectContaining({
          type: 'commission.paid',
          data: expect.objectContaining({
            commission_id: first,
            amount_cents: 0,
            paid_cents: -800,
            payout_id: payout.id,
          }),
        }),
      ]),
    )
  })

  it('pays the frozen amount despite a refund, which the next payout deducts', async () => {
    const [partlyReversed, fullyReversed] = [await commission(1000), await commission(400)]
    await post('payouts')
    const payout = await findOnlyOpenPayout()
    expect(payout).toMatchObject({ amountCents: 1400, refundedCents: 0 })
    await reverse(partlyReversed, 250)
    await reverse(fullyReversed, 400)
    expect(await findOnlyOpenPayout()).toMatchObject({ amountCents: 1400, refundedCents: 650 })
    const file = await get(`payout-files?batchId=${payout.batchId}&format=wise&currency=USD`)
    // Without payout details, the payout isn't in any file.
    expect(file.body.data).toMatchObject({ payouts: 0, refunded: [] })
    const paid = await post(`payouts/${payout.id}/pay`)
    expect(paid.body.data).toMatchObject({ amountCents: 1400, refundedCents: 0 })
    expect(await find(partlyReversed)).toMatchObject({
      status: 'paid',
      paid_cents: 1000,
      reversed_cents: 250,
    })
    expect(await find(fullyReversed)).toMatchObject({
      status: 'reversed',
      paid_cents: 400,
      reversed_cents: 400,
    })
    const { body } = await get('balances')
    expect(body.data[0].balances).toEqual([
      { currency: 'USD', pendingCents: 0, approvedCents: 0, paidCents: 1400, owedCents: -650 },
    ])
    await expectConsistent()
  })

  testOnServer('happens once for concurrent requests', async () => {
    const id = await commission(1000)
    await post('payouts')
    const payout = await findOnlyOpenPayout()
    const counts = await countAtOnce(Array.from({ length: 8 }, () => () => post(`payouts/${payout.id}/pay`)))
    expect(counts).toEqual({ 200: 1, 409: 7 })
    expect((await find(id)).paid_cents).toBe(1000)
    await expectConsistent()
  })

  testOnServer(
    'either succeeds or is prevented by a concurrent cancellation, and the state is consistent',
    async () => {
      for (let round = 0; round < 5; round++) {
        const id = await commission(1000)
        await post('payouts', { minimumCents: 1 })
        const payout = await findOnlyOpenPayout()
        const counts = await countAtOnce([
          () => post(`payouts/${payout.id}/pay`),
          () => post(`payouts/${payout.id}/cancel`),
          () => post(`payouts/${payout.id}/pay`),
          () => post(`payouts/${payout.id}/cancel`),
        ])
        expect(counts).toEqual({ 200: 1, 409: 3 })
        const { status } = (await get(`payouts/${payout.id}`)).body.data
        const paid_cents = status === 'paid' ? 1000 : 0
        expect(await find(id)).toMatchObject({ paid_cents, payout_id: null })
        if (status === 'canceled') await post('commissions/mark-paid', { commissionIds: [id] })
        await expectConsistent()
      }
    },
  )

  testOnServer('loses no amount and pays no amount twice during concurrent refunds', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = [await commission(1000), await commission(500), await commission(200)]
      await post('payouts')
      const payout = await findOnlyOpenPayout()
      await Promise.all([
        ...ids.map((id) => reverse(id, 100)),
        post(`payouts/${payout.id}/pay`),
        post('payouts'),
      ])
      for (const id of ids) {
        const { amount_cents, paid_cents, reversed_cents, status } = await find(id)
        expect([paid_cents, reversed_cents, status]).toEqual([amount_cents, 100, 'paid'])
      }
      await commission(10_000)
      expect((await post('payouts')).status).toBe(201)
      const nextPayout = await findOnlyOpenPayout()
      expect(nextPayout.amountCents).toBe(10_000 - 300)
      await post(`payouts/${nextPayout.id}/pay`)
      await expectConsistent()
    }
  })

  testOnServer('uses a consistent, frozen amount per commission during concurrent refunds', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = [await commission(1000), await commission(500), await commission(200)]
      const [created] = await Promise.all([post('payouts'), ...ids.map((id) => reverse(id, 100))])
      expect(created.status).toBe(201)
      await post(`payouts/${(await findOnlyOpenPayout()).id}/pay`)
      await expectConsistent()
      await commission(5000)
      await post('payouts')
      await post(`payouts/${(await findOnlyOpenPayout()).id}/pay`)
      const { body } = await get(`balances?partnerId=${shop.program.partnerId}`)
      expect(body.data[0].balances[0].owedCents).toBe(0)
    }
  })
})

testOnServer('a batch creates one payout or fails while every due sale is refunded', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await commission(1000)
    const batches = Number(await countRows('payout_batches'))
    const [created] = await Promise.all([post('payouts'), reverse(id, 1000)])
    expect([201, 409]).toContain(created.status)
    expect(await countRows('payout_batches')).toBe(created.status === 201 ? batches + 1 : batches)
    if (created.status === 201) await post(`payouts/${(await findOnlyOpenPayout()).id}/cancel`)
    expect(await find(id)).toMatchObject({ status: 'reversed', paid_cents: 0, payout_id: null })
    await expectConsistent()
  }
})

describe('canceling a payout', () => {
  it('releases its commissions for the next payout, and does nothing if the payout is not open', async () => {
    const id = await commission(1000)
    await post('payouts')
    const payout = await findOnlyOpenPayout()
    expect((await post(`payouts/${payout.id}/cancel`)).body.data.status).toBe('canceled')
    expect(await find(id)).toMatchObject({ status: 'approved', paid_cents: 0, payout_id: null })
    expect((await post(`payouts/${payout.id}/cancel`)).status).toBe(409)
    expect((await post(`payouts/${payout.id}/pay`)).status).toBe(409)
    expect((await post('payouts')).status).toBe(201)
    await expectConsistent()
  })

  it.each(['999999999', 'x', '0'])(
    'returns 404 for the ID %s, as do paying and reading the payout',
    async (id) => {
      expect((await post(`payouts/${id}/cancel`)).status).toBe(404)
      expect((await post(`payouts/${id}/pay`)).status).toBe(404)
      expect((await get(`payouts/${id}`)).status).toBe(404)
      expect((await get(`payouts/${id}/items`)).status).toBe(404)
    },
  )

  it('returns 404 for another program’s payout', async () => {
    await commission(1000)
    await post('payouts')
    const payout = await findOnlyOpenPayout()
    const otherShop = await openShop(service)
    const token = await signInMember(service, otherShop.program)
    for (const verb of ['pay', 'cancel']) {
      const url = `/api/programs/${otherShop.program.id}/payouts/${payout.id}/${verb}`
      expect((await send(app, 'POST', url, { bearer: token })).status).toBe(404)
    }
  })
})

describe('POST /api/programs/:programId/commissions/mark-paid', () => {
  it('creates one paid payout per partner and currency', async () => {
    const commissionIds = [
      await commission(1000),
      await commission(500),
      await commission(300, { customer: 'cus-2' }),
    ]
    const { status, body } = await post('commissions/mark-paid', { commissionIds, reference: 'cash' })
    expect([status, body.data]).toEqual([
      200,
      {
        batchId: expect.any(Number),
        commissions: 3,
        sums: [{ currency: 'USD', payouts: 2, amountCents: 1800 }],
      },
    ])
    for (const payout of await listPayouts(`&batchId=${body.data.batchId}`)) {
      expect(payout).toMatchObject({ kind: 'manual', status: 'paid', reference: 'cash' })
    }
    for (const id of commissionIds) expect(await find(id)).toMatchObject({ status: 'paid', payout_id: null })
    await expectConsistent()
  })

  it('marks all commissions or none, with 409 for commissions that prevent it and 404 for missing ones', async () => {
    const payableId = await commission(1000)
    const pending = await commission(1000, { status: 'pending' })
    const inOpenPayoutId = await commission(1000, { currency: 'EUR' })
    await post('payouts', { currency: 'EUR' })
    const rejected = await post('commissions/mark-paid', {
      commissionIds: [payableId, pending, inOpenPayoutId],
    })
    expect([rejected.status, rejected.body.error.details]).toEqual([
      409,
      { commissionIds: [pending, inOpenPayoutId] },
    ])
    const unknownResponse = await post('commissions/mark-paid', { commissionIds: [payableId, 999_999_999] })
    expect([unknownResponse.status, unknownResponse.body.error.details]).toEqual([
      404,
      { commissionIds: [999_999_999] },
    ])
    expect((await find(payableId)).status).toBe('approved')
    expect(await countRows('payouts')).toBe(1)
  })

  testOnServer(
    'pays each commission once or puts it in a payout during concurrent requests and batches',
    async () => {
      const commissionIds = [await commission(1000), await commission(500)]
      const counts = await countAtOnce([
        ...Array.from({ length: 4 }, () => () => post('commissions/mark-paid', { commissionIds })),
        () => post('payouts'),
      ])
      expect((counts[200] ?? 0) + (counts[201] ?? 0)).toBe(1)
      expect(await countRows('payout_items')).toBe(2)
      await expectConsistent()
    },
  )
})

describe('payout files', () => {
  const importFile = (text: string, type = 'text/csv') =>
    send(app, 'POST', `/api/programs/${shop.program.id}/payouts/import`, {
      bearer,
      body: text,
      headers: { 'content-type': type },
    })

  async function readExport() {
    const { text } = await get('payouts/export.csv')
    return text
  }

  beforeEach(async () => {
    await kysely
      .updateTable('partners')
      .set({ name: '=Pat, "the" partner' })
      .where('id', '=', other.partnerId)
      .execute()
    await commission(1005)
    await commission(700, { currency: 'VND' })
    await commission(300, { customer: 'cus-2' })
    await post('payouts')
  })

  it('contain minor units and decimals, and protect against formulas', async () => {
    const text = await readExport()
    const [header, ...rows] = text.slice(1).trimEnd().split('\r\n')
    expect(header).toBe(
      'payout_id,partner,email,currency,amount_cents,amount,status,reference,paid_at,blocker,refunded_cents',
    )
    expect(rows).toHaveLength(3)
    expect(text).toContain(',USD,1005,10.05,open,,,,0\r\n')
    expect(text).toContain(',VND,700,700,open,,,,0\r\n')
    expect(text).toContain(`,"'=Pat, ""the"" partner",`)
  })

  it('mark the paid rows once when they are imported, and leave the other rows unchanged', async () => {
    const lines = (await readExport()).split('\r\n')
    const filledFile = lines
      .map((line) => (line.includes(',USD,') ? line.replace(',open,,', ",paid,'=ref 1,") : line))
      .join('\r\n')
    expect(await importFile(filledFile)).toMatchObject({
      status: 200,
      body: { data: { paid: 2, unchanged: 1 } },
    })
    expect(await importFile(filledFile)).toMatchObject({
      status: 200,
      body: { data: { paid: 0, unchanged: 3 } },
    })
    const payouts = await listPayouts()
    expect(
      payouts.map((one: Record<string, unknown>) => [one.currency, one.status, one.reference]).sort(),
    ).toEqual([
      ['USD', 'paid', '=ref 1'],
      ['USD', 'paid', '=ref 1'],
      ['VND', 'open', null],
    ])
    // A second export has the same content, so importing it changes nothing.
    expect(await importFile(await readExport())).toMatchObject({
      status: 200,
      body: { data: { paid: 0, unchanged: 3 } },
    })
    await expectConsistent()
  })

  const toTabs = (text: string) => text.slice(1).replaceAll(',', '\t')
  const toSemicolons = (text: string) => text.slice(1).replaceAll(',', ';').replace('10.05', '10,05')

  it.each<[string, (text: string) => string | Buffer]>([
    ['semicolons and decimal commas', toSemicolons],
    ['tabs', toTabs],
    ['LF', (text) => text.replaceAll('\r\n', '\n')],
    ['uppercase column names', (text) => text.replace(/payout_id.*waits/, (head) => head.toUpperCase())],
    ['a quoted name with a line break', (text) => text.replace('Jürgen', '"Jür\r\ngen"')],
    [
      'digit grouping',
      (text) => toSemicolons(text).replace(';1005;', ';1.005;').replace(';700;', ';700,00;'),
    ],
    ['UTF-16 with a byte order mark', (text) => Buffer.from(`\uFEFF${toTabs(text)}`, 'utf16le')],
    ['big-endian UTF-16', (text) => Buffer.from(`\uFEFF${toTabs(text)}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', (text) => Buffer.from(toTabs(text), 'utf16le')],
  ])('can be imported after a spreadsheet has saved them with %s', async (_name, save) => {
    await kysely.updateTable('partners').set({ name: 'Jürgen' }).where('id', '=', other.partnerId).execute()
    const payload = save((await readExport()).replaceAll(',open,', ',paid,'))
    const response = await app.inject({
      method: 'POST',
      url: `/api/programs/${shop.program.id}/payouts/import`,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'text/csv' },
      payload,
    })
    expect(response.json()).toEqual({ data: { paid: 3, unchanged: 0 } })
    await expectConsistent()
  })

  it('are rejected if they use another encoding, with the line of the first invalid character', async () => {
    await kysely.updateTable('partners').set({ name: 'Jürgen' }).where('id', '=', other.partnerId).execute()
    const text = (await readExport()).slice(1)
    const line = text.slice(0, text.indexOf('Jürgen')).split('\n').length
    const response = await app.inject({
      method: 'POST',
      url: `/api/programs/${shop.program.id}/payouts/import`,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'text/csv' },
      payload: Buffer.from(text, 'latin1'),
    })
    expect([response.statusCode, response.json().error.details]).toEqual([400, { line, field: 'file' }])
  })

  testOnServer('pay each payout once when they are imported concurrently', async () => {
    const filledFile = (await readExport()).replaceAll(',open,', ',paid,')
    const responses = await concurrently(5, () => importFile(filledFile))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(responses.reduce((sum, { body }) => sum + body.data.paid, 0)).toBe(3)
    await expectConsistent()
  })

  it.each<[string, (text: string) => string, number, string]>([
    ['an amount other than the payout’s', (text) => text.replace(',1005,', ',1004,'), -1, 'amount_cents'],
    ['another currency', (text) => text.replace(',VND,', ',USD,'), -1, 'currency'],
    ['an unknown payout', (text) => text.replace(/\r\n\d+,/, '\r\n999999999,'), 2, 'payout_id'],
    ['no id', (text) => text.replace(/\r\n\d+,/, '\r\nx,'), 2, 'payout_id'],
    ['a repeated payout', (text) => `${text}${text.split('\r\n')[1]}\r\n`, 5, 'payout_id'],
    ['an unknown status', (text) => text.replace(',paid,', ',done,'), 2, 'status'],
    ['a missing column', (text) => text.replace('amount_cents', 'cents'), 1, 'amount_cents'],
    ['an unclosed quote', (text) => `${text}"1`, 5, 'file'],
    ['nothing', () => '', 1, 'file'],
  ])('return 400 with line and field for %s, and write nothing', async (_name, spoilFile, line, field) => {
    const filledFile = (await readExport()).replaceAll(',open,', ',paid,')
    const { status, body } = await importFile(spoilFile(filledFile))
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.details).toEqual({ line: line === -1 ? expect.any(Number) : line, field })
    expect(await listPayouts('&status=open')).toHaveLength(3)
  })

  it('return 400 if they mark a canceled payout as paid', async () => {
    const filledFile = (await readExport()).replaceAll(',open,', ',paid,')
    const [payout] = await listPayouts('&currency=VND')
    await post(`payouts/${payout.id}/cancel`)
    const { status, body } = await importFile(filledFile)
    expect([status, body.error.details.field]).toEqual([400, 'status'])
    expect(await listPayouts('&status=open')).toHaveLength(2)
  })

  it('return 415 for another content type and 413 if they are too large', async () => {
    expect((await importFile('{}', 'application/json')).status).toBe(415)
    expect((await importFile('x'.repeat(payoutLimits.payoutFileBytes + 1))).status).toBe(413)
  })
})

it('every payout and item is listed once, with keyset pagination', async () => {
  for (let index = 0; index < 5; index++) {
    await commission(100)
    await commission(200, { customer: 'cus-2' })
    clock.advance({ minutes: 1 })
  }
  const created = await post('payouts', { partnerIds: [shop.program.partnerId] })
  clock.advance({ minutes: 1 })
  await post('payouts')
  const pages = async (path: string) => {
    const listedItems: unknown[] = []
    let cursor = ''
    for (;;) {
      const { body } = await get(`${path}${path.includes('?') ? '&' : '?'}limit=2${cursor}`)
      listedItems.push(...body.data)
      if (body.meta.nextCursor === null) return listedItems
      cursor = `&cursor=${body.meta.nextCursor}`
    }
  }
  const [payout] = await listPayouts(`&batchId=${created.body.data.id}`)
  const allItems = (await get(`payouts/${payout.id}/items`)).body.data
  expect(allItems).toHaveLength(5)
  expect(await pages(`payouts/${payout.id}/items`)).toEqual(allItems)
  expect(await pages('payouts')).toEqual(await listPayouts())
})
