import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hashEmail } from '../../../src/core/privacy/email-hash.rule.ts'
import { DAY_MS } from '../../../src/core/time/time.ts'
import { createTestPartner, send, startTestService } from '../../harness.ts'
import { invalid, LEAD, openShop, platformError, type Shop, TRACKING_TABLES } from '../../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, database, deps } = service
const { kysely } = database

const NOW = '2026-03-10T12:00:00.000Z'
const daysAfter = (days: number) => new Date(new Date(NOW).getTime() + days * DAY_MS)

const SETTLED = { success: true, message: expect.stringMatching(/./), lead_id: expect.any(Number) }
const PROVISIONAL = { ...SETTLED, provisional: true }
const NO_ATTRIBUTION = platformError(400, 'no_attribution')

async function open(options: Parameters<typeof openShop>[1] = {}) {
  clock.set(NOW)
  const shop = await openShop(service, options)
  return { ...shop, click_id: await shop.clickId() }
}
const openAllowed = () => open({ leadAuthPolicy: 'browser_allowed' })

async function expectNothingWritten<ApiResponse>(
  shop: Shop,
  action: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const before = {
    counts: await shop.counts(),
    stats: await shop.stats(),
    customers: await shop.rows('customers'),
    leads: await shop.rows('lead_events'),
  }
  const response = await action()
  expect({
    counts: await shop.counts(),
    stats: await shop.stats(),
    customers: await shop.rows('customers'),
    leads: await shop.rows('lead_events'),
  }).toEqual(before)
  return response
}

