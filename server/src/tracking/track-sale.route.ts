import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { CallNote } from '../calls/call-note.ts'
import { beginCallNote } from '../calls/note-calls.http.ts'
import { limits } from '../platform/config.ts'
import { BASE_CURRENCY, type Currency } from '../platform/currency.ts'
import { DatabaseUnavailable } from '../platform/database-unavailable.ts'
import { trackBodyReader } from '../platform/decoration.http.ts'
import { errorResponses } from '../platform/error-schemas.http.ts'
import { ApiError, invalidField } from '../platform/errors.http.ts'
import { CommitTimeoutError, QueueFullError } from '../platform/group-commit.ts'
import { namedObject } from '../platform/named-schema.http.ts'
import type { App } from '../platform/service.ts'
import { readJsonObject, trackRoute } from '../platform/wire.http.ts'
import { recordsTests } from '../programs/api-key.rule.ts'
import { findApiKey } from '../programs/api-key-lookup.sql.ts'
import { programInstant } from '../programs/program-clock.rule.ts'
import { findClock } from '../programs/program-clock.sql.ts'
import {
  type KeyDeps,
  noteUsedKey,
  type PresentedKey,
  readPresentedKey,
  refuseKey,
  unauthorizedKey,
} from '../programs/program-key.http.ts'
import {
  createSales,
  recordTestSale,
  type SaleCall,
  type SaleOutcome,
  type SalePayments,
  type Sales,
} from './record-sale.flow.ts'
import { loadSale } from './sale.sql.ts'
import type { LiveSaleRequest, SaleRequest } from './sale.ts'
import { asksForTestMode, checkSaleRequest, PROVIDERS } from './sale-request.rule.ts'
import { answerTestEvent, TestAnswer } from './test-answer.http.ts'

const id = (description: string) => Type.String({ minLength: 1, maxLength: limits.idChars, description })

/** An id of a payment or subscription, which may have been copied. */
const trimmedId = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.idChars, description, 'x-trimmed': true })

const NO_PLACEHOLDERS = 'Not `undefined`, `null` or another word for no value.'

const SaleBody = Type.Object({
  transaction_id: Type.Optional(
    trimmedId(`Your unique payment id; a repeat answers 409. Required for a live sale. ${NO_PLACEHOLDERS}`),
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
      description: 'Tax included in amount_cents. Stored, not used.',
    }),
  ),
  customer_key: Type.Optional(
    id(`Your customer id, the same as at signup. Decides alone when sent. ${NO_PLACEHOLDERS}`),
  ),
  click_id: Type.Optional(
    Type.String({
      maxLength: limits.idChars,
      description: 'Value of the service_click_id cookie; used when customer_key is not sent.',
    }),
  ),
  // The validator leaves the currency alone: a wrong one is 422, after all other fields (D6, D9).
  currency: Type.Optional(
    Type.Unsafe<unknown>({}), // another currency is 422 `unsupported_currency`, not a broken body
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
  product_id: Type.Optional(id('Matched with the commission policies per product.')),
  occurred_at: Type.Optional(
    Type.String({
      maxLength: limits.idChars,
      description: 'ISO 8601 with an offset; at most 30 days old, at most 5 minutes ahead. Reporting only.',
    }),
  ),
  provider: Type.Optional(Type.Enum([...PROVIDERS], { type: 'string' })),
  provider_payment_id: Type.Optional(
    trimmedId(
      "The provider's own payment id. Not used to detect duplicates. If it names a payment of the connected processor " +
        'account, the commission of the second sale waits for a decision.',
    ),
  ),
  livemode: Type.Optional(Type.Boolean({ description: '`false` records a test sale.' })),
})

/** What the body of a sale call holds when the service takes it. */
const documentedSaleBody = (currencies: readonly Currency[]) =>
  namedObject('SaleBody', {
    ...SaleBody.properties,
    currency: Type.Optional(
      Type.Enum([...currencies], { type: 'string', default: BASE_CURRENCY, description: 'Never converted.' }),
    ),
  })

const LiveAnswer = Type.Object({
  success: Type.Literal(true),
  sale_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null when the attribution window has expired.',
  }),
  commission_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null when the attribution window has expired or no commission is due.',
  }),
  message: Type.String(),
})

const readSaleBody = trackBodyReader(SaleBody)

/** What the sale call takes beside its key: the payments of the connected processor account. */
export interface SaleDeps extends KeyDeps {
  payments: SalePayments
}

/**
 * `POST /api/v1/track/sale`: records an attributed sale, its commission and its platform fee, exactly once,
 * and answers after the commit. Called by the merchant's server with the program API key. Sales of one program that
 * arrive together share one commit.
 * Source: specification, "POST {base_url}/api/v1/track/sale"; the order of the checks is D6's.
 */
