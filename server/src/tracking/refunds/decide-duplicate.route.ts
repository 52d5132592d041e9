import Type from 'typebox'
import { DUPLICATE_DECISIONS } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { CurrencyCode, choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { webhookLimits } from '../../notifications/webhooks/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { decideDuplicate, findDuplicate } from './decide-duplicate.flow.ts'

const Decision = choice(DUPLICATE_DECISIONS, 'DuplicateDecision')

const ReportedSale = namedObject('ReportedSale', {
  saleId: Type.Integer(),
  transactionId: Type.String(),
  providerPaymentId: nullable(Type.String()),
  amountCents: Type.Integer(),
  refundedCents: Type.Integer(),
  currency: CurrencyCode,
  source: choice(['merchant', 'processor'], 'ReportedSaleSource'),
  receivedAt: Instant,
})

const PossibleDuplicate = namedObject('PossibleDuplicate', {
  decision: Type.Union([Decision, Type.Null()], { description: 'Null while the commission is on hold.' }),
  reports: Type.Array(ReportedSale, { description: 'Both sales, the earlier one first.' }),
})

const DecisionBody = Type.Object({ decision: Decision, reason: DisplayText(webhookLimits.maxTitleLength) })

/**
 * Registers the routes for two sales that refer to the same payment: their reports, and the decision on whether both
 * are real.
 */
export function registerDecideDuplicate(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  const url = '/api/programs/:programId/commissions/:commissionId/duplicate'
  const ids = { commissionId: noDuplicateError }

  programRoute(app, deps, {
    method: 'GET',
    url,
    operationId: 'readPossibleDuplicate',
    summary: 'Retrieve a possible duplicate',
    permission: 'billing:read',
    ids,
    response: dataSchema(PossibleDuplicate),
    handle: async ({ program, ids: { commissionId } }) => {
      const duplicate = await findDuplicate(kysely, program.id, commissionId)
      if (duplicate === undefined) throw noDuplicateError()
      const reports = duplicate.reports.map((sale) => ({
        ...toResponseFields(sale),
        saleId: sale.id,
        source: sale.created_sale ? ('processor' as const) : ('merchant' as const),
      }))
      return { data: { decision: duplicate.decision, reports } }
    },
  })

  programRoute(app, deps, {
    method: 'POST',
    url,
    operationId: 'decidePossibleDuplicate',
    summary: 'Resolve a possible duplicate',
    description:
      '`both_real` releases the commission: it is approved when its hold period ends. `duplicate` reverses it with its ' +
      'sale and fee. Idempotent, but the opposite decision returns 409.',
    permission: 'commission:manage',
    ids,
    body: { schema: DecisionBody },
    response: dataSchema(namedObject('DecidedDuplicate', { decision: Decision, isChanged: Type.Boolean() })),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids: { commissionId }, body: { decision, reason } }) => {
      const outcome = await decideDuplicate(ctx, program.id, { commissionId, decision, actorId, reason })
      switch (outcome.kind) {
        case 'decided':
          return { data: { decision, isChanged: outcome.isChanged } }
        case 'not_found':
          throw noDuplicateError()
        case 'decided_otherwise':
          throw new ApiError(
            'conflict',
            'This possible duplicate was already resolved with the opposite decision.',
          )
      }
    },
  })
}

function noDuplicateError() {
  return new ApiError('not_found', 'This commission isn’t flagged as a possible duplicate.')
}
