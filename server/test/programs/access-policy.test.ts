import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Permission, roleAllows } from '../../src/accounts/permissions.rule.ts'
import { MEMBER_ROLES, type MemberRole } from '../../src/platform/words.ts'
import {
  createTestProgram,
  PASSWORD,
  send as sendFrom,
  signInMember,
  signUp,
  someIp,
  startTestService,
  type TestProgram,
  type TestService,
} from '../harness.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Route {
  method: Method
  /** The address behind `/api/programs/:programId`. */
  path: string
  permission: Permission
  body?: unknown
}

// Every route below a program. A body that is refused with 400 shows that the permission was there.
const ROUTES: Route[] = [
  { method: 'GET', path: '', permission: 'tracking:read' },
  { method: 'PATCH', path: '', permission: 'program:update', body: { name: 7 } },
  { method: 'POST', path: '/api-keys', permission: 'api_key:manage', body: { mode: 7 } },
  { method: 'GET', path: '/api-keys', permission: 'api_key:manage' },
  { method: 'POST', path: '/api-keys/999999999/retire', permission: 'api_key:manage', body: {} },
  { method: 'DELETE', path: '/api-keys/999999999', permission: 'api_key:manage' },
  { method: 'POST', path: '/partners', permission: 'partner:manage', body: { name: 7 } },
  { method: 'GET', path: '/partners', permission: 'tracking:list' },
  { method: 'GET', path: '/partners/999999999', permission: 'tracking:list' },
  { method: 'POST', path: '/partners/999999999/approve', permission: 'partner:manage' },
  { method: 'POST', path: '/partners/999999999/reject', permission: 'partner:manage' },
  { method: 'GET', path: '/partner-numbers?partnerIds=1', permission: 'tracking:list' },
  { method: 'GET', path: '/partner-report', permission: 'tracking:list' },
  { method: 'POST', path: '/links', permission: 'partner:manage', body: { partnerId: 'x' } },
  { method: 'GET', path: '/links', permission: 'tracking:list' },
  { method: 'POST', path: '/links/999999999/activate', permission: 'partner:manage' },
  { method: 'POST', path: '/links/999999999/deactivate', permission: 'partner:manage' },
  { method: 'GET', path: '/commission-policies', permission: 'tracking:read' },
  { method: 'POST', path: '/commission-policies', permission: 'commission:manage', body: { type: 7 } },
  { method: 'DELETE', path: '/commission-policies/999999999', permission: 'commission:manage' },
  { method: 'GET', path: '/customers', permission: 'tracking:list' },
  { method: 'GET', path: '/customers/sums', permission: 'tracking:list' },
  { method: 'GET', path: '/customers.csv', permission: 'tracking:list' },
  { method: 'GET', path: '/sales', permission: 'tracking:list' },
  { method: 'GET', path: '/commissions', permission: 'billing:read' },
  { method: 'GET', path: '/commissions/sums', permission: 'billing:read' },
  { method: 'GET', path: '/commissions/999999999', permission: 'tracking:list' },
  { method: 'GET', path: '/commissions.csv', permission: 'billing:read' },
  {
    method: 'POST',
    path: '/commissions/mark-paid',
    permission: 'payout:manage',
    body: { commissionIds: 7 },
  },
  { method: 'GET', path: '/balances', permission: 'billing:read' },
  { method: 'GET', path: '/claims', permission: 'billing:read' },
  { method: 'GET', path: '/claims/open', permission: 'billing:read' },
  { method: 'GET', path: '/claims/999999999', permission: 'billing:read' },
  {
    method: 'POST',
    path: '/claims/999999999/accept',
    permission: 'claim:manage',
    body: { customerId: 'none' },
  },
  { method: 'POST', path: '/claims/999999999/reject', permission: 'claim:manage', body: { words: 7 } },
  { method: 'POST', path: '/payouts', permission: 'payout:manage', body: { currency: 7 } },
  { method: 'GET', path: '/payouts', permission: 'billing:read' },
  { method: 'GET', path: '/payouts/preview', permission: 'billing:read' },
  { method: 'GET', path: '/payouts/export.csv', permission: 'billing:read' },
  { method: 'GET', path: '/payouts/999999999', permission: 'billing:read' },
  { method: 'GET', path: '/payouts/999999999/items', permission: 'billing:read' },
  { method: 'POST', path: '/payouts/999999999/pay', permission: 'payout:manage', body: {} },
  { method: 'POST', path: '/payouts/999999999/cancel', permission: 'payout:manage' },
  { method: 'POST', path: '/payouts/mark-paid', permission: 'payout:manage', body: { payoutIds: 7 } },
  { method: 'GET', path: '/payout-settings', permission: 'billing:read' },
  { method: 'PATCH', path: '/payout-settings', permission: 'payout:manage', body: { debtor: 7 } },
  {
    method: 'GET',
    path: '/payout-files?batchId=999999999&format=wise&currency=EUR',
    permission: 'billing:read',
  },
  { method: 'POST', path: '/payout-files', permission: 'payout:manage', body: { format: 7 } },
  { method: 'GET', path: '/partners/999999999/payout-details', permission: 'billing:read' },
  {
    method: 'POST',
    path: '/partners/999999999/payout-details/reveal',
    permission: 'payout:manage',
    body: { version: 'x' },
  },
  { method: 'POST', path: '/invoices', permission: 'commission:manage', body: { month: 7 } },
  { method: 'GET', path: '/invoices', permission: 'billing:read' },
  { method: 'GET', path: '/invoices/999999999', permission: 'billing:read' },
  { method: 'GET', path: '/invoices/999999999.html', permission: 'billing:read' },
  { method: 'GET', path: '/invoices/999999999/lines', permission: 'billing:read' },
  { method: 'GET', path: '/invoices/999999999/lines.csv', permission: 'billing:read' },
  { method: 'GET', path: '/processor', permission: 'tracking:read' },
  { method: 'PUT', path: '/processor', permission: 'program:update', body: { webhookSecret: 7 } },
  { method: 'DELETE', path: '/processor', permission: 'program:update' },
  { method: 'POST', path: '/processor/authorize', permission: 'program:update', body: { processor: 7 } },
  { method: 'GET', path: '/unattributed-payments', permission: 'billing:read' },
  { method: 'GET', path: '/unattributed-payments/999999999', permission: 'billing:read' },
  { method: 'GET', path: '/kept-events', permission: 'billing:read' },
  { method: 'POST', path: '/kept-events/999999999/settle', permission: 'commission:manage' },
  {
    method: 'POST',
    path: '/unattributed-payments/999999999/attribute',
    permission: 'commission:manage',
    body: { customerId: 'x' },
  },
  { method: 'POST', path: '/unattributed-payments/999999999/dismiss', permission: 'commission:manage' },
  { method: 'POST', path: '/webhooks', permission: 'program:update', body: { url: 7 } },
  { method: 'GET', path: '/webhooks', permission: 'program:update' },
  { method: 'PATCH', path: '/webhooks/999999999', permission: 'program:update', body: {} },
  { method: 'DELETE', path: '/webhooks/999999999', permission: 'program:update' },
  { method: 'POST', path: '/webhooks/999999999/rotate-secret', permission: 'program:update', body: {} },
  { method: 'POST', path: '/webhooks/999999999/test', permission: 'program:update' },
  { method: 'GET', path: '/webhooks/999999999/deliveries', permission: 'program:update' },
  { method: 'POST', path: '/webhooks/999999999/deliveries/1/redeliver', permission: 'program:update' },
  { method: 'POST', path: '/webhook-listeners', permission: 'program:update', body: { eventTypes: 7 } },
  { method: 'GET', path: '/webhook-listeners/999999999', permission: 'program:update' },
  { method: 'POST', path: '/webhook-listeners/999999999/take', permission: 'program:update' },
  { method: 'DELETE', path: '/webhook-listeners/999999999', permission: 'program:update' },
]