describe('lead settlement in programs that require server-verified leads', () => {
  it('none → provisional after a browser request, without saving an identity, counting or paying', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
    const { click_id } = shop
    const response = await shop.browserLead({ click_id, customer_key: 'cus-1', email: 'ada@example.com' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual(PROVISIONAL)
    expect(await shop.rows('customers')).toMatchObject([
      {
        status: 'provisional',
        customer_key: null,
        email_hash: null,
        signup_at: null,
        partner_id: shop.program.partnerId,
        link_id: shop.program.linkId,
        clicked_at: new Date(NOW),
        sale_count: 0,
      },
    ])
    expect(await shop.rows('lead_events')).toMatchObject([
      {
        id: response.body.lead_id,
        state: 'provisional',
        source: 'browser',
        settled_at: null,
        settled_by: null,
        is_test: false,
      },
    ])
    expect(await shop.rows('commissions')).toEqual([])
    expect(await shop.stats()).toEqual([{ day: '2026-03-10', currency: 'XXX', clicks: 1 }])
    await shop.verify()
  })

  it('provisional → settled after a server request whose click resolves, so that the lead counts and pays', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'EUR' } })
    const { click_id } = shop
    const first = await shop.browserLead({ click_id })
    clock.advance({ minutes: 10 })
    const response = await shop.serverLead({ click_id, customer_key: 'cus-1', email: 'ada@example.com' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ ...SETTLED, lead_id: first.body.lead_id })
    const settled_at = clock.now()
    expect(await shop.rows('customers')).toMatchObject([
      { status: 'lead', customer_key: 'cus-1', signup_at: new Date(NOW), created_at: new Date(NOW) },
    ])
    expect(await shop.rows('lead_events')).toMatchObject([
      { state: 'settled', source: 'browser', settled_by: 'server', received_at: new Date(NOW), settled_at },
    ])
    expect(await shop.rows('commissions')).toMatchObject([
      {
        kind: 'lead',
        lead_id: first.body.lead_id,
        sale_id: null,
        policy_id: null,
        amount_cents: 500,
        currency: 'EUR',
        status: 'pending',
        created_at: settled_at,
        hold_until: new Date(settled_at.getTime() + 30 * DAY_MS),
      },
    ])
    expect(await shop.stats()).toEqual([
      { day: '2026-03-10', currency: 'EUR', commission_cents: '500' },
      { day: '2026-03-10', currency: 'XXX', clicks: 1, leads: 1 },
    ])
    await shop.verify()
  })

  it('provisional → provisional after a request whose customer_key resolves to another customer', async () => {
    const shop = await open()
    await shop.customer('cus-1', shop.click_id)
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id })
    const response = await shop.serverLead({ click_id, customer_key: 'cus-1' })
    expect(response.body).toEqual(SETTLED)
    expect((await shop.rows('customers')).map(({ status }) => status)).toEqual(['lead', 'provisional'])
  })

  it('provisional → provisional after a sale request, although the sale is attributed (D23)', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
    const { click_id } = shop
    await shop.browserLead({ click_id })
    const sale = await shop.sale({ transaction_id: 't', amount_cents: 1000, click_id })
    expect(sale.body).toMatchObject({ success: true, commission_id: expect.any(Number) })
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'provisional', settled_at: null }])
    expect(await shop.rows('customers')).toMatchObject([
      { status: 'conversion', signup_at: null, customer_key: null },
    ])
    expect((await shop.stats()).at(-1)).toEqual({
      day: '2026-03-10',
      currency: 'XXX',
      clicks: 1,
      conversions: 1,
    })
    await shop.verify()
  })

  it('provisional → settled after a purchase, so that the lead counts on its signup day and the customer stays a conversion (D23, D24)', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
    const { click_id } = shop
    await shop.browserLead({ click_id })
    clock.set(daysAfter(1))
    await shop.sale({ transaction_id: 't', amount_cents: 1000, click_id })
    clock.set(daysAfter(2))
    expect((await shop.serverLead({ click_id, customer_key: 'cus-1' })).body).toEqual(SETTLED)
    expect(await shop.rows('customers')).toMatchObject([
      { status: 'conversion', signup_at: new Date(NOW), customer_key: 'cus-1' },
    ])
    expect(await shop.stats()).toEqual([
      { day: '2026-03-10', currency: 'XXX', clicks: 1, leads: 1 },
      { day: '2026-03-11', currency: 'USD', sales: 1, revenue_cents: '1000', commission_cents: '200' },
      { day: '2026-03-11', currency: 'XXX', conversions: 1 },
      { day: '2026-03-12', currency: 'USD', commission_cents: '500' },
    ])
    await shop.verify()
    const renewal = await shop.sale({ transaction_id: 't2', amount_cents: 1000, customer_key: 'cus-1' })
    expect(renewal.body).toMatchObject({ success: true, commission_id: expect.any(Number) })
  })

  it('provisional → provisional after a repeat browser lead, which returns 200 with provisional and the same lead', async () => {
    const shop = await open()
    const { click_id } = shop
    const first = await shop.browserLead({ click_id })
    clock.advance({ minutes: 1 })
    const repeat = await expectNothingWritten(shop, () =>
      shop.browserLead({ click_id, customer_key: 'other', email: 'x@y.z' }),
    )
    expect(repeat.status).toBe(200)
    expect(repeat.body).toEqual({ ...PROVISIONAL, lead_id: first.body.lead_id })
  })

  it('settled → settled after a repeat browser lead, which doesn’t reveal the settlement', async () => {
    const shop = await open()
    const { click_id } = shop
    await shop.customer('cus-1', click_id)
    const repeat = await expectNothingWritten(shop, () =>
      shop.browserLead({ click_id, customer_key: 'cus-1' }),
    )
    expect(repeat.body).toEqual(PROVISIONAL)
  })

  it('and returns the browser’s own lead for a repeat, even if the click has earlier leads', async () => {
    const shop = await open()
    const { click_id } = shop
    const receivedAt = clock.now()
    clock.advance({ minutes: 1 })
    const browserLead = await shop.browserLead({ click_id })
    expect((await shop.customer('a', click_id)).lead_id).toBe(browserLead.body.lead_id)
    // Received before the browser's request but committed after it.
    clock.set(receivedAt)
    expect((await shop.customer('b', click_id)).lead_id).not.toBe(browserLead.body.lead_id)
    expect((await shop.browserLead({ click_id })).body).toEqual(browserLead.body)
  })

  it('and repeats the first response to a browser for a click reported by the server', async () => {
    const shop = await open()
    const { click_id } = shop
    const receivedAt = clock.now()
    clock.advance({ minutes: 1 })
    await shop.customer('a', click_id)
    const firstResponse = await shop.browserLead({ click_id })
    clock.set(receivedAt)
    await shop.customer('b', click_id)
    expect((await shop.browserLead({ click_id })).body).toEqual(firstResponse.body)
  })

  it('and returns the browser’s own lead for a repeat, even if the click has more customers than the limit', async () => {
    const shop = await open()
    const { click_id } = shop
    const browserLead = await shop.browserLead({ click_id })
    for (let n = 0; n < 102; n++) await shop.customer(`c${n}`, click_id)
    expect((await shop.browserLead({ click_id })).body).toEqual(browserLead.body)
  })
})

