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
import { signInAs } from '../portal-access/partner.ts'

let service: TestService
let shop: Shop
let owner: string

beforeAll(async () => {
  service = await startTestService()
})

beforeEach(async () => {
  shop = await openShop(service)
  owner = await signInMember(service, shop.program)
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const as = (bearer: string) => (method: Method, path: string, body?: unknown) =>
  send(service.app, method, `/api/programs/${shop.program.id}/partners/${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })
const call = (method: Method, path = '', body?: unknown) =>
  as(owner)(method, `${shop.program.partnerId}/notes${path}`, body)
const write = (text: string) => call('POST', '', { text })
const texts = async () => (await call('GET')).body.data.map(({ text }: { text: string }) => text)

describe('notes about a partner', () => {
  it('are created, edited and deleted, newest first', async () => {
    const written = await write('  Wants a call in May. \n')
    const createdAt = service.clock.now().toISOString()
    expect([written.status, written.body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        text: 'Wants a call in May.',
        version: 1,
        author: expect.any(String),
        isOwn: true,
        createdAt,
        editedAt: null,
        editedBy: null,
      },
    ])
    expect(written.body.data.author).not.toBe('')
    const { id } = written.body.data
    await write('Called.')
    service.clock.advance({ minutes: 1 })
    const edited = await call('PATCH', `/${id}`, { text: 'Wants a call in June.', version: 1 })
    expect(edited.body.data).toMatchObject({
      text: 'Wants a call in June.',
      version: 2,
      createdAt,
      editedAt: service.clock.now().toISOString(),
      editedBy: written.body.data.author,
    })
    expect(await texts()).toEqual(['Called.', 'Wants a call in June.'])
    expect((await call('DELETE', `/${id}`)).body.data).toEqual({ id })
    expect(await texts()).toEqual(['Called.'])
    expect((await call('DELETE', `/${id}`)).status).toBe(404)
    expect((await call('PATCH', `/${id}`, { text: 'x', version: 2 })).status).toBe(404)
  })

  it('stay in the order in which they were written, even if a clock goes back', async () => {
    service.clock.advance({ days: 1 })
    await write('first')
    service.clock.advance({ days: -1 })
    await write('second')
    await write('third')
    expect(await texts()).toEqual(['third', 'second', 'first'])
    const page = await call('GET', '?limit=2')
    const rest = await call('GET', `?limit=2&cursor=${page.body.meta.nextCursor}`)
    expect(rest.body.data.map(({ text }: { text: string }) => text)).toEqual(['first'])
  })

  it('have 1 to 2,000 characters', async () => {
    for (const text of [
      '',
      ' \n ',
      '\u200b\u2060',
      'x'.repeat(enrollmentLimits.maxNoteLength + 1),
      7,
      'a\0b',
    ]) {
      expect((await write(text as string)).status, String(text).slice(0, 9)).toBe(400)
    }
    expect((await write('🏆'.repeat(enrollmentLimits.maxNoteLength))).status).toBe(201)
  })

  it('are limited in number, even when they are created concurrently', async () => {
    const rows = Array.from({ length: enrollmentLimits.notesPerPartner - 3 }, (_, n) => ({
      program_id: shop.program.id,
      partner_id: shop.program.partnerId,
      author_id: 'somebody',
      text: `Note ${n}`,
      created_at: service.clock.now(),
    }))
    await service.database.kysely.insertInto('partner_notes').values(rows).execute()
    const responses = await concurrently(8, (n) => write(`At once ${n}`))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  it('can be edited only in the version that was read, even concurrently', async () => {
    const { id } = (await write('as it was')).body.data
    const responses = await concurrently(6, (n) => call('PATCH', `/${id}`, { text: `edit ${n}`, version: 1 }))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of responses.filter(({ status }) => status !== 200)) {
      expect([status, body.error.details]).toEqual([409, { version: 2 }])
    }
    const won = responses.find(({ status }) => status === 200)
    expect(await texts()).toEqual([won?.body.data.text])
  })

  it('can be changed by their author and by admins', async () => {
    const member = as(await signInMember(service, shop.program, { role: 'member' }))
    const path = `${shop.program.partnerId}/notes`
    const { id: noteId } = (await member('POST', path, { text: 'of a member' })).body.data
    const { id: owners } = (await write('of the owner')).body.data
    expect((await member('PATCH', `${path}/${noteId}`, { text: 'again', version: 1 })).status).toBe(200)
    expect((await member('PATCH', `${path}/${owners}`, { text: 'no', version: 1 })).status).toBe(403)
    expect((await member('DELETE', `${path}/${owners}`)).status).toBe(403)
    expect((await member('GET', path)).body.data.map(({ isOwn }: { isOwn: boolean }) => isOwn)).toEqual([
      false,
      true,
    ])
    expect((await call('PATCH', `/${noteId}`, { text: 'by the owner', version: 2 })).body.data).toMatchObject(
      {
        isOwn: false,
        editedBy: expect.any(String),
      },
    )
    expect((await call('DELETE', `/${noteId}`)).status).toBe(200)
    expect(await texts()).toEqual(['of the owner'])
  })

  it('belong to their partner and program', async () => {
    const { id } = (await write('of the first')).body.data
    const { partnerId } = await createTestPartner(service, shop.program)
    expect((await as(owner)('GET', `${partnerId}/notes`)).body.data).toEqual([])
    expect((await as(owner)('PATCH', `${partnerId}/notes/${id}`, { text: 'x', version: 1 })).status).toBe(404)
    expect((await as(owner)('DELETE', `${partnerId}/notes/${id}`)).status).toBe(404)
    for (const noteId of ['1000000000', '0', 'abc']) {
      expect((await as(owner)('GET', `${noteId}/notes`)).status).toBe(404)
      expect((await as(owner)('POST', `${noteId}/notes`, { text: 'x' })).status).toBe(404)
    }
  })

  it('are never shown to partners, and neither are tags', async () => {
    const secret = 'he-must-not-read-this'
    await write(secret)
    await send(
      service.app,
      'PUT',
      `/api/programs/${shop.program.id}/partners/${shop.program.partnerId}/tags`,
      { bearer: owner, body: { tags: [secret] } },
    )
    const partner = await signInAs(service, shop.program.partnerId)
    const { body } = await send(service.app, 'GET', '/openapi.json')
    const paths = Object.entries<Record<string, object>>(body.paths)
      .filter(([path, { get }]) => path.startsWith('/api/partner/') && get !== undefined)
      .map(([path]) => path.slice('/api/partner'.length).replace('{programId}', String(shop.program.id)))
    expect(paths.length).toBeGreaterThan(5)
    let read = 0
    for (const path of paths) {
      const { status, text } = await partner.call('GET', path)
      expect(text, path).not.toContain(secret)
      if (status === 200) read++
    }
    expect(read).toBeGreaterThan(5)
  })

  it('leave no text in the audit log', async () => {
    await write('the text of the note')
    const { rows } = {
      rows: await service.database.kysely
        .selectFrom('program_audit_log')
        .select(['action', 'target_type', 'after'])
        .where('program_id', '=', shop.program.id)
        .where('action', '=', 'partner_note.create')
        .execute(),
    }
    expect(rows).toMatchObject([{ target_type: 'partner_note', after: { text: 'hidden', version: 1 } }])
  })
})
