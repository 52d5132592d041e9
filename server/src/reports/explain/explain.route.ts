import { ApiError } from '../../core/errors/errors.http.ts'
import { dataOf } from '../../core/http/management-route.http.ts'
import { readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { presentsManagementKey } from '../../workspace/accounts/management-key.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { explain } from './explain.flow.ts'
import { ExplanationResponse, readRequested, requestedFields } from './explain-response.http.ts'
import { presentExplanation } from './present-explanation.rule.ts'

/**
 * `GET /api/programs/:programId/explain`: why an order earned a commission or not. An unknown name also gets a
 * 200, with what to check.
 */
export function registerExplain(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/explain',
    operationId: 'explain',
    summary: 'Explain an order',
    description:
      'Takes exactly one of transactionId, customerKey, clickId and email. Returns the timeline in order and one conclusion from a fixed set of reasons (docs/explain.md), decided by the same rules as sales. Unknown identifiers return `nothing_received` and suggest what to check.',
    permission: 'billing:read',
    query: {
      parameters: requestedFields,
      read: (query) =>
        readRequested(
          {
            transactionId: readText(query, 'transactionId'),
            customerKey: readText(query, 'customerKey'),
            clickId: readText(query, 'clickId'),
            email: readText(query, 'email'),
          },
          deps.config.appSecret,
        ),
    },
    response: dataOf(ExplanationResponse),
    handle: async ({ program, query, request }) => {
      // A management key may be limited to this program; only members may learn about other programs.
      const isWorkspaceWide = !presentsManagementKey(request)
      const found = await explain(deps, { programId: program.id, query, isWorkspaceWide })
      if (found === undefined) throw new ApiError('not_found', 'There is no program with this ID.')
      return { data: presentExplanation(found.explanation, program.time_zone, program) }
    },
  })
}
