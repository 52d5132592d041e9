import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { send, startTestService } from '../harness.ts'
import { resolved } from './openapi-document.ts'

const { app } = await startTestService()
const { body: published } = await send(app, 'GET', '/openapi.json')
const document = resolved(published, published)

interface Operation {
  path: string
  method: string
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<
    string,
    { description?: string; headers?: object; content?: Record<string, { schema: object }> }
  >
  security?: Record<string, unknown>[]
  summary?: string
  operationId?: string
}

const operations: Operation[] = Object.entries<Record<string, Omit<Operation, 'path' | 'method'>>>(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
)

const apiOperations = operations.filter(({ path }) => path.startsWith('/api/'))
const byName = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]))

describe('/openapi.json', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const result = await new Validator().validate(structuredClone(published))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  test('contains each of the service’s routes under /api/', () => {
    const routes = app.printRoutes({ commonPrefix: false, includeHooks: false })
    const registered = parseRouteTree(routes).filter(({ path }) => path.startsWith('/api/'))
    expect(registered.length).toBeGreaterThan(5)
    const missingRoutes = registered
      .filter(({ method }) => method !== 'OPTIONS' && method !== 'HEAD')
      .map(({ path, method }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .filter((name) => !byName.has(name))
    expect(missingRoutes).toEqual([])
  })

  test('lists the specification’s endpoints', () => {
    for (const name of [
      'post /api/v1/track/click',
      'post /api/v1/track/lead',
      'post /api/v1/track/sale',
      'get /api/tracking/performance/{programId}',
      'get /api/tracking/status/{programId}',
    ]) {
      expect([...byName.keys()]).toContain(name)
    }
  })

  test('defines each envelope, header and common parameter once, by name', () => {
    const pathsJson = JSON.stringify(published.paths)
    const violations = apiOperations.flatMap(({ path, method, responses }) =>
      Object.keys(responses)
        .filter((status) => Number(status) >= 400)
        .map((status) => published.paths[path][method].responses[status]),
    )
    const isNamed = ({ $ref, content }: { $ref?: string; content?: Record<string, { schema: object }> }) =>
      $ref !== undefined || '$ref' in (content?.['application/json']?.schema ?? {})
    expect(violations.filter((response) => !isNamed(response))).toEqual([])
    expect(pathsJson).not.toContain('What is left of the limit')
    expect(pathsJson).not.toContain('"name":"programId"')
    expect(pathsJson).not.toContain('"title"')
    expect(published.components.schemas.Currency).toEqual({ type: 'string', enum: ['USD', 'EUR', 'VND'] })
    expect(Object.keys(published.components.schemas)).toEqual(
      expect.arrayContaining([
        'PlatformError',
        'Commission',
        'Sale',
        'Payout',
        'Partner',
        'Customer',
        'Webhook',
      ]),
    )
  })

  test('lists the currencies for a sale', () => {
    const { schema } = byName.get('post /api/v1/track/sale')?.requestBody?.content['application/json'] ?? {}
    expect(schema).toMatchObject({
      properties: { currency: { enum: ['USD', 'EUR', 'VND'], default: 'USD' } },
    })
  })

  test('has unique operation ids', () => {
    const ids = apiOperations
      .filter(({ path }) => !path.startsWith('/api/auth/'))
      .map(({ operationId }) => operationId)
    expect(
      apiOperations
        .filter(({ operationId, path }) => operationId === undefined && !path.startsWith('/api/auth/'))
        .map(({ method, path }) => `${method} ${path}`),
    ).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('documents every operation’s authentication and responses, including 429, 500 and 503', () => {
    for (const { path, method, security, summary, responses } of apiOperations) {
      const name = `${method} ${path}`
      expect(security, name).toBeDefined()
      expect(summary, name).toBeTruthy()
      const statuses = Object.keys(responses)
      expect(statuses, name).toEqual(expect.arrayContaining(['429', '500', '503']))
      expect(
        statuses.some((status) => /^[23]/.test(status)),
        name,
      ).toBe(true)
      for (const response of Object.values(responses)) expect(response.description, name).toBeTruthy()
      const isBehindSession = (security ?? []).some((one) => 'session' in one)
      if (isBehindSession && !path.startsWith('/api/auth/'))
        expect(statuses.includes('403') || statuses.includes('401'), name).toBe(true)
    }
  })

  test('documents both formats and all statuses for the sale endpoint', () => {
    const responses = byName.get('post /api/v1/track/sale')?.responses ?? {}
    expect(Object.keys(responses).sort()).toEqual([
      '200',
      '400',
      '401',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ])
    const responseSchema = (status: string) =>
      JSON.stringify(responses[status]?.content?.['application/json']?.schema)
    expect(responseSchema('409')).toContain('"details"')
    expect(responseSchema('429')).toContain('retry_after_seconds')
    expect(responseSchema('401')).toContain('api_key_rotation_required')
  })

  test('documents the response headers and that browser requests may be sent as text', () => {
    const click = byName.get('post /api/v1/track/click')
    expect(Object.keys(click?.requestBody?.content ?? {})).toEqual(['application/json', 'text/plain'])
    expect(Object.keys(click?.responses['429']?.headers ?? {})).toEqual([
      'x-request-id',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
    ])
  })
})

/** Parses Fastify's route tree: each line is indented by its depth and ends with its methods in brackets. */
function parseRouteTree(tree: string): { path: string; method: string }[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const match = /^([│├└─ ]*)(\S+)(?: \(([^)]*)\))?/.exec(line)
    if (match === null) return []
    const [, indent = '', part = '', methods = ''] = match
    const depth = indent.length / 4
    parents.length = depth
    parents[depth] = part
    const path = parents.join('')
    return methods === '' ? [] : methods.split(', ').map((method) => ({ path, method }))
  })
}
