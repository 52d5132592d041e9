import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { CurrencyCode, choice, dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { neverEmpty } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { trimId } from '../../core/text/trimmed-id.rule.ts'
import { webhookLimits } from '../../notifications/webhooks/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { refundSale } from './apply-refund.flow.ts'
import { findSale } from './refund.sql.ts'
import { otherCurrencyError, showRefund } from './refund-response.http.ts'

const RefundBody = Type.Object(
  {
    refundId: Type.String({
      minLength: 1,
      maxLength: limits.maxIdLength,
      description:
        'Your own ID for the refund, unique within the sale. A repeated ID counts once, including if your server ' +
        'sends it as `refund_id`.',
    }),
    amountCents: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Defaults to the remaining amount.',
      }),
    ),
    currency: Type.Optional(CurrencyCode),
    reason: DisplayText(webhookLimits.maxTitleLength),
    isSeparate: Type.Optional(
      Type.Boolean({
        description:
          'Records the refund even if your team or server has already reported a refund of the same amount for this sale.',
      }),
    ),
  },
  neverEmpty('amountCents'),
)

const Refund = Type.Object({
  status: choice(['refunded', 'reversed', 'no_commission', 'skipped']),
  saleId: Type.Integer(),
  commissionId: nullable(Type.Integer()),
  refundedAmountCents: Type.Integer(),
  remainingAmountCents: Type.Integer(),
  message: Type.String(),
})

/**
 * Registers the route for refunds entered by a team member. Such refunds have the same effect as the merchant's own
 * requests, and record the actor and reason in the audit log.
 */
export function registerRefundSale(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/sales/:saleId/refunds',
    operationId: 'refundSale',
    summary: 'Refund a sale',
    description:
      'Records a refund that the customer has already received. No money is moved. `currency`, if sent, must be ' +
      'the sale’s currency. If your team or server has already reported a refund of the same amount for this sale, ' +
      'nothing is recorded and the response is 409, unless `isSeparate` is true.',
    permission: 'commission:manage',
    ids: { saleId: saleNotFoundError },
    body: { schema: RefundBody },
    response: dataSchema(Refund),
    errors: [409],
    handle: async ({ realCtx, program, actorId, ids, body }) => {
      const { refundId, amountCents, currency, reason, isSeparate = false } = body
      const sale = await findSale(realCtx.database.kysely, program.id, ids.saleId)
      if (sale === undefined || sale.is_test) throw saleNotFoundError()
      if (currency !== undefined && currency !== sale.currency) throw otherCurrencyError(sale.currency)
      const id = trimId(refundId)
      if (id === '') throw invalidFieldError('refundId', 'refundId must not be empty.')
      const outcome = await refundSale(realCtx, program, {
        saleId: sale.id,
        report: {
          kind: 'refund',
          amountIs: 'part',
          refundId: id,
          amountCents,
          reason,
          source: 'dashboard',
          actorUserId: actorId,
          isSeparate,
        },
        receivedAt: realCtx.clock.now(),
      })
      switch (outcome.kind) {
        case 'unknown_amount':
          throw saleNotFoundError()
        case 'too_much':
          throw invalidFieldError(
            'amountCents',
            `amountCents must not exceed the sale’s remaining amount (${outcome.left_cents}).`,
          )
        case 'possible_duplicate':
          throw new ApiError(
            'conflict',
            `This sale already has a refund of the same amount (${outcome.refund_id}). If this is a separate refund, ` +
              'send isSeparate: true.',
            { refundId: outcome.refund_id },
          )
        case 'applied':
        case 'skipped': {
          const response = showRefund(outcome)
          return {
            data: toResponseFields(response),
          }
        }
      }
    },
  })
}

function saleNotFoundError() {
  return new ApiError('not_found', 'The program has no live sale with this ID.')
}
