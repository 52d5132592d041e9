import { ApiError } from '../../core/errors/errors.http.ts'
import { dataOf } from '../../core/http/management-route.http.ts'
import { readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { presentsManagementKey } from '../../workspace/accounts/management-key.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { explain } from './explain.flow.ts'
import { askedFields, ExplanationAnswer, readAsked } from './explain-answer.http.ts'
import { presentExplanation } from './present-explanation.rule.ts'

/**
 * `GET /api/programs/:programId/explain`: why an order paid, or did not. A name of which nothing was ever received is an
 * answer too, with what to check.
 */
export function registerExplain(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/explain',
    operationId: 'explain',
    summary: 'Why an order paid, or did not',
    description:
      'Takes exactly one of transactionId, customerKey, clickId and email. Answers with the whole timeline in order and one conclusion from a closed set of reasons (docs/explain.md), decided by the rules that decide sales. An unknown name is answered too: `nothing_received`, with what to check.',
    permission: 'billing:read',
    query: {
      parameters: askedFields,
      read: (query) =>
        readAsked(
          {
            transactionId: readText(query, 'transactionId'),
            customerKey: readText(query, 'customerKey'),
            clickId: readText(query, 'clickId'),
            email: readText(query, 'email'),
          },
          deps.config.appSecret,
        ),
    },
    answer: dataOf(ExplanationAnswer),
    handle: async ({ program, query: asked, request }) => {
      // A key may be of this program alone: what others of its workspace know is a person's to see.
      const isWorkspaceWide = !presentsManagementKey(request)
      const found = await explain(deps, { programId: program.id, asked, isWorkspaceWide })
      if (found === undefined) throw new ApiError('not_found', 'There is no program of this id.')
      return { data: presentExplanation(found.explanation, program.time_zone, program) }
    },
  })
}
