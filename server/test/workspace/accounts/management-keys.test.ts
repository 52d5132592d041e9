import { beforeEach, describe, expect, it } from 'vitest'
import type { MemberRole } from '../../../src/core/enums.ts'
import { accountLimits } from '../../../src/workspace/accounts/limits.ts'
import { PERMISSIONS } from '../../../src/workspace/accounts/permissions.rule.ts'
import {
  concurrently,
  createTestProgram,
  describeOnServer,
  send as sendFrom,
  signInMember,
  someIp,
  startTestService,
  TEST_TIME,
  type TestProgram,
} from '../../harness.ts'
import { openShop } from '../../merchant.ts'

const service = await startTestService()
const { app, database, clock } = service
const { kysely } = database

const send: typeof sendFrom = (to, method, url, options) =>
  sendFrom(to, method, url, { ip: someIp(), ...options })

let program: TestProgram
let owner: string

beforeEach(async () => {
  clock.set(TEST_TIME)
  program = await createTestProgram(service)
  owner = await signInMember(service, program)
})

const keysUrl = () => `/api/workspaces/${program.workspaceId}/management-keys`
const create = (body: object, bearer = owner) =>
  send(app, 'POST', keysUrl(), { bearer, body: { name: 'Books', ...body } })
const listKeys = (bearer = owner) => send(app, 'GET', keysUrl(), { bearer })
const revoke = (id: number | string, bearer = owner) =>
  send(app, 'POST', `${keysUrl()}/${id}/revoke`, { bearer })
const read = (bearer: string) => send(app, 'GET', `/api/programs/${program.id}`, { bearer })

async function createKey(body: object, bearer = owner): Promise<{ id: number; key: string }> {
  const response = await create(body, bearer)
  expect(response.status, response.text).toBe(201)
  return response.body.data
}

async function findMember(token: string): Promise<{ id: string; user_id: string }> {
  const members = await kysely
    .selectFrom('workspace_members as m')
    .selectAll('m')
    .where('workspace_id', '=', program.workspaceId)
    .execute()
  const { body } = await send(app, 'GET', '/api/account', { bearer: token })
  const member = members.find(({ user_id }) => user_id === body.data.user.id)
  if (member === undefined) throw new Error('no member')
  return member
}

