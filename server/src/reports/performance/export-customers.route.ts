import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import { isoOrNull } from '../../core/http/management-route.http.ts'
import { rejectTruncatedSearch } from '../../core/http/search.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { exportFileName } from '../../workspace/programs/file-name.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { createSearch } from '../search/find-search-results.flow.ts'
import { customerFilterQuery, findCustomers } from './customer-filter.http.ts'
import { type CustomerListRow, listCustomers } from './list-customers.sql.ts'

const COLUMNS: Record<string, (row: CustomerListRow) => CsvCell> = {
  ID: (row) => row.id,
  Created: (row) => row.created_at.toISOString(),
  Customer: (row) => row.customer_key,
  Status: (row) => row.status,
  'Partner ID': (row) => row.partner_id,
  Partner: (row) => row.partner_name,
  'Link ID': (row) => row.link_id,
  Clicked: (row) => row.clicked_at.toISOString(),
  'Signed up': (row) => isoOrNull(row.signup_at),
  'First sale': (row) => isoOrNull(row.first_sale_at),
  'First purchase': (row) => isoOrNull(row.first_purchase_at),
  Sales: (row) => row.sale_count,
}

/** Registers the route that streams all customers matching the filters as CSV. */
export function registerExportCustomers(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/customers.csv',
    operationId: 'exportCustomers',
    summary: 'Export customers as CSV',
    description:
      'Accepts the same filters as the list and streams all matching rows, newest first. Text that a ' +
      'spreadsheet would run as a formula is prefixed with an apostrophe.',
    permission: 'tracking:list',
    query: customerFilterQuery,
    response: CsvResponse,
    handle: async ({ program, query: requested, reply }) => {
      const filter = await findCustomers(createSearch(deps), program, requested)
      rejectTruncatedSearch(filter.matches)
      return sendCsv(reply, {
        fileName: exportFileName(program, 'customers'),
        columns: COLUMNS,
        readRows: (page) => listCustomers(deps.database.kysely, program.id, filter, page),
        getKey: (row) => ({ at: row.created_at, id: row.id }),
      })
    },
  })
}
