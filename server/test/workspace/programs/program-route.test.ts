import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { MEMBER_ROLES, type MemberRole } from '../../../src/core/enums.ts'
import { PERMISSIONS, type Permission, roleAllows } from '../../../src/workspace/accounts/permissions.rule.ts'
import { type RegisteredRoute, startWithRoutes } from '../../core/registered-routes.ts'
import {
  createTestProgram,
  send as sendFrom,
  signInMember,
  signUp,
  someIp,
  type TestProgram,
} from '../../harness.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'

/**
 * Tests `programRoute` with a sample of its routes, and the same access checks on every team route without a wrapper.
 * `core/routes.test.ts` lists each route's wrapper and permissions.
 */
const { service, routes } = await startWithRoutes()
const { app, clock, database } = service
const { kysely } = database

/**
 * One of each kind: a read, a file, a POST, an id with a body, several permissions, external effects, and one that
 * rejects keys.
 */
const SAMPLE = [
  'listPartnerGroups',
  'exportCommissions',
  'createPartnerGroup',
  'renamePartnerGroup',
  'endPartnerGroup',
  'createEmbedToken',
  'testWebhook',
  'authorizeProcessor',
]

/** The permissions for user-only operations, which keys can't have. */
const PERSONAL: Record<string, Permission> = {
  updateWorkspace: 'member:manage',
  createManagementKey: 'api_key:manage',
  listManagementKeys: 'api_key:manage',
  revokeManagementKey: 'api_key:manage',
}

interface Route extends RegisteredRoute {
  permissions: readonly Permission[]
}

/** Listed in the order in which the route checks them. */
const listPermissions = ({ operationId, requires }: RegisteredRoute) =>
  [...requires, PERSONAL[operationId]].flatMap((demand) => PERMISSIONS.find((one) => one === demand) ?? [])
const behindPermission: Route[] = routes
  .filter(({ by, operationId }) => by === undefined || SAMPLE.includes(operationId))
  .map((route) => ({ ...route, permissions: listPermissions(route) }))
  .filter(({ permissions }) => permissions.length > 0)
const namedRoutes = behindPermission.map((route) => [route.operationId, route] as const)
const programRoutes = namedRoutes.filter(([, { url }]) => url.includes(':programId'))
const withKeys = namedRoutes.filter(([, { takesKeys }]) => takesKeys)

let program: TestProgram
let sibling: { id: number; workspaceId: string }
let other: TestProgram
let tokens: Record<MemberRole, string>
/** Users who must all get the same response, which reveals nothing. */
let outsiders: Record<string, string>
let cookie: string
let invalidKeys: string[]
/** A key with all permissions, even workspace permissions, which a key limited to a program can't be created with. */
let programKey: string

/** Returns a new IP for each request, because failed authentication attempts are counted by address (D46). */
const send: typeof sendFrom = (to, method, url, options) =>
  sendFrom(to, method, url, { ip: someIp(), ...options })

beforeAll(async () => {
  program = await createTestProgram(service)
  other = await createTestProgram(service)
  const signIn = (role: MemberRole) => signInMember(service, program, { role })
  tokens = {
    owner: await signIn('owner'),
    admin: await signIn('admin'),
    member: await signIn('member'),
    viewer: await signIn('viewer'),
  }
  outsiders = {
    stranger: (await signUp(service)).token,
    neighbour: await signInMember(service, other),
    suspended: await signInMember(service, program, { status: 'suspended' }),
  }
  const created = await send(app, 'POST', '/api/programs', {
    bearer: tokens.owner,
    body: { name: 'Sibling' },
  })
  sibling = { id: created.body.data.id, workspaceId: program.workspaceId }
  const signature = createHmac('sha256', service.deps.config.appSecret).update(tokens.owner).digest('base64')
  cookie = `affiliate.session_token=${encodeURIComponent(`${tokens.owner}.${signature}`)}`
  invalidKeys = await makeInvalidKeys()
  const { id, key } = await makeKey(PERMISSIONS)
  await kysely.updateTable('management_keys').set({ program_id: program.id }).where('id', '=', id).execute()
  programKey = key
})

const made = new Map<string, Promise<string>>()