describe('a management key', () => {
  it('is shown once, stored as a hash, and listed with a recognizable mask', async () => {
    const response = await create({
      permissions: ['partner:manage', 'tracking:read'],
      expiresAt: '2026-04-01T00:00:00+02:00',
    })
    expect(response.status).toBe(201)
    expect(response.headers['cache-control']).toBe('no-store')
    const { key, ...keyFields } = response.body.data
    expect(key).toMatch(/^aff_mgmt_[\w-]{32}$/)
    expect(keyFields).toEqual({
      id: expect.any(Number),
      name: 'Books',
      masked: `aff_mgmt_…${key.slice(-4)}`,
      programId: null,
      permissions: ['tracking:read', 'partner:manage'],
      state: 'active',
      createdBy: { userId: expect.any(String), name: 'Sam' },
      createdAt: TEST_TIME,
      expiresAt: '2026-03-31T22:00:00.000Z',
      revokedAt: null,
      lastUsedAt: null,
    })
    expect((await listKeys()).body.data).toEqual([keyFields])
    const stored = JSON.stringify(await kysely.selectFrom('management_keys').selectAll().execute())
    expect(stored).not.toContain(key.slice('aff_mgmt_'.length))
  })

  it.each<[string, object, string]>([
    ['without a name', { name: ' ' }, 'name'],
    [
      'with a name that is too long',
      { name: 'x'.repeat(accountLimits.maxManagementKeyNameLength + 1) },
      'name',
    ],
    ['without permissions', { permissions: [] }, 'permissions'],
    ['with an unknown permission', { permissions: ['moon:land'] }, 'permissions'],
    ['with a permission twice', { permissions: ['billing:read', 'billing:read'] }, 'permissions'],
    ['that expires now', { expiresAt: TEST_TIME }, 'expiresAt'],
    ['with an invalid expiry', { expiresAt: 'some day' }, 'expiresAt'],
    ['that expires on a date without a time', { expiresAt: '2026-04-01' }, 'expiresAt'],
    ['of an unknown program', { programId: 0 }, 'programId'],
  ])('is not created %s', async (_label, body, field) => {
    const response = await create({ permissions: ['billing:read'], ...body })
    expect([response.status, response.body.error.code], response.text).toEqual([400, 'invalid_request'])
    expect(String(response.body.error.details.field)).toContain(field)
    expect((await listKeys()).body.data).toEqual([])
  })

  it('cannot have workspace permissions if it is limited to a program, which must exist', async () => {
    for (const permission of ['program:create', 'member:manage', 'audit:read']) {
      const response = await create({ permissions: ['tracking:read', permission], programId: program.id })
      expect([response.status, response.body.error.details]).toEqual([400, { field: 'permissions' }])
    }
    const other = await createTestProgram(service)
    for (const programId of [other.id, 999_999_999]) {
      const response = await create({ permissions: ['tracking:read'], programId })
      expect([response.status, response.body.error.code]).toEqual([404, 'not_found'])
    }
  })

  it('can be created, listed and revoked only by owners and admins', async () => {
    const { id } = await createKey({ permissions: ['tracking:read'] })
    for (const role of ['owner', 'admin', 'member', 'viewer'] satisfies MemberRole[]) {
      const bearer = await signInMember(service, program, { role })
      const isAllowed = role === 'owner' || role === 'admin'
      const statuses = [
        (await create({ permissions: ['tracking:read'] }, bearer)).status,
        (await listKeys(bearer)).status,
        (await revoke(999_999_999, bearer)).status,
      ]
      expect(statuses, role).toEqual(isAllowed ? [201, 200, 404] : [403, 403, 403])
    }
    const outsider = await signInMember(service, await createTestProgram(service))
    expect((await revoke(id, outsider)).status).toBe(403)
    expect((await send(app, 'POST', keysUrl(), { body: {} })).status).toBe(401)
  })

  it('returns 404 for an invalid id', async () => {
    for (const id of ['abc', '0', '-1', '1.5', '9007199254740993'])
      expect((await revoke(id)).status, id).toBe(404)
    const other = await createTestProgram(service)
    const session = await signInMember(service, other)
    const response = await send(app, 'POST', `/api/workspaces/${other.workspaceId}/management-keys`, {
      bearer: session,
      body: { name: 'Theirs', permissions: ['tracking:read'] },
    })
    expect((await revoke(response.body.data.id)).status).toBe(404)
    expect(
      (await send(app, 'GET', `/api/programs/${other.id}`, { bearer: response.body.data.key })).status,
    ).toBe(200)
  })

  it('records when it was last used', async () => {
    const ownService = await startTestService({ ownDatabase: true })
    const shop = await createTestProgram(ownService)
    const session = await signInMember(ownService, shop)
    const url = `/api/workspaces/${shop.workspaceId}/management-keys`
    const body = { name: 'Books', permissions: ['tracking:read'] }
    const { key } = (await send(ownService.app, 'POST', url, { bearer: session, body })).body.data
    ownService.clock.advance({ minutes: 5 })
    expect((await send(ownService.app, 'GET', `/api/programs/${shop.id}`, { bearer: key })).status).toBe(200)
    // Recorded uses are saved on shutdown.
    await ownService.app.close()
    const row = await ownService.database.kysely
      .selectFrom('management_keys')
      .select('last_used_at')
      .executeTakeFirstOrThrow()
    expect(row.last_used_at?.toISOString()).toBe('2026-03-10T12:05:00.000Z')
  })

  it('has its own rate limit, independent of the address, and reports what remains', async () => {
    const limited = await startTestService({
      environment: { RATE_LIMIT_MANAGEMENT_KEY_PER_MINUTE: '2', RATE_LIMIT_IP_PER_MINUTE: '6' },
    })
    const keys = [
      await createKey({ permissions: ['tracking:read'] }),
      await createKey({ permissions: ['tracking:read'] }),
    ]
    const ip = someIp()
    const readProgramWith = (bearer: string) =>
      send(limited.app, 'GET', `/api/programs/${program.id}`, { bearer, ip })
    const statuses: number[] = []
    for (const { key } of keys) for (let n = 0; n < 3; n++) statuses.push((await readProgramWith(key)).status)
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
    const rejection = await readProgramWith(keys[0]?.key ?? '')
    expect(rejection.body.error).toMatchObject({
      code: 'rate_limited',
      retry_after_seconds: expect.any(Number),
    })
    expect(rejection.headers['ratelimit-policy']).toBe('"management-key";q=2;w=60')
    // None of those requests counted against the address, so all six of its own attempts remain.
    const own = await send(limited.app, 'GET', '/api/account', { bearer: owner, ip })
    expect([own.status, own.headers.ratelimit]).toEqual([200, expect.stringContaining('"ip";r=5')])
  })

  it('counts as a failed authentication attempt from its IP address if it is invalid', async () => {
    const ip = someIp()
    const wrong = () => send(app, 'GET', '/api/programs', { bearer: `aff_mgmt_${'B'.repeat(32)}`, ip })
    for (let n = 0; n < 30; n++) expect((await wrong()).status).toBe(401)
    expect((await wrong()).status).toBe(429)
  })
})

