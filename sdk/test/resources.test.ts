import { describe, expect, it } from 'vitest'
import { signInMember, startTestService } from '../../server/test/harness.ts'
import { openShop } from '../../server/test/merchant.ts'
import { OMITTED, OPERATION_NAMES } from '../scripts/operation-names.ts'
import { OPERATIONS } from '../src/generated/operations.ts'
import {
  AffiliateClient,
  AffiliateError,
  type ClientOptions,
  type Page,
  type Partner,
  withResponse,
} from '../src/index.ts'
import { type Fault, startProxy } from './proxy.ts'

const service = await startTestService()
const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })

/** Opens a program managed with its owner's session, behind a proxy with these faults. */
async function open(faults: Fault[] = [], options: Partial<ClientOptions> = {}) {
  const shop = await openShop(service)
  const proxy = await startProxy(baseUrl, faults)
  const managementKey = await signInMember(service, shop.program)
  const sdk = new AffiliateClient({
    baseUrl: proxy.url,
    apiKey: shop.program.liveKey,
    managementKey,
    programId: shop.program.id,
    ...options,
  })
  return { ...shop, proxy, sdk, managementKey }
}

const catchError = (call: Promise<unknown>): Promise<AffiliateError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => (error instanceof AffiliateError ? error : Promise.reject(error)),
  )