describe('lead settlement in programs set to browser_allowed', () => {
  it('none → settled after a browser request, with identity, count and commission', async () => {
    const shop = await open({
      leadAuthPolicy: 'browser_allowed',
      perLead: { amount_cents: 500, currency: 'VND' },
    })
    const { click_id } = shop
    const response = await shop.browserLead({ click_id, customer_key: 'cus-1', email: ' Ada@Example.com' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual(SETTLED)
    const [customer] = await shop.rows('customers')
    expect(customer).toMatchObject({ status: 'lead', customer_key: 'cus-1', signup_at: new Date(NOW) })
    expect(customer?.email_hash).toBeDefined()
    expect(await shop.rows('lead_events')).toMatchObject([
      { state: 'settled', source: 'browser', settled_by: 'browser' },
    ])
    expect(await shop.rows('commissions')).toMatchObject([
      { kind: 'lead', amount_cents: 500, currency: 'VND' },
    ])
    expect((await shop.stats()).at(-1)).toEqual({ day: '2026-03-10', currency: 'XXX', clicks: 1, leads: 1 })
    await shop.verify()
  })

  it.each<[string, (shop: Awaited<ReturnType<typeof openAllowed>>) => Promise<Record<string, unknown>>]>([
    ['the same click', async ({ click_id }) => ({ click_id })],
    ['another customer from the same click', async ({ click_id }) => ({ click_id, customer_key: 'cus-2' })],
    [
      'the same customer from another click',
      async (shop) => ({ click_id: await shop.clickId(), customer_key: 'cus-1' }),
    ],
    [
      'the same email from another click',
      async (shop) => ({ click_id: await shop.clickId(), email: 'ADA@example.com' }),
    ],
  ])(
    'settled → settled after a repeat browser lead, which returns 400 lead_already_settled for %s',
    async (_label, createBody) => {
      const shop = await openAllowed()
      await shop.browserLead({ click_id: shop.click_id, customer_key: 'cus-1', email: 'ada@example.com' })
      const body = await createBody(shop)
      const repeat = await expectNothingWritten(shop, () => shop.browserLead(body))
      expect(repeat.status).toBe(400)
      expect(repeat.body).toEqual(platformError(400, 'lead_already_settled'))
    },
  )

  it('settled by the server → settled after a browser lead for the click, which returns 400', async () => {
    const shop = await openAllowed()
    await shop.customer('cus-1', shop.click_id)
    expect((await shop.browserLead({ click_id: shop.click_id })).body).toEqual(
      platformError(400, 'lead_already_settled'),
    )
  })

  it('settled by a browser → settled after a repeat from the server, which returns 200 with the same lead', async () => {
    const shop = await openAllowed()
    const body = { click_id: shop.click_id, customer_key: 'cus-1' }
    const first = await shop.browserLead(body)
    const repeat = await expectNothingWritten(shop, () => shop.serverLead(body))
    expect(repeat.body).toEqual({ ...SETTLED, lead_id: first.body.lead_id })
  })

  it('provisional → settled once, by the next browser request after a switch to browser_allowed', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
    const { click_id } = shop
    const first = await shop.browserLead({ click_id })
    await shop.change({ lead_auth_policy: 'browser_allowed' })
    clock.advance({ days: 1 })
    const second = await shop.browserLead({ click_id, customer_key: 'cus-1' })
    expect(second.body).toEqual({ ...SETTLED, lead_id: first.body.lead_id })
    expect((await shop.browserLead({ click_id, customer_key: 'cus-1' })).body).toEqual(
      platformError(400, 'lead_already_settled'),
    )
    expect(await shop.rows('customers')).toMatchObject([
      { status: 'lead', customer_key: 'cus-1', signup_at: new Date(NOW) },
    ])
    expect(await shop.rows('commissions')).toHaveLength(1)
    await shop.verify()
  })

  it('none → provisional again after a switch back', async () => {
    const shop = await openAllowed()
    await shop.change({ lead_auth_policy: 'server_verified' })
    expect((await shop.browserLead({ click_id: shop.click_id, customer_key: 'cus-1' })).body).toEqual(
      PROVISIONAL,
    )
  })
})

describe('lead requests from servers and browsers (D20)', () => {
  it.each<[string, string]>([
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['an empty header', ''],
    ['a word', 'Bearer secret'],
    ['an unknown key', `Bearer aff_live_1_${'A'.repeat(32)}`],
  ])(
    'return 401 with an invalid key, and are never treated as browser requests: %s',
    async (_label, authorization) => {
      const shop = await openAllowed()
      const response = await expectNothingWritten(shop, () =>
        send(app, 'POST', LEAD, {
          body: { click_id: shop.click_id },
          headers: { authorization },
          ip: '10.8.0.1',
        }),
      )
      expect(response.status).toBe(401)
      expect(response.body).toEqual(platformError(401, 'unauthorized'))
    },
  )

  it('return the typed 401 with a retired key', async () => {
    const shop = await open()
    await kysely
      .updateTable('api_keys')
      .set({ retired_at: clock.now() })
      .where('program_id', '=', shop.program.id)
      .execute()
    const response = await expectNothingWritten(shop, () => shop.serverLead({ click_id: shop.click_id }))
    expect(response.status).toBe(401)
    expect(response.body).toEqual({
      error: {
        code: 'api_key_rotation_required',
        message: expect.any(String),
        hint: expect.any(String),
        docs_url: expect.any(String),
      },
    })
  })

  it('from a server return 400 with another program_id and succeed with their own', async () => {
    const [one, two] = [await open(), await open()]
    const body = { click_id: one.click_id, customer_key: 'cus-1' }
    expect((await one.serverLead({ ...body, program_id: two.program.id })).body).toEqual(
      invalid('program_id'),
    )
    expect((await one.serverLead({ ...body, program_id: one.program.id })).body).toEqual(SETTLED)
  })

  it('from a browser are not attributed if the program_id differs from the click’s', async () => {
    const [one, two] = [await open(), await open()]
    const response = await expectNothingWritten(one, () =>
      one.browserLead({ click_id: one.click_id, program_id: two.program.id }),
    )
    expect(response.body).toEqual(platformError(400, 'no_attribution', { field: 'program_id' }))
    expect((await one.browserLead({ click_id: one.click_id, program_id: one.program.id })).body).toEqual(
      PROVISIONAL,
    )
  })

  it('are stored with all details, and null is the same as a missing field (D1)', async () => {
    const shop = await open()
    await shop.serverLead({
      click_id: shop.click_id,
      customer_key: 'cus-1',
      email: null,
      program_id: null,
      session_id: 'session',
      page_url: 'https://shop.test/signup?a=1',
      additional_data: { plan: 'pro' },
    })
    expect(await shop.rows('lead_events')).toMatchObject([
      {
        source: 'server',
        settled_by: 'server',
        session_id: 'session',
        page_url: 'https://shop.test/signup?a=1',
        additional_data: { plan: 'pro' },
      },
    ])
  })
})

describe('a browser lead whose customer_key is not an ID', () => {
  const KEYS = [['undefined'], [' '], ['x'.repeat(256)], ['a\0']]

  it.each(KEYS)('is recorded without the key if it would not be saved: %j', async (customer_key) => {
    const shop = await open()
    const response = await shop.browserLead({ click_id: shop.click_id, customer_key })
    expect([response.status, response.body]).toEqual([
      200,
      {
        success: true,
        lead_id: expect.any(Number),
        provisional: true,
        message: expect.stringMatching(/ The customer_key is not an ID and was ignored\.$/),
      },
    ])
    expect(await shop.rows('customers')).toMatchObject([{ customer_key: null }])
  })

  it.each(KEYS)('returns 400 if the key would be saved, or in test mode: %j', async (customer_key) => {
    const shop = await openAllowed()
    const test = { additional_data: { test_mode: true, program_id: shop.program.id } }
    for (const more of [{}, test]) {
      const response = await expectNothingWritten(shop, () =>
        shop.browserLead({ click_id: shop.click_id, customer_key, ...more }),
      )
      expect(response.body).toEqual(invalid('customer_key'))
    }
  })
})

it('leads and sales accept a click_id with surrounding whitespace', async () => {
  const shop = await open()
  const click_id = ` ${shop.click_id}\n`
  expect((await shop.browserLead({ click_id })).body).toMatchObject({ provisional: true })
  expect((await shop.serverLead({ click_id })).body).toMatchObject({ success: true })
  const sale = { transaction_id: 'order-1', amount_cents: 4900, click_id }
  expect((await shop.sale(sale)).body).toMatchObject({ success: true, sale_id: expect.any(Number) })
})

describe('invalid metadata never rejects a lead', () => {
  it.each<[unknown]>([
    ['x'],
    ['no at sign'],
    ['two@at@signs'],
    ['a b@example.com'],
    [`${'x'.repeat(251)}@a.bc`],
    ['a\0@b.c'],
    ['\ud800@b.c'],
    [['a@b.c']],
    [7],
  ])('because an invalid email is ignored and mentioned in the response: %j', async (email) => {
    const shop = await open()
    const response = await shop.serverLead({ click_id: shop.click_id, customer_key: 'cus-1', email })
    expect([response.status, response.body]).toEqual([
      200,
      {
        success: true,
        lead_id: expect.any(Number),
        message: 'Lead recorded. The email is invalid and was ignored.',
      },
    ])
    expect(await shop.rows('customers')).toMatchObject([{ customer_key: 'cus-1', email_hash: null }])
  })

  it('because an invalid email identifies no customer', async () => {
    const shop = await open()
    const response = await expectNothingWritten(shop, () => shop.serverLead({ email: 'x' }))
    expect(response.body).toEqual(NO_ATTRIBUTION)
    expect(response.body.error.message).toBe(
      'The customer_key, click_id and email in this request don’t match a partner. Nothing was recorded. The email is invalid and was ignored.',
    )
  })

  it('because the page URL and session are truncated to the limit', async () => {
    const shop = await open()
    const page_url = `https://shop.test/${'x'.repeat(2048)}`
    const session_id = `ses-\0${'s'.repeat(300)}`
    await shop.serverLead({ click_id: shop.click_id, page_url, session_id })
    const storedDetails = { page_url: page_url.slice(0, 2048), session_id: `ses-\ufffd${'s'.repeat(250)}` }
    expect(await shop.rows('lead_events')).toMatchObject([storedDetails])
  })
})

describe('a mismatched program_id is named in the error', () => {
  const foreign = { status: 400, name: 'ValidationError', details: { field: 'program_id' } }

  it('if it is sent with a key', async () => {
    const [one, two] = [await open(), await open()]
    const body = { click_id: one.click_id, customer_key: 'cus-1', program_id: two.program.id }
    const response = await expectNothingWritten(one, () => one.serverLead(body))
    expect(response.body.error).toMatchObject({ ...foreign, code: 'invalid_request' })
    expect(response.body.error.message).toMatch(/^program_id does not match/)
  })

  it('if it is sent by a browser with a click', async () => {
    const [one, two] = [await open(), await open()]
    const body = { click_id: one.click_id, program_id: two.program.id }
    const response = await expectNothingWritten(one, () => one.browserLead(body))
    expect(response.body.error).toMatchObject({ ...foreign, code: 'no_attribution' })
    expect(response.body.error.message).toBe(
      'program_id does not match the program of this click_id. Nothing was recorded.',
    )
  })

  it('if it is sent with a test lead or test click, in additional_data or as a field', async () => {
    const [one, two] = [await open(), await open()]
    for (const url of [LEAD, '/api/v1/track/click']) {
      for (const [body, field] of [
        [{ program_id: two.program.id }, 'program_id'],
        [{ additional_data: { test_mode: true, program_id: two.program.id } }, 'additional_data.program_id'],
      ] as const) {
        const response = await send(app, 'POST', url, { body, bearer: one.program.testKey })
        expect(response.body).toEqual(invalid(field))
        expect(response.body.error.message).toBe(`${field} does not match the program of this API key.`)
      }
      const withUnknownProgram = { additional_data: { test_mode: true }, program_id: 999_999_999 }
      const response = await send(app, 'POST', url, { body: withUnknownProgram })
      expect(response.body).toEqual(invalid('program_id'))
    }
  })
})

describe('a lead request from a server (D21)', () => {
  it('creates a customer from the click if no other customer matches', async () => {
    const shop = await open()
    const { click_id } = shop
    const response = await shop.serverLead({ click_id, customer_key: 'cus-1' })
    expect(response.body).toEqual(SETTLED)
    expect(await shop.rows('customers')).toMatchObject([
      { status: 'lead', customer_key: 'cus-1', signup_at: new Date(NOW), partner_id: shop.program.partnerId },
    ])
  })

  it.each<[string, (shop: Awaited<ReturnType<typeof open>>) => Record<string, unknown>]>([
    ['by click and key', ({ click_id }) => ({ click_id, customer_key: 'cus-1', email: 'ada@example.com' })],
    ['by key alone', () => ({ customer_key: 'cus-1' })],
    ['by key, from an unknown click', () => ({ customer_key: 'cus-1', click_id: 'gone' })],
    ['by email alone', () => ({ email: ' ADA@EXAMPLE.COM ' })],
    ['by click alone', ({ click_id }) => ({ click_id })],
  ])(
    'returns 200 with the same lead_id and records nothing when it is repeated: %s',
    async (_label, createBody) => {
      const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
      const first = await shop.serverLead({
        click_id: shop.click_id,
        customer_key: 'cus-1',
        email: 'ada@example.com',
      })
      clock.advance({ days: 1 })
      const repeat = await expectNothingWritten(shop, () => shop.serverLead(createBody(shop)))
      expect(repeat.status).toBe(200)
      expect(repeat.body).toEqual({ ...SETTLED, lead_id: first.body.lead_id })
    },
  )

  it.each<[string, Record<string, unknown>]>([
    ['an empty body', {}],
    ['an unknown key', { customer_key: 'nobody' }],
    ['an unknown email', { email: 'nobody@example.com' }],
    ['an invalid click_id', { click_id: 'x', customer_key: 'cus-1' }],
  ])('returns 400 no_attribution and records nothing without a match: %s', async (_label, body) => {
    const shop = await open()
    const response = await expectNothingWritten(shop, () => shop.serverLead(body))
    expect(response.status).toBe(400)
    expect(response.body).toEqual(NO_ATTRIBUTION)
  })

  it('doesn’t resolve another program’s clicks or customers', async () => {
    const [one, two] = [await open(), await open()]
    await two.serverLead({ click_id: two.click_id, customer_key: 'two', email: 'two@example.com' })
    for (const body of [
      { click_id: two.click_id, customer_key: 'x' },
      { customer_key: 'two' },
      { email: 'two@example.com' },
      { click_id: two.click_id.replace(/^[^-]+/, one.program.id.toString(36)) },
    ]) {
      expect((await expectNothingWritten(one, () => one.serverLead(body))).body).toEqual(NO_ATTRIBUTION)
    }
  })

  it('resolves a click until the end of the attribution window, not a millisecond later', async () => {
    for (const [overrides, body] of [
      [0, SETTLED],
      [1, NO_ATTRIBUTION],
    ] as const) {
      const shop = await open()
      clock.set(new Date(daysAfter(60).getTime() + overrides))
      expect((await shop.serverLead({ click_id: shop.click_id, customer_key: 'cus-1' })).body).toEqual(body)
    }
  })

  it('does not settle a provisional lead whose click is past its window', async () => {
    const shop = await open()
    await shop.browserLead({ click_id: shop.click_id })
    clock.set(daysAfter(61))
    const response = await expectNothingWritten(shop, () =>
      shop.serverLead({ click_id: shop.click_id, customer_key: 'cus-1' }),
    )
    expect(response.body).toEqual(NO_ATTRIBUTION)
  })

  it.each(['pending', 'rejected'] as const)(
    'doesn’t resolve the click of a partner that is %s (D34)',
    async (status) => {
      const shop = await open()
      await kysely
        .updateTable('program_enrollments')
        .set({ status })
        .where('program_id', '=', shop.program.id)
        .execute()
      for (const call of [shop.serverLead, shop.browserLead]) {
        expect((await expectNothingWritten(shop, () => call({ click_id: shop.click_id }))).body).toEqual(
          NO_ATTRIBUTION,
        )
      }
    },
  )

  it('does not resolve a test click', async () => {
    const shop = await open()
    await shop.click({ additional_data: { test_mode: true, program_id: shop.program.id } })
    const test = (await shop.rows('click_events')).find(({ is_test }) => is_test)
    const click_id = `${shop.program.id.toString(36)}-${test?.click_uuid}`
    expect((await shop.serverLead({ click_id, customer_key: 'cus-1' })).body).toEqual(NO_ATTRIBUTION)
    expect((await shop.browserLead({ click_id })).body).toEqual(NO_ATTRIBUTION)
  })

  it('can create several customers from one click', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
    const leads = []
    for (const customer_key of ['a', 'b', 'c'])
      leads.push((await shop.customer(customer_key, shop.click_id)).lead_id)
    expect(new Set(leads).size).toBe(3)
    expect(await shop.rows('commissions')).toHaveLength(3)
    expect((await shop.stats()).at(-1)).toMatchObject({ leads: 3 })
    await shop.verify()
  })

  it('settles the provisional lead for the first of several customers and creates the next one', async () => {
    const shop = await open()
    const first = await shop.browserLead({ click_id: shop.click_id })
    expect((await shop.customer('a', shop.click_id)).lead_id).toBe(first.body.lead_id)
    expect((await shop.customer('b', shop.click_id)).lead_id).not.toBe(first.body.lead_id)
    await shop.verify()
  })

  it('adds a missing key and email to a settled customer without counting it again', async () => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
    const { click_id } = shop
    const first = await shop.serverLead({ click_id })
    expect((await shop.serverLead({ click_id, customer_key: 'cus-1' })).body.lead_id).toBe(first.body.lead_id)
    expect((await shop.serverLead({ customer_key: 'cus-1', email: 'ada@example.com' })).body.lead_id).toBe(
      first.body.lead_id,
    )
    expect((await shop.serverLead({ email: 'ada@example.com' })).body.lead_id).toBe(first.body.lead_id)
    expect(await shop.rows('customers')).toMatchObject([{ customer_key: 'cus-1' }])
    expect(await shop.rows('commissions')).toHaveLength(1)
    await shop.verify()
  })

  it('keeps the partner from a customer’s first lead with a click (D24)', async () => {
    const shop = await open()
    await shop.customer('cus-1', shop.click_id)
    const rivalPartner = await createTestPartner(service, shop.program)
    await shop.serverLead({ click_id: await shop.clickId(rivalPartner.code), customer_key: 'cus-1' })
    expect(await shop.rows('customers')).toMatchObject([{ partner_id: shop.program.partnerId }])
  })
})

