import { describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../../../dashboard/scripts/ensure-built.js'
import { portalAccessLimits } from '../../../src/partners/portal-access/limits.ts'
import { purgePortalAccess } from '../../../src/partners/portal-access/purge-portal-access.job.ts'
import { resolved } from '../../core/openapi-document.ts'
import {
  concurrently,
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  someIp,
  startTestService,
} from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { signInAs } from './partner.ts'

/** Tests delegated sessions: the portal as viewed by the team, and as embedded in a frame. */
const service = await startTestService({ ownDatabase: true, config: { publicUrl: 'https://portal.test' } })
const { app, clock, database } = service
const { kysely } = database
const shop = await openShop(service)
const { program } = shop
const owner = await signInMember(service, program)
await shop.customer('cus-1')
await shop.sale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' })
const partner = await signInAs(service, program.partnerId)
const { body: published } = await send(app, 'GET', '/openapi.json')
const document = resolved(published, published)

const inProgram = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  bearer = owner,
) =>
  send(app, method, `/api/programs/${program.id}${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })
await inProgram('PATCH', '/portal-settings', { embedOrigins: ['https://shop.example'] })

const open = (kind: 'impersonate' | 'embed-token', bearer = owner, partnerId = program.partnerId) =>
  inProgram('POST', `/partners/${partnerId}/${kind}`, undefined, bearer)
const ticketIn = (url: string) => /#([\w-]{43})$/.exec(url)?.[1] ?? expect.fail(url)
const enter = (ticket: string) =>
  send(app, 'POST', '/api/partner/delegated-sessions', { body: { token: ticket }, ip: someIp() })
const visit = async (kind: 'impersonate' | 'embed-token', bearer = owner) => {
  const { body } = await open(kind, bearer)
  const entered = await enter(ticketIn(body.data.url))
  return createCaller(entered.body.data.token)
}
const createCaller =
  (token: string, cookie?: string) =>
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    send(app, method, path, {
      headers: { 'x-delegated-session': token, ...(cookie === undefined ? {} : { cookie }) },
      ...(body === undefined ? {} : { body }),
    })
const getStatusAndCode = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.error?.code]

const [commission] = await shop.rows('commissions')
const IDS: Record<string, string> = {
  programId: String(program.id),
  commissionId: String(commission?.id),
  sessionId: '1',
  claimId: '1',
  payoutId: '1',
  passkeyId: '1',
  month: '2026-03',
}
/** Every partner route in the API document, so that new ones are covered. */
const routes = Object.entries<Record<string, { security?: object[] }>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.some((one) => 'partnerSession' in one))
      .map(([method]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', // safe because no other methods occur here
        path: path.replace(
          /\{(\w+)\}/g,
          (_whole, name: string) => IDS[name] ?? expect.fail(`${path}: ${name}`),
        ),
      })),
)
/** Routes for the account itself, not for one program. */
const ACCOUNT_OPERATIONS = [
  'GET /api/partner/sessions',
  'GET /api/partner/passkeys',
  'GET /api/partner/account/export',
  'GET /api/partner/account/closing',
  'GET /api/partner/programs/{programId}/payout-details/payee',
]

describe('an impersonation session', () => {
  it('is tested on at least one route', () => {
    expect(routes.length).toBeGreaterThan(15)
    expect(routes.some(({ method }) => method !== 'GET')).toBe(true)
  })

  it('can read every program route, and is rejected by all other routes', async () => {
    const call = await visit('impersonate')
    for (const { name, method, path } of routes) {
      const response = await call(method, path, method === 'GET' ? undefined : {})
      if (method !== 'GET' || ACCOUNT_OPERATIONS.includes(name)) {
        expect([name, ...getStatusAndCode(response)]).toEqual([name, 403, 'read_only_view'])
        // This applies even if the body or an id would be rejected.
        const invalidInputResponse = await call(
          method,
          path.replace(/\/\d+/, '/999999'),
          method === 'GET' ? undefined : [],
        )
        expect([name, ...getStatusAndCode(invalidInputResponse)]).toEqual([name, 403, 'read_only_view'])
      } else expect([200, 400, 404], response.text).toContain(response.status)
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  it('shows this partner in this program for half an hour and is audited', async () => {
    const { status, body, headers } = await open('impersonate')
    expect(status).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    const { url, urlEndsAt, expiresAt } = body.data
    expect(url).toMatch(new RegExp(`^https://portal.test/partner/view/${program.id}#[\\w-]{43}$`))
    const now = clock.now().getTime()
    expect(Date.parse(urlEndsAt) - now).toBe(60_000)
    expect(Date.parse(expiresAt) - now).toBe(portalAccessLimits.viewMinutes * 60_000)
    const entered = await enter(ticketIn(url))
    expect(entered).toMatchObject({
      status: 200,
      body: { data: { kind: 'view', programId: program.id, expiresAt } },
    })
    expect(entered.headers['set-cookie']).toBeUndefined()
    const call = createCaller(entered.body.data.token)
    const account = await call('GET', '/api/partner/account')
    expect(account.body.data).toEqual({
      email: partner.email,
      timeZone: null,
      language: null,
      isFresh: false,
      isFullAccess: false,
      delegatedSession: { kind: 'view', programId: program.id, expiresAt },
    })
    const earnings = await call('GET', `/api/partner/programs/${program.id}/earnings`)
    expect(earnings.body.data).toHaveLength(1)
    const log = await kysely
      .selectFrom('program_audit_log')
      .select(['action', 'target_type', 'target_id', 'after'])
      .where('program_id', '=', program.id)
      .where('action', '=', 'partner.impersonate')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(log).toMatchObject({ target_type: 'partner', target_id: String(program.partnerId) })
    expect(JSON.stringify(log)).not.toMatch(/[\w-]{43}/)
    // It isn't one of the partner's own sessions.
    expect((await partner.call('GET', '/sessions')).body.data).toHaveLength(1)
    clock.advance({ minutes: portalAccessLimits.viewMinutes })
    expect((await call('GET', '/api/partner/account')).status).toBe(401)
    expect(await purgePortalAccess(service.deps)).toBeGreaterThan(0)
    expect(await kysely.selectFrom('delegated_sessions').selectAll().execute()).toEqual([])
  })

  it('reveals nothing about the partner in other programs', async () => {
    const other = await createTestProgram(service)
    const sister = { id: 0, workspaceId: program.workspaceId }
    const created = await send(app, 'POST', `/api/workspaces/${program.workspaceId}/programs`, {
      bearer: owner,
      body: { name: 'Sister' },
    })
    sister.id = created.body.data?.id ?? 0
    for (const { id, workspaceId } of sister.id === 0 ? [other] : [other, sister]) {
      const member = await signInMember(service, { workspaceId })
      const response = await send(app, 'POST', `/api/programs/${id}/partners`, {
        bearer: member,
        body: { name: 'Pat', email: partner.email, approved: true },
      })
      expect(response.status).toBe(201)
    }
    expect((await partner.call('GET', '/programs')).body.data.length).toBeGreaterThan(1)
    for (const kind of ['impersonate', 'embed-token'] as const) {
      const call = await visit(kind)
      const programs = await call('GET', '/api/partner/programs')
      expect(programs.body.data.map(({ id }: { id: number }) => id)).toEqual([program.id])
      expect((await call('GET', `/api/partner/programs/${other.id}/overview`)).status).toBe(404)
    }
  })

  it('is never treated as the partner’s own session, even with the partner’s cookie', async () => {
    const { body } = await open('impersonate')
    const ticket = ticketIn(body.data.url)
    for (const token of ['', 'x', 'x'.repeat(43), ticket, partner.token]) {
      expect((await createCaller(token, partner.cookie)('GET', '/api/partner/account')).status).toBe(401)
    }
    const { token } = (await enter(ticket)).body.data
    const ignored = await createCaller(token, partner.cookie)('PATCH', '/api/partner/account', {
      timeZone: null,
    })
    expect(getStatusAndCode(ignored)).toEqual([403, 'read_only_view'])
    // Its token isn't an API key either.
    const otherProgram = await send(app, 'GET', '/api/partner/account', {
      headers: { cookie: `affiliate_partner_session=${token}` },
    })
    expect(otherProgram.status).toBe(401)
    expect((await inProgram('GET', '/partners', undefined, token)).status).toBe(401)
  })

  it('requires a member with partner:manage, not a key', async () => {
    const viewer = await signInMember(service, program, { role: 'viewer' })
    expect((await open('impersonate', viewer)).status).toBe(403)
    expect((await open('embed-token', viewer)).status).toBe(403)
    const key = await send(app, 'POST', `/api/workspaces/${program.workspaceId}/management-keys`, {
      bearer: owner,
      body: { name: 'Frames', permissions: ['partner:manage'] },
    })
    expect([401, 403]).toContain((await open('impersonate', key.body.data.key)).status)
    // It shows earnings and payouts, which a key can only read with `billing:read`.
    const rejection = await open('embed-token', key.body.data.key)
    expect([rejection.status, rejection.body.error.details]).toEqual([403, { permission: 'billing:read' }])
    const otherProgram = await createTestPartner(service, await createTestProgram(service))
    expect((await open('impersonate', owner, otherProgram.partnerId)).status).toBe(404)
    expect((await open('embed-token', owner, otherProgram.partnerId)).status).toBe(404)
  })

  it.each(['removed', 'suspended', 'made a viewer'])('ends when its creator is %s', async (what) => {
    const session = await signInMember(service, program, { role: 'member' })
    const call = await visit('impersonate', session)
    expect((await call('GET', '/api/partner/programs')).status).toBe(200)
    const { body } = await send(app, 'GET', `/api/workspaces/${program.workspaceId}/members`, {
      bearer: owner,
    })
    const member = body.data.find(
      ({ role, status }: { role: string; status: string }) => role === 'member' && status === 'active',
    )
    const url = `/api/workspaces/${program.workspaceId}/members/${member.id}`
    const response =
      what === 'removed'
        ? await send(app, 'DELETE', url, { bearer: owner })
        : await send(app, 'PATCH', url, {
            bearer: owner,
            body: what === 'suspended' ? { status: 'suspended' } : { role: 'viewer' },
          })
    expect(response.status).toBe(200)
    expect((await call('GET', '/api/partner/programs')).status).toBe(401)
  })

  it('ends when the member’s role no longer allows it', async () => {
    const session = await signInMember(service, program, { role: 'member' })
    const call = await visit('impersonate', session)
    const { user_id } = await kysely
      .selectFrom('delegated_sessions')
      .select('user_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await kysely
      .updateTable('workspace_members')
      .set({ role: 'viewer' })
      .where('user_id', '=', user_id)
      .execute()
    expect((await call('GET', '/api/partner/programs')).status).toBe(401)
  })
})

