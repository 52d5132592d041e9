import { describe, expect, it } from 'vitest'
import { insertPasskey } from '../../src/partner-access/passkeys.sql.ts'
import { PARTNER_COOKIE } from '../../src/partner-access/session-cookie.rule.ts'
import { createTestProgram, send, signInMember, someIp, startTestService } from '../harness.ts'
import { openShop } from '../merchant.ts'
import { resolved } from '../platform/openapi-document.ts'
import { signInAs } from './partner.ts'

/**
 * D53: a partner's session opens nothing of the team's, nothing of a team's opens a partner's, and no partner's opens
 * another's. The routes are those of the API's own document, which holds every route of the service: a new one is called here.
 */
const service = await startTestService()
const { app } = service
const shop = await openShop(service)
const { program } = shop
const owner = await signInMember(service, program)
const first = await signInAs(service, program.partnerId)
const elsewhere = await createTestProgram(service)
const second = await signInAs(service, elsewhere.partnerId)
const { body: published } = await send(app, 'GET', '/openapi.json')
const document = resolved(published, published)

interface Route {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  security: Record<string, unknown>[]
}

const routes: Route[] = Object.entries<Record<string, { security?: Record<string, unknown>[] }>>(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security = [] }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as Route['method'], // safe because the document has methods of HTTP
    path,
    security,
  })),
)

const isPartners = ({ security }: Route) => security.some((one) => 'partnerSession' in one)
const partners = routes.filter(isPartners)
const teams = routes.filter((route) => route.security.length > 0 && !isPartners(route))

/** Of what the first partner and his program have: what a path may name. */
const managementKey = await send(app, 'POST', `/api/workspaces/${program.workspaceId}/management-keys`, {
  bearer: owner,
  body: {
    name: 'Everything',
    permissions: ['tracking:read', 'tracking:list', 'billing:read', 'partner:manage'],
  },
})
const own = await first.call('GET', '/sessions')
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
  sessionId: String(own.body.data[0].id),
  commissionId: String(commission?.id),
  linkId: String(program.linkId),
  claimId: String(claim.body.data.id),
  month: '2026-03',
}

/** A path with the first partner's ids, and those of a team that nobody has here. */
const urlOf = ({ path }: Route, isStrict: boolean) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = IDS[name]
    if (id === undefined && isStrict)
      throw new Error(`${path} names a ${name}: give IDS one of the first partner`)
    return id ?? '1'
  })

/** Calls of accounts read their body before they ask who sends it. */
const WHOLE = {
  name: 'Sam',
  slug: 'sam',
  code: '123456',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  newPassword: 'correct horse battery 2',
}

/** Open to everybody as well: whoever wants out gets out, and a browser may report a signup. Neither reads anything. */
const HARMLESS: Record<string, number> = { 'POST /api/auth/sign-out': 200, 'POST /api/v1/track/lead': 400 }

/** Where the body is read before the ids, one that would do. */
const bodyOf = ({ path, method }: Route) => {
  if (path.startsWith('/api/auth/')) return WHOLE
  return method === 'PATCH' && path.endsWith('/{passkeyId}') ? { name: 'Mine' } : {}
}

const call = (route: Route, headers: Record<string, string>, isStrict = false) =>
  send(app, route.method, urlOf(route, isStrict), {
    headers: {
      ...headers,
      ...(route.path.endsWith('/payouts/import') ? { 'content-type': 'text/csv' } : {}),
    },
    ip: someIp(),
    ...(route.method === 'GET' ? {} : { body: bodyOf(route) }),
  })

it('there are routes on both sides', () => {
  expect(partners.length).toBeGreaterThan(5)
  expect(teams.length).toBeGreaterThan(100)
  // Nothing of the portal is open to everybody but the way in and the way out.
  expect(
    routes
      .filter(({ path, security }) => path.startsWith('/api/partner/') && security.length === 0)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'POST /api/partner/sign-in',
    'POST /api/partner/sign-in-links',
    'POST /api/partner/sign-in-links/look',
    'POST /api/partner/sign-in/passkey',
    'POST /api/partner/sign-in/passkey-options',
    'POST /api/partner/sign-out',
    'POST /api/partner/visits',
  ])
  expect(partners.filter(({ path }) => !path.startsWith('/api/partner/'))).toEqual([])
})

describe('a route of the team', () => {
  it.each(teams.map((route) => [route.name, route] as const))(
    '%s reads nothing for a partner',
    async (_name, route) => {
      for (const headers of [
        { cookie: first.cookie },
        { authorization: `Bearer ${first.token}` },
        { cookie: `better-auth.session_token=${first.token}; affiliate.session_token=${first.token}` },
      ]) {
        const { status, headers: answered } = await call(route, headers)
        expect([401, 403, 404, HARMLESS[route.name]], String(status)).toContain(status)
        expect(answered['set-cookie'] ?? '').not.toContain(PARTNER_COOKIE)
      }
    },
  )
})

describe('a route of a partner', () => {
  const names = partners.map((route) => [route.name, route] as const)

  it.each(names)('%s reads nothing for a team', async (_name, route) => {
    for (const secret of [owner, program.liveKey, program.testKey, managementKey.body.data.key]) {
      expect(secret).toMatch(/./)
      for (const headers of [
        { authorization: `Bearer ${secret}` },
        { cookie: `${PARTNER_COOKIE}=${secret}` },
        { cookie: `better-auth.session_token=${secret}` },
      ]) {
        expect((await call(route, headers, true)).status).toBe(401)
      }
    }
    expect((await call(route, {}, true)).status).toBe(401)
  })

  it.each(names)('%s tells another partner nothing of the first', async (_name, route) => {
    const answer = await call(route, { cookie: second.cookie }, true)
    // What is of one program, or has an id, is not there for him; what is his own shows nothing of the first.
    if (route.path.includes('{')) expect([403, 404]).toContain(answer.status)
    for (const secret of [
      first.email,
      'Phone of the first',
      program.code,
      'order-1',
      'cus-1',
      program.workspaceId,
    ]) {
      expect(answer.text).not.toContain(secret)
    }
    // He may have ended his own sessions by it.
    const again = await signInAs(service, elsewhere.partnerId)
    second.cookie = again.cookie
    expect((await first.call('GET', '/account')).status).toBe(200)
  })

  it.each(names.filter(([, { path }]) => path.includes('{programId}')))(
    '%s is not there for a program that is none',
    async (_name, route) => {
      for (const id of ['0', 'abc', '999999999', '1e3', `${program.id}x`]) {
        const url = route.path
          .replace('{programId}', id)
          .replace(/\{(\w+)\}/g, (_whole, name: string) => IDS[name] ?? '1')
        const { status } = await send(app, route.method, url, {
          headers: { cookie: first.cookie },
          ...(route.method === 'GET' ? {} : { body: {} }),
        })
        expect(status, url).toBe(404)
      }
    },
  )
})
