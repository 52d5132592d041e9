import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isPlaceholderId } from '../../server/src/core/text/placeholder-id.rule.ts'
import { BROWSER, startTestService } from '../../server/test/harness.ts'
import { openShop } from '../../server/test/merchant.ts'
import {
  AffiliateClient,
  AffiliateError,
  type ClickInput,
  type ClientOptions,
  isAffiliateError,
  RateLimitError,
  type RequestEvent,
  withResponse,
} from '../src/index.ts'
import { type Fault, startProxy } from './proxy.ts'

const service = await startTestService()
const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const UUID = /^[0-9a-f-]{36}$/

/** Opens a program with its own client, behind a proxy with these faults. */
async function open(faults: Fault[] = [], options: Partial<ClientOptions> = {}) {
  const shop = await openShop(service)
  const proxy = await startProxy(baseUrl, faults)
  const client = (apiKey: string) => new AffiliateClient({ baseUrl: proxy.url, apiKey, ...options })
  return { ...shop, proxy, sdk: client(shop.program.liveKey), testSdk: client(shop.program.testKey) }
}

const catchError = (call: Promise<unknown>): Promise<AffiliateError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => (error instanceof AffiliateError ? error : Promise.reject(error)),
  )

describe('the client', () => {
  it('reports a signup, its sale and its refund', async () => {
    const shop = await open()
    const lead = await shop.sdk.trackLead({ clickId: await shop.clickId(), customerKey: 'cus-1' })
    const leadId = expect.any(Number)
    expect(lead).toEqual({ isTest: false, leadId, isProvisional: false, message: 'Lead recorded.' })
    expect((await shop.sdk.trackLead({ customerKey: 'cus-1' })).leadId).toBe(lead.leadId)

    const sale = await shop.sdk.trackSale({ transactionId: 't-1', amountCents: 4900, customerKey: 'cus-1' })
    expect(sale).toEqual({
      alreadyRecorded: false,
      isTest: false,
      saleId: expect.any(Number),
      commissionId: expect.any(Number),
      message: expect.any(String),
    })
    const again = await shop.sdk.trackSale({ transactionId: 't-1', amountCents: 4900, customerKey: 'cus-1' })
    expect(again).toEqual({ alreadyRecorded: true, saleId: sale.saleId, message: expect.any(String) })

    const part = await shop.sdk.trackRefund({ transactionId: 't-1', refundAmountCents: 900, refundId: 'r-1' })
    expect(part).toEqual({
      isTest: false,
      status: 'refunded',
      saleId: sale.saleId,
      commissionId: sale.alreadyRecorded ? undefined : sale.commissionId,
      refundedAmountCents: 900,
      remainingAmountCents: 4000,
      message: expect.any(String),
    })
    const rest = await shop.sdk.trackRefund({ transactionId: 't-1', refundReason: 'changed my mind' })
    expect(rest).toMatchObject({ status: 'reversed', refundedAmountCents: 4900, remainingAmountCents: 0 })
  })

  it("sends every field with the API's name and value", async () => {
    const shop = await open()
    await shop.customer('cus-1')
    const occurredAt = new Date(service.clock.now().getTime() - 60_000)
    await shop.sdk.trackSale({
      transactionId: 't-1',
      amountCents: 120_000,
      currency: 'VND',
      customerKey: 'cus-1',
      clickId: null,
      taxAmountCents: 20_000,
      saleType: 'subscription',
      isRecurring: true,
      subscriptionId: 'sub-1',
      subscriptionInterval: 'monthly',
      productId: 'pro',
      occurredAt,
      provider: 'other',
      providerPaymentId: 'pay-1',
      additionalData: { cartSize: 3, inner_name: { isUnchanged: true } },
    })
    expect(await shop.rows('sale_events')).toMatchObject([
      {
        transaction_id: 't-1',
        currency: 'VND',
        sale_type: 'subscription',
        is_recurring: true,
        subscription_id: 'sub-1',
        subscription_interval: 'monthly',
        product_id: 'pro',
        occurred_at: occurredAt,
        provider: 'other',
        provider_payment_id: 'pay-1',
        additional_data: { cartSize: 3, inner_name: { isUnchanged: true } },
      },
    ])
    const lead = { customerKey: 'k', email: 'a@b.test', sessionId: 's', pageUrl: 'https://shop.test/' }
    await shop.sdk.trackLead({ ...lead, clickId: await shop.clickId() })
    expect(JSON.parse(shop.proxy.seen.at(-1)?.body ?? '')).toEqual({
      customer_key: 'k',
      email: 'a@b.test',
      session_id: 's',
      page_url: 'https://shop.test/',
      click_id: expect.any(String),
    })
  })

  it('records test events with a test key, and reports a repeated test sale as a duplicate', async () => {
    const shop = await open()
    const sale = { transactionId: 't-1', amountCents: 4900 }
    expect(await shop.testSdk.trackSale(sale)).toMatchObject({ isTest: true, saleId: expect.any(Number) })
    expect(await shop.testSdk.trackSale(sale)).toMatchObject({ alreadyRecorded: true })
    expect(await shop.testSdk.trackLead({})).toMatchObject({ isTest: true, leadId: expect.any(Number) })
    expect(await shop.testSdk.trackRefund({ transactionId: 't-1' })).toMatchObject({ isTest: true })
    expect(await shop.counts()).toMatchObject({ commissions: 0, customers: 0 })
  })

  it('records a click that the signup can refer to', async () => {
    const shop = await open()
    const click = await shop.sdk.trackClick({
      affiliateUrl: shop.url,
      pageTitle: 'Shop',
      userAgent: BROWSER,
      existingClickId: null,
    })
    if (!click.isCounted) throw new Error(`not counted: ${click.message}`)
    expect(click).toMatchObject({ isTest: false, partnerCode: shop.program.code, cookieWindowDays: 60 })
    const lead = await shop.sdk.trackLead({ clickId: click.clickId, customerKey: 'cus-1' })
    expect(lead).toMatchObject({ isTest: false, leadId: expect.any(Number) })
    expect(await shop.rows('click_events')).toHaveLength(1)
    const dimensions = await shop.rows('click_dimensions')
    expect(dimensions).toContainEqual(expect.objectContaining({ page_title: 'Shop' }))
    expect(dimensions).toContainEqual(expect.objectContaining({ user_agent: BROWSER }))
  })

  it('returns the reason a click isn’t counted; the SDK’s own user agent isn’t treated as a bot', async () => {
    const shop = await open()
    const click = (input: Partial<ClickInput>) => shop.sdk.trackClick({ affiliateUrl: shop.url, ...input })
    expect(await click({})).toMatchObject({ isCounted: true })
    expect(await click({ userAgent: 'Googlebot/2.1' })).toEqual({
      isCounted: false,
      isTest: false,
      reason: 'bot',
      message: expect.any(String),
    })
    const unknown = await click({ affiliateUrl: 'https://shop.test/?aff=nobody' })
    expect(unknown).toMatchObject({ isCounted: false, reason: 'unknown_link' })
    const test = await shop.testSdk.trackClick({ affiliateUrl: shop.url })
    expect(test).toMatchObject({ isCounted: false, isTest: true, eventId: expect.any(Number) })
    expect(await catchError(click({ affiliateUrl: '/?aff=x' }))).toMatchObject({
      code: 'invalid_request',
      details: { field: 'affiliate_url' },
    })
  })

  it('identifies itself and its runtime to the service', async () => {
    const shop = await open()
    await shop.testSdk.trackLead({})
    expect(shop.proxy.seen[0]?.headers['user-agent']).toBe(
      `affiliate-sdk/${version} node/${process.versions.node}`,
    )
  })

  it('passes strings to a custom fetch', async () => {
    const given: RequestInit[] = []
    const respond: typeof fetch = async (_url, init) => {
      given.push(init ?? {})
      return Response.json({ success: true, lead_id: 7, message: 'Lead recorded.' })
    }
    const sdk = new AffiliateClient({ baseUrl: 'https://x.test', apiKey: 'key', fetch: respond })
    expect(await sdk.trackLead({ customerKey: 'k' })).toMatchObject({ leadId: 7 })
    expect(given).toMatchObject([
      {
        method: 'POST',
        headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
        body: '{"customer_key":"k"}',
      },
    ])
  })

  it("returns a response's request ID, rate limit and attempt", async () => {
    const shop = await open(['drop'])
    await shop.customer('cus-1')
    const sale = { transactionId: 't-1', amountCents: 4900, customerKey: 'cus-1' }
    const first = await withResponse(shop.sdk.trackSale(sale))
    expect(first.result).toMatchObject({ alreadyRecorded: false })
    expect(first.response).toMatchObject({ status: 200, attempt: 2, requestId: expect.stringMatching(UUID) })
    const again = await withResponse(shop.sdk.trackSale(sale))
    expect(again.result).toMatchObject({ alreadyRecorded: true })
    expect(again.response).toMatchObject({ status: 409, attempt: 1, requestId: expect.stringMatching(UUID) })
    const [one, other] = [first.response.rateLimit, again.response.rateLimit]
    expect(one).toEqual({
      limit: expect.any(Number),
      windowSeconds: 60,
      remaining: (other?.remaining ?? 0) + 1,
      resetSeconds: expect.any(Number),
    })
    const error = await catchError(withResponse(shop.sdk.trackRefund({ transactionId: 'other' })))
    expect(error.response).toMatchObject({
      status: 404,
      requestId: error.requestId,
      rateLimit: expect.anything(),
    })
    await expect(withResponse(Promise.resolve(1))).rejects.toThrow(TypeError)
  })

  it('returns nulls for a sale after its attribution window', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    await shop.change({ attribution_window_days: 1 })
    service.clock.advance({ days: 2 })
    const sale = await shop.sdk.trackSale({ transactionId: 't', amountCents: 1, customerKey: 'cus-1' })
    expect(sale).toMatchObject({ alreadyRecorded: false, saleId: null, commissionId: null })
  })

  it('rejects invalid options', () => {
    const make = (options: Partial<ClientOptions>) => () =>
      new AffiliateClient({ apiKey: 'k', baseUrl: 'https://x.test', ...options })
    expect(make({})).not.toThrow()
    for (const options of [
      { apiKey: '' },
      { apiKey: 'a\nb' },
      { apiKey: undefined },
      { managementKey: undefined },
      { managementKey: '' },
      { baseUrl: 'track.example.com' },
      { baseUrl: 'file:///x' },
      { timeoutMs: 0 },
      { deadlineMs: 0 },
      { deadlineMs: Number.NaN },
      { maxRetries: -1 },
      { maxRetries: 1.5 },
    ]) {
      expect(make(options), JSON.stringify(options)).toThrow(TypeError)
    }
    expect(() => new AffiliateClient({ baseUrl })).toThrow('Set apiKey')
    expect(() => new AffiliateClient({ baseUrl, managementKey: 'm' })).not.toThrow()
  })

  it('rejects tracking calls without an API key, and sends nothing', async () => {
    const proxy = await startProxy(baseUrl)
    const sdk = new AffiliateClient({ baseUrl: proxy.url, managementKey: 'm' })
    await expect(sdk.trackLead({})).rejects.toThrow("trackLead needs the client's apiKey")
    expect(proxy.seen).toEqual([])
  })
})

