import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { type RefundOutcome, recordRefund } from '../flows/apply-refund.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import { authenticateKey, unauthorizedKey } from '../http/program-key.ts'
import { bodyReader, readJsonObject, trackRoute } from '../http/wire.ts'
import { asksForTestMode } from '../rules/sale-request.ts'
import { answerTestEvent, TestAnswer } from './test-answer.ts'

const RefundBody = Type.Object({
  transaction_id: Type.String({
    minLength: 1,
    maxLength: limits.idChars,
    description: 'Of the sale, as it was sent to the sale endpoint.',
  }),
  refund_amount_cents: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'With `refund_id`: what this refund gave back. Without: how much of the sale has been given back in all. ' +
        'Default: all that is left.',
    }),
  ),
  refund_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.idChars,
      description: 'Your own id of this refund, unique within the sale; sent twice it counts once.',
    }),
  ),
  refund_reason: Type.Optional(
    Type.String({ maxLength: limits.titleChars, description: 'Kept in the audit log.' }),
  ),
  additional_data: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: '`test_mode: true` refunds a test sale.' }),
  ),
  livemode: Type.Optional(Type.Boolean({ description: '`false` refunds a test sale.' })),
})

const RefundAnswer = Type.Object({
  success: Type.Literal(true),
  status: Type.Enum(['refunded', 'reversed', 'no_commission', 'skipped'], {
    type: 'string',
    description:
      '`refunded`: in part; `reversed`: in full; `no_commission`: the sale had none to take back; `skipped`: seen before.',
  }),
  sale_id: Type.Integer(),
  commission_id: Type.Union([Type.Integer(), Type.Null()]),
  refunded_amount_cents: Type.Integer({ description: 'Of the sale, in all.' }),
  remaining_amount_cents: Type.Integer({ description: 'Of the sale.' }),
  message: Type.String(),
})

const readRefundBody = bodyReader(RefundBody)

/**
 * `POST /api/v1/track/refund`: takes back a sale, in full or in part, with its commission and fee in proportion,
 * exactly once. Called by the merchant's server with the program API key. The order of checks is the sale
 * endpoint's (D6).
 */
export function registerTrackRefund(app: App, deps: ServiceDeps) {
  app.route({
    ...trackRoute,
    method: 'POST',
    url: '/api/v1/track/refund',
    schema: {
      operationId: 'trackRefund',
      tags: ['Track'],
      summary: 'Record a refund',
      security: [{ programApiKey: [] }],
      body: RefundBody,
      response: {
        200: Type.Union([RefundAnswer, TestAnswer]),
        ...errorResponses([400, 401, 404, 413, 415], { withKey: true }),
      },
    },
    handler: async (request, reply) => {
      const receivedAt = deps.clock.now()
      const key = await authenticateKey(deps, request, reply, receivedAt)
      if (key === undefined) {
        await deps.limits.consumeFailedAuthentication(request.ip)
        throw unauthorizedKey()
      }
      const json = readJsonObject(request.body, { textPlain: false })
      const isTest = key.mode === 'test' || asksForTestMode(json)
      const body = readRefundBody(json)
      const { transaction_id, refund_id, refund_amount_cents } = body
      const outcome = await recordRefund(
        deps,
        key.programId,
        { transaction_id, isTest },
        {
          kind: 'refund',
          refund_id,
          amount_cents: refund_amount_cents,
          isCapped: false,
          reason: body.refund_reason,
          source: 'merchant',
        },
        receivedAt,
      )
      return answer(key.programId, isTest, outcome)
    },
  })
}

function answer(
  programId: number,
  isTest: boolean,
  outcome: RefundOutcome | { kind: 'sale_not_found' },
): Static<typeof RefundAnswer> | Static<typeof TestAnswer> {
  switch (outcome.kind) {
    case 'sale_not_found':
      throw new ApiError(
        'sale_not_found',
        `No ${isTest ? 'test' : 'live'} sale of this program has this transaction_id: nothing was recorded.`,
        { field: 'transaction_id' },
      )
    case 'too_much':
      throw invalidField(
        'refund_amount_cents',
        `refund_amount_cents is more than what is left of the sale (${outcome.left_cents}): nothing was recorded.`,
      )
    case 'unknown_amount':
      throw invalidField(
        'transaction_id',
        'This test sale was sent without amount_cents: there is nothing to refund.',
      )
    case 'applied':
    case 'skipped':
      if (isTest) return answerTestEvent('refund', programId, outcome.event_id ?? outcome.sale_id)
      return showRefund(outcome)
  }
}

/** How a refund is answered wherever it is reported. */
export function showRefund(
  outcome: Extract<RefundOutcome, { kind: 'applied' | 'skipped' }>,
): Static<typeof RefundAnswer> {
  const { sale_id, commission_id, amount_cents, refunded_cents } = outcome
  const status = statusOf(outcome)
  return {
    success: true,
    status,
    sale_id,
    commission_id: commission_id ?? null,
    refunded_amount_cents: refunded_cents,
    remaining_amount_cents: amount_cents - refunded_cents,
    message: MESSAGES[status],
  }
}

function statusOf(
  outcome: Extract<RefundOutcome, { kind: 'applied' | 'skipped' }>,
): Static<typeof RefundAnswer>['status'] {
  if (outcome.kind === 'skipped') return 'skipped'
  if (outcome.commission_id === undefined) return 'no_commission'
  return outcome.refunded_cents === outcome.amount_cents ? 'reversed' : 'refunded'
}

const MESSAGES = {
  refunded: 'Refund recorded: the commission and the fee shrank in proportion.',
  reversed: 'Refund recorded: nothing of the sale is left, its commission and fee are reversed.',
  no_commission: 'Refund recorded: the sale has no commission.',
  skipped: 'This refund was recorded before; nothing was recorded again.',
} as const
