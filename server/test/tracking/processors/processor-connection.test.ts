import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import type { App } from '../../../src/core/http/service.ts'
import type { AuthorizedAccount } from '../../../src/tracking/processors/processor.ts'
import { indexProcessors } from '../../../src/tracking/processors/processors.adapter.ts'
import { createStripe } from '../../../src/tracking/processors/stripe/stripe.adapter.ts'
import {
  concurrently,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  testOnServer,
} from '../../harness.ts'
import { invalid, platformError } from '../../merchant.ts'
import { createEvent, deliver, newId, openConnectedShop, paidSession } from './processor.ts'

const PLATFORM_SECRET = 'whsec_ofThePlatform'
const PUBLIC_URL = 'https://partners.test'
const service = await startTestService({ environment: { PUBLIC_URL } })
const { clock, database } = service
const { kysely } = database
const NOW = '2026-03-10T12:00:00.000Z'

/** Authorization codes that Stripe would accept, and their accounts. */
const codes = new Map<string, AuthorizedAccount>()
const settings = { clientId: 'ca_1', secretKey: 'sk_live_1', webhookSecret: PLATFORM_SECRET }
const withOAuth = await buildApp(
  service.deps,
  indexProcessors([createStripe(settings, async (code) => codes.get(code) ?? 'rejected')]),
)
await withOAuth.ready()

async function start() {
  clock.set(NOW)
  const program = await createTestProgram(service)
  const session = await signInMember(service, program)
  const on =
    (app: App) =>
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: unknown, bearer = session) =>
      send(app, method, `/api/programs/${program.id}/processor${path}`, { bearer, body })
  return { program, session, call: on(service.app), callWithOAuth: on(withOAuth) }
}

const manualConnection = (accountId = newId('acct'), webhookSecret = newId('whsec')) => ({
  processorAccountId: accountId,
  webhookSecret,
})

const NOT_CONNECTED = {
  status: 'not_connected',
  processor: null,
  processorAccountId: null,
  connectedBy: null,
  isLive: null,
  chargesEnabled: false,
  payoutsEnabled: false,
  detailsSubmitted: false,
  connectionDate: null,
  rejectedEvents: null,
  webhookEventTypes: expect.arrayContaining([
    'checkout.session.completed',
    'invoice.paid',
    'account.updated',
  ]),
  webhookUrl: expect.stringMatching(/^https?:.*\/api\/v1\/webhooks\/stripe\?program=\d+$/),
  canAuthorize: false,
}

