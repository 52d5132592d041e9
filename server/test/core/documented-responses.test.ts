import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../src/core/config/limits.ts'
import {
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  someIp,
  startTestService,
} from '../harness.ts'
import { signInAs } from '../partners/portal-access/partner.ts'
import { resolved } from './openapi-document.ts'

const service = await startTestService()
const { app } = service
const { body: published } = await send(app, 'GET', '/openapi.json')
const document = resolved(published, published)

interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  parameters: { in: string; name: string }[]
  body: BodySchema | undefined
  responses: Record<string, { content?: Record<string, { schema?: { $ref?: string; items?: object } }> }>
}

type PublishedOperation = Pick<Operation, 'parameters' | 'responses'> & {
  requestBody?: { content: Record<string, { schema: BodySchema }> }
}

/** All operations except the account library's. */
const operations: Operation[] = Object.entries<Record<string, PublishedOperation>>(document.paths)
  .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/auth/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], responses, requestBody }]) => ({
      // safe because the document contains HTTP methods
      method: method.toUpperCase() as Operation['method'],
      path,
      parameters,
      responses,
      body: requestBody?.content['application/json']?.schema,
    })),
  )

let program: Awaited<ReturnType<typeof createTestProgram>>
let session: string
let apiKey: string
let ids: Record<string, string>
/**
 * Signs in another partner in the program: some requests end the session or account, and each partner's requests are
 * limited.
 */
let signIn: () => Promise<string>

beforeAll(async () => {
  program = await createTestProgram(service)
  session = await signInMember(service, program)
  apiKey = program.liveKey
  signIn = async () => {
    const { partnerId } = await createTestPartner(service, program)
    return (await signInAs(service, partnerId)).cookie
  }
  ids = { programId: String(program.id), workspaceId: program.workspaceId }
})

const fillPath = (path: string, parameters: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => parameters[name] ?? '999999999')

/** All wrappers handle errors the same way, so a few operations of each kind are enough. */
const SAMPLE = [
  'POST /api/v1/track/click',
  'POST /api/v1/track/lead',
  'POST /api/v1/track/sale',
  'POST /api/v1/track/refund',
  'GET /api/tracking/performance/{programId}',
  'GET /api/tracking/status/{programId}',
  'GET /api/programs/{programId}/commissions',
  'GET /api/programs/{programId}/commissions.csv',
  'POST /api/programs/{programId}/partners',
  'PATCH /api/programs/{programId}/partner-groups/{groupId}',
  'DELETE /api/programs/{programId}/partner-groups/{groupId}',
  'POST /api/programs/{programId}/payouts/import',
  'POST /api/workspaces/{workspaceId}/members',
  'GET /api/partner/account',
  'POST /api/partner/programs/{programId}/links',
]

describe('every input returns a documented status', () => {
  test.each(SAMPLE)('%s', async (name) => {
    const { method, path, responses } = operation(name)
    const credential = path.startsWith('/api/v1/') ? apiKey : session
    const json = { 'content-type': 'application/json' }
    const calls: { url: string; bearer?: string; payload?: string; headers?: Record<string, string> }[] = [
      { url: fillPath(path, ids) },
      { url: fillPath(path, ids), bearer: 'nonsense' },
      { url: fillPath(path, ids), bearer: credential },
      { url: fillPath(path, ids), bearer: credential, payload: '{}', headers: json },
      { url: fillPath(path, ids), bearer: credential, payload: '{', headers: json },
      { url: fillPath(path, ids), bearer: credential, payload: '[]', headers: json },
      {
        url: fillPath(path, ids),
        bearer: credential,
        payload: '<a/>',
        headers: { 'content-type': 'text/xml' },
      },
      {
        url: fillPath(path, ids),
        bearer: credential,
        payload: ' '.repeat(limits.bodyBytes + 1),
        headers: json,
      },
      { url: fillPath(path, { programId: '999999999' }), bearer: credential },
      { url: fillPath(path, { programId: 'x' }), bearer: credential },
      { url: `${fillPath(path, ids)}?nonsense=1`, bearer: credential },
    ]
    const undocumented: unknown[] = []
    const isPartners = path.startsWith('/api/partner/')
    for (const { url, bearer, payload, headers = {} } of calls) {
      const signedIn = isPartners && bearer === credential ? { cookie: await signIn() } : {}
      const { statusCode } = await app.inject({
        method,
        url,
        remoteAddress: someIp(),
        headers: {
          ...headers,
          ...signedIn,
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        },
        ...(payload === undefined || method === 'GET' ? {} : { payload }),
      })
      if (!(statusCode in responses)) undocumented.push([statusCode, url, payload?.slice(0, 10)])
    }
    expect(undocumented, name).toEqual([])
  })
})

