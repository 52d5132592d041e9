import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatClickId } from '../../../src/tracking/clicks/click-id.rule.ts'
import {
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  type TestProgramOptions,
  type TestService,
} from '../../harness.ts'
import { openShop } from '../../merchant.ts'

const NOW = '2026-03-10T12:00:00.000Z'
let service: TestService

beforeAll(async () => {
  service = await startTestService({ now: NOW })
})

async function start(options: TestProgramOptions = {}) {
  const program = await createTestProgram(service, options)
  return { program, token: await signInMember(service, program, { role: 'viewer' }) }
}

function listEvents(programId: number | string, bearer: string | undefined, query = '') {
  const url = `/api/tracking/events/${programId}${query}`
  return send(service.app, 'GET', url, bearer === undefined ? {} : { bearer })
}

/** Returns an event's sort key as text. */
async function keys(programId: number, token: string, query: string): Promise<string[]> {
  const { body } = await listEvents(programId, token, query)
  return body.data.map((event: { type: string; id: number }) => `${event.type} ${event.id}`)
}

async function addClick(program: TestProgram, at = NOW, is_test = false) {
  const dimension = { program_id: program.id, month: `${at.slice(0, 7)}-01`, rest: 1 }
  await service.database.kysely
    .insertInto('click_dimensions')
    .values([
      {
        ...{ ...dimension, id: 1 },
        affiliate_url: 'https://acme.test/?aff=pat',
        page_url: 'https://acme.test/',
      },
      { ...dimension, id: 2, referrer_url: 'https://blog.test/' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id, click_uuid } = await service.database.kysely
    .insertInto('click_events')
    .values({
      program_id: program.id,
      received_at: new Date(at),
      click_uuid: randomUUID(),
      is_test,
      link_id: is_test ? null : program.linkId,
      partner_id: is_test ? null : program.partnerId,
      page_id: 1,
      referrer_id: 2,
    })
    .returning(['id', 'click_uuid'])
    .executeTakeFirstOrThrow()
  return { id, clickId: formatClickId(program.id, click_uuid), uuid: click_uuid }
}

async function addLead(program: TestProgram, at = NOW, isTest = false, uuid: string = randomUUID()) {
  const { kysely } = service.database
  const customer = isTest
    ? undefined
    : await kysely
        .insertInto('customers')
        .values({
          program_id: program.id,
          customer_key: `user-${uuid}`,
          email_hash: null,
          processor_customer_id: null,
          status: 'lead',
          partner_id: program.partnerId,
          link_id: program.linkId,
          click_uuid: uuid,
          clicked_at: new Date(at),
          signup_at: new Date(at),
          first_sale_at: null,
          first_purchase_at: null,
          created_at: new Date(at),
        })
        .returning(['id', 'customer_key'])
        .executeTakeFirstOrThrow()
  const { id } = await kysely
    .insertInto('lead_events')
    .values({
      program_id: program.id,
      is_test: isTest,
      customer_id: customer?.id ?? null,
      state: isTest ? 'provisional' : 'settled',
      source: 'server',
      settled_by: isTest ? null : 'server',
      received_at: new Date(at),
      settled_at: isTest ? null : new Date(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, customerId: customer?.id ?? null, customerKey: customer?.customer_key ?? null }
}

async function addSale(program: TestProgram, customerId: number | null, at = NOW) {
  const { id, transaction_id } = await service.database.kysely
    .insertInto('sale_events')
    .values({
      program_id: program.id,
      is_test: customerId === null,
      transaction_id: randomUUID(),
      amount_cents: customerId === null ? null : 4900,
      currency: 'EUR',
      sale_type: 'payment',
      is_recurring: false,
      customer_id: customerId,
      partner_id: customerId === null ? null : program.partnerId,
      attributed_by: customerId === null ? null : 'customer_key',
      received_at: new Date(at),
      reported_at: new Date(at),
    })
    .returning(['id', 'transaction_id'])
    .executeTakeFirstOrThrow()
  return { id, transactionId: transaction_id }
}

async function addCommission(program: TestProgram, customerId: number, saleId: number) {
  const { kysely } = service.database
  const policy = await kysely
    .selectFrom('commission_policies')
    .select('id')
    .where('program_id', '=', program.id)
    .executeTakeFirstOrThrow()
  const { id } = await kysely
    .insertInto('commissions')
    .values({
      program_id: program.id,
      kind: 'sale',
      sale_id: saleId,
      lead_id: null,
      customer_id: customerId,
      partner_id: program.partnerId,
      policy_id: policy.id,
      amount_cents: 980,
      currency: 'EUR',
      hold_until: new Date(NOW),
      created_at: new Date(NOW),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('GET /api/tracking/events/:programId', () => {
  test('returns an empty page for a program without events', async () => {
    const { program, token } = await start()
    const response = await listEvents(program.id, token)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ data: [], meta: { nextCursor: null } })
  })

  test('shows each event with its partner and its type’s fields, newest first', async () => {
    const { program, token } = await start()
    const click = await addClick(program, '2026-03-10T10:00:00.000Z')
    const lead = await addLead(program, '2026-03-10T10:01:00.000Z', false, click.uuid)
    const sale = await addSale(program, lead.customerId, '2026-03-10T10:02:00.000Z')
    const commissionId = await addCommission(program, lead.customerId ?? 0, sale.id)
    const shared = { isTest: false, partner: { id: program.partnerId, name: 'Pat' }, clickId: click.clickId }
    const customer = { customerId: lead.customerId, customerKey: lead.customerKey }
    expect((await listEvents(program.id, token)).body.data).toEqual([
      {
        type: 'sale',
        id: sale.id,
        timestamp: '2026-03-10T10:02:00.000Z',
        ...shared,
        ...customer,
        commission: {
          id: commissionId,
          amountCents: 980,
          reversedCents: 0,
          currency: 'EUR',
          status: 'pending',
        },
        coupon: null,
        transactionId: sale.transactionId,
        amountCents: 4900,
        currency: 'EUR',
        taxAmountCents: null,
        saleType: 'payment',
        isRecurring: false,
        subscriptionId: null,
        subscriptionInterval: null,
        productId: null,
        occurredAt: null,
        provider: null,
        providerPaymentId: null,
        attributedBy: 'customer_key',
        status: 'paid',
        refundedCents: 0,
      },
      {
        type: 'lead',
        id: lead.id,
        timestamp: '2026-03-10T10:01:00.000Z',
        ...shared,
        ...customer,
        commission: null,
        coupon: null,
        state: 'settled',
        source: 'server',
        settledBy: 'server',
        settledAt: '2026-03-10T10:01:00.000Z',
        pageUrl: null,
        sessionId: null,
      },
      {
        type: 'click',
        id: click.id,
        timestamp: '2026-03-10T10:00:00.000Z',
        ...shared,
        affiliateUrl: 'https://acme.test/?aff=pat',
        pageUrl: 'https://acme.test/',
        pageTitle: null,
        referrerUrl: 'https://blog.test/',
        sessionId: null,
        userAgent: null,
        screenResolution: null,
        viewportSize: null,
        language: null,
        timezone: null,
        consent: null,
      },
    ])
  })

  test('selects live or test events by mode', async () => {
    const { program, token } = await start()
    const click = await addClick(program)
    const testClick = await addClick(program, NOW, true)
    const testLead = await addLead(program, NOW, true)
    const testSale = await addSale(program, null)
    expect(await keys(program.id, token, '')).toEqual([`click ${click.id}`])
    expect(await keys(program.id, token, '?mode=live')).toEqual([`click ${click.id}`])
    expect(await keys(program.id, token, '?mode=test')).toEqual([
      `sale ${testSale.id}`,
      `lead ${testLead.id}`,
      `click ${testClick.id}`,
    ])
    const { data } = (await listEvents(program.id, token, '?mode=test')).body
    expect(data[0]).toMatchObject({ isTest: true, partner: null, amountCents: null, commission: null })
    expect(data[1]).toMatchObject({ isTest: true, partner: null, customerId: null, clickId: null })
  })

  test('selects one type or all by type', async () => {
    const { program, token } = await start()
    const click = await addClick(program)
    const lead = await addLead(program)
    const sale = await addSale(program, lead.customerId)
    const all = [`sale ${sale.id}`, `lead ${lead.id}`, `click ${click.id}`]
    expect(await keys(program.id, token, '?type=all')).toEqual(all)
    expect(await keys(program.id, token, '?type=sale')).toEqual([all[0]])
    expect(await keys(program.id, token, '?type=lead')).toEqual([all[1]])
    expect(await keys(program.id, token, '?type=click')).toEqual([all[2]])
  })

  test('includes both from and to, where a date is the whole day in the program time zone', async () => {
    const { program, token } = await start({ timeZone: 'America/New_York' })
    const ids: string[] = []
    for (const at of [
      '2026-03-08T04:59:59.999Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T03:59:59.999Z',
      '2026-03-09T04:00:00.000Z',
    ]) {
      ids.unshift(`click ${(await addClick(program, at)).id}`)
    }
    expect(await keys(program.id, token, '?from=2026-03-08&to=2026-03-08')).toEqual(ids.slice(1, 3))
    expect(await keys(program.id, token, '?from=2026-03-08T05:00:00.000Z')).toEqual(ids.slice(0, 3))
    expect(await keys(program.id, token, '?to=2026-03-08T05:00:00.000Z')).toEqual(ids.slice(2))
  })

  test('hides another program’s events', async () => {
    const { program, token } = await start()
    const { program: other } = await start()
    await addClick(other)
    await addSale(other, (await addLead(other)).customerId)
    expect(await keys(program.id, token, '')).toEqual([])
  })
})

describe('pagination', () => {
  test('shows events of all types at the same instant once each, at any page size', async () => {
    const { program, token } = await start()
    const instants = ['2026-03-10T10:00:00.000Z', '2026-03-10T10:00:00.001Z', '2026-03-10T10:00:00.002Z']
    for (const at of instants) {
      for (let count = 0; count < 3; count += 1) {
        await addClick(program, at)
        const lead = await addLead(program, at)
        await addSale(program, lead.customerId, at)
      }
    }
    const whole = await keys(program.id, token, '?limit=200')
    expect(whole).toHaveLength(27)
    expect(new Set(whole).size).toBe(27)
    for (const limit of [1, 2, 4, 9, 26, 27]) {
      const paged: string[] = []
      let cursor = ''
      for (;;) {
        const { body } = await listEvents(program.id, token, `?limit=${limit}${cursor}`)
        paged.push(...body.data.map((event: { type: string; id: number }) => `${event.type} ${event.id}`))
        if (body.meta.nextCursor === null) break
        expect(body.data).toHaveLength(limit)
        cursor = `&cursor=${body.meta.nextCursor}`
      }
      expect(paged).toEqual(whole)
    }
  })

  test('neither shifts nor repeats a row between pages when new events arrive', async () => {
    const { program, token } = await start()
    const older = await addClick(program, '2026-03-10T10:00:00.000Z')
    const newer = await addClick(program, '2026-03-10T10:00:01.000Z')
    const { data, meta } = (await listEvents(program.id, token, '?limit=1')).body
    expect(data[0].id).toBe(newer.id)
    await addClick(program, '2026-03-10T10:00:02.000Z')
    expect(await keys(program.id, token, `?limit=1&cursor=${meta.nextCursor}`)).toEqual([`click ${older.id}`])
  })

  test('returns 50 events per page by default', async () => {
    const { program, token } = await start()
    for (let count = 0; count < 51; count += 1) await addClick(program, NOW, true)
    const { data, meta } = (await listEvents(program.id, token, '?mode=test')).body
    expect(data).toHaveLength(50)
    expect(await keys(program.id, token, `?mode=test&cursor=${meta.nextCursor}`)).toHaveLength(1)
  })
})

describe('an invalid query returns 400 and names its field', () => {
  test.each([
    ['an unknown type', '?type=payout', 'type'],
    ['an unknown mode', '?mode=staging', 'mode'],
    ['limit 0', '?limit=0', 'limit'],
    ['an impossible from', '?from=2026-02-30', 'from'],
    ['from after to', '?from=2026-03-02&to=2026-03-01', 'from'],
    ['an invalid cursor', '?cursor=broken', 'cursor'],
    ['a cursor from another list', `?cursor=${Buffer.from('1.payout.1').toString('base64url')}`, 'cursor'],
    ['a repeated cursor', '?cursor=a&cursor=b', 'cursor'],
  ])('%s', async (_label, query, field) => {
    const { program, token } = await start()
    const response = await listEvents(program.id, token, query)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      data: null,
      error: { code: 'invalid_request', details: { field } },
    })
  })
})

test('sales can be filtered by their refunds and by a missing commission', async () => {
  const shop = await openShop(service)
  const token = await signInMember(service, shop.program, { role: 'viewer' })
  await setFlatPolicy(shop.program)
  await shop.customer('ann')
  for (const [id, currency] of [
    ['full', 'USD'],
    ['part', 'USD'],
    ['kept', 'USD'],
    ['other', 'EUR'],
  ]) {
    const sale = { transaction_id: id, amount_cents: 4900, currency, customer_key: 'ann' }
    expect((await shop.sale(sale)).status).toBe(200)
  }
  for (const refund of [{ transaction_id: 'full' }, { transaction_id: 'part', refund_amount_cents: 100 }]) {
    const sent = { bearer: shop.program.liveKey, body: { ...refund, refund_id: 'r-1' } }
    expect((await send(service.app, 'POST', '/api/v1/track/refund', sent)).status).toBe(200)
  }
  const found = async (query: string) => {
    const { body } = await listEvents(shop.program.id, token, query)
    return body.data.map(({ transactionId }: { transactionId: string }) => transactionId)
  }
  expect(await found('?type=sale&sales=refunded')).toEqual(['part', 'full'])
  expect(await found('?type=sale&sales=refunded&limit=1')).toEqual(['part'])
  // Each shows what was refunded and what remains of the commission of 500.
  const { body: refunded } = await listEvents(shop.program.id, token, '?type=sale&sales=refunded')
  expect(refunded.data).toMatchObject([
    { refundedCents: 100, commission: { amountCents: 490, reversedCents: 10 } },
    { refundedCents: 4900, commission: { amountCents: 0, reversedCents: 500 } },
  ])
  const admin = await signInMember(service, shop.program)
  const commissions = await send(service.app, 'GET', `/api/programs/${shop.program.id}/commissions`, {
    bearer: admin,
  })
  expect(commissions.body.data.slice(1)).toMatchObject([
    { transactionId: 'part', amountCents: 500, reversedCents: 10, saleRefundedCents: 100 },
    { transactionId: 'full', saleAmountCents: 4900, saleRefundedCents: 4900, reversedCents: 500 },
  ])
  expect(await found('?type=sale&sales=no_commission')).toEqual(['other'])
  expect(await found('?type=sale&sales=no_commission&search=full')).toEqual([])
  expect((await listEvents(shop.program.id, token, '?sales=refunded')).body.error.details.field).toBe('sales')
})

/** Pays only sales in USD. */
async function setFlatPolicy(program: TestProgram) {
  const bearer = await signInMember(service, program)
  const body = { type: 'flat', amountCents: 500, currency: 'USD' }
  const url = `/api/programs/${program.id}/commission-policies`
  expect((await send(service.app, 'POST', url, { bearer, body })).status).toBeLessThan(300)
}
