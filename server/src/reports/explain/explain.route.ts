import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { dataOf } from '../../core/http/management-route.http.ts'
import { readId, readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { presentsManagementKey } from '../../workspace/accounts/management-key.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { explain } from './explain.flow.ts'
import { findTransactionId } from './explain.sql.ts'
import type { ExplainQuery } from './explain.ts'
import { ExplanationResponse, explainFields, readRequested } from './explain-response.http.ts'
import type { Explanation } from './explanation-text.rule.ts'
import { presentExplanation } from './present-explanation.rule.ts'

/**
 * Registers `GET /api/programs/:programId/explain`, which returns why an order earned a commission or not. An unknown
 * identifier also gets a 200, with what to check.
 */
export function registerExplain(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/explain',
    operationId: 'explain',
    summary: 'Explain an order',
    description:
      'Takes exactly one of transactionId, saleId, customerKey, clickId and email. Returns the timeline in order and one conclusion from a fixed set of reasons (docs/explain.md), decided by the same rules as sales. Unknown identifiers return `nothing_received` and suggest what to check.',
    permission: 'billing:read',
    query: {
      parameters: explainFields,
      read: (query) => readExplainQuery(query, deps.config.appSecret),
    },
    response: dataOf(ExplanationResponse),
    handle: async ({ program, query: requested, request }) => {
      const present = (explanation: Explanation) =>
        presentExplanation(explanation, program.time_zone, program)
      const query = 'saleId' in requested ? await orderOf(deps, program.id, requested.saleId) : requested
      if ('conclusion' in query) return { data: present(query) }
      // A management key may be limited to this program, so only members may learn about other programs.
      const isWorkspaceWide = !presentsManagementKey(request)
      const explained = await explain(deps, { programId: program.id, query, isWorkspaceWide })
      if (explained === undefined) throw new ApiError('not_found', 'There is no program with this ID.')
      return { data: present(explained.explanation) }
    },
  })
}

type RequestedExplanation = ExplainQuery | { saleId: number }

function readExplainQuery(query: unknown, appSecret: string): RequestedExplanation {
  const saleId = readId(query, 'saleId')
  const names = {
    transactionId: readText(query, 'transactionId'),
    customerKey: readText(query, 'customerKey'),
    clickId: readText(query, 'clickId'),
    email: readText(query, 'email'),
  }
  if (saleId === undefined) return readRequested(names, appSecret)
  if (Object.values(names).every((name) => name === undefined)) return { saleId }
  throw invalidField('saleId', 'Send exactly one of transactionId, saleId, customerKey, clickId and email.')
}

/** Returns the query for a sale identified by its number, or the response that nothing is known about it. */
async function orderOf(
  { database }: ServiceDeps,
  programId: number,
  saleId: number,
): Promise<ExplainQuery | Explanation> {
  const value = await findTransactionId(database.kysely, programId, saleId)
  if (value !== undefined) return { by: 'transactionId', value }
  const name = `sale ${saleId}`
  return {
    query: { by: 'transactionId', value: name },
    timeline: [],
    testEvents: [],
    isCut: false,
    conclusion: { reason: 'nothing_received', facts: { query: name } },
  }
}