describe('a management key stops working immediately', () => {
  it('when it is revoked, permanently', async () => {
    const { id, key } = await createKey({ permissions: ['tracking:read'] })
    expect((await read(key)).status).toBe(200)
    clock.advance({ minutes: 1 })
    const first = await revoke(id)
    expect(first.body.data).toMatchObject({ state: 'revoked', revokedAt: '2026-03-10T12:01:00.000Z' })
    expect((await read(key)).status).toBe(401)
    clock.advance({ minutes: 1 })
    expect((await revoke(id)).body).toEqual(first.body)
  })

  it('when it expires', async () => {
    const { key } = await createKey({ permissions: ['tracking:read'], expiresAt: '2026-03-10T12:00:01Z' })
    clock.advance({ ms: 999 })
    expect((await read(key)).status).toBe(200)
    clock.advance({ ms: 1 })
    expect((await read(key)).status).toBe(401)
    expect((await listKeys()).body.data[0].state).toBe('expired')
  })

  it('when its program is archived, but not when it is paused; workspace keys continue to work', async () => {
    const { key } = await createKey({ permissions: ['tracking:read'], programId: program.id })
    const workspaceKey = await createKey({ permissions: ['tracking:read', 'program:update'] })
    const become = (status: string) =>
      send(app, 'PATCH', `/api/programs/${program.id}`, { bearer: workspaceKey.key, body: { status } })
    expect((await become('paused')).status).toBe(200)
    expect((await read(key)).status).toBe(200)
    expect((await become('archived')).status).toBe(200)
    expect((await read(key)).status).toBe(401)
    expect((await become('active')).status).toBe(200)
    expect((await read(key)).status).toBe(401)
    expect((await read(workspaceKey.key)).status).toBe(200)
    await become('archived')
    const newKey = await create({ permissions: ['tracking:read'], programId: program.id })
    expect([newKey.status, newKey.body.error.code]).toEqual([409, 'conflict'])
  })

  it('when its creator is removed, even if they rejoin', async () => {
    const admin = await signInMember(service, program, { role: 'admin' })
    const { key } = await createKey({ permissions: ['tracking:read'] }, admin)
    const { id, user_id } = await findMember(admin)
    const url = `/api/workspaces/${program.workspaceId}/members/${id}`
    expect((await send(app, 'DELETE', url, { bearer: owner })).status).toBe(200)
    expect((await read(key)).status).toBe(401)
    await kysely
      .insertInto('workspace_members')
      .values({
        id: crypto.randomUUID(),
        workspace_id: program.workspaceId,
        user_id,
        role: 'admin',
        status: 'active',
        created_at: clock.now(),
      })
      .execute()
    expect((await read(admin)).status).toBe(200)
    expect((await read(key)).status).toBe(401)
  })

  it('while its creator is suspended, and never exceeds their permissions', async () => {
    const admin = await signInMember(service, program, { role: 'admin' })
    const { key } = await createKey(
      { permissions: ['tracking:read', 'program:update', 'partner:manage'] },
      admin,
    )
    const { id } = await findMember(admin)
    const become = (change: object) =>
      send(app, 'PATCH', `/api/workspaces/${program.workspaceId}/members/${id}`, {
        bearer: owner,
        body: change,
      })
    const rename = () =>
      send(app, 'PATCH', `/api/programs/${program.id}`, { bearer: key, body: { name: 'By a key' } })
    expect((await rename()).status).toBe(200)
    await become({ role: 'viewer' })
    expect([(await rename()).status, (await read(key)).status]).toEqual([403, 200])
    await become({ status: 'suspended' })
    expect([(await rename()).status, (await read(key)).status]).toEqual([401, 401])
    expect((await listKeys()).body.data[0].state).toBe('suspended')
    await become({ role: 'admin', status: 'active' })
    expect((await rename()).status).toBe(200)
  })

  it('while its creator lacks the second factor that the workspace requires', async () => {
    const { key } = await createKey({ permissions: ['tracking:read'] })
    const { user_id } = await findMember(owner)
    const demand = (requires_two_factor: boolean) =>
      kysely
        .updateTable('workspaces')
        .set({ requires_two_factor })
        .where('id', '=', program.workspaceId)
        .execute()
    await demand(true)
    const rejected = await read(key)
    expect([rejected.status, rejected.body.error.code]).toEqual([403, 'two_factor_required'])
    await kysely.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', user_id).execute()
    expect((await read(key)).status).toBe(200)
  })
})

