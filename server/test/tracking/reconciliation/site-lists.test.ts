import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { OutboundNetwork } from '../../../src/core/http/outbound-url.rule.ts'
import { createProcessors } from '../../../src/tracking/processors/processors.adapter.ts'
import { reconcilePayments } from '../../../src/tracking/reconciliation/reconcile-payments.job.ts'
import { send, signInMember, startTestService, TEST_TIME, type TestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { ADAPTERS, type AdapterUnderTest, decimal, type EventSpec } from '../processors/adapters.ts'
import {
  type ListApi,
  type ListedResponse,
  type ReconciledService,
  startApi,
  startReconciledService,
} from './list-api.ts'

type Json = Record<string, unknown>

/** Objects in a fake account. */
interface Account {
  payments: EventSpec[]
  refunds: EventSpec[]
}

/** A list whose account has its own host, or whose key has a secret. */
interface ListUnderTest {
  name: AdapterUnderTest['name']
  credentials: { apiKey: string; apiSecret?: string; site?: string }
  /** The form that exchanges a key for a token. */
  grant?: string
  /** The key in each request. */
  sentKey: string
  /** The site as it is stored. */
  site?: string
  /** Credentials that are rejected, each with one invalid field. */
  invalid: [field: string, value: string][]
  /** Requests for one page of payments. */
  isPage(url: URL): boolean
  /** The fake API, with two objects per page. */
  respond(adapter: AdapterUnderTest, account: Account, url: URL): ListedResponse | undefined
  /** The field that identifies a refund. */
  refundReference(spec: EventSpec): string
}

const PAGE_ROWS = 2
const NO_STRIPE = { clientId: undefined, secretKey: undefined, webhookSecret: undefined }
const AT = new Date('2026-03-05T08:00:00.000Z')

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

function slicePage<Row>(rows: readonly Row[], page: number): { rows: Row[]; pages: number } {
  return {
    rows: rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS),
    pages: Math.ceil(rows.length / PAGE_ROWS),
  }
}

const gmt = (at: Date) => at.toISOString().slice(0, 19)

const woocommerce: ListUnderTest = {
  name: 'woocommerce',
  credentials: { apiKey: 'ck_0123456789', apiSecret: 'cs_0123456789', site: 'https://Shop.example/store/' },
  sentKey: basic('ck_0123456789:cs_0123456789'),
  site: 'https://shop.example/store',
  invalid: [
    ['apiKey', 'cs_0123456789'],
    ['apiSecret', ''],
    ['site', ''],
    ['site', 'shop.example'],
    ['site', 'https://shop.example/?a=1'],
    ['site', 'https://user:pass@shop.example'],
    ['site', 'https://169.254.169.254'],
    ['site', 'https://[::ffff:169.254.169.254]'],
    ['site', 'https://2852039166'],
    ['site', 'http://shop.example'],
    ['site', 'https://10.0.0.1'],
  ],
  isPage: ({ searchParams }) => searchParams.has('after'),
  respond(adapter, { payments, refunds }, url) {
    const orders = payments.map((spec) => {
      const orderRefunds = refunds.filter(({ payment }) => payment === spec.payment)
      const changed = orderRefunds.at(-1)
      const kind = changed === undefined ? 'payment' : 'refund'
      return {
        ...JSON.parse(adapter.event(kind, { ...spec, refundedCents: changed?.refundedCents ?? 0 }).body),
        date_created_gmt: gmt(spec.at),
        date_modified_gmt: gmt(changed?.at ?? spec.at),
      }
    })
    const [, id] = /^\/wp-json\/wc\/v3\/orders(?:\/(\d+))?$/.exec(url.pathname) ?? []
    if (id !== undefined) {
      const order = orders.find((one) => String(one.id) === id)
      return order && { body: order }
    }
    const isByChange = url.searchParams.has('modified_after')
    const [after, before] = ['after', 'before'].map((name) =>
      url.searchParams.get(isByChange ? `modified_${name}` : name),
    )
    // WordPress would convert other times to the store's time zone.
    const isInUtc = [after, before].every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(time ?? ''))
    if (!isInUtc || url.searchParams.get('dates_are_gmt') !== 'true') return undefined
    const selected = orders.filter((order) => {
      const at = isByChange ? order.date_modified_gmt : order.date_created_gmt
      return after != null && before != null && at > after && at < before
    })
    const { rows, pages } = slicePage(selected, Number(url.searchParams.get('page')))
    return { body: rows, headers: { 'x-wp-totalpages': String(pages) } }
  },
  refundReference: ({ payment }) => `woocommerce_order_${payment}`,
}

