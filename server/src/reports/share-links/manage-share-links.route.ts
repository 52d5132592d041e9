import Type, { type Static } from 'typebox'
import { withTransaction } from '../../core/database/transaction.ts'
import { TIMELINE_QUERY_TYPE } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { readRequested, requestedFields } from '../explain/explain-response.http.ts'
import { shareLinkLimits } from './limits.ts'
import { revokeShareLink } from './share-links.sql.ts'
import { listSharedTimelines, type OpenedLink, shareTimeline } from './share-timeline.flow.ts'
import { shareLinkUrl } from './share-token.rule.ts'

const LinkFields = {
  id: Type.Integer(),
  queryType: choice(TIMELINE_QUERY_TYPE),
  query: nullable(Type.String({ description: 'Null for emails, because only a hash is stored.' })),
  createdAt: Instant,
  expiresAt: Instant,
}

const ShareLink = namedObject('ShareLink', LinkFields)

const NewShareLink = namedObject('NewShareLink', {
  ...LinkFields,
  url: Type.String({
    description: 'Anyone with this link can read the timeline until it expires. Shown only once.',
  }),
})

const LINKS = '/api/programs/:programId/share-links'

/** Registers the routes for links that show one timeline to external support for a day (docs/explain.md). */
export function registerManageShareLinks(app: App, deps: ServiceDeps): void {
  registerShare(app, deps)
  registerList(app, deps)
  registerRevoke(app, deps)
}

function registerShare(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: LINKS,
    operationId: 'shareTimeline',
    summary: 'Create a share link',
    description: `Takes exactly one of transactionId, customerKey, clickId and email. For ${shareLinkLimits.linkHours} hours, anyone with the link can read this timeline without signing in. It is always up to date and hides emails, your team’s notes, and partners who weren’t involved in the decision.`,
    permission: 'timeline:share',
    body: {
      schema: namedObject('ShareLinkBody', requestedFields),
      read: (sent) => readRequested(sent, deps.config.appSecret),
    },
    status: 201,
    response: dataSchema(NewShareLink),
    errors: [409],
    handle: async ({ realCtx, program, actorId, body: query, reply }) => {
      const shared = await shareTimeline(realCtx, program.id, { query, actorId })
      if (shared.kind === 'too_many') {
        const links = shareLinkLimits.linksPerProgram
        throw new ApiError(
          'conflict',
          `A program can have at most ${links} active share links. Revoke one first.`,
          {
            links,
          },
        )
      }
      reply.header('cache-control', 'no-store')
      return { data: { ...showLink(shared.link), url: shareLinkUrl(realCtx.config.publicUrl, shared.token) } }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: LINKS,
    operationId: 'listShareLinks',
    summary: 'List share links',
    description: `The program’s active share links, newest first, at most ${shareLinkLimits.linksPerProgram}.`,
    permission: 'timeline:share',
    response: Type.Object({ data: Type.Array(ShareLink) }),
    handle: async ({ program }) => {
      const links = await listSharedTimelines(deps, program.id)
      return { data: links.map(showLink) }
    },
  })
}

function registerRevoke(app: App, deps: ServiceDeps) {
  const noLink = () =>
    new ApiError('not_found', 'This share link does not exist, has expired or was revoked.')
  programRoute(app, deps, {
    method: 'DELETE',
    url: `${LINKS}/:linkId`,
    operationId: 'revokeShareLink',
    summary: 'Revoke a share link',
    description: 'The link stops working immediately.',
    permission: 'timeline:share',
    ids: { linkId: noLink },
    response: dataSchema(Type.Object({ id: Type.Integer() })),
    handle: async ({ realCtx, program, ids: { linkId } }) => {
      const isRevoked = await withTransaction(realCtx, (transaction) =>
        revokeShareLink(transaction, program.id, linkId, realCtx.clock.now()),
      )
      if (!isRevoked) throw noLink()
      return { data: { id: linkId } }
    },
  })
}

function showLink(link: OpenedLink): Static<typeof ShareLink> {
  return { ...toResponseFields(link), query: link.query_type === 'emailHash' ? null : (link.query ?? null) }
}
