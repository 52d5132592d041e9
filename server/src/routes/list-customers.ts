import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { errorResponses } from '../http/error-schemas.ts'
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
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { rangeParameters, readChoice, readId, readText, readTimeRange } from '../http/query.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import {
  type CustomerFilter,
  type CustomerListRow,
  countCustomers,
  listCustomers,
} from '../store/list-customers.ts'

const STATUSES = ['provisional', 'lead', 'conversion'] as const

const Customer = Type.Object({
  id: Type.Integer(),
  customerKey: nullable(Type.String()),
  status: choice(STATUSES),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  linkId: Type.Integer(),
  clickedAt: Instant,
  signupAt: nullable(Instant),
  firstSaleAt: nullable(Instant),
  firstPurchaseAt: nullable(Instant),
  saleCount: Type.Integer(),
  createdAt: Instant,
})

const CustomerCount = Type.Object({ status: choice(STATUSES), customers: Type.Integer() })

/** The query parameters that choose customers; `from` and `to` are about `createdAt`. */
export const customerFilterParameters = {
  ...rangeParameters,
  status: Type.Optional(choice(STATUSES)),
  partnerId: Type.Optional(Type.Integer()),
  customerKey: Type.Optional(Type.String()),
}

export function readCustomerFilter(query: unknown, timeZone: string): CustomerFilter {
  return {
    status: readChoice(query, 'status', STATUSES),
    partnerId: readId(query, 'partnerId'),
    customerKey: readText(query, 'customerKey'),
    ...readTimeRange(query, timeZone),
  }
}

/** The customers of a program, newest first, and how many there are. Their e-mails are not kept (D25). */
export function registerListCustomers(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/customers',
    schema: {
      ...managementSchema,
      operationId: 'listCustomers',
      summary: 'List the customers',
      params: ProgramParams,
      querystring: Type.Object({ ...pageParameters, ...customerFilterParameters }),
      response: { 200: listOf(Customer), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const page = readPage(request.query)
      const filter = readCustomerFilter(request.query, program.time_zone)
      const rows = await listCustomers(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showCustomer)
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/customers/sums',
    schema: {
      ...managementSchema,
      operationId: 'countCustomers',
      summary: 'Count the customers per status',
      description: 'Takes the filters of the list; a status without customers is left out.',
      params: ProgramParams,
      querystring: Type.Object(customerFilterParameters),
      response: { 200: dataOf(Type.Array(CustomerCount)), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const filter = readCustomerFilter(request.query, program.time_zone)
      return { data: await countCustomers(deps.database.kysely, program.id, filter) }
    },
  })
}

function showCustomer(row: CustomerListRow): Static<typeof Customer> {
  return {
    id: row.id,
    customerKey: row.customer_key,
    status: row.status,
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    linkId: row.link_id,
    clickedAt: row.clicked_at.toISOString(),
    signupAt: isoOrNull(row.signup_at),
    firstSaleAt: isoOrNull(row.first_sale_at),
    firstPurchaseAt: isoOrNull(row.first_purchase_at),
    saleCount: row.sale_count,
    createdAt: row.created_at.toISOString(),
  }
}
