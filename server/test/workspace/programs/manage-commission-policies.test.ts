import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { programLimits } from '../../../src/workspace/programs/limits.ts'
import {
  concurrently,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../harness.ts'

let service: TestService
let program: TestProgram
let bearer: string

beforeAll(async () => {
  service = await startTestService()
})

beforeEach(async () => {
  program = await createTestProgram(service)
  bearer = await signInMember(service, program)
})

const url = (path = '') => `/api/programs/${program.id}/commission-policies${path}`
const setPolicy = (body: unknown) => send(service.app, 'POST', url(), { bearer, body })
const listPolicies = (query = '') => send(service.app, 'GET', url(query), { bearer })
const end = (id: number | string) => send(service.app, 'DELETE', url(`/${id}`), { bearer })

describe('commission policies (D28)', () => {
  it('are replaced by a new default and stay in the history', async () => {
    const before = (await listPolicies()).body.data
    service.clock.advance({ minutes: 1 })
    const now = service.clock.now().toISOString()
    const { status, body } = await setPolicy({
      type: 'percent',
      rateBps: 1500,
      duration: 'months',
      durationMonths: 12,
      holdDays: 0,
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(Number),
      groupId: null,
      productId: null,
      version: 2,
      type: 'percent',
      rateBps: 1500,
      amountCents: null,
      currency: null,
      duration: 'months',
      durationMonths: 12,
      holdDays: 0,
      commissionBase: 'amount',
      createdAt: now,
      supersededAt: null,
    })
    expect((await listPolicies()).body.data).toEqual([body.data])
    expect((await listPolicies('?history=true')).body.data).toEqual([
      body.data,
      { ...before[0], supersededAt: now },
    ])
  })

  it('can differ per product, with flat amounts in their currency', async () => {
    const { body } = await setPolicy({ productId: 'pro', type: 'flat', amountCents: 500, currency: 'EUR' })
    expect(body.data).toMatchObject({
      productId: 'pro',
      version: 1,
      type: 'flat',
      rateBps: null,
      amountCents: 500,
      currency: 'EUR',
      duration: 'lifetime',
    })
    expect((await listPolicies()).body.data).toHaveLength(2)
    expect((await listPolicies('?productId=pro')).body.data).toEqual([body.data])
    expect((await listPolicies('?productId=PRO')).body.data).toEqual([])
  })

  it('fall back to the default when a product’s policy ends; setting it again continues its versions', async () => {
    const { id } = (await setPolicy({ productId: 'pro', type: 'percent', rateBps: 1 })).body.data
    const response = await end(id)
    expect([response.status, response.body.data.supersededAt]).toEqual([
      200,
      service.clock.now().toISOString(),
    ])
    expect((await listPolicies()).body.data.map(({ productId }: { productId: string }) => productId)).toEqual(
      [null],
    )
    expect((await end(id)).status).toBe(409)
    expect((await setPolicy({ productId: 'pro', type: 'percent', rateBps: 2 })).body.data.version).toBe(2)
  })

  it('always include a default, which cannot be ended', async () => {
    const [{ id }] = (await listPolicies()).body.data
    const { status, body } = await end(id)
    expect([status, body.error.code]).toEqual([409, 'conflict'])
    expect((await listPolicies()).body.data).toHaveLength(1)
  })

  it.each([
    { field: 'type', body: {} },
    { field: 'rateBps', body: { type: 'percent' } },
    { field: 'rateBps', body: { type: 'percent', rateBps: 10_001 } },
    { field: 'currency', body: { type: 'flat', amountCents: 1, currency: 'GBP' } },
    {
      field: 'durationMonths',
      body: { type: 'percent', rateBps: 1, duration: 'months', durationMonths: 121 },
    },
    { field: 'holdDays', body: { type: 'percent', rateBps: 1, holdDays: 366 } },
    { field: 'productId', body: { type: 'percent', rateBps: 1, productId: ' ' } },
    { field: 'productId', body: { type: 'percent', rateBps: 1, productId: 'undefined' } },
  ])('are not changed by %j, which returns 400 with the field', async ({ field, body }) => {
    const response = await setPolicy(body)
    expect([response.status, response.body.error.details]).toEqual([400, { field }])
    expect((await listPolicies('?history=true')).body.data).toHaveLength(1)
  })

  it.each([{ productId: undefined }, { productId: 'pro' }])(
    'have consecutive versions after ten concurrent changes for $productId, one of them in force',
    async ({ productId }) => {
      const responses = await concurrently(10, (index) =>
        setPolicy({ productId, type: 'percent', rateBps: index }),
      )
      for (const { status } of responses) expect(status).toBe(201)
      const versions = responses.map(({ body }) => body.data.version).sort((a, b) => a - b)
      const firstVersion = productId === undefined ? 2 : 1
      expect(versions).toEqual(Array.from({ length: 10 }, (_, index) => firstVersion + index))
      const inForce = (await listPolicies()).body.data.filter(
        (row: { productId: string | null }) => row.productId === (productId ?? null),
      )
      expect(inForce.map(({ version }: { version: number }) => version)).toEqual([firstVersion + 9])
    },
  )

  it('never overlap when one is ended and set concurrently', async () => {
    const { id } = (await setPolicy({ productId: 'pro', type: 'percent', rateBps: 1 })).body.data
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => end(id)),
      ...Array.from({ length: 5 }, (_, index) =>
        setPolicy({ productId: 'pro', type: 'percent', rateBps: index }),
      ),
    ])
    for (const { status } of responses) expect([200, 201, 409]).toContain(status)
    expect((await listPolicies('?productId=pro')).body.data).toHaveLength(1)
  })

  it('return 404 and stay in force if they belong to another program', async () => {
    const other = await createTestProgram(service)
    const owner = await signInMember(service, other)
    const otherPath = `/api/programs/${other.id}/commission-policies`
    const body = { productId: 'pro', type: 'percent', rateBps: 1 }
    const { id } = (await send(service.app, 'POST', otherPath, { bearer: owner, body })).body.data
    for (const policyId of [id, 'abc', '0', '%00']) expect((await end(policyId)).status).toBe(404)
    expect((await send(service.app, 'GET', otherPath, { bearer: owner })).body.data).toHaveLength(2)
  })

  it('exist for a limited number of products', async () => {
    const now = service.clock.now()
    const rows = Array.from({ length: programLimits.productPolicies }, (_, index) => ({
      program_id: program.id,
      product_id: `p${index}`,
      version: 1,
      type: 'percent' as const,
      rate_bps: 1,
      created_at: now,
    }))
    await service.database.kysely.insertInto('commission_policies').values(rows).execute()
    const response = await setPolicy({ productId: 'one more', type: 'percent', rateBps: 1 })
    expect([response.status, response.body.error.code]).toEqual([409, 'conflict'])
    expect((await setPolicy({ productId: 'p0', type: 'percent', rateBps: 2 })).status).toBe(201)
    expect((await setPolicy({ type: 'percent', rateBps: 2 })).status).toBe(201)
  })
})
