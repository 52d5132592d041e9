import { joinTransaction, withTransaction } from '../../core/database/transaction.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import { hashSessionToken, readChallenge, readSessionToken } from '../accounts/session-token.rule.ts'
import { deleteSession } from '../accounts/sessions.sql.ts'
import { createAuth } from './auth.adapter.ts'
import { isFirstUse, verifyExclusively } from './code-verification.flow.ts'
import {
  type Credentials,
  findCredentials,
  findCredentialsByEmail,
  findCredentialsByVerification,
  readSettledCredentials,
} from './credentials.sql.ts'
import { hashVerification } from './reset-link.rule.ts'

export interface AuthRequest {
  path: string
  sent: Record<string, unknown>
  /** The cookie as passed to the library. */
  cookie: string | null
  session: { id: string; userId: string } | undefined
}

type CallLibrary = (auth: ServiceDeps['auth']) => Promise<Response>

const CODES = ['two-factor/verify-totp', 'two-factor/verify-backup-code']
const SESSION_PATHS = ['sign-in/email', 'change-password', 'two-factor/disable', ...CODES]

/**
 * Calls the accounts library, and revokes the session it opens if the credentials have changed in the meantime. The
 * library compares the password for about 100 ms and then opens the session without checking again. The stored
 * credentials are therefore read before and after, without locking, and must be equal. A later change of credentials
 * ends this session in its own transaction (`atomic-credentials.adapter.ts`).
 */
export async function openSession(
  deps: ServiceDeps,
  request: AuthRequest,
  callLibrary: CallLibrary,
): Promise<Response> {
  if (!SESSION_PATHS.includes(request.path)) return callLibrary(deps.auth)
  const credentials = await findRequestCredentials(deps, request)
  if (request.path === 'sign-in/email') return signIn(deps, { request, credentials, callLibrary })
  if (request.session === undefined) return signInByCode(deps, { request, credentials, callLibrary })
  // Changes to the account only succeed while the request's session exists.
  const auth = createAuth(deps, undefined, request.session.id)
  const response = await callLibrary(auth)
  const libraryResponse = { request, credentials, response }
  const isStillValid =
    request.path === 'change-password'
      ? await isNewestPassword(deps, libraryResponse, (await auth.$context).password.verify)
      : await isSessionKept(deps, libraryResponse)
  return isStillValid ? response : revokeResponse(deps, response, 'UNAUTHORIZED')
}

/** Creates a workspace with the library, in a transaction with the actor for the audit log. */
export function createWorkspaceWithLibrary(ctx: ServiceDeps, callLibrary: CallLibrary): Promise<Response> {
  return withTransaction(ctx, (transaction) => callLibrary(createAuth(joinTransaction(ctx, transaction))))
}

interface SignInAttempt {
  request: AuthRequest
  credentials: Credentials | undefined
  callLibrary: CallLibrary
}

/** Retries once if the credentials changed during the sign-in, because the given password may be the new one. */
async function signIn(
  deps: ServiceDeps,
  { request, credentials, callLibrary }: SignInAttempt,
): Promise<Response> {
  const response = await callLibrary(deps.auth)
  if (await isSessionKept(deps, { request, credentials, response })) return response
  const rejected = await revokeResponse(deps, response, 'INVALID_EMAIL_OR_PASSWORD')
  const retry = {
    request,
    credentials: await findRequestCredentials(deps, request),
    response: await callLibrary(deps.auth),
  }
  if (await isSessionKept(deps, retry)) return retry.response
  await revokeResponse(deps, retry.response, 'INVALID_EMAIL_OR_PASSWORD')
  return rejected
}

async function signInByCode(
  deps: ServiceDeps,
  { request, credentials, callLibrary }: SignInAttempt,
): Promise<Response> {
  // The library would reject it, too.
  if (credentials === undefined) return rejection(401, 'INVALID_TWO_FACTOR_COOKIE')
  const { kysely } = deps.database
  const { user_id } = credentials
  const verifiedResponse = await verifyExclusively(
    kysely,
    { userId: user_id, turn: deps.ids.uuid() },
    async () => {
      const response = await callLibrary(deps.auth)
      if (!(await isSessionKept(deps, { request, credentials, response })))
        return revokeResponse(deps, response, 'INVALID_TWO_FACTOR_COOKIE')
      const isSpent =
        response.ok &&
        request.path === 'two-factor/verify-totp' &&
        !(await isFirstUse(kysely, user_id, String(request.sent.code)))
      return isSpent ? revokeResponse(deps, response, 'INVALID_CODE') : response
    },
  )
  return verifiedResponse ?? rejection(429, 'CODE_UNDER_WAY')
}

/** Returns the stored credentials of the account that the request is about, if it exists. */
function findRequestCredentials({ database: { run }, auth }: ServiceDeps, request: AuthRequest) {
  if (request.path === 'sign-in/email') return findCredentialsByEmail(run, String(request.sent.email))
  if (request.session !== undefined) return findCredentials(run, request.session.userId)
  return auth.$context.then(({ authCookies }) => {
    const challenge = readChallenge(request.cookie, authCookies.sessionToken.name)
    return challenge === undefined
      ? undefined
      : findCredentialsByVerification(run, hashVerification(challenge))
  })
}

interface LibraryResponse {
  request: AuthRequest
  credentials: Credentials | undefined
  response: Response
}

async function isSessionKept(
  deps: ServiceDeps,
  { request, credentials, response }: LibraryResponse,
): Promise<boolean> {
  if (!response.ok) return true
  if (credentials === undefined) return false
  const current = await readSettledCredentials(deps.database.run, credentials.user_id)
  if (current === undefined || current.password !== credentials.password) return false
  return request.path !== 'sign-in/email' || !current.two_factor_enabled || requiresCode(response)
}

type Verify = (input: { hash: string; password: string }) => Promise<boolean>

/**
 * Returns whether the given password is the current one. A password change has itself replaced the credentials, so they
 * are compared with the new password.
 */
async function isNewestPassword(
  deps: ServiceDeps,
  { request, credentials, response }: LibraryResponse,
  verify: Verify,
) {
  if (!response.ok) return true
  const current = credentials && (await readSettledCredentials(deps.database.run, credentials.user_id))
  if (!current?.password) return false
  return verify({ hash: current.password, password: String(request.sent.newPassword) })
}

/**
 * Returns whether a code is required. The response then contains the token of a session that the library has already
 * ended.
 */
async function requiresCode(response: Response): Promise<boolean> {
  const body: unknown = await response.clone().json()
  return body !== null && typeof body === 'object' && 'twoFactorRedirect' in body
}

/** Deletes the session of a response that was never sent. */
async function revokeResponse(deps: ServiceDeps, response: Response, code: string): Promise<Response> {
  const token = getToken(response)
  if (token !== null) {
    const { secret, authCookies } = await deps.auth.$context
    const credentials = { authorization: `Bearer ${token}`, cookie: null }
    const sessionToken = readSessionToken(credentials, { cookieName: authCookies.sessionToken.name, secret })
    if (sessionToken === undefined) throw new Error("unexpected format of the accounts library's token")
    await deleteSession(deps.database.kysely, hashSessionToken(sessionToken, deps.config.appSecret))
  }
  return rejection(401, code)
}

function getToken(response: Response): string | null {
  return response.headers.get('set-auth-token')
}

/** Returns an error in the library's format. */
function rejection(status: number, code: string): Response {
  return Response.json({ code, message: '' }, { status })
}
