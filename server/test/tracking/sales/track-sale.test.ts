import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/core/time/time.ts'
import { createTestKey, createTestPartner, send, startTestService } from '../../harness.ts'
import { countRows, invalid, openShop, platformError, SALE, type Shop } from '../../merchant.ts'

const service = await startTestService()
const { app, clock, database } = service
const { kysely } = database

const NOW = '2026-03-10T12:00:00.000Z'
const daysAfter = (days: number, from = NOW) => new Date(new Date(from).getTime() + days * DAY_MS)

/** Creates a shop with one settled customer, `cus-1`, at noon on 10 March 2026. */
async function openWithCustomer(options: Parameters<typeof openShop>[1] = {}) {
  clock.set(NOW)
  const shop = await openShop(service, options)
  const { click_id } = await shop.customer('cus-1')
  return { ...shop, click_id }
}

let orderCount = 0
const order = (overrides: Record<string, unknown> = {}) => ({
  transaction_id: `order-${orderCount++}`,
  amount_cents: 4900,
  customer_key: 'cus-1',
  ...overrides,
})

const LIVE_RESPONSE = {
  success: true,
  sale_id: expect.any(Number),
  commission_id: expect.any(Number),
  message: 'Sale recorded.',
}

async function expectNothingWritten(shop: Shop, action: () => Promise<unknown>) {
  const before = await shop.counts()
  await action()
  expect(await shop.counts()).toEqual(before)
}

describe('the specification’s sale endpoint: success', () => {
  it('a live sale returns exactly success, sale_id, commission_id and message', async () => {
    const shop = await openWithCustomer()
    const response = await shop.sale(order())
    expect(response.status).toBe(200)
    expect(response.body).toEqual(LIVE_RESPONSE)
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(response.headers['x-request-id']).toEqual(expect.any(String))
  })

  it('a live sale writes the sale, its commission, its fee, the customer and the day (D33)', async () => {
    const shop = await openWithCustomer()
    const body = {
      transaction_id: 'full',
      amount_cents: 4999,
      tax_amount_cents: 800,
      customer_key: 'cus-1',
      click_id: shop.click_id,
      currency: 'EUR',
      sale_type: 'subscription',
      additional_data: { plan: 'pro', 'ключ "x"': ['{', null, 1.5] },
      is_recurring: true,
      subscription_id: 'sub-1',
      subscription_interval: 'quarterly',
      product_id: 'prod-1',
      occurred_at: '2026-03-09T23:30:00+02:00',
      provider: 'x402',
      provider_payment_id: 'pay-1',
      livemode: true,
    }
    const response = await shop.sale(body)
    expect(response.body).toEqual(LIVE_RESPONSE)
    const [customer] = await shop.rows('customers')
    const [policy] = await shop.rows('commission_policies')
    const received_at = new Date(NOW)
    expect(await shop.rows('sale_events')).toEqual([
      {
        program_id: shop.program.id,
        id: response.body.sale_id,
        is_test: false,
        transaction_id: 'full',
        amount_cents: 4999,
        currency: 'EUR',
        tax_amount_cents: 800,
        sale_type: 'subscription',
        is_recurring: true,
        subscription_id: 'sub-1',
        subscription_interval: 'quarterly',
        product_id: 'prod-1',
        occurred_at: new Date('2026-03-09T21:30:00.000Z'),
        provider: 'x402',
        provider_payment_id: 'pay-1',
        additional_data: body.additional_data,
        customer_id: customer?.id,
        partner_id: shop.program.partnerId,
        attributed_by: 'customer_key',
        click_uuid: customer?.click_uuid,
        clicked_at: received_at,
        status: 'paid',
        refunded_cents: 0,
        decision_code: 'with_commission',
        policy_id: policy?.id,
        browser: null,
        landing_page: null,
        test_facts: null,
        coupon_code: null,
        coupon_id: null,
        decision_facts: null,
        erased_at: null,
        received_at,
        reported_at: new Date('2026-03-09T21:30:00.000Z'),
        reported_day: '2026-03-09',
      },
    ])
    expect(await shop.rows('commissions')).toMatchObject([
      {
        program_id: shop.program.id,
        id: response.body.commission_id,
        kind: 'sale',
        sale_id: response.body.sale_id,
        lead_id: null,
        customer_id: customer?.id,
        partner_id: shop.program.partnerId,
        policy_id: policy?.id,
        amount_cents: 1000,
        currency: 'EUR',
        status: 'pending',
        hold_until: daysAfter(30),
        created_at: received_at,
        created_day: '2026-03-10',
        reversed_cents: 0,
        paid_cents: 0,
        approved_at: null,
        rejected_at: null,
        payout_id: null,
      },
    ])
    expect(await shop.rows('platform_fees')).toEqual([
      {
        program_id: shop.program.id,
        id: expect.any(Number),
        sale_id: response.body.sale_id,
        rate_bps: 350,
        amount_cents: 175,
        currency: 'EUR',
        created_at: received_at,
        reversed_cents: 0,
        invoiced_cents: 0,
        invoiced_usd_cents: '0',
      },
    ])
    expect(customer).toMatchObject({
      status: 'conversion',
      sale_count: 1,
      first_sale_at: received_at,
      first_purchase_at: new Date('2026-03-09T21:30:00.000Z'),
    })
    expect(await shop.stats()).toEqual([
      { day: '2026-03-09', currency: 'EUR', sales: 1, revenue_cents: '4999' },
      { day: '2026-03-09', currency: 'XXX', conversions: 1 },
      { day: '2026-03-10', currency: 'EUR', commission_cents: '1000' },
      { day: '2026-03-10', currency: 'XXX', clicks: 1, leads: 1 },
    ])
    await shop.verify()
  })

  it('the smallest request gets the field table’s default values', async () => {
    const shop = await openWithCustomer()
    await shop.sale({ transaction_id: 'small', amount_cents: 1, customer_key: 'cus-1' })
    expect(await shop.rows('sale_events')).toMatchObject([
      {
        currency: 'USD',
        sale_type: 'payment',
        is_recurring: false,
        tax_amount_cents: null,
        additional_data: null,
        subscription_id: null,
        subscription_interval: null,
        product_id: null,
        occurred_at: null,
        provider: null,
        provider_payment_id: null,
        reported_at: new Date(NOW),
      },
    ])
  })

  it('unknown fields are ignored and named in the message (D1)', async () => {
    const shop = await openWithCustomer()
    const response = await shop.sale(order({ couponCode: 'X', amount: 'free', nested: { deep: '\0' } }))
    const ignored = 'Ignored unknown fields `couponCode` (did you mean `coupon_code`?), `amount`, `nested`.'
    expect(response.body).toEqual({ ...LIVE_RESPONSE, message: `Sale recorded. ${ignored}` })
    const test = await shop.testSale(order({ couponCode: 'X', amount: 'free', nested: {} }))
    expect(test.body.message).toBe(`Test sale recorded. Production data is unchanged. ${ignored}`)
  })

  it('an error names the misspelled field', async () => {
    const shop = await openWithCustomer()
    const { amount_cents, ...body } = order()
    expect((await shop.sale({ ...body, amountCents: amount_cents })).body.error).toMatchObject({
      message:
        'amount_cents is required for a live sale. Ignored unknown field `amountCents` (did you mean `amount_cents`?).',
      details: { field: 'amount_cents' },
    })
    const unauthorized = await send(app, 'POST', SALE, { body: { amountCents: 1 } })
    expect(unauthorized.body.error.message).not.toContain('amountCents')
  })

  it('null means not sent for every optional field (D1)', async () => {
    const shop = await openWithCustomer()
    const nothing = Object.fromEntries(
      [
        'tax_amount_cents',
        'click_id',
        'currency',
        'sale_type',
        'additional_data',
        'is_recurring',
        'subscription_id',
        'subscription_interval',
        'product_id',
        'occurred_at',
        'provider',
        'provider_payment_id',
        'livemode',
      ].map((field) => [field, null]),
    )
    expect((await shop.sale(order(nothing))).body).toEqual(LIVE_RESPONSE)
    expect(await shop.rows('sale_events')).toMatchObject([{ currency: 'USD', is_test: false }])
  })
})