/** Returns a key for `program`'s workspace, or a key limited to one program; the same one for the same permissions. */
function keyWith(permissions: readonly Permission[], programId?: number): Promise<string> {
  const name = JSON.stringify([permissions, programId])
  const key = made.get(name) ?? makeKey(permissions, programId).then((one) => one.key)
  made.set(name, key)
  return key
}

async function makeKey(permissions: readonly Permission[], programId?: number) {
  const path = `/api/workspaces/${program.workspaceId}/management-keys`
  const body = { name: 'Test', permissions, ...(programId === undefined ? {} : { programId }) }
  const response = await send(app, 'POST', path, { bearer: tokens.owner, body })
  expect(response.status, response.text).toBe(201)
  return response.body.data as { id: number; key: string }
}

/** Creates keys that don't work: unknown, revoked, expired, and with a suspended creator. */
async function makeInvalidKeys(): Promise<string[]> {
  const now = clock.now()
  const { user_id } = await kysely
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', program.workspaceId)
    .where('status', '=', 'suspended')
    .executeTakeFirstOrThrow()
  const dead = [`aff_mgmt_${'A'.repeat(32)}`]
  for (const change of [{ revoked_at: now }, { expires_at: now }, { created_by: user_id }]) {
    const { id, key } = await makeKey(PERMISSIONS)
    await kysely.updateTable('management_keys').set(change).where('id', '=', id).execute()
    dead.push(key)
  }
  return dead
}

interface Options {
  bearer?: string
  headers?: Record<string, string>
  programId?: string | number
  workspaceId?: string
  body?: unknown
  query?: string
  resourceId?: string
}

/** The input that is parsed before the permission is checked: the workspace and the file. */
const BODIES: Record<string, unknown> = { createProgram: { name: 'P' }, removeMember: {}, importPayouts: 'x' }

/** Sends a request to a route with an id that doesn't exist and a body that would be rejected. */
function call({ method, url, operationId }: Route, options: Options = {}) {
  const {
    programId = program.id,
    workspaceId = program.workspaceId,
    resourceId = '999999999',
    ...rest
  } = options
  const isFile = operationId === 'importPayouts'
  const { body = BODIES[operationId] ?? [], query = '', headers = {}, ...credentials } = rest
  const address = url.replace(/:(\w+)/g, (_whole, name: string) =>
    name === 'programId' ? String(programId) : name === 'workspaceId' ? workspaceId : resourceId,
  )
  return send(app, method, address + query, {
    ...credentials,
    headers: { ...headers, ...(isFile ? { 'content-type': 'text/csv' } : {}) },
    ...(method === 'GET' ? {} : { body }),
  })
}

const getStatusAndCode = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.error?.code]

/** Expects that the permission check passed, whatever the response. */
function expectAuthorized({ status, text }: Awaited<ReturnType<typeof send>>, who: string) {
  expect([401, 403], `${who}: ${text}`).not.toContain(status)
  expect(status, `${who}: ${text}`).toBeLessThan(500)
}

/** Without access to a program's performance, the status is 403, even without a session (D36). */
const unauthorizedAt = ({ operationId }: Route) =>
  operationId === 'readPerformance' ? [403, 'forbidden'] : [401, 'unauthorized']

/** Reads for every user, even without a workspace. */
const OF_NO_PROGRAM = ['listPrograms', 'readNewProgramDefaults']

/** Members may remove themselves, so the named member is looked up first. */
const isOwnRemoval = ({ operationId }: Route) => operationId === 'removeMember'

it('the sample has one route of each kind and every route without a wrapper', () => {
  expect(SAMPLE.filter((id) => !namedRoutes.some(([name]) => name === id))).toEqual([])
  expect(namedRoutes.length).toBeGreaterThan(SAMPLE.length + 12)
  expect(route('authorizeProcessor').takesKeys).toBe(false)
})