describe('a ticket', () => {
  it.each(['impersonate', 'embed-token'] as const)(
    'can be opened once for %s, even concurrently',
    async (kind) => {
      const { body } = await open(kind)
      const ticket = ticketIn(body.data.url)
      const responses = await concurrently(20, () => enter(ticket))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(responses.filter(({ status }) => status === 401)).toHaveLength(19)
    },
  )

  it('can be opened within a minute', async () => {
    const first = ticketIn((await open('embed-token')).body.data.url)
    clock.advance({ ms: portalAccessLimits.delegatedSessionTicketMs - 1 })
    expect((await enter(first)).status).toBe(200)
    const second = ticketIn((await open('embed-token')).body.data.url)
    clock.advance({ ms: portalAccessLimits.delegatedSessionTicketMs })
    expect((await enter(second)).status).toBe(401)
    for (const wrong of ['', 'x', 'x'.repeat(43)]) expect((await enter(wrong)).status).toBe(401)
  })

  it('is never stored in plain text', async () => {
    const { body } = await open('embed-token')
    const ticket = ticketIn(body.data.url)
    const { token } = (await enter(ticket)).body.data
    const rows = JSON.stringify(await kysely.selectFrom('delegated_sessions').selectAll().execute())
    expect(rows).not.toContain(ticket)
    expect(rows).not.toContain(token)
  })
})

