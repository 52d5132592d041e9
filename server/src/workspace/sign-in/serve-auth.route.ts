import type { FastifyReply, FastifyRequest } from 'fastify'
import { sqlState, UNIQUE_VIOLATION } from '../../core/database/database.ts'
import {
  DatabaseUnavailableError,
  isDatabaseUnavailable,
  reportOutages,
} from '../../core/database/database-unavailable.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { readEmail } from '../../core/http/email-address.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, Auth, ServiceDeps } from '../../core/http/service.ts'
import { withActor } from '../accounts/management-key.http.ts'
import { requireSession } from '../accounts/membership.http.ts'
import { readCredentialHeaders, readSession, rejectOtherSites } from '../accounts/session.http.ts'
import { AUTH_ENDPOINTS, type AuthEndpoint } from './auth-endpoints.http.ts'
import { authFailure } from './auth-failure.http.ts'
import { checkAuthRequest } from './check-auth-request.http.ts'
import { DEVICE_COOKIE, deviceCookie } from './known-device.rule.ts'
import { signInLimits } from './limits.ts'
import { createWorkspaceWithLibrary, openSession } from './open-session.flow.ts'
import { type CountedAttempt, countAttempt } from './password-attempts.http.ts'

/**
 * Registers a route for each better-auth endpoint that the product uses. Only the listed fields are passed on, under
 * the registered path, so no other endpoint, option or variant of the path is reachable.
 */
export function registerAuth(app: App, deps: ServiceDeps): void {
  for (const [path, endpoint] of Object.entries(AUTH_ENDPOINTS)) {
    if (endpoint.needsMail !== true || deps.accountMail !== undefined) registerCall(app, deps, path, endpoint)
  }
}

function registerCall(app: App, deps: ServiceDeps, path: string, call: AuthEndpoint) {
  app.route({
    ...openInput,
    method: 'POST',
    url: `/api/auth/${path}`,
    schema: {
      tags: ['Accounts'],
      security: call.needsSession === true ? [{ session: [] }] : [],
      operationId: call.operationId,
      summary: call.summary,
      ...(call.description === undefined ? {} : { description: call.description }),
      body: call.body,
      response: { 200: call.response, ...errorResponses([...call.errors, 413, 415]) },
    },
    // Sends the library's response unchanged.
    serializerCompiler: () => JSON.stringify,
    handler: async (request, reply) => {
      // Responses contain tokens and codes.
      reply.header('cache-control', 'no-store')
      if (request.headers.authorization === undefined) rejectOtherSites(deps.config, request)
      const sent: Record<string, unknown> = readInput(request).body
      if (typeof sent.email === 'string') sent.email = readEmail('email', sent.email)
      return serveEndpoint(deps, { path, call, sent, request, reply })
    },
  })
}

interface ServedRequest {
  path: string
  call: AuthEndpoint
  sent: Record<string, unknown>
  request: FastifyRequest
  reply: FastifyReply
}

/** Counts the attempt before checking and making it. */
async function serveEndpoint(deps: ServiceDeps, served: ServedRequest): Promise<FastifyReply> {
  const { path, call, sent, request, reply } = served
  // Signing out also clears the cookie of an expired session.
  const needsSession = call.needsSession === true && path !== 'sign-out'
  const session = await (needsSession ? requireSession : readSession)(deps, request)
  const countedAttempt =
    call.attemptKind === undefined
      ? undefined
      : await countAttempt(deps, { attemptKind: call.attemptKind, request, sent, userId: session?.userId })
  const response = await uncountIfUnavailable(countedAttempt, async () => {
    await checkAuthRequest(deps, path, sent, session?.userId)
    if (path === 'request-password-reset') return enqueuePasswordReset(deps, sent)
    if (path === 'organization/create' && session !== undefined) {
      const ctx = withActor(deps, request, { userId: session.userId, keyId: undefined })
      return createWorkspaceWithLibrary(ctx, (auth) => callLibrary(deps, auth, served))
    }
    const cookie = readCredentialHeaders(request).get('cookie')
    return openSession(deps, { path, sent, cookie, session }, (auth) => callLibrary(deps, auth, served))
  })
  sendCookies(reply, response)
  const text = await response.text()
  const body: unknown = text === '' ? {} : JSON.parse(text)
  if (!response.ok)
    throw authFailure(response.status, body, path === 'change-password' ? 'currentPassword' : 'password')
  if (call.attemptKind === 'secrets') await countedAttempt?.forgive()
  if (path === 'sign-in/email') rememberDevice(deps, reply, String(sent.email))
  return reply.code(response.status).send(body)
}

