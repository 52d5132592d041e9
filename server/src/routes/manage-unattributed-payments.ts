import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { attributeByHand, type DecidedPayment, dismissPayment } from '../flows/decide-payment.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import {
  choice,
  dataOf,
  Instant,
  isoOrNull,
  listOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { readChoice } from '../http/query.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { listKeptPayments, type PaymentRow } from '../store/payments.ts'

const STATES = ['unattributed', 'attributed', 'dismissed'] as const
const REASONS = [
  'no_customer',
  'window_expired',
  'unsupported_currency',
  'partner_not_approved',
  'program_inactive',
] as const

const UnattributedPayment = Type.Object({
  id: Type.Integer(),
  state: choice(STATES),
  reason: Type.Enum([...REASONS], {
    type: 'string',
    description:
      'Why nobody could be found when it last arrived; it stays when the payment is attributed later.',
  }),
  processor: Type.String(),
  transactionId: Type.String({ description: 'The payment id of the processor.' }),
  amountCents: Type.Integer(),
  currency: Type.String({ description: 'ISO 4217; any.' }),
  saleType: choice(['payment', 'subscription']),
  isRecurring: Type.Boolean(),
  productId: nullable(Type.String()),
  subscriptionId: nullable(Type.String()),
  clickId: nullable(Type.String()),
  customerKey: nullable(Type.String()),
  processorCustomerId: nullable(Type.String()),
  saleId: nullable(Type.Integer({ description: 'The sale it became.' })),
  occurredAt: Instant,
  receivedAt: Instant,
})

const PaymentParams = Type.Object({ ...ProgramParams.properties, paymentId: Type.String() })
const AttributeBody = Type.Object({
  customerId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
})
const readAttributeBody = bodyReader(AttributeBody)

/** The payments of the connected processor account that found no buyer, and what a person makes of them. */
export function registerManageUnattributedPayments(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/unattributed-payments',
    schema: {
      ...managementSchema,
      operationId: 'listUnattributedPayments',
      summary: 'List the payments that found no buyer',
      description:
        'With what became of each; `state` leaves only those still open, dismissed, or attributed later.',
      params: ProgramParams,
      querystring: Type.Object({ ...pageParameters, state: Type.Optional(choice(STATES)) }),
      response: { 200: listOf(UnattributedPayment), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const page = readPage(request.query)
      const filter = { state: readChoice(request.query, 'state', STATES) }
      const rows = await listKeptPayments(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showPayment)
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/unattributed-payments/:paymentId/attribute',
    schema: {
      ...managementSchema,
      operationId: 'attributePayment',
      summary: 'Attribute a payment to a customer',
      description:
        'It becomes a sale of that customer, with the commission of today, whatever the attribution window. ' +
        'Refunds that arrived meanwhile are applied.',
      params: PaymentParams,
      body: AttributeBody,
      response: {
        200: dataOf(UnattributedPayment),
        ...errorResponses([400, 401, 403, 404, 409, 413, 415, 422]),
      },
    },
    handler: async (request) => {
      const { programId, paymentId } = request.params
      const { program, userId } = await requirePermission(deps, request, programId, 'commission:manage')
      const { customerId } = readAttributeBody(readObject(request.body))
      const id = parseId(paymentId)
      if (id === undefined) throw noSuchPayment()
      return { data: answer(await attributeByHand(deps, program.id, id, customerId, userId)) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/unattributed-payments/:paymentId/dismiss',
    schema: {
      ...managementSchema,
      operationId: 'dismissPayment',
      summary: 'Say that a payment is no partner’s',
      description: 'It can still be attributed by hand. One that is dismissed already stays so.',
      params: PaymentParams,
      response: { 200: dataOf(UnattributedPayment), ...errorResponses([401, 403, 404, 409]) },
    },
    handler: async (request) => {
      const { programId, paymentId } = request.params
      const { program, userId } = await requirePermission(deps, request, programId, 'commission:manage')
      const id = parseId(paymentId)
      if (id === undefined) throw noSuchPayment()
      return { data: answer(await dismissPayment(deps, program.id, id, userId)) }
    },
  })
}

function answer(decided: DecidedPayment): Static<typeof UnattributedPayment> {
  switch (decided.kind) {
    case 'decided':
      return showPayment(decided.payment)
    case 'no_payment':
      throw noSuchPayment()
    case 'no_customer':
      throw invalidField('customerId', 'The program has no customer of this id.')
    case 'already_attributed':
      throw new ApiError('conflict', 'The payment is a sale already.')
    case 'unsupported_currency':
      throw new ApiError('unsupported_currency', `A sale is in one of ${CURRENCIES.join(', ')}.`, {
        allowed: CURRENCIES,
      })
    case 'partner_not_approved':
      throw new ApiError(
        'conflict',
        'The partner of this customer is not approved: approve the partner first.',
      )
  }
}

function noSuchPayment(): ApiError {
  return new ApiError('not_found', 'The program has no unattributed payment of this id.')
}

function showPayment(row: PaymentRow): Static<typeof UnattributedPayment> {
  const { state, reason, transaction_id, amount_cents, currency, sale_type, is_recurring, occurred_at } = row
  if (
    state === 'announced' ||
    reason === null ||
    transaction_id === null ||
    amount_cents === null ||
    currency === null ||
    sale_type === null ||
    is_recurring === null
  ) {
    throw new Error(`payment ${row.id} was never kept`)
  }
  return {
    id: row.id,
    state,
    reason,
    processor: row.processor,
    transactionId: transaction_id,
    amountCents: amount_cents,
    currency,
    saleType: sale_type,
    isRecurring: is_recurring,
    productId: row.product_id,
    subscriptionId: row.subscription_id,
    clickId: row.click_id,
    customerKey: row.customer_key,
    processorCustomerId: row.processor_customer_id,
    saleId: row.sale_id,
    occurredAt: isoOrNull(occurred_at) ?? row.created_at.toISOString(),
    receivedAt: row.created_at.toISOString(),
  }
}
