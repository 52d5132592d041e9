import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PURGES } from '../../../src/jobs.ts'
import { createTestPartner, send, signInMember, someIp, startTestService, TEST_TIME } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { listRejectedRequests, readRequestCounts, saved, track } from './request-helpers.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database, deps } = service
const { kysely } = database

const unknownKey = (programId: number, mode = 'live') =>
  `aff_${mode}_${programId}_${randomBytes(24).toString('base64url')}`

/** A shop with a customer and one sale. */
async function openBusyShop() {
  const shop = await openShop(service)
  const { click_id } = await shop.customer('cus-1')
  const sale = { transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' }
  expect((await shop.sale(sale)).status).toBe(200)
  const key = await kysely
    .selectFrom('api_keys')
    .select('id')
    .where('program_id', '=', shop.program.id)
    .where('mode', '=', 'live')
    .executeTakeFirstOrThrow()
  return { ...shop, click_id, saleBody: sale, keyId: key.id }
}
type BusyShop = Awaited<ReturnType<typeof openBusyShop>>

describe('each mistake in a first integration adds a row', () => {
  test.each<[string, (shop: BusyShop) => Promise<{ status: number }>, object]>([
    [
      'a wrong key',
      ({ program, saleBody }) =>
        track(
          service,
          'sale',
          { ...saleBody, transaction_id: 'o-2' },
          { bearer: unknownKey(program.id), ip: someIp() },
        ),
      {
        type: 'sale',
        code: 'unauthorized',
        field: 'authorization',
        transaction_id: 'o-2',
        is_authenticated: false,
      },
    ],
    [
      'a truncated key',
      ({ program, saleBody }) =>
        track(
          service,
          'sale',
          { ...saleBody, transaction_id: 'o-2c' },
          { bearer: program.liveKey.slice(0, -2), ip: someIp() },
        ),
      { type: 'sale', code: 'unauthorized', transaction_id: 'o-2c', is_authenticated: false },
    ],
    [
      'a program other than the key’s',
      ({ program, click_id }) =>
        track(service, 'lead', { click_id, program_id: program.id + 999 }, { bearer: program.liveKey }),
      { type: 'lead', code: 'invalid_request', field: 'program_id' },
    ],
    [
      'an unknown customer key',
      ({ sale, saleBody }) => sale({ ...saleBody, transaction_id: 'o-3', customer_key: 'cus-9' }),
      {
        type: 'sale',
        code: 'no_attribution',
        field: 'customer_key',
        customer_key: 'cus-9',
        transaction_id: 'o-3',
        decision_code: 'unknown_customer',
      },
    ],
    [
      'no click',
      ({ serverLead }) => serverLead({ customer_key: 'cus-7' }),
      {
        type: 'lead',
        code: 'no_attribution',
        field: 'click_id',
        customer_key: 'cus-7',
        click_id: null,
        decision_code: 'no_click',
      },
    ],
    [
      'another program’s click',
      async ({ sale, saleBody: { customer_key, ...body } }) =>
        sale({ ...body, transaction_id: 'o-4', click_id: await (await openShop(service)).clickId() }),
      { type: 'sale', code: 'no_attribution', field: 'click_id', customer_key: null, transaction_id: 'o-4' },
    ],
    [
      'an expired window',
      async ({ sale, saleBody, change, customer }) => {
        await customer('cus-2')
        await change({ attribution_window_days: 1 })
        clock.advance({ days: 2 })
        return sale({ ...saleBody, transaction_id: 'o-5', customer_key: 'cus-2' })
      },
      {
        type: 'sale',
        code: 'window_expired',
        field: 'customer_key',
        transaction_id: 'o-5',
        amount: '4900',
        decision_code: 'window_expired',
        decision_facts: { windowDays: 1, clickedAt: expect.any(String), windowEndedAt: expect.any(String) },
      },
    ],
    [
      'a wrong currency',
      ({ sale, saleBody }) =>
        sale({ ...saleBody, transaction_id: 'o-6', currency: 'XAU', coupon_code: 'ADA10' }),
      {
        type: 'sale',
        code: 'unsupported_currency',
        field: 'currency',
        currency: 'XAU',
        coupon_code: 'ADA10',
        transaction_id: 'o-6',
        decision_code: null,
      },
    ],
    [
      'a duplicate',
      ({ sale, saleBody }) => sale(saleBody),
      { type: 'sale', code: 'duplicate_transaction', field: 'transaction_id', transaction_id: 'order-1' },
    ],
    [
      'an amount sent as text',
      ({ sale, saleBody }) => sale({ ...saleBody, transaction_id: 'o-7', amount_cents: '4900' }),
      {
        type: 'sale',
        code: 'invalid_request',
        field: 'amount_cents',
        amount: '"4900"',
        transaction_id: 'o-7',
      },
    ],
  ])('%s', async (name, make, expected) => {
    const shop = await openBusyShop()
    const response = await make(shop)
    const [row, ...others] = await listRejectedRequests(service, shop.program.id)
    expect(others).toEqual([])
    const isAuthenticated = !['a wrong key', 'a truncated key'].includes(name)
    expect(row).toMatchObject({
      is_test: false,
      is_authenticated: isAuthenticated,
      key_id: isAuthenticated ? shop.keyId : null,
      count: 1,
      first_at: clock.now(),
      message: expect.stringMatching(/./),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...expected,
    })
    expect(response.status === 200).toBe(name === 'an expired window')
    clock.set(TEST_TIME)
  })
})

test('a rejected test request is marked and not counted in production', async () => {
  const shop = await openShop(service)
  await shop.testSale({ transaction_id: 't-1', amount_cents: 'much' })
  await shop.sale({ transaction_id: 't-2', amount_cents: 'much', livemode: false })
  await shop.testSale({ transaction_id: 't-3', amount_cents: 100 })
  await shop.testSale({ transaction_id: 't-3', amount_cents: 100 })
  const rows = await listRejectedRequests(service, shop.program.id)
  expect(rows.map((row) => `${row.is_test} ${row.code} ${row.transaction_id}`).sort()).toEqual([
    'true duplicate_transaction t-3',
    'true invalid_request t-1',
    'true invalid_request t-2',
  ])
  expect(await readRequestCounts(service, shop.program.id)).toEqual({})
})

test('a live request with one invalid field counts for its program, and a test request does not', async () => {
  const { program } = await openShop(service)
  const invalidFields = { click: { page_url: 7 }, lead: { customer_key: 7 } }
  const test = { additional_data: { test_mode: true } }
  for (const type of ['click', 'lead'] as const) {
    const body = { program_id: program.id, ...invalidFields[type] }
    const testRequest = {
      additional_data: { test_mode: true, program_id: program.id },
      ...invalidFields[type],
    }
    const unreadable = { program_id: program.id, additional_data: { test_mode: true, program_id: 'x' } }
    for (const sent of [body, { ...body, ...test }, testRequest, unreadable]) {
      expect((await track(service, type, sent)).status).toBe(400)
    }
  }
  const credentials = { bearer: program.liveKey }
  expect((await track(service, 'lead', { ...invalidFields.lead, ...test }, credentials)).status).toBe(400)
  expect(await readRequestCounts(service, program.id)).toEqual({ 'click rejected': 1, 'lead rejected': 1 })
  const storedRequests = await listRejectedRequests(service, program.id)
  const counts = (isTest: boolean) =>
    storedRequests.filter(({ is_test }) => is_test === isTest).reduce((sum, { count }) => sum + count, 0)
  expect([counts(false), counts(true)]).toEqual([2, 7])
})

test('repeated requests for a transaction share one row with a count, even if it is saved in between', async () => {
  const shop = await openBusyShop()
  for (let times = 0; times < 3; times++) await shop.sale(shop.saleBody)
  await saved(service)
  clock.advance({ minutes: 5 })
  await shop.sale(shop.saleBody)
  await shop.testSale({ transaction_id: 'order-1', amount_cents: 1 })
  const rows = await listRejectedRequests(service, shop.program.id)
  expect(rows.map(({ count, transaction_id }) => [count, transaction_id])).toEqual([[4, 'order-1']])
  expect(rows[0]?.last_at).toEqual(clock.now())
  expect((await readRequestCounts(service, shop.program.id))['sale duplicate']).toBe(4)
})

describe('an uncounted click', () => {
  test('adds a row, and counts differently for an unapproved partner and an inactive link', async () => {
    const shop = await openShop(service)
    const pending = await createTestPartner(service, shop.program, 'pending')
    const unapprovedPartner = await createTestPartner(service, shop.program)
    await kysely
      .updateTable('links')
      .set({ status: 'inactive' })
      .where('id', '=', unapprovedPartner.linkId)
      .execute()
    const click = (code: string, body = {}) =>
      track(service, 'click', { affiliate_url: `https://shop.test/?aff=${code}`, ...body })
    const responses = [await click(pending.code), await click(unapprovedPartner.code)]
    expect(responses.map(({ body }) => body.reason)).toEqual(['inactive_link', 'inactive_link'])
    expect(responses[0]?.body).toEqual(responses[1]?.body)
    await click('no-such-code&ref=nor-this-one', { program_id: shop.program.id })
    await click(shop.program.code, { user_agent: 'Googlebot/2.1' })
    await click('no-such-code')
    const rows = await listRejectedRequests(service, shop.program.id)
    expect(new Set(rows.map(({ code, link_code, field }) => `${code} ${link_code} ${field}`))).toEqual(
      new Set([
        `partner_not_approved ${pending.code} affiliate_url`,
        `inactive_link ${unapprovedPartner.code} affiliate_url`,
        'unknown_link no-such-code affiliate_url',
        `bot ${shop.program.code} user_agent`,
      ]),
    )
    expect(await readRequestCounts(service, shop.program.id)).toEqual({
      'click bot': 1,
      'click inactive_link': 1,
      'click partner_not_approved': 1,
      'click unknown_link': 1,
    })
  })

  test('adds one row for identical requests that arrive together', async () => {
    const shop = await openShop(service)
    for (let times = 0; times < 20; times++) await shop.click({ user_agent: 'Googlebot/2.1' })
    const rows = await listRejectedRequests(service, shop.program.id)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(20)
    // There is one row for each save in between.
    expect(rows.length).toBeLessThan(20)
    expect(new Set(rows.map(({ code }) => code))).toEqual(new Set(['bot']))
  })
})

describe('unauthenticated requests', () => {
  test('add no row for a program that does not exist', async () => {
    await openShop(service)
    const before = await kysely.selectFrom('rejected_requests').select('id').execute()
    for (const id of [987_654, 9_007_199_254_740_991]) {
      await track(service, 'sale', {}, { bearer: unknownKey(id), ip: someIp() })
      await track(service, 'click', { affiliate_url: 'https://a.test/?aff=zzz', program_id: id })
    }
    await saved(service)
    expect(await kysely.selectFrom('rejected_requests').select('id').execute()).toHaveLength(before.length)
  })

  test('don’t store an email address in any column, whichever field it was sent in', async () => {
    const shop = await openBusyShop()
    const email = 'quinn@buyers.test'
    const body = {
      transaction_id: email,
      customer_key: email,
      click_id: email,
      amount_cents: email,
      refund_amount_cents: email,
      currency: email,
      email,
      additional_data: { email },
      product_id: email,
    }
    await shop.sale(body)
    await shop.sale({ ...shop.saleBody, transaction_id: email, customer_key: email })
    await shop.sale({ ...shop.saleBody, transaction_id: 'o-2', sale_type: email, livemode: email })
    await shop.serverLead({ ...body, click_id: 'x' })
    await track(service, 'refund', body, { bearer: shop.program.liveKey })
    await track(service, 'refund', { transaction_id: email }, { bearer: shop.program.liveKey })
    await track(service, 'click', {
      affiliate_url: `https://a.test/?aff=${email}`,
      program_id: shop.program.id,
    })
    const rows = await listRejectedRequests(service, shop.program.id)
    expect(rows).toHaveLength(7)
    expect(JSON.stringify(rows)).not.toMatch(/quinn|@|%40/)
  })

  test('are stored with short, valid text', async () => {
    const shop = await openShop(service)
    await shop.sale({ transaction_id: `x\0${'y'.repeat(4_000)}`, amount_cents: 1, customer_key: '\ud800' })
    const [row] = await listRejectedRequests(service, shop.program.id)
    expect(row).toMatchObject({ customer_key: '\ufffd' })
    expect(row?.transaction_id).toMatch(/^x\ufffdy{253}$/)
  })
})

describe('the limits of rejected requests', () => {
  const purge = (config: Partial<typeof deps.config>) => {
    const job = PURGES.find(({ name }) => name === 'purge_rejected_requests')
    if (job === undefined) throw new Error('this job does not exist')
    return job.run({ ...deps, config: { ...deps.config, ...config } })
  }

  test('protect rejected requests with a valid key from a flood of requests without one', async () => {
    const shop = await openBusyShop()
    for (let number = 0; number < 6; number++) {
      await shop.sale({ ...shop.saleBody, transaction_id: `own-${number}`, customer_key: 'nobody' })
    }
    clock.advance({ minutes: 1 })
    for (let number = 0; number < 40; number++) {
      const body = { ...shop.saleBody, transaction_id: `forged-${number}` }
      await track(service, 'sale', body, { bearer: unknownKey(shop.program.id), ip: someIp() })
    }
    await saved(service)
    expect(await purge({ rejectedRequestsKept: 8 })).toBeGreaterThanOrEqual(38)
    const rows = await listRejectedRequests(service, shop.program.id)
    expect(rows.map(({ transaction_id }) => transaction_id)).toEqual([
      'forged-39',
      'forged-38',
      ...[5, 4, 3, 2, 1, 0].map((number) => `own-${number}`),
    ])
    expect(await purge({ rejectedRequestsKept: 8 })).toBe(0)
  })

  test('keep a program’s newest rows until their retention ends', async () => {
    const shop = await openBusyShop()
    await shop.sale({ ...shop.saleBody, transaction_id: 'old', customer_key: 'nobody' })
    await saved(service)
    clock.advance({ days: 30 })
    await shop.sale({ ...shop.saleBody, transaction_id: 'new', customer_key: 'nobody' })
    await saved(service)
    await purge({})
    expect(await listRejectedRequests(service, shop.program.id)).toHaveLength(2)
    clock.advance({ ms: 1 })
    await purge({})
    const remainingRequests = await listRejectedRequests(service, shop.program.id)
    expect(remainingRequests.map(({ transaction_id }) => transaction_id)).toEqual(['new'])
    clock.set(TEST_TIME)
  })
})

test('rejected requests can be filtered, paged and exported, only with the permission to see events', async () => {
  const shop = await openBusyShop()
  const { id } = shop.program
  for (let number = 0; number < 3; number++) {
    clock.advance({ minutes: 1 })
    await shop.sale({ ...shop.saleBody, transaction_id: `o-${number}`, customer_key: 'cus-9' })
  }
  await shop.testSale({ transaction_id: '=1+1', amount_cents: -1 })
  await track(service, 'refund', { transaction_id: 'o-9' }, { bearer: shop.program.liveKey })
  await saved(service)
  const bearer = await signInMember(service, shop.program)
  const list = async (query: string) => {
    const { status, body } = await send(
      service.app,
      'GET',
      `/api/programs/${id}/rejected-requests?${query}`,
      {
        bearer,
      },
    )
    return status === 200 ? body.data.map((row: { transactionId: string }) => row.transactionId) : body
  }
  expect(await list('')).toHaveLength(5)
  expect(await list('code=no_attribution')).toEqual(['o-2', 'o-1', 'o-0'])
  expect(await list('outcome=no_attribution&text=O-1')).toEqual(['o-1'])
  expect(await list('outcome=rejected')).toEqual(['=1+1'])
  expect(await list('mode=test')).toEqual(['=1+1'])
  expect(await list('type=refund&outcome=sale_not_found')).toEqual(['o-9'])
  expect(await list('to=2026-03-09')).toEqual([])
  expect(await list('text=%25')).toEqual([])
  expect(await list('outcome=nothing')).toMatchObject({ error: { details: { field: 'outcome' } } })
  const first = await send(service.app, 'GET', `/api/programs/${id}/rejected-requests?limit=2`, { bearer })
  const rest = await list(`limit=4&cursor=${first.body.meta.nextCursor}`)
  expect([...first.body.data.map((row: { transactionId: string }) => row.transactionId), ...rest]).toEqual(
    await list(''),
  )
  const file = await send(service.app, 'GET', `/api/programs/${id}/rejected-requests.csv?mode=test`, {
    bearer,
  })
  expect(file.text).toContain("'=1+1")
  const outsider = await signInMember(service, (await openShop(service)).program)
  for (const path of [
    `/api/programs/${id}/rejected-requests`,
    `/api/programs/${id}/rejected-requests.csv`,
    `/api/tracking/health/${id}`,
  ]) {
    expect((await send(service.app, 'GET', path, { bearer: outsider })).status).toBe(403)
    expect((await send(service.app, 'GET', path)).status).toBe(401)
  }
  clock.set(TEST_TIME)
})
