import Type, { type Static } from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { ExplanationResponse } from '../explain/explain-response.http.ts'
import { presentExplanation } from '../explain/explanation-text.rule.ts'
import { openTimeline } from './share-timeline.flow.ts'

const SharedTimeline = namedObject('SharedTimeline', {
  programName: Type.String(),
  timeZone: Type.String({ description: 'The program’s time zone, as an IANA name.' }),
  query: Type.String({ description: 'The identifier that the timeline is about. Empty for an email.' }),
  expiresAt: Instant,
  explanation: ExplanationResponse,
})

const PRESENTED = /^Bearer +(story_[\w-]{1,100}) *$/i

/**
 * Registers `GET /api/shared-timeline`, which returns a share link's timeline without a session. The token is sent in a
 * header, which is never logged. Guesses count as failed authentication attempts from their IP address (D46).
 */
export function registerOpenSharedTimeline(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'GET',
    url: '/api/shared-timeline',
    schema: {
      tags: ['Management'],
      security: [{ shareLink: [] }],
      operationId: 'openSharedTimeline',
      summary: 'Read a shared timeline',
      description:
        'Send the link’s token (the part after `#`) as `Authorization: Bearer story_…`. Returns 404 if the link ' +
        'has expired, was revoked or never existed.',
      response: { 200: dataSchema(SharedTimeline), ...errorResponses([404]) },
    },
    handler: async (request, reply): Promise<{ data: Static<typeof SharedTimeline> }> => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow, noarchive' })
      const token = PRESENTED.exec(request.headers.authorization ?? '')?.[1]
      const opened = token === undefined ? undefined : await openTimeline(deps, token)
      if (opened === undefined) {
        await deps.limits.consumeFailedAuthentication(request.ip)
        throw new ApiError(
          'not_found',
          'This link has expired, was revoked, or is incomplete. Ask for a new one.',
        )
      }
      readInput(request)
      const { query, explanation, program, expiresAt } = opened
      return {
        data: {
          programName: program.name,
          timeZone: program.time_zone,
          query,
          expiresAt: expiresAt.toISOString(),
          explanation: presentExplanation(explanation, program),
        },
      }
    },
  })
}
