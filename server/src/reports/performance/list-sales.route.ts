import Type, { type Static } from 'typebox'
import {
  ATTRIBUTED_BY,
  KEY_MODES,
  SALE_STATUSES,
  SALE_TYPES,
  SUBSCRIPTION_INTERVALS,
} from '../../core/enums.ts'
import { CurrencyCode, choice, Instant, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice, readCurrency, readId } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { rangeParameters, readTimeRange } from '../../core/time/time-range.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { listSales, type SaleListRow } from './list-sales.sql.ts'

const Sale = namedObject('Sale', {
  id: Type.Integer({ description: 'The `sale_id` of the tracking response; `eventId` for a test sale.' }),
  mode: choice(KEY_MODES, 'Mode'),
  transactionId: Type.String(),
  amountCents: nullable(Type.Integer()),
  currency: CurrencyCode,
  taxAmountCents: nullable(Type.Integer()),
  saleType: choice(SALE_TYPES, 'SaleType'),
  isRecurring: Type.Boolean(),
  subscriptionId: nullable(Type.String()),
  subscriptionInterval: nullable(choice(SUBSCRIPTION_INTERVALS, 'SubscriptionInterval')),
  productId: nullable(Type.String()),
  occurredAt: nullable(Instant),
  provider: nullable(Type.String()),
  providerPaymentId: nullable(Type.String()),
  additionalData: nullable(Type.Record(Type.String(), Type.Unknown())),
  customerId: nullable(Type.Integer()),
  partnerId: nullable(Type.Integer()),
  attributedBy: nullable(choice(ATTRIBUTED_BY, 'AttributedBy')),
  status: choice(SALE_STATUSES, 'SaleStatus'),
  refundedCents: Type.Integer(),
  receivedAt: Instant,
})

/** Registers the route that lists a program's sales, newest first; live ones unless `mode=test`. */
export function registerListSales(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/sales',
    operationId: 'listSales',
    summary: 'List sales',
    permission: 'tracking:list',
    query: {
      parameters: {
        ...pageParameters,
        ...rangeParameters,
        mode: Type.Optional(choice(KEY_MODES, 'Mode')),
        status: Type.Optional(choice(SALE_STATUSES, 'SaleStatus')),
        partnerId: Type.Optional(Type.Integer()),
        customerId: Type.Optional(Type.Integer()),
        currency: Type.Optional(CurrencyCode),
      },
      read: (query, program) => ({
        page: readPage(query),
        filter: {
          isTest: readChoice(query, 'mode', KEY_MODES) === 'test',
          status: readChoice(query, 'status', SALE_STATUSES),
          partnerId: readId(query, 'partnerId'),
          customerId: readId(query, 'customerId'),
          currency: readCurrency(query),
          ...readTimeRange(query, program.time_zone),
        },
      }),
    },
    response: listSchema(Sale),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listSales(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, ['received_at', 'id'], showSale)
    },
  })
}

function showSale(row: SaleListRow): Static<typeof Sale> {
  return { ...toResponseFields(row), mode: row.is_test ? 'test' : 'live' }
}
