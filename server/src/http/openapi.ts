import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Type, { type TSchema } from 'typebox'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { errorResponses } from './error-schemas.ts'

/**
 * Collects the schemas of every route that is registered after it into one OpenAPI 3.1 document: what
 * validates and serializes is what is documented. Call `serveOpenApi` when all routes are registered.
 */
export async function collectOpenApi(app: App, config: Pick<Config, 'publicUrl'>): Promise<void> {
  const options: FastifyDynamicSwaggerOptions = {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Affiliate tracking',
        version: '1.0.0',
        description:
          'Clicks, leads and sales in; performance, status and partner earnings out. Branch on `error.code`, ' +
          'never on message text. Every answer carries `x-request-id`; limited ones also `RateLimit` and ' +
          '`RateLimit-Policy`, and a refused one `Retry-After`.',
      },
      servers: [{ url: config.publicUrl }],
      tags: [
        { name: 'Track', description: 'Called by the tracker and by the merchant’s server.' },
        { name: 'Processor', description: 'Called by the payment processor of a program.' },
        { name: 'Accounts', description: 'Sign-up, sign-in and sessions of dashboard users.' },
        { name: 'Dashboard reads', description: 'Performance, integration status and events of a program.' },
        { name: 'Management', description: 'Programs, keys, partners, links, policies and members.' },
        { name: 'Operations', description: 'For whoever runs the service.' },
      ],
      components: {
        securitySchemes: {
          programApiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A program API key. A test key records test events.',
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
      return { ...openapiObject, paths: withHeaders({ ...ACCOUNT_PATHS, ...openapiObject.paths }) }
    },
  }
  await app.register(swagger, options)
}

const header = (schema: TSchema, description: string) => ({ schema, description })

const REQUEST_ID = { 'x-request-id': header(Type.String(), 'The same id stands in the log.') }
const LIMIT = {
  RateLimit: header(Type.String(), 'What is left of the limit, and for how many seconds.'),
  'RateLimit-Policy': header(Type.String(), 'The limit: calls and seconds.'),
}
const RETRY_AFTER = { 'Retry-After': header(Type.Integer({ minimum: 1 }), 'Seconds to wait.') }

/** Every answer under `/api/` says what every answer there carries. */
function withHeaders(paths: Record<string, unknown>) {
  const described = structuredClone(paths) as Record<string, Record<string, Described>> // safe because it is OpenAPI
  for (const [path, operations] of Object.entries(described)) {
    if (!path.startsWith('/api/')) continue
    for (const { responses = {} } of Object.values(operations)) {
      for (const [status, response] of Object.entries(responses)) {
        const limited = status === '429' ? { ...LIMIT, ...RETRY_AFTER } : LIMIT
        response.headers = { ...REQUEST_ID, ...limited, ...response.headers }
      }
    }
  }
  return described
}

interface Described {
  responses?: Record<string, { headers?: Record<string, unknown> }>
}

/** The document at `/openapi.json`, and a page that shows it at `/docs`, without anything from elsewhere. */
export async function serveOpenApi(app: App): Promise<void> {
  let document: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(document)
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Affiliate tracking API' },
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: 0, displayRequestDuration: true },
  })
}

const Account = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
})
const SignedIn = Type.Object({ token: Type.String({ description: 'The session token.' }), user: Account })
const Password = Type.String({ minLength: 8, maxLength: 128 })
const Email = Type.String({ format: 'email' })

/** better-auth serves these by itself, so no route of ours describes them. */
const ACCOUNT_PATHS = {
  '/api/auth/sign-up/email': {
    post: account('signUp', 'Make an account', {
      body: Type.Object({ name: Type.String(), email: Email, password: Password }),
      answer: SignedIn,
      errors: [400, 403, 422],
    }),
  },
  '/api/auth/sign-in/email': {
    post: account('signIn', 'Sign in', {
      body: Type.Object({ email: Email, password: Password }),
      answer: SignedIn,
      errors: [400, 401],
    }),
  },
  '/api/auth/sign-out': {
    post: account('signOut', 'End the session', {
      body: Type.Object({}),
      answer: Type.Object({ success: Type.Boolean() }),
      errors: [400],
      security: [{ session: [] }],
    }),
  },
  '/api/auth/get-session': {
    get: account('getSession', 'The session of the caller, or null', {
      answer: Type.Union([Type.Object({ user: Account }), Type.Null()]),
      errors: [],
      security: [{ session: [] }],
    }),
  },
}

function account(
  operationId: string,
  summary: string,
  shape: {
    body?: TSchema
    answer: TSchema
    errors: (400 | 401 | 403 | 422)[]
    security?: Record<string, string[]>[]
  },
) {
  const json = (schema: TSchema) => ({ content: { 'application/json': { schema } } })
  const failures = shape.errors.map((status) => [
    status,
    { description: 'Refused.', ...json(Type.Object({ code: Type.String(), message: Type.String() })) },
  ])
  const shared = Object.entries<TSchema & { description?: string }>(errorResponses([]))
  const ours = shared.map(([status, { description = '', ...schema }]) => [
    status,
    { description, ...json(schema) },
  ])
  return {
    operationId,
    summary,
    tags: ['Accounts'],
    security: shape.security ?? [],
    ...(shape.body === undefined ? {} : { requestBody: { required: true, ...json(shape.body) } }),
    responses: Object.fromEntries([
      ['200', { description: 'Done.', ...json(shape.answer) }],
      ...failures,
      ...ours,
    ]),
  }
}
