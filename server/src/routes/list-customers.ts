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
import { rangeParameters, readChoice, readId, readText, readTimeRange } from '../http/query.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import { type CustomerListRow, listCustomers } from '../store/list-customers.ts'

const STATUSES = ['provisional', 'lead', 'conversion'] as const

const Customer = Type.Object({
  id: Type.Integer(),
  customerKey: nullable(Type.String()),
  status: choice(STATUSES),
  partnerId: Type.Integer(),
  linkId: Type.Integer(),
  clickedAt: Instant,
  signupAt: nullable(Instant),
  firstSaleAt: nullable(Instant),
  firstPurchaseAt: nullable(Instant),
  saleCount: Type.Integer(),
  createdAt: Instant,
})

/** The customers of a program, newest first. Their e-mails are not kept (D25). */
export function registerListCustomers(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/customers',
    schema: {
      ...managementSchema,
      summary: 'List the customers',
      params: ProgramParams,
      querystring: Type.Object({
        ...pageParameters,
        ...rangeParameters,
        status: Type.Optional(choice(STATUSES)),
        partnerId: Type.Optional(Type.Integer()),
        customerKey: Type.Optional(Type.String()),
      }),
      response: { 200: listOf(Customer), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const { query } = request
      const page = readPage(query)
      const filter = {
        status: readChoice(query, 'status', STATUSES),
        partnerId: readId(query, 'partnerId'),
        customerKey: readText(query, 'customerKey'),
        ...readTimeRange(query, program.time_zone),
      }
      const rows = await listCustomers(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showCustomer)
    },
  })
}

function showCustomer(row: CustomerListRow): Static<typeof Customer> {
  return {
    id: row.id,
    customerKey: row.customer_key,
    status: row.status,
    partnerId: row.partner_id,
    linkId: row.link_id,
    clickedAt: row.clicked_at.toISOString(),
    signupAt: isoOrNull(row.signup_at),
    firstSaleAt: isoOrNull(row.first_sale_at),
    firstPurchaseAt: isoOrNull(row.first_purchase_at),
    saleCount: row.sale_count,
    createdAt: row.created_at.toISOString(),
  }
}
