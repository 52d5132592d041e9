import Type from 'typebox'
import { createKeyedQueue } from '../../core/async/keyed-queue.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { dataSchema } from '../../core/http/management-route.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { CommissionIds, unknownCommissionsError } from '../commissions/commission-ids.http.ts'
import { markCommissionsPaid } from './mark-commissions-paid.flow.ts'
import { PayoutSum, Reference, sumPayouts } from './payout-response.http.ts'

const MarkBody = Type.Object({
  commissionIds: CommissionIds,
  reference: Type.Optional(Reference),
})

const MarkResult = Type.Object({
  batchId: Type.Integer({ description: 'The batch that contains the payouts created.' }),
  commissions: Type.Integer(),
  sums: Type.Array(PayoutSum),
})

export function registerMarkCommissionsPaid(app: App, deps: ServiceDeps): void {
  const keyedQueue = createKeyedQueue()
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/commissions/mark-paid',
    operationId: 'markCommissionsPaid',
    summary: 'Mark commissions as paid',
    description: 'Marks all commissions or none. Creates one paid payout per partner and currency.',
    permission: 'payout:manage',
    body: { schema: MarkBody },
    response: dataSchema(MarkResult),
    errors: [409],
    handle: async ({ ctx, program, actorId, body: { commissionIds, reference } }) => {
      const requested = { commissionIds, reference }
      const outcome = await keyedQueue(String(program.id), () =>
        markCommissionsPaid(ctx, program.id, requested, actorId),
      )
      switch (outcome.kind) {
        case 'marked': {
          const { batchId, payouts } = outcome
          const sums = sumPayouts(payouts, ctx.config.currencies)
          return { data: { batchId, commissions: commissionIds.length, sums } }
        }
        case 'unknown':
          throw unknownCommissionsError(outcome.commissionIds)
        case 'rejected':
          throw new ApiError(
            'conflict',
            'Some commissions are not approved, have no amount owed, are in an open payout, or belong to a partner who is not approved or whose payouts are paused. Nothing was changed.',
            { commissionIds: outcome.commissionIds },
          )
      }
    },
  })
}