/** Every call from an address of its own: refused credentials are counted per address (D46). */
const send: typeof sendFrom = (app, method, url, options) =>
  sendFrom(app, method, url, { ip: someIp(), ...options })

let service: TestService
let program: TestProgram
let tokens: Record<MemberRole, string>
let suspended: string
let stranger: string
let neighbour: string
let goodCookie: string

beforeAll(async () => {
  service = await startTestService({ ownDatabase: true })
  program = await createTestProgram(service)
  const tokenOf = (role: MemberRole) => signInMember(service, program, { role })
  tokens = {
    owner: await tokenOf('owner'),
    admin: await tokenOf('admin'),
    member: await tokenOf('member'),
    viewer: await tokenOf('viewer'),
  }
  suspended = await signInMember(service, program, { role: 'owner', status: 'suspended' })
  stranger = (await signUp(service)).token
  neighbour = await signInMember(service, await createTestProgram(service))
  goodCookie = await cookieOf(service)
})

function call(
  route: Route,
  options: { programId?: string | number; bearer?: string; headers?: Record<string, string> },
) {
  const { programId = program.id, ...rest } = options
  const body = route.body === undefined ? {} : { body: route.body }
  return send(service.app, route.method, `/api/programs/${programId}${route.path}`, { ...body, ...rest })
}

