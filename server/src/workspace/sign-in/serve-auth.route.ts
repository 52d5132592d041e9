import type { FastifyReply, FastifyRequest } from 'fastify'
import { sqlState, UNIQUE_VIOLATION } from '../../core/database/database.ts'
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
  tellingOutages,
} from '../../core/database/database-unavailable.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { readEmail } from '../../core/http/email-address.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, Auth, ServiceDeps } from '../../core/http/service.ts'
import { contextOf } from '../accounts/management-key.http.ts'
import { requireSession } from '../accounts/membership.http.ts'
import { credentialsOf, readSession, refuseOtherSites } from '../accounts/session.http.ts'
import { AUTH_CALLS, type AuthCall } from './auth-calls.http.ts'
import { authFailure } from './auth-failure.http.ts'
import { checkAuthCall } from './check-auth-call.http.ts'
import { DEVICE_COOKIE, deviceCookie } from './known-device.rule.ts'
import { signInLimits } from './limits.ts'
import { makeWorkspace, openSession } from './open-session.flow.ts'
import { type CountedTry, countTry } from './password-tries.http.ts'

/**
 * Serves the calls of better-auth that the product uses, each as a route of its own. The library is handed nothing but
 * their fields, under the address we registered: no other endpoint of it, no option and no spelling can be reached.
 */
export function registerAuth(app: App, deps: ServiceDeps): void {
  for (const [path, call] of Object.entries(AUTH_CALLS)) {
    if (call.needsMail !== true || deps.accountMail !== undefined) registerCall(app, deps, path, call)
  }
}

function registerCall(app: App, deps: ServiceDeps, path: string, call: AuthCall) {
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
      response: { 200: call.answer, ...errorResponses([...call.errors, 413, 415]) },
    },
    // The library's answer goes out as it is.
    serializerCompiler: () => JSON.stringify,
    handler: async (request, reply) => {
      // Tokens, codes and who is signed in: nothing of it is for a cache.
      reply.header('cache-control', 'no-store')
      if (request.headers.authorization === undefined) refuseOtherSites(deps.config, request)
      const sent: Record<string, unknown> = readInput(request).body
      if (typeof sent.email === 'string') sent.email = readEmail('email', sent.email)
      return serveCall(deps, { path, call, sent, request, reply })
    },
  })
}

interface ServedCall {
  path: string
  call: AuthCall
  sent: Record<string, unknown>
  request: FastifyRequest
  reply: FastifyReply
}

/** Counted, then checked, then tried. */
async function serveCall(deps: ServiceDeps, served: ServedCall): Promise<FastifyReply> {
  const { path, call, sent, request, reply } = served
  // Signing out clears the cookie of a session that has ended, too.
  const needsSession = call.needsSession === true && path !== 'sign-out'
  const session = await (needsSession ? requireSession : readSession)(deps, request)
  const counted =
    call.counts === undefined
      ? undefined
      : await countTry(deps, { counts: call.counts, request, sent, userId: session?.userId })
  const response = await untried(counted, async () => {
    await checkAuthCall(deps, path, sent, session?.userId)
    if (path === 'request-password-reset') return noteForgotten(deps, sent)
    if (path === 'organization/create' && session !== undefined) {
      const ctx = contextOf(deps, request, { userId: session.userId, keyId: undefined })
      return makeWorkspace(ctx, (auth) => ask(deps, auth, served))
    }
    const cookie = credentialsOf(request).get('cookie')
    return openSession(deps, { path, sent, cookie, session }, (auth) => ask(deps, auth, served))
  })
  sendCookies(reply, response)
  const text = await response.text()
  const answer: unknown = text === '' ? {} : JSON.parse(text)
  if (!response.ok)
    throw authFailure(response.status, answer, path === 'change-password' ? 'currentPassword' : 'password')
  if (call.counts === 'secrets') await counted?.forgive()
  if (path === 'sign-in/email') rememberDevice(deps, reply, String(sent.email))
  return reply.code(response.status).send(answer)
}

/** While the database is away nothing can be tried: whoever was told so has not used up a try. */
async function untried<Result>(
  counted: CountedTry | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDatabaseUnavailable(error)) await counted?.forgive()
    throw error
  }
}

/** The library is not asked before the mail is sent: it takes longer where there is an account. */
async function noteForgotten(
  { accountMail }: ServiceDeps,
  { email }: Record<string, unknown>,
): Promise<Response> {
  await accountMail?.requestPasswordReset(String(email))
  return Response.json({ status: true })
}

async function ask(
  deps: ServiceDeps,
  auth: Auth,
  { path, call, sent, request }: ServedCall,
): Promise<Response> {
  const { invitation: _ours, ...fields } = sent
  const url = new URL(`/api/auth/${path}`, deps.config.publicUrl)
  const init = {
    method: 'POST',
    headers: headersOf(request),
    body: JSON.stringify({ ...fields, ...call.fixed }),
  }
  const response = await handle(auth, new Request(url, init))
  // Who lost a race for an address is answered as those who came later are.
  if (path !== 'sign-up/email' || response.status !== 422) return response
  return handle(auth, new Request(url, init))
}

function headersOf(request: FastifyRequest): Headers {
  const headers = credentialsOf(request)
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || NOT_PASSED_ON.has(name)) continue
    // Browsers send these with `sec-fetch-site`; alone they come from a program, such as Node's fetch, which
    // has no origin that better-auth could check.
    if (name.startsWith('sec-fetch-') && request.headers['sec-fetch-site'] === undefined) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set('content-type', 'application/json')
  return headers
}

/** Those of the connection, and the credentials, which `credentialsOf` chose. */
const NOT_PASSED_ON = new Set([
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
    const response = await tellingOutages(
      () => auth.handler(request),
      ({ status }) => status >= 500,
    )
    if (response.status >= 500) throw new Error(`it answered ${response.status}`)
    return response
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw new DatabaseUnavailable(error)
    const state = sqlState(error)
    if (state === UNIQUE_VIOLATION) throw new ApiError('conflict', 'It exists already.')
    throw withoutValues(error, state)
  }
}

/** What may be logged of a database error: its kind and where, never the values it quotes (an e-mail, a token). */
function withoutValues(error: unknown, state: string | undefined): Error {
  const name = error instanceof Error ? error.name : typeof error
  const quiet = new Error(
    `the account library failed: ${name}${state === undefined ? '' : `, SQLSTATE ${state}`}`,
  )
  const frames = error instanceof Error ? (error.stack?.match(/^ +at .*$/gm) ?? []) : []
  quiet.stack = [quiet.message, ...frames].join('\n')
  return quiet
}

/** Also those of a refusal: they end what the browser holds. */
function sendCookies(reply: FastifyReply, response: Response) {
  const token = response.headers.get('set-auth-token')
  if (token !== null) reply.header('set-auth-token', token)
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
}

/** The next wrong passwords of somebody else do not keep this device out. */
function rememberDevice({ config, ids }: ServiceDeps, reply: FastifyReply, email: string) {
  const value = deviceCookie(email, ids.bytes(18), config.appSecret)
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const maxAge = signInLimits.deviceCookieDays * 24 * 60 * 60
  reply.header(
    'set-cookie',
    `${DEVICE_COOKIE}=${value}; Path=/api/auth; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  )
}
