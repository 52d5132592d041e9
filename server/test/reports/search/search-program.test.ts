import { beforeAll, describe, expect, it } from 'vitest'
import { searchLimits } from '../../../src/reports/search/limits.ts'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { invalid, openShop, type Shop } from '../../merchant.ts'
import { refuse } from '../explain/stored-rejected-request.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database } = service

let shop: Shop
let bearer: string
let clickId: string

/** Ann (of Pat) bought as `order-1`, Anna Beck is a partner without customers. */
beforeAll(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
  const anna = await createTestPartner(service, shop.program)
  await renamePartner(shop.program.partnerId, 'Pat Quill', 'pat@blog.test')
  await renamePartner(anna.partnerId, 'Anna Beck', 'anna@news.test')
  clickId = await shop.clickId()
  await shop.serverLead({ click_id: clickId, customer_key: 'ann', email: 'ann@mail.test' })
  const sale = { amount_cents: 1_000, customer_key: 'ann' }
  await shop.sale({ ...sale, transaction_id: 'order-1', provider_payment_id: 'pi_77' })
  await shop.sale({ ...sale, transaction_id: 'order-10' })
  await shop.testSale({ transaction_id: 'order-test', amount_cents: 5 })
  await refuse(service, shop, {
    type: 'sale',
    body: { transaction_id: 'order-lost', amount_cents: 100, customer_key: 'nobody' },
  })
})

async function renamePartner(partnerId: number, name: string, email: string) {
  await database.kysely.updateTable('partners').set({ name, email }).where('id', '=', partnerId).execute()
}

async function search(query: string, more: Record<string, string> = {}, as = bearer, program = shop.program) {
  const path = `/api/programs/${program.id}/search?${new URLSearchParams({ query, ...more })}`
  const { status, body } = await send(service.app, 'GET', path, { bearer: as })
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}

const NOTHING = { partners: [], customers: [], orders: [], clicks: [], couponCodes: [] }

