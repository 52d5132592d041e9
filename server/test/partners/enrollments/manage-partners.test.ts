import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enrollmentLimits } from '../../../src/partners/enrollments/limits.ts'
import { rebuildStatistics } from '../../../src/statistics/rebuild-statistics.flow.ts'
import { verifyProgramStats } from '../../../src/statistics/verify-stats.sql.ts'
import {
  concurrently,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  type TestService,
  testOnServer,
} from '../../harness.ts'

let service: TestService
let program: TestProgram
let bearer: string

beforeAll(async () => {
  service = await startTestService({ now: '2026-03-10T23:30:00.000Z' })
})

beforeEach(async () => {
  program = await createTestProgram(service, { timeZone: 'Europe/Berlin' })
  bearer = await signInMember(service, program)
})

const newEmail = () => `${randomUUID()}@partners.test`
const newCode = () => `c${randomUUID()}`
const url = (path: string, programId = program.id) => `/api/programs/${programId}${path}`
const add = (body: unknown, programId = program.id) =>
  send(service.app, 'POST', url('/partners', programId), { bearer, body })
const listPartners = (query = '') => send(service.app, 'GET', url(`/partners${query}`), { bearer })
const decide = (id: number | string, verb: 'approve' | 'reject') =>
  send(service.app, 'POST', url(`/partners/${id}/${verb}`), { bearer })
const addLink = (body: unknown) => send(service.app, 'POST', url('/links'), { bearer, body })
const listLinks = (query = '') => send(service.app, 'GET', url(`/links${query}`), { bearer })

async function countedPartners(): Promise<[string, number][]> {
  const rows = await service.database.kysely
    .selectFrom('daily_stats')
    .select(['day', ({ fn }) => fn.sum<string>('partners').as('partners')])
    .where('program_id', '=', program.id)
    .groupBy('day')
    .execute()
  return rows.map(({ day, partners }) => [day, Number(partners)])
}

async function click(code: string) {
  const body = { affiliate_url: `https://shop.test/?aff=${code}` }
  return (await send(service.app, 'POST', '/api/v1/track/click', { body })).body
}