describe('the specification’s sale endpoint: field table', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a transaction_id of 255 characters outside the BMP', { transaction_id: '😀'.repeat(255) }],
    [
      'the largest amount, all of it tax (D8, D12)',
      { amount_cents: 2 ** 53 - 1, tax_amount_cents: 2 ** 53 - 1 },
    ],
    ['additional_data of 16 KiB (D2)', { additional_data: { a: 'x'.repeat(16 * 1024 - 8) } }],
    ['another currency', { currency: 'VND' }],
  ])('accepts %s', async (_label, overrides) => {
    const shop = await openWithCustomer()
    expect((await shop.sale(order(overrides))).body).toEqual(LIVE_RESPONSE)
    expect(await shop.rows('sale_events')).toMatchObject([overrides])
  })

  // `hostile-input.test.ts` sends every field values that violate its schema, and compares the limits with the table's.
  it.each<[string, unknown]>([
    ['tax_amount_cents', 4901],
    ['occurred_at', '2026-02-08T11:59:59.999Z'],
    ['transaction_id', undefined],
    ['amount_cents', null],
  ])(
    'rejects the field %s with the value %j with 400 invalid_request and writes nothing',
    async (field, value) => {
      const shop = await openWithCustomer()
      await expectNothingWritten(shop, async () => {
        expect(await shop.sale(order({ [field]: value }))).toMatchObject({
          status: 400,
          body: invalid(field),
        })
      })
    },
  )

  it.each([12.5, '12.50', '12,50'])('says how to write the amount %j', async (amount_cents) => {
    const shop = await openWithCustomer()
    const { message } = (await shop.sale(order({ amount_cents }))).body.error
    expect(message).toBe('amount_cents must be an integer in minor units: send 1250 for 12.50.')
  })

  it('rejects an unsupported currency with 422 and creates no sale, commission or fee (D9)', async () => {
    const shop = await openWithCustomer()
    await expectNothingWritten(shop, async () => {
      const response = await shop.sale(order({ currency: 'GBP' }))
      expect(response.status).toBe(422)
      expect(response.body).toEqual(
        platformError(422, 'unsupported_currency', { field: 'currency', allowed: ['USD', 'EUR', 'VND'] }),
      )
    })
  })
})

