import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../core/config/config.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import { hashSecret, isSecret } from '../../core/privacy/token.rule.ts'
import { rejectOtherSites } from '../../workspace/accounts/session.http.ts'
import { findPartner } from '../enrollments/partners.sql.ts'
import { isFreshSession } from './fresh-session.rule.ts'
import { IMPERSONATION_PERMISSIONS, IMPERSONATION_ROLES } from './impersonation-permissions.rule.ts'
import { findDelegatedSession } from './impersonation-sessions.sql.ts'
import { portalAccessLimits } from './limits.ts'
import { findPartnerSession, type PartnerSessionRow, renewPartnerSession } from './partner-sessions.sql.ts'
import { partnerCookie, readPartnerCookie } from './session-cookie.rule.ts'
import { partnerSessionEnd } from './sign-in.flow.ts'

/**
 * Authenticates a partner by session cookie only, never by key, bearer token or team session (D53). Using a session
 * extends it, unless it was opened by the team. If the request has a delegated session's header, the cookie is ignored,
 * so that an expired delegated session never falls back to it.
 * @throws {ApiError} 401 without a session; 403 for a request from another site; 429 if the account's limit is exceeded
 */
export async function requirePartner(
  deps: ServiceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PartnerSessionRow> {
  rejectOtherSites(deps.config, request)
  const visiting = request.headers[DELEGATED_SESSION_HEADER]
  if (visiting !== undefined) return requireDelegatedSession(deps, visiting, reply)
  const token = readPartnerCookie(request.headers.cookie)
  const now = deps.clock.now()
  const session =
    token === undefined
      ? undefined
      : await findPartnerSession(
          deps.database.run,
          hashSecret('partner_session', token, deps.config.appSecret),
          now,
        )
  if (token === undefined || session === undefined) {
    throw new ApiError('unauthorized', 'You are not signed in. Request a sign-in link by email.')
  }
  reply.headers(await deps.limits.consumePartner(session))
  await renew(deps, reply, { session, token, now })
  return session
}

/**
 * Requires a recent sign-in by the partner, for actions on the whole account.
 * @throws {ApiError} 403 otherwise
 */
export function requireFreshSession({ clock }: Pick<ServiceDeps, 'clock'>, session: PartnerSessionRow): void {
  if (isFreshSession(session, clock.now(), portalAccessLimits.partnerFreshMinutes)) return
  throw new ApiError(
    'forbidden',
    `Sign in again first. This requires that you signed in yourself within the last ${portalAccessLimits.partnerFreshMinutes} minutes.`,
  )
}

/** Returns the error for an account that a concurrent request has closed. */
export function accountClosedError(): ApiError {
  return new ApiError('unauthorized', 'This account is already closed.')
}

/** Header with the token of a delegated session. Other sites can't set it, and browsers don't send it automatically. */
const DELEGATED_SESSION_HEADER = 'x-delegated-session'

/** Loads a delegated session as a partner session for one program, without an account. */
async function requireDelegatedSession(
  deps: ServiceDeps,
  token: string | string[],
  reply: FastifyReply,
): Promise<PartnerSessionRow> {
  const { database, config, clock } = deps
  const now = clock.now()
  const visit =
    typeof token === 'string' && isSecret(token)
      ? await findDelegatedSession(database.run, {
          tokenHash: hashSecret('delegated_session', token, config.appSecret),
          roles: IMPERSONATION_ROLES,
          permissions: IMPERSONATION_PERMISSIONS,
          now,
        })
      : undefined
  const partner =
    visit === undefined ? undefined : await findPartner(database.kysely, visit.program_id, visit.partner_id)
  if (visit === undefined || partner === undefined) {
    throw new ApiError('unauthorized', 'This session has ended. Open it again from the page you came from.')
  }
  const { id, workspace_id, program_id, partner_id } = visit
  // One rate limit for all of a partner's delegated sessions.
  const rateLimitKey = { account_id: 0, workspace_id: `${program_id}:${partner_id}` }
  reply.headers(await deps.limits.consumePartner(rateLimitKey))
  return {
    id,
    account_id: 0,
    workspace_id,
    created_at: now,
    seen_at: now,
    email: partner.email,
    time_zone: null,
    language: null,
    browser_language: null,
    visit,
  }
}

/** Extends a session at most once per interval, so that not every read causes a write. */
async function renew(
  { database: { kysely }, config }: ServiceDeps,
  reply: FastifyReply,
  { session, token, now }: { session: PartnerSessionRow; token: string; now: Date },
) {
  // Sessions opened by the team are never extended.
  if (session.workspace_id !== null) return
  if (now.getTime() - session.seen_at.getTime() < portalAccessLimits.partnerSessionSeenMs) return
  const times = { seenAt: session.seen_at, now, expiresAt: partnerSessionEnd(now) }
  if (await renewPartnerSession(kysely, session.id, times)) setPartnerCookie(config, reply, token)
}

/**
 * Sets the session cookie.
 * @param token undefined clears the cookie
 */
export function setPartnerCookie(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  reply: FastifyReply,
  token: string | undefined,
): void {
  const isSecure = new URL(publicUrl).protocol === 'https:'
  reply.header('set-cookie', partnerCookie(token, { isSecure, days: portalAccessLimits.partnerSessionDays }))
}
