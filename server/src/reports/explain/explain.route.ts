import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { dataSchema } from '../../core/http/management-route.http.ts'
import { readId, readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { findSale } from '../../tracking/refunds/refund.sql.ts'
import { presentsManagementKey } from '../../workspace/accounts/management-key.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { explain } from './explain.flow.ts'
import type { ExplainQuery } from './explain.ts'
import {
  ExplanationResponse,
  explainFields,
  readRequested,
  requestedFields,
} from './explain-response.http.ts'
import { presentExplanation } from './explanation-text.rule.ts'

/**
 * Registers `GET /api/programs/:programId/explain`, which explains why an order did or didn't earn a commission. An
 * unknown identifier also returns 200, with suggestions of what to check.
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
    response: dataSchema(ExplanationResponse),
    handle: async ({ program, query, request }) => {
      // A management key may be limited to this program, so only members may learn about other programs.
      const isWorkspaceWide = !presentsManagementKey(request)
      const saleQuery = 'saleId' in query ? await nameSale(deps, program.id, query.saleId) : query
      const explanation = await explain(deps, { program, query: saleQuery, isWorkspaceWide })
      return { data: presentExplanation(explanation, program) }
    },
  })
}

function readExplainQuery(query: unknown, appSecret: string): ExplainQuery | { saleId: number } {
  const saleId = readId(query, 'saleId')
  const names = Object.keys(requestedFields).map((name) => [name, readText(query, name)] as const)
  if (saleId === undefined) return readRequested(Object.fromEntries(names), appSecret)
  if (names.every(([, value]) => value === undefined)) return { saleId }
  throw invalidFieldError(
    'saleId',
    'Send exactly one of transactionId, saleId, customerKey, clickId and email.',
  )
}

/** Returns the query for a sale's order. The name for an unknown number matches no order. */
async function nameSale({ database }: ServiceDeps, programId: number, saleId: number): Promise<ExplainQuery> {
  const sale = await findSale(database.kysely, programId, saleId)
  return { by: 'transactionId', value: sale?.transaction_id ?? `sale ${saleId}` }
}