describe('the specification’s sale endpoint: test mode', () => {
  const expectedResponse = (shop: Shop) => ({
    success: true,
    message: expect.stringMatching(/./),
    data: { eventId: expect.any(Number), programId: shop.program.id, test_mode: true },
  })

  it.each<[string, Record<string, unknown>, 'live' | 'test']>([
    ['additional_data.test_mode true', { additional_data: { test_mode: true } }, 'live'],
    ['livemode false', { livemode: false }, 'live'],
    ['a test key', {}, 'test'],
    ['a test key, whatever livemode is', { livemode: true }, 'test'],
    ['test_mode true with livemode true', { livemode: true, additional_data: { test_mode: true } }, 'live'],
  ])('%s records a test sale and changes nothing else (D13)', async (_label, overrides, mode) => {
    const shop = await openWithCustomer()
    const before = {
      ...(await shop.counts()),
      stats: await shop.stats(),
      customers: await shop.rows('customers'),
    }
    const body = order(overrides)
    const response = await (mode === 'live' ? shop.sale(body) : shop.testSale(body))
    expect(response.status).toBe(200)
    expect(response.body).toEqual(expectedResponse(shop))
    expect({
      ...(await shop.counts()),
      stats: await shop.stats(),
      customers: await shop.rows('customers'),
    }).toEqual({
      ...before,
      sale_events: before.sale_events + 1,
    })
    expect(await shop.rows('sale_events')).toMatchObject([
      {
        id: response.body.data.eventId,
        is_test: true,
        transaction_id: body.transaction_id,
        customer_id: null,
        partner_id: null,
        attributed_by: null,
      },
    ])
    await shop.verify()
  })

  it('test sales without a transaction_id get different ones, so that they don’t conflict (D13)', async () => {
    const shop = await openShop(service)
    const responses = [await shop.testSale({}), await shop.testSale({})]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const rows = await shop.rows('sale_events')
    expect(rows.map(({ amount_cents }) => amount_cents)).toEqual([null, null])
    expect(new Set(rows.map(({ transaction_id }) => transaction_id)).size).toBe(2)
  })

  it.each<[string, Record<string, unknown>, number, string]>([
    ['a negative amount', { amount_cents: -1 }, 400, 'amount_cents'],
    ['an invalid provider', { provider: 'cash' }, 400, 'provider'],
    ['an old occurred_at', { occurred_at: '2020-01-01T00:00:00Z' }, 400, 'occurred_at'],
    ['a tax without an amount, beyond bigint', { tax_amount_cents: 1e300 }, 400, 'tax_amount_cents'],
    ['a tax without an amount, beyond 2^53 - 1', { tax_amount_cents: 2 ** 53 }, 400, 'tax_amount_cents'],
    ['an invalid test_mode', { additional_data: { test_mode: 'true' } }, 400, 'additional_data.test_mode'],
    ['an invalid currency', { currency: 'usd' }, 422, 'currency'],
  ])('a test sale is rejected for an invalid field: %s (D13)', async (_label, body, status, field) => {
    clock.set(NOW)
    const shop = await openShop(service)
    await expectNothingWritten(shop, async () => {
      expect(await shop.testSale(body)).toMatchObject({ status, body: { error: { details: { field } } } })
    })
  })

  it('a repeated test sale returns 409 with the first event’s ID, so that merchants can test duplicates (D7)', async () => {
    const shop = await openShop(service)
    const first = await shop.testSale({ transaction_id: 'rehearsal' })
    const repeat = await shop.testSale({ transaction_id: 'rehearsal' })
    expect(repeat.status).toBe(409)
    expect(repeat.body).toEqual(
      platformError(409, 'duplicate_transaction', { sale_id: first.body.data.eventId }),
    )
  })

  it('a test sale is not attributed, and returns 200 for an unknown customer (D13)', async () => {
    const shop = await openShop(service)
    expect((await shop.testSale(order({ customer_key: 'nobody' }))).body).toEqual(expectedResponse(shop))
  })

  it('a test sale still requires the API key', async () => {
    const response = await send(app, 'POST', SALE, { body: { livemode: false }, ip: '10.9.0.1' })
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
  })
})

describe('the specification’s sale endpoint: duplicate rule', () => {
  it('a repeated sale returns 409 with the first sale’s ID and records nothing', async () => {
    const shop = await openWithCustomer()
    const body = order()
    const first = await shop.sale(body)
    await expectNothingWritten(shop, async () => {
      const repeat = await shop.sale({ ...body, amount_cents: 1, currency: 'VND' })
      expect(repeat.status).toBe(409)
      expect(repeat.body).toEqual(
        platformError(409, 'duplicate_transaction', { sale_id: first.body.sale_id }),
      )
    })
    await shop.verify()
  })

  it('another program may have the same transaction_id (D7)', async () => {
    const [one, two] = [await openWithCustomer(), await openWithCustomer()]
    const body = order()
    expect((await one.sale(body)).status).toBe(200)
    expect((await two.sale(body)).status).toBe(200)
    expect((await two.sale(body)).status).toBe(409)
  })

  it('a test sale never blocks a live one, or vice versa (D7)', async () => {
    const shop = await openWithCustomer()
    const body = order()
    expect((await shop.testSale(body)).status).toBe(200)
    expect((await shop.sale(body)).status).toBe(200)
    expect((await shop.testSale(body)).status).toBe(409)
    expect((await shop.sale({ ...body, livemode: false })).status).toBe(409)
    expect((await shop.sale(body)).status).toBe(409)
  })

  it('transaction IDs that differ in case, inner spaces or Unicode normalization are different (D7)', async () => {
    const shop = await openWithCustomer()
    const ids = [
      'order',
      'Order',
      'or der',
      'or  der',
      'orde\u0301r',
      'ord\u00e9r',
      'ma\ufeffrk',
      'mark',
      'ﬁ',
      'fi',
    ]
    for (const transaction_id of ids) {
      expect(await shop.sale(order({ transaction_id }))).toMatchObject({ status: 200 })
    }
    for (const transaction_id of ids) {
      expect(await shop.sale(order({ transaction_id }))).toMatchObject({ status: 409 })
    }
  })

  it('payment and subscription IDs are trimmed of whitespace and invisible characters', async () => {
    const shop = await openWithCustomer()
    const ids = { subscription_id: '\tsub-1', provider_payment_id: 'pi_1\n' }
    const { body } = await shop.sale(order({ transaction_id: ' order-1\u200b', ...ids }))
    expect(await shop.rows('sale_events')).toMatchObject([
      { transaction_id: 'order-1', subscription_id: 'sub-1', provider_payment_id: 'pi_1' },
    ])
    expect(await shop.sale(order({ transaction_id: 'order-1\r\n' }))).toMatchObject({
      status: 409,
      body: { error: { details: { sale_id: body.sale_id } } },
    })
    for (const transaction_id of [' ', '\u200b\n']) {
      expect(await shop.sale(order({ transaction_id }))).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', details: { field: 'transaction_id' } } },
      })
    }
  })
})