describe.each(ROUTES)('verify-program-access on $method /api/programs/:programId$path', (route) => {
  it(`lets in exactly the roles that hold ${route.permission} (D45)`, async () => {
    for (const role of MEMBER_ROLES) {
      const { status, body } = await call(route, { bearer: tokens[role] })
      if (roleAllows(role, route.permission)) {
        expect([200, 400, 404], `${role}: ${JSON.stringify(body)}`).toContain(status)
        if (status === 404) expect(body.error.message).not.toContain('no program')
      } else {
        expect([status, body.error.code], role).toEqual([403, 'forbidden'])
        expect(body.error.details).toEqual({ permission: route.permission })
      }
    }
  })

  it('answers 401, then 404, then 403, before it looks at what was sent (D37)', async () => {
    const expectRefusal = async (options: Parameters<typeof call>[1], status: number, code: string) => {
      const answer = await call(route, options)
      expect([answer.status, answer.body.error.code]).toEqual([status, code])
      expect(answer.body.data).toBeNull()
    }
    await expectRefusal({}, 401, 'unauthorized')
    await expectRefusal({ programId: 'abc' }, 401, 'unauthorized')
    for (const programId of [
      'abc',
      '0',
      '-1',
      '1.5',
      '999999999',
      '9007199254740993',
      '%00',
      `${program.id}e0`,
    ]) {
      await expectRefusal({ programId, bearer: tokens.owner }, 404, 'not_found')
    }
    for (const bearer of [suspended, stranger, neighbour]) await expectRefusal({ bearer }, 403, 'forbidden')
  })

  it('takes no program API key for a session, not even beside a good cookie (D35)', async () => {
    const cookie = goodCookie
    for (const bearer of [program.liveKey, program.testKey]) {
      const { status, body } = await call(route, { bearer, headers: { cookie } })
      expect([status, body.error.code]).toEqual([401, 'unauthorized'])
    }
  })
})