describe('POST /api/programs/:programId/partners', () => {
  it('creates the partner, the enrollment and a link, counted on the local day (D38)', async () => {
    const code = newCode()
    const { status, body } = await add({ name: ' Ada ', email: ' Ada@Partners.TEST ', code, approved: true })
    const at = service.clock.now().toISOString()
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(Number),
      name: 'Ada',
      email: 'ada@partners.test',
      status: 'approved',
      createdAt: at,
      closedAt: null,
      decidedAt: at,
      payoutHold: null,
      group: null,
      tags: [],
      uncountedClicks: 0,
      links: [{ id: expect.any(Number), partnerId: body.data.id, code, status: 'active', createdAt: at }],
    })
    // 23:30 UTC on the 10th is the 11th in Berlin.
    expect(await countedPartners()).toEqual([['2026-03-11', 1]])
    expect(await click(code)).toMatchObject({ success: true, partner_code: code })
  })

  it('creates a pending partner by default, with a code made from the name or a random one if that is taken', async () => {
    // Codes are unique in the database, which other files share.
    const { body } = await add({ name: 'Ada Codes', email: newEmail() })
    expect(body.data).toMatchObject({ status: 'pending', decidedAt: null, links: [{ code: 'ada-codes' }] })
    const namesake = await add({ name: 'Ada Codes', email: newEmail() })
    expect(namesake.body.data.links).toEqual([
      expect.objectContaining({ code: expect.stringMatching(/^[0-9a-z]{10}$/) }),
    ])
  })

  it.each([
    { field: 'name', change: { name: undefined } },
    { field: 'name', change: { name: ' ' } },
    { field: 'name', change: { name: 'a\0' } },
    { field: 'email', change: { email: undefined } },
    { field: 'email', change: { email: 'nobody' } },
    { field: 'code', change: { code: '-a' } },
    { field: 'code', change: { code: 'a b' } },
    { field: 'code', change: { code: 'a\n' } },
    { field: 'code', change: { code: 'x'.repeat(65) } },
    { field: 'code', change: { code: 7 } },
    { field: 'approved', change: { approved: 'true' } },
  ])('returns 400 naming the field for %j, and writes nothing', async ({ field, change }) => {
    const response = await add({ name: 'Ada', email: newEmail(), ...change })
    expect([response.status, response.body.error.details]).toEqual([400, { field }])
    expect((await listPartners()).body.data).toHaveLength(1)
    expect(await countedPartners()).toEqual([])
  })

  it('rejects an email that the program already has, naming the partner', async () => {
    const email = newEmail()
    const { id } = (await add({ name: 'Ada', email })).body.data
    const duplicate = await add({ name: 'Bob', email: email.toUpperCase() })
    expect([duplicate.status, duplicate.body.error.code]).toEqual([409, 'conflict'])
    expect(duplicate.body.error.details).toEqual({ field: 'email', partnerId: id })
    expect(await countedPartners()).toEqual([['2026-03-11', 1]])
  })

  it('rejects a code that is taken in any program and adds no partner', async () => {
    const otherProgram = await createTestProgram(service)
    const email = newEmail()
    for (const code of [program.code, otherProgram.code, otherProgram.code.toUpperCase()]) {
      const response = await add({ name: 'Ada', email, code })
      expect([response.status, response.body.error.code]).toEqual([409, 'conflict'])
      expect(response.body.error.details).toEqual({ field: 'code' })
    }
    const partners = await service.database.kysely
      .selectFrom('partners')
      .selectAll()
      .where('email', '=', email)
      .execute()
    expect(partners).toEqual([])
    expect(await countedPartners()).toEqual([])
    expect((await add({ name: 'Ada', email, code: newCode() })).status).toBe(201)
  })

  it('reuses the partner in two programs in a workspace, but not in another workspace', async () => {
    const second = (await send(service.app, 'POST', '/api/programs', { bearer, body: { name: 'Second' } }))
      .body.data
    const email = newEmail()
    const partner = (await add({ name: 'Ada', email })).body.data
    const partnerElsewhere = (await add({ name: 'Ada', email }, second.id)).body.data
    expect(partnerElsewhere.id).toBe(partner.id)
    const other = await createTestProgram(service)
    const owner = await signInMember(service, other)
    const body = { name: 'Ada', email }
    const otherProgram = await send(service.app, 'POST', url('/partners', other.id), { bearer: owner, body })
    expect(otherProgram.body.data.id).not.toBe(partner.id)
  })

  it('adds one partner for ten concurrent requests', async () => {
    const email = newEmail()
    const responses = await concurrently(10, () => add({ name: 'Ada', email }))
    expect(responses.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
    const { id } = responses.find(({ status }) => status === 201)?.body.data ?? {}
    for (const { status, body } of responses) {
      if (status === 409) expect(body.error.details).toEqual({ field: 'email', partnerId: id })
    }
    expect(await countedPartners()).toEqual([['2026-03-11', 1]])
    expect((await listLinks(`?partnerId=${id}`)).body.data).toHaveLength(1)
  })

  it('gives a code to one of ten partners added concurrently', async () => {
    const code = newCode()
    const responses = await concurrently(10, () => add({ name: 'Ada', email: newEmail(), code }))
    expect(responses.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await countedPartners()).toEqual([['2026-03-11', 1]])
    expect((await listPartners()).body.data).toHaveLength(2)
  })

  testOnServer('counts each of thirty partners added concurrently, as a rebuild does', async () => {
    await rebuildStatistics(service.database, program.id)
    const [before] = await countedPartners()
    await concurrently(30, () => add({ name: 'Ada', email: newEmail() }))
    expect(await countedPartners()).toEqual([['2026-03-11', (before?.[1] ?? 0) + 30]])
    const differences = await verifyProgramStats(service.database.kysely, {
      id: program.id,
      time_zone: 'Europe/Berlin',
    })
    expect(differences).toEqual([])
  })
})

