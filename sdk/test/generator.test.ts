import { describe, expect, it } from 'vitest'
import type { ApiDocument, Operation, Schema } from '../scripts/api-document.ts'
import { LEFT_OUT, OPERATION_NAMES } from '../scripts/operation-names.ts'
import { readOperations, type SdkOperation } from '../scripts/sdk-operation.ts'

const answer = (schema: Schema) => ({ content: { 'application/json': { schema } } })

/** A document with every named operation, all alike except for the given ones. */
function documentOf(
  said: Record<string, { http?: string; path?: string } & Partial<Operation>>,
): ApiDocument {
  const ids = [...Object.keys(OPERATION_NAMES), ...Object.keys(LEFT_OUT)]
  const all = new Set([...ids, ...Object.keys(said)])
  const paths = [...all].map((operationId) => {
    const { http = 'get', path = `/${operationId}`, ...more } = said[operationId] ?? {}
    const responses = { '200': answer({ $ref: '#/components/schemas/Thing' }) }
    return [path, { [http]: { operationId, summary: `Do ${operationId}`, responses, ...more } }] as const
  })
  const schemas = {
    Thing: { type: 'object', properties: { name: { type: 'string' } } },
    ThingAnswer: { type: 'object', properties: { data: { $ref: '#/components/schemas/Thing' } } },
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

function read(id: string, said: Parameters<typeof documentOf>[0][string]): SdkOperation | undefined {
  return readOperations(documentOf({ [id]: said })).find((one) => one.id === id)
}

describe('the generator', () => {
  it('joins path, query and body into one input, with an optional program', () => {
    const made = read('addPartner', {
      http: 'post',
      path: '/api/programs/{programId}/partners/{partnerId}',
      parameters: [
        { name: 'programId', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'partnerId', in: 'path', required: true, schema: { type: 'string' } },
      ],
      requestBody: answer({ $ref: '#/components/schemas/Body' }),
      responses: { '201': answer({ $ref: '#/components/schemas/ThingAnswer' }) },
    })
    expect(made).toMatchObject({
      resource: 'partners',
      method: 'create',
      body: 'json',
      answer: 'data',
      answerType: 'Api.Thing',
      isRepeatable: false,
      isOnce: false,
    })
    expect(Object.keys(made?.input.properties ?? {})).toEqual(['programId', 'partnerId', 'name'])
    expect(made?.input.required).toEqual(['partnerId', 'name'])
  })

  it('leaves pagination to the SDK', () => {
    const query = (name: string) => ({ name, in: 'query' as const, schema: { type: 'string' } })
    const list = read('listPartners', {
      parameters: [query('limit'), query('cursor'), query('status')],
      responses: { '200': answer({ $ref: '#/components/schemas/ThingPage' }) },
    })
    expect(list).toMatchObject({ answer: 'list', answerType: 'Api.Thing', isPaged: true, isRepeatable: true })
    expect(Object.keys(list?.input.properties ?? {})).toEqual(['status'])
  })

  it('rejects operations without a name or with ambiguous fields', () => {
    expect(() => readOperations(documentOf({ feedCat: {} }))).toThrow('Name feedCat (GET /feedCat)')
    const field = { name: 'name', in: 'path' as const, schema: { type: 'string' } }
    const requestBody = answer({ $ref: '#/components/schemas/Body' })
    expect(() => read('addPartner', { http: 'post', parameters: [field], requestBody })).toThrow(
      'two fields named name',
    )
    const query = { ...field, in: 'query' as const, name: 'q' }
    expect(() => read('addPartner', { http: 'post', parameters: [query], requestBody })).toThrow(
      'query beside a body',
    )
    const without = documentOf({})
    delete without.paths['/addPartner']
    expect(() => readOperations(without)).toThrow('names addPartner, which the API does not have')
  })
})