function findAdapter(name: string): AdapterUnderTest {
  const adapter = ADAPTERS.find((one) => one.name === name)
  if (adapter === undefined) throw new Error(`no adapter ${name}`)
  return adapter
}

const shopify: ListUnderTest = {
  name: 'shopify',
  credentials: {
    apiKey: 'ab'.repeat(16),
    apiSecret: 'shpss_0123456789abcdef',
    site: 'My-Store.myshopify.com',
  },
  grant: `grant_type=client_credentials&client_id=${'ab'.repeat(16)}&client_secret=shpss_0123456789abcdef`,
  sentKey: 'shpat_granted',
  site: 'my-store.myshopify.com',
  invalid: [
    ['apiKey', 'key'],
    ['apiSecret', ''],
    ['apiSecret', 'short'],
    ['site', ''],
    ['site', 'my-store'],
    ['site', 'shop.example'],
    ['site', 'myshopify.com'],
    ['site', '.myshopify.com'],
    ['site', 'evil.example/.myshopify.com'],
    ['site', 'evil.example#.myshopify.com'],
    ['site', 'evil.example\\.myshopify.com'],
    ['site', 'user@store.myshopify.com'],
    ['site', 'store.myshopify.com:8443'],
    ['site', 'a.b.myshopify.com'],
    ['site', 'store.myshopify.com.evil.example'],
  ],
  isPage: (url) => shopifyQuery(url).has('created_at_min'),
  respond(adapter, { payments, refunds }, url) {
    if (url.pathname === '/admin/oauth/access_token') return { body: { access_token: 'shpat_granted' } }
    const orders = payments.map((spec) => {
      const orderRefunds = refunds.filter(({ payment }) => payment === spec.payment)
      return {
        ...JSON.parse(adapter.event('payment', spec).body),
        created_at: spec.at.toISOString(),
        updated_at: (orderRefunds.at(-1) ?? spec).at.toISOString(),
        financial_status: orderRefunds.length === 0 ? 'paid' : 'partially_refunded',
        refunds: orderRefunds.map((refund) => JSON.parse(adapter.event('refund', refund).body)),
      }
    })
    const [, id, refundId] = /\/orders\/(\d+)(?:\/refunds\/(\d+))?\.json$/.exec(url.pathname) ?? []
    if (id !== undefined) {
      const order = orders.find((one) => String(one.id) === id)
      const refund = order?.refunds.find((one: Json) => String(one.id) === refundId)
      if (refundId !== undefined) return refund && { body: { refund } }
      return order && { body: { order } }
    }
    const query = shopifyQuery(url)
    const [from, before, changed] = ['created_at_min', 'created_at_max', 'updated_at_min'].map((name) =>
      query.get(name),
    )
    const selected = orders.filter(({ created_at, updated_at }) =>
      changed == null ? created_at >= String(from) && created_at <= String(before) : updated_at >= changed,
    )
    const page = Number(query.get('page') ?? 1)
    const { rows, pages } = slicePage(selected, page)
    query.set('page', String(page + 1))
    const next = new URL('https://my-store.myshopify.com/admin/api/orders.json?limit=2')
    next.searchParams.set('page_info', btoa(query.toString()))
    const link = `<${next.href.replace('page_info', 'p')}>; rel="previous", <${next.href}>; rel="next"`
    return { body: { orders: rows }, headers: page < pages ? { link } : {} }
  },
  refundReference: ({ refund }) => `shopify_refund_${refund}`,
}

