import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enrollmentLimits } from '../../../src/partners/enrollments/limits.ts'
import {
  concurrently,
  createTestPartner,
  send,
  signInMember,
  startTestService,
  type TestService,
} from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

let service: TestService
let shop: Shop
let bearer: string

beforeAll(async () => {
  service = await startTestService()
})

beforeEach(async () => {
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, body?: unknown) =>
  send(service.app, method, `/api/programs/${shop.program.id}${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })
const create = (name: string) => call('POST', '/partner-groups', { name })
const move = (groupId: number | null, partnerId = shop.program.partnerId) =>
  groupId === null
    ? call('DELETE', `/partners/${partnerId}/group`)
    : call('PUT', `/partners/${partnerId}/group`, { groupId })
const setPolicy = (body: object) => call('POST', '/commission-policies', { type: 'percent', ...body })
const newGroup = async (name = 'Best'): Promise<number> => (await create(name)).body.data.id

let orders = 0
/** Returns the commission for a sale of 100.00. */
async function earn(customer_key: string, product_id?: string): Promise<number> {
  const sale = { transaction_id: `order-${orders++}`, amount_cents: 10_000, customer_key, product_id }
  const { body } = await shop.sale(sale)
  const { body: commission } = await call('GET', `/commissions/${body.commission_id}`)
  return commission.data.amountCents
}

describe('partner groups', () => {
  it('are created, listed with their number of partners, renamed and ended', async () => {
    const created = await create(' Best ')
    const createdAt = service.clock.now().toISOString()
    expect([created.status, created.body.data]).toEqual([
      201,
      { id: expect.any(Number), name: 'Best', partners: 0, createdAt },
    ])
    const { id } = created.body.data
    expect((await move(id)).body.data.group).toEqual({ id, name: 'Best' })
    expect((await call('PATCH', `/partner-groups/${id}`, { name: 'Better' })).body.data).toEqual({
      id,
      name: 'Better',
      partners: 1,
      createdAt,
    })
    expect((await call('GET', '/partner-groups')).body.data).toEqual([
      { id, name: 'Better', partners: 1, createdAt },
    ])
    expect((await call('GET', `/partners/${shop.program.partnerId}`)).body.data.group).toEqual({
      id,
      name: 'Better',
    })
    expect((await call('DELETE', `/partner-groups/${id}`)).body.data).toMatchObject({ id, partners: 0 })
    expect((await call('GET', '/partner-groups')).body.data).toEqual([])
    expect((await call('GET', `/partners/${shop.program.partnerId}`)).body.data.group).toBeNull()
    for (const [method, path, body] of [
      ['DELETE', `/partner-groups/${id}`, undefined],
      ['PATCH', `/partner-groups/${id}`, { name: 'Again' }],
      ['PUT', `/partners/${shop.program.partnerId}/group`, { groupId: id }],
      ['POST', '/commission-policies', { type: 'percent', rateBps: 1, groupId: id }],
      ['DELETE', '/partners/1000000000/group', undefined],
    ] as const) {
      expect((await call(method, path, body)).status, `${method} ${path}`).toBe(404)
    }
  })

  it('have unique names, ignoring case, until they end', async () => {
    const id = await newGroup('Best')
    expect((await create('BEST')).status).toBe(409)
    const other = await newGroup('Other')
    expect((await call('PATCH', `/partner-groups/${other}`, { name: 'best' })).status).toBe(409)
    expect((await call('PATCH', `/partner-groups/${id}`, { name: 'bEST' })).body.data.name).toBe('bEST')
    await call('DELETE', `/partner-groups/${id}`)
    expect((await create('Best')).status).toBe(201)
    for (const name of ['', '  ', 'x'.repeat(256), 7]) expect((await create(name as string)).status).toBe(400)
  })

  it('are limited in number, even when they are created concurrently', async () => {
    const rows = Array.from({ length: enrollmentLimits.groupsPerProgram - 3 }, (_, n) => ({
      program_id: shop.program.id,
      name: `Group ${n}`,
      created_at: service.clock.now(),
    }))
    await service.database.kysely.insertInto('partner_groups').values(rows).execute()
    const responses = await concurrently(8, (n) => create(`At once ${n}`))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  it('belong to their program', async () => {
    const id = await newGroup()
    const other = await openShop(service)
    const otherBearer = await signInMember(service, other.program)
    const callOtherProgram = (method: Method, path: string, body: unknown) =>
      send(service.app, method, `/api/programs/${other.program.id}${path}`, { bearer: otherBearer, body })
    expect(
      (await callOtherProgram('PUT', `/partners/${other.program.partnerId}/group`, { groupId: id })).status,
    ).toBe(404)
    expect((await callOtherProgram('PATCH', `/partner-groups/${id}`, { name: 'Mine' })).status).toBe(404)
    expect(
      (await callOtherProgram('POST', '/commission-policies', { type: 'percent', rateBps: 1, groupId: id }))
        .status,
    ).toBe(404)
  })

  it('filter partners, including those without a group', async () => {
    const id = await newGroup()
    const { partnerId } = await createTestPartner(service, shop.program)
    await move(id, partnerId)
    const ids = async (path: string) =>
      (await call('GET', path)).body.data.map(
        (row: { id?: number; partnerId?: number }) => row.id ?? row.partnerId,
      )
    expect(await ids(`/partners?group=${id}`)).toEqual([partnerId])
    expect(await ids('/partners?group=none')).toEqual([shop.program.partnerId])
    expect((await call('GET', `/partner-report?group=${id}`)).body.data).toHaveLength(1)
    expect((await call('GET', '/partners?group=best')).status).toBe(400)
  })
})

describe('the commission for a partner in a group', () => {
  beforeEach(async () => {
    await shop.customer('ann')
  })

  it('uses the first existing policy: group and product, group, product, program default', async () => {
    const id = await newGroup()
    await setPolicy({ rateBps: 1000 })
    expect(await earn('ann', 'pro')).toBe(1_000)
    await move(id)
    expect(await earn('ann', 'pro')).toBe(1_000)
    await setPolicy({ rateBps: 1500, productId: 'pro' })
    expect(await earn('ann', 'pro')).toBe(1_500)
    await setPolicy({ rateBps: 3000, groupId: id })
    expect([await earn('ann', 'pro'), await earn('ann')]).toEqual([3_000, 3_000])
    const productPolicy = await setPolicy({ rateBps: 4000, groupId: id, productId: 'pro' })
    expect([await earn('ann', 'pro'), await earn('ann')]).toEqual([4_000, 3_000])
    await call('DELETE', `/commission-policies/${productPolicy.body.data.id}`)
    expect(await earn('ann', 'pro')).toBe(3_000)
    await move(null)
    expect([await earn('ann', 'pro'), await earn('ann')]).toEqual([1_500, 1_000])
    await move(id)
    await call('DELETE', `/partner-groups/${id}`)
    expect([await earn('ann', 'pro'), await earn('ann')]).toEqual([1_500, 1_000])
    await shop.verify()
  })

  it('uses only the policies of the partner’s own group', async () => {
    const [best, other] = [await newGroup('Best'), await newGroup('Other')]
    await setPolicy({ rateBps: 9000, groupId: best })
    const program = (await call('GET', '/commission-policies')).body.data.find(
      (policy: { groupId: number | null }) => policy.groupId === null,
    )
    expect(await earn('ann')).toBe(program.rateBps)
    await move(other)
    expect(await earn('ann')).toBe(program.rateBps)
  })

  it('falls back if the group’s flat policy is in another currency', async () => {
    const id = await newGroup()
    await move(id)
    await setPolicy({ rateBps: 1000 })
    await setPolicy({ type: 'flat', amountCents: 777, currency: 'EUR', groupId: id })
    expect(await earn('ann')).toBe(1_000)
    const { body } = await shop.sale({
      transaction_id: 'eur',
      amount_cents: 5_000,
      currency: 'EUR',
      customer_key: 'ann',
    })
    expect((await call('GET', `/commissions/${body.commission_id}`)).body.data.amountCents).toBe(777)
  })

  it('keeps the group’s policy versions separate from the program’s, and lists them by group', async () => {
    const id = await newGroup()
    const versions = [
      await setPolicy({ rateBps: 1, groupId: id }),
      await setPolicy({ rateBps: 2 }),
      await setPolicy({ rateBps: 3, groupId: id }),
    ].map(({ body }) => [body.data.groupId, body.data.version])
    expect(versions).toEqual([
      [id, 1],
      [null, 2],
      [id, 2],
    ])
    const { body } = await call('GET', `/commission-policies?groupId=${id}&history=true`)
    expect(body.data.map((policy: { rateBps: number }) => policy.rateBps).sort()).toEqual([1, 3])
  })

  it('is explained and simulated with the group at that time', async () => {
    const id = await newGroup()
    await setPolicy({ type: 'flat', amountCents: 5, currency: 'EUR' })
    await setPolicy({ type: 'flat', amountCents: 7, currency: 'EUR', groupId: id })
    const unpaid = async (transaction_id: string) => {
      const { body } = await shop.sale({ transaction_id, amount_cents: 10_000, customer_key: 'ann' })
      service.clock.advance({ minutes: 1 })
      return body.sale_id as number
    }
    const beforeMove = await unpaid('before')
    await setPolicy({ rateBps: 1000, groupId: id, duration: 'first_sale' })
    await move(id)
    service.clock.advance({ minutes: 1 })
    const within = await unpaid('within')
    await move(null)
    service.clock.advance({ minutes: 1 })
    const afterMove = await unpaid('after')
    const readPolicy = async (saleId: number) => {
      const { body } = await send(
        service.app,
        'GET',
        `/api/tracking/events/${shop.program.id}/sale/${saleId}`,
        { bearer },
      )
      return body.data.policy?.groupId
    }
    expect([await readPolicy(beforeMove), await readPolicy(within), await readPolicy(afterMove)]).toEqual([
      undefined,
      id,
      undefined,
    ])
    const preview = await call('POST', '/commission-policies/preview', {
      days: 1,
      groupId: id,
      type: 'percent',
      rateBps: 2000,
    })
    expect(preview.body.data.totals).toEqual([
      expect.objectContaining({ sales: 3, changedSales: 1, earnedCents: 0, wouldEarnCents: 2_000 }),
    ])
  })
})

it('a partner who is moved while their group is being deleted ends up with no group, and the moves are recorded in order', async () => {
  const partners = await Promise.all(
    Array.from({ length: 4 }, () => createTestPartner(service, shop.program)),
  )
  for (let round = 0; round < 5; round++) {
    const id = await newGroup(`Round ${round}`)
    const responses = await Promise.all([
      ...partners.flatMap(({ partnerId }) => [
        move(id, partnerId),
        move(null, partnerId),
        move(id, partnerId),
      ]),
      call('DELETE', `/partner-groups/${id}`),
    ])
    for (const { status } of responses) expect([200, 404]).toContain(status)
    const members = await service.database.kysely
      .selectFrom('program_enrollments')
      .select('partner_id')
      .where('program_id', '=', shop.program.id)
      .where('group_id', 'is not', null)
      .execute()
    expect(members).toEqual([])
  }
  const changes = await service.database.kysely
    .selectFrom('partner_group_changes')
    .selectAll()
    .where('program_id', '=', shop.program.id)
    .orderBy('partner_id')
    .orderBy('seq')
    .execute()
  for (const { partnerId } of partners) {
    const partnerChanges = changes.filter(({ partner_id }) => partner_id === partnerId)
    expect(partnerChanges.map(({ seq }) => seq)).toEqual(partnerChanges.map((_, place) => place + 1))
    // Each entry differs from the previous one.
    for (const [place, { group_id }] of partnerChanges.entries())
      expect(group_id).not.toBe(partnerChanges[place - 1]?.group_id ?? null)
  }
})