describe('a lead request from a browser (D22)', () => {
  it.each<[string, unknown]>([
    ['no click_id', {}],
    ['null', { click_id: null }],
    ['a customer_key without a click', { customer_key: 'cus-1', email: 'ada@example.com' }],
    ['a word', { click_id: 'x' }],
    ['empty', { click_id: '' }],
    ['an unknown click', { click_id: '1-0192f3a4-b5c6-7000-8000-000000000000' }],
    ['an id after the year 9999', { click_id: '1-ffffffff-ffff-7fff-bfff-ffffffffffff' }],
    ['an unknown program’s id', { click_id: 'zzzzzzz-0192f3a4-b5c6-7000-8000-000000000000' }],
  ])(
    'returns 400 no_attribution and records nothing without a click that resolves: %s',
    async (_label, body) => {
      const shop = await openAllowed()
      await shop.customer('cus-1', await shop.clickId())
      const response = await expectNothingWritten(shop, () => shop.browserLead(body))
      expect(response.status).toBe(400)
      expect(response.body).toEqual(NO_ATTRIBUTION)
    },
  )

  it('doesn’t resolve a click past its window or in a paused program', async () => {
    const shop = await open()
    clock.set(new Date(daysAfter(60).getTime() + 1))
    expect((await shop.browserLead({ click_id: shop.click_id })).body).toEqual(NO_ATTRIBUTION)
    clock.set(NOW)
    await shop.change({ status: 'paused' })
    expect((await shop.browserLead({ click_id: shop.click_id })).body).toEqual(NO_ATTRIBUTION)
  })
})

