import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Type from 'typebox'
import type { Config } from '../config/config.ts'
import { mapValues, shareComponents } from './openapi-components.http.ts'
import type { App } from './service.ts'

/**
 * Collects the schemas of all routes registered after it into one OpenAPI 3.1 document, so that the documentation
 * matches what validates and serializes. Call `registerServeApiReference` last.
 */
export async function collectOpenApi(app: App, config: Pick<Config, 'publicUrl'>): Promise<void> {
  const options: FastifyDynamicSwaggerOptions = {
    convertConstToEnum: false, // 3.1 knows `const`
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Affiliate tracking',
        version: '1.0.0',
        description:
          'Records clicks, leads and sales; reports performance, status and partner earnings. Branch on `error.code`, ' +
          'never on the message. Every response carries `x-request-id`; rate-limited routes also send `RateLimit` and ' +
          '`RateLimit-Policy`, and a 429 sends `Retry-After`. Reads carry an `ETag`: send it as `If-None-Match` to get ' +
          'a 304 without a body if nothing changed.',
      },
      servers: [{ url: config.publicUrl }],
      tags: [
        { name: 'Track', description: 'Sent by the tracker and the merchant’s server.' },
        { name: 'Processor', description: 'Sent by a program’s payment processor.' },
        {
          name: 'Accounts',
          description: 'Sign-up, sign-in, passwords and two-factor authentication of dashboard users.',
        },
        { name: 'Dashboard reads', description: 'A program’s performance, integration status and events.' },
        { name: 'Management', description: 'Programs, keys, partners, links, policies and members.' },
        { name: 'Partner', description: 'Partner portal, with a partner’s session.' },
        { name: 'Operations', description: 'For operators of the service.' },
      ],
      components: {
        headers: HEADERS,
        securitySchemes: {
          programApiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A program API key. A test key records test events.',
          },
          managementKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A management key (`aff_mgmt_…`) for the workspace or program, with the permission the endpoint requires. For scripts, which have no session.',
          },
          shareLink: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token from a timeline’s share link (`story_…`).',
          },
          partnerSession: {
            type: 'apiKey',
            in: 'cookie',
            name: 'affiliate_partner_session',
            description:
              'The httpOnly cookie of a signed-in partner. API keys and team sessions are not accepted.',
          },
          delegatedSession: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Partner-Session',
            description:
              'The token of an impersonation or embed session, for one partner in one program. Cookies are ignored.',
          },
          session: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The `token` that signing in returns. Browsers may send the httpOnly session cookie instead.',
          },
        },
      },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the document is not OpenAPI 3')
      const { openapiObject } = document
      const all = nameSchemas(addHeaders({ ...openapiObject.paths }))
      const { paths, components } = shareComponents(all)
      const shared = { ...openapiObject, paths, components: { ...openapiObject.components, ...components } }
      return shared as typeof openapiObject // safe because a reference is valid in place of any schema
    },
  }
  await app.register(swagger, options)
}

const HEADERS = {
  'x-request-id': { schema: Type.String(), description: 'Request ID, as in the service’s log.' },
  RateLimit: {
    schema: Type.String(),
    description: 'Remaining requests, and seconds until the limit resets.',
  },
  'RateLimit-Policy': {
    schema: Type.String(),
    description: 'The limit: number of requests, and window in seconds.',
  },
  'Retry-After': { schema: Type.Integer({ minimum: 1 }), description: 'Seconds to wait before retrying.' },
  ETag: { schema: Type.String(), description: 'Send this value as `If-None-Match` with the next request.' },
}

const {
  'Retry-After': RETRY_AFTER,
  ETag: ETAG,
  ...COMMON_HEADERS
} = Object.fromEntries(Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The 304 response of reads. It is added here because other operations share the same responses without it. */
const UNCHANGED: ApiResponse = {
  description: 'Not modified: the response still matches the `ETag` sent as `If-None-Match`.',
  headers: { ETag: ETAG },
}

/** Adds the headers common to all responses under `/api/`. */
function addHeaders(paths: Record<string, unknown>): Record<string, unknown> {
  const describedPaths = paths as Record<string, Record<string, OpenApiOperation>> // safe because it is OpenAPI
  const addToOperation = (operation: OpenApiOperation, method: string) => {
    const responses = operation.responses ?? {}
    const isTagged = method === 'get' && responses[200]?.content?.['application/json'] !== undefined
    return {
      ...operation,
      responses: mapValues(isTagged ? { ...responses, 304: UNCHANGED } : responses, (response, status) => {
        const limited = status === '429' ? { 'Retry-After': RETRY_AFTER } : {}
        return { ...response, headers: { ...COMMON_HEADERS, ...limited, ...response.headers } }
      }),
    }
  }
  return mapValues(describedPaths, (operations, path) =>
    path.startsWith('/api/') ? mapValues(operations, addToOperation) : operations,
  )
}

interface OpenApiOperation {
  operationId?: string
  requestBody?: Content
  responses?: Record<string, ApiResponse>
}

interface ApiResponse extends Content {
  headers?: Record<string, unknown>
}

interface Content {
  description?: string
  content?: Record<string, { schema?: Record<string, unknown> }>
}

/** Names each operation's request and response types, for client generators. */
function nameSchemas(paths: Record<string, unknown>): Record<string, unknown> {
  const described = paths as Record<string, Record<string, OpenApiOperation>> // safe because it is OpenAPI
  return mapValues(described, (operations) => mapValues(operations, nameTypes))
}

function nameTypes(operation: OpenApiOperation): OpenApiOperation {
  const { operationId, requestBody, responses } = operation
  if (operationId === undefined) return operation
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
  const titledResponses = mapValues(responses ?? {}, (response, status) =>
    /^2/.test(status) ? addTitle(response, `${name}Response`) : response,
  )
  return {
    ...operation,
    ...(requestBody && { requestBody: addTitle(requestBody, `${name}Body`) }),
    ...(responses && { responses: titledResponses }),
  }
}

/** Applies to JSON only, because files have no named parts. */
function addTitle<Part extends Content>(part: Part, title: string): Part {
  if (part.content?.['application/json'] === undefined) return part
  const content = mapValues(part.content, ({ schema, ...media }) =>
    schema === undefined ? media : { ...media, schema: 'title' in schema ? schema : { title, ...schema } },
  )
  return { ...part, content }
}
