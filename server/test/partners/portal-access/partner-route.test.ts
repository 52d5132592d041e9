import { describe, expect, it } from 'vitest'
import { insertPasskey } from '../../../src/partners/portal-access/passkeys.sql.ts'
import { PARTNER_COOKIE } from '../../../src/partners/portal-access/session-cookie.rule.ts'
import { type RegisteredRoute, startWithRoutes } from '../../core/registered-routes.ts'
import { createTestProgram, send, signInMember, someIp } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { signInAs } from './partner.ts'

/**
 * D53: sessions of partners and teams are separate, and partners can't reach each other's data. The route wrappers'
 * checks are tested on a few routes; what a route reads is tested on all of them.
 */
const { service, routes } = await startWithRoutes()
const { app } = service
const shop = await openShop(service)
const { program } = shop
const owner = await signInMember(service, program)
const first = await signInAs(service, program.partnerId)
const otherProgram = await createTestProgram(service)

const partners = routes.filter(({ by }) => by?.startsWith('partner'))
const accountRoutes = partners.filter(({ by }) => by === 'partnerRoute')
const programRoutes = partners.filter(({ by }) => by === 'partnerProgramRoute')

/** A read and a write for each wrapper, and one route for each additional requirement. */
const sample = [
  ...[accountRoutes, programRoutes].flatMap((routeGroup) => [
    routeGroup.find(({ method }) => method === 'GET'),
    routeGroup.find(({ method }) => method !== 'GET'),
  ]),
  ...['own session', 'fresh session', 'frames too'].map((demand) =>
    partners.find(({ requires }) => requires.includes(demand)),
  ),
].flatMap((route) => route ?? [])

/** The first partner's and program's ids, for paths. */
const managementKey = await send(app, 'POST', `/api/workspaces/${program.workspaceId}/management-keys`, {
  bearer: owner,
  body: {
    name: 'Everything',
    permissions: ['tracking:read', 'tracking:list', 'billing:read', 'partner:manage'],
  },
})
const ownSessions = await first.call('GET', '/sessions')
await shop.customer('cus-1')
await shop.sale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' })
const [commission] = await shop.rows('commissions')
const claim = await first.call('POST', `/programs/${program.id}/claims`, {
  transactionId: 'order-2',
  note: 'It was a customer of mine.',
})
const passkey = await insertPasskey(service.database.kysely, {
  account_id: first.accountId,
  credential_id: 'of-the-first',
  public_key: Buffer.from('public'),
  counter: 0,
  transports: [],
  name: 'Phone of the first',
  is_synced: false,
  created_at: service.clock.now(),
})

const IDS: Record<string, string> = {
  programId: String(program.id),
  workspaceId: program.workspaceId,
  partnerId: String(program.partnerId),
  passkeyId: String(passkey?.id),
  sessionId: String(ownSessions.body.data[0].id),
  commissionId: String(commission?.id),
  linkId: String(program.linkId),
  claimId: String(claim.body.data.id),
  month: '2026-03',
}

/** A path with the first partner's ids. */
const fillUrl = (url: string, ids: Record<string, string> = {}) =>
  url.replace(/:(\w+)/g, (_whole, name: string) => ids[name] ?? IDS[name] ?? '1')

/** Account endpoints parse the body before the session is checked. */
const WHOLE = {
  name: 'Sam',
  slug: 'sam',
  code: '123456',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  newPassword: 'correct horse battery 2',
}

/** A valid body, for routes that parse it before the ids. */
const validBody = ({ url, method }: RegisteredRoute) => {
  if (url.startsWith('/api/auth/')) return WHOLE
  return method === 'PATCH' && url.endsWith('/:passkeyId') ? { name: 'Mine' } : {}
}

const call = (route: RegisteredRoute, headers: Record<string, string>, url = fillUrl(route.url)) =>
  send(app, route.method, url, {
    headers: {
      ...headers,
      ...(route.url.endsWith('/payouts/import') ? { 'content-type': 'text/csv' } : {}),
    },
    ip: someIp(),
    ...(route.method === 'GET' ? {} : { body: validBody(route) }),
  })

it('only sign-in, sign-out and a sign-in page’s branding are public', () => {
  const publicRoutes = routes.filter(({ url, by }) => url.startsWith('/api/partner/') && by === undefined)
  expect(publicRoutes.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    'GET /api/partner/brands/:slug',
    'POST /api/partner/delegated-sessions',
    'POST /api/partner/sign-in',
    'POST /api/partner/sign-in-links',
    'POST /api/partner/sign-in-links/preview',
    'POST /api/partner/sign-in/passkey',
    'POST /api/partner/sign-in/passkey-options',
    'POST /api/partner/sign-out',
  ])
  expect(partners.filter(({ url }) => !url.startsWith('/api/partner/'))).toEqual([])
  expect(sample).toHaveLength(7)
})

