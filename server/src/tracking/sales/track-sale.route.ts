import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readJsonObject, trackRoute } from '../../core/http/request-parsing.http.ts'
import type { App } from '../../core/http/service.ts'
import { BASE_CURRENCY, type Currency } from '../../core/money/currency.ts'
import { type KeyDeps, requireKey } from '../../workspace/programs/program-key.http.ts'
import { findTestClick, TEST_CLICK_WITH_LIVE_KEY } from '../clicks/test-link.flow.ts'
import { visitFields } from '../clicks/visit.http.ts'
import { parseVisit } from '../clicks/visit.rule.ts'
import { startRequestNote } from '../requests/count-requests.http.ts'
import { nameUnknownFields } from '../requests/name-unknown-fields.http.ts'
import { trackBodyReader } from '../requests/optional-metadata.http.ts'
import type { RequestNote } from '../requests/request-outcome.ts'
import { respondToTestEvent, TestEventResponse } from '../requests/test-response.http.ts'
import { unknownFields } from '../requests/unknown-fields.rule.ts'
import { groupSales } from './group-sales.flow.ts'
import { saleLimits } from './limits.ts'
import { recordTestSale, type SaleOutcome, type SalePayments } from './record-sale.flow.ts'
import {
  checkSaleRequest,
  type LiveSaleRequest,
  PROVIDERS,
  requestsTestMode,
  type SaleRequest,
} from './sale-request.rule.ts'

const id = (description: string) => Type.String({ minLength: 1, maxLength: limits.maxIdLength, description })

/** Schema of a payment or subscription ID, which may have been pasted with spaces. */
const trimmedId = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.maxIdLength, description, 'x-trimmed': true })

const NO_PLACEHOLDERS = 'Must not be a placeholder such as `undefined` or `null`.'

const SaleBody = Type.Object({
  transaction_id: Type.Optional(
    trimmedId(
      `Your unique payment ID. A repeated ID returns 409. Required for a live sale. ${NO_PLACEHOLDERS}`,
    ),
  ),
  amount_cents: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Smallest currency unit. Required for a live sale.',
    }),
  ),
  tax_amount_cents: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Tax included in amount_cents.',
    }),
  ),
  customer_key: Type.Optional(
    id(
      `Your customer ID, the same as at signup. If sent, it alone identifies the customer. ${NO_PLACEHOLDERS}`,
    ),
  ),
  click_id: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description: 'The value of the service_click_id cookie. Used if customer_key is not sent.',
    }),
  ),
  // The schema doesn't check the currency: an unknown currency returns 422, after all other fields have been checked
  // (D6, D9).
  currency: Type.Optional(
    Type.Unsafe<unknown>({}), // Another currency results in 422 `unsupported_currency`, not in an invalid body.
  ),
  sale_type: Type.Optional(Type.Enum(['payment', 'subscription'], { type: 'string', default: 'payment' })),
  additional_data: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Stored with the sale, at most 16 KiB. `test_mode: true` records a test sale.',
    }),
  ),
  is_recurring: Type.Optional(Type.Boolean({ default: false })),
  subscription_id: Type.Optional(trimmedId('Stored with the sale only.')),
  subscription_interval: Type.Optional(Type.Enum(['monthly', 'quarterly', 'annual'], { type: 'string' })),
  product_id: Type.Optional(id('Used to find product-specific commission policies.')),
  occurred_at: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description:
        'ISO 8601 with an offset. At most 30 days old, at most 5 minutes ahead. For reporting only.',
    }),
  ),
  provider: Type.Optional(Type.Enum([...PROVIDERS], { type: 'string' })),
  provider_payment_id: Type.Optional(
    trimmedId(
      "The provider's own payment ID. Not used to detect duplicates. If the connected processor account has a payment with " +
        'this ID, the commission of the second sale is held for review.',
    ),
  ),
  coupon_code: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description:
        'The coupon or discount code used in the checkout. If it belongs to a partner, it can attribute the customer ' +
        'without a click; case and surrounding spaces do not matter. A code without a partner is stored but otherwise ignored.',
    }),
  ),
  livemode: Type.Optional(Type.Boolean({ description: '`false` records a test sale.' })),
})

/** Schema of a valid sale request body. */
const documentedSaleBody = (currencies: readonly Currency[]) =>
  namedObject('SaleBody', {
    ...SaleBody.properties,
    ...visitFields,
    currency: Type.Optional(
      Type.Enum([...currencies], { type: 'string', default: BASE_CURRENCY, description: 'Never converted.' }),
    ),
  })

const LiveResponse = Type.Object({
  success: Type.Literal(true),
  sale_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null when the attribution window has expired.',
  }),
  commission_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null when the attribution window has expired or no commission is due.',
  }),
  message: Type.String(),
})

type SaleResponse = Static<typeof LiveResponse> | Static<typeof TestEventResponse>

const readSaleBody = trackBodyReader(SaleBody)
const FIELDS = Object.keys({ ...SaleBody.properties, ...visitFields })

/** The sale endpoint's dependencies, including the connected processor account's payments. */
export interface SaleDeps extends KeyDeps {
  payments: SalePayments
}

/**
 * Registers `POST /api/v1/track/sale`, which records an attributed sale, its commission and its platform fee exactly
 * once, and responds after the commit. For the merchant's server, with the program API key. Concurrent sales of one
 * program share a commit. Source: specification, "POST {base_url}/api/v1/track/sale"; checks run in D6's order.
 */