describe('a partner’s approval', () => {
  it('can be changed in both directions, and an unchanged decision keeps its date', async () => {
    const { id } = (await add({ name: 'Ada', email: newEmail() })).body.data
    const first = await decide(id, 'approve')
    const decidedAt = service.clock.now().toISOString()
    expect([first.status, first.body.data.status, first.body.data.decidedAt]).toEqual([
      200,
      'approved',
      decidedAt,
    ])
    service.clock.advance({ ms: 1 })
    expect((await decide(id, 'approve')).body.data).toEqual(first.body.data)
    expect((await decide(id, 'reject')).body.data).toMatchObject({
      status: 'rejected',
      decidedAt: service.clock.now().toISOString(),
    })
    expect((await decide(id, 'approve')).body.data.status).toBe('approved')
    expect(await countedPartners()).toEqual([['2026-03-11', 1]])
  })

  it('returns 404 for an unknown partner or another program’s partner', async () => {
    const other = await createTestProgram(service)
    for (const id of [other.partnerId, '999999999', 'abc', '%00', '-1']) {
      for (const verb of ['approve', 'reject'] as const) expect((await decide(id, verb)).status).toBe(404)
      expect((await send(service.app, 'GET', url(`/partners/${id}`), { bearer })).status).toBe(404)
    }
    const row = await service.database.kysely
      .selectFrom('program_enrollments')
      .select('decided_at')
      .where('program_id', '=', other.id)
      .execute()
    expect(row).toEqual([{ decided_at: null }])
  })

  it('ends in one of the two states for concurrent decisions', async () => {
    const { id } = (await add({ name: 'Ada', email: newEmail() })).body.data
    const responses = await concurrently(10, (index) => decide(id, index % 2 === 0 ? 'approve' : 'reject'))
    for (const { status } of responses) expect(status).toBe(200)
    const { body } = await send(service.app, 'GET', url(`/partners/${id}`), { bearer })
    expect(['approved', 'rejected']).toContain(body.data.status)
  })
})

describe('GET /api/programs/:programId/partners', () => {
  it('lists each partner once with their links, newest first, by status', async () => {
    const created = [program.partnerId]
    for (let index = 0; index < 5; index++) {
      const approved = index % 2 === 0
      created.unshift((await add({ name: 'Ada', email: newEmail(), approved })).body.data.id)
      if (index > 2) service.clock.advance({ ms: 1 })
    }
    const first = await listPartners('?limit=4')
    const second = await listPartners(`?limit=4&cursor=${first.body.meta.nextCursor}`)
    const partners = [...first.body.data, ...second.body.data]
    expect(partners.map(({ id }: { id: number }) => id)).toEqual(created)
    for (const { id, links } of partners) {
      expect(links.map(({ partnerId }: { partnerId: number }) => partnerId)).toEqual([id])
    }
    expect(second.body.meta.nextCursor).toBeNull()
    expect((await listPartners('?status=pending')).body.data).toHaveLength(2)
    expect((await listPartners('?status=approved')).body.data).toHaveLength(4)
    expect((await listPartners('?status=rejected')).body.data).toHaveLength(0)
    const wrong = await listPartners('?status=gone')
    expect([wrong.status, wrong.body.error.details]).toEqual([400, { field: 'status' }])
  })

  it('finds partners by the beginnings of words in their name and email, ignoring case and wildcards', async () => {
    const created = (await add({ name: 'Zoë 100%_Reach', email: 'Zo@Finder.example' })).body.data.id
    const searchNames = async (search: string) =>
      (await listPartners(`?search=${encodeURIComponent(search)}`)).body.data.map(
        ({ id }: { id: number }) => id,
      )
    for (const search of ['zoë', 'ZO@FINDER', 'zo@', '100%_reach', 'rea zoë', 'exam', "'rea'"])
      expect(await searchNames(search)).toEqual([created])
    for (const search of ['each', 'zoe@', 'rea@', '100_ x', '%%', '@', "'", '\\'])
      expect(await searchNames(search)).toEqual([])
    expect((await listPartners(`?search=${'x'.repeat(256)}`)).body.error.details).toEqual({ field: 'search' })
  })
})

