import Type from 'typebox'
import { limits } from '../platform/config.ts'
import { ApiError, invalidField } from '../platform/errors.http.ts'
import { choice, dataOf, nullable } from '../platform/management.http.ts'
import type { App, ServiceDeps } from '../platform/service.ts'
import { bodyReader } from '../platform/wire.http.ts'
import { programRoute } from '../programs/program-route.http.ts'
import { refundSale } from './apply-refund.flow.ts'
import { findSale } from './refund.sql.ts'
import { showRefund } from './refund-answer.http.ts'

const RefundBody = Type.Object({
  refundId: Type.String({
    minLength: 1,
    maxLength: limits.idChars,
    description: 'Chosen by the caller and unique within the sale: sent twice it counts once.',
  }),
  amountCents: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Default: all that is left.',
    }),
  ),
  reason: Type.String({ minLength: 1, maxLength: limits.titleChars, pattern: '\\S' }),
})

const Refund = Type.Object({
  status: choice(['refunded', 'reversed', 'no_commission', 'skipped']),
  saleId: Type.Integer(),
  commissionId: nullable(Type.Integer()),
  refundedAmountCents: Type.Integer(),
  remainingAmountCents: Type.Integer(),
  message: Type.String(),
})

const readRefundBody = bodyReader(RefundBody)

/** A refund entered by a person: the same as the merchant's own call, with who and why in the audit log. */
export function registerRefundSale(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/sales/:saleId/refunds',
    operationId: 'refundSale',
    summary: 'Record a refund of a live sale',
    description: 'It moves no money: it records that the customer got it back.',
    permission: 'commission:manage',
    ids: { saleId: noSuchSale },
    body: { schema: RefundBody, read: readRefundBody },
    answer: dataOf(Refund),
    handle: async ({ program, actorId, ids, body: { refundId, amountCents, reason } }) => {
      const sale = await findSale(deps.database.kysely, program.id, ids.saleId)
      if (sale === undefined || sale.is_test) throw noSuchSale()
      const outcome = await refundSale(deps, program, {
        saleId: sale.id,
        report: {
          kind: 'refund',
          amountIs: 'part',
          refundId,
          amountCents,
          reason,
          source: 'dashboard',
          actorUserId: actorId,
        },
        receivedAt: deps.clock.now(),
      })
      switch (outcome.kind) {
        case 'unknown_amount':
          throw noSuchSale()
        case 'too_much':
          throw invalidField(
            'amountCents',
            `amountCents is more than what is left of the sale (${outcome.left_cents}).`,
          )
        case 'applied':
        case 'skipped': {
          const shown = showRefund(outcome)
          return {
            data: {
              status: shown.status,
              saleId: shown.sale_id,
              commissionId: shown.commission_id,
              refundedAmountCents: shown.refunded_amount_cents,
              remainingAmountCents: shown.remaining_amount_cents,
              message: shown.message,
            },
          }
        }
      }
    },
  })
}

function noSuchSale() {
  return new ApiError('not_found', 'The program has no live sale of this id.')
}