describe('the specification’s sale endpoint: error table', () => {
  it.each<[string, Record<string, string>]>([
    ['no Authorization header', {}],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['no token', { authorization: 'Bearer ' }],
    ['a word', { authorization: 'Bearer secret' }],
    ['the key without its scheme', { authorization: `aff_live_1_${'A'.repeat(32)}` }],
    ['an unknown key', { authorization: `Bearer aff_live_1_${'A'.repeat(32)}` }],
    ['a key without a program', { authorization: `Bearer aff_live_999999999_${'A'.repeat(32)}` }],
    ['two tokens', { authorization: `Bearer aff_live_1_${'A'.repeat(32)} x` }],
  ])('returns 401 unauthorized for %s', async (_label, headers) => {
    const response = await send(app, 'POST', SALE, { body: order(), headers, ip: '10.9.0.2' })
    expect(response.status).toBe(401)
    expect(response.body).toEqual(platformError(401, 'unauthorized'))
  })

  it.each(['paused', 'archived'] as const)(
    'returns 401 unauthorized for a program that is %s (D44)',
    async (status) => {
      const shop = await openWithCustomer()
      await shop.change({ status })
      expect((await shop.sale(order())).body).toEqual(platformError(401, 'unauthorized'))
      expect((await shop.testSale({})).body).toEqual(platformError(401, 'unauthorized'))
    },
  )

  it('returns 401 unauthorized for a deleted key (D44)', async () => {
    const shop = await openWithCustomer()
    await kysely
      .deleteFrom('api_keys')
      .where('program_id', '=', shop.program.id)
      .where('mode', '=', 'live')
      .execute()
    expect((await shop.sale(order())).body).toEqual(platformError(401, 'unauthorized'))
    expect((await shop.testSale({})).status).toBe(200)
  })

  it('returns 401 unauthorized for another program’s key renumbered to this program, or a key renamed to the other mode', async () => {
    const [one, two] = [await openWithCustomer(), await openWithCustomer()]
    const secret = two.program.liveKey.slice(-32)
    for (const bearer of [`aff_live_${one.program.id}_${secret}`, `aff_test_${two.program.id}_${secret}`]) {
      const response = await send(app, 'POST', SALE, { body: order(), bearer, ip: '10.9.0.3' })
      expect(response.body).toEqual(platformError(401, 'unauthorized'))
    }
  })

  it('returns 401 api_key_rotation_required for a retired key, in the typed envelope with hint and docs_url (D4, D44)', async () => {
    const shop = await openWithCustomer()
    const retire = (at: Date) =>
      kysely
        .updateTable('api_keys')
        .set({ retired_at: at })
        .where('program_id', '=', shop.program.id)
        .execute()
    await retire(clock.now())
    const expected = {
      error: {
        code: 'api_key_rotation_required',
        message: expect.any(String),
        hint: expect.any(String),
        docs_url: expect.stringMatching(/^http/),
      },
    }
    await expectNothingWritten(shop, async () => {
      for (const response of [await shop.sale(order()), await shop.testSale({}), await shop.sale('{')]) {
        expect(response.status).toBe(401)
        expect(response.body).toEqual(expected)
      }
    })
  })

  it('accepts a key that retires in the future until that millisecond (D44)', async () => {
    const shop = await openWithCustomer()
    await kysely
      .updateTable('api_keys')
      .set({ retired_at: daysAfter(1) })
      .where('program_id', '=', shop.program.id)
      .execute()
    clock.set(new Date(daysAfter(1).getTime() - 1))
    expect((await shop.sale(order())).status).toBe(200)
    clock.set(daysAfter(1))
    expect((await shop.sale(order())).body.error.code).toBe('api_key_rotation_required')
    clock.set(NOW)
    const replacement = await createTestKey(service, shop.program.id, 'live')
    expect((await send(app, 'POST', SALE, { body: order(), bearer: replacement })).status).toBe(200)
  })

  it('returns 401 unauthorized for a paused program’s retired key (D44)', async () => {
    const shop = await openWithCustomer()
    await kysely
      .updateTable('api_keys')
      .set({ retired_at: clock.now() })
      .where('program_id', '=', shop.program.id)
      .execute()
    await shop.change({ status: 'paused' })
    expect((await shop.sale(order())).body).toEqual(platformError(401, 'unauthorized'))
  })

  it.each<[string, Record<string, unknown>]>([
    ['neither customer_key nor click_id', { customer_key: undefined }],
    ['both null', { customer_key: null, click_id: null }],
    ['an unknown customer_key', { customer_key: 'nobody' }],
    ['the key in another case', { customer_key: 'CUS-1' }],
    ['an invalid click_id', { customer_key: undefined, click_id: 'x' }],
    ['an empty click_id', { customer_key: undefined, click_id: '' }],
  ])('returns 400 no_attribution for %s', async (_label, overrides) => {
    const shop = await openWithCustomer()
    await expectNothingWritten(shop, async () => {
      const response = await shop.sale(order(overrides))
      expect(response.status).toBe(400)
      expect(response.body).toEqual(platformError(400, 'no_attribution'))
    })
  })

  it('returns 400 no_attribution for another program’s customer', async () => {
    const [one, two] = [await openWithCustomer(), await openWithCustomer()]
    await two.customer('only-two')
    const renumbered = one.click_id.replace(/^[^-]+/, two.program.id.toString(36))
    for (const overrides of [
      { customer_key: 'only-two' },
      { customer_key: undefined, click_id: two.click_id },
      { customer_key: undefined, click_id: renumbered },
    ]) {
      await expectNothingWritten(one, async () => {
        expect((await one.sale(order(overrides))).body).toEqual(platformError(400, 'no_attribution'))
      })
    }
  })

  it('returns 400 no_attribution and explains that the click_id’s signup is still provisional', async () => {
    const shop = await openWithCustomer()
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id, customer_key: 'cus-2' })
    const sale = order({ customer_key: 'cus-2', click_id })
    await expectNothingWritten(shop, async () => {
      const response = await shop.sale(sale)
      expect(response.body).toEqual(platformError(400, 'no_attribution'))
      expect(response.body.error.message).toBe(
        "This customer's signup is waiting for confirmation by your server: send the lead with your API key first, or send click_id with the sale instead of customer_key.",
      )
    })
    await shop.serverLead({ click_id, customer_key: 'cus-2' })
    expect((await shop.sale(sale)).body).toEqual(LIVE_RESPONSE)
  })

  it('returns 400 no_attribution and mentions provisional signups in the window if only customer_key is sent', async () => {
    const shop = await openWithCustomer()
    const readMessage = async () => (await shop.sale(order({ customer_key: 'cus-2' }))).body.error.message
    const unknownCustomerMessage = await readMessage()
    expect(unknownCustomerMessage).not.toContain('waiting for confirmation')
    await shop.browserLead({ click_id: await shop.clickId(), customer_key: 'cus-2' })
    expect(await readMessage()).toContain(
      'signups from the browser are waiting for confirmation by your server',
    )
    const withCode = await shop.sale(order({ customer_key: 'cus-2', coupon_code: 'NOPE' }))
    expect(withCode.body.error.message).toMatch(/^No active coupon code/)
    expect(withCode.body.error.message).not.toContain('waiting for confirmation')
    clock.set(daysAfter(61))
    expect(await readMessage()).toBe(unknownCustomerMessage)
  })

  it('returns 400 no_attribution for a click without a signup', async () => {
    const shop = await openWithCustomer()
    const click_id = await shop.clickId()
    expect((await shop.sale(order({ customer_key: undefined, click_id }))).body).toEqual(
      platformError(400, 'no_attribution'),
    )
  })

  it.each(['pending', 'rejected'] as const)(
    'returns 400 no_attribution for a partner who is %s in the program (D34)',
    async (status) => {
      const shop = await openWithCustomer()
      await kysely
        .updateTable('program_enrollments')
        .set({ status })
        .where('program_id', '=', shop.program.id)
        .execute()
      await expectNothingWritten(shop, async () => {
        expect((await shop.sale(order())).body).toEqual(platformError(400, 'no_attribution'))
      })
    },
  )

  it('returns 429 rate_limited after authentication, in the typed envelope with retry_after_seconds (D4, D6)', async () => {
    const limitedService = await startTestService({ environment: { RATE_LIMIT_KEY_PER_MINUTE: '1' } })
    const shop = await openShop(limitedService)
    expect((await shop.sale('{')).status).toBe(400)
    const response = await shop.sale('{')
    expect(response.status).toBe(429)
    expect(response.body).toEqual({
      error: { code: 'rate_limited', message: expect.any(String), retry_after_seconds: expect.any(Number) },
    })
    expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(response.headers['ratelimit-policy']).toBeDefined()
  })

  it('returns 500 internal_error with a fixed message and the request ID, and writes nothing (D5, D33)', async () => {
    const shop = await openWithCustomer()
    await kysely.schema.alterTable('platform_fees').renameTo('platform_fees_away').execute()
    try {
      const response = await shop.sale(order())
      expect(response.status).toBe(500)
      expect(response.body.error).toEqual({
        status: 500,
        name: 'InternalServerError',
        message: expect.not.stringMatching(/platform_fees/),
        details: { request_id: response.headers['x-request-id'] },
        code: 'internal_error',
      })
    } finally {
      await kysely.schema.alterTable('platform_fees_away').renameTo('platform_fees').execute()
    }
    expect(await shop.rows('sale_events')).toEqual([])
    expect(await shop.rows('customers')).toMatchObject([{ status: 'lead', sale_count: 0 }])
    await shop.verify()
  })

  it('returns 413, 415 and malformed JSON errors in the platform envelope (D2)', async () => {
    const shop = await openWithCustomer()
    const big = await shop.sale(JSON.stringify(order({ additional_data: { a: 'x'.repeat(64 * 1024) } })))
    expect(big.body).toEqual(platformError(413, 'payload_too_large'))
    const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
    const type = await send(app, 'POST', SALE, {
      body: 'a=1',
      headers: formHeaders,
      bearer: shop.program.liveKey,
    })
    expect(type.body).toEqual(platformError(415, 'unsupported_media_type'))
    const text = { 'content-type': 'text/plain' }
    const plainTextResponse = await send(app, 'POST', SALE, {
      body: order(),
      headers: text,
      bearer: shop.program.liveKey,
    })
    expect(plainTextResponse.body).toEqual(platformError(415, 'unsupported_media_type'))
    expect((await shop.sale('{"transaction_id":')).body).toEqual(platformError(400, 'invalid_request'))
  })
})

