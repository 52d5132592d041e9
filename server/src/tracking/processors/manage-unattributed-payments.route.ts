import Type, { type Static } from 'typebox'
import { COUPON_PROBLEMS, SALE_TYPES, UNATTRIBUTED_REASONS } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import {
  choice,
  dataSchema,
  Instant,
  isoOrNull,
  listSchema,
  nullable,
  ObjectId,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { Currency } from '../../core/money/currency.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { attributeManually, type DecidedPayment, dismissPayment } from './decide-payment.flow.ts'
import type { PaymentRow } from './payment.ts'
import { findCouponProblem } from './payment-coupon.flow.ts'
import { findUnattributedPayment, listUnattributedPayments } from './payments.sql.ts'

const STATES = ['unattributed', 'attributed', 'dismissed'] as const
const UnattributedPayment = namedObject('UnattributedPayment', {
  id: Type.Integer(),
  state: choice(STATES, 'UnattributedPaymentState'),
  reason: Type.Enum([...UNATTRIBUTED_REASONS], {
    type: 'string',
    description:
      'The reason the payment had no customer when it last arrived. Kept after the payment is attributed.',
  }),
  processor: Type.String(),
  transactionId: Type.String({ description: 'The processor’s payment ID.' }),
  amountCents: Type.Integer(),
  currency: Type.String({ description: 'Any ISO 4217 code.' }),
  saleType: choice(SALE_TYPES, 'SaleType'),
  isRecurring: Type.Boolean(),
  productId: nullable(Type.String()),
  subscriptionId: nullable(Type.String()),
  clickId: nullable(Type.String()),
  customerKey: nullable(Type.String()),
  processorCustomerId: nullable(Type.String()),
  couponCode: nullable(Type.String({ description: 'The coupon code that the processor reported.' })),
  saleId: nullable(Type.Integer({ description: 'The sale created from the payment.' })),
  occurredAt: Instant,
  receivedAt: Instant,
})

const PaymentDetails = namedObject('UnattributedPaymentDetails', {
  ...UnattributedPayment.properties,
  couponProblem: nullable(
    Type.Enum([...COUPON_PROBLEMS], {
      type: 'string',
      description: 'The reason an open payment’s coupon code doesn’t attribute a customer.',
    }),
  ),
})

const AttributeBody = Type.Object({
  customerId: ObjectId(),
})

/** Registers the routes for processor payments without a customer: list, attribute, dismiss. */
export function registerManageUnattributedPayments(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerRead(app, deps)
  registerAttribute(app, deps)
  registerDismiss(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/unattributed-payments',
    operationId: 'listUnattributedPayments',
    summary: 'List unattributed payments',
    description:
      'Returns each payment with its current state. `state` selects open, dismissed or attributed payments.',
    permission: 'billing:read',
    query: {
      parameters: {
        ...pageParameters,
        state: Type.Optional(choice(STATES, 'UnattributedPaymentState')),
      },
      read: (query) => ({ page: readPage(query), filter: { state: readChoice(query, 'state', STATES) } }),
    },
    response: listSchema(UnattributedPayment),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listUnattributedPayments(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, ['created_at', 'id'], showPayment)
    },
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/unattributed-payments/:paymentId',
    operationId: 'readUnattributedPayment',
    summary: 'Retrieve an unattributed payment',
    permission: 'billing:read',
    ids: { paymentId: paymentNotFoundError },
    response: dataSchema(PaymentDetails),
    handle: async ({ program, ids: { paymentId } }) => {
      const row = await findUnattributedPayment(deps.database.kysely, program.id, paymentId)
      if (row === undefined) throw paymentNotFoundError()
      const couponProblem = await findCouponProblem(deps.database.run, program.id, {
        code: row.coupon_code,
        reason: row.state === 'unattributed' ? row.reason : undefined,
        at: row.created_at,
      })
      return { data: { ...showPayment(row), couponProblem: couponProblem ?? null } }
    },
  })
}

function registerAttribute(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/unattributed-payments/:paymentId/attribute',
    operationId: 'attributePayment',
    summary: 'Attribute a payment to a customer',
    description:
      'Creates a sale for that customer, credited to their partner under the current commission terms. The ' +
      'attribution window is ignored. A customer who has since been attributed to another partner is rejected; ' +
      '`details.customerId` is the current customer. Also applies refunds that arrived in the meantime.',
    permission: 'commission:manage',
    ids: { paymentId: paymentNotFoundError },
    body: { schema: AttributeBody },
    response: dataSchema(UnattributedPayment),
    errors: [409, 422],
    handle: async ({ ctx, program, actorId, ids, body: { customerId } }) => ({
      data: toResponse(
        await attributeManually(ctx, program.id, { ...ids, customerId, actorId }),
        ctx.config.currencies,
      ),
    }),
  })
}

function registerDismiss(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/unattributed-payments/:paymentId/dismiss',
    operationId: 'dismissPayment',
    summary: 'Dismiss an unattributed payment',
    description: 'A dismissed payment can still be attributed. Idempotent.',
    permission: 'commission:manage',
    ids: { paymentId: paymentNotFoundError },
    response: dataSchema(UnattributedPayment),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids }) => ({
      data: toResponse(await dismissPayment(ctx, program.id, { ...ids, actorId }), ctx.config.currencies),
    }),
  })
}

function toResponse(
  decided: DecidedPayment,
  currencies: readonly Currency[],
): Static<typeof UnattributedPayment> {
  switch (decided.kind) {
    case 'decided':
      return showPayment(decided.payment)
    case 'no_payment':
      throw paymentNotFoundError()
    case 'no_customer':
      throw invalidFieldError('customerId', 'The program has no customer with this ID.')
    case 'continued':
      throw new ApiError(
        'conflict',
        `This customer was attributed to another partner. Use customer ${decided.customerId}.`,
        { reason: decided.kind, customerId: decided.customerId },
      )
    case 'already_attributed':
      throw new ApiError('conflict', 'The payment already has a sale.')
    case 'unsupported_currency':
      throw new ApiError(
        'unsupported_currency',
        `A sale’s currency must be one of ${currencies.join(', ')}.`,
        {
          allowed: currencies,
        },
      )
    case 'partner_not_approved':
      throw new ApiError('conflict', 'This customer’s partner is not approved. Approve the partner first.')
  }
}

function paymentNotFoundError(): ApiError {
  return new ApiError('not_found', 'The program has no unattributed payment with this ID.')
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
    throw new Error(`payment ${row.id} was never stored as unattributed`)
  }
  return {
    ...toResponseFields(row),
    state,
    reason,
    transactionId: transaction_id,
    amountCents: amount_cents,
    currency,
    saleType: sale_type,
    isRecurring: is_recurring,
    occurredAt: isoOrNull(occurred_at) ?? row.created_at.toISOString(),
    receivedAt: row.created_at.toISOString(),
  }
}