describe('an embedded portal', () => {
  it('can read and create links, and nothing else', async () => {
    const MAY = [`POST /api/partner/programs/{programId}/links`]
    const rejected: string[] = []
    const call = await visit('embed-token')
    for (const { name, method, path } of routes) {
      const response = await call(method, path, method === 'GET' ? undefined : {})
      if (response.status === 403) {
        expect(getStatusAndCode(response)).toEqual([403, 'embedded_view'])
        rejected.push(name)
      } else if (method !== 'GET') {
        expect(MAY).toContain(name)
        expect(response.status).toBe(201)
      } else expect([200, 400, 404], name).toContain(response.status)
    }
    const changes = routes.filter(({ method }) => method !== 'GET').map(({ name }) => name)
    expect(rejected.sort()).toEqual(
      [...changes.filter((name) => !MAY.includes(name)), ...ACCOUNT_OPERATIONS].sort(),
    )
  })

  it('ends when the key’s creator loses a permission', async () => {
    const creator = await signInMember(service, program, { role: 'admin' })
    const created = await send(app, 'POST', `/api/workspaces/${program.workspaceId}/management-keys`, {
      bearer: creator,
      body: { name: 'Frames', permissions: ['partner:manage', 'billing:read'] },
    })
    const call = await visit('embed-token', created.body.data.key)
    const status = async () => (await call('GET', '/api/partner/programs')).status
    const { created_by } = await kysely
      .selectFrom('management_keys')
      .select('created_by')
      .where('id', '=', created.body.data.id)
      .executeTakeFirstOrThrow()
    const change = (to: { role: 'admin' | 'viewer' } | { status: 'active' | 'suspended' }) =>
      kysely.updateTable('workspace_members').set(to).where('user_id', '=', created_by).execute()
    expect(await status()).toBe(200)
    await change({ role: 'viewer' })
    expect(await status()).toBe(401)
    await change({ role: 'admin' })
    expect(await status()).toBe(200)
    await change({ status: 'suspended' })
    expect(await status()).toBe(401)
  })

  it('can be created with a management key, which the log names, and ends with the key', async () => {
    const created = await send(app, 'POST', `/api/workspaces/${program.workspaceId}/management-keys`, {
      bearer: owner,
      body: { name: 'Frames', permissions: ['partner:manage', 'billing:read'] },
    })
    const { id, key } = created.body.data
    const call = await visit('embed-token', key)
    expect((await call('GET', '/api/partner/programs')).status).toBe(200)
    const auditRows = await kysely
      .selectFrom('program_audit_log')
      .select(['user_id', 'key_id', 'target_id'])
      .where('action', '=', 'partner.embed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(auditRows).toEqual({ user_id: null, key_id: id, target_id: String(program.partnerId) })
    const response = await send(
      app,
      'POST',
      `/api/workspaces/${program.workspaceId}/management-keys/${id}/revoke`,
      {
        bearer: owner,
      },
    )
    expect(response.status).toBeLessThan(300)
    expect((await call('GET', '/api/partner/programs')).status).toBe(401)
  })

  it('can be embedded only by the listed origins, and no other page can be embedded', async () => {
    // Error pages can't be embedded either.
    await ensureBuilt()
    const page = (path: string) => app.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } })
    const policy = async (path: string) => {
      const { headers } = await page(path)
      const [ancestors] = /frame-ancestors [^;]*/.exec(String(headers['content-security-policy'])) ?? []
      return [ancestors, headers['x-frame-options']]
    }
    const NOBODY = ["frame-ancestors 'none'", 'DENY']
    await inProgram('PATCH', '/portal-settings', {
      embedOrigins: ['https://shop.example', 'https://app.shop.example:8443'],
    })
    const framed = ['frame-ancestors https://shop.example https://app.shop.example:8443', undefined]
    expect(await policy(`/partner/embed/${program.id}`)).toEqual(framed)
    expect(await policy(`/partner/embed/${program.id}/programs/${program.id}/links`)).toEqual(framed)
    // The app recognizes a frame by its exact path; with any other path it would use the partner's own session.
    const spelled = `%${String(program.id).charCodeAt(0).toString(16)}${String(program.id).slice(1)}`
    for (const path of [
      `/partner/embed/${spelled}`,
      `/partner/embed/${spelled}/profile`,
      `/partner/%65mbed/${program.id}`,
      `/%70artner/embed/${program.id}/profile`,
    ]) {
      expect([path, ...(await policy(path))]).toEqual([path, ...NOBODY])
    }
    const other = await createTestProgram(service)
    for (const path of [
      `/partner/embed/${other.id}`,
      '/partner/embed/abc',
      '/partner/embed/0',
      `/partner/embed/${program.id}x`,
      '/partner/embed',
      `/partner/view/${program.id}`,
      '/partner',
      '/partner/sign-in',
      '/',
      `/programs/${program.id}`,
      '/story',
      '/docs',
      `/join/${program.id}`,
    ]) {
      expect([path, ...(await policy(path))]).toEqual([path, ...NOBODY])
    }
    expect((await page(`/partner/embed/${program.id}`)).headers['referrer-policy']).toBe('no-referrer')
    await inProgram('PATCH', '/portal-settings', { embedOrigins: [] })
    expect(await policy(`/partner/embed/${program.id}`)).toEqual(NOBODY)
    expect(getStatusAndCode(await open('embed-token'))).toEqual([409, 'conflict'])
    await inProgram('PATCH', '/portal-settings', { embedOrigins: ['https://shop.example'] })
  })
})

