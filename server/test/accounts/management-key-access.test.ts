import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { PERMISSIONS, type Permission } from '../../src/accounts/permissions.rule.ts'
import { CHANGES, openWorld, withOAuth } from '../audit/changes.ts'
import {
  createTestProgram,
  send as sendFrom,
  signInMember,
  someIp,
  startTestService,
  type TestProgram,
} from '../harness.ts'
import { resolved } from '../platform/openapi-document.ts'

const service = await withOAuth(
  await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } }),
)
const { app, database } = service

const send: typeof sendFrom = (to, method, url, options) =>
  sendFrom(to, method, url, { ip: someIp(), ...options })

interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  security: Record<string, string[]>[]
  hasQuery: boolean
}

const { body: published } = await send(app, 'GET', '/openapi.json')
// biome-ignore lint/suspicious/noExplicitAny: the test reads the document as JSON
const OPERATIONS: Operation[] = Object.entries<any>(resolved(published, published).paths).flatMap(
  ([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries<any>(methods).map(([method, { operationId: id, security = [], parameters = [] }]) => ({
      id,
      // safe because the document has methods of HTTP
      method: method.toUpperCase() as Operation['method'],
      path,
      security,
      hasQuery: parameters.some((one: { in: string }) => one.in === 'query'),
    })),
)

/** All that a key has to have for it; none where it takes no keys. */
const permissionsOf = ({ security }: Operation) =>
  // safe because the document names permissions there
  (security.find((one) => 'managementKey' in one)?.managementKey ?? []) as Permission[]

const OPEN = OPERATIONS.filter((operation) => permissionsOf(operation).length > 0)
const CLOSED = OPERATIONS.filter(
  (operation) => operation.path.startsWith('/api/') && permissionsOf(operation).length === 0,
)

/** What no management key does, each with the reason. What is not named here takes them. */
const NEVER: Record<string, string> = {
  readAccount: 'a person’s own account',
  acceptInvitation: 'a person becomes a member',
  updateWorkspace:
    'how people sign in is a person’s to demand: a key neither lets them in with less nor locks them out',
  createManagementKey: 'a key makes no keys',
  listManagementKeys: 'a key does not look at others',
  revokeManagementKey: 'a key does not end others',
  createApiKey: 'a key makes no keys',
  authorizeProcessor: 'a person’s browser is sent to the processor',
  finishProcessorAuthorization: 'a person’s browser comes back from it',
  readSignInOptions: 'takes no credential',
  makePartnerSignInLink: 'who could use it is a person',
  viewAsPartner: 'who looks is a person, whom the audit log names',
  openSharedStory: 'takes the token of a link',
  trackClick: 'takes no credential',
  receiveProcessorEvent: 'is signed by the processor',
  trackLead: 'takes a program key',
  trackSale: 'takes a program key',
  trackRefund: 'takes a program key',
}

let program: TestProgram
let other: TestProgram
let sibling: TestProgram
let owner: string
let cookie: string
let dead: Record<string, string>

const made = new Map<string, Promise<string>>()

/** A key of the workspace of `program`, or of one program; the same for the same permissions. */
function makeKey(permissions: readonly Permission[], programId?: number): Promise<string> {
  const name = JSON.stringify([permissions, programId])
  const key = made.get(name) ?? makeAnother(permissions, programId).then(({ key }) => key)
  made.set(name, key)
  return key
}

async function makeAnother(
  permissions: readonly Permission[],
  programId?: number,
): Promise<{ id: number; key: string }> {
  const { status, body, text } = await send(
    app,
    'POST',
    `/api/workspaces/${program.workspaceId}/management-keys`,
    { bearer: owner, body: { name: 'Test', permissions, ...(programId === undefined ? {} : { programId }) } },
  )
  if (status !== 201) throw new Error(text)
  return body.data
}

beforeAll(async () => {
  program = await createTestProgram(service)
  other = await createTestProgram(service)
  owner = await signInMember(service, program)
  const made = await send(app, 'POST', '/api/programs', { bearer: owner, body: { name: 'Sibling' } })
  sibling = { ...program, id: made.body.data.id }
  const signature = createHmac('sha256', service.deps.config.appSecret).update(owner).digest('base64')
  dead = await makeDeadKeys()
  cookie = `affiliate.session_token=${encodeURIComponent(`${owner}.${signature}`)}`
})

/** Keys that do not work, each for a reason of its own. */
async function makeDeadKeys(): Promise<Record<string, string>> {
  const makeDead = async (change: { revoked_at?: Date; expires_at?: Date; made_by?: string }) => {
    const { id, key } = await makeAnother(PERMISSIONS)
    await database.kysely.updateTable('management_keys').set(change).where('id', '=', id).execute()
    return key
  }
  await signInMember(service, program, { role: 'owner', status: 'suspended' })
  const { user_id } = await database.kysely
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', program.workspaceId)
    .where('status', '=', 'suspended')
    .executeTakeFirstOrThrow()
  const now = service.clock.now()
  return {
    unknown: `aff_mgmt_${'A'.repeat(32)}`,
    revoked: await makeDead({ revoked_at: now }),
    expired: await makeDead({ expires_at: now }),
    left: await makeDead({ made_by: user_id }),
  }
}

const addressOf = ({ path }: Operation, at: { id: number | string; workspaceId: string }) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'programId' ? String(at.id) : name === 'workspaceId' ? at.workspaceId : '999999999',
  )

const call = (
  operation: Operation,
  bearer: string | undefined,
  at: { id: number | string; workspaceId: string } = program,
  headers: Record<string, string> = {},
) =>
  send(app, operation.method, addressOf(operation, at), {
    ...(bearer === undefined ? {} : { bearer }),
    headers,
    // A body that is refused with 400 shows that the permission was there.
    ...(operation.method === 'GET' ? {} : { body: operation.id === 'importPayouts' ? 'x' : '[]' }),
    ...(operation.id === 'importPayouts' ? { headers: { ...headers, 'content-type': 'text/csv' } } : {}),
  })

const others = (permission: Permission) => PERMISSIONS.filter((one) => one !== permission)
const isOfWorkspace = (operation: Operation) => !operation.path.includes('{programId}')

describe('the document says which operations take management keys', () => {
  it('all behind a session but those that are a person’s own', () => {
    const closed = CLOSED.filter(({ path }) => !/^\/api\/(auth|partner)\//.test(path))
    expect(closed.map(({ id }) => id).sort()).toEqual(Object.keys(NEVER).sort())
    const ofAccounts = OPERATIONS.filter(({ path }) => path.startsWith('/api/auth/'))
    expect(ofAccounts.flatMap(permissionsOf)).toEqual([])
  })

  it('and each of them names permissions there are', () => {
    expect(OPEN.length).toBeGreaterThan(70)
    for (const operation of OPEN)
      expect(PERMISSIONS).toEqual(expect.arrayContaining(permissionsOf(operation)))
  })
})

describe.each(OPEN.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  'a management key on %s',
  (_name, operation) => {
    const takes = permissionsOf(operation)
    // D36: who may not read the performance of a program is told nothing else.
    const isPerformance = operation.id === 'readPerformance'
    const unauthorized = isPerformance ? [403, 'forbidden'] : [401, 'unauthorized']

    it('is let in with what it takes, and refused with everything else', async () => {
      const good = await call(operation, await makeKey(takes))
      expect([401, 403], good.text).not.toContain(good.status)
      expect(good.status, good.text).toBeLessThan(500)
      expect(good.headers['ratelimit-policy']).toBe('"management-key";q=600;w=60')
      for (const permission of takes) {
        const bad = await call(operation, await makeKey(others(permission)))
        expect([bad.status, bad.body.error.code]).toEqual([403, 'forbidden'])
        if (!isPerformance) expect(bad.body.error.details).toEqual({ permission })
      }
    })

    it('of one program is let in there, and refused by its sibling and its workspace', async () => {
      if (isOfWorkspace(operation)) {
        const key = await makeKey(['tracking:read'], program.id)
        const answer = await call(operation, key)
        const isOwnList = operation.id === 'listPrograms'
        expect(answer.status).toBe(isOwnList ? 200 : 403)
        if (isOwnList) expect(answer.body.data.map(({ id }: { id: number }) => id)).toEqual([program.id])
        return
      }
      const key = await makeKey(takes, program.id)
      expect([401, 403]).not.toContain((await call(operation, key)).status)
      const refused = await call(operation, key, sibling)
      expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
      const ofSibling = await call(operation, await makeKey(takes, sibling.id), sibling)
      expect([401, 403]).not.toContain(ofSibling.status)
    })

    it('of another workspace, or asked for what does not exist, is told what a stranger is', async () => {
      const key = await makeKey(PERMISSIONS)
      const stranger = await signInMember(service, await createTestProgram(service))
      const missing = { id: '999999999', workspaceId: 'nobodys' }
      for (const at of [other, missing, { id: 'abc', workspaceId: 'nobodys' }]) {
        // The programs that one may see, and the one that one makes, name no workspace in the address.
        if (!/\{(programId|workspaceId)\}/.test(operation.path)) continue
        const [asKey, asStranger] = [await call(operation, key, at), await call(operation, stranger, at)]
        expect([403, 404]).toContain(asKey.status)
        expect([asKey.status, asKey.body]).toEqual([asStranger.status, asStranger.body])
      }
    })

    it('that is unknown, revoked, expired or of a maker who left is told the same, also beside a good cookie', async () => {
      const answers = []
      for (const key of Object.values(dead)) {
        for (const headers of [{}, { cookie }]) {
          const { status, body } = await call(operation, key, program, headers)
          answers.push({ status, body })
        }
      }
      expect([answers[0]?.status, answers[0]?.body.error.code]).toEqual(unauthorized)
      for (const answer of answers) expect(answer).toEqual(answers[0])
    })
  },
)

/** Each answer is another one: it draws something. */
const DRAWN = new Set(['/api/partner/sign-in/passkey-options'])

describe('a management key never works', () => {
  it.each(CLOSED.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'on %s: it is as no credential at all',
    async (_name, operation) => {
      const key = await makeKey(PERMISSIONS)
      const [asKey, asNobody, nonsense] = [
        await call(operation, key),
        await call(operation, undefined),
        await call(operation, 'nonsense'),
      ]
      const isTracked = operation.path.startsWith('/api/v1/track/')
      // A server's call is one by its header (D20): there a management key is a bad program key.
      const expected = isTracked ? nonsense : asNobody
      expect(asKey.status).toBe(expected.status)
      if (!DRAWN.has(operation.path)) expect(asKey.body).toEqual(expected.body)
      expect(asKey.headers['set-cookie']).toBeUndefined()
      expect(String(asKey.headers['ratelimit-policy'])).not.toContain('management-key')
    },
  )

  it('beside a cookie that is good: what the header says is what counts', async () => {
    const url = `/api/programs/${program.id}`
    expect((await send(app, 'GET', url, { headers: { cookie } })).status).toBe(200)
    const key = await makeKey(['tracking:list'])
    expect((await send(app, 'GET', url, { bearer: key, headers: { cookie } })).status).toBe(403)
    // A page of another site gets no further with a key than with a session: it needs the header.
    const elsewhere = { cookie, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const body = { name: 'Renamed' }
    const byPage = await send(app, 'PATCH', url, { headers: elsewhere, body })
    expect(byPage.body.error.message).toContain('another site')
    const byKey = await send(app, 'PATCH', url, { bearer: key, headers: elsewhere, body })
    expect(byKey.body.error.details).toEqual({ permission: 'program:update' })
  })

  it('in a cookie, in another header, or as the second of two credentials', async () => {
    const key = await makeKey(PERMISSIONS)
    const url = `/api/programs/${program.id}`
    for (const headers of [
      { cookie: `affiliate.session_token=${key}` },
      { 'x-api-key': key },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { authorization: `Bearer x, Bearer ${key}` },
      { authorization: key },
    ]) {
      expect((await send(app, 'GET', url, { headers })).status, JSON.stringify(headers)).toBe(401)
    }
    expect((await send(app, 'GET', `${url}?key=${key}`)).status).toBe(401)
  })
})

describe('every change by a key', () => {
  it.each(Object.keys(CHANGES).filter((id) => OPEN.some((one) => one.id === id)))(
    '%s names the key in the audit log, and no person',
    async (operation) => {
      const world = await openWorld(service)
      const made = await world.inWorkspace('POST', '/management-keys', {
        name: 'The books',
        permissions: PERMISSIONS,
      })
      const { id, key } = made.body.data
      const as = world.as(key)
      const byKey = {
        ...world,
        session: key,
        call: as,
        inProgram: (method: Operation['method'], path: string, body?: unknown) =>
          as(method, `/api/programs/${world.program.id}${path}`, body),
        inWorkspace: (method: Operation['method'], path: string, body?: unknown) =>
          path.startsWith('/management-keys')
            ? world.inWorkspace(method, path, body)
            : as(method, `/api/workspaces/${world.program.workspaceId}${path}`, body),
      }
      // A key of all permissions may make program keys retire, and a person made them.
      const isOfApiKey = operation === 'retireApiKey' || operation === 'deleteApiKey'
      const answer = isOfApiKey ? await ofApiKey(world, byKey, operation) : await CHANGES[operation]?.(byKey)
      expect(answer?.status, answer?.text).toBeLessThan(400)
      const { body } = await world.inWorkspace('GET', '/audit')
      const rows = body.data.filter(
        ({ requestId }: { requestId: string }) => requestId === answer?.headers['x-request-id'],
      )
      expect(rows.length).toBeGreaterThan(0)
      for (const { actor } of rows) {
        expect(actor).toEqual({ kind: 'key', userId: null, keyId: id, name: 'The books', email: null })
      }
    },
  )
})

type World = Awaited<ReturnType<typeof openWorld>>

async function ofApiKey(world: World, byKey: World, operation: string) {
  const { body } = await world.inProgram('POST', '/api-keys', { mode: 'test' })
  const path = `/api-keys/${body.data.id}`
  return operation === 'retireApiKey'
    ? byKey.inProgram('POST', `${path}/retire`)
    : byKey.inProgram('DELETE', path)
}
