import { APIError } from 'better-auth'
import type { FastifyRequest } from 'fastify'
import { tellingOutages } from '../../core/database/database-unavailable.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { trustedOrigins } from '../../core/http/trusted-origins.rule.ts'
import { limitOfKey } from './management-key.http.ts'
import { hashSessionToken, readSessionToken } from './session-token.rule.ts'
import { findSession } from './sessions.sql.ts'

export interface Session {
  id: string
  userId: string
  via: 'bearer' | 'cookie'
}

/**
 * The dashboard session of a request (D35), or undefined; a program API key is none.
 * @throws {ApiError} `forbidden` when another site's page tries to change something with the cookie
 */
export async function readSession(deps: SessionDeps, request: FastifyRequest): Promise<Session | undefined> {
  const headers = credentialsOf(request)
  if ([...headers.keys()].length === 0) return undefined
  const via = headers.has('authorization') ? 'bearer' : 'cookie'
  const found = (await findFreshSession(deps, headers)) ?? (await askLibrary(deps, request, headers))
  if (found === undefined) return undefined
  if (via === 'cookie') refuseOtherSites(deps.config, request)
  const { id, userId } = found
  return { id, userId, via }
}

type SessionDeps = Pick<ServiceDeps, 'auth' | 'config' | 'database'>
type FoundSession = Pick<Session, 'id' | 'userId'>

/**
 * Nearly every call has a session that neither ends nor is due for renewal: one look-up finds it. Undefined says nothing
 * of anybody: then the library is asked, which also renews and clears away.
 */
async function findFreshSession(
  { auth, config, database }: SessionDeps,
  headers: Headers,
): Promise<FoundSession | undefined> {
  const { secret, authCookies, sessionConfig } = await auth.$context
  const credentials = { authorization: headers.get('authorization'), cookie: headers.get('cookie') }
  const token = readSessionToken(credentials, { cookieName: authCookies.sessionToken.name, secret })
  if (token === undefined) return undefined
  const row = await findSession(database.run, hashSessionToken(token, config.appSecret))
  if (row === undefined) return undefined
  const { expiresIn, updateAge } = sessionConfig
  // The library's clock, which is the machine's, not the service's.
  const isFresh = row.expires_at.getTime() - Date.now() > (expiresIn - updateAge) * 1000
  return isFresh ? { id: row.session_id, userId: row.user_id } : undefined
}

async function askLibrary(
  { auth }: Pick<ServiceDeps, 'auth'>,
  request: FastifyRequest,
  headers: Headers,
): Promise<FoundSession | undefined> {
  const found = await tellingOutages(() =>
    auth.api.getSession({ headers, returnHeaders: true }).catch(noSession),
  )
  const session = found?.response?.session
  if (session !== undefined && headers.has('cookie')) {
    renewedCookies.set(request, found?.headers.getSetCookie() ?? [])
  }
  return session
}

/** A browser keeps its cookie no longer than it was told to. */
const renewedCookies = new WeakMap<FastifyRequest, string[]>()

/** Answers to who is signed in are for nobody's cache, and take the cookie of a renewed session along. */
export function finishSessionAnswers(app: App): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method === 'GET' && isApi(request) && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    reply.headers(limitOfKey(request) ?? {})
    // A call that ends or changes the session says itself what becomes of the cookie.
    const isSaid = reply.hasHeader('set-cookie')
    for (const cookie of renewedCookies.get(request) ?? []) if (!isSaid) reply.header('set-cookie', cookie)
    done()
  })
}

/**
 * What a request says it is, as the account library is told it: its `Authorization` header, which is the caller's
 * choice, or else its cookie. Empty where the header is not exactly one session token.
 */
export function credentialsOf({ headers: { authorization, cookie } }: FastifyRequest): Headers {
  const credentials = new Headers()
  const bearer = authorization === undefined ? undefined : readBearer(authorization)
  if (bearer !== undefined) credentials.set('authorization', bearer)
  if (authorization === undefined && cookie !== undefined) credentials.set('cookie', cookie)
  return credentials
}

/** Undefined for what the library, which is lenient about blanks, might see somebody in where we see nobody. */
function readBearer(authorization: string): string | undefined {
  const token = /^Bearer ([\w.%~+/=-]{1,255})$/i.exec(authorization)?.[1]
  return token === undefined || !looksLikeToken(token) ? undefined : `Bearer ${token}`
}

/** A bare token, or one with its signature behind a dot. A program API key (`aff_…`) is neither. */
function looksLikeToken(token: string): boolean {
  return token.includes('.') || /^[A-Za-z0-9]+$/.test(token)
}

function noSession(error: unknown): null {
  if (error instanceof APIError && error.statusCode === 401) return null
  throw error
}

function isApi({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') === true
}

/**
 * A browser sends the cookie along whatever page asks; it also says which page that was, by its origin or by how it
 * stands to this site.
 * @throws {ApiError} `forbidden`
 */
export function refuseOtherSites(config: ServiceDeps['config'], request: FastifyRequest) {
  const { origin } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  const isTrusted = origin !== undefined && trustedOrigins(config).includes(origin)
  const site = request.headers['sec-fetch-site']
  const isElsewhere = site === 'cross-site' || (site === 'same-site' && !isTrusted)
  if (!isElsewhere && (origin === undefined || isTrusted)) return
  throw new ApiError('forbidden', 'A page of another site may not act with your session.')
}