export function registerTrackSale(app: App, deps: SaleDeps) {
  const { currencies } = deps.config
  const sales = groupSales(deps)
  deps.metrics.watch('sale_queue_depth', 'Sales waiting for the next shared commit.', () => sales.queued)
  app.route({
    ...trackRoute,
    method: 'POST',
    url: '/api/v1/track/sale',
    schema: {
      operationId: 'trackSale',
      tags: ['Track'],
      summary: 'Record a sale',
      security: [{ programApiKey: [] }],
      body: {
        ...documentedSaleBody(currencies),
        examples: [
          { transaction_id: 'order-1001', amount_cents: 4900, currency: 'USD', customer_key: 'user-1842' },
        ],
      },
      response: {
        200: Type.Union([LiveResponse, TestEventResponse]),
        ...errorResponses([400, 401, 409, 413, 415, 422], { hasKey: true }),
      },
    },
    handler: async (request, reply) => {
      const receivedAt = deps.clock.now()
      const note = startRequestNote(request, receivedAt)
      const body = readBody(request.body)
      if (!(body instanceof ApiError)) {
        note.sent = body
        note.isTest = requestsTestMode(body)
      }
      const key = await requireKey(deps, request, reply, receivedAt)
      note.receivedAt = key.receivedAt
      if (body instanceof ApiError) throw body
      note.visit = parseVisit(body)
      const isTest = key.recordsTests || requestsTestMode(body)
      const unknown = unknownFields(body, FIELDS)
      return nameUnknownFields<SaleResponse>(note, unknown, async () => {
        const sale = readRequest(body, { isTest, receivedAt: key.receivedAt, currencies })
        if (isTest) {
          const test = await recordTestSale(deps, key.programId, {
            request: unknown.length === 0 ? sale : { ...sale, unknown_fields: unknown },
            receivedAt: key.receivedAt,
          })
          note.result = { kind: 'test' }
          return respondToTest(key.programId, test)
        }
        const liveSale = liveRequest(sale)
        const request = unknown.length === 0 ? liveSale : { ...liveSale, unknown_fields: unknown }
        const outcome = await sales.record(key.programId, { request, receivedAt })
        annotateSale(note, outcome)
        if (outcome.kind === 'no_attribution' && sale.customer_key === undefined) {
          const testClick = await findTestClick(deps, sale.click_id)
          if (testClick?.programId === key.programId)
            throw new ApiError('no_attribution', TEST_CLICK_WITH_LIVE_KEY)
        }
        return respondLive(outcome)
      })
    },
  })
}

/**
 * The key is checked before body errors are returned, so an unauthenticated client learns nothing about the body (D6).
 */
function readBody(raw: unknown): Record<string, unknown> | ApiError {
  try {
    return readJsonObject(raw, { textPlain: false })
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function readRequest(
  json: Record<string, unknown>,
  { currencies, ...requestContext }: { isTest: boolean; receivedAt: Date; currencies: readonly Currency[] },
): SaleRequest {
  const result = checkSaleRequest(readSaleBody(json), requestContext, { ...saleLimits, currencies })
  switch (result.kind) {
    case 'valid': {
      const { browser, landing_page } = parseVisit(json)
      return { browser, landing_page, ...result.request }
    }
    case 'invalid_field':
      throw invalidFieldError(result.field, result.message)
    case 'unsupported_currency':
      throw new ApiError(
        'unsupported_currency',
        `currency must be one of ${currencies.join(', ')}, in uppercase.`,
        {
          field: 'currency',
          allowed: currencies,
        },
      )
  }
}

function liveRequest(request: SaleRequest): LiveSaleRequest {
  const { transaction_id, amount_cents } = request
  if (transaction_id === undefined || amount_cents === undefined) {
    throw new Error('a live sale passed its field rules without transaction_id or amount_cents')
  }
  return { ...request, transaction_id, amount_cents }
}

/** Returns a live sale's response. Throws the sale's error if it was rejected. */
function annotateSale(note: RequestNote, outcome: SaleOutcome) {
  if (outcome.kind === 'no_attribution') {
    const { reason: code, couponProblem } = outcome
    note.rejection = { code, facts: couponProblem === undefined ? undefined : { coupon: couponProblem } }
  }
  if (outcome.kind === 'recorded') {
    note.receivedAt = outcome.at
    note.result = { kind: 'recorded', outcome: outcome.decision_code }
  }
  if (outcome.kind === 'window_expired') {
    const { kind: code, message, facts } = outcome
    note.rejection = { code, facts }
    note.result = { kind: 'not_counted', outcome: 'window_expired', code, message }
  }
}

function respondLive(outcome: SaleOutcome): Static<typeof LiveResponse> {
  switch (outcome.kind) {
    case 'recorded': {
      const { sale_id, commission_id, message } = outcome
      return { success: true, sale_id, commission_id, message }
    }
    case 'window_expired':
      return { success: true, sale_id: null, commission_id: null, message: outcome.message }
    case 'no_attribution':
      throw new ApiError('no_attribution', outcome.message)
    case 'duplicate':
      throw duplicate(outcome.sale_id)
  }
}

function respondToTest(programId: number, outcome: Awaited<ReturnType<typeof recordTestSale>>) {
  if (outcome.kind === 'duplicate') throw duplicate(outcome.sale_id)
  return respondToTestEvent('sale', programId, outcome.event_id)
}

function duplicate(sale_id: number): ApiError {
  return new ApiError(
    'duplicate_transaction',
    'A sale with this transaction_id was already recorded. The earlier request succeeded; do not retry.',
    { sale_id },
  )
}