describe('a partner’s session', () => {
  /** Signing out and signup reports from browsers are public too. Neither returns data. */
  const HARMLESS: Record<string, number> = { '/api/auth/sign-out': 200, '/api/v1/track/lead': 400 }

  it('gives no access to team routes, and is not extended by them', async () => {
    const teams = routes.filter(
      ({ by, requires, url }) => by === undefined && requires.length > 0 && !url.startsWith('/api/partner/'),
    )
    expect(teams.length).toBeGreaterThan(25)
    for (const route of teams) {
      for (const headers of [
        { cookie: first.cookie },
        { authorization: `Bearer ${first.token}` },
        { cookie: `better-auth.session_token=${first.token}; affiliate.session_token=${first.token}` },
      ]) {
        const { status, headers: responded } = await call(route, headers)
        expect([401, 403, 404, HARMLESS[route.url]], `${route.operationId} ${status}`).toContain(status)
        expect(responded['set-cookie'] ?? '').not.toContain(PARTNER_COOKIE)
      }
    }
  })
})

describe('a partner route', () => {
  const namedRoutes = sample.map((route) => [route.operationId, route] as const)

  it.each(namedRoutes)('%s returns no data for a team session', async (_name, route) => {
    for (const secret of [owner, program.liveKey, program.testKey, managementKey.body.data.key]) {
      expect(secret).toMatch(/./)
      for (const headers of [
        { authorization: `Bearer ${secret}` },
        { cookie: `${PARTNER_COOKIE}=${secret}` },
        { cookie: `better-auth.session_token=${secret}` },
      ]) {
        expect((await call(route, headers)).status).toBe(401)
      }
    }
    expect((await call(route, {})).status).toBe(401)
  })

  it.each(namedRoutes)('%s rejects requests from another site', async (_name, route) => {
    const foreignHeaders = {
      cookie: first.cookie,
      origin: 'https://evil.test',
      'sec-fetch-site': 'cross-site',
    }
    const { status } = await call(route, foreignHeaders)
    if (route.method !== 'GET') expect(status).toBe(403)
  })

  it.each(programRoutes.slice(0, 3).map((route) => [route.operationId, route] as const))(
    '%s returns 404 for an unknown or foreign program',
    async (_name, route) => {
      const programIds = ['0', 'abc', '999999999', '1e3', `${program.id}x`, String(otherProgram.id)]
      for (const programId of programIds) {
        const response = await call(route, { cookie: first.cookie }, fillUrl(route.url, { programId }))
        expect([programId, response.status]).toEqual([programId, 404])
      }
    },
  )

  it('doesn’t return one partner’s data to another', async () => {
    for (const route of partners) {
      // The previous case may have ended their sessions.
      const second = await signInAs(service, otherProgram.partnerId)
      const response = await call(route, { cookie: second.cookie })
      // The first partner's programs and ids return 404; account routes return the second partner's own data.
      if (route.url.includes(':')) expect([403, 404], route.operationId).toContain(response.status)
      for (const secret of [
        first.email,
        'Phone of the first',
        program.code,
        'order-1',
        'cus-1',
        program.workspaceId,
      ])
        expect(response.text, route.operationId).not.toContain(secret)
      expect((await first.call('GET', '/account')).status).toBe(200)
    }
  })

  it('validates its input after the session: unknown parameters, fields and ids are rejected', async () => {
    const { cookie } = first
    const getStatusAndField = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
      status,
      body.error?.details?.field,
    ]
    for (const route of sample) {
      const url = `${fillUrl(route.url)}?statsu=1`
      expect((await call(route, {}, url)).status).toBe(401)
      if (route.requires.includes('fresh session')) continue
      expect([route.operationId, ...getStatusAndField(await call(route, { cookie }, url))]).toEqual([
        route.operationId,
        400,
        'statsu',
      ])
    }
    const rename = partners.find(({ url, method }) => url.endsWith('/:passkeyId') && method === 'PATCH')
    const { status } = await call(rename ?? expect.fail('no route'), { cookie }, '/api/partner/passkeys/none')
    expect(status).toBe(404)
  })

  it('rejects a session from a copied sign-in link if it concerns the account itself', async () => {
    const sharedSession = await signInAs(service, program.partnerId, { workspaceId: program.workspaceId })
    const route = partners.find(({ requires }) => requires.includes('own session')) ?? expect.fail('no route')
    expect((await call(route, { cookie: sharedSession.cookie })).status).toBe(403)
    expect((await call(route, { cookie: first.cookie })).status).not.toBe(403)
  })

  it('rejects an old session if it affects the whole account', async () => {
    const old = await signInAs(service, program.partnerId)
    const route =
      partners.find(({ requires }) => requires.includes('fresh session')) ?? expect.fail('no route')
    service.clock.advance({ hours: 2 })
    expect((await call(route, { cookie: old.cookie })).status).toBe(403)
  })
})