describe('access to routes', () => {
  it.each(namedRoutes)(
    'is given by %s to exactly the roles with its permissions (D45)',
    async (_name, route) => {
      for (const role of MEMBER_ROLES) {
        const response = await call(route, { bearer: tokens[role] })
        const missingPermission = route.permissions.find((permission) => !roleAllows(role, permission))
        if (missingPermission === undefined) expectAuthorized(response, role)
        else if (isOwnRemoval(route)) expect([role, response.status]).toEqual([role, 404])
        else {
          expect([role, ...getStatusAndCode(response)]).toEqual([role, 403, 'forbidden'])
          if (route.operationId !== 'readPerformance')
            expect(response.body.error.details).toEqual({ permission: missingPermission })
        }
      }
    },
  )

  it.each(namedRoutes)('is denied by %s to everyone else with the same response', async (name, route) => {
    const partner = await signInAs(service, program.partnerId)
    const unknown: Options[] = [
      {},
      { bearer: 'nonsense' },
      { bearer: program.liveKey },
      { bearer: program.testKey, headers: { cookie } },
      { bearer: partner.token },
      { headers: { cookie: partner.cookie } },
      { headers: { 'x-api-key': await keyWith(PERMISSIONS) } },
      { headers: { cookie: `affiliate.session_token=${await keyWith(PERMISSIONS)}` } },
      { headers: { authorization: `Basic ${Buffer.from(`${tokens.owner}:`).toString('base64')}` } },
    ]
    for (const options of unknown)
      expect(getStatusAndCode(await call(route, options))).toEqual(unauthorizedAt(route))
    if (name === 'createProgram' || OF_NO_PROGRAM.includes(name)) return
    for (const [who, bearer] of Object.entries(outsiders))
      expect([who, ...getStatusAndCode(await call(route, { bearer }))]).toEqual([who, 403, 'forbidden'])
  })

  it.each(withKeys)('is given by %s only to keys with its permissions', async (_name, route) => {
    const allowedResponse = await call(route, { bearer: await keyWith(route.permissions) })
    expectAuthorized(allowedResponse, 'key')
    expect(allowedResponse.headers['ratelimit-policy']).toBe('"management-key";q=600;w=60')
    for (const permission of route.permissions) {
      const rest = PERMISSIONS.filter((one) => one !== permission)
      expect(getStatusAndCode(await call(route, { bearer: await keyWith(rest) }))).toEqual([403, 'forbidden'])
    }
    const responses = []
    for (const bearer of invalidKeys) {
      for (const headers of [{}, { cookie }]) {
        const { status, body } = await call(route, { bearer, headers })
        responses.push({ status, body })
      }
    }
    expect([responses[0]?.status, responses[0]?.body.error.code]).toEqual(unauthorizedAt(route))
    for (const response of responses) expect(response).toEqual(responses[0])
  })

  it.each(withKeys)(
    'is given by %s to a key limited to a program only in that program',
    async (name, route) => {
      if (route.url.includes(':programId')) {
        const bearer = await keyWith(route.permissions, program.id)
        expectAuthorized(await call(route, { bearer }), 'of the program')
        expect(getStatusAndCode(await call(route, { bearer, programId: sibling.id }))).toEqual([
          403,
          'forbidden',
        ])
        return
      }
      // The program is created in the key's workspace, so the rejection comes from the permission.
      const bearer = name === 'createProgram' ? await keyWith(['tracking:read'], program.id) : programKey
      const response = await call(route, { bearer })
      if (!OF_NO_PROGRAM.includes(name)) expect(response.status).toBe(403)
      else if (name === 'listPrograms')
        expect(response.body.data.map(({ id }: { id: number }) => id)).toEqual([program.id])
    },
  )

  it.each(namedRoutes.filter(([, { takesKeys }]) => !takesKeys))(
    'is given by %s to no keys',
    async (_name, route) => {
      const response = await call(route, { bearer: await keyWith(PERMISSIONS) })
      expect(getStatusAndCode(response)).toEqual([401, 'unauthorized'])
      expect(String(response.headers['ratelimit-policy'])).not.toContain('management-key')
    },
  )

  it.each(programRoutes.filter(([, { takesKeys }]) => takesKeys))(
    'is denied by %s with the same response for other and unknown programs to keys and outsiders',
    async (_n, route) => {
      const key = await keyWith(PERMISSIONS)
      for (const programId of [other.id, 999999999, 'abc']) {
        const [keyResponse, strangerResponse] = [
          await call(route, { bearer: key, programId }),
          await call(route, { bearer: outsiders.stranger ?? '', programId }),
        ]
        expect([403, 404]).toContain(keyResponse.status)
        expect([keyResponse.status, keyResponse.body]).toEqual([
          strangerResponse.status,
          strangerResponse.body,
        ])
      }
    },
  )

  it('is denied to management keys where a program key is required', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const bearer of [await keyWith(PERMISSIONS), 'nonsense'])
      expect(
        getStatusAndCode(await send(app, 'POST', '/api/v1/track/sale', { bearer, headers, body: {} })),
      ).toEqual([401, 'unauthorized'])
  })

  it('lets users list only the programs of which they are active members', async () => {
    const listProgramIds = async (bearer: string) =>
      (await send(app, 'GET', '/api/programs', { bearer })).body.data.map(({ id }: { id: number }) => id)
    const ownIds = await listProgramIds(tokens.viewer)
    expect(ownIds).toEqual(expect.arrayContaining([program.id, sibling.id]))
    expect(ownIds).not.toContain(other.id)
    expect(await listProgramIds(outsiders.suspended ?? '')).toEqual([])
    expect(await listProgramIds(outsiders.stranger ?? '')).toEqual([])
    expect(await listProgramIds(outsiders.neighbour ?? '')).toEqual([other.id])
  })

  it('lets users create programs only in their own workspaces (D45)', async () => {
    const body = { name: 'P', workspaceId: program.workspaceId }
    for (const bearer of Object.values(outsiders))
      expect((await send(app, 'POST', '/api/programs', { bearer, body })).status).toBe(403)
  })

  it('is denied with two_factor_required to a member without the required second factor', async () => {
    const strict = await createTestProgram(service)
    const bearer = await signInMember(service, strict)
    await kysely
      .updateTable('workspaces')
      .set({ requires_two_factor: true })
      .where('id', '=', strict.workspaceId)
      .execute()
    for (const path of [`/api/programs/${strict.id}`, `/api/workspaces/${strict.workspaceId}/members`])
      expect(getStatusAndCode(await send(app, 'GET', path, { bearer }))).toEqual([403, 'two_factor_required'])
  })
})