describe('the resources', () => {
  it('have a method for every API operation, except those that clients don’t use', async () => {
    const document = (await service.app.inject('/openapi.json')).json()
    const paths = Object.entries<Record<string, { operationId: string }>>(document.paths)
    // Portal operations need a partner's cookie, so servers don't use them.
    const ours = paths.filter(([path]) => !path.startsWith('/api/partner/'))
    const ids = ours.flatMap(([, path]) => Object.values(path).map(({ operationId }) => operationId))
    expect([...Object.keys(OPERATION_NAMES), ...Object.keys(OMITTED)].sort()).toEqual(ids.sort())

    const sdk = new AffiliateClient({ baseUrl, apiKey: 'k' })
    for (const name of Object.values(OPERATION_NAMES)) {
      const [resource = '', method = ''] = name.split('.')
      // safe because only its type is checked
      const methods = sdk[resource as keyof AffiliateClient] as unknown as Record<string, unknown>
      expect(methods[method], name).toBeTypeOf('function')
      expect(OPERATIONS[resource]?.[method], name).toBeDefined()
    }
  })

  it('create, read, update and list partners and their links', async () => {
    const { sdk, program } = await open()
    const created = await sdk.partners.create({ name: 'Pia', email: 'pia@partners.test', approved: false })
    expect(created).toMatchObject({ name: 'Pia', status: 'pending' })
    expect(await sdk.partners.get({ partnerId: created.id })).toEqual(created)
    expect(await sdk.partners.approve({ partnerId: String(created.id) })).toMatchObject({
      status: 'approved',
    })
    const link = await sdk.links.create({ partnerId: created.id, code: `pia-${program.id}` })
    expect(await sdk.links.deactivate({ linkId: link.id })).toMatchObject({ status: 'inactive' })
    const links = await sdk.links.list({ partnerId: created.id, status: 'inactive' }).toArray()
    expect(links.map(({ code }) => code)).toEqual([link.code])
    const found = await sdk.partners.list({ search: 'pia@' }).toArray()
    expect(found.map(({ id }) => id)).toEqual([created.id])
  })

  it('review commissions, create payouts and download files', async () => {
    const { sdk, customer } = await open()
    await customer('cus-1')
    const sale = await sdk.trackSale({ transactionId: 't-1', amountCents: 10_000, customerKey: 'cus-1' })
    const commissionId = (sale.alreadyRecorded ? null : sale.commissionId) ?? 0
    expect(await sdk.commissions.get({ commissionId })).toMatchObject({ id: commissionId, amountCents: 2000 })
    expect(await sdk.commissions.sum({ status: 'pending' })).toMatchObject([{ currency: 'USD' }])
    await sdk.commissions.approve({ commissionIds: [commissionId] })
    expect(await sdk.commissions.changes({ commissionId })).toMatchObject([{ toStatus: 'approved' }])

    const file = await sdk.customers.export()
    expect(file.split('\n')[0]).toContain('Customer')
    expect(file).toContain('cus-1')
    const failed = await catchError(sdk.payouts.import({ csv: 'payout_id,status\nx,paid\n' }))
    expect(failed).toMatchObject({ code: 'invalid_request', status: 400 })
    expect(failed.message).not.toContain('JSON')
  })

  it('return whole reports and unpaginated lists', async () => {
    const { sdk, program } = await open()
    const report = await sdk.performance.get({ period: '7d' })
    expect(report.data.length).toBeGreaterThan(0)
    expect(report.metrics).toBeDefined()
    const members = await sdk.members.list({ workspaceId: program.workspaceId }).toArray()
    expect(members).toMatchObject([{ role: 'owner' }])
    expect((await sdk.accounts.get()).workspaces).toMatchObject([{ id: program.workspaceId }])
  })

  it('use the call’s `programId`, or else the client’s, and throw if neither is set', async () => {
    const [one, other] = [await open(), await open()]
    expect(await one.sdk.programs.get()).toMatchObject({ id: one.program.id })
    const foreign = await catchError(one.sdk.programs.get({ programId: other.program.id }))
    expect(foreign).toMatchObject({ code: 'forbidden', status: 403, requestId: expect.any(String) })
    const none = new AffiliateClient({ baseUrl, managementKey: one.managementKey })
    await expect(none.programs.get()).rejects.toThrow('programs.get needs programId')
    await expect(one.sdk.partners.get({ partnerId: '..' })).rejects.toThrow('partners.get needs partnerId')
    await expect(one.sdk.partners.get({ partnerId: '1/approve' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('send the management key where it is needed, and never the API key', async () => {
    const { sdk, proxy, managementKey } = await open()
    await sdk.service.health()
    await sdk.programs.list({ limit: 1 }).toArray()
    expect(proxy.seen.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      `Bearer ${managementKey}`,
    ])
    const keyless = new AffiliateClient({ baseUrl, apiKey: 'k', programId: 1 })
    expect(await catchError(keyless.programs.get())).toMatchObject({ code: 'unauthorized', status: 401 })
  })

  it('can be used with a management key within its permissions', async () => {
    const { managementKey: session, program } = await open()
    const asOwner = new AffiliateClient({ baseUrl, managementKey: session, programId: program.id })
    const created = await asOwner.managementKeys.create({
      workspaceId: program.workspaceId,
      name: 'Nightly job',
      permissions: ['partner:manage', 'tracking:list'],
      programId: program.id,
    })
    expect(created.key).toMatch(/^aff_mgmt_/)
    const sdk = new AffiliateClient({ baseUrl, managementKey: created.key, programId: program.id })
    const partner = await sdk.partners.create({ name: 'Pia', email: 'pia@partners.test', approved: true })
    expect((await sdk.partners.list({ search: 'pia@' }).toArray()).map(({ id }) => id)).toEqual([partner.id])
    expect(await catchError(sdk.payouts.create())).toMatchObject({
      code: 'forbidden',
      status: 403,
      details: { permission: 'payout:manage' },
    })
    expect(await catchError(sdk.accounts.get())).toMatchObject({ code: 'unauthorized', status: 401 })
    const { data } = (
      await asOwner.auditLog.list({ workspaceId: program.workspaceId, limit: 1 }).pages().next()
    ).value as Page<{ actor: object }>
    expect(data).toMatchObject([{ actor: { kind: 'key', keyId: created.id, name: 'Nightly job' } }])
    await asOwner.managementKeys.revoke({ workspaceId: program.workspaceId, keyId: created.id })
    expect(await catchError(sdk.partners.list().toArray())).toMatchObject({
      code: 'unauthorized',
      status: 401,
    })
  })

  it('work with a session cookie added by fetch', async () => {
    const { program } = await open()
    const signedIn = new AffiliateClient({ baseUrl, apiKey: 'k' })
    const email = `${crypto.randomUUID()}@accounts.test`
    const password = 'correct horse battery'
    await signedIn.accounts.signUp({ name: 'Sam', email, password })
    const { result, response } = await withResponse(signedIn.accounts.signIn({ email, password }))
    expect(result).toMatchObject({ token: expect.any(String), user: { email } })
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .join('; ')
    const withCookie: typeof fetch = (url, init) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie } })
    const sdk = new AffiliateClient({ baseUrl, apiKey: 'k', fetch: withCookie })
    expect((await sdk.accounts.get()).user).toMatchObject({ email })
    expect(await catchError(sdk.programs.get({ programId: program.id }))).toMatchObject({ code: 'forbidden' })
  })

  it('return response metadata', async () => {
    const { sdk } = await open()
    const { result, response } = await withResponse(sdk.programs.get())
    expect(result.name).toBe('Acme partners')
    expect(response).toMatchObject({ status: 200, requestId: expect.any(String) })
    expect(response.rateLimit?.remaining).toBeLessThan(response.rateLimit?.limit ?? 0)
  })
})

describe('a list', () => {
  const names = ['Ada', 'Bea', 'Cid', 'Dan', 'Eve']

  async function openWithPartners() {
    const shop = await open()
    for (const name of names) {
      await shop.sdk.partners.create({ name, email: `${name}@partners.test`.toLowerCase(), approved: true })
    }
    shop.proxy.seen.length = 0
    return shop
  }

  it('is fetched page by page to its end, and again when it is iterated again', async () => {
    const { sdk, proxy } = await openWithPartners()
    const list = sdk.partners.list({ pageSize: 2, status: 'approved' })
    expect(proxy.seen).toEqual([])
    const read: string[] = []
    for await (const { name } of list) {
      read.push(name)
      if (read.length === 3) break
    }
    expect(proxy.seen).toHaveLength(2)
    expect(proxy.seen[1]?.url).toMatch(/status=approved&limit=2&cursor=/)
    const all = await list.toArray()
    expect(all.map(({ name }) => name).sort()).toEqual([...names, 'Pat'].sort())
    expect(all.slice(0, 3).map(({ name }) => name)).toEqual(read)
    expect(proxy.seen).toHaveLength(5)
  })

  it('ends at its limit and fetches no more rows than that', async () => {
    const { sdk, proxy } = await openWithPartners()
    expect(await sdk.partners.list({ limit: 5, pageSize: 3 }).toArray()).toHaveLength(5)
    expect(await sdk.partners.list({ limit: 2 }).toArray()).toHaveLength(2)
    expect(proxy.seen.map(({ url }) => new URL(url, baseUrl).searchParams.get('limit'))).toEqual([
      '3',
      '2',
      '2',
    ])
    expect(() => sdk.partners.list({ limit: 0 })).toThrow(TypeError)
    const large = catchError(sdk.partners.list({ pageSize: 201 }).toArray())
    expect(await large).toMatchObject({ code: 'invalid_request', details: { field: 'limit' } })
  })

  it('returns its pages with metadata and can continue from one of them', async () => {
    const { sdk } = await openWithPartners()
    const pages: Page<Partner>[] = []
    for await (const page of sdk.partners.list({ pageSize: 4 }).pages()) pages.push(page)
    expect(pages.map(({ data }) => data.length)).toEqual([4, 2])
    expect(pages.map(({ meta }) => meta.nextCursor)).toEqual([expect.any(String), null])
    expect(pages[0]?.response).toMatchObject({ status: 200, requestId: expect.any(String) })
    const cursor = pages[0]?.meta.nextCursor ?? undefined
    const rest = await sdk.partners.list({ cursor }).toArray()
    expect(rest).toEqual(pages[1]?.data)
  })

  it('rejects with the failed page’s error', async () => {
    const { sdk, proxy } = await open()
    const controller = new AbortController()
    controller.abort(new Error('enough'))
    await expect(sdk.partners.list({}, { signal: controller.signal }).toArray()).rejects.toThrow('enough')
    const failed = sdk.partners.list({ cursor: 'nonsense' }).toArray()
    expect(await catchError(failed)).toMatchObject({ code: 'invalid_request', status: 400 })
    expect(proxy.seen).toHaveLength(1)
  })
})

describe('a failed management call', () => {
  it('is retried if it is a read', async () => {
    const { sdk, proxy } = await open(['drop response', { status: 503, body: '<html>' }])
    expect(await sdk.programs.get()).toMatchObject({ name: 'Acme partners' })
    expect(proxy.seen).toHaveLength(3)
  })

  it.each<[Fault, string]>([
    ['drop response', 'network_error'],
    [{ status: 503, body: '<html>' }, 'unexpected_response'],
    [{ status: 408, body: '<html>' }, 'unexpected_response'],
  ])(
    'isn’t retried if it may have changed something and doesn’t accept an idempotency key: %j',
    async (fault, code) => {
      const { sdk, proxy } = await open([fault])
      expect(await catchError(sdk.webhooks.test({ webhookId: 1 }))).toMatchObject({ code })
      expect(proxy.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined])
    },
  )

  it.each<[Fault]>([['drop response'], [{ status: 503, body: '<html>' }], [{ status: 408, body: '<html>' }]])(
    'is retried once with the same Idempotency-Key if it creates something: %j',
    async (fault) => {
      const { sdk, proxy } = await open([fault, 'drop response'])
      const created = await sdk.partners.create({ name: 'Pia', email: 'pia@partners.test' })
      expect(proxy.seen).toHaveLength(3)
      const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
      expect(new Set(keys).size).toBe(1)
      const found = await sdk.partners.list({ search: 'pia@' }).toArray()
      expect(found.map(({ id }) => id)).toEqual([created.id])
    },
  )

  it('runs once in two processes that pass the same idempotency key', async () => {
    const { sdk } = await open()
    const email = 'pia@partners.test'
    const create = (name: string) => sdk.partners.create({ name, email }, { idempotencyKey: 'import-7' })
    const [one, two] = [await create('Pia'), await create('Pia')]
    expect(two).toEqual(one)
    expect(await catchError(create('Another'))).toMatchObject({ code: 'idempotency_key_reused', status: 409 })
  })

  it('waits for the first attempt if it is still in progress', async () => {
    const error = {
      status: 409,
      code: 'idempotency_key_in_use',
      message: 'Wait.',
      details: {},
      name: 'ConflictError',
    }
    const { sdk, proxy } = await open([{ status: 409, body: JSON.stringify({ data: null, error }) }])
    expect(await sdk.partners.create({ name: 'Pia', email: 'pia@partners.test' })).toMatchObject({
      name: 'Pia',
    })
    expect(proxy.seen).toHaveLength(2)
  })

  it('is retried if it was rate limited', async () => {
    const error = { code: 'rate_limited', message: 'Wait.', retry_after_seconds: 1 }
    const { sdk, proxy } = await open([{ status: 429, body: JSON.stringify({ error }) }])
    expect(await sdk.partners.create({ name: 'Pia', email: 'pia@partners.test' })).toMatchObject({
      name: 'Pia',
    })
    expect(proxy.seen).toHaveLength(2)
  })

  it('is retried if it is a refund, which counts once', async () => {
    const { sdk, proxy, customer, rows } = await open(['pass', 'drop response'])
    await customer('cus-1')
    const sale = await sdk.trackSale({ transactionId: 't-1', amountCents: 1000, customerKey: 'cus-1' })
    const refund = { saleId: sale.saleId ?? 0, refundId: 'r-1', amountCents: 400, reason: 'part' }
    expect(await sdk.sales.refund(refund)).toMatchObject({
      refundedAmountCents: 400,
      remainingAmountCents: 600,
    })
    expect(proxy.seen).toHaveLength(3)
    expect(await rows('refund_events')).toHaveLength(1)
  })

  it('has the code unexpected_response for a response from another server, even for files', async () => {
    const page: Fault = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }
    const { sdk } = await open([page, page, { status: 200, body: '{}' }])
    expect(await catchError(sdk.customers.export())).toMatchObject({
      code: 'unexpected_response',
      status: 200,
    })
    expect(await catchError(sdk.programs.get())).toMatchObject({ code: 'unexpected_response', status: 200 })
    expect(await catchError(sdk.programs.list().toArray())).toMatchObject({ code: 'unexpected_response' })
  })
})