describe('the signup date (D23)', () => {
  it('is the first request’s local day, wherever the lead settles', async () => {
    const shop = await open({ timeZone: 'America/New_York', perLead: { amount_cents: 100, currency: 'USD' } })
    const { click_id } = shop
    clock.set('2026-03-11T03:59:59.999Z')
    await shop.browserLead({ click_id })
    clock.set('2026-03-11T04:00:00.000Z')
    await shop.serverLead({ click_id, customer_key: 'cus-1' })
    expect(await shop.stats()).toEqual([
      { day: '2026-03-10', currency: 'XXX', clicks: 1, leads: 1 },
      { day: '2026-03-11', currency: 'USD', commission_cents: '100' },
    ])
    await shop.verify()
  })
})

describe('a lead’s email (D25)', () => {
  it('is stored only as an HMAC, and no table contains an email or IP address', async () => {
    const shop = await openAllowed()
    const email = ' Secret.Person@Private.Example '
    const ip = '203.0.113.77'
    await send(app, 'POST', LEAD, { body: { click_id: shop.click_id, customer_key: 'cus-1', email }, ip })
    const [customer] = await shop.rows('customers')
    // safe because the column is bytea: a Buffer on PostgreSQL, a Uint8Array on PGlite
    expect(Buffer.from(customer?.email_hash as Uint8Array)).toEqual(
      hashEmail('secret.person@private.example', deps.config.appSecret),
    )
    for (const table of TRACKING_TABLES) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(
        kysely,
      )
      for (const { text } of rows) {
        expect(text.toLowerCase()).not.toContain('private.example')
        expect(text).not.toContain(ip)
      }
    }
  })
})

