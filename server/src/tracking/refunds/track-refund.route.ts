import Type, { type Static } from 'typebox'
import { createKeyedQueue } from '../../core/async/keyed-queue.ts'
import { limits } from '../../core/config/limits.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { CurrencyCode } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readJsonObject, trackRoute } from '../../core/http/request-parsing.http.ts'
import type { App } from '../../core/http/service.ts'
import { webhookLimits } from '../../notifications/webhooks/limits.ts'
import { type KeyDeps, requireKey } from '../../workspace/programs/program-key.http.ts'
import { startRequestNote } from '../requests/count-requests.http.ts'
import { nameUnknownFields } from '../requests/name-unknown-fields.http.ts'
import { optionalMetadata, trackBodyReader } from '../requests/optional-metadata.http.ts'
import { findPlaceholder } from '../requests/placeholder-field.rule.ts'
import type { RequestResult } from '../requests/request-outcome.ts'
import { testModeError } from '../requests/test-event.rule.ts'
import { respondToTestEvent, TestEventResponse } from '../requests/test-response.http.ts'
import { unknownFields } from '../requests/unknown-fields.rule.ts'
import { requestsTestMode } from '../sales/sale-request.rule.ts'
import { type NamedRefundOutcome, recordRefund } from './apply-refund.flow.ts'
import type { RefundChange } from './refund.rule.ts'
import { findRefundError } from './refund-request.rule.ts'
import { otherCurrencyError, RefundAnswer, showRefund } from './refund-response.http.ts'

const RefundBody = namedObject('RefundBody', {
  transaction_id: Type.String({
    minLength: 1,
    maxLength: limits.maxIdLength,
    'x-trimmed': true,
    description:
      'The sale’s transaction_id, or an ID under which the connected processor account reported its payment.',
  }),
  refund_amount_cents: Type.Optional(
    Type.Integer({
      minimum: 1,
      'x-never-empty': true,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'With `refund_id`, the amount of this refund. Without it, the total amount refunded so far. ' +
        'Defaults to the remaining amount. Null, an empty value or an amount under another name returns an error. If no amount is sent, so does any number in an unknown field, except IDs (`…_id`) and times (`…_at`, `…_date`), and any amount in `additional_data`.',
    }),
  ),
  refund_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.maxIdLength,
      'x-trimmed': true,
      description:
        'Your own ID for this refund, unique within the sale. A repeated ID counts once. With a connected ' +
        'processor account, send the processor’s refund ID. Always send an ID: a refund sent once without an ID ' +
        'and once with one counts twice. An ID under another name (`refundId`, `reference`) returns an error.',
    }),
  ),
  currency: Type.Optional(
    Type.String({ maxLength: limits.maxIdLength, description: 'Must be the sale’s currency.' }),
  ),
  refund_reason: optionalMetadata(webhookLimits.maxTitleLength, 'Shown in the commission’s history.'),
  additional_data: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: '`test_mode: true` refunds a test sale.' }),
  ),
  livemode: Type.Optional(Type.Boolean({ description: '`false` refunds a test sale.' })),
})

const readRefundBody = trackBodyReader(RefundBody)
type RefundRouteResponse = Static<typeof RefundAnswer> | Static<typeof TestEventResponse>

const FIELDS = Object.keys(RefundBody.properties)

/** Unknown currencies are compared like any other, because a newer process may have recorded the sale. */
const DocumentedRefundBody = namedObject('RefundBody', {
  ...RefundBody.properties,
  currency: Type.Optional(CurrencyCode),
})

/**
 * Registers `POST /api/v1/track/refund`, which refunds a sale in full or in part, with its commission and fee in
 * proportion, exactly once. For the merchant's server, with the program API key. Checks run in the sale endpoint's
 * order (D6).
 */
