import Type, { type Static } from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { dataOf, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { ExplanationAnswer } from './explain-answer.http.ts'
import { presentExplanation } from './present.rule.ts'
import { openStory } from './share-timeline.flow.ts'

const SharedStory = namedObject('SharedStory', {
  programName: Type.String(),
  timeZone: Type.String({ description: 'Of the program.' }),
  asked: Type.String({ description: 'What the story is of; empty for an e-mail.' }),
  expiresAt: Instant,
  explanation: ExplanationAnswer,
})

const PRESENTED = /^Bearer +(story_[\w-]{1,100}) *$/i

/**
 * `GET /api/shared-story`: the one story that a link opens, without a session. The token comes as a header, which nothing
 * logs; guesses count against the limit of failed authentications of their address (D46).
 */
export function registerOpenSharedStory(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'GET',
    url: '/api/shared-story',
    schema: {
      tags: ['Management'],
      security: [{ storyLink: [] }],
      operationId: 'openSharedStory',
      summary: 'Read the story of a link',
      description:
        'With the token of the link (what stands behind its `#`) as `Authorization: Bearer story_…`. An answer is 404 when the link has expired, was revoked or never was.',
      response: { 200: dataOf(SharedStory), ...errorResponses([404]) },
    },
    handler: async (request, reply): Promise<{ data: Static<typeof SharedStory> }> => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow, noarchive' })
      const token = PRESENTED.exec(request.headers.authorization ?? '')?.[1]
      const opened = token === undefined ? undefined : await openStory(deps, token)
      if (opened === undefined) {
        await deps.limits.consumeFailedAuthentication(request.ip)
        throw new ApiError(
          'not_found',
          'This link opens nothing: it has expired, was revoked, or was not copied whole. Ask for a new one.',
        )
      }
      readInput(request)
      const { explanation, program, expiresAt } = opened
      return {
        data: {
          programName: program.name,
          timeZone: program.time_zone,
          asked: explanation.asked.value,
          expiresAt: expiresAt.toISOString(),
          explanation: presentExplanation(explanation, program.time_zone, program),
        },
      }
    },
  })
}