/** The query in a page's first request. */
function shopifyQuery({ searchParams }: URL): URLSearchParams {
  const cursor = searchParams.get('page_info')
  return cursor === null ? searchParams : new URLSearchParams(atob(cursor))
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

const chargebee: ListUnderTest = {
  name: 'chargebee',
  credentials: { apiKey: 'live_0123456789abcdef', site: 'https://Acme.chargebee.com/' },
  sentKey: basic('live_0123456789abcdef:'),
  site: 'acme',
  invalid: [
    ['apiKey', 'short'],
    ['apiKey', 'live_0123456789abcdef:'],
    ['apiSecret', 'secret'],
    ['site', ''],
    ['site', 'acme.example'],
    ['site', 'a.b.chargebee.com'],
    ['site', 'acme/'],
    ['site', 'acme#'],
    ['site', 'user@acme'],
    ['site', '169.254.169.254'],
    ['site', '-acme'],
    // The account is connected in live mode.
    ['site', 'acme-test'],
  ],
  isPage: ({ searchParams }) => searchParams.get('type[is]') === 'payment',
  respond(adapter, account, url) {
    const contents = (kind: 'payment' | 'refund', spec: readonly EventSpec[]) =>
      spec.map((one) => {
        const { content } = JSON.parse(adapter.event(kind, one).body)
        return { ...content, transaction: { ...content.transaction, date: seconds(one.at) } }
      })
    const [payments, refunds] = [contents('payment', account.payments), contents('refund', account.refunds)]
    const [, name, id] = /^\/api\/v2\/(\w+)(?:\/(.+))?$/.exec(url.pathname) ?? []
    if (name === 'subscriptions') {
      const found = payments.find(({ subscription }) => subscription.id === id)
      return found && { body: { subscription: found.subscription, customer: found.customer } }
    }
    if (name === 'invoices') {
      const found = payments.find(({ invoice }) => invoice.id === id)
      return found && { body: { invoice: found.invoice } }
    }
    if (name !== 'transactions') return undefined
    const all = [...payments, ...refunds].map(({ transaction }) => ({ transaction }))
    if (id !== undefined) {
      const found = all.find(({ transaction }) => transaction.id === id)
      return found && { body: found }
    }
    const [from = 0, to = 0] = JSON.parse(url.searchParams.get('date[between]') ?? '[]')
    const type = url.searchParams.get('type[is]')
    const selected = all.filter(
      ({ transaction }) => transaction.type === type && transaction.date >= from && transaction.date <= to,
    )
    const [, offset = 1] = JSON.parse(url.searchParams.get('offset') ?? '[]')
    const { rows, pages } = slicePage(selected, Number(offset))
    const next = offset < pages ? { next_offset: JSON.stringify(['1517505917000', offset + 1]) } : {}
    return { body: { list: rows, ...next } }
  },
  refundReference: ({ refund }) => `txn_test${refund}`,
}

const CLIENT = { apiKey: `A${'b'.repeat(79)}`, apiSecret: `E${'c'.repeat(79)}` }

const paypal: ListUnderTest = {
  name: 'paypal',
  credentials: CLIENT,
  grant: `${basic(`${CLIENT.apiKey}:${CLIENT.apiSecret}`)}grant_type=client_credentials`,
  sentKey: 'Bearer A21AAF-granted.token',
  invalid: [
    ['apiKey', 'short'],
    ['apiSecret', ''],
    ['apiSecret', `${CLIENT.apiSecret}:`],
    ['site', 'https://shop.example'],
  ],
  isPage: ({ searchParams }) => searchParams.get('start_date')?.startsWith('2026-03-05') === true,
  respond(_adapter, { payments, refunds }, url) {
    if (url.pathname === '/v1/oauth2/token') return { body: { access_token: 'A21AAF-granted.token' } }
    const all = [
      ...payments.map((spec) => ({
        ...payPalInfo(spec),
        transaction_id: `TESTSALE${spec.payment}`,
        paypal_reference_id: `I-TEST${spec.subscription}`,
        paypal_reference_id_type: 'SUB',
        transaction_event_code: 'T0002',
        custom_field: new URLSearchParams(spec.metadata).toString(),
      })),
      ...refunds.map((spec) => ({
        ...payPalInfo(spec, '-'),
        transaction_id: `TESTREFUND${spec.refund}`,
        paypal_reference_id: `TESTSALE${spec.payment}`,
        paypal_reference_id_type: 'TXN',
        transaction_event_code: 'T1107',
      })),
    ]
    const query = url.searchParams
    const [start = 0, end = 0] = ['start_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? ''))
    const selected = all.filter(({ transaction_id, transaction_initiation_date: at }) => {
      const instant = Date.parse(at.replace('+0000', 'Z'))
      return (
        [null, transaction_id].includes(query.get('transaction_id')) && instant >= start && instant <= end
      )
    })
    const { rows, pages } = slicePage(selected, Number(query.get('page') ?? 1))
    const details = rows.map((transaction_info) => ({ transaction_info }))
    return { body: { transaction_details: details, total_pages: pages } }
  },
  refundReference: ({ refund }) => `TESTREFUND${refund}`,
}

function payPalInfo({ at, cents, currency }: EventSpec, sign = '') {
  return {
    transaction_status: 'S',
    transaction_initiation_date: `${gmt(at)}+0000`,
    transaction_amount: { currency_code: currency, value: `${sign}${decimal(cents, currency)}` },
  }
}

const LISTS: readonly ListUnderTest[] = [woocommerce, shopify, chargebee, paypal]

describe.each(LISTS)('the list of $name', (list) => {
  const adapter = findAdapter(list.name)

  /** The account that the API lists: the current test's account. */
  let account: Account
  let api: ListApi
  let service: ReconciledService
  beforeAll(async () => {
    api = await startApi((url) => list.respond(adapter, account, url))
    service = await startReconciledService(api, { CURRENCIES: 'USD,EUR,JPY,KWD' })
  })

  async function open() {
    account = { payments: [], refunds: [] }
    service.clock.set(TEST_TIME)
    const shop = await openShop(service)
    const bearer = await signInMember(service, shop.program)
    const manage = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
      send(service.app, method, `/api/programs/${shop.program.id}${path}`, { bearer, body })
    // Otherwise the job would compare this program during later tests.
    onTestFinished(async () => void (await manage('DELETE', '/processor')))
    const secret = adapter.newSecret(1)
    await manage('PUT', '/processor', { processor: list.name, webhookSecret: secret })
    const set = await manage('PUT', '/processor/api-key', list.credentials)
    expect(set.status, set.text).toBe(200)
    // The comparisons for the current and the previous month, which are repeated after a day.
    await service.reconcile()
    api.requests.length = 0
    api.keys.length = 0
    let serial = 10
    const clickId = await shop.clickId()
    const newPayment = (changes: Partial<EventSpec> = {}): EventSpec => {
      serial += 10
      return {
        event: serial,
        payment: serial + 1,
        customer: serial + 2,
        subscription: serial + 3,
        refund: serial + 4,
        metadata: { service_click_id: clickId },
        email: `bea-${serial}@buyers.test`,
        cents: 4900,
        taxCents: 780,
        refundedCents: 0,
        currency: 'USD',
        at: new Date(AT.getTime() + serial * 1000),
        isTest: false,
        ...changes,
      }
    }
    const createRefund = (payment: EventSpec, cents: number, refundedCents = cents): EventSpec => {
      serial += 10
      return {
        ...payment,
        event: serial,
        refund: serial + 4,
        cents,
        taxCents: 0,
        refundedCents,
        at: new Date(AT.getTime() + serial * 1000),
      }
    }
    const deliver = async (kind: 'payment' | 'refund', spec: EventSpec) => {
      const event = adapter.event(kind, spec)
      const signature = adapter.sign(event, secret, service.clock.now())
      const headers = { 'content-type': 'application/json', ...event.headers, ...signature }
      const url = `/api/v1/webhooks/${list.name}?program=${shop.program.id}`
      const delivered = await send(service.app, 'POST', url, { body: event.body, headers })
      expect(delivered.status, delivered.text).toBe(200)
    }
    let id = 0
    const read = async () => {
      const { body } = await manage('GET', `/reconciliations/${id}`)
      const differences = await manage('GET', `/reconciliations/${id}/differences`)
      return { ...body.data, differences: differences.body.data }
    }
    const compare = async () => {
      const started = await manage('POST', '/reconciliations', { month: '2026-03' })
      expect(started.status, started.text).toBe(200)
      id = started.body.data.id
      await service.reconcile()
      return read()
    }
    const record = async (difference: { id: number }) => {
      const recorded = await manage('POST', `/reconciliations/${id}/differences/${difference.id}/record`)
      expect(recorded.status, recorded.text).toBe(200)
      await service.reconcile()
      return recorded.body.data.state
    }
    return { account, shop, newPayment, createRefund, deliver, compare, read, record }
  }

  it('is read page by page, and everything in it is compared', async () => {
    const { account, newPayment, deliver, compare } = await open()
    for (let index = 0; index < 5; index++) account.payments.push(newPayment())
    const [matched, withoutClick] = account.payments
    if (matched === undefined || withoutClick === undefined) throw new Error('no payments')
    withoutClick.metadata = {}
    await deliver('payment', matched)
    await deliver('payment', withoutClick)
    expect(await compare()).toMatchObject({
      status: 'done',
      matched: 1,
      unattributed: 1,
      missing: 3,
      unreadable: 0,
    })
    expect(api.requests.filter(list.isPage)).toHaveLength(3)
    expect(new Set(api.keys)).toEqual(new Set([list.sentKey]))
    expect(new Set(api.grants)).toEqual(new Set(list.grant === undefined ? [] : [list.grant]))
  })

  it('omits events in another month', async () => {
    const { account, newPayment, compare } = await open()
    for (const at of ['2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-03-10T11:30:00Z'])
      account.payments.push(newPayment({ at: new Date(at) }))
    // The newest hour isn't compared yet.
    expect(await compare()).toMatchObject({ status: 'done', missing: 1 })
  })

  it('that fails in the middle is continued from the same page', async () => {
    const { account, newPayment, compare, read } = await open()
    for (let index = 0; index < 5; index++) account.payments.push(newPayment())
    api.faults.push(undefined, { status: 503 })
    const waiting = await compare()
    expect(waiting).toMatchObject({ status: 'running', pages: 1 })
    const requests = api.requests.length
    service.clock.advance({ ms: 41_000 })
    await service.reconcile()
    expect(await read()).toMatchObject({ status: 'done', missing: 5 })
    expect(api.requests[requests]?.href).toBe(api.requests[requests - 1]?.href)
  })

  it('records missing payments and refunds once, even if their events arrive later', async () => {
    const { account, shop, newPayment, createRefund, deliver, compare, record, read } = await open()
    const payment = newPayment()
    account.payments.push(payment)
    const missing = await compare()
    expect(missing.differences).toMatchObject([
      { kind: 'payment', state: 'missing', amountCents: 4900, currency: 'USD' },
    ])
    expect(await record(missing.differences[0])).toBe('matched')
    const refunds = [createRefund(payment, 900), createRefund(payment, 600, 1500)]
    let refunded = 0
    for (const refund of refunds) {
      account.refunds.push(refund)
      const { differences } = await compare()
      expect(differences).toMatchObject([
        { kind: 'refund', state: 'missing', reference: list.refundReference(refund) },
      ])
      expect(await record(differences[0])).toBe('matched')
      refunded += refund.cents
      expect(await shop.rows('sale_events')).toMatchObject([{ refunded_cents: refunded }])
    }
    expect(await read()).toMatchObject({ status: 'done', missing: 0, differentAmount: 0 })
    await deliver('payment', payment)
    for (const refund of refunds) await deliver('refund', refund)
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, refunded_cents: 1500 }])
    expect(await shop.rows('commissions')).toHaveLength(1)
  })

  it('has amounts in each currency’s minor units', async () => {
    const { account, shop, newPayment, createRefund, compare, record } = await open()
    const payments = ['JPY', 'KWD'].map((currency) => newPayment({ currency, cents: 12340, taxCents: 0 }))
    account.payments.push(...payments)
    const { differences } = await compare()
    expect(differences).toHaveLength(2)
    for (const { currency } of payments)
      expect(differences).toContainEqual(expect.objectContaining({ amountCents: 12340, currency }))
    for (const difference of differences) expect(await record(difference)).toBe('matched')
    account.refunds.push(...payments.map((payment) => createRefund(payment, 2340)))
    const again = await compare()
    expect(again.differences).toHaveLength(2)
    for (const { currency } of payments)
      expect(again.differences).toContainEqual(
        expect.objectContaining({ kind: 'refund', amountCents: 2340, currency }),
      )
    for (const difference of again.differences) expect(await record(difference)).toBe('matched')
    const sales = await shop.rows('sale_events')
    expect(sales).toHaveLength(2)
    for (const { currency } of payments)
      expect(sales).toContainEqual(
        expect.objectContaining({ amount_cents: 12340, refunded_cents: 2340, currency }),
      )
  })

  it('records an order without our click as a payment that isn’t attributed', async () => {
    const { account, shop, newPayment, deliver, compare, record, read } = await open()
    const payment = newPayment({ metadata: {} })
    account.payments.push(payment)
    const { differences } = await compare()
    expect(await record(differences[0])).toBe('unattributed')
    await deliver('payment', payment)
    expect(await shop.rows('sale_events')).toEqual([])
    expect(await read()).toMatchObject({
      matched: 0,
      unattributed: 1,
      unattributedReasons: { no_customer: 1 },
    })
  })

  it('accepts only credentials in its format, and public sites', async () => {
    const publicService = await startTestService()
    const shop = await openShop(publicService)
    const bearer = await signInMember(publicService, shop.program)
    const manage = (path: string, body: unknown) =>
      send(publicService.app, 'PUT', `/api/programs/${shop.program.id}${path}`, { bearer, body })
    await manage('/processor', { processor: list.name, webhookSecret: adapter.newSecret(1) })
    for (const [field, value] of list.invalid) {
      const { status, body } = await manage('/processor/api-key', { ...list.credentials, [field]: value })
      expect([value, status, body.error?.details.field]).toEqual([value, 400, field])
    }
    const { body } = await manage('/processor/api-key', list.credentials)
    expect(body.data).toMatchObject({ hasApiKey: true, site: list.site ?? null })
    expect(body.data.fields.toSorted()).toEqual(Object.keys(list.credentials).toSorted())
  })
})