export function registerTrackRefund(app: App, deps: KeyDeps) {
  const keyedQueue = createKeyedQueue()
  app.route({
    ...trackRoute,
    method: 'POST',
    url: '/api/v1/track/refund',
    schema: {
      operationId: 'trackRefund',
      tags: ['Track'],
      summary: 'Refund a sale',
      security: [{ programApiKey: [] }],
      body: {
        ...DocumentedRefundBody,
        examples: [{ transaction_id: 'order-1001', refund_id: 'refund-1', refund_amount_cents: 1900 }],
      },
      response: {
        200: Type.Union([RefundAnswer, TestEventResponse]),
        ...errorResponses([400, 401, 404, 413, 415], { hasKey: true }),
      },
    },
    handler: async (request, reply) => {
      const receivedAt = deps.clock.now()
      const note = startRequestNote(request, receivedAt)
      const key = await requireKey(deps, request, reply, receivedAt)
      const json = readJsonObject(request.body, { textPlain: false })
      const isTest = key.recordsTests || requestsTestMode(json)
      note.receivedAt = key.receivedAt
      note.sent = json
      note.isTest = isTest
      const fault = findRefundError(json, FIELDS)
      if (fault !== undefined) throw invalidFieldError(fault.field, fault.message)
      return nameUnknownFields<RefundRouteResponse>(note, unknownFields(json, FIELDS), async () => {
        const body = readRefundBody(json)
        const testMode = testModeError(body.additional_data)
        if (testMode !== undefined) throw invalidFieldError(testMode.field, testMode.message)
        const placeholder = findPlaceholder(body, ['transaction_id', 'refund_id'])
        if (placeholder !== undefined) throw invalidFieldError(placeholder.field, placeholder.message)
        const report = { ...toRefundChange(body), reason: body.refund_reason, source: 'merchant' } as const
        const refund = {
          transactionId: body.transaction_id,
          isTest,
          currency: body.currency,
          report,
          receivedAt,
        }
        const sale = `${key.programId} ${isTest} ${body.transaction_id}`
        const outcome = await keyedQueue(sale, () => recordRefund(deps, key.program, refund))
        const refundContext = { programId: key.programId, isTest, isTotal: body.refund_id === undefined }
        const response = toResponse(refundContext, outcome)
        note.result = toNote(response)
        return response
      })
    },
  })
}

function toNote(response: ReturnType<typeof toResponse>): RequestResult {
  if ('data' in response) return { kind: 'test' }
  const { status } = response
  return { kind: 'recorded', outcome: status === 'skipped' ? 'repeat' : 'applied', reason: status }
}

/** Converts the request to a change. Without an ID, the merchant reports the total of all refunds. */
function toRefundChange({
  refund_id: refundId,
  refund_amount_cents,
}: Static<typeof RefundBody>): RefundChange {
  const refund = { kind: 'refund', amountCents: refund_amount_cents } as const
  return refundId === undefined
    ? { ...refund, amountIs: 'total_of_all' }
    : { ...refund, amountIs: 'part', refundId }
}

/** If a refund without an ID is reported again, it is unknown whether a total included it. */
const REPORTED_WITHOUT_ID =
  'The refund was sent without refund_id. If the same refund is sent later with an ID, it counts again.'

function toResponse(
  { programId, isTest, isTotal }: { programId: number; isTest: boolean; isTotal: boolean },
  outcome: NamedRefundOutcome,
): Static<typeof RefundAnswer> | Static<typeof TestEventResponse> {
  switch (outcome.kind) {
    case 'sale_not_found':
      throw new ApiError(
        'sale_not_found',
        `No ${isTest ? 'test' : 'live'} sale in this program has this transaction_id. Nothing was recorded.`,
        { field: 'transaction_id' },
      )
    case 'other_currency':
      throw otherCurrencyError(outcome.currency)
    case 'too_much':
      throw invalidFieldError(
        'refund_amount_cents',
        `refund_amount_cents must not exceed the sale’s remaining amount (${outcome.left_cents}). Nothing was recorded.`,
      )
    case 'unknown_amount':
      throw invalidFieldError(
        'transaction_id',
        'This test sale was sent without amount_cents, so there is nothing to refund.',
      )
    case 'possible_duplicate':
      throw new Error('a refund reported by the server was rejected as a possible duplicate')
    case 'applied':
    case 'skipped': {
      if (isTest) return respondToTestEvent('refund', programId, outcome.event_id ?? outcome.sale_id)
      const response = showRefund(outcome)
      if (!isTotal || outcome.kind === 'skipped') return response
      return { ...response, message: `${response.message} ${REPORTED_WITHOUT_ID}` }
    }
  }
}
