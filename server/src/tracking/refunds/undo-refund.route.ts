import Type from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { webhookLimits } from '../../notifications/webhooks/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { undoRefund } from './undo-refund.flow.ts'

const UndoneRefund = namedObject('UndoneRefund', {
  isChanged: Type.Boolean(),
  saleId: Type.Integer(),
  commissionId: nullable(Type.Integer()),
  refundedAmountCents: Type.Integer({ description: 'The sale’s total refunded amount.' }),
  remainingAmountCents: Type.Integer({ description: 'Amount of the sale that hasn’t been refunded.' }),
})

/** Registers the route that undoes a refund entered by the team. */
export function registerUndoRefund(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/sales/:saleId/refunds/:refundEventId/undo',
    operationId: 'undoRefund',
    summary: 'Undo a refund entered by the team',
    description:
      'For a refund that was entered by mistake, or that your server has reported under another ID. The sale, its ' +
      'commission, fee and statistics are recalculated from the remaining refunds. Amounts already paid or invoiced ' +
      'stay; the next payout and invoice contain the difference. Resolves the event for review about a possible ' +
      'duplicate. Idempotent.',
    permission: 'commission:manage',
    ids: { saleId: refundNotFoundError, refundEventId: refundNotFoundError },
    body: { schema: Type.Object({ reason: DisplayText(webhookLimits.maxTitleLength) }) },
    response: dataSchema(UndoneRefund),
    errors: [409],
    handle: async ({ realCtx, program, actorId, ids, body: { reason } }) => {
      const { saleId, refundEventId: eventId } = ids
      const receivedAt = realCtx.clock.now()
      const outcome = await undoRefund(realCtx, program, { saleId, eventId, actorId, reason, receivedAt })
      switch (outcome.kind) {
        case 'not_found':
          throw refundNotFoundError()
        case 'not_undoable':
          throw new ApiError(
            'conflict',
            'Only refunds entered by your team can be undone. Refunds reported by your server and payment processor ' +
              'follow their reports.',
          )
        case 'undone':
        case 'already_undone': {
          const { sale_id, commission_id, amount_cents, refunded_cents } = outcome
          return {
            data: {
              isChanged: outcome.kind === 'undone',
              saleId: sale_id,
              commissionId: commission_id ?? null,
              refundedAmountCents: refunded_cents,
              remainingAmountCents: amount_cents - refunded_cents,
            },
          }
        }
      }
    },
  })
}

function refundNotFoundError() {
  return new ApiError('not_found', 'The sale has no refund with this ID.')
}
