import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/config.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { STORY_ASKED_BY } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, dataOf, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { askedFields, readAsked } from './explain-answer.http.ts'
import { revokeStoryLink } from './share-links.sql.ts'
import { listSharedStories, type OpenedLink, shareStory } from './share-timeline.flow.ts'
import { storyLink } from './share-token.rule.ts'

const LinkFields = {
  id: Type.Integer(),
  askedBy: choice(STORY_ASKED_BY),
  asked: nullable(Type.String({ description: 'Null for an e-mail, of which only a hash is kept.' })),
  createdAt: Instant,
  expiresAt: Instant,
}

const StoryLink = namedObject('StoryLink', LinkFields)

const NewStoryLink = namedObject('NewStoryLink', {
  ...LinkFields,
  url: Type.String({
    description: 'Whoever has it reads the story until it expires. It is shown this once.',
  }),
})

const LINKS = '/api/programs/:programId/story-links'

/** Links by which support outside reads one story for a day: docs/explain.md. */
export function registerManageStoryLinks(app: App, deps: ServiceDeps): void {
  registerShare(app, deps)
  registerList(app, deps)
  registerRevoke(app, deps)
}

function registerShare(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: LINKS,
    operationId: 'shareStory',
    summary: 'Share one story by a link',
    description: `Takes exactly one of transactionId, customerKey, clickId and email. Whoever opens the link within ${limits.storyLinkHours} hours reads this one story, as it then is, without signing in: without e-mails, without notes of your team, and of partners only those who decided.`,
    permission: 'story:share',
    body: {
      schema: namedObject('StoryLinkBody', askedFields),
      read: (sent) => readAsked(sent, deps.config.appSecret),
    },
    status: 201,
    answer: dataOf(NewStoryLink),
    errors: [409],
    handle: async ({ realCtx, program, actorId, body: asked, reply }) => {
      const shared = await shareStory(realCtx, program.id, { asked, actorId })
      if (shared.kind === 'too_many') {
        const links = limits.storyLinksPerProgram
        throw new ApiError(
          'conflict',
          `A program has at most ${links} links to stories at a time: revoke one.`,
          {
            links,
          },
        )
      }
      reply.header('cache-control', 'no-store')
      return { data: { ...showLink(shared.link), url: storyLink(realCtx.config.publicUrl, shared.token) } }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: LINKS,
    operationId: 'listStoryLinks',
    summary: 'List the links to stories that can be opened',
    description: `Of the program, the newest first; at most ${limits.storyLinksPerProgram}.`,
    permission: 'story:share',
    answer: Type.Object({ data: Type.Array(StoryLink) }),
    handle: async ({ program }) => {
      const links = await listSharedStories(deps, program.id)
      return { data: links.map(showLink) }
    },
  })
}

function registerRevoke(app: App, deps: ServiceDeps) {
  const noLink = () =>
    new ApiError('not_found', 'This program has no such link to a story, or it has expired or was revoked.')
  programRoute(app, deps, {
    method: 'DELETE',
    url: `${LINKS}/:linkId`,
    operationId: 'revokeStoryLink',
    summary: 'Revoke a link to a story',
    description: 'It opens nothing from now on.',
    permission: 'story:share',
    ids: { linkId: noLink },
    answer: dataOf(Type.Object({ id: Type.Integer() })),
    handle: async ({ realCtx, program, ids: { linkId } }) => {
      const isRevoked = await withTransaction(realCtx, (transaction) =>
        revokeStoryLink(transaction, program.id, linkId, realCtx.clock.now()),
      )
      if (!isRevoked) throw noLink()
      return { data: { id: linkId } }
    },
  })
}

function showLink(link: OpenedLink): Static<typeof StoryLink> {
  return {
    id: link.id,
    askedBy: link.asked_by,
    asked: link.asked_by === 'emailHash' ? null : (link.asked ?? null),
    createdAt: link.created_at.toISOString(),
    expiresAt: link.expires_at.toISOString(),
  }
}
