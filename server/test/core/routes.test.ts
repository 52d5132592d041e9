import { expect, it } from 'vitest'
import { createTestProgram, send, signInMember } from '../harness.ts'
import { resolved } from './openapi-document.ts'
import { startWithRoutes } from './registered-routes.ts'

const { service, routes } = await startWithRoutes()
const { app } = service

/**
 * Each route of the API with the wrapper that checks its callers and what that demands. What the wrappers do is tested
 * once, in `programs/program-route.test.ts` and `partner-access/partner-route.test.ts`, which also call every route of
 * the team that has none. A new route changes this table: run this file with `-u`, and review the diff.
 */
it('every route of the API is in the checked-in table, with its wrapper and what that demands', async () => {
  const lines = routes.map(({ method, url, operationId, by = 'no wrapper', demands, ...rest }) => {
    const { takesKeys, isDoneOnce, ignoresUnknown, action } = rest
    const notes = [
      ...(takesKeys ? ['management keys'] : []),
      ...(isDoneOnce ? ['Idempotency-Key'] : []),
      ...(ignoresUnknown ? ['ignores unknown fields'] : []),
      ...(action === undefined ? [] : [`audited as ${action}`]),
    ]
    const columns = [`${method} ${url}`, operationId, by, demands.join(' '), notes.join(', ')]
    return columns.join(' | ').trimEnd()
  })
  const header = '# method and url | operation | wrapper | demands | notes'
  await expect(`${[header, ...lines.sort()].join('\n')}\n`).toMatchFileSnapshot('routes.txt')
})

interface BodySchema {
  properties?: Record<string, BodySchema>
  items?: BodySchema
  anyOf?: BodySchema[]
  additionalProperties?: unknown
}

/** Where in a body an object takes fields that its schema does not name. */
function openObjects(schema: BodySchema, at: string): string[] {
  const { properties, items, anyOf = [], additionalProperties } = schema
  return [
    ...(properties !== undefined && additionalProperties !== false ? [at] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => openObjects(one, `${at}.${name}`)),
    ...(items === undefined ? [] : openObjects(items, `${at}[]`)),
    ...anyOf.flatMap((one) => openObjects(one, at)),
  ]
}

it('every body refuses unknown fields at every level, but for those that the table names (D55)', async () => {
  const { body: published } = await send(app, 'GET', '/openapi.json')
  const { paths } = resolved(published, published)
  const open = routes
    .filter(({ ignoresUnknown, method }) => !ignoresUnknown && method !== 'GET')
    .flatMap(({ method, url, operationId }) => {
      const operation = paths[url.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      return openObjects(operation.requestBody?.content['application/json']?.schema ?? {}, operationId)
    })
  // A browser answers with more than is read, and later versions of it with more still.
  expect(open.filter((at) => !/^addPasskey\.passkey(\.|$)/.test(at))).toEqual([])
})

it.each(['performance', 'status'])(
  'the read of %s ignores parameters that it does not know (D2)',
  async (read) => {
    const program = await createTestProgram(service)
    const bearer = await signInMember(service, program)
    const url = `/api/tracking/${read}/${program.id}?statsu=1&dateFrom=&period=`
    expect((await send(app, 'GET', url, { bearer })).status).toBe(200)
  },
)