describe('searching a program', () => {
  it('finds coupon codes by prefix, ignoring case, with their partner', async () => {
    const partnerId = shop.program.partnerId
    for (const code of ['SPRING10', 'Spring20']) {
      const path = `/api/programs/${shop.program.id}/coupon-codes`
      const body = { partnerId, code }
      expect((await send(service.app, 'POST', path, { bearer, body })).status).toBe(201)
    }
    expect((await search('spring')).couponCodes).toEqual([
      { id: expect.any(Number), code: 'SPRING10', status: 'active', partnerName: 'Pat Quill' },
      { id: expect.any(Number), code: 'Spring20', status: 'active', partnerName: 'Pat Quill' },
    ])
    expect((await search('SPRING2')).couponCodes).toMatchObject([{ code: 'Spring20' }])
    expect(await search('pring')).toEqual(NOTHING)
  })

  it('finds partners and customers by prefix, exact matches first', async () => {
    expect(await search('ann')).toEqual({
      ...NOTHING,
      partners: [expect.objectContaining({ name: 'Anna Beck', email: 'anna@news.test', status: 'approved' })],
      customers: [
        { id: expect.any(Number), customerKey: 'ann', status: 'conversion', partnerName: 'Pat Quill' },
      ],
    })
    expect((await search(' ANNA ')).partners).toHaveLength(1)
    expect((await search('ann@mail.test')).customers).toHaveLength(1)
    expect(await search('ann@mail.tes')).toEqual(NOTHING)
  })

  it('finds orders with what they earned, the exact one first', async () => {
    const { orders } = await search('order-1')
    expect(orders).toEqual([
      {
        transactionId: 'order-1',
        source: 'sale',
        saleId: expect.any(Number),
        amountCents: 1_000,
        currency: 'USD',
        commissionCents: 200,
        receivedAt: '2026-03-10T12:00:00.000Z',
      },
      expect.objectContaining({ transactionId: 'order-10' }),
    ])
    const [{ saleId }] = orders
    expect((await search('pi_77')).orders).toMatchObject([{ saleId }])
    expect((await search(String(saleId))).orders).toMatchObject([{ saleId }])
  })

  it('finds a rejected order by its full ID', async () => {
    expect((await search('order-lost')).orders).toMatchObject([
      { transactionId: 'order-lost', source: 'rejected_request', saleId: null, commissionCents: null },
    ])
    expect((await search('order-los')).orders).toEqual([])
  })

  it('finds test events only in test mode', async () => {
    expect(await search('order-test')).toEqual(NOTHING)
    expect((await search('order-test', { mode: 'test' })).orders).toMatchObject([
      { transactionId: 'order-test', commissionCents: null },
    ])
    const { orders, clicks } = await search(clickId, { mode: 'test' })
    expect([orders, clicks]).toEqual([[], []])
  })

  it('finds a click by its full ID, with its customer', async () => {
    expect(await search(clickId)).toMatchObject({
      customers: [{ customerKey: 'ann' }],
      clicks: [{ clickId, partnerName: 'Pat Quill', receivedAt: '2026-03-10T12:00:00.000Z' }],
    })
    expect(await search(clickId.slice(0, -1))).toEqual(NOTHING)
  })

  it('finds payments without a sale, for roles that may read billing', async () => {
    const { id } = shop.program
    const payment = { program_id: id, processor: 'stripe', state: 'unattributed', reason: 'no_customer' }
    const { id: paymentId } = await database.kysely
      .insertInto('processor_payments')
      .values({
        ...payment,
        transaction_id: 'cs_1',
        amount_cents: 900,
        currency: 'EUR',
        sale_type: 'payment',
        is_recurring: false,
        occurred_at: clock.now(),
        created_at: clock.now(),
      } as never) // safe because the row is complete; the state and reason are plain strings here
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('payment_references')
      .values({ program_id: id, reference: 'pi_lost', payment_id: paymentId })
      .execute()
    expect((await search('pi_lost')).orders).toMatchObject([
      { transactionId: 'pi_lost', source: 'payment', saleId: null, amountCents: 900, currency: 'EUR' },
    ])
    const viewer = await signInMember(service, shop.program, { role: 'viewer' })
    expect(await search('pi_lost', {}, viewer)).toEqual(NOTHING)
    expect((await search('order-1', {}, viewer)).orders).toHaveLength(2)
  })

  it('limits every section', async () => {
    const { click_id } = await shop.customer('many')
    for (let n = 0; n < searchLimits.results + 3; n++) {
      await shop.serverLead({ click_id, customer_key: `many-${n}` })
      await shop.sale({ transaction_id: `many-${n}`, amount_cents: 100, customer_key: 'many' })
    }
    const { customers, orders } = await search('many')
    expect([customers.length, orders.length]).toEqual([searchLimits.results, searchLimits.results])
    expect(customers[0].customerKey).toBe('many')
  })

  it.each(['%', '_', 'order_1', 'order-%', '\\', "order-1' or '1'='1", '\u{10ffff}', '99999999999999999'])(
    '%j has no special meaning',
    async (text) => expect(await search(text)).toEqual(NOTHING),
  )

  it.each(['', '  ', 'a\0b', 'x'.repeat(256), 'x'.repeat(10_000)])(
    'rejects an invalid text',
    async (text) => {
      const path = `/api/programs/${shop.program.id}/search?${new URLSearchParams({ query: text })}`
      const { status, body } = await send(service.app, 'GET', path, { bearer })
      expect([status, body]).toEqual([400, invalid('query')])
    },
  )

  it('hides other programs', async () => {
    const other = await openShop(service)
    const token = await signInMember(service, other.program)
    for (const text of ['order-1', 'ann', 'ann@mail.test', clickId, 'anna', 'pi_77', 'order-lost']) {
      expect(await search(text, {}, token, other.program), text).toEqual(NOTHING)
    }
  })
})
