import type { FastifyInstance, RouteOptions } from 'fastify'
import Type from 'typebox'
import { errorResponses } from '../errors/error-schemas.http.ts'
import type { Currency } from '../money/currency.ts'
import { ofInstallation } from '../money/currency-schemas.http.ts'
import { remakeSchemas } from './remake-schemas.http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Ignores unknown fields and query parameters. */
    openInput?: true
  }
}

/**
 * The `config` of a route that ignores unknown fields; other routes below `/api/` refuse them (D55). Signing in and out is
 * open: no absent field means "all" there, and clients of the account library send options of their own.
 */
export const openInput = { config: { openInput: true } } as const

/**
 * Gives every route registered after it the currencies of this installation, and closes its query and body: an unknown
 * field is an error, because an absent one often means "all".
 */
export function closeInputs(app: Pick<FastifyInstance, 'addHook'>, currencies: readonly Currency[]): void {
  app.addHook('onRoute', (route) => {
    const isClosed = route.url.startsWith('/api/') && route.config?.openInput === undefined
    const schema = isClosed ? closed(route.schema ?? {}) : route.schema
    if (schema !== undefined) route.schema = ofInstallation(schema, currencies)
    // Handlers read their input once the caller was authorized (D37): Fastify would validate it before.
    route.validatorCompiler = () => () => true
  })
}

type RouteSchema = NonNullable<RouteOptions['schema']>

function closed(schema: RouteSchema): RouteSchema {
  const { querystring = Type.Object({}), body, response } = schema
  return {
    ...schema,
    querystring: closeObjects(querystring),
    ...(body === undefined ? {} : { body: closeObjects(body) }),
    // Any call may be refused for a field that it does not know.
    response: { ...errorResponses([400]), ...Object(response) },
  }
}

/** Every object that names its properties takes no others, unless its schema says that it does. */
function closeObjects<Said>(said: Said): Said {
  return remakeSchemas(said, (schema) => {
    const { type, properties, additionalProperties, 'x-never-empty': neverEmpty = [] } = schema
    if (type !== 'object' || properties === undefined || additionalProperties !== undefined) return undefined
    const stray = neverEmpty.find((name) => properties[name] === undefined)
    if (stray !== undefined) throw new Error(`neverEmpty names ${stray}, which is no property of its object`)
    return { ...schema, properties: closeObjects(properties), additionalProperties: false }
  })
}