describe('the order of the checks (D6)', () => {
  it('starts with authentication, then the size, the type and the JSON of the body', async () => {
    const bearer = `aff_live_1_${'A'.repeat(32)}`
    const bodies = ['{', 'x'.repeat(64 * 1024 + 1), JSON.stringify(order({ amount_cents: -1 }))]
    for (const body of bodies) {
      expect(await send(app, 'POST', SALE, { body, bearer, ip: '10.9.0.4' })).toMatchObject({ status: 401 })
    }
    const headers = { 'content-type': 'text/css' }
    expect(await send(app, 'POST', SALE, { body: '{}', bearer, headers, ip: '10.9.0.4' })).toMatchObject({
      status: 401,
    })
  })

  it('continues with fields, currency, duplicate and attribution', async () => {
    const shop = await openWithCustomer()
    const body = order()
    const first = await shop.sale(body)
    const code = async (overrides: Record<string, unknown>) =>
      (await shop.sale({ ...body, ...overrides })).body.error.code
    expect(await code({ amount_cents: 0, currency: 'usd' })).toBe('invalid_request')
    expect(await code({ currency: 'usd' })).toBe('unsupported_currency')
    expect(await code({ customer_key: 'nobody' })).toBe('duplicate_transaction')
    expect(await code({ transaction_id: 'new', customer_key: 'nobody' })).toBe('no_attribution')
    expect(first.status).toBe(200)
  })

  it('returns 409 for a recorded sale, even if its customer no longer resolves', async () => {
    const shop = await openWithCustomer()
    const body = order()
    const first = await shop.sale(body)
    await kysely
      .updateTable('program_enrollments')
      .set({ status: 'rejected' })
      .where('program_id', '=', shop.program.id)
      .execute()
    await kysely
      .updateTable('customers')
      .set({ customer_key: 'renamed' })
      .where('program_id', '=', shop.program.id)
      .execute()
    expect((await shop.sale(body)).body).toEqual(
      platformError(409, 'duplicate_transaction', { sale_id: first.body.sale_id }),
    )
    expect((await shop.sale(order())).body).toEqual(platformError(400, 'no_attribution'))
  })

  it('ends with attribution and the window, with 400 for an unknown customer and 200 with nulls for a late sale', async () => {
    const shop = await openWithCustomer()
    clock.set(daysAfter(61))
    expect((await shop.sale(order({ customer_key: 'nobody' }))).status).toBe(400)
    expect((await shop.sale(order())).body).toMatchObject({ sale_id: null, commission_id: null })
  })
})