describe('partner links', () => {
  it('belong to one partner each; a deactivated link counts no clicks until it is active again (D15)', async () => {
    const { status, body } = await addLink({ partnerId: program.partnerId })
    expect([status, body.data.status, body.data.partnerId]).toEqual([201, 'active', program.partnerId])
    const { id, code } = body.data
    const changeLink = (verb: string) => send(service.app, 'POST', url(`/links/${id}/${verb}`), { bearer })
    expect((await changeLink('deactivate')).body.data).toEqual({ ...body.data, status: 'inactive' })
    expect(await click(code)).toMatchObject({ success: false, reason: 'inactive_link' })
    expect((await listLinks('?status=inactive')).body.data).toHaveLength(1)
    expect((await changeLink('activate')).body.data.status).toBe('active')
    expect(await click(code)).toMatchObject({ success: true })
    expect(
      (await listLinks(`?partnerId=${program.partnerId}`)).body.data.map((link: { id: number }) => link.id),
    ).toEqual([id, program.linkId])
  })

  it.each([
    { field: 'partnerId', body: {} },
    { field: 'partnerId', body: { partnerId: 999999999 } },
    { field: 'code', body: { partnerId: 1, code: '.' } },
    { field: 'code', body: { partnerId: 1, code: 'a\0' } },
    { field: 'code', body: { partnerId: 1, code: 'anna-' } },
    { field: 'code', body: { partnerId: 1, code: 'undefined' } },
  ])('return 400 naming the field when created with %j', async ({ field, body }) => {
    const response = await addLink(body)
    expect([response.status, response.body.error.details]).toEqual([400, { field }])
  })

  it('cannot have a code ending in punctuation, which would get the clicks for the code without it', async () => {
    const { status, body } = await addLink({ partnerId: program.partnerId, code: `${program.code}.` })
    expect([status, body.error.message]).toEqual([
      400,
      'code must have at most 64 letters, digits and . _ ~ -, and start and end with a letter or digit.',
    ])
  })

  it('return 400 when created for another program’s partner, and 404 when read', async () => {
    const other = await createTestProgram(service)
    expect((await addLink({ partnerId: other.partnerId })).status).toBe(400)
    for (const id of [other.linkId, 'abc', '%00', '999999999']) {
      for (const verb of ['activate', 'deactivate']) {
        expect((await send(service.app, 'POST', url(`/links/${id}/${verb}`), { bearer })).status).toBe(404)
      }
    }
    expect(await click(other.code)).toMatchObject({ success: true })
    expect((await listLinks()).body.data.map((link: { id: number }) => link.id)).toEqual([program.linkId])
  })

  it('are created once, ignoring case, for ten concurrent requests; a taken code returns 409', async () => {
    const code = newCode()
    const createLink = (code: string) => addLink({ partnerId: program.partnerId, code })
    const responses = await concurrently(10, (index) =>
      createLink(index % 2 === 0 ? code : code.toUpperCase()),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
    const rejection = (await createLink(code)).body.error
    expect(rejection).toMatchObject({ code: 'conflict', details: { field: 'code' } })
    expect(rejection.message).toContain('differ only in case')
    expect((await listLinks()).body.data).toHaveLength(2)
  })

  it('are limited per partner, even when they are created concurrently', async () => {
    const rows = Array.from({ length: enrollmentLimits.linksPerPartner - 6 }, () => ({
      program_id: program.id,
      partner_id: program.partnerId,
      code: newCode(),
      created_at: service.clock.now(),
    }))
    await service.database.kysely.insertInto('links').values(rows).execute()
    const createLink = () => addLink({ partnerId: program.partnerId })
    const statuses = (await concurrently(10, createLink)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
  })
})