describe('a management key cannot escalate privileges', () => {
  const members = () => `/api/workspaces/${program.workspaceId}/members`
  const invite = (bearer: string, role: string, email = `${crypto.randomUUID()}@invited.test`) =>
    send(app, 'POST', members(), { bearer, body: { email, role } })

  it('through an invitation, a role change, or the removal of a member with more permissions', async () => {
    const limitedKey = await createKey({ permissions: ['member:manage', 'tracking:read', 'tracking:list'] })
    expect((await invite(limitedKey.key, 'viewer')).status).toBe(201)
    for (const role of ['member', 'admin', 'owner']) {
      const response = await invite(limitedKey.key, role)
      expect([response.status, response.body.error.code], role).toEqual([403, 'forbidden'])
    }
    const change = async (role: MemberRole, body: object | undefined) => {
      const { id } = await findMember(await signInMember(service, program, { role }))
      const url = `${members()}/${id}`
      return body === undefined
        ? send(app, 'DELETE', url, { bearer: limitedKey.key })
        : send(app, 'PATCH', url, { bearer: limitedKey.key, body })
    }
    expect((await change('viewer', { role: 'admin' })).status).toBe(403)
    expect((await change('admin', { role: 'viewer' })).status).toBe(403)
    expect((await change('admin', { status: 'suspended' })).status).toBe(403)
    expect((await change('member', undefined)).status).toBe(403)
    expect((await change('viewer', { status: 'suspended' })).status).toBe(200)
    expect((await change('viewer', undefined)).status).toBe(200)
  })

  it('to add, remove or invite an owner, even with all permissions', async () => {
    const { key } = await createKey({ permissions: [...PERMISSIONS] })
    expect((await invite(key, 'admin')).status).toBe(201)
    expect((await invite(key, 'owner')).status).toBe(403)
    const { id } = await findMember(await signInMember(service, program, { role: 'owner' }))
    expect((await send(app, 'DELETE', `${members()}/${id}`, { bearer: key })).status).toBe(403)
  })

  it('by canceling or replacing an invitation with more permissions', async () => {
    const { key } = await createKey({ permissions: ['member:manage', 'tracking:read', 'tracking:list'] })
    const email = `${crypto.randomUUID()}@invited.test`
    const inviteResponse = await invite(owner, 'admin', email)
    const url = `/api/workspaces/${program.workspaceId}/invitations/${inviteResponse.body.data.id}`
    expect((await send(app, 'DELETE', url, { bearer: key })).status).toBe(403)
    expect((await invite(key, 'viewer', email)).status).toBe(403)
    const listResponse = await send(app, 'GET', url.replace(/\/[^/]*$/, ''), { bearer: key })
    expect(listResponse.body.data).toMatchObject([{ email, role: 'admin' }])
  })

  it('by changing how members sign in', async () => {
    const { key } = await createKey({ permissions: [...PERMISSIONS] })
    const url = `/api/workspaces/${program.workspaceId}`
    for (const requiresTwoFactor of [false, true]) {
      const response = await send(app, 'PATCH', url, { bearer: key, body: { requiresTwoFactor } })
      expect([response.status, response.body.error.code]).toEqual([401, 'unauthorized'])
    }
  })

  it('by leaving a workspace on behalf of its creator', async () => {
    const { id } = await findMember(owner)
    await signInMember(service, program, { role: 'owner' })
    const { key } = await createKey({ permissions: ['tracking:read'] })
    expect((await send(app, 'DELETE', `${members()}/${id}`, { bearer: key })).status).toBe(403)
  })
})