describe('verify-program-access on the other management routes', () => {
  const others: { method: Method; url: () => string; body?: unknown }[] = [
    { method: 'POST', url: () => '/api/programs', body: { name: 'P' } },
    { method: 'GET', url: () => '/api/programs' },
    { method: 'POST', url: () => '/api/invitations/accept', body: { invitation: 'x' } },
    {
      method: 'PATCH',
      url: () => `/api/workspaces/${program.workspaceId}`,
      body: { requiresTwoFactor: false },
    },
    { method: 'GET', url: () => `/api/workspaces/${program.workspaceId}/members` },
    {
      method: 'POST',
      url: () => `/api/workspaces/${program.workspaceId}/members`,
      body: { email: 'a@b.c', role: 'viewer' },
    },
    {
      method: 'PATCH',
      url: () => `/api/workspaces/${program.workspaceId}/members/x`,
      body: { role: 'viewer' },
    },
    { method: 'DELETE', url: () => `/api/workspaces/${program.workspaceId}/members/x` },
    { method: 'GET', url: () => `/api/workspaces/${program.workspaceId}/invitations` },
    { method: 'DELETE', url: () => `/api/workspaces/${program.workspaceId}/invitations/x` },
  ]

  it.each(others)('$method $url takes a session and no API key (D35)', async ({ method, url, body }) => {
    const sent = body === undefined ? {} : { body }
    expect((await send(service.app, method, url(), sent)).status).toBe(401)
    const withKey = await send(service.app, method, url(), { ...sent, bearer: program.liveKey })
    expect([withKey.status, withKey.body.error.code]).toEqual([401, 'unauthorized'])
  })

  it.each(others.slice(3))(
    '$method $url refuses strangers, neighbours and the suspended alike (D45)',
    async (route) => {
      const sent = route.body === undefined ? {} : { body: route.body }
      for (const bearer of [stranger, neighbour, suspended]) {
        const answer = await send(service.app, route.method, route.url(), { ...sent, bearer })
        expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
      }
    },
  )

  it.each(others.slice(3))('$method $url takes member:manage (D45)', async (route) => {
    const sent = route.body === undefined ? {} : { body: route.body }
    for (const role of MEMBER_ROLES) {
      const { status } = await send(service.app, route.method, route.url(), { ...sent, bearer: tokens[role] })
      const isOwnRemoval = route.method === 'DELETE' && route.url().includes('/members/')
      // Whoever may leave is told that the member he names is none; others are told nothing.
      if (isOwnRemoval) expect(status).toBe(404)
      else if (roleAllows(role, 'member:manage')) expect([200, 201, 404, 409]).toContain(status)
      else expect(status).toBe(403)
    }
  })

  it('GET /api/programs shows the programs of active memberships and no others', async () => {
    const idsOf = async (bearer: string) =>
      (await send(service.app, 'GET', '/api/programs', { bearer })).body.data.map(
        ({ id }: { id: number }) => id,
      )
    expect(await idsOf(tokens.viewer)).toEqual([program.id])
    expect(await idsOf(suspended)).toEqual([])
    expect(await idsOf(stranger)).toEqual([])
    expect(await idsOf(neighbour)).not.toContain(program.id)
  })

  it('POST /api/programs takes program:create in the workspace it names (D45)', async () => {
    for (const role of MEMBER_ROLES) {
      const { status } = await send(service.app, 'POST', '/api/programs', {
        bearer: tokens[role],
        body: { name: role },
      })
      expect(status, role).toBe(roleAllows(role, 'program:create') ? 201 : 403)
    }
    for (const bearer of [suspended, stranger, neighbour]) {
      const body = { name: 'P', workspaceId: program.workspaceId }
      expect((await send(service.app, 'POST', '/api/programs', { bearer, body })).status).toBe(403)
    }
    const created = await service.database.kysely
      .selectFrom('programs')
      .select('name')
      .where('workspace_id', '=', program.workspaceId)
      .where('id', '<>', program.id)
      .orderBy('id')
      .execute()
    expect(created.map(({ name }) => name)).toEqual(['owner', 'admin'])
    await service.database.kysely
      .deleteFrom('commission_policies')
      .where('program_id', 'in', (query) =>
        query.selectFrom('programs').select('id').where('name', 'in', ['owner', 'admin']),
      )
      .execute()
    await service.database.kysely.deleteFrom('programs').where('name', 'in', ['owner', 'admin']).execute()
  })
})

