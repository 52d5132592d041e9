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

const call = (method: 'GET' | 'PUT', path: string, body?: unknown) =>
  send(service.app, method, `/api/programs/${shop.program.id}${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })
const tag = (tags: unknown, partnerId = shop.program.partnerId) =>
  call('PUT', `/partners/${partnerId}/tags`, { tags })
const readTags = async (partnerId = shop.program.partnerId) =>
  (await call('GET', `/partners/${partnerId}`)).body.data.tags
const auditRows = () =>
  service.database.kysely
    .selectFrom('program_audit_log')
    .select(['target_id', 'before', 'after'])
    .where('program_id', '=', shop.program.id)
    .where('action', '=', 'partner.tag')
    .orderBy('id')
    .execute()

describe('partner tags', () => {
  it('are replaced as a whole, normalized and without duplicates', async () => {
    expect((await tag(['VIP', ' blog ', 'vip', 'top  ten'])).body.data.tags).toEqual([
      'blog',
      'top ten',
      'vip',
    ])
    expect(await readTags()).toEqual(['blog', 'top ten', 'vip'])
    expect((await tag(['vip', 'video'])).body.data.tags).toEqual(['video', 'vip'])
    expect((await tag([])).body.data.tags).toEqual([])
    expect(await readTags()).toEqual([])
  })

  it('record additions and removals in the audit log, and nothing if nothing changed', async () => {
    await tag(['a', 'b'])
    await tag(['b', 'c'])
    await tag(['C', 'b'])
    const changes = (await auditRows()).map(({ target_id, before, after }) => [
      target_id,
      (before as { tag?: string } | null)?.tag,
      (after as { tag?: string } | null)?.tag,
    ])
    const id = String(shop.program.partnerId)
    expect(changes).toEqual([
      [id, undefined, 'a'],
      [id, undefined, 'b'],
      [id, 'a', undefined],
      [id, undefined, 'c'],
    ])
  })

  it('are all rejected if one is invalid', async () => {
    await tag(['kept'])
    for (const tags of [
      ['fine', ''],
      ['fine', ' '],
      ['x'.repeat(enrollmentLimits.maxTagLength + 1)],
      ['a\0b'],
      ['a\ud800'],
      [7],
      'vip',
      undefined,
      Array.from({ length: enrollmentLimits.tagsPerPartner + 1 }, (_, n) => `t${n}`),
    ]) {
      expect((await tag(tags)).status, JSON.stringify(tags)?.slice(0, 30)).toBe(400)
    }
    expect(await readTags()).toEqual(['kept'])
    expect((await tag(['x'], 1_000_000_000)).status).toBe(404)
  })

  it('are limited in number per program, even concurrently; existing tags can still be used', async () => {
    const of = (partnerId: number, from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => ({
        program_id: shop.program.id,
        partner_id: partnerId,
        tag: `tag ${from + n}`,
      }))
    const { kysely } = service.database
    await kysely
      .insertInto('partner_tags')
      .values(of(shop.program.partnerId, 0, enrollmentLimits.tagsPerProgram - 3))
      .execute()
    const partners: number[] = []
    for (let n = 0; n < 6; n++) partners.push((await createTestPartner(service, shop.program)).partnerId)
    const responses = await concurrently(6, (n) => tag([`new ${n}`], partners[n]))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    const rejections = responses.filter(({ status }) => status === 409)
    expect(rejections).toHaveLength(3)
    expect(rejections[0]?.body.error.details).toEqual({
      field: 'tags',
      most: enrollmentLimits.tagsPerProgram,
    })
    expect((await tag(['tag 0', 'TAG 1'], partners[0])).status).toBe(200)
    // Removing a tag that only this partner has makes room for another.
    const successIndex = responses.findIndex(({ status }) => status === 200)
    expect((await tag(['in its place'], partners[successIndex])).status).toBe(200)
    expect((await call('GET', '/partner-tags')).body.data.length).toBeLessThanOrEqual(
      enrollmentLimits.tagsPerProgram,
    )
  })

  it('are one complete list after two concurrent requests', async () => {
    const lists = Array.from({ length: 6 }, (_, n) => [`a${n}`, `b${n}`])
    const responses = await concurrently(6, (n) => tag(lists[n]))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(lists).toContainEqual(await readTags())
  })

  it('filter partners in the list and the report', async () => {
    const { partnerId } = await createTestPartner(service, shop.program)
    await tag(['vip', 'blog'], partnerId)
    await tag(['blog'])
    const ids = async (path: string) =>
      (await call('GET', path)).body.data
        .map((row: { id?: number; partner?: { id: number } }) => row.id ?? row.partner?.id)
        .sort()
    const partnerIds = [shop.program.partnerId, partnerId].sort()
    for (const list of ['/partners', '/partner-report']) {
      expect(await ids(`${list}?tag=ViP`)).toEqual([partnerId])
      expect(await ids(`${list}?tag=blog`)).toEqual(partnerIds)
      expect(await ids(`${list}?tag=blog&group=none&status=approved`)).toEqual(partnerIds)
      expect(await ids(`${list}?tag=nobody`)).toEqual([])
      expect(await ids(`${list}?tag=&group=`)).toEqual(partnerIds)
    }
    const { body } = await call('GET', '/partner-report?tag=vip')
    expect(body.data[0].partner.tags).toEqual(['blog', 'vip'])
    expect((await call('GET', '/partner-tags')).body.data).toEqual([
      { tag: 'blog', partners: 2 },
      { tag: 'vip', partners: 1 },
    ])
  })

  it('belong to their program, can be read by the team and require partner:manage to change', async () => {
    await tag(['vip'])
    const other = await openShop(service)
    const otherBearer = await signInMember(service, other.program)
    const response = await send(service.app, 'GET', `/api/programs/${other.program.id}/partner-tags`, {
      bearer: otherBearer,
    })
    expect(response.body.data).toEqual([])
    bearer = await signInMember(service, shop.program, { role: 'viewer' })
    expect((await call('GET', '/partner-tags')).body.data).toHaveLength(1)
    expect((await tag(['x'])).status).toBe(403)
    bearer = await signInMember(service, shop.program, { role: 'member' })
    expect((await tag(['x'])).status).toBe(200)
  })
})
