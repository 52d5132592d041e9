import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Type from 'typebox'
import type { Config } from '../config/config.ts'
import { mapValues, shareComponents } from './openapi-components.http.ts'
import type { App } from './service.ts'

/**
 * Collects the schemas of every route that is registered after it into one OpenAPI 3.1 document: what
 * validates and serializes is what is documented. Call `registerServeApiReference` when all routes are registered.
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
          'Clicks, leads and sales in; performance, status and partner earnings out. Branch on `error.code`, ' +
          'never on message text. Every answer carries `x-request-id`; limited ones also `RateLimit` and ' +
          '`RateLimit-Policy`, and a refused one `Retry-After`. A read carries an `ETag`: sent back as ' +
          '`If-None-Match`, it is answered 304 without a body while the answer is still the same.',
      },
      servers: [{ url: config.publicUrl }],
      tags: [
        { name: 'Track', description: 'Called by the tracker and by the merchant’s server.' },
        { name: 'Processor', description: 'Called by the payment processor of a program.' },
        {
          name: 'Accounts',
          description: 'Sign-up, sign-in, passwords and second factors of dashboard users.',
        },
        { name: 'Dashboard reads', description: 'Performance, integration status and events of a program.' },
        { name: 'Management', description: 'Programs, keys, partners, links, policies and members.' },
        { name: 'Partner', description: 'What a partner sees and does, by a session of his own.' },
        { name: 'Operations', description: 'For whoever runs the service.' },
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
              'A management key (`aff_mgmt_…`) of the workspace or of the program, with the permission that the call ' +
              'takes. The program that calls needs no session.',
          },
          shareLink: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of a link to one timeline (`story_…`).',
          },
          partnerSession: {
            type: 'apiKey',
            in: 'cookie',
            name: 'affiliate_partner_session',
            description:
              'The httpOnly cookie of a partner who signed in. No key and no session of a team is one.',
          },
          delegatedSession: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Partner-Visit',
            description:
              'The token of a visit: a look at one partner of one program, by the team or in a frame. No cookie counts beside it.',
          },
          session: {
            type: 'http',
            scheme: 'bearer',
            description: 'The `token` of a sign-in. A browser may send its httpOnly session cookie instead.',
          },
        },
      },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the document is not OpenAPI 3')
      const { openapiObject } = document
      const all = withNames(withHeaders({ ...openapiObject.paths }))
      const { paths, components } = shareComponents(all)
      const shared = { ...openapiObject, paths, components: { ...openapiObject.components, ...components } }
      return shared as typeof openapiObject // safe because a reference may stand wherever one was put
    },
  }
  await app.register(swagger, options)
}

const HEADERS = {
  'x-request-id': { schema: Type.String(), description: 'The same id stands in the log.' },
  RateLimit: {
    schema: Type.String(),
    description: 'What is left of the limit, and for how many seconds.',
  },
  'RateLimit-Policy': { schema: Type.String(), description: 'The limit: calls and seconds.' },
  'Retry-After': { schema: Type.Integer({ minimum: 1 }), description: 'Seconds to wait.' },
  ETag: { schema: Type.String(), description: 'Of this answer: for `If-None-Match` of the next call.' },
}

const {
  'Retry-After': RETRY_AFTER,
  ETag: ETAG,
  ...ALWAYS
} = Object.fromEntries(Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** A read has an `ETag` too; it is said here, because what other calls answer in the same words has none. */
const UNCHANGED: Answer = {
  description: 'The answer is the one whose `ETag` was sent as `If-None-Match`.',
  headers: { ETag: ETAG },
}

/** Every answer under `/api/` says what every answer there carries. */
function withHeaders(paths: Record<string, unknown>): Record<string, unknown> {
  const described = paths as Record<string, Record<string, Described>> // safe because it is OpenAPI
  const carrying = (operation: Described, method: string) => {
    const responses = operation.responses ?? {}
    const isTagged = method === 'get' && responses[200]?.content?.['application/json'] !== undefined
    return {
      ...operation,
      responses: mapValues(isTagged ? { ...responses, 304: UNCHANGED } : responses, (answer, status) => {
        const limited = status === '429' ? { 'Retry-After': RETRY_AFTER } : {}
        return { ...answer, headers: { ...ALWAYS, ...limited, ...answer.headers } }
      }),
    }
  }
  return mapValues(described, (operations, path) =>
    path.startsWith('/api/') ? mapValues(operations, carrying) : operations,
  )
}

interface Described {
  operationId?: string
  requestBody?: Content
  responses?: Record<string, Answer>
}

interface Answer extends Content {
  headers?: Record<string, unknown>
}

interface Content {
  description?: string
  content?: Record<string, { schema?: Record<string, unknown> }>
}

/** What an operation takes and answers has a name of its own, for whoever makes a client from the document. */
function withNames(paths: Record<string, unknown>): Record<string, unknown> {
  const described = paths as Record<string, Record<string, Described>> // safe because it is OpenAPI
  return mapValues(described, (operations) => mapValues(operations, named))
}

function named(operation: Described): Described {
  const { operationId, requestBody, responses } = operation
  if (operationId === undefined) return operation
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
  const answers = mapValues(responses ?? {}, (answer, status) =>
    /^2/.test(status) ? withTitle(answer, `${name}Answer`) : answer,
  )
  return {
    ...operation,
    ...(requestBody && { requestBody: withTitle(requestBody, `${name}Body`) }),
    ...(responses && { responses: answers }),
  }
}

/** JSON only: a file has no parts to name. */
function withTitle<Part extends Content>(part: Part, title: string): Part {
  if (part.content?.['application/json'] === undefined) return part
  const content = mapValues(part.content, ({ schema, ...media }) =>
    schema === undefined ? media : { ...media, schema: 'title' in schema ? schema : { title, ...schema } },
  )
  return { ...part, content }
}