describe('a store', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ ownDatabase: true, config: { webhookNetwork: 'loopback' } })
  })

  /** A service that sends requests to the entered site. */
  async function open(respond: () => ListedResponse | undefined) {
    const api = await startApi(respond)
    const shop = await openShop(service)
    const bearer = await signInMember(service, shop.program)
    const manage = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
      send(service.app, method, `/api/programs/${shop.program.id}${path}`, { bearer, body })
    onTestFinished(async () => void (await manage('DELETE', '/processor')))
    await manage('PUT', '/processor', { processor: 'woocommerce', webhookSecret: 'test-0123456789' })
    const processors = createProcessors(service.deps.config)
    const compare = async (site: string, network: OutboundNetwork = 'loopback') => {
      const set = await manage('PUT', '/processor/api-key', { ...woocommerce.credentials, site })
      expect(set.status, set.text).toBe(200)
      const { body } = await manage('POST', '/reconciliations', { month: '2026-03' })
      const config = { ...service.deps.config, webhookNetwork: network }
      await reconcilePayments({ ...service.deps, config }, processors)
      return (await manage('GET', `/reconciliations/${body.data.id}`)).body.data
    }
    return { api, compare }
  }

  const empty = { body: [], headers: { 'x-wp-totalpages': '0' } }

  it('is read at its own URL, even in a folder', async () => {
    const { api, compare } = await open(() => empty)
    expect(await compare(`${api.origin}/store/`)).toMatchObject({ status: 'done', matched: 0 })
    expect(new Set(api.requests.map(({ pathname }) => pathname))).toEqual(
      new Set(['/store/wp-json/wc/v3/orders']),
    )
  })

  it('that redirects doesn’t get a second request, and the run reports it', async () => {
    const { api, compare } = await open(() => empty)
    const location = 'http://169.254.169.254/latest/meta-data/'
    api.faults.push({ status: 302, headers: { location } })
    expect(await compare(api.origin)).toMatchObject({ status: 'failed', failure: 'wrong_site', pages: 0 })
  })

  it('that is no longer public doesn’t get a request', async () => {
    const { api, compare } = await open(() => empty)
    expect(await compare(api.origin, 'public')).toMatchObject({ status: 'failed', failure: 'wrong_site' })
    expect(api.requests).toEqual([])
  })

  it('has a next page after a full one if a proxy removes the page count', () => {
    const list = createProcessors({ stripe: NO_STRIPE }).get('woocommerce')?.list
    const next = (orders: number, headers: Record<string, string> = {}) => {
      const query = { from: AT, before: AT, place: '2', headers }
      return list?.collections[0]?.nextPage(
        {},
        Array.from({ length: orders }, () => ({})),
        query,
      )
    }
    expect([next(100), next(99), next(0)]).toEqual(['3', undefined, undefined])
    const pages = { 'x-wp-totalpages': '3' }
    expect([next(98, pages), next(100, { 'x-wp-totalpages': '2' })]).toEqual(['3', undefined])
  })

  it('without the API fails the run', async () => {
    const { api, compare } = await open(() => undefined)
    expect(await compare(api.origin)).toMatchObject({ status: 'failed', failure: 'wrong_site' })
  })
})