/** Refunds the attempt if the database is unavailable, because nothing was tried. */
async function uncountIfUnavailable<Result>(
  countedAttempt: CountedAttempt | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDatabaseUnavailable(error)) await countedAttempt?.forgive()
    throw error
  }
}

/** Queues the mail without calling the library, which takes longer if the account exists. The mail job calls it. */
async function enqueuePasswordReset(
  { accountMail }: ServiceDeps,
  { email }: Record<string, unknown>,
): Promise<Response> {
  await accountMail?.requestPasswordReset(String(email))
  return Response.json({ status: true })
}

async function callLibrary(
  deps: ServiceDeps,
  auth: Auth,
  { path, call, sent, request }: ServedRequest,
): Promise<Response> {
  const { invitation: _ours, ...fields } = sent
  const url = new URL(`/api/auth/${path}`, deps.config.publicUrl)
  const init = {
    method: 'POST',
    headers: forwardedHeaders(request),
    body: JSON.stringify({ ...fields, ...call.fixed }),
  }
  const response = await handle(auth, new Request(url, init))
  // If two sign-ups with the same email are concurrent, the second one gets the same response as a later sign-up.
  if (path !== 'sign-up/email' || response.status !== 422) return response
  return handle(auth, new Request(url, init))
}

function forwardedHeaders(request: FastifyRequest): Headers {
  const headers = readCredentialHeaders(request)
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || DROPPED_HEADERS.has(name)) continue
    // Browsers send these headers with `sec-fetch-site`. Other clients, such as Node's fetch, send some of them without
    // an origin that better-auth could check.
    if (name.startsWith('sec-fetch-') && request.headers['sec-fetch-site'] === undefined) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set('content-type', 'application/json')
  return headers
}

/** Connection headers, and credentials, which `readCredentialHeaders` sets. */
const DROPPED_HEADERS = new Set([
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])

async function handle(auth: Auth, request: Request): Promise<Response> {
  try {
    const response = await reportOutages(
      () => auth.handler(request),
      ({ status }) => status >= 500,
    )
    if (response.status >= 500) throw new Error(`it returned ${response.status}`)
    return response
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw new DatabaseUnavailableError(error)
    const state = sqlState(error)
    if (state === UNIQUE_VIOLATION) throw new ApiError('conflict', 'It already exists.')
    throw withoutValues(error, state)
  }
}

/**
 * Returns a database error that can be logged: its kind and location, without the values it quotes, such as an email or
 * a token.
 */
function withoutValues(error: unknown, state: string | undefined): Error {
  const name = error instanceof Error ? error.name : typeof error
  const withoutDetails = new Error(
    `the accounts library failed: ${name}${state === undefined ? '' : `, SQLSTATE ${state}`}`,
  )
  const frames = error instanceof Error ? (error.stack?.match(/^ +at .*$/gm) ?? []) : []
  withoutDetails.stack = [withoutDetails.message, ...frames].join('\n')
  return withoutDetails
}

/** Sends the library's cookies, including those in error responses, which delete the browser's cookies. */
function sendCookies(reply: FastifyReply, response: Response) {
  const token = response.headers.get('set-auth-token')
  if (token !== null) reply.header('set-auth-token', token)
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
}

/** Stores this device as known, so that failed attempts from other devices don't lock it out. */
function rememberDevice({ config, ids }: ServiceDeps, reply: FastifyReply, email: string) {
  const value = deviceCookie(email, ids.bytes(18), config.appSecret)
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const maxAge = signInLimits.deviceCookieDays * 24 * 60 * 60
  reply.header(
    'set-cookie',
    `${DEVICE_COOKIE}=${value}; Path=/api/auth; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  )
}