describe('attribution (D26)', () => {
  it('uses only customer_key if it is sent, and ignores click_id', async () => {
    const shop = await openWithCustomer()
    const response = await shop.sale(order({ customer_key: 'nobody', click_id: shop.click_id }))
    expect(response.body).toEqual(platformError(400, 'no_attribution'))
  })

  it('uses click_id without customer_key, and selects the click’s newest customer', async () => {
    const shop = await openWithCustomer()
    clock.advance({ ms: 1 })
    await shop.customer('cus-2', shop.click_id)
    const response = await shop.sale(order({ customer_key: null, click_id: shop.click_id }))
    expect(response.body).toEqual(LIVE_RESPONSE)
    const [older, newer] = await shop.rows('customers')
    expect([older?.sale_count, newer?.sale_count]).toEqual([0, 1])
    expect(await shop.rows('sale_events')).toMatchObject([
      { attributed_by: 'click_id', customer_id: newer?.id },
    ])
  })

  it('keeps the partner from a customer’s first lead with a click (D24)', async () => {
    const shop = await openWithCustomer()
    const rivalPartner = await createTestPartner(service, shop.program)
    const click_id = await shop.clickId(rivalPartner.code)
    await shop.serverLead({ click_id, customer_key: 'cus-1' })
    await shop.sale(order({ click_id }))
    expect(await shop.rows('commissions')).toMatchObject([{ partner_id: shop.program.partnerId }])
  })

  it('matches no customer by subscription_id', async () => {
    const shop = await openWithCustomer()
    await shop.sale(order({ subscription_id: 'sub-1' }))
    const renewal = await shop.sale(
      order({ customer_key: undefined, subscription_id: 'sub-1', is_recurring: true }),
    )
    expect(renewal.body).toEqual(platformError(400, 'no_attribution'))
  })
})