describe('the order of checks (D37)', () => {
  const rename = route('renamePartnerGroup')
  const list = route('listPartnerGroups')

  it.each(programRoutes)('starts with session, program and membership on route %s', async (_name, one) => {
    const expected = unauthorizedAt(one)
    const invalidInput = { query: '?statsu=1', resourceId: 'x' }
    expect(getStatusAndCode(await call(one, { ...invalidInput, programId: 'abc' }))).toEqual(expected)
    const invalidIds = ['abc', '0', '-1', '1.5', '999999999', '9007199254740993', '%00', `${program.id}e0`]
    for (const programId of one.operationId === 'readPerformance' ? [] : invalidIds) {
      const response = await call(one, { ...invalidInput, programId, bearer: tokens.owner })
      expect([programId, ...getStatusAndCode(response)]).toEqual([programId, 404, 'not_found'])
      expect(response.body.data).toBeNull()
    }
    const bearer = outsiders.neighbour ?? ''
    expect(getStatusAndCode(await call(one, { ...invalidInput, bearer }))).toEqual([403, 'forbidden'])
  })

  it('continues with permission, query, body and id', async () => {
    const bearer = tokens.owner
    const wrong = { query: '?statsu=1', body: { nmae: 'x' }, resourceId: 'x' }
    expect(getStatusAndCode(await call(rename, { ...wrong, bearer: tokens.viewer }))).toEqual([
      403,
      'forbidden',
    ])
    const fields = async (options: Options) => (await call(rename, { bearer, ...options })).body.error.details
    expect(await fields(wrong)).toEqual({ field: 'statsu' })
    expect(await fields({ ...wrong, query: '' })).toEqual({ field: 'nmae' })
    expect(await fields({ body: {}, resourceId: 'x' })).toEqual({ field: 'name' })
    const response = await call(rename, { bearer, body: { name: 'Good' }, resourceId: 'x' })
    expect(getStatusAndCode(response)).toEqual([404, 'not_found'])
    expect(getStatusAndCode(await call(list, { bearer, query: '?limit=0' }))).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('authenticates a request before it rejects a malformed body', async () => {
    const body = '{"name": '
    expect((await call(rename, { body })).status).toBe(401)
    expect((await call(rename, { body, bearer: tokens.viewer })).status).toBe(403)
    expect(getStatusAndCode(await call(rename, { body, bearer: tokens.owner }))).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('ends with the names of query parameters and fields, and suggests the closest known name', async () => {
    const bearer = tokens.owner
    const query = await call(list, { bearer, query: '?curser=1' })
    expect(query.body.error.message).toBe('Unknown query parameter `curser`. Did you mean `cursor`?')
    const body = await call(rename, { bearer, body: { hasOwnProperty: 1 } })
    expect([body.status, body.body.error.details]).toEqual([400, { field: 'hasOwnProperty' }])
  })
})

describe('program routes', () => {
  const create = route('createPartnerGroup')
  const listGroups = (programId: number) =>
    kysely.selectFrom('partner_groups').select('name').where('program_id', '=', programId).execute()
  const listAuditEntries = (requestId: unknown) =>
    kysely
      .selectFrom('program_audit_log')
      .select(['program_id', 'user_id', 'key_id', 'action'])
      .where('request_id', '=', String(requestId))
      .execute()

  it('respond with the route’s status, in the named program', async () => {
    const response = await call(create, {
      bearer: tokens.owner,
      body: { name: 'Status' },
      programId: sibling.id,
    })
    expect(response.status).toBe(201)
    expect((await listGroups(sibling.id)).map(({ name }) => name)).toEqual(['Status'])
    expect((await call(route('listPartnerGroups'), { bearer: tokens.owner })).status).toBe(200)
    const { id } = response.body.data
    // One program's group doesn't exist in its sibling.
    const otherResponse = await call(route('endPartnerGroup'), {
      bearer: tokens.owner,
      resourceId: String(id),
      body: {},
    })
    expect(getStatusAndCode(otherResponse)).toEqual([404, 'not_found'])
  })

  it('run once per Idempotency-Key; keys are separate for each requester, operation and program', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const name = randomUUID()
    const first = await call(create, { bearer: tokens.owner, body: { name }, headers })
    const second = await call(create, { bearer: tokens.owner, body: { name }, headers })
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text])
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect((await listGroups(program.id)).filter((group) => group.name === name)).toHaveLength(1)
    expect([
      (await listAuditEntries(first.headers['x-request-id'])).length,
      (await listAuditEntries(second.headers['x-request-id'])).length,
    ]).toEqual([1, 0])
    const reused = await call(create, { bearer: tokens.owner, body: { name: 'Another' }, headers })
    expect(getStatusAndCode(reused)).toEqual([409, 'idempotency_key_reused'])
    // The same key from another user, or for another program, is a different key.
    expect((await call(create, { bearer: tokens.admin, body: { name: randomUUID() }, headers })).status).toBe(
      201,
    )
    const input = { bearer: tokens.owner, body: { name: randomUUID() }, headers, programId: sibling.id }
    expect((await call(create, input)).status).toBe(201)
    // Without the permission, the stored response isn't returned.
    expect((await call(create, { bearer: tokens.viewer, body: { name }, headers })).status).toBe(403)
  })

  it('are recorded in the audit log with the user or the key', async () => {
    const { user_id } = await kysely
      .selectFrom('workspace_members')
      .select('user_id')
      .where('workspace_id', '=', program.workspaceId)
      .where('role', '=', 'owner')
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow()
    const { id, key } = await makeKey(['commission:manage'])
    for (const [bearer, by] of [
      [tokens.owner, { user_id, key_id: null }],
      [key, { user_id: null, key_id: id }],
    ] as const) {
      const response = await call(create, { bearer, body: { name: randomUUID() } })
      const entry = { program_id: program.id, action: 'partner_group.create', ...by }
      expect(await listAuditEntries(response.headers['x-request-id'])).toEqual([entry])
    }
  })

  it('don’t accept an Idempotency-Key and run each time if they have external effects', async () => {
    const webhook = await send(app, 'POST', `/api/programs/${program.id}/webhooks`, {
      bearer: tokens.owner,
      body: { url: 'https://shop.example/hooks', eventTypes: ['sale.created'] },
    })
    const resourceId = String(webhook.body.data.id)
    const headers = { 'idempotency-key': randomUUID() }
    const test = () => call(route('testWebhook'), { bearer: tokens.owner, resourceId, headers, body: {} })
    const [first, second] = [await test(), await test()]
    expect(second.headers['idempotent-replayed']).toBeUndefined()
    expect(second.body.data.id).not.toBe(first.body.data.id)
  })
})

describe('a session', () => {
  const url = () => `/api/programs/${program.id}`
  const body = { name: 'Renamed' }

  it('can read with its cookie, but can change data only from pages on this site (D35)', async () => {
    expect((await send(app, 'GET', url(), { headers: { cookie } })).status).toBe(200)
    const foreignHeaders = { cookie, origin: 'https://evil.test' }
    expect((await send(app, 'GET', url(), { headers: foreignHeaders })).status).toBe(200)
    for (const origin of ['https://evil.test', 'null', 'http://localhost:3001', 'https://localhost:3000']) {
      const response = await send(app, 'PATCH', url(), { headers: { cookie, origin }, body })
      expect([origin, ...getStatusAndCode(response)]).toEqual([origin, 403, 'forbidden'])
    }
    const origin = service.deps.config.publicUrl
    expect((await send(app, 'PATCH', url(), { headers: { cookie, origin }, body })).status).toBe(200)
    expect((await send(app, 'PATCH', url(), { headers: { cookie }, body })).status).toBe(200)
  })

  it('doesn’t need an origin if it is sent as a token', async () => {
    const headers = { origin: 'https://elsewhere.test' }
    expect((await send(app, 'PATCH', url(), { bearer: tokens.owner, headers, body })).status).toBe(200)
  })

  it('is ignored if the header contains a key', async () => {
    const key = await keyWith(['tracking:list'])
    expect((await send(app, 'GET', url(), { bearer: key, headers: { cookie } })).status).toBe(403)
    // A key in a cookie doesn't help another site's page, which would need the header.
    const otherResponse = { cookie, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const response = await send(app, 'PATCH', url(), { headers: otherResponse, body })
    expect(response.body.error.message).toContain('other sites')
    const keyResponse = await send(app, 'PATCH', url(), { bearer: key, headers: otherResponse, body })
    expect(keyResponse.body.error.details).toEqual({ permission: 'program:update' })
    const headersWithTwoKeys = { authorization: `Bearer x, Bearer ${await keyWith(PERMISSIONS)}` }
    expect((await send(app, 'GET', url(), { headers: headersWithTwoKeys })).status).toBe(401)
  })

  it.each(['x', '', 'a.b', '%00', 'a%00.b', 'Zm9v', 'ü', 'x'.repeat(5000), 'null', "' or 1=1 --"])(
    'returns 401, never 500, for the invalid token %j',
    async (token) => {
      for (const headers of [
        { authorization: `Bearer ${token}` },
        { authorization: token },
        { cookie: `affiliate.session_token=${encodeURIComponent(token)}` },
      ])
        expect((await send(app, 'GET', '/api/programs', { headers })).status).toBe(401)
    },
  )

  it('returns 429 on every route after 30 invalid tokens from one IP address in a minute (D46)', async () => {
    const ip = someIp()
    const attempt = (path: string) => send(app, 'GET', path, { ip, bearer: program.liveKey })
    for (let failure = 0; failure < 30; failure++) expect((await attempt(url())).status).toBe(401)
    for (const path of ['/api/programs', url(), `/api/tracking/performance/${program.id}`])
      expect(getStatusAndCode(await attempt(path))).toEqual([429, 'rate_limited'])
  })

  it('is invalid after sign-out or expiry', async () => {
    const { token } = await signUp(service)
    expect((await send(app, 'GET', '/api/programs', { bearer: token })).status).toBe(200)
    await send(app, 'POST', '/api/auth/sign-out', { bearer: token })
    expect((await send(app, 'GET', '/api/programs', { bearer: token })).status).toBe(401)
    const { token: old, userId } = await signUp(service)
    const past = { expires_at: new Date('2020-01-01') }
    await kysely.updateTable('sessions').set(past).where('user_id', '=', userId).execute()
    expect((await send(app, 'GET', '/api/programs', { bearer: old })).status).toBe(401)
  })
})

function route(operationId: string): Route {
  const namedRoute = behindPermission.find((one) => one.operationId === operationId)
  if (namedRoute === undefined) throw new Error(`there is no route ${operationId}`)
  return namedRoute
}