describe('a Shopify store', () => {
  it('may have test orders, which are skipped', async () => {
    const adapter = findAdapter('shopify')
    const order = (id: number, test: boolean) => ({
      id,
      test,
      currency: 'USD',
      total_price: '49.00',
      financial_status: 'paid',
      created_at: AT.toISOString(),
      refunds: [],
    })
    const unpaid = { ...order(3, false), financial_status: 'pending' }
    const orders = { body: { orders: [order(1, true), order(2, false), unpaid] } }
    const api = await startApi((url) =>
      url.pathname.endsWith('orders.json')
        ? orders
        : shopify.respond(adapter, { payments: [], refunds: [] }, url),
    )
    const service = await startReconciledService(api)
    const shop = await openShop(service)
    const bearer = await signInMember(service, shop.program)
    const manage = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) =>
      send(service.app, method, `/api/programs/${shop.program.id}${path}`, { bearer, body })
    await manage('PUT', '/processor', { processor: 'shopify', webhookSecret: adapter.newSecret(1) })
    await manage('PUT', '/processor/api-key', shopify.credentials)
    const { body } = await manage('POST', '/reconciliations', { month: '2026-03' })
    await service.reconcile()
    const found = await manage('GET', `/reconciliations/${body.data.id}/differences`)
    expect(found.body.data).toMatchObject([{ reference: 'shopify_order_2', state: 'missing' }])
  })

  const list = createProcessors({ stripe: NO_STRIPE }).get('shopify')?.list

  it('may have a permanent access token instead of a client ID', () => {
    const apiKey = 'shpat_0123456789abcdef'
    expect([list?.isApiKey(apiKey), list?.isApiSecret?.('', apiKey)]).toEqual([true, true])
    expect(list?.grant?.({ site: 'my-store.myshopify.com', apiKey, apiSecret: '' })).toBeUndefined()
  })
})