describe('the attribution window (D27)', () => {
  const EXPIRED = {
    success: true,
    sale_id: null,
    commission_id: null,
    message: expect.stringMatching(/window/),
  }

  it('includes its last millisecond, but not the next one', async () => {
    for (const [overrides, body] of [
      [0, LIVE_RESPONSE],
      [1, EXPIRED],
    ] as const) {
      const shop = await openWithCustomer()
      clock.set(new Date(daysAfter(60).getTime() + overrides))
      expect((await shop.sale(order())).body).toEqual(body)
    }
  })

  it('stores nothing once it has expired, and the same transaction_id may be sent again', async () => {
    const shop = await openWithCustomer()
    const body = order()
    clock.set(daysAfter(61))
    await expectNothingWritten(shop, async () => {
      for (let time = 0; time < 2; time++) {
        const response = await shop.sale(body)
        expect(response.status).toBe(200)
        expect(response.body).toEqual(EXPIRED)
      }
    })
    expect(await shop.rows('customers')).toMatchObject([{ status: 'lead', sale_count: 0 }])
    await shop.change({ attribution_window_days: 90 })
    expect((await shop.sale(body)).body).toEqual(LIVE_RESPONSE)
    expect((await shop.sale(body)).status).toBe(409)
  })

  it('depends on the receive time, not occurred_at (attribution rule 4)', async () => {
    const shop = await openWithCustomer()
    clock.set(daysAfter(61))
    expect((await shop.sale(order({ occurred_at: daysAfter(59).toISOString() }))).body).toEqual(EXPIRED)
  })

  it('can be set per program, for example to 1 day', async () => {
    const shop = await openWithCustomer({ attributionWindowDays: 1 })
    clock.set(daysAfter(1.01))
    expect((await shop.sale(order())).body).toEqual(EXPIRED)
  })

  it('ends with the first sale, so that a renewal years later is attributed', async () => {
    const shop = await openWithCustomer()
    await shop.sale(order())
    clock.set(daysAfter(800))
    expect((await shop.sale(order({ is_recurring: true }))).body).toEqual(LIVE_RESPONSE)
    expect(await shop.rows('customers')).toMatchObject([
      { status: 'conversion', sale_count: 2, first_sale_at: new Date(NOW) },
    ])
    expect((await shop.stats()).map(({ conversions }) => conversions ?? 0)).toEqual([0, 1, 0])
    await shop.verify()
  })
})

describe('commission policies (D28)', () => {
  const NO_COMMISSION = {
    success: true,
    sale_id: expect.any(Number),
    commission_id: null,
    message: expect.any(String),
  }

  it('earn a commission only on the first sale with first_sale, and the response states it', async () => {
    const shop = await openWithCustomer()
    await shop.policy({ duration: 'first_sale' })
    expect((await shop.sale(order())).body).toEqual(LIVE_RESPONSE)
    const second = await shop.sale(order())
    expect(second.body).toEqual({ ...NO_COMMISSION, message: expect.stringMatching(/duration/) })
    expect(await shop.rows('platform_fees')).toHaveLength(2)
    await shop.verify()
  })

  it('count months from the receive time of the first sale and include the last instant', async () => {
    const shop = await openWithCustomer()
    await shop.policy({ duration: 'months', duration_months: 1 })
    await shop.sale(order({ occurred_at: daysAfter(-20).toISOString() }))
    clock.set('2026-04-10T12:00:00.000Z')
    expect((await shop.sale(order())).body).toEqual(LIVE_RESPONSE)
    clock.advance({ ms: 1 })
    expect((await shop.sale(order())).body).toEqual(NO_COMMISSION)
  })

  it('pay a flat amount only in its currency', async () => {
    const shop = await openWithCustomer()
    await shop.policy({ type: 'flat', amount_cents: 700, currency: 'EUR' })
    await shop.sale(order({ currency: 'EUR', amount_cents: 100 }))
    const dollars = await shop.sale(order({ currency: 'USD' }))
    expect(dollars.body).toEqual({ ...NO_COMMISSION, message: expect.stringMatching(/currency/) })
    expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 700, currency: 'EUR' }])
    await shop.verify()
  })

  it('take precedence if they match the product, and otherwise the default applies', async () => {
    const shop = await openWithCustomer()
    const product = await shop.policy({ product_id: 'gold', rate_bps: 5000, hold_days: 0 })
    await shop.policy({ product_id: 'flat-eur', type: 'flat', amount_cents: 1, currency: 'EUR' })
    await shop.sale(order({ product_id: 'gold' }))
    await shop.sale(order({ product_id: 'Gold' }))
    await shop.sale(order({ product_id: 'flat-eur', currency: 'USD' }))
    await shop.sale(order())
    const rows = await shop.rows('commissions')
    expect(rows.map(({ amount_cents }) => amount_cents)).toEqual([2450, 980, 980, 980])
    expect(rows[0]).toMatchObject({ policy_id: product, hold_until: new Date(NOW) })
  })

  it('pay no new sales after they are replaced, and existing commissions keep their version', async () => {
    const shop = await openWithCustomer()
    await shop.sale(order())
    const newPolicy = await shop.policy({ rate_bps: 1000 })
    await shop.sale(order())
    const [before, after] = await shop.rows('commissions')
    expect(after).toMatchObject({ policy_id: newPolicy, amount_cents: 490 })
    expect(before).toMatchObject({ amount_cents: 980 })
    expect(before?.policy_id).not.toBe(newPolicy)
  })

  it('can be missing, and the sale is then recorded with its fee', async () => {
    const shop = await openWithCustomer()
    await kysely
      .updateTable('commission_policies')
      .set({ superseded_at: clock.now() })
      .where('program_id', '=', shop.program.id)
      .execute()
    expect((await shop.sale(order())).body).toEqual(NO_COMMISSION)
    expect(await shop.rows('platform_fees')).toHaveLength(1)
  })
})

