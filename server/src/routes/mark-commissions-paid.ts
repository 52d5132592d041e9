import Type from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { markCommissionsPaid } from '../flows/mark-commissions-paid.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError } from '../http/errors.ts'
import {
  choice,
  dataOf,
  managementRoute,
  managementSchema,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { Reference, sumsOf } from './manage-payouts.ts'

const MarkBody = Type.Object({
  commissionIds: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: limits.markedCommissions,
    uniqueItems: true,
  }),
  reference: Type.Optional(Reference),
})

const Marked = Type.Object({
  batchId: Type.Integer({ description: 'The batch of the paid payouts that say so.' }),
  commissions: Type.Integer(),
  sums: Type.Array(
    Type.Object({
      currency: choice(CURRENCIES),
      payouts: Type.Integer(),
      amountCents: Type.Unsafe<bigint>(Type.Integer({ minimum: 1 })),
    }),
  ),
})

const readMarkBody = bodyReader(MarkBody)

/** Commissions that were paid outside of a batch, singly or in bulk. */
export function registerMarkCommissionsPaid(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/commissions/mark-paid',
    schema: {
      ...managementSchema,
      operationId: 'markCommissionsPaid',
      summary: 'Mark approved commissions as paid, all of them or none',
      description: 'Makes one paid payout per partner and currency.',
      params: ProgramParams,
      body: MarkBody,
      response: { 200: dataOf(Marked), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request) => {
      const access = await requirePermission(deps, request, request.params.programId, 'commission:manage')
      const { commissionIds, reference } = readMarkBody(readObject(request.body))
      const asked = { commissionIds, reference }
      const outcome = await markCommissionsPaid(deps, access.program.id, asked, access.userId)
      switch (outcome.kind) {
        case 'marked': {
          const { batchId, payouts } = outcome
          return { data: { batchId, commissions: commissionIds.length, sums: sumsOf(payouts) } }
        }
        case 'unknown':
          throw new ApiError(
            'not_found',
            'The program has no commissions of these ids: nothing was changed.',
            {
              commissionIds: outcome.commissionIds,
            },
          )
        case 'refused':
          throw new ApiError(
            'conflict',
            'Only approved commissions of which something is owed, and that no open payout holds, can be marked: nothing was changed.',
            { commissionIds: outcome.commissionIds },
          )
      }
    },
  })
}