export function registerTrackSale(app: App, deps: SaleDeps) {
  const { currencies } = deps.config
  const sales = createSales(deps)
  deps.metrics.watch('sale_queue_depth', 'Sales that wait for the next common commit.', () => sales.queued)
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
        200: Type.Union([LiveAnswer, TestAnswer]),
        ...errorResponses([400, 401, 409, 413, 415, 422], { withKey: true }),
      },
    },
    handler: async (request, reply) => {
      const receivedAt = deps.clock.now()
      const presented = readPresentedKey(request.headers.authorization)
      const hasTestKey = presented !== undefined && recordsTests(presented)
      const told = presented === undefined ? receivedAt : await toldInstant(deps, presented, receivedAt)
      const note = beginCallNote(request, told)
      const call = readCall(request.body, { hasTestKey, receivedAt: told, currencies, note })
      if (presented === undefined) {
        await deps.limits.consumeFailedAuthentication(request.ip)
        throw unauthorizedKey()
      }
      const { programId, hash } = presented
      const admit = checkOf(deps, { request, reply }, { programId, receivedAt })
      if (call.kind === 'refused') {
        await admit(await findApiKey(deps.database.run, programId, hash))
        throw call.error
      }
      if (!call.isTest) {
        const sale = { keyHash: hash, request: liveRequest(call.request), receivedAt, admit }
        const outcome = await record(sales, programId, sale)
        noteSale(note, outcome)
        return answerLive(outcome)
      }
      const { run } = deps.database
      const loaded = await loadSale(run, programId, { isTest: true, keyHash: hash, request: call.request })
      await admit(loaded?.key)
      const recordedSaleId = loaded?.facts.recorded_sale_id
      const test = { recordedSaleId, request: call.request, receivedAt: told }
      const outcome = await recordTestSale(deps, programId, test)
      note.outcome = { kind: 'test' }
      return answerTest(programId, outcome)
    },
  })
}

/** When a call was received by the clock of who says that he is a sandbox: `occurred_at` is held against it. */
async function toldInstant(
  { database: { kysely } }: SaleDeps,
  { programId, isSandbox = false }: PresentedKey,
  real: Date,
): Promise<Date> {
  if (!isSandbox) return real
  return programInstant(real, { clock_ahead_ms: await findClock(kysely, programId) })
}

/** What a caller must pass once its key was looked for: whether the key may be used now, then its limit (D6). */
function checkOf(
  deps: SaleDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { programId, receivedAt }: { programId: number; receivedAt: Date },
): SaleCall['admit'] {
  return async (key) => {
    const refusal = refuseKey(key, receivedAt, deps.config.publicUrl)
    noteUsedKey(request, programId, key, refusal)
    if (key === undefined || refusal !== undefined) {
      await deps.limits.consumeFailedAuthentication(request.ip)
      throw refusal ?? unauthorizedKey()
    }
    reply.headers(await deps.limits.consumeKey(`${programId}:${key.id}`))
    deps.keyUses.note(programId, key.id, receivedAt)
  }
}

type Call = { kind: 'read'; request: SaleRequest; isTest: boolean } | { kind: 'refused'; error: ApiError }

/** Reads the body without answering yet: an unauthenticated caller learns nothing about it (D6). */
function readCall(
  body: unknown,
  {
    hasTestKey,
    receivedAt,
    currencies,
    note,
  }: { hasTestKey: boolean; receivedAt: Date; currencies: readonly Currency[]; note: CallNote },
): Call {
  try {
    const json = readJsonObject(body, { textPlain: false })
    const isTest = hasTestKey || asksForTestMode(json)
    note.sent = json
    note.isTest = isTest
    return { kind: 'read', request: readRequest(json, { isTest, receivedAt, currencies }), isTest }
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'refused', error }
    throw error
  }
}

function readRequest(
  json: Record<string, unknown>,
  { currencies, ...call }: { isTest: boolean; receivedAt: Date; currencies: readonly Currency[] },
): SaleRequest {
  const result = checkSaleRequest(readSaleBody(json), call, { ...limits, currencies })
  switch (result.kind) {
    case 'valid':
      return result.request
    case 'invalid_field':
      throw invalidField(result.field, result.message)
    case 'unsupported_currency':
      throw new ApiError(
        'unsupported_currency',
        `currency must be one of ${currencies.join(', ')}, in upper case.`,
        {
          field: 'currency',
          allowed: currencies,
        },
      )
  }
}

async function record(sales: Sales, programId: number, sale: SaleCall): Promise<SaleOutcome> {
  try {
    return await sales.record(programId, sale)
  } catch (error) {
    if (error instanceof CommitTimeoutError) throw new DatabaseUnavailable(error)
    if (!(error instanceof QueueFullError)) throw error
    const message =
      'More sales of this program arrive than can be saved right now. Nothing was done with this one: send it again in a second.'
    throw new ApiError('service_unavailable', message, { retry_after_seconds: 1 }, { 'retry-after': '1' })
  }
}

function liveRequest(request: SaleRequest): LiveSaleRequest {
  const { transaction_id, amount_cents } = request
  if (transaction_id === undefined || amount_cents === undefined) {
    throw new Error('a live sale passed its field rules without transaction_id or amount_cents')
  }
  return { ...request, transaction_id, amount_cents }
}

/** What a live sale came to; a refusal is its error. */
function noteSale(note: CallNote, outcome: SaleOutcome) {
  if (outcome.kind === 'no_attribution') note.rejection = { code: outcome.reason }
  if (outcome.kind === 'recorded') {
    note.receivedAt = outcome.at
    note.outcome = { kind: 'recorded', bucket: outcome.decision_code }
  }
  if (outcome.kind === 'window_expired') {
    const { kind: code, message, facts } = outcome
    note.rejection = { code, facts }
    note.outcome = { kind: 'not_counted', bucket: 'window_expired', code, message }
  }
}

function answerLive(outcome: SaleOutcome): Static<typeof LiveAnswer> {
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

function answerTest(programId: number, outcome: Awaited<ReturnType<typeof recordTestSale>>) {
  if (outcome.kind === 'duplicate') throw duplicate(outcome.sale_id)
  return answerTestEvent('sale', programId, outcome.event_id)
}

function duplicate(sale_id: number): ApiError {
  return new ApiError(
    'duplicate_transaction',
    'A sale with this transaction_id was already recorded: the earlier call succeeded, do not retry.',
    { sale_id },
  )
}
