import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashPartnerSecret } from '../accounts/account-secrets.rule.ts'
import { refuseOtherSites } from '../accounts/session.http.ts'
import { type Config, limits } from '../platform/config.ts'
import { ApiError } from '../platform/errors.http.ts'
import type { ServiceDeps } from '../platform/service.ts'
import { isFreshSession } from './fresh-session.rule.ts'
import { findPartnerSession, type PartnerSessionRow, renewPartnerSession } from './partner-sessions.sql.ts'
import { partnerCookie, readPartnerCookie } from './session-cookie.rule.ts'
import { partnerSessionEnd } from './sign-in.flow.ts'

/**
 * The session of a signed-in partner, by its cookie and nothing else: no key, no bearer token and no session of the team
 * is looked at (D53). One that is used lasts longer, but for those that the team opened.
 * @throws {ApiError} 401 without one; 403 when a page of another site sends it; 429 past the limit of its account
 */
export async function requirePartner(
  deps: ServiceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PartnerSessionRow> {
  refuseOtherSites(deps.config, request)
  const token = readPartnerCookie(request.headers.cookie)
  const now = deps.clock.now()
  const session =
    token === undefined
      ? undefined
      : await findPartnerSession(
          deps.database.run,
          hashPartnerSecret('session', token, deps.config.appSecret),
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
  if (isFreshSession(session, clock.now(), limits.partnerFreshMinutes)) return
  throw new ApiError(
    'forbidden',
    `For this, sign in anew: you must have signed in yourself within the last ${limits.partnerFreshMinutes} minutes.`,
  )
}

/** Noting each use would write for every read. */
async function renew(
  { database: { kysely }, config }: ServiceDeps,
  reply: FastifyReply,
  { session, token, now }: { session: PartnerSessionRow; token: string; now: Date },
) {
  // What the team opened ends when it was to end.
  if (session.workspace_id !== null) return
  if (now.getTime() - session.seen_at.getTime() < limits.partnerSessionSeenMs) return
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
  reply.header('set-cookie', partnerCookie(token, { isSecure, days: limits.partnerSessionDays }))
}