describe('a manually connected processor account', () => {
  it('has its webhook URL and event types before it is connected', async () => {
    const { program, session, call } = await start()
    const webhookUrl = `${PUBLIC_URL}/api/v1/webhooks/stripe?program=${program.id}`
    const before = (await call('GET')).body.data
    expect(before).toEqual({ ...NOT_CONNECTED, webhookUrl })
    expect(before.webhookEventTypes).not.toContain('account.application.deauthorized')
    const guide = await readFile('docs/processor.md', 'utf8')
    for (const type of before.webhookEventTypes) expect(guide).toContain(`\`${type}\``)
    const body = manualConnection()
    const connected = await call('PUT', '', body)
    expect(connected.body.data).toEqual({
      ...NOT_CONNECTED,
      status: 'connected',
      processor: 'stripe',
      processorAccountId: body.processorAccountId,
      connectedBy: 'manual',
      isLive: true,
      connectionDate: NOW,
      webhookUrl,
    })
    expect((await call('GET')).body).toEqual(connected.body)
    const status = await send(service.app, 'GET', `/api/tracking/status/${program.id}`, { bearer: session })
    expect(status.body.data.stepStatuses.payments).toBe('complete')
    expect(status.body.data.statistics.payments).toMatchObject({
      processorConnectionStatus: 'connected',
      processorAccountId: body.processorAccountId,
      connectionDate: NOW,
    })
  })

  it('never shows its secret and stores it encrypted', async () => {
    const { program, call } = await start()
    const body = manualConnection()
    const responses = [await call('PUT', '', body), await call('GET')]
    for (const { text } of responses) expect(text).not.toContain(body.webhookSecret)
    const row = await kysely
      .selectFrom('processor_accounts')
      .selectAll()
      .where('program_id', '=', program.id)
      .executeTakeFirstOrThrow()
    expect(row.webhook_secret).toMatch(/^v1:/)
    expect(row.webhook_secret).not.toContain(body.webhookSecret)
  })

  it('updates its secret when it is sent again, and keeps its connection date', async () => {
    const shop = await openConnectedShop(service)
    clock.advance({ days: 1 })
    const { accountId } = shop.stripe
    const secret = newId('whsec')
    const response = await shop.manage('PUT', '/processor', manualConnection(accountId, secret))
    expect(response.body.data.connectionDate).toBe(NOW)
    const event = createEvent(service, 'checkout.session.completed', paidSession())
    expect((await shop.stripe.deliver(event)).status).toBe(400)
    expect((await shop.stripe.deliver(event, { secret })).status).toBe(200)
  })

  it('replaces another account', async () => {
    const { call } = await start()
    const [first, second] = [manualConnection(), manualConnection()]
    await call('PUT', '', first)
    await call('PUT', '', second)
    expect((await call('GET')).body.data.processorAccountId).toBe(second.processorAccountId)
    const other = await start()
    expect((await other.call('PUT', '', first)).status).toBe(200)
  })

  it('belongs to one program', async () => {
    const [one, two] = [await start(), await start()]
    const body = manualConnection()
    const own = manualConnection()
    await one.call('PUT', '', body)
    await two.call('PUT', '', own)
    const response = await two.call('PUT', '', {
      ...manualConnection(),
      processorAccountId: body.processorAccountId,
    })
    expect([response.status, response.body]).toEqual([
      409,
      { data: null, error: expect.objectContaining({ code: 'conflict' }) },
    ])
    expect((await two.call('GET')).body.data.processorAccountId).toBe(own.processorAccountId)
  })

  testOnServer('belongs to one of ten programs that connect it concurrently', async () => {
    const programs = await concurrently(10, start)
    const { processorAccountId } = manualConnection()
    const responses = await Promise.all(
      programs.map(({ call }) => call('PUT', '', { ...manualConnection(), processorAccountId })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  testOnServer('returns a definite response to two programs that swap accounts concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await openConnectedShop(service), await openConnectedShop(service)]
      const responses = await Promise.all([
        one.manage('PUT', '/processor', manualConnection(two.stripe.accountId)),
        two.manage('PUT', '/processor', manualConnection(one.stripe.accountId)),
      ])
      const rejected = responses.filter(({ status }) => status !== 200)
      expect(rejected.map(({ body }) => body.error.code)).toEqual(rejected.map(() => 'conflict'))
      expect(rejected.length).toBeGreaterThan(0)
    }
  })

  testOnServer('can be sent again while the account’s own events arrive, without a deadlock', async () => {
    clock.set(NOW)
    for (let round = 0; round < 5; round++) {
      const { stripe, manage } = await openConnectedShop(service)
      const { accountId, secret } = stripe
      const responses = await Promise.all(
        Array.from({ length: 6 }, () => [
          manage('PUT', '/processor', manualConnection(accountId, secret)),
          stripe.deliver(createEvent(service, 'account.updated', { id: accountId, charges_enabled: true })),
        ]).flat(),
      )
      expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200))
    }
  })

  it('is not disconnected by platform events', async () => {
    clock.set(NOW)
    const { stripe, manage } = await openConnectedShop(service)
    await stripe.deliver(createEvent(service, 'account.application.deauthorized', { object: 'application' }))
    expect((await manage('GET', '/processor')).body.data.status).toBe('connected')
  })

  it.each([
    ['processorAccountId', { processorAccountId: 'acme' }],
    ['processorAccountId', { processorAccountId: 'acct_1?x=1' }],
    ['webhookSecret', { webhookSecret: 'sk_live_123456789' }],
    ['webhookSecret', { webhookSecret: null }],
  ])('is rejected with an invalid %s', async (field, wrong) => {
    const { call } = await start()
    const response = await call('PUT', '', { ...manualConnection(), ...wrong })
    expect([response.status, response.body]).toEqual([400, invalid(field)])
    expect((await call('GET')).body.data).toEqual(NOT_CONNECTED)
  })

  it('can be disconnected, idempotently', async () => {
    const { call } = await start()
    await call('PUT', '', manualConnection())
    for (let time = 0; time < 2; time++) {
      const response = await call('DELETE')
      expect([response.status, response.body.data]).toEqual([200, NOT_CONNECTED])
    }
  })
})

