import Fastify, { type FastifyRequest } from 'fastify'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { ApiError, renderError } from '../errors/errors.http.ts'
import { closeInputs, openInput } from './closed-input.http.ts'
import { nullable } from './management-route.http.ts'
import { neverEmpty, readInput } from './read-input.http.ts'

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    note: Type.Optional(Type.String({ minLength: 1 })),
    holdDays: Type.Optional(Type.Integer()),
    site: Type.Optional(nullable(Type.String())),
    partnerIds: Type.Optional(Type.Array(Type.Integer(), { maxItems: 3 })),
    debtor: Type.Optional(nullable(Type.Object({ iban: Type.String(), bic: Type.Optional(Type.String()) }))),
    rows: Type.Optional(Type.Array(Type.Object({ kind: Type.String() }))),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    browser: Type.Optional(Type.Object({ id: Type.String() }, { additionalProperties: true })),
  },
  neverEmpty('partnerIds'),
)
const Query = Type.Object({ status: Type.Optional(Type.String()), limit: Type.Optional(Type.Integer()) })

const app = Fastify()
closeInputs(app, ['USD', 'EUR', 'VND'])
const echo = (request: FastifyRequest) => readInput(request)
for (const method of ['POST', 'PATCH'] as const)
  app.route({ method, url: '/api/things', schema: { body: Body }, handler: echo })
app.get('/api/things', { schema: { querystring: Query } }, echo)
app.get('/api/open', { ...openInput, schema: { querystring: Query } }, echo)
app.delete('/api/things', echo)
app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof ApiError)) throw error
  const { status, body } = renderError(error)
  return reply.code(status).send(body)
})

async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const response = await app.inject({ method, url, ...(payload === undefined ? {} : { payload }) })
  const { error, ...body } = response.json()
  return error === undefined ? body : { field: error.details.field, message: error.message }
}
const postThing = (fields: object) => call('POST', '/api/things', { name: 'x', ...fields })

describe('an unknown field', () => {
  it.each([
    [{ partner_ids: [1] }, 'partner_ids', 'Unknown field `partner_ids`. Did you mean `partnerIds`?'],
    [
      { debtor: { iban: 'x', BIC: 'x' } },
      'debtor.BIC',
      'Unknown field `debtor.BIC`. Did you mean `debtor.bic`?',
    ],
    [
      { rows: [{ kind: 'x' }, { kind: 'x', knd: 1 }] },
      'rows.1.knd',
      'Unknown field `rows.1.knd`. Did you mean `rows.1.kind`?',
    ],
    [
      { debtor: { iban: 'x', zzzzzz: 'x' } },
      'debtor.zzzzzz',
      'Unknown field `debtor.zzzzzz`. `debtor` accepts iban, bic.',
    ],
    [
      { constructor: 1 },
      'constructor',
      'Unknown field `constructor`. This endpoint accepts name, note, holdDays, site, partnerIds, debtor, rows, data, browser.',
    ],
  ])('is rejected with the closest known name: %j', async (more, field, message) =>
    expect(await postThing(more)).toEqual({ field, message }),
  )

  it('is truncated in the message if it is long', async () => {
    const { field, message } = await postThing({ ['x'.repeat(10_000)]: 1 })
    expect([field.length, message.length < 500]).toEqual([255, true])
  })

  it('is kept in free-form data and dropped where the schema allows more fields', async () => {
    const more = { data: { anything: { at: 'all' } }, browser: { id: 'x' } }
    expect((await postThing(more)).body).toEqual({ name: 'x', ...more })
    expect((await postThing({ browser: { id: 'x', later: 1 } })).body).toEqual({
      name: 'x',
      browser: { id: 'x' },
    })
  })

  it('is rejected if the endpoint accepts none', async () => {
    expect(await call('DELETE', '/api/things', { id: 1 })).toEqual({
      field: 'id',
      message: 'Unknown field `id`. This endpoint accepts none.',
    })
    expect(await call('DELETE', '/api/things?id=1')).toMatchObject({
      message: 'Unknown query parameter `id`. This endpoint accepts none.',
    })
  })

  it('is rejected in a query unless the route ignores unknown parameters', async () => {
    expect(await call('GET', '/api/things?statsu=paid')).toMatchObject({
      message: 'Unknown query parameter `statsu`. Did you mean `status`?',
    })
    expect((await call('GET', '/api/open?statsu=paid&status=')).query).toEqual({})
  })
})

describe('a value treated as omitted', () => {
  it('is null, unless the field allows null (D1), or an empty string (D57)', async () => {
    const empty = { note: '', holdDays: '', site: '', debtor: { iban: 'x', bic: null } }
    expect((await postThing(empty)).body).toEqual({ name: 'x', debtor: { iban: 'x' } })
    const nulls = { note: null, holdDays: null, site: null, debtor: null }
    expect((await postThing(nulls)).body).toEqual({ name: 'x', site: null, debtor: null })
    expect((await call('GET', '/api/things?status=&limit=5')).query).toEqual({ limit: '5' })
  })

  it("doesn't satisfy a required field", async () => {
    expect(await call('POST', '/api/things', { name: '' })).toMatchObject({ field: 'name' })
    expect(await call('POST', '/api/things', { name: null })).toMatchObject({
      field: 'name',
      message: 'name is required.',
    })
  })

  it('is not an empty string in a PATCH, where it clears the field', async () => {
    const patch = (more: object) => call('PATCH', '/api/things', { name: 'x', ...more })
    expect((await patch({ site: '' })).body).toEqual({ name: 'x', site: '' })
    expect(await patch({ note: '' })).toMatchObject({ field: 'note' })
  })

  it.each([null, ''])('is rejected (%j) if omitting the field means everything', async (partnerIds) => {
    expect(await postThing({ partnerIds })).toEqual({
      field: 'partnerIds',
      message: '`partnerIds` must not be empty. Send a value or omit the field.',
    })
  })
})
