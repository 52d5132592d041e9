import { describe, expect, test } from 'vitest'
import { send, signInMember, startTestService } from '../harness.ts'
import { invalid, openShop, type Shop } from '../merchant.ts'
import { readSentClickFields } from './clicks/stored-clicks.ts'

const service = await startTestService()
const { app } = service

const PLACEHOLDERS = ['undefined', 'null', 'NaN', 'None', '[object Object]', 'true', 'False', ' UNDEFINED ']

/** A shop with a visitor's click and a customer who has bought. */
async function open() {
  const shop = await openShop(service)
  const { click_id } = await shop.customer('cus-1')
  expect(
    (await shop.sale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' })).status,
  ).toBe(200)
  const refund = (body: object) =>
    send(app, 'POST', '/api/v1/track/refund', { body, bearer: shop.program.liveKey })
  return { ...shop, click_id, refund }
}
type OpenShop = Awaited<ReturnType<typeof open>>

async function expectNothingRecorded<ApiResponse>(
  shop: Shop,
  sendRequest: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const before = await shop.counts()
  const response = await sendRequest()
  expect(await shop.counts()).toEqual(before)
  return response
}

describe('a placeholder sent as an ID (D56)', () => {
  test.each(PLACEHOLDERS)(
    'is rejected as the customer_key of a signup, so that two visitors never become one customer: %j',
    async (customer_key) => {
      const shop = await open()
      const response = await expectNothingRecorded(shop, () =>
        shop.serverLead({ click_id: shop.click_id, customer_key }),
      )
      expect([response.status, response.body]).toEqual([400, invalid('customer_key')])
      expect(response.body.error.message).toContain(`customer_key is "${customer_key.trim()}"`)
      expect(response.body.error.message).toContain('variable that is not set')
    },
  )

  const sale = { transaction_id: 'order-2', amount_cents: 4900, customer_key: 'cus-1' }

  test.each<[string, string, (shop: OpenShop) => ReturnType<Shop['sale']>]>([
    ['a sale', 'transaction_id', (shop) => shop.sale({ ...sale, transaction_id: 'undefined' })],
    [
      'a sale with a click',
      'customer_key',
      (shop) => shop.sale({ ...sale, customer_key: 'null', click_id: shop.click_id }),
    ],
    [
      'a sale by its click',
      'click_id',
      (shop) => shop.sale({ ...sale, customer_key: null, click_id: 'undefined' }),
    ],
    ['a test sale', 'transaction_id', (shop) => shop.testSale({ transaction_id: '[object Object]' })],
    ['a signup in a browser', 'click_id', (shop) => shop.browserLead({ click_id: 'undefined' })],
    [
      'a new customer’s signup',
      'click_id',
      (shop) => shop.serverLead({ click_id: 'undefined', customer_key: 'cus-2' }),
    ],
    [
      'a test signup',
      'customer_key',
      (shop) => shop.serverLead({ customer_key: 'None', additional_data: { test_mode: true } }),
    ],
    ['a sale with a blank key', 'customer_key', (shop) => shop.sale({ ...sale, customer_key: ' ' })],
    ['a refund', 'transaction_id', (shop) => shop.refund({ transaction_id: 'undefined' })],
    [
      'one of several refunds',
      'refund_id',
      (shop) => shop.refund({ transaction_id: 'order-1', refund_id: 'undefined' }),
    ],
  ])('returns 400 invalid_request and records nothing in %s: %s', async (_, field, sendRequest) => {
    const shop = await open()
    const response = await expectNothingRecorded(shop, () => sendRequest(shop))
    expect([response.status, response.body]).toEqual([400, invalid(field)])
  })

  test.each<[string, (shop: OpenShop) => ReturnType<Shop['sale']>]>([
    ['the click_id of a sale with a known customer', (shop) => shop.sale({ ...sale, click_id: 'undefined' })],
    [
      'the click_id of a known signup',
      (shop) => shop.serverLead({ click_id: 'null', customer_key: 'cus-1' }),
    ],
    ['a click’s cookie', (shop) => shop.click({ existing_click_id: 'undefined' })],
    [
      'a field that identifies nothing',
      (shop) => shop.sale({ ...sale, product_id: 'undefined', subscription_id: 'null' }),
    ],
  ])(
    'doesn’t cause the request to be rejected in a field that nothing depends on: %s',
    async (_, sendRequest) => {
      const shop = await open()
      expect((await sendRequest(shop)).body).toMatchObject({ success: true })
    },
  )

  test.each(['undefined', ' '])(
    'does not identify a retried click if it is the event_id: %j',
    async (event_id) => {
      const shop = await open()
      const responses = [await shop.click({ event_id }), await shop.click({ event_id })]
      expect(new Set(responses.map(({ body }) => body.click_id)).size).toBe(2)
    },
  )

  test('does not export or erase a data subject', async () => {
    const { program } = await open()
    const bearer = await signInMember(service, program)
    const url = `/api/programs/${program.id}/data-subject`
    const responses = [
      await send(app, 'GET', `${url}?customerKey=undefined`, { bearer }),
      await send(app, 'POST', `${url}/erase`, { bearer, body: { customerKey: 'null' } }),
    ]
    for (const { body } of responses) expect(body).toEqual(invalid('customerKey'))
  })
})

describe('an empty string in an optional field, and additional_data: [] (D57)', () => {
  const sale = { transaction_id: 'order-2', amount_cents: 4900 }

  test('get the default values in a sale, which is attributed by its click', async () => {
    const shop = await open()
    const empty = Object.fromEntries(
      [
        'customer_key',
        'currency',
        'tax_amount_cents',
        'sale_type',
        'is_recurring',
        'subscription_id',
        'subscription_interval',
        'product_id',
        'occurred_at',
        'provider',
        'provider_payment_id',
        'livemode',
      ].map((field) => [field, '']),
    )
    const body = { ...sale, ...empty, click_id: shop.click_id, additional_data: [] }
    expect((await shop.sale(body)).body).toMatchObject({ success: true, sale_id: expect.any(Number) })
    expect((await shop.rows('sale_events')).at(-1)).toMatchObject({
      currency: 'USD',
      sale_type: 'payment',
      is_recurring: false,
      is_test: false,
      product_id: null,
      subscription_id: null,
      provider_payment_id: null,
      additional_data: {},
    })
  })

  test('do not reject a signup, which is recorded by its click', async () => {
    const shop = await openShop(service)
    const click_id = await shop.clickId()
    const empty = { email: '', session_id: '', page_url: '', program_id: '', additional_data: [] }
    const response = await shop.serverLead({ click_id, customer_key: '', ...empty })
    expect(response.body).toEqual({ success: true, message: 'Lead recorded.', lead_id: expect.any(Number) })
    expect(await shop.rows('customers')).toMatchObject([{ customer_key: null, email_hash: null }])
    expect(await shop.rows('lead_events')).toMatchObject([{ session_id: null, page_url: null }])
  })

  test('do not reject a click', async () => {
    const shop = await openShop(service)
    const empty = Object.fromEntries(
      [
        'program_id',
        'page_url',
        'page_title',
        'session_id',
        'language',
        'event_id',
        'existing_click_id',
        'consent',
      ].map((field) => [field, '']),
    )
    for (let sendRequest = 0; sendRequest < 2; sendRequest++) {
      expect((await shop.click({ ...empty, additional_data: [] })).body).toMatchObject({ success: true })
    }
    const row = { page_url: null, page_title: null, session_id: null, consent: null, additional_data: {} }
    expect(await readSentClickFields(service.database.kysely, shop.program.id)).toMatchObject([row, row])
  })

  test('do not reject a refund', async () => {
    const shop = await open()
    const body = { transaction_id: 'order-1', refund_amount_cents: 900, refund_id: '', refund_reason: '' }
    expect((await shop.refund({ ...body, additional_data: [], livemode: '' })).body).toMatchObject({
      status: 'refunded',
      remaining_amount_cents: 4000,
    })
  })

  test.each<[string, (shop: OpenShop) => ReturnType<Shop['sale']>]>([
    ['transaction_id', (shop) => shop.sale({ ...sale, customer_key: 'cus-1', transaction_id: '' })],
    ['amount_cents', (shop) => shop.sale({ ...sale, customer_key: 'cus-1', amount_cents: '' })],
    ['affiliate_url', (shop) => shop.click({ affiliate_url: '' })],
    ['transaction_id', (shop) => shop.refund({ transaction_id: '' })],
    // Without an amount, everything would be refunded.
    ['refund_amount_cents', (shop) => shop.refund({ transaction_id: 'order-1', refund_amount_cents: '' })],
    ['additional_data', (shop) => shop.sale({ ...sale, customer_key: 'cus-1', additional_data: ['a'] })],
  ])('return 400 in a required field: %s', async (field, sendRequest) => {
    const shop = await open()
    const response = await expectNothingRecorded(shop, () => sendRequest(shop))
    expect([response.status, response.body]).toEqual([400, invalid(field)])
  })
})