describe('amounts', () => {
  it('of commissions and fees are rounded half up (D29, D31)', async () => {
    const shop = await openWithCustomer({ rateBps: 1000, platformFeeBps: 50 })
    for (const amount_cents of [4, 5, 14, 15, 99, 100]) await shop.sale(order({ amount_cents }))
    const cents = async (table: 'commissions' | 'platform_fees') =>
      (await shop.rows(table)).map(({ amount_cents }) => amount_cents)
    expect(await cents('commissions')).toEqual([0, 1, 1, 2, 10, 10])
    expect(await cents('platform_fees')).toEqual([0, 0, 0, 0, 0, 1])
  })

  it('can be a fee of zero if the program charges no fee (D31)', async () => {
    const shop = await openWithCustomer({ platformFeeBps: 0 })
    await shop.sale(order())
    expect(await shop.rows('platform_fees')).toMatchObject([{ rate_bps: 0, amount_cents: 0 }])
  })

  it('are added up exactly, far beyond a bigint (D8)', async () => {
    const shop = await openWithCustomer({ rateBps: 10_000 })
    const amount_cents = Number.MAX_SAFE_INTEGER
    for (let sale = 0; sale < 3; sale++) expect((await shop.sale(order({ amount_cents }))).status).toBe(200)
    await kysely
      .updateTable('daily_stats')
      .set({ revenue_cents: '9223372036854775807' })
      .where('program_id', '=', shop.program.id)
      .where('currency', '=', 'USD')
      .execute()
    for (let sale = 0; sale < 8; sale++) expect((await shop.sale(order({ amount_cents }))).status).toBe(200)
    const usd = (await shop.stats()).find(({ currency }) => currency === 'USD')
    expect(usd?.commission_cents).toBe((11n * BigInt(amount_cents)).toString())
    expect(BigInt(String(usd?.revenue_cents)) > 2n ** 63n).toBe(true)
  })

  it('are never mixed or converted between currencies', async () => {
    const shop = await openWithCustomer()
    await shop.sale(order({ currency: 'USD', amount_cents: 100 }))
    await shop.sale(order({ currency: 'EUR', amount_cents: 200 }))
    await shop.sale(order({ currency: 'VND', amount_cents: 250_000 }))
    expect((await shop.stats()).filter(({ currency }) => currency !== 'XXX')).toEqual([
      { day: '2026-03-10', currency: 'EUR', sales: 1, revenue_cents: '200', commission_cents: '40' },
      { day: '2026-03-10', currency: 'USD', sales: 1, revenue_cents: '100', commission_cents: '20' },
      { day: '2026-03-10', currency: 'VND', sales: 1, revenue_cents: '250000', commission_cents: '50000' },
    ])
  })

  it('include tax, which is stored but doesn’t change commissions or fees (D12)', async () => {
    const shop = await openWithCustomer()
    await shop.sale(order({ tax_amount_cents: 900 }))
    expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 980 }])
    expect(await shop.rows('platform_fees')).toMatchObject([{ amount_cents: 172 }])
  })
})

describe('a sale’s day (D10, D38)', () => {
  it.each([
    ['the evening before daylight saving time starts in New York', '2026-03-08T04:59:59.999Z', '2026-03-07'],
    ['the first instant of the short day', '2026-03-08T05:00:00.000Z', '2026-03-08'],
    ['its last', '2026-03-09T03:59:59.999Z', '2026-03-08'],
    ['the day after', '2026-03-09T04:00:00.000Z', '2026-03-09'],
  ])('%s', async (_label, occurred_at, day) => {
    const shop = await openWithCustomer({ timeZone: 'America/New_York' })
    await shop.sale(order({ occurred_at }))
    const stats = await shop.stats()
    expect(stats.find(({ sales }) => sales === 1)).toMatchObject({ day, revenue_cents: '4900' })
    expect(stats.find(({ conversions }) => conversions === 1)).toMatchObject({ day })
    expect(stats.find(({ commission_cents }) => commission_cents !== undefined)).toMatchObject({
      day: '2026-03-10',
    })
    await shop.verify()
  })

  it('is the receive time’s day without occurred_at', async () => {
    const shop = await openWithCustomer({ timeZone: 'Asia/Ho_Chi_Minh' })
    clock.set('2026-03-10T17:00:00.000Z')
    await shop.sale(order())
    expect((await shop.stats()).find(({ sales }) => sales === 1)).toMatchObject({ day: '2026-03-11' })
  })
})

it('a sale adds no rows to other programs', async () => {
  const [shop, other] = [await openWithCustomer(), await openWithCustomer()]
  const before = await other.counts()
  await shop.sale(order())
  expect(await other.counts()).toEqual(before)
  expect(Object.values(await countRows(database)).every((count) => count > 0)).toBe(true)
})
