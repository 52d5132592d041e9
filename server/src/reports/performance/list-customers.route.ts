import Type from 'typebox'
import { CUSTOMER_STATUSES } from '../../core/enums.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import { searchMeta, searchResponseSchema } from '../../core/http/search.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { createSearch } from '../search/find-search-results.flow.ts'
import {
  customerFilterParameters,
  customerFilterQuery,
  findCustomers,
  readCustomerFilter,
} from './customer-filter.http.ts'
import { countCustomers, listCustomers } from './list-customers.sql.ts'

const Customer = namedObject('Customer', {
  id: Type.Integer(),
  customerKey: nullable(Type.String()),
  status: choice(CUSTOMER_STATUSES, 'CustomerStatus'),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  linkId: nullable(
    Type.Integer({ description: 'Null if a coupon code or the team attributed the customer.' }),
  ),
  clickedAt: Instant,
  signupAt: nullable(Instant),
  firstSaleAt: nullable(Instant),
  firstPurchaseAt: nullable(Instant),
  saleCount: Type.Integer(),
  createdAt: Instant,
})

const CustomerCount = Type.Object({
  status: choice(CUSTOMER_STATUSES, 'CustomerStatus'),
  customers: Type.Integer(),
})

/** Registers the routes that list and count a program's customers, newest first. Emails are not stored (D25). */
export function registerListCustomers(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  const find = createSearch(deps)

  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/customers',
    operationId: 'listCustomers',
    summary: 'List customers',
    permission: 'tracking:list',
    query: {
      parameters: { ...pageParameters, ...customerFilterParameters },
      read: (query, program) => ({
        page: readPage(query),
        filter: readCustomerFilter(query, program.time_zone),
      }),
    },
    response: searchResponseSchema(Customer),
    handle: async ({ program, query: { page, filter: requested } }) => {
      const filter = await findCustomers(find, program, requested)
      const rows = await listCustomers(kysely, program.id, filter, page)
      const { data, meta } = toPage(rows, page, ['created_at', 'id'], toResponseFields)
      return { data, meta: { ...meta, ...searchMeta(filter.matches) } }
    },
  })

  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/customers/sums',
    operationId: 'countCustomers',
    summary: 'Count customers by status',
    description: 'Accepts the same filters as the list. Statuses without customers are omitted.',
    permission: 'tracking:list',
    query: customerFilterQuery,
    response: dataSchema(Type.Array(CustomerCount)),
    handle: async ({ program, query: requested }) => {
      const filter = await findCustomers(find, program, requested)
      return { data: await countCustomers(kysely, program.id, filter) }
    },
  })
}
