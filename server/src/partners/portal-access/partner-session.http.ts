import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../core/config/config.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import { hashSecret, isSecret } from '../../core/privacy/token.rule.ts'
import { refuseOtherSites } from '../../workspace/accounts/session.http.ts'
import { findPartner } from '../enrollments/partners.sql.ts'
import { isFreshSession } from './fresh-session.rule.ts'
import { ROLES_THAT_VISIT, TO_VISIT } from './impersonation-permissions.rule.ts'
import { findDelegatedSession } from './impersonation-sessions.sql.ts'
import { portalAccessLimits } from './limits.ts'
import { findPartnerSession, type PartnerSessionRow, renewPartnerSession } from './partner-sessions.sql.ts'
import { partnerCookie, readPartnerCookie } from './session-cookie.rule.ts'
import { partnerSessionEnd } from './sign-in.flow.ts'

/**
 * The session of a signed-in partner, by its cookie and nothing else: no key, no bearer token and no session of the team
 * is looked at (D53). One that is used lasts longer, but for those that the team opened. Where the header of a visit is sent
 * it alone counts, so that a visit that has ended is never taken for the partner himself.
 * @throws {ApiError} 401 without one; 403 when a page of another site sends it; 429 past the limit of its account
 */
export async function requirePartner(
  deps: ServiceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PartnerSessionRow> {
  refuseOtherSites(deps.config, request)
  const visiting = request.headers[VISIT_HEADER]
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
    throw new ApiError('unauthorized', 'You are not signed in: ask for a link by mail.')
  }
  reply.headers(await deps.limits.consumePartner(session))
  await renew(deps, reply, { session, token, now })
  return session
}

/**
 * For what concerns the account as a whole: a session that somebody left open, or that a team opened, does not do.
 * @throws {ApiError} 403
 */
export function requireFreshSession({ clock }: Pick<ServiceDeps, 'clock'>, session: PartnerSessionRow): void {
  if (isFreshSession(session, clock.now(), portalAccessLimits.partnerFreshMinutes)) return
  throw new ApiError(
    'forbidden',
    `For this, sign in anew: you must have signed in yourself within the last ${portalAccessLimits.partnerFreshMinutes} minutes.`,
  )
}

/** Another call has closed the account of a session meanwhile. */
export function closedMeanwhile(): ApiError {
  return new ApiError('unauthorized', 'This account was closed already.')
}

/** Carries the token of a visit. A page of another site cannot send it, nor does a browser by itself. */
const VISIT_HEADER = 'x-delegated-session'

/** A visit, while who opened it may: as a session of the partner, of one program, and of no account. */
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
          roles: ROLES_THAT_VISIT,
          permissions: TO_VISIT,
          now,
        })
      : undefined
  const partner =
    visit === undefined ? undefined : await findPartner(database.kysely, visit.program_id, visit.partner_id)
  if (visit === undefined || partner === undefined) {
    throw new ApiError('unauthorized', 'This visit is over: open it again where you came from.')
  }
  const { id, workspace_id, program_id, partner_id } = visit
  // The calls of all visits to a partner are one count.
  const counted = { account_id: 0, workspace_id: `${program_id}:${partner_id}` }
  reply.headers(await deps.limits.consumePartner(counted))
  return {
    id,
    account_id: 0,
    workspace_id,
    created_at: now,
    seen_at: now,
    email: partner.email,
    time_zone: null,
    language: null,
    visit,
  }
}

/** Noting each use would write for every read. */
async function renew(
  { database: { kysely }, config }: ServiceDeps,
  reply: FastifyReply,
  { session, token, now }: { session: PartnerSessionRow; token: string; now: Date },
) {
  // What the team opened ends when it was to end.
  if (session.workspace_id !== null) return
  if (now.getTime() - session.seen_at.getTime() < portalAccessLimits.partnerSessionSeenMs) return
  const times = { seenAt: session.seen_at, now, expiresAt: partnerSessionEnd(now) }
  if (await renewPartnerSession(kysely, session.id, times)) setPartnerCookie(config, reply, token)
}

/** @param token undefined takes the cookie away */
export function setPartnerCookie(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  reply: FastifyReply,
  token: string | undefined,
): void {
  const isSecure = new URL(publicUrl).protocol === 'https:'
  reply.header('set-cookie', partnerCookie(token, { isSecure, days: portalAccessLimits.partnerSessionDays }))
}