describe('portal settings', () => {
  it('can be read and changed with the right permissions', async () => {
    const fresh = await createTestProgram(service)
    const bearer = await signInMember(service, fresh)
    const viewer = await signInMember(service, fresh, { role: 'viewer' })
    const url = `/api/programs/${fresh.id}/portal-settings`
    const read = (who = viewer) => send(app, 'GET', url, { bearer: who })
    const change = (body: unknown, who = bearer) => send(app, 'PATCH', url, { bearer: who, body })
    const defaultLimit = portalAccessLimits.partnersOwnLinks
    expect((await read()).body.data).toEqual({
      embedOrigins: [],
      ownLinks: null,
      ownLinksByDefault: defaultLimit,
      ownCouponCodes: null,
      language: 'en',
    })
    expect((await change({ ownLinks: 3 }, viewer)).status).toBe(403)
    expect((await change({ language: 'nl' })).status).toBe(400)
    expect((await change({ language: 'pt-BR' })).body.data).toMatchObject({
      ownLinks: null,
      language: 'pt-BR',
    })
    const origins = Array.from({ length: 10 }, (_, n) => `https://s${n}.example`)
    expect((await change({ embedOrigins: origins, ownLinks: 0 })).body.data).toMatchObject({
      embedOrigins: origins,
      ownLinks: 0,
    })
    expect((await change({ ownLinks: null })).body.data).toMatchObject({
      embedOrigins: origins,
      ownLinks: null,
    })
    for (const [field, body] of [
      ['embedOrigins', { embedOrigins: [...origins, 'https://eleven.example'] }],
      ['embedOrigins', { embedOrigins: ['https://*.example'] }],
      ['embedOrigins', { embedOrigins: ['https://a.example', 'https://a.example'] }],
      ['ownLinks', { ownLinks: 201 }],
      ['ownLinks', { ownLinks: -1 }],
    ] as const) {
      const { status, body: rejected } = await change(body)
      expect([status, rejected.error.details.field]).toEqual([400, field])
    }
    expect((await read()).body.data.embedOrigins).toEqual(origins)
  })

  it('limit how many links partners create themselves', async () => {
    const path = `/programs/${program.id}/links`
    const partnerSession = await signInAs(service, program.partnerId)
    const { links } = (await partnerSession.call('GET', path)).body.data
    const change = (ownLinks: number | null) => inProgram('PATCH', '/portal-settings', { ownLinks })
    await change(links.length + 1)
    expect((await partnerSession.call('GET', path)).body.data.most).toBe(links.length + 1)
    expect((await partnerSession.call('POST', path, {})).status).toBe(201)
    expect(getStatusAndCode(await partnerSession.call('POST', path, {}))).toEqual([409, 'conflict'])
    await change(0)
    expect(getStatusAndCode(await partnerSession.call('POST', path, {}))).toEqual([409, 'conflict'])
    await change(null)
    expect((await partnerSession.call('GET', path)).body.data.most).toBe(portalAccessLimits.partnersOwnLinks)
    expect((await partnerSession.call('POST', path, {})).status).toBe(201)
  })
})
