import Type from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { portalAccessLimits } from './limits.ts'
import { partnerRoute } from './partner-route.http.ts'
import { setPartnerCookie } from './partner-session.http.ts'
import { deletePartnerSession, deletePartnerSessions, listPartnerSessions } from './partner-sessions.sql.ts'

const PartnerSession = namedObject('PartnerSession', {
  id: Type.Integer(),
  device: Type.String({ description: 'Browser and operating system.' }),
  createdAt: Instant,
  seenAt: Instant,
  isCurrent: Type.Boolean({ description: 'Whether this is the current session.' }),
})

/** Registers the routes for a partner's own sessions. */
export function registerManagePartnerSessions(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  partnerRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/sessions',
    operationId: 'listPartnerSessions',
    summary: 'List your sessions',
    isAccountRoute: true,
    response: dataSchema(Type.Array(PartnerSession)),
    handle: async ({ session }) => {
      const page = { now: deps.clock.now(), rows: portalAccessLimits.partnerSessions }
      const rows = await listPartnerSessions(kysely, session.account_id, page)
      const data = rows.map(({ id, device, created_at, seen_at }) => ({
        id,
        device,
        createdAt: created_at.toISOString(),
        seenAt: seen_at.toISOString(),
        isCurrent: id === session.id,
      }))
      return { data }
    },
  })
  partnerRoute(app, deps, {
    method: 'DELETE',
    url: '/api/partner/sessions/:sessionId',
    operationId: 'endPartnerSession',
    summary: 'End one of your sessions',
    isAccountRoute: true,
    ids: ['sessionId'],
    response: dataSchema(Type.Object({ ended: Type.Literal(true) })),
    handle: async ({ session, ids: { sessionId = 0 }, reply }) => {
      if (!(await deletePartnerSession(kysely, session.account_id, sessionId))) {
        throw new ApiError('not_found', 'You have no session with this ID.')
      }
      if (sessionId === session.id) setPartnerCookie(deps.config, reply, undefined)
      return { data: { ended: true as const } }
    },
  })
  partnerRoute(app, deps, {
    method: 'DELETE',
    url: '/api/partner/sessions',
    operationId: 'endPartnerSessions',
    summary: 'Sign out everywhere',
    isAccountRoute: true,
    response: dataSchema(
      Type.Object({ ended: Type.Integer({ description: 'The number of ended sessions.' }) }),
    ),
    handle: async ({ session, reply }) => {
      const endedSessions = await deletePartnerSessions(kysely, session.account_id)
      setPartnerCookie(deps.config, reply, undefined)
      return { data: { ended: endedSessions } }
    },
  })
}
