import Type, { type Static } from 'typebox'
import { DELEGATED_SESSIONS } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { choice, dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { rejectOtherSites } from '../../workspace/accounts/session.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { partnerNotFoundError } from '../enrollments/partner-response.http.ts'
import { IMPERSONATION_READ_PERMISSIONS } from './impersonation-permissions.rule.ts'
import { portalAccessLimits } from './limits.ts'
import {
  type OpenedDelegatedSession,
  openDelegatedSession,
  type SessionOpener,
  startDelegatedSession,
} from './open-impersonation.flow.ts'
import { delegatedSessionUrl } from './partner-addresses.rule.ts'
import { findPortalSettings } from './portal-settings.sql.ts'
import { LinkBody } from './sign-in-link.http.ts'

const DelegatedSession = namedObject('DelegatedSession', {
  url: Type.String({
    description:
      'Can be used once, until `urlEndsAt`, and is shown only once. The session lasts until `expiresAt`.',
  }),
  urlEndsAt: Instant,
  expiresAt: Instant,
})

const StartedSession = namedObject('StartedDelegatedSession', {
  token: Type.String({
    description: 'Send it as `X-Partner-Session` with each request. Keep it in memory only.',
  }),
  kind: choice(DELEGATED_SESSIONS, 'DelegatedSessionKind'),
  programId: Type.Integer(),
  expiresAt: Instant,
})

/**
 * Registers the routes for delegated sessions: the portal as a partner sees it, for the team and for frames in the
 * program's own pages.
 */
export function registerOpenDelegatedSession(app: App, deps: ServiceDeps): void {
  registerView(app, deps)
  registerEmbed(app, deps)
  registerEnter(app, deps)
}

function registerView(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/:partnerId/impersonate',
    operationId: 'impersonatePartner',
    summary: 'View the portal as a partner',
    description:
      `Returns a URL that opens this partner's portal for this program, read-only for ${portalAccessLimits.viewMinutes} minutes. ` +
      'Any change returns a 403. The session ends if you lose the permissions, and is recorded in the audit log. Requires ' +
      '`partner:manage`, and `billing:read` because it shows earnings and payouts.',
    permission: 'partner:manage',
    alsoRequires: IMPERSONATION_READ_PERMISSIONS,
    isPersonal: true,
    ids: { partnerId: partnerNotFoundError },
    status: 201,
    response: dataSchema(DelegatedSession),
    handle: async ({ realCtx, program, actorId, ids: { partnerId }, reply }) => {
      reply.header('cache-control', 'no-store')
      // Sessions use the real clock, even in a sandbox.
      const session = await openDelegatedSession(realCtx, program, {
        kind: 'view',
        partnerId,
        opener: toSessionOpener(actorId),
      })
      return { data: show(realCtx, { kind: 'view', programId: program.id }, session) }
    },
  })
}

function registerEmbed(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/:partnerId/embed-token',
    operationId: 'createEmbedToken',
    summary: 'Create a URL to embed the portal',
    description:
      'Returns a URL for the `src` of an iframe. Create one on your server for each page view. It can be used once, within ' +
      `${portalAccessLimits.delegatedSessionTicketMs / 1000} seconds. The session shows this partner in this program for ${portalAccessLimits.embedMinutes} ` +
      'minutes. It can read everything and create links, but can’t change anything else. Only the origins in the portal settings can embed it. If there are none, the request fails with 409. Requires `partner:manage`, and `billing:read` because it shows ' +
      'earnings and payouts. The session ends if its creator loses either permission.',
    permission: 'partner:manage',
    alsoRequires: IMPERSONATION_READ_PERMISSIONS,
    ids: { partnerId: partnerNotFoundError },
    status: 201,
    response: dataSchema(DelegatedSession),
    errors: [409],
    handle: async ({ realCtx, program, actorId, ids: { partnerId }, reply }) => {
      reply.header('cache-control', 'no-store')
      const settings = await findPortalSettings(realCtx.database.kysely, program.id)
      if (settings.embed_origins.length === 0) {
        throw new ApiError(
          'conflict',
          'The program has no origins that may embed its portal. Add yours first.',
        )
      }
      const opened = await openDelegatedSession(realCtx, program, {
        kind: 'embed',
        partnerId,
        opener: toSessionOpener(actorId),
      })
      return { data: show(realCtx, { kind: 'embed', programId: program.id }, opened) }
    },
  })
}

function registerEnter(app: App, deps: ServiceDeps) {
  app.route({
    ...openInput,
    method: 'POST',
    url: '/api/partner/delegated-sessions',
    schema: {
      tags: ['Partner'],
      security: [],
      operationId: 'startDelegatedSession',
      summary: 'Start a delegated session',
      description:
        'Exchanges a URL’s token for a session token. Sets no cookie, so send the returned token with each request.',
      body: LinkBody,
      response: { 200: dataSchema(StartedSession), ...errorResponses([400, 401, 403, 413, 415]) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      rejectOtherSites(deps.config, request)
      const { token: ticket } = readInput(request).body
      await deps.limits.consumeFailedAuthentication(request.ip)
      const entered = await startDelegatedSession(deps, ticket)
      if (entered === undefined) {
        throw new ApiError(
          'unauthorized',
          'This link was already used or has expired. Reload the page you came from.',
        )
      }
      await deps.limits.refundAuthentication(request.ip)
      const { token, kind, programId, expiresAt } = entered
      return { data: { token, kind, programId, expiresAt: expiresAt.toISOString() } }
    },
  })
}

/**
 * Returns a session's creator. @param actorId a user's ID, or `key:` and the number of a management key
 */
function toSessionOpener(actorId: string): SessionOpener {
  const keyId = /^key:(\d+)$/.exec(actorId)?.[1]
  return keyId === undefined ? { user_id: actorId, key_id: null } : { user_id: null, key_id: Number(keyId) }
}

function show(
  { config }: Pick<ServiceDeps, 'config'>,
  to: { kind: 'view' | 'embed'; programId: number },
  opened: OpenedDelegatedSession | undefined,
): Static<typeof DelegatedSession> {
  if (opened === undefined) throw partnerNotFoundError()
  const { ticket, ticketEndsAt, expiresAt } = opened
  return {
    url: delegatedSessionUrl(config.publicUrl, to, ticket),
    urlEndsAt: ticketEndsAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
