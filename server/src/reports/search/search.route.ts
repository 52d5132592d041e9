import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { COUPON_STATUSES, CUSTOMER_STATUSES, KEY_MODES, PARTNER_STATUSES } from '../../core/enums.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readChoice, readText } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { formatClickId } from '../../tracking/clicks/click-id.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { searchLimits } from './limits.ts'
import { type OrderMatch, type ProgramMatches, searchProgram } from './search-program.flow.ts'

const ORDER_SOURCES = ['sale', 'payment', 'rejected_request'] as const

const FoundOrder = namedObject('FoundOrder', {
  transactionId: Type.String({
    description: 'Pass it to `explain` to see why the order earned a commission or not.',
  }),
  source: choice(ORDER_SOURCES, 'FoundOrderSource'),
  saleId: nullable(Type.Integer()),
  amountCents: nullable(Type.Integer()),
  currency: nullable(CurrencyCode),
  commissionCents: nullable(
    Type.Integer({
      description: 'In the sale’s currency, less reversals. Null if there is no commission.',
    }),
  ),
  receivedAt: Instant,
})

const SearchResults = namedObject('SearchResults', {
  partners: Type.Array(
    namedObject('FoundPartner', {
      id: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      status: choice(PARTNER_STATUSES, 'PartnerStatus'),
    }),
  ),
  customers: Type.Array(
    namedObject('FoundCustomer', {
      id: Type.Integer(),
      customerKey: nullable(Type.String()),
      status: choice(CUSTOMER_STATUSES, 'CustomerStatus'),
      partnerName: Type.String(),
    }),
  ),
  orders: Type.Array(FoundOrder),
  clicks: Type.Array(
    namedObject('FoundClick', {
      clickId: Type.String(),
      partnerName: nullable(Type.String()),
      receivedAt: Instant,
    }),
  ),
  couponCodes: Type.Array(
    namedObject('FoundCouponCode', {
      id: Type.Integer(),
      code: Type.String(),
      status: choice(COUPON_STATUSES, 'CouponStatus'),
      partnerName: Type.String(),
    }),
  ),
})

/**
 * Registers `GET /api/programs/:programId/search`, which returns the first partners, customers, orders, clicks and
 * coupon codes that match a text.
 */
export function registerSearch(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/search',
    operationId: 'search',
    summary: 'Search a program',
    description:
      `Returns at most ${searchLimits.results} each of partners, customers, orders, clicks and coupon codes, exact matches first. ` +
      'Transaction IDs, customer keys, partner names and emails, link codes and coupon codes match by prefix. Sale IDs, payment ' +
      'IDs, click IDs, customer emails and the transaction IDs of rejected sales must be complete. Case-sensitive, ' +
      'except for partner names, emails and coupon codes. `mode` (default `live`) applies to orders and clicks. An order is a ' +
      'recorded sale, a payment of the connected processor without a sale (also requires `billing:read`), or a ' +
      'rejected sale request.',
    permission: 'tracking:list',
    query: {
      parameters: {
        query: Type.String({ minLength: 1, maxLength: limits.maxIdLength }),
        mode: Type.Optional(choice(KEY_MODES, 'Mode')),
      },
      read: (query) => ({ text: readQuery(query), isTest: readChoice(query, 'mode', KEY_MODES) === 'test' }),
    },
    response: dataSchema(SearchResults),
    handle: async ({ program, query, may }) => {
      const searchResults = await searchProgram(deps, program, {
        ...query,
        includesPayments: may('billing:read'),
      })
      return { data: present(searchResults, program.id) }
    },
  })
}

function readQuery(query: unknown): string {
  const text = readText(query, 'query')?.trim()
  if (text === undefined || text === '') throw invalidFieldError('query', 'Enter what to search for.')
  return text
}

function present(
  { partners, customers, orders, clicks, couponCodes }: ProgramMatches,
  programId: number,
): Static<typeof SearchResults> {
  return {
    partners,
    customers: customers.map(({ id, customer_key, status, partner_name }) => ({
      id,
      customerKey: customer_key,
      status,
      partnerName: partner_name,
    })),
    orders: orders.map(presentOrder),
    clicks: clicks.map(({ uuid, partner_name, received_at }) => ({
      clickId: formatClickId(programId, uuid),
      partnerName: partner_name,
      receivedAt: received_at.toISOString(),
    })),
    couponCodes: couponCodes.map(toResponseFields),
  }
}

function presentOrder(order: OrderMatch): Static<typeof FoundOrder> {
  switch (order.source) {
    case 'sale': {
      const { id, transaction_id, amount_cents, currency, commission_cents, received_at } = order.sale
      return {
        transactionId: transaction_id,
        source: 'sale',
        saleId: id,
        amountCents: amount_cents,
        currency,
        commissionCents: commission_cents,
        receivedAt: received_at.toISOString(),
      }
    }
    case 'payment': {
      const { reference, amount_cents, currency, created_at } = order.payment
      return {
        transactionId: reference,
        source: 'payment',
        saleId: null,
        amountCents: amount_cents,
        currency,
        commissionCents: null,
        receivedAt: created_at.toISOString(),
      }
    }
    case 'rejected_request':
      return {
        transactionId: order.transactionId,
        source: 'rejected_request',
        saleId: null,
        amountCents: null,
        currency: null,
        commissionCents: null,
        receivedAt: order.lastAt.toISOString(),
      }
  }
}