describe('a session', () => {
  it('by cookie reads, and changes only for pages of this site (D35)', async () => {
    const cookie = await cookieOf(service)
    const body = { name: 'Renamed' }
    const url = `/api/programs/${program.id}`
    expect((await send(service.app, 'GET', url, { headers: { cookie } })).status).toBe(200)
    expect(
      (await send(service.app, 'GET', url, { headers: { cookie, origin: 'https://evil.test' } })).status,
    ).toBe(200)
    for (const origin of ['https://evil.test', 'null', 'http://localhost:3001', 'https://localhost:3000']) {
      const answer = await send(service.app, 'PATCH', url, { headers: { cookie, origin }, body })
      expect([answer.status, answer.body.error.code], origin).toEqual([403, 'forbidden'])
    }
    const origin = service.deps.config.publicUrl
    expect((await send(service.app, 'PATCH', url, { headers: { cookie, origin }, body })).status).toBe(200)
    expect((await send(service.app, 'PATCH', url, { headers: { cookie }, body })).status).toBe(200)
  })

  it('by token is not asked for an origin', async () => {
    const headers = { origin: 'https://elsewhere.test' }
    const body = { name: 'By token' }
    const url = `/api/programs/${program.id}`
    expect((await send(service.app, 'PATCH', url, { bearer: tokens.owner, headers, body })).status).toBe(200)
  })

  it.each(['x', '', 'a.b', '%00', 'a%00.b', 'Zm9v', 'ü', 'x'.repeat(5000), 'null', "' or 1=1 --"])(
    'token %j is none: 401, never a 500',
    async (token) => {
      const headers = { authorization: `Bearer ${token}` }
      expect((await send(service.app, 'GET', '/api/programs', { headers })).status).toBe(401)
      expect(
        (await send(service.app, 'GET', '/api/programs', { headers: { authorization: token } })).status,
      ).toBe(401)
      const cookie = `affiliate.session_token=${encodeURIComponent(token)}`
      expect((await send(service.app, 'GET', '/api/programs', { headers: { cookie } })).status).toBe(401)
    },
  )

  it('that is none is 429 after 30 tries of one address in a minute, on every status the route has (D46)', async () => {
    const ip = someIp()
    const attempt = (url: string) => send(service.app, 'GET', url, { ip, bearer: program.liveKey })
    for (let failure = 0; failure < 30; failure++) {
      expect((await attempt(`/api/programs/${program.id}`)).status).toBe(401)
    }
    for (const url of [
      '/api/programs',
      `/api/programs/${program.id}`,
      `/api/tracking/performance/${program.id}`,
    ]) {
      const { status, body } = await attempt(url)
      expect([status, body.error.code]).toEqual([429, 'rate_limited'])
    }
  })

  it('that was signed out, or has expired, is none', async () => {
    const { token } = await signUp(service)
    expect((await send(service.app, 'GET', '/api/programs', { bearer: token })).status).toBe(200)
    await send(service.app, 'POST', '/api/auth/sign-out', { bearer: token })
    expect((await send(service.app, 'GET', '/api/programs', { bearer: token })).status).toBe(401)

    const { token: old, userId } = await signUp(service)
    await service.database.kysely
      .updateTable('sessions')
      .set({ expires_at: new Date('2020-01-01') })
      .where('user_id', '=', userId)
      .execute()
    expect((await send(service.app, 'GET', '/api/programs', { bearer: old })).status).toBe(401)
  })
})

/** The cookie of a new owner of the program. */
async function cookieOf({ app, database, clock }: TestService): Promise<string> {
  const { email, userId } = await signUp({ app })
  await database.kysely
    .insertInto('workspace_members')
    .values({
      id: randomUUID(),
      workspace_id: program.workspaceId,
      user_id: userId,
      role: 'owner',
      created_at: clock.now(),
    })
    .execute()
  const body = { email, password: PASSWORD }
  const { headers } = await send(app, 'POST', '/api/auth/sign-in/email', { body })
  return String(headers['set-cookie']).split(';', 1)[0] ?? ''
}
