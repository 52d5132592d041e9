import Type, { type Static } from 'typebox'
import { DELEGATED_SESSIONS } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { choice, dataOf, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { refuseOtherSites } from '../../workspace/accounts/session.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { noSuchPartner } from '../enrollments/partner-answer.http.ts'
import { SHOWN_BY_VISITS } from './impersonation-permissions.rule.ts'
import { portalAccessLimits } from './limits.ts'
import {
  type OpenedDelegatedSession,
  type Opener,
  openDelegatedSession,
  startDelegatedSession,
} from './open-impersonation.flow.ts'
import { visitAddress } from './partner-addresses.rule.ts'
import { findPortalSettings } from './portal-settings.sql.ts'
import { LinkBody } from './sign-in-link.http.ts'

const Visit = namedObject('DelegatedSession', {
  url: Type.String({
    description:
      'Works once, until `urlEndsAt`. It is shown this once; what it let in lasts until `expiresAt`.',
  }),
  urlEndsAt: Instant,
  expiresAt: Instant,
})

const Entered = namedObject('StartedDelegatedSession', {
  token: Type.String({ description: 'Goes as `X-Partner-Visit` with each call. Keep it in memory alone.' }),
  kind: choice(DELEGATED_SESSIONS, 'DelegatedSessionKind'),
  programId: Type.Integer(),
  expiresAt: Instant,
})

/** The portal as a partner sees it, for the team to look at and for frames of the program's own pages. */
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
    summary: 'Look at the portal as a partner sees it',
    description:
      `An address that shows you this partner's portal in this program for ${portalAccessLimits.viewMinutes} minutes, and changes ` +
      'nothing: whatever would is 403. It ends when you may not do this any more, and stands in the audit log. It takes ' +
      '`partner:manage` and, for it shows what the partner earned and was paid, `billing:read`.',
    permission: 'partner:manage',
    alsoTakes: SHOWN_BY_VISITS,
    isPersonal: true,
    ids: { partnerId: noSuchPartner },
    status: 201,
    answer: dataOf(Visit),
    handle: async ({ realCtx, program, actorId, ids: { partnerId }, reply }) => {
      reply.header('cache-control', 'no-store')
      // By the real clock: who is let in does not go by that of a sandbox.
      const opened = await openDelegatedSession(realCtx, program, {
        kind: 'view',
        partnerId,
        opener: openerOf(actorId),
      })
      return { data: show(realCtx, { kind: 'view', programId: program.id }, opened) }
    },
  })
}

function registerEmbed(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/:partnerId/embed-token',
    operationId: 'createEmbedToken',
    summary: 'Show a partner his portal within a page of yours',
    description:
      'An address for the `src` of a frame, made by your server each time your page is asked for. It works once and for ' +
      `${portalAccessLimits.delegatedSessionTicketMs / 1000} seconds; what it lets in shows this partner in this program for ${portalAccessLimits.embedMinutes} ` +
      'minutes, reads everything and makes links, and changes nothing else. Only pages of the origins that the program ' +
      'lists may show it; where it lists none this is 409. It takes `partner:manage` and, for it shows what the partner ' +
      'earned and was paid, `billing:read`; it ends when who opened it has not both any more.',
    permission: 'partner:manage',
    alsoTakes: SHOWN_BY_VISITS,
    ids: { partnerId: noSuchPartner },
    status: 201,
    answer: dataOf(Visit),
    errors: [409],
    handle: async ({ realCtx, program, actorId, ids: { partnerId }, reply }) => {
      reply.header('cache-control', 'no-store')
      const settings = await findPortalSettings(realCtx.database.kysely, program.id)
      if (settings.embed_origins.length === 0) {
        throw new ApiError(
          'conflict',
          'The program lists no origin whose pages may show it: add yours first.',
        )
      }
      const opened = await openDelegatedSession(realCtx, program, {
        kind: 'embed',
        partnerId,
        opener: openerOf(actorId),
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
      summary: 'Enter by the ticket of an address, which is spent',
      description: 'Sets no cookie: the token of the answer goes with each call, and ends with the page.',
      body: LinkBody,
      response: { 200: dataOf(Entered), ...errorResponses([400, 401, 403, 413, 415]) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseOtherSites(deps.config, request)
      const { token: ticket } = readInput(request).body
      await deps.limits.consumeFailedAuthentication(request.ip)
      const entered = await startDelegatedSession(deps, ticket)
      if (entered === undefined) {
        throw new ApiError(
          'unauthorized',
          'This address was used or is too old: load the page that led here anew.',
        )
      }
      await deps.limits.forgiveAuthentication(request.ip)
      const { token, kind, programId, expiresAt } = entered
      return { data: { token, kind, programId, expiresAt: expiresAt.toISOString() } }
    },
  })
}

/** @param actorId the id of a person, or `key:` and the number of a management key */
function openerOf(actorId: string): Opener {
  const keyId = /^key:(\d+)$/.exec(actorId)?.[1]
  return keyId === undefined ? { user_id: actorId, key_id: null } : { user_id: null, key_id: Number(keyId) }
}

function show(
  { config }: Pick<ServiceDeps, 'config'>,
  to: { kind: 'view' | 'embed'; programId: number },
  opened: OpenedDelegatedSession | undefined,
): Static<typeof Visit> {
  if (opened === undefined) throw noSuchPartner()
  const { ticket, ticketEndsAt, expiresAt } = opened
  return {
    url: visitAddress(config.publicUrl, to, ticket),
    urlEndsAt: ticketEndsAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
