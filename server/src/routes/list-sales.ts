import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { errorResponses } from '../http/error-schemas.ts'
import {
  choice,
  Instant,
  isoOrNull,
  listOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { rangeParameters, readChoice, readId, readTimeRange } from '../http/query.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import { ATTRIBUTED_BY } from '../rules/attribution.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { listSales, type SaleListRow } from '../store/list-sales.ts'

const MODES = ['live', 'test'] as const
const STATUSES = ['paid', 'refunded'] as const

const Sale = Type.Object({
  id: Type.Integer({ description: 'The `sale_id` of the track call; `eventId` for a test sale.' }),
  mode: choice(MODES),
  transactionId: Type.String(),
  amountCents: nullable(Type.Integer()),
  currency: choice(CURRENCIES),
  taxAmountCents: nullable(Type.Integer()),
  saleType: choice(['payment', 'subscription']),
  isRecurring: Type.Boolean(),
  subscriptionId: nullable(Type.String()),
  subscriptionInterval: nullable(choice(['monthly', 'quarterly', 'annual'])),
  productId: nullable(Type.String()),
  occurredAt: nullable(Instant),
  provider: nullable(Type.String()),
  providerPaymentId: nullable(Type.String()),
  additionalData: nullable(Type.Record(Type.String(), Type.Unknown())),
  customerId: nullable(Type.Integer()),
  partnerId: nullable(Type.Integer()),
  attributedBy: nullable(choice(ATTRIBUTED_BY)),
  status: choice(STATUSES),
  refundedCents: Type.Integer(),
  receivedAt: Instant,
})

/** The sales of a program, newest first; live ones unless `mode=test`. */
export function registerListSales(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/sales',
    schema: {
      ...managementSchema,
      operationId: 'listSales',
      summary: 'List the sales',
      params: ProgramParams,
      querystring: Type.Object({
        ...pageParameters,
        ...rangeParameters,
        mode: Type.Optional(choice(MODES)),
        status: Type.Optional(choice(STATUSES)),
        partnerId: Type.Optional(Type.Integer()),
        customerId: Type.Optional(Type.Integer()),
        currency: Type.Optional(choice(CURRENCIES)),
      }),
      response: { 200: listOf(Sale), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const { query } = request
      const page = readPage(query)
      const filter = {
        isTest: readChoice(query, 'mode', MODES) === 'test',
        status: readChoice(query, 'status', STATUSES),
        partnerId: readId(query, 'partnerId'),
        customerId: readId(query, 'customerId'),
        currency: readChoice(query, 'currency', CURRENCIES),
        ...readTimeRange(query, program.time_zone),
      }
      const rows = await listSales(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.received_at, id: row.id }), showSale)
    },
  })
}

function showSale(row: SaleListRow): Static<typeof Sale> {
  return {
    id: row.id,
    mode: row.is_test ? 'test' : 'live',
    transactionId: row.transaction_id,
    amountCents: row.amount_cents,
    currency: row.currency,
    taxAmountCents: row.tax_amount_cents,
    saleType: row.sale_type,
    isRecurring: row.is_recurring,
    subscriptionId: row.subscription_id,
    subscriptionInterval: row.subscription_interval,
    productId: row.product_id,
    occurredAt: isoOrNull(row.occurred_at),
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    additionalData: row.additional_data,
    customerId: row.customer_id,
    partnerId: row.partner_id,
    attributedBy: row.attributed_by,
    status: row.status,
    refundedCents: row.refunded_cents,
    receivedAt: row.received_at.toISOString(),
  }
}