describe('test leads', () => {
  const expectedResponse = (shop: Shop) => ({
    success: true,
    message: expect.any(String),
    data: { eventId: expect.any(Number), programId: shop.program.id, test_mode: true },
  })

  it.each<[string, (shop: Awaited<ReturnType<typeof open>>) => Promise<{ status: number; body: unknown }>]>([
    [
      'from a browser, program_id as a number',
      (shop) => shop.browserLead({ additional_data: { test_mode: true, program_id: shop.program.id } }),
    ],
    [
      'from a browser, program_id as a string',
      (shop) => shop.browserLead({ additional_data: { test_mode: true, program_id: `${shop.program.id}` } }),
    ],
    [
      'from a browser, program_id next to additional_data',
      (shop) => shop.browserLead({ program_id: shop.program.id, additional_data: { test_mode: true } }),
    ],
    ['a live key', (shop) => shop.serverLead({ additional_data: { test_mode: true } })],
    [
      'a test key',
      (shop) =>
        send(app, 'POST', LEAD, {
          body: { click_id: shop.click_id, customer_key: 'x', email: 'a@b.c' },
          bearer: shop.program.testKey,
        }),
    ],
  ])('are recorded without changing production data: %s', async (_label, call) => {
    const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
    const before = await shop.counts()
    const response = await call(shop)
    expect(response.status).toBe(200)
    expect(response.body).toEqual(expectedResponse(shop))
    expect(await shop.counts()).toEqual({ ...before, lead_events: 1 })
    expect(await shop.rows('lead_events')).toMatchObject([{ is_test: true, customer_id: null }])
    await shop.verify()
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no program_id', { test_mode: true }, 'program_id'],
    ['an unknown program', { test_mode: true, program_id: 999_999_999 }, 'program_id'],
    ['a word', { test_mode: true, program_id: 'mine' }, 'program_id'],
    ['test_mode "true"', { test_mode: 'true', program_id: 1 }, 'test_mode'],
  ])('return 400 invalid_request from a browser with %s', async (_label, additional_data, field) => {
    const shop = await open()
    const response = await expectNothingWritten(shop, () => shop.browserLead({ additional_data }))
    expect(response.body).toEqual(invalid(`additional_data.${field}`))
  })

  it('are never recorded outside the key’s program', async () => {
    const [one, two] = [await open(), await open()]
    const additional_data = { test_mode: true, program_id: two.program.id }
    for (const bearer of [one.program.liveKey, one.program.testKey]) {
      const response = await expectNothingWritten(two, () =>
        send(app, 'POST', LEAD, { body: { additional_data }, bearer }),
      )
      expect(response.body).toEqual(invalid('additional_data.program_id'))
    }
  })
})

