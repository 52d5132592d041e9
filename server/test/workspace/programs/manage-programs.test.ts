import { beforeAll, describe, expect, it } from 'vitest'
import { verifyProgramStats } from '../../../src/statistics/verify-stats.sql.ts'
import {
  createTestProgram,
  send,
  signInMember,
  signUp,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../harness.ts'

let service: TestService
let program: TestProgram
let bearer: string

beforeAll(async () => {
  service = await startTestService()
  program = await createTestProgram(service)
  bearer = await signInMember(service, program)
})

const create = (body: unknown) => send(service.app, 'POST', '/api/programs', { bearer, body })
const read = (id: number) => send(service.app, 'GET', `/api/programs/${id}`, { bearer })
const change = (body: unknown, id = program.id) =>
  send(service.app, 'PATCH', `/api/programs/${id}`, { bearer, body })

describe('POST /api/programs', () => {
  it('creates a program with the default settings and a 20% lifetime policy (D27, D28, D31)', async () => {
    const { status, body } = await create({ name: ' Summer ', timeZone: 'Europe/Berlin' })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(Number),
      workspaceId: program.workspaceId,
      sandbox: false,
      clock: null,
      name: 'Summer',
      status: 'active',
      closedToNewReferrals: false,
      leadAuthPolicy: 'server_verified',
      paymentTrackingMode: 'processor_connect',
      timeZone: 'Europe/Berlin',
      attributionWindowDays: 60,
      commissionApproval: 'automatic',
      commissionBase: 'amount',
      couponPrecedence: 'code',
      setupDismissed: false,
      cookieWindowDays: 60,
      holdPeriodDays: 30,
      platformFeeBps: 350,
      perLeadCommission: null,
      clickRetentionMonths: null,
      siteUrl: null,
      redirectDomain: null,
      legalName: null,
      legalAddress: null,
      taxId: null,
      createdAt: service.clock.now().toISOString(),
      updatedAt: service.clock.now().toISOString(),
    })
    const policies = await send(service.app, 'GET', `/api/programs/${body.data.id}/commission-policies`, {
      bearer,
    })
    expect(policies.body.data).toMatchObject([
      { productId: null, version: 1, type: 'percent', rateBps: 2000, duration: 'lifetime', holdDays: null },
    ])
    expect((await read(body.data.id)).body.data).toEqual(body.data)
  })

  it('starts with the settings that GET /api/programs/defaults returns', async () => {
    const defaults = await send(service.app, 'GET', '/api/programs/defaults', { bearer })
    const { body } = await create({ name: 'P' })
    const policies = `/api/programs/${body.data.id}/commission-policies`
    const [policy] = (await send(service.app, 'GET', policies, { bearer })).body.data
    expect({ ...body.data, policy }).toMatchObject(defaults.body.data)
    const guest = await send(service.app, 'GET', '/api/programs/defaults', {})
    expect(guest.status).toBe(401)
  })

  it('stores the site in normalized form', async () => {
    const { status, body } = await create({ name: 'P', siteUrl: ' HTTPS://Shop.Example ' })
    expect([status, body.data.siteUrl]).toEqual([201, 'https://shop.example/'])
  })

  it('uses the installation’s platform fee (D31)', async () => {
    const cheap = await startTestService({ environment: { PLATFORM_FEE_BPS: '0' } })
    const cheapProgram = await createTestProgram(cheap)
    const token = await signInMember(cheap, cheapProgram)
    const { body } = await send(cheap.app, 'POST', '/api/programs', { bearer: token, body: { name: 'P' } })
    expect(body.data.platformFeeBps).toBe(0)
  })

  it.each([
    { field: 'name', body: {} },
    { field: 'name', body: { name: '  ' } },
    { field: 'name', body: { name: 'a\0' } },
    { field: 'timeZone', body: { name: 'P', timeZone: 'Mars/Olympus' } },
    { field: 'timeZone', body: { name: 'P', timeZone: '+02:00' } },
    { field: 'siteUrl', body: { name: 'P', siteUrl: 'javascript:alert(1)' } },
    { field: 'workspaceId', body: { name: 'P', workspaceId: 'a\0' } },
  ])('returns 400 with the field for %j', async ({ field, body }) => {
    const response = await create(body)
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request'])
    expect(response.body.error.details).toEqual({ field })
  })

  it('requires a workspace if there are several, and accepts only one of the requester’s', async () => {
    const { token, userId } = await signUp(service)
    const [one, two] = [await createTestProgram(service), await createTestProgram(service)]
    for (const [index, { workspaceId }] of [one, two].entries()) {
      await service.database.kysely
        .insertInto('workspace_members')
        .values({
          id: `${workspaceId}-${index}`,
          workspace_id: workspaceId,
          user_id: userId,
          role: index === 0 ? 'owner' : 'viewer',
          created_at: service.clock.now(),
        })
        .execute()
    }
    const createIn = (workspaceId?: string) =>
      send(service.app, 'POST', '/api/programs', { bearer: token, body: { name: 'P', workspaceId } })
    const unclear = await createIn()
    expect([unclear.status, unclear.body.error.details]).toEqual([400, { field: 'workspaceId' }])
    expect((await createIn(one.workspaceId)).status).toBe(201)
    expect((await createIn(two.workspaceId)).status).toBe(403)
    expect((await createIn(program.workspaceId)).status).toBe(403)
  })
})

