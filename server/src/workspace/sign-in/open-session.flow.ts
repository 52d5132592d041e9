import { joinTransaction, withTransaction } from '../../core/database/transaction.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import { hashSessionToken, readChallenge, readSessionToken } from '../accounts/session-token.rule.ts'
import { deleteSession } from '../accounts/sessions.sql.ts'
import { createAuth } from './auth.adapter.ts'
import { inTurn, isFirstUse } from './code-turn.flow.ts'
import {
  type Credentials,
  findCredentials,
  findCredentialsByEmail,
  findCredentialsByVerification,
  readSettledCredentials,
} from './credentials.sql.ts'
import { hashVerification } from './reset-link.rule.ts'

export interface AskedCall {
  path: string
  sent: Record<string, unknown>
  /** As the library is told it. */
  cookie: string | null
  session: { id: string; userId: string } | undefined
}

type Ask = (auth: ServiceDeps['auth']) => Promise<Response>

const CODES = ['two-factor/verify-totp', 'two-factor/verify-backup-code']
const OPENING = ['sign-in/email', 'change-password', 'two-factor/disable', ...CODES]

/**
 * Asks the account library, and where it opens a session, takes that back when what it rests on is no longer so.
 *
 * The library reads a password's hash, compares for a tenth of a second, and opens the session without looking again. So
 * the hash is read before it is asked, and again when it has answered. A session is kept where both are the same: then
 * that is the hash that was compared, for none comes twice. Who writes another one from then on ends this session, as he
 * deletes after he has written (`whole-writes.adapter.ts`, and the library once more); for one who was writing already,
 * the second look waits. A half-done sign-in goes in one step with the password that it began with, so one that is still
 * found began with the hash that was read before. A session by a password alone is held against the second factor too.
 *
 * Nothing is locked while a password is compared. An address without an account takes the same look-up and the same
 * tenth of a second; the second look is for those alone who knew the password.
 */
export async function openSession(deps: ServiceDeps, call: AskedCall, ask: Ask): Promise<Response> {
  if (!OPENING.includes(call.path)) return ask(deps.auth)
  const before = await credentialsOf(deps, call)
  if (call.path === 'sign-in/email') return signIn(deps, { call, before, ask })
  if (call.session === undefined) return signInByCode(deps, { call, before, ask })
  // What a session asks for, of its own account, holds only while that session does.
  const auth = createAuth(deps, undefined, call.session.id)
  const response = await ask(auth)
  const answered = { call, before, response }
  const isStill =
    call.path === 'change-password'
      ? await isNewest(deps, answered, (await auth.$context).password.verify)
      : await isKept(deps, answered)
  return isStill ? response : takeBack(deps, response, 'UNAUTHORIZED')
}

/** Asks the library for a workspace, in a transaction that the audit log knows the actor of. */
export function makeWorkspace(ctx: ServiceDeps, ask: Ask): Promise<Response> {
  return withTransaction(ctx, (transaction) => ask(createAuth(joinTransaction(ctx, transaction))))
}

interface Opening {
  call: AskedCall
  before: Credentials | undefined
  ask: Ask
}

/** Who signs in while something changes is asked once more, by what holds then: his password may be the new one. */
async function signIn(deps: ServiceDeps, { call, before, ask }: Opening): Promise<Response> {
  const response = await ask(deps.auth)
  if (await isKept(deps, { call, before, response })) return response
  const refused = await takeBack(deps, response, 'INVALID_EMAIL_OR_PASSWORD')
  const again = { call, before: await credentialsOf(deps, call), response: await ask(deps.auth) }
  if (await isKept(deps, again)) return again.response
  await takeBack(deps, again.response, 'INVALID_EMAIL_OR_PASSWORD')
  return refused
}

async function signInByCode(deps: ServiceDeps, { call, before, ask }: Opening): Promise<Response> {
  // The library would find nobody either.
  if (before === undefined) return refusal(401, 'INVALID_TWO_FACTOR_COOKIE')
  const { kysely } = deps.database
  const { user_id } = before
  const answered = await inTurn(kysely, { userId: user_id, turn: deps.ids.uuid() }, async () => {
    const response = await ask(deps.auth)
    if (!(await isKept(deps, { call, before, response })))
      return takeBack(deps, response, 'INVALID_TWO_FACTOR_COOKIE')
    const isSpent =
      response.ok &&
      call.path === 'two-factor/verify-totp' &&
      !(await isFirstUse(kysely, user_id, String(call.sent.code)))
    return isSpent ? takeBack(deps, response, 'INVALID_CODE') : response
  })
  return answered ?? refusal(429, 'CODE_UNDER_WAY')
}

/** Of whom the call is about; undefined where that is nobody. */
function credentialsOf({ database: { run }, auth }: ServiceDeps, call: AskedCall) {
  if (call.path === 'sign-in/email') return findCredentialsByEmail(run, String(call.sent.email))
  if (call.session !== undefined) return findCredentials(run, call.session.userId)
  return auth.$context.then(({ authCookies }) => {
    const challenge = readChallenge(call.cookie, authCookies.sessionToken.name)
    return challenge === undefined
      ? undefined
      : findCredentialsByVerification(run, hashVerification(challenge))
  })
}

interface Answered {
  call: AskedCall
  before: Credentials | undefined
  response: Response
}

async function isKept(deps: ServiceDeps, { call, before, response }: Answered): Promise<boolean> {
  if (!response.ok) return true
  if (before === undefined) return false
  const now = await readSettledCredentials(deps.database.run, before.user_id)
  if (now === undefined || now.password !== before.password) return false
  return call.path !== 'sign-in/email' || !now.two_factor_enabled || asksForCode(response)
}

type Verify = (compared: { hash: string; password: string }) => Promise<boolean>

/** The session of a change rests on the password that it wrote itself. */
async function isNewest(deps: ServiceDeps, { call, before, response }: Answered, verify: Verify) {
  if (!response.ok) return true
  const now = before && (await readSettledCredentials(deps.database.run, before.user_id))
  if (!now?.password) return false
  return verify({ hash: now.password, password: String(call.sent.newPassword) })
}

/** Such an answer carries the token of the session that the library has ended again. */
async function asksForCode(response: Response): Promise<boolean> {
  const answer: unknown = await response.clone().json()
  return answer !== null && typeof answer === 'object' && 'twoFactorRedirect' in answer
}

/** Nobody has been told of what the answer would have opened: the token of a session, the cookie of a half-done sign-in. */
async function takeBack(deps: ServiceDeps, response: Response, code: string): Promise<Response> {
  const token = tokenOf(response)
  if (token !== null) {
    const { secret, authCookies } = await deps.auth.$context
    const credentials = { authorization: `Bearer ${token}`, cookie: null }
    const bare = readSessionToken(credentials, { cookieName: authCookies.sessionToken.name, secret })
    if (bare === undefined) throw new Error('the account library signs its tokens in another way')
    await deleteSession(deps.database.kysely, hashSessionToken(bare, deps.config.appSecret))
  }
  return refusal(401, code)
}

function tokenOf(response: Response): string | null {
  return response.headers.get('set-auth-token')
}

/** As the library refuses. */
function refusal(status: number, code: string): Response {
  return Response.json({ code, message: '' }, { status })
}