/** One function parses all date ranges, so a list, a report and a partner's page are enough. */
const RANGES = [
  ['GET /api/programs/{programId}/commissions', 'from'],
  ['GET /api/programs/{programId}/sales', 'to'],
  ['GET /api/tracking/breakdown/{programId}', 'dateFrom'],
  ['GET /api/tracking/performance/{programId}', 'dateTo'],
  ['GET /api/workspaces/{workspaceId}/audit', 'from'],
] as const

describe('a day outside the supported years is rejected', () => {
  test.each(RANGES)('by %s for the bound %s', async (name, bound) => {
    const others: Record<string, string> =
      bound === 'dateTo' ? { dateFrom: '2026-03-01' } : bound === 'dateFrom' ? { dateTo: '2026-03-01' } : {}
    for (const day of ['9999-12-31', '9999-01-01', '0000-01-01', '1969-12-31']) {
      const query = new URLSearchParams({ ...others, [bound]: day })
      const url = `${fillPath(operation(name).path, ids)}?${query}`
      const { status, body } = await send(app, 'GET', url, { bearer: session })
      expect([day, status, body.error?.code]).toEqual([day, 400, 'invalid_request'])
    }
  })
})

function operation(name: string): Operation {
  const namedOperation = operations.find(({ method, path }) => `${method} ${path}` === name)
  if (namedOperation === undefined) throw new Error(`the document has no ${name}`)
  return namedOperation
}

interface BodySchema {
  type?: string
  maximum?: number
  properties?: Record<string, BodySchema>
  items?: BodySchema
  anyOf?: BodySchema[]
}

/** Finds the numbers in a body that may exceed the database's range. */
function findUnboundedNumbers(
  { type, maximum, properties = {}, items, anyOf = [] }: BodySchema,
  at: string,
): string[] {
  const isUnbounded = type === 'integer' && (maximum === undefined || maximum > Number.MAX_SAFE_INTEGER)
  return [
    ...(isUnbounded ? [at] : []),
    ...Object.entries(properties).flatMap(([name, one]) => findUnboundedNumbers(one, `${at}.${name}`)),
    ...(items === undefined ? [] : findUnboundedNumbers(items, `${at}[]`)),
    ...anyOf.flatMap((one) => findUnboundedNumbers(one, at)),
  ]
}

test('numbers in a body are limited to the database’s range; only tracking requests check their numbers separately', () => {
  const found = operations
    .filter(({ path, body }) => body !== undefined && !path.startsWith('/api/v1/'))
    .flatMap(({ method, path, body = {} }) => findUnboundedNumbers(body, `${method} ${path}`))
  expect(found).toEqual([])
})

test('group and program ids beyond that range are rejected', async () => {
  const { partnerId } = await createTestPartner(service, program)
  const calls = [
    ['PUT', `/api/programs/${ids.programId}/partners/${partnerId}/group`, 'groupId', {}],
    ['POST', `/api/programs/${ids.programId}/commission-policies`, 'groupId', { type: 'percent' }],
    [
      'POST',
      `/api/workspaces/${ids.workspaceId}/management-keys`,
      'programId',
      { name: 'x', permissions: ['tracking:read'] },
    ],
  ] as const
  for (const [method, path, field, body] of calls) {
    const response = await send(app, method, path, { bearer: session, body: { ...body, [field]: 2 ** 63 } })
    expect([path, response.status, response.body.error?.details]).toEqual([path, 400, { field }])
  }
})

describe('the API document', () => {
  test('uses named schemas for every JSON body and successful response', () => {
    const unnamed: string[] = []
    // biome-ignore lint/suspicious/noExplicitAny: the test reads the document as JSON
    for (const [path, methods] of Object.entries<any>(published.paths)) {
      if (!path.startsWith('/api/') || path.startsWith('/api/auth/')) continue
      // biome-ignore lint/suspicious/noExplicitAny: as above
      for (const [method, operation] of Object.entries<any>(methods)) {
        const bodies = [operation.requestBody, ...Object.values(operation.responses)]
        for (const part of bodies) {
          const schema = part?.content?.['application/json']?.schema
          if (schema !== undefined && schema.$ref === undefined) unnamed.push(`${method} ${path}`)
        }
      }
    }
    expect(unnamed).toEqual([])
  })

  test('uses one enum for all currencies', () => {
    const untyped: string[] = []
    const walk = (part: unknown, at: string) => {
      if (part === null || typeof part !== 'object') return
      for (const [key, child] of Object.entries(part)) {
        const isCurrency = at.endsWith('/properties') && /(?<!By)currency$/i.test(key)
        // These records' currency may be missing or unsupported.
        const isAny =
          /\/(UnattributedPayment(Details)?|UnattributedEntry|EventForReview|RejectedRequest|ReceivedOrder|ReconciliationDifference)\//.test(
            at,
          )
        if (isCurrency && !isAny && !/schemas\/Currency|"enum":\["USD"/.test(JSON.stringify(child))) {
          untyped.push(`${at}/${key}`)
        }
        walk(child, `${at}/${key}`)
      }
    }
    walk(published, '')
    expect(untyped).toEqual([])
  })
})