describe('PATCH /api/programs/:programId', () => {
  it('changes each field and leaves the others unchanged', async () => {
    const there = await createTestProgram(service)
    bearer = await signInMember(service, there)
    const before = (await read(there.id)).body.data
    const changes = {
      name: 'Other',
      status: 'paused',
      closedToNewReferrals: true,
      siteUrl: 'https://shop.example/start',
      leadAuthPolicy: 'browser_allowed',
      paymentTrackingMode: 's2s',
      timeZone: 'Asia/Kolkata',
      attributionWindowDays: 365,
      cookieWindowDays: 1,
      holdPeriodDays: 0,
      platformFeeBps: 10_000,
      perLeadCommission: { amountCents: 1, currency: 'VND' },
      legalName: 'Acme Inc.',
      legalAddress: 'Street 1',
      taxId: 'US9',
    }
    service.clock.advance({ minutes: 1 })
    let expected = { ...before, updatedAt: service.clock.now().toISOString() }
    for (const [field, value] of Object.entries(changes)) {
      const { status, body } = await change({ [field]: value }, there.id)
      expected = { ...expected, [field]: value }
      expect([status, body.data]).toEqual([200, expected])
    }
    expect((await change({}, there.id)).body.data).toEqual(expected)
    expect((await change({ name: null }, there.id)).body.data).toEqual(expected)
    expect((await change({ perLeadCommission: null }, there.id)).body.data.perLeadCommission).toBeNull()
    expect((await change({ siteUrl: null }, there.id)).body.data.siteUrl).toBeNull()
  })

  it.each([
    { field: 'name', value: 'x\0' },
    { field: 'status', value: 'deleted' },
    { field: 'siteUrl', value: 'javascript:alert(1)' },
    { field: 'siteUrl', value: `https://shop.example/${'x'.repeat(2048)}` },
    { field: 'timeZone', value: 'Europe/Atlantis' },
    { field: 'attributionWindowDays', value: 0 },
    { field: 'attributionWindowDays', value: 366 },
    { field: 'cookieWindowDays', value: 366 },
    { field: 'holdPeriodDays', value: 366 },
    { field: 'platformFeeBps', value: 10_001 },
    { field: 'perLeadCommission.amountCents', value: { amountCents: 0, currency: 'USD' } },
    { field: 'perLeadCommission.amountCents', value: { amountCents: 2 ** 53, currency: 'USD' } },
    { field: 'perLeadCommission.currency', value: { amountCents: 1, currency: 'usd' } },
  ])('returns 400 with the field for %j and changes nothing', async ({ field, value }) => {
    const there = await createTestProgram(service)
    bearer = await signInMember(service, there)
    const before = (await read(there.id)).text
    const changes = { name: 'Not this', [field.split('.')[0] ?? '']: value }
    const response = await change(changes, there.id)
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request'])
    expect(response.body.error.details.field).toMatch(new RegExp(`^${field.split('.')[0]}`))
    expect((await read(there.id)).text).toBe(before)
  })

  it('recomputes the days in a new time zone, even while partners are added (D38)', async () => {
    const lateService = await startTestService({ now: '2026-03-10T23:30:00.000Z' })
    const there = await createTestProgram(lateService)
    const token = await signInMember(lateService, there)
    const url = `/api/programs/${there.id}`
    const add = (index: number) =>
      send(lateService.app, 'POST', `${url}/partners`, {
        bearer: token,
        body: { name: 'P', email: `p${index}@x.test` },
      })
    await add(0)
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC', 'Europe/Berlin']
    const responses = await Promise.all([
      ...zones.map((timeZone) => send(lateService.app, 'PATCH', url, { bearer: token, body: { timeZone } })),
      ...Array.from({ length: 10 }, (_, index) => add(index + 1)),
    ])
    for (const { status } of responses) expect([200, 201]).toContain(status)
    const { body } = await send(lateService.app, 'PATCH', url, {
      bearer: token,
      body: { timeZone: 'Europe/Berlin' },
    })
    const stats = { id: there.id, time_zone: body.data.timeZone }
    expect(await verifyProgramStats(lateService.database.kysely, stats)).toEqual([])
    const days = await lateService.database.kysely
      .selectFrom('daily_stats')
      .select(['day', ({ fn }) => fn.sum<string>('partners').as('partners')])
      .where('program_id', '=', there.id)
      .groupBy('day')
      .execute()
    // The test's own first partner counts too: it was inserted without the API but has an event.
    expect(days.map(({ day, partners }) => [day, Number(partners)])).toEqual([['2026-03-11', 12]])
  })

  it('applies one of several concurrent updates in full', async () => {
    const there = await createTestProgram(service)
    bearer = await signInMember(service, there)
    const names = Array.from({ length: 10 }, (_, index) => ({ name: `n${index}`, holdPeriodDays: index }))
    await Promise.all(names.map((body) => change(body, there.id)))
    const { name, holdPeriodDays } = (await read(there.id)).body.data
    expect(name).toBe(`n${holdPeriodDays}`)
  })
})