describe('a PayPal account', () => {
  const list = createProcessors({ stripe: NO_STRIPE }).get('paypal')?.list
  const [transactions] = list?.collections ?? []
  const period = { from: new Date('2026-03-01T00:00:00Z'), before: new Date('2026-03-03T06:00:00Z') }

  it('is read day by day, with all pages for each day', () => {
    const windows: string[] = []
    let place: string | undefined
    do {
      const path = transactions?.path({ ...period, place }) ?? ''
      const { searchParams: query } = new URL(path, 'https://list.test')
      windows.push(['start_date', 'end_date', 'page'].map((name) => query.get(name)).join(' '))
      const total_pages = windows.length === 2 ? 2 : 1
      place = transactions?.nextPage({ total_pages }, [], { ...period, place, headers: {} })
    } while (place !== undefined)
    expect(windows).toEqual([
      '2026-03-01T00:00:00.000Z 2026-03-01T23:59:59.000Z 1',
      '2026-03-02T00:00:00.000Z 2026-03-02T23:59:59.000Z 1',
      '2026-03-02T00:00:00.000Z 2026-03-02T23:59:59.000Z 2',
      '2026-03-03T00:00:00.000Z 2026-03-03T05:59:59.000Z 1',
    ])
  })

  const payment = {
    transaction_id: 'TESTCAPTURE1',
    transaction_event_code: 'T0006',
    transaction_status: 'S',
    transaction_amount: { currency_code: 'USD', value: '49.00' },
    sales_tax_amount: { currency_code: 'USD', value: '7.80' },
  }
  const refund = {
    ...payment,
    transaction_id: 'TESTREFUND1',
    transaction_event_code: 'T1107',
    paypal_reference_id: 'TESTCAPTURE1',
    paypal_reference_id_type: 'TXN',
    transaction_amount: { currency_code: 'USD', value: '-9.00' },
  }
  it.each([
    ['a payment', payment, [{ kind: 'payment', amount_cents: 4900, tax_amount_cents: 780 }]],
    ['a payment that was refunded', { ...payment, transaction_status: 'V' }, [{ kind: 'payment' }]],
    ['a pending payment', { ...payment, transaction_status: 'P' }, []],
    ['a payment that was sent', { ...payment, transaction_amount: refund.transaction_amount }, []],
    ['a fee', { ...payment, transaction_event_code: 'T0107' }, []],
    ['a hold for a dispute', { ...refund, transaction_event_code: 'T1110' }, []],
    ['a refund', refund, [{ kind: 'refund', refund_id: 'TESTREFUND1', amount_cents: 900 }]],
    ['a reversal', { ...refund, transaction_event_code: 'T1106' }, [{ kind: 'refund' }]],
    ['a denied refund', { ...refund, transaction_status: 'D' }, [{ kind: 'failed_refund' }]],
    ['a refund of another account', { ...refund, transaction_amount: payment.transaction_amount }, []],
    ['a payment without its amount', { ...payment, transaction_amount: {} }, [{ kind: 'unreadable' }]],
    ['a refund without its payment', { ...refund, paypal_reference_id: undefined }, [{ kind: 'unreadable' }]],
  ])('may list %s', (_name, transaction_info, changes) => {
    expect(transactions?.read({ transaction_info })).toMatchObject(changes)
  })
})
