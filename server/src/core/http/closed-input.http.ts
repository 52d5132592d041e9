import type { FastifyInstance, RouteOptions } from 'fastify'
import Type from 'typebox'
import { errorResponses } from '../errors/error-schemas.http.ts'
import type { Currency } from '../money/currency.ts'
import { installationSchema } from '../money/currency-schemas.http.ts'
import { transformSchemas } from './transform-schemas.http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    openInput?: true
  }
}

/**
 * `config` of a route that ignores unknown fields. All other routes under `/api/` reject them (D55). On sign-in and
 * sign-out, no omitted field means "all", and the accounts library's clients send extra options.
 */
export const openInput = { config: { openInput: true } } as const

/**
 * Inserts this installation's currencies into the schema of every route registered after it, and rejects unknown fields
 * in its query and body: a misspelled field would be treated as omitted, which often means "all".
 */
export function closeInputs(app: Pick<FastifyInstance, 'addHook'>, currencies: readonly Currency[]): void {
  app.addHook('onRoute', (route) => {
    const isClosed = route.url.startsWith('/api/') && route.config?.openInput === undefined
    const schema = isClosed ? closeSchema(route.schema ?? {}) : route.schema
    if (schema !== undefined) route.schema = installationSchema(schema, currencies)
    // Handlers validate their input after authorization (D37). Fastify would validate before it.
    route.validatorCompiler = () => () => true
  })
}

type RouteSchema = NonNullable<RouteOptions['schema']>

function closeSchema(schema: RouteSchema): RouteSchema {
  const { querystring = Type.Object({}), body, response } = schema
  return {
    ...schema,
    querystring: closeObjects(querystring),
    ...(body === undefined ? {} : { body: closeObjects(body) }),
    // Any request can be rejected for an unknown field.
    response: { ...errorResponses([400]), ...Object(response) },
  }
}

/** Disallows additional properties in every object with named properties, unless its schema allows them. */
function closeObjects<Value>(value: Value): Value {
  return transformSchemas(value, (schema) => {
    const { type, properties, additionalProperties, 'x-never-empty': neverEmpty = [] } = schema
    if (type !== 'object' || properties === undefined || additionalProperties !== undefined) return undefined
    const unknownName = neverEmpty.find((name) => properties[name] === undefined)
    if (unknownName !== undefined)
      throw new Error(`neverEmpty names ${unknownName}, which is not a property of its object`)
    return { ...schema, properties: closeObjects(properties), additionalProperties: false }
  })
}