describe('GET /api/programs', () => {
  it('lists each program once across pages, newest first', async () => {
    const there = await createTestProgram(service)
    bearer = await signInMember(service, there)
    const created = [there.id]
    for (let index = 0; index < 6; index++) {
      // Three of them have the same time, so the id decides.
      if (index > 3) service.clock.advance({ minutes: 1 })
      created.unshift((await create({ name: `P${index}` })).body.data.id)
    }
    const programIds: number[] = []
    let cursor: string | null = null
    do {
      const cursorParameter: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await send(service.app, 'GET', `/api/programs?limit=2${cursorParameter}`, { bearer })
      expect(body.data.length).toBeLessThanOrEqual(2)
      programIds.push(...body.data.map(({ id }: { id: number }) => id))
      cursor = body.meta.nextCursor
    } while (cursor !== null)
    expect(programIds).toEqual(created)
  })

  it.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', 'x'],
    ['limit', '1.5'],
    ['limit', '1&limit=2'],
    ['cursor', 'x'],
    ['cursor', '%00'],
    ['cursor', Buffer.from('9999999999999999.1').toString('base64url')],
    ['cursor', Buffer.from('1.99999999999999999').toString('base64url')],
  ])('returns 400 for the parameter %s if its value is %s', async (field, value) => {
    const { status, body } = await send(service.app, 'GET', `/api/programs?${field}=${value}`, { bearer })
    expect([status, body.error.details]).toEqual([400, { field }])
  })
})