describe('a management key’s programs', () => {
  it('are created and listed only in its own workspace', async () => {
    const { key } = await createKey({ permissions: ['program:create', 'tracking:read'] })
    const add = (body: object) =>
      send(app, 'POST', '/api/programs', { bearer: key, body: { name: 'New', ...body } })
    const first = await add({})
    expect([first.status, first.body.data.workspaceId]).toEqual([201, program.workspaceId])
    expect((await add({ workspaceId: program.workspaceId })).status).toBe(201)
    // The key's creator may create one there, but the key may not.
    const other = await createTestProgram(service)
    const { user_id } = await findMember(owner)
    await kysely
      .insertInto('workspace_members')
      .values({
        id: crypto.randomUUID(),
        workspace_id: other.workspaceId,
        user_id,
        role: 'owner',
        status: 'active',
        created_at: clock.now(),
      })
      .execute()
    expect((await add({ workspaceId: other.workspaceId })).status).toBe(403)
    const response = await send(app, 'GET', '/api/programs?limit=2', { bearer: key })
    expect(response.body.data).toHaveLength(2)
    const next = await send(app, 'GET', `/api/programs?cursor=${response.body.meta.nextCursor}`, {
      bearer: key,
    })
    expect(next.body.data.map(({ id }: { id: number }) => id)).toEqual([program.id])
  })
})