describe('a processor account connected via OAuth', () => {
  const account = (more: Partial<AuthorizedAccount> = {}): AuthorizedAccount => ({
    accountId: newId('acct'),
    isLive: true,
    chargesEnabled: true,
    payoutsEnabled: false,
    detailsSubmitted: true,
    ...more,
  })

  async function begin() {
    const started = await start()
    const response = await started.callWithOAuth('POST', '/authorize')
    expect(response.status).toBe(200)
    const url = new URL(response.body.data.url)
    const state = url.searchParams.get('state') ?? ''
    const signInAgain = (query: Record<string, string>, bearer = started.session) =>
      send(withOAuth, 'GET', `/api/processor/stripe/callback?${new URLSearchParams(query)}`, { bearer })
    return { ...started, url, state, comeBack: signInAgain }
  }

  function authorizeAccount(authorized = account()) {
    const code = newId('ac')
    codes.set(code, authorized)
    return { code, granted: authorized }
  }

  it('redirects to the processor and returns connected, with the account’s capabilities', async () => {
    const { program, url, state, comeBack: signInAgain, callWithOAuth } = await begin()
    expect(`${url.origin}${url.pathname}`).toBe('https://connect.stripe.com/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'ca_1',
      scope: 'read_only',
      state,
      redirect_uri: `${PUBLIC_URL}/api/processor/stripe/callback`,
    })
    const { code, granted: authorized } = authorizeAccount()
    const response = await signInAgain({ state, code, scope: 'read_only' })
    expect([response.status, response.headers.location]).toEqual([
      302,
      `${PUBLIC_URL}/programs/${program.id}/settings?processor=connected`,
    ])
    expect((await callWithOAuth('GET')).body.data).toEqual({
      status: 'connected',
      processor: 'stripe',
      rejectedEvents: null,
      processorAccountId: authorized.accountId,
      connectedBy: 'oauth',
      isLive: true,
      chargesEnabled: true,
      payoutsEnabled: false,
      detailsSubmitted: true,
      connectionDate: NOW,
      webhookUrl: null,
      webhookEventTypes: NOT_CONNECTED.webhookEventTypes,
      canAuthorize: true,
    })
  })

  it('changes nothing if the merchant declines or the code is rejected', async () => {
    const { state, comeBack: signInAgain, callWithOAuth } = await begin()
    const denied = await signInAgain({ state, error: 'access_denied' })
    expect(denied.headers.location).toMatch(/processor=denied$/)
    const rejected = await signInAgain({ state, code: 'ac_unknown' })
    expect(rejected.headers.location).toMatch(/processor=rejected$/)
    expect((await callWithOAuth('GET')).body.data.status).toBe('not_connected')
  })

  it('returns a conflict if another program has authorized the account', async () => {
    const [first, second] = [await begin(), await begin()]
    const authorized = account()
    const connected = await first.comeBack({ state: first.state, code: authorizeAccount(authorized).code })
    expect(connected.headers.location).toMatch(/processor=connected$/)
    const rejected = await second.comeBack({ state: second.state, code: authorizeAccount(authorized).code })
    expect(rejected.headers.location).toMatch(/processor=conflict$/)
    expect((await second.callWithOAuth('GET')).body.data.status).toBe('not_connected')
    expect((await first.callWithOAuth('GET')).body.data.status).toBe('connected')
  })

  it('takes the account from a program that only entered its id manually, which proves nothing', async () => {
    const unverified = await openConnectedShop(service)
    const { state, comeBack: signInAgain, callWithOAuth } = await begin()
    const { code } = authorizeAccount(account({ accountId: unverified.stripe.accountId }))
    expect((await signInAgain({ state, code })).headers.location).toMatch(/processor=connected$/)
    expect((await callWithOAuth('GET')).body.data.status).toBe('connected')
    expect((await unverified.manage('GET', '/processor')).body.data.status).toBe('disconnected')
    const event = createEvent(service, 'checkout.session.completed', paidSession())
    expect((await unverified.stripe.deliver(event)).status).toBe(400)
  })

  it('rejects a state that is missing, changed, expired or belongs to another user', async () => {
    const { program, state, comeBack: signInAgain, callWithOAuth } = await begin()
    const { code } = authorizeAccount()
    const colleague = await signInMember(service, program)
    const attempts = [
      await signInAgain({ code }),
      await signInAgain({ code, state: `${state}x` }),
      await signInAgain({ code, state: '' }),
      await signInAgain({ code, state }, colleague),
    ]
    clock.advance({ minutes: 15 })
    attempts.push(await signInAgain({ code, state }))
    for (const response of attempts) {
      expect([response.status, response.body]).toEqual([400, invalid('state')])
    }
    expect((await callWithOAuth('GET')).body.data.status).toBe('not_connected')
  })

  it('requires a session and the permission for the state’s program', async () => {
    const { program, state } = await begin()
    const { code } = authorizeAccount()
    const url = `/api/processor/stripe/callback?${new URLSearchParams({ state, code })}`
    expect((await send(withOAuth, 'GET', url)).status).toBe(401)
    const viewer = await signInMember(service, program, { role: 'viewer' })
    expect((await send(withOAuth, 'GET', url, { bearer: viewer })).status).toBe(403)
  })

  it('is not available without a client id', async () => {
    const { call } = await start()
    const response = await call('POST', '/authorize')
    expect([response.status, response.body.error.code]).toEqual([409, 'conflict'])
    const other = await call('POST', '/authorize', { processor: 'nobody' })
    expect([other.status, other.body]).toEqual([
      404,
      { ...platformError(404, 'not_found'), error: expect.anything() },
    ])
  })

  it('is not disconnected by a deauthorization that predates the reconnection', async () => {
    const { session, state, comeBack: signInAgain, callWithOAuth } = await begin()
    const { granted: authorized } = authorizeAccount()
    await signInAgain({ state, code: authorizeAccount(authorized).code }, session)
    clock.advance({ minutes: 5 })
    const ended = createEvent(
      service,
      'account.application.deauthorized',
      { id: 'ca_1', object: 'application' },
      { account: authorized.accountId },
    )
    clock.advance({ minutes: 5 })
    await signInAgain({ state, code: authorizeAccount(authorized).code }, session)
    const late = await deliver({ ...service, app: withOAuth }, ended, { secret: PLATFORM_SECRET })
    expect(late.body).toEqual({ received: true, ignored: 'ignored' })
    expect((await callWithOAuth('GET')).body.data.status).toBe('connected')
  })

  it('saves its capabilities and its end as reported by the processor', async () => {
    const { state, comeBack: signInAgain, callWithOAuth } = await begin()
    const { code, granted: authorized } = authorizeAccount()
    await signInAgain({ state, code })
    const { accountId } = authorized
    const report = (type: string, object: Record<string, unknown>, more = {}) =>
      deliver(
        { ...service, app: withOAuth },
        createEvent(service, type, object, { account: accountId, ...more }),
        {
          secret: PLATFORM_SECRET,
        },
      )
    const flags = (charges_enabled: boolean, id = accountId) => ({
      id,
      object: 'account',
      charges_enabled,
      payouts_enabled: true,
      details_submitted: true,
    })
    const before = Math.floor(clock.now().getTime() / 1000)
    clock.advance({ hours: 1 })
    await report('account.updated', flags(false))
    expect((await callWithOAuth('GET')).body.data).toMatchObject({
      status: 'connected',
      chargesEnabled: false,
      payoutsEnabled: true,
    })
    // Older reports, and reports for other accounts or test mode, change nothing.
    expect((await report('account.updated', flags(true), { created: before })).status).toBe(200)
    await report('account.updated', flags(true, 'acct_other'))
    await report('account.updated', flags(true), { livemode: false })
    await report(
      'account.application.deauthorized',
      { id: 'ca_1', object: 'application' },
      { livemode: false },
    )
    expect((await callWithOAuth('GET')).body.data).toMatchObject({
      status: 'connected',
      chargesEnabled: false,
    })

    await report('account.application.deauthorized', { id: 'ca_1', object: 'application' })
    expect((await callWithOAuth('GET')).body.data).toMatchObject({
      status: 'disconnected',
      processor: null,
      chargesEnabled: false,
      payoutsEnabled: false,
    })
    const late = await report('account.updated', flags(true))
    expect(late.body).toEqual({ received: true, ignored: 'not_connected' })
    const other = await start()
    expect((await other.call('PUT', '', manualConnection(accountId))).status).toBe(200)
  })
})
