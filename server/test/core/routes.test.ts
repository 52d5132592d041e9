import { expect, it } from 'vitest'
import { createTestProgram, send, signInMember } from '../harness.ts'
import { resolved } from './openapi-document.ts'
import { startWithRoutes } from './registered-routes.ts'

const { service, routes } = await startWithRoutes()
const { app } = service

/**
 * Lists each API route with its wrapper and required permissions. `workspace/programs/program-route.test.ts` and
 * `partners/portal-access/partner-route.test.ts` test the wrappers and the team routes without one.
 */
it('every API route is in the checked-in table with its wrapper and permissions', async () => {
  const lines = routes.map(({ method, url, operationId, by = 'no wrapper', requires, ...rest }) => {
    const { takesKeys, isIdempotent, ignoresUnknown, action } = rest
    const notes = [
      ...(takesKeys ? ['management keys'] : []),
      ...(isIdempotent ? ['Idempotency-Key'] : []),
      ...(ignoresUnknown ? ['ignores unknown fields'] : []),
      ...(action === undefined ? [] : [`audited as ${action}`]),
    ]
    const columns = [`${method} ${url}`, operationId, by, requires.join(' '), notes.join(', ')]
    return columns.join(' | ').trimEnd()
  })
  const header = '# method and url | operation | wrapper | requires | notes'
  await expect(`${[header, ...lines.sort()].join('\n')}\n`).toMatchFileSnapshot('routes.txt')
})

interface BodySchema {
  properties?: Record<string, BodySchema>
  items?: BodySchema
  anyOf?: BodySchema[]
  additionalProperties?: unknown
}

/** Finds the objects in a body that accept unknown fields. */
function openObjects(schema: BodySchema, at: string): string[] {
  const { properties, items, anyOf = [], additionalProperties } = schema
  return [
    ...(properties !== undefined && additionalProperties !== false ? [at] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => openObjects(one, `${at}.${name}`)),
    ...(items === undefined ? [] : openObjects(items, `${at}[]`)),
    ...anyOf.flatMap((one) => openObjects(one, at)),
  ]
}

it('every body rejects unknown fields at every level, except those listed in the table (D55)', async () => {
  const { body: published } = await send(app, 'GET', '/openapi.json')
  const { paths } = resolved(published, published)
  const openRoutes = routes
    .filter(({ ignoresUnknown, method }) => !ignoresUnknown && method !== 'GET')
    .flatMap(({ method, url, operationId }) => {
      const operation = paths[url.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      return openObjects(operation.requestBody?.content['application/json']?.schema ?? {}, operationId)
    })
  // Browsers send more fields than are read, and later versions may add more.
  expect(openRoutes.filter((at) => !/^addPasskey\.passkey(\.|$)/.test(at))).toEqual([])
})

it.each(['performance', 'status'])('reading %s ignores unknown parameters (D2)', async (read) => {
  const program = await createTestProgram(service)
  const bearer = await signInMember(service, program)
  const url = `/api/tracking/${read}/${program.id}?statsu=1&dateFrom=&period=`
  expect((await send(app, 'GET', url, { bearer })).status).toBe(200)
})