describe('a change made with a management key', () => {
  it('is attributed to the key, even after the key is revoked', async () => {
    const shop = await openShop(service)
    program = shop.program
    owner = await signInMember(service, program)
    const { id, key } = await createKey({
      name: 'Payer',
      permissions: ['commission:manage', 'payout:manage', 'billing:read', 'tracking:list'],
    })
    await shop.customer('cus-1')
    const recordedSale = await shop.sale({ transaction_id: 't-1', amount_cents: 4900, customer_key: 'cus-1' })
    const commissionId = recordedSale.body.commission_id
    const by = (method: 'GET' | 'POST', path: string, body?: object) =>
      send(app, method, `/api/programs/${program.id}${path}`, { bearer: key, ...(body && { body }) })
    expect((await by('POST', '/commissions/approve', { commissionIds: [commissionId] })).status).toBe(200)
    expect((await by('POST', '/payouts', {})).status).toBe(201)
    const payoutId = (await by('GET', '/payouts')).body.data[0].id
    expect((await by('POST', `/payouts/${payoutId}/pay`, { reference: 'wire 1' })).status).toBe(200)
    await revoke(id)
    const readAsOwner = async (path: string) =>
      (await send(app, 'GET', `/api/programs/${program.id}${path}`, { bearer: owner })).body.data
    expect(await readAsOwner(`/payouts/${payoutId}`)).toMatchObject({ createdBy: 'Payer', closedBy: 'Payer' })
    const changes = await readAsOwner(`/commissions/${commissionId}/changes`)
    expect(changes.map(({ actor, actorName }: Record<string, string>) => [actor, actorName])).toEqual([
      ['key', 'Payer'],
      ['key', 'Payer'],
    ])
    const log = await send(app, 'GET', `/api/workspaces/${program.workspaceId}/audit?keyId=${id}`, {
      bearer: owner,
    })
    const actions = log.body.data.map(({ action }: { action: string }) => action)
    expect(new Set(actions)).toEqual(new Set(['commission.approve', 'payout.create', 'payout.pay']))
    const whole = await send(app, 'GET', `/api/workspaces/${program.workspaceId}/audit`, { bearer: owner })
    const keyEntries = whole.body.data.filter(
      ({ target }: { target: { type: string } }) => target.type === 'management_key',
    )
    expect(
      keyEntries.map(({ action, actor }: { action: string; actor: { kind: string } }) => [
        action,
        actor.kind,
      ]),
    ).toEqual([
      ['management_key.revoke', 'user'],
      ['management_key.create', 'user'],
    ])
    expect(whole.text).not.toContain(key.slice(9))
  })
})

describeOnServer('concurrent requests with management keys', () => {
  it('never create more than the limit', async () => {
    const full = accountLimits.managementKeys - 2
    const { user_id } = await findMember(owner)
    for (let n = 0; n < full; n++) {
      await kysely
        .insertInto('management_keys')
        .values({
          workspace_id: program.workspaceId,
          program_id: null,
          name: `Key ${n}`,
          permissions: ['tracking:read'],
          key_hash: Buffer.from(crypto.randomUUID()),
          masked: 'aff_mgmt_…',
          created_by: user_id,
          created_at: clock.now(),
          expires_at: null,
          revoked_at: null,
          last_used_at: null,
        })
        .execute()
    }
    const responses = await concurrently(6, () => create({ permissions: ['tracking:read'] }))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
  })

  it('leave no working key for a program that is archived in the meantime', async () => {
    const [responses] = await Promise.all([
      concurrently(5, () => create({ permissions: ['tracking:read'], programId: program.id })),
      send(app, 'PATCH', `/api/programs/${program.id}`, { bearer: owner, body: { status: 'archived' } }),
    ])
    for (const { status } of responses) expect([201, 409]).toContain(status)
    for (const { body } of responses.filter(({ status }) => status === 201)) {
      expect((await read(body.data.key)).status).toBe(401)
    }
  })

  it('leave no key with more permissions than its creator, who loses the role in the meantime', async () => {
    const admin = await signInMember(service, program, { role: 'admin' })
    const { id } = await findMember(admin)
    const url = `/api/workspaces/${program.workspaceId}/members/${id}`
    const [responses] = await Promise.all([
      concurrently(5, () => create({ permissions: ['tracking:read'] }, admin)),
      send(app, 'DELETE', url, { bearer: owner }),
    ])
    for (const { status, body } of responses) {
      expect([201, 403]).toContain(status)
      if (status === 201) expect((await read(body.data.key)).status).toBe(401)
    }
  })
})
