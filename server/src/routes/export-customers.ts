import Type from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { CsvAnswer, sendCsv } from '../http/csv.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { isoOrNull, managementRoute, managementSchema, ProgramParams } from '../http/management.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import type { CsvCell } from '../rules/csv.ts'
import { type CustomerListRow, listCustomers } from '../store/list-customers.ts'
import { customerFilterParameters, readCustomerFilter } from './list-customers.ts'

/** The fields of the list. */
const COLUMNS: Record<string, (row: CustomerListRow) => CsvCell> = {
  id: (row) => row.id,
  createdAt: (row) => row.created_at.toISOString(),
  customerKey: (row) => row.customer_key,
  status: (row) => row.status,
  partnerId: (row) => row.partner_id,
  partnerName: (row) => row.partner_name,
  linkId: (row) => row.link_id,
  clickedAt: (row) => row.clicked_at.toISOString(),
  signupAt: (row) => isoOrNull(row.signup_at),
  firstSaleAt: (row) => isoOrNull(row.first_sale_at),
  firstPurchaseAt: (row) => isoOrNull(row.first_purchase_at),
  saleCount: (row) => row.sale_count,
}

/** The customers of a program as a CSV file: all that the filters of the list choose, on no page. */
export function registerExportCustomers(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/customers.csv',
    schema: {
      ...managementSchema,
      operationId: 'exportCustomers',
      summary: 'Export the customers as CSV',
      description:
        'Takes the filters of the list and streams every row they choose, newest first. A text that a ' +
        'spreadsheet would run as a formula has an apostrophe in front.',
      params: ProgramParams,
      querystring: Type.Object(customerFilterParameters),
      response: { 200: CsvAnswer, ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request, reply) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const filter = readCustomerFilter(request.query, program.time_zone)
      return sendCsv(reply, {
        fileName: `customers-${program.id}.csv`,
        columns: COLUMNS,
        readRows: (page) => listCustomers(deps.database.kysely, program.id, filter, page),
        keyOf: (row) => ({ at: row.created_at, id: row.id }),
      })
    },
  })
}