describe('an error', () => {
  it('has the service’s code, status, details and request ID, and isn’t retried', async () => {
    const shop = await open()
    const error = await catchError(shop.sdk.trackSale({ transactionId: 't', amountCents: -1 }))
    expect(error).toMatchObject({
      name: 'AffiliateError',
      code: 'invalid_request',
      status: 400,
      details: { field: 'amount_cents' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(shop.proxy.seen).toHaveLength(1)
  })

  it.each([
    ['no_attribution', 400, { transactionId: 't', amountCents: 1, customerKey: 'nobody' }],
    ['unsupported_currency', 422, { transactionId: 't', amountCents: 1, currency: 'usd' as 'USD' }],
  ])('isn’t retried: %s (%i)', async (code, status, sale) => {
    const shop = await open()
    expect(await catchError(shop.sdk.trackSale(sale))).toMatchObject({ code, status })
    expect(shop.proxy.seen).toHaveLength(1)
  })

  it('distinguishes a missing sale from a refund that exceeds the remaining amount', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    await shop.sdk.trackSale({ transactionId: 't', amountCents: 100, customerKey: 'cus-1' })
    const none = catchError(shop.sdk.trackRefund({ transactionId: 'other' }))
    expect(await none).toMatchObject({ code: 'sale_not_found', status: 404 })
    const more = catchError(
      shop.sdk.trackRefund({ transactionId: 't', refundId: 'r', refundAmountCents: 101 }),
    )
    expect(await more).toMatchObject({ code: 'invalid_request', status: 400 })
  })

  it('distinguishes an invalid key from a retired one', async () => {
    const shop = await open()
    const failing = new AffiliateClient({ baseUrl, apiKey: 'aff_live_1_nonsense' })
    expect(await catchError(failing.trackLead({}))).toMatchObject({ code: 'unauthorized', status: 401 })
    await service.database.kysely
      .updateTable('api_keys')
      .set({ retired_at: service.clock.now() })
      .where('program_id', '=', shop.program.id)
      .execute()
    expect(await catchError(shop.sdk.trackLead({}))).toMatchObject({
      code: 'api_key_rotation_required',
      status: 401,
      details: { hint: expect.any(String), docs_url: expect.any(String) },
    })
  })

  it('has the code unexpected_response for responses from other servers, with a hint for a redirect', async () => {
    const moved = { status: 301, headers: { location: 'https://x.test/' } }
    const page = { status: 404, body: '<html>' }
    const shop = await open([moved, page, { status: 200, body: 'ok' }])
    const call = () => catchError(shop.sdk.trackLead({ customerKey: 'k' }))
    expect(await call()).toMatchObject({ code: 'unexpected_response', status: 301 })
    expect(await call()).toMatchObject({ code: 'unexpected_response', status: 404 })
    expect(await call()).toMatchObject({ code: 'unexpected_response', status: 200 })
    expect(shop.proxy.seen).toHaveLength(3)
  })
})

describe('isAffiliateError', () => {
  it('narrows the error by its codes, including the documented details', () => {
    const error: unknown = new AffiliateError('invalid_request', 'x', { details: { field: 'email' } })
    expect(isAffiliateError(error)).toBe(true)
    expect(isAffiliateError(error, 'no_attribution', 'conflict')).toBe(false)
    if (!isAffiliateError(error, 'invalid_request', 'conflict')) throw new Error('not found')
    expect(error.code === 'invalid_request' && error.details.field).toBe('email')
    expect(isAffiliateError(new Error('x'))).toBe(false)
  })
})

const limited = (seconds: number): Fault => ({
  status: 429,
  body: JSON.stringify({ error: { code: 'rate_limited', message: 'Wait.', retry_after_seconds: seconds } }),
})

const UNAVAILABLE = JSON.stringify({
  data: null,
  error: {
    status: 503,
    name: 'ServiceUnavailableError',
    code: 'service_unavailable',
    message: 'Later.',
    details: { retry_after_seconds: 2 },
  },
})

describe('a failed attempt', () => {
  it.each<[string, Fault]>([
    ['a dropped connection', 'drop'],
    ['503 from a proxy', { status: 503, body: '<html>' }],
    ['408 from a proxy', { status: 408, body: '<html>' }],
    ['500 from the service', { status: 500, body: '{"error": {"code": "internal_error", "message": ""}}' }],
  ])('is retried until it succeeds after %s', async (_name, fault) => {
    const shop = await open([fault, fault])
    await shop.customer('cus-1')
    const sale = await shop.sdk.trackSale({ transactionId: 't', amountCents: 1, customerKey: 'cus-1' })
    expect(sale).toMatchObject({ alreadyRecorded: false, saleId: expect.any(Number) })
    expect(new Set(shop.proxy.seen.map(({ body }) => body)).size).toBe(1)
    expect(shop.proxy.seen).toHaveLength(3)
  })

  it('ends in alreadyRecorded with the sale’s ID if a recorded sale’s response was lost', async () => {
    const shop = await open(['drop response'])
    await shop.customer('cus-1')
    const sale = await shop.sdk.trackSale({ transactionId: 't', amountCents: 1, customerKey: 'cus-1' })
    const [row] = await shop.rows('sale_events')
    expect(sale).toMatchObject({ alreadyRecorded: true, saleId: row?.id })
    expect(await shop.counts()).toMatchObject({ sale_events: 1, commissions: 1 })
  })

  it('is retried after a timeout, and throws `timeout` when the attempts run out', async () => {
    const sale = { transactionId: 'a', amountCents: 1, customerKey: 'cus-1' }
    // There are enough attempts for a busy machine; the sale is still recorded once.
    const shop = await open(['hang'], { timeoutMs: 1_000, maxRetries: 10 })
    await shop.customer('cus-1')
    expect(await shop.sdk.trackSale(sale)).toMatchObject({ saleId: expect.any(Number) })
    expect(shop.proxy.seen.length).toBeGreaterThan(1)

    // Counted before sending, because a busy machine may end an attempt before the proxy receives it.
    const attempts: number[] = []
    const onRequest = ({ attempt }: RequestEvent) => attempts.push(attempt)
    const silent = await open(['hang', 'hang'], { timeoutMs: 300, maxRetries: 1, onRequest })
    expect(await catchError(silent.sdk.trackSale(sale))).toMatchObject({ code: 'timeout', status: undefined })
    expect(attempts).toEqual([1, 2])
  })

  it('is retried after a 429, once the delay in the response has passed', async () => {
    const shop = await open([limited(1)])
    const startedAt = performance.now()
    const lead = await shop.sdk.trackLead({ customerKey: 'k', clickId: await shop.clickId() })
    expect(lead.leadId).toEqual(expect.any(Number))
    expect(performance.now() - startedAt).toBeGreaterThan(990)
  })

  it.each<[string, Fault]>([
    ['from the service', { status: 503, body: UNAVAILABLE }],
    ['from a proxy, in a header', { status: 503, headers: { 'retry-after': '2' }, body: '<html>' }],
  ])('is retried after a 503 %s, once the delay in the response has passed', async (_name, fault) => {
    const shop = await open([fault])
    const startedAt = performance.now()
    const lead = await shop.sdk.trackLead({ customerKey: 'k', clickId: await shop.clickId() })
    expect(lead.leadId).toEqual(expect.any(Number))
    expect(performance.now() - startedAt).toBeGreaterThan(1_990)
  })

  it('throws the service’s code, status and delay if a 503 persists', async () => {
    const shop = await open([{ status: 503, body: UNAVAILABLE }], { maxRetries: 0 })
    const error = await catchError(shop.sdk.trackLead({}))
    expect(error).toMatchObject({ code: 'service_unavailable', status: 503, retryAfterSeconds: 2 })
  })

  it('becomes a RateLimitError if a 429 persists or has a delay of more than a minute', async () => {
    const shop = await open([limited(61), limited(7)])
    const delayed = await catchError(shop.sdk.trackLead({}))
    expect(delayed).toBeInstanceOf(RateLimitError)
    expect(delayed).toMatchObject({ code: 'rate_limited', status: 429, retryAfterSeconds: 61 })
    const once = await catchError(shop.sdk.trackLead({}, { maxRetries: 0 }))
    expect(once).toMatchObject({ retryAfterSeconds: 7 })
    expect(shop.proxy.seen).toHaveLength(2)
  })

  it('throws its error after the maximum number of attempts', async () => {
    const shop = await open(['drop', 'drop', 'drop', 'drop'], { maxRetries: 2 })
    const error = await catchError(shop.sdk.trackLead({ customerKey: 'k' }))
    expect(error).toMatchObject({ code: 'network_error', status: undefined, cause: expect.any(Error) })
    expect(shop.proxy.seen).toHaveLength(3)
  })
})

/** Returns the address of a port where no server listens. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

describe('a click', () => {
  it('is retried if it was rejected or didn’t reach the service', async () => {
    const shop = await open([limited(1)])
    expect(await shop.sdk.trackClick({ affiliateUrl: shop.url })).toMatchObject({ isCounted: true })
    expect(shop.proxy.seen).toHaveLength(2)

    const retries: string[] = []
    const sdk = new AffiliateClient({
      baseUrl: await closedAddress(),
      apiKey: 'k',
      maxRetries: 1,
      onRetry: ({ error }) => retries.push(error.code),
    })
    expect(await catchError(sdk.trackClick({ affiliateUrl: shop.url }))).toMatchObject({
      code: 'network_error',
    })
    expect(retries).toEqual(['network_error'])
  })

  it.each<[Fault]>([['drop response'], [{ status: 503, body: UNAVAILABLE }], [{ status: 408, body: '' }]])(
    'is retried with its event ID and counts once: %j',
    async (fault) => {
      const shop = await open([fault])
      expect(await shop.sdk.trackClick({ affiliateUrl: shop.url })).toMatchObject({ isCounted: true })
      const events = shop.proxy.seen.map(({ body }) => JSON.parse(body).event_id)
      expect(events).toEqual([expect.stringMatching(UUID), events[0]])
      expect(await shop.counts()).toMatchObject({ click_events: 1 })
    },
  )

  it('is a new click in each call, unless the caller passes its ID', async () => {
    const shop = await open()
    const click = (eventId?: number) => shop.sdk.trackClick({ affiliateUrl: shop.url, eventId })
    for (const eventId of [undefined, undefined, 7, 7]) await click(eventId)
    expect(await shop.counts()).toMatchObject({ click_events: 3 })
  })
})

describe('IDs in tracking calls', () => {
  it('arrive as strings if they are numbers', async () => {
    const shop = await open()
    const clickId = await shop.clickId()
    await shop.sdk.trackLead({ clickId, customerKey: 42, sessionId: 0 })
    const sale = {
      transactionId: 1001n,
      amountCents: 4900,
      customerKey: 42n,
      productId: 7,
      subscriptionId: 8,
    }
    await shop.sdk.trackSale({ ...sale, providerPaymentId: 9 })
    await shop.sdk.trackRefund({ transactionId: 1001, refundId: 1, refundAmountCents: 900 })
    expect(await shop.rows('customers')).toMatchObject([{ customer_key: '42', sale_count: 1 }])
    expect(await shop.rows('lead_events')).toMatchObject([{ session_id: '0' }])
    expect(await shop.rows('sale_events')).toMatchObject([
      { transaction_id: '1001', product_id: '7', subscription_id: '8', provider_payment_id: '9' },
    ])
    expect(await shop.rows('refund_events')).toMatchObject([{ refund_id: '1' }])
  })

  it.each(['undefined', 'null', 'NaN', 'None', '[object Object]', 'True', ' false ', Number.NaN, 1 / 0])(
    'are not sent if they are the placeholder %j, because the service would reject them',
    async (id) => {
      const shop = await open()
      expect(typeof id === 'number' || isPlaceholderId(id)).toBe(true)
      const sale = { transactionId: 't-1', amountCents: 4900, customerKey: 'cus-1' }
      for (const [field, call] of [
        ['customer_key', () => shop.sdk.trackLead({ customerKey: id })],
        ['customer_key', () => shop.sdk.trackSale({ ...sale, customerKey: id })],
        ['transaction_id', () => shop.sdk.trackSale({ ...sale, transactionId: id })],
        ['refund_id', () => shop.sdk.trackRefund({ transactionId: 't-1', refundId: id })],
      ] as const) {
        expect(await catchError(call())).toMatchObject({ code: 'invalid_request', details: { field } })
      }
      expect(shop.proxy.seen).toEqual([])
      await shop.customer('cus-1')
      await shop.sdk.trackLead({ customerKey: 'cus-1', clickId: String(id) })
      expect(JSON.parse(shop.proxy.seen.at(-1)?.body ?? '')).toEqual({ customer_key: 'cus-1' })
    },
  )
})

describe('a deadline', () => {
  it('ends a hanging call, however long an attempt may take', async () => {
    const attempts: number[] = []
    const onRequest = ({ attempt }: RequestEvent) => attempts.push(attempt)
    const shop = await open(['hang'], { timeoutMs: 60_000, deadlineMs: 300, onRequest })
    const error = await catchError(shop.sdk.trackLead({ customerKey: 'k' }))
    expect(error).toMatchObject({ code: 'timeout', message: 'No response within the deadline of 300 ms.' })
    expect(attempts).toEqual([1])
  })

  it('ends the call immediately with the last error if it is shorter than the next delay', async () => {
    const shop = await open([limited(30)])
    const error = await catchError(shop.sdk.trackLead({ customerKey: 'k' }, { deadlineMs: 29_000 }))
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 })
    expect(shop.proxy.seen).toHaveLength(1)
  })
})

describe('hooks', () => {
  it('see each attempt, response and delay but never the key, and may add headers', async () => {
    const calls: string[] = []
    const seen: RequestEvent[] = []
    const shop = await open(['drop', limited(1)], {
      onRequest: (request) => {
        seen.push(request)
        request.headers.set('traceparent', `trace-${request.attempt}`)
        calls.push(`request ${request.operation} ${request.attempt}`)
      },
      onResponse: ({ attempt, response, durationMs }) =>
        calls.push(`response ${attempt} ${response.status} ${durationMs > 0}`),
      onRetry: ({ attempt, error, waitMs }) => calls.push(`retry ${attempt} ${error.code} ${waitMs > 0}`),
    })
    await shop.testSdk.trackLead({})
    expect(calls).toEqual([
      'request trackLead 1',
      'retry 1 network_error true',
      'request trackLead 2',
      'response 2 429 true',
      'retry 2 rate_limited true',
      'request trackLead 3',
      'response 3 200 true',
    ])
    expect(seen.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toContain(
      'POST /api/v1/track/lead',
    )
    expect(JSON.stringify(seen.map(({ headers }) => [...headers]))).not.toContain(shop.program.testKey)
    expect(shop.proxy.seen.map(({ headers }) => headers.traceparent)).toEqual([
      'trace-1',
      'trace-2',
      'trace-3',
    ])
    expect(shop.proxy.seen[0]?.headers.authorization).toBe(`Bearer ${shop.program.testKey}`)
  })

  it('end the call with their error, without a retry, if they throw', async () => {
    const failing = new Error('wrong')
    const onResponse = () => {
      throw failing
    }
    const shop = await open([], { onResponse })
    await expect(shop.testSdk.trackLead({})).rejects.toBe(failing)
    expect(shop.proxy.seen).toHaveLength(1)
  })
})

describe('a signal', () => {
  it('ends a hanging or waiting call with its own reason', async () => {
    for (const fault of ['hang', limited(30)] as const) {
      const shop = await open([fault])
      const controller = new AbortController()
      const call = shop.sdk.trackLead({}, { signal: controller.signal })
      await expect.poll(() => shop.proxy.seen.length).toBe(1)
      const reason = new Error('enough')
      controller.abort(reason)
      await expect(call).rejects.toBe(reason)
    }
  })

  it('prevents sending if it is already aborted', async () => {
    const shop = await open()
    await expect(shop.sdk.trackLead({}, { signal: AbortSignal.abort('no') })).rejects.toBe('no')
    expect(shop.proxy.seen).toEqual([])
  })
})
