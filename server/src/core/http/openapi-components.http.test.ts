import { describe, expect, test } from 'vitest'
import { shareComponents } from './openapi-components.http.ts'

const partner = () => ({ type: 'object', properties: { id: { type: 'integer' } }, title: 'Partner' })
const ok = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } })
const query = (name: string, description: string) => ({
  in: 'query',
  name,
  schema: { type: 'string' },
  description,
})

describe('shareComponents', () => {
  test('defines a titled schema once and drops the title', () => {
    const { paths, components } = shareComponents({
      '/partners': { get: { responses: { 200: ok({ type: 'array', items: partner() }) } } },
      '/partner': { get: { responses: { 200: ok({ anyOf: [partner(), { type: 'null' }] }) } } },
    })
    const reference = { $ref: '#/components/schemas/Partner' }
    expect(paths).toEqual({
      '/partners': { get: { responses: { 200: ok({ type: 'array', items: reference }) } } },
      '/partner': { get: { responses: { 200: ok({ anyOf: [reference, { type: 'null' }] }) } } },
    })
    expect(components.schemas).toEqual({
      Partner: { type: 'object', properties: { id: { type: 'integer' } } },
    })
  })

  test("doesn't treat a property called title as a schema title", () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } } }
    const paths = { '/page': { get: { responses: { 200: ok(schema) } } } }
    expect(shareComponents(paths)).toEqual({
      paths,
      components: { schemas: {}, parameters: {}, responses: {} },
    })
  })

  test('names a response after its schema and status', () => {
    const { paths, components } = shareComponents({
      '/partner': { get: { responses: { 200: ok(partner()) } }, post: { responses: { 201: ok(partner()) } } },
    })
    expect(paths).toEqual({
      '/partner': {
        get: { responses: { 200: { $ref: '#/components/responses/Partner200' } } },
        post: { responses: { 201: { $ref: '#/components/responses/Partner201' } } },
      },
    })
    expect(components.responses).toEqual({
      Partner200: ok({ $ref: '#/components/schemas/Partner' }),
      Partner201: ok({ $ref: '#/components/schemas/Partner' }),
    })
  })

  test('shares a parameter of several operations unless its description varies', () => {
    const [limit, status, otherParameter, singleUse] = [
      query('limit', 'Maximum number of rows.'),
      query('status', 'Payout status.'),
      query('status', 'Partner status.'),
      query('once', 'Used once.'),
    ]
    const { paths, components } = shareComponents({
      '/payouts': { get: { parameters: [limit, status, singleUse] }, head: { parameters: [status] } },
      '/partners': { get: { parameters: [limit, otherParameter] }, head: { parameters: [otherParameter] } },
    })
    const reference = { $ref: '#/components/parameters/LimitInQuery' }
    expect(paths).toEqual({
      '/payouts': { get: { parameters: [reference, status, singleUse] }, head: { parameters: [status] } },
      '/partners': {
        get: { parameters: [reference, otherParameter] },
        head: { parameters: [otherParameter] },
      },
    })
    expect(components.parameters).toEqual({ LimitInQuery: limit })
  })

  test('throws for two different schemas with the same name', () => {
    const other = { type: 'string', title: 'Partner' }
    const paths = { '/partner': { get: { responses: { 200: ok(partner()), 400: ok(other) } } } }
    expect(() => shareComponents(paths)).toThrow('schemas/Partner')
  })
})
