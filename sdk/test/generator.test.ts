import { describe, expect, it } from 'vitest'
import type { ApiDocument, Operation, Schema } from '../scripts/api-document.ts'
import { OMITTED, OPERATION_NAMES } from '../scripts/operation-names.ts'
import { readOperations, type SdkOperation } from '../scripts/sdk-operation.ts'

const jsonContent = (schema: Schema) => ({ content: { 'application/json': { schema } } })

/** Returns a document with every named operation. All share the same values except those given. */
function createDocument(
  overrides: Record<string, { http?: string; path?: string } & Partial<Operation>>,
): ApiDocument {
  const ids = [...Object.keys(OPERATION_NAMES), ...Object.keys(OMITTED)]
  const all = new Set([...ids, ...Object.keys(overrides)])
  const paths = [...all].map((operationId) => {
    const { http = 'get', path = `/${operationId}`, ...more } = overrides[operationId] ?? {}
    const responses = { '200': jsonContent({ $ref: '#/components/schemas/Thing' }) }
    return [path, { [http]: { operationId, summary: `Do ${operationId}`, responses, ...more } }] as const
  })
  const schemas = {
    Thing: { type: 'object', properties: { name: { type: 'string' } } },
    ThingResponse: { type: 'object', properties: { data: { $ref: '#/components/schemas/Thing' } } },
    ThingPage: {
      type: 'object',
      properties: {
        data: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
        meta: { type: 'object', properties: { nextCursor: {} } },
      },
    },
    Body: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  }
  return {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: Object.fromEntries(paths),
    components: { schemas },
  }
}

function read(id: string, overrides: Parameters<typeof createDocument>[0][string]): SdkOperation | undefined {
  return readOperations(createDocument({ [id]: overrides })).find((one) => one.id === id)
}

describe('the generator', () => {
  it('joins path, query and body into one input with an optional program', () => {
    const created = read('addPartner', {
      http: 'post',
      path: '/api/programs/{programId}/partners/{partnerId}',
      parameters: [
        { name: 'programId', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'partnerId', in: 'path', required: true, schema: { type: 'string' } },
      ],
      requestBody: jsonContent({ $ref: '#/components/schemas/Body' }),
      responses: { '201': jsonContent({ $ref: '#/components/schemas/ThingResponse' }) },
    })
    expect(created).toMatchObject({
      resource: 'partners',
      method: 'create',
      body: 'json',
      result: 'data',
      resultType: 'Api.Thing',
      isIdempotent: false,
      takesIdempotencyKey: false,
    })
    expect(Object.keys(created?.input.properties ?? {})).toEqual(['programId', 'partnerId', 'name'])
    expect(created?.input.required).toEqual(['partnerId', 'name'])
  })

  it('leaves pagination to the SDK', () => {
    const query = (name: string) => ({ name, in: 'query' as const, schema: { type: 'string' } })
    const list = read('listPartners', {
      parameters: [query('limit'), query('cursor'), query('status')],
      responses: { '200': jsonContent({ $ref: '#/components/schemas/ThingPage' }) },
    })
    expect(list).toMatchObject({ result: 'list', resultType: 'Api.Thing', isPaged: true, isIdempotent: true })
    expect(Object.keys(list?.input.properties ?? {})).toEqual(['status'])
  })

  it('rejects operations without a name or with ambiguous fields', () => {
    expect(() => readOperations(createDocument({ feedCat: {} }))).toThrow(
      'Add a name for feedCat (GET /feedCat)',
    )
    const field = { name: 'name', in: 'path' as const, schema: { type: 'string' } }
    const requestBody = jsonContent({ $ref: '#/components/schemas/Body' })
    expect(() => read('addPartner', { http: 'post', parameters: [field], requestBody })).toThrow(
      'two fields named name',
    )
    const query = { ...field, in: 'query' as const, name: 'q' }
    expect(() => read('addPartner', { http: 'post', parameters: [query], requestBody })).toThrow(
      'both query parameters and a body',
    )
    const without = createDocument({})
    delete without.paths['/addPartner']
    expect(() => readOperations(without)).toThrow('names addPartner, which is not an API operation')
  })
})
