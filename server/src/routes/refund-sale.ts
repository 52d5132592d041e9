import Type from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { refundSale } from '../flows/apply-refund.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import {
  choice,
  dataOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { findSale } from '../store/refund.ts'
import { showRefund } from './track-refund.ts'

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
  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/sales/:saleId/refunds',
    schema: {
      ...managementSchema,
      operationId: 'refundSale',
      summary: 'Record a refund of a live sale',
      description: 'It moves no money: it records that the customer got it back.',
      params: Type.Object({ ...ProgramParams.properties, saleId: Type.String() }),
      body: RefundBody,
      response: { 200: dataOf(Refund), ...errorResponses([400, 401, 403, 404, 413, 415]) },
    },
    handler: async (request) => {
      const { program, userId } = await requirePermission(
        deps,
        request,
        request.params.programId,
        'commission:manage',
      )
      const { refundId, amountCents, reason } = readRefundBody(readObject(request.body))
      const id = parseId(request.params.saleId)
      const sale = id === undefined ? undefined : await findSale(deps.database.kysely, program.id, id)
      if (sale === undefined || sale.is_test) throw noSuchSale()
      const outcome = await refundSale(
        deps,
        program.id,
        sale.id,
        {
          kind: 'refund',
          refund_id: refundId,
          amount_cents: amountCents,
          isCapped: false,
          reason,
          source: 'dashboard',
          actorUserId: userId,
        },
        deps.clock.now(),
      )
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