describe('lead requests from browsers (D1, D14)', () => {
  it('can contain JSON as text/plain, with or without a charset, which doesn’t need a preflight', async () => {
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'TEXT/PLAIN']) {
      const shop = await open()
      const response = await send(app, 'POST', LEAD, {
        body: { click_id: shop.click_id },
        headers: { 'content-type': type, origin: 'https://shop.test' },
      })
      expect(response.body).toEqual(PROVISIONAL)
      expect(response.headers['access-control-allow-origin']).toBe('*')
    }
  })

  it('can be text/plain, but requests from servers must be application/json', async () => {
    const shop = await open()
    const response = await send(app, 'POST', LEAD, {
      body: { click_id: shop.click_id, customer_key: 'c' },
      headers: { 'content-type': 'text/plain' },
      bearer: shop.program.liveKey,
    })
    expect(response.body).toEqual(platformError(415, 'unsupported_media_type'))
  })

  it('return responses and errors that scripts can read, but never with credentials', async () => {
    for (const body of [{}, '{', { email: 1 }]) {
      const { headers, status } = await send(app, 'POST', LEAD, {
        body,
        headers: { origin: 'https://shop.test' },
      })
      expect(status).toBe(400)
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  it('return a response without a body to a preflight', async () => {
    const response = await app.inject({
      method: 'OPTIONS',
      url: LEAD,
      headers: {
        origin: 'https://shop.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringContaining('content-type'),
      'access-control-max-age': expect.stringMatching(/^\d+$/),
    })
  })
})
