import type { QueryRow } from '../../core/database/database.ts'
import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import { rejectTruncatedSearch } from '../../core/http/search.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import type { FindSearchResults } from '../../core/search-results.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { exportFileName } from '../../workspace/programs/file-name.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { commissionBase } from './commission-base.http.ts'
import { commissionFilterQuery, findCommissions } from './commission-filter.http.ts'
import { type CommissionListRow, listCommissionsWithPayouts } from './list-commissions.sql.ts'

type ExportedCommission = QueryRow<typeof listCommissionsWithPayouts>

/** The columns, named as in the dashboard. Amounts are in the unit of the adjacent currency. */
const COLUMNS: Record<string, (row: ExportedCommission) => CsvCell> = {
  ID: (row) => row.id,
  Created: (row) => row.created_at.toISOString(),
  Status: (row) => row.status,
  Type: (row) => row.kind,
  Amount: (row) => amountCell(row, row.amount_cents),
  Reversed: (row) => amountCell(row, row.reversed_cents),
  'Net amount': (row) => amountCell(row, row.amount_cents - row.reversed_cents),
  'Paid out': (row) => amountCell(row, row.paid_cents),
  Currency: (row) => row.currency,
  // A refunded commission can be paid in one payout and deducted in another.
  Payouts: (row) => row.payout_ids,
  'Partner ID': (row) => row.partner_id,
  Partner: (row) => row.partner_name,
  'Customer ID': (row) => row.customer_id,
  Customer: (row) => row.customer_key,
  'Sale ID': (row) => row.sale_id,
  'Lead ID': (row) => row.lead_id,
  Order: (row) => row.transaction_id,
  'Policy ID': (row) => row.policy_id,
  'Commission base': (row) => amountCell(row, commissionBase(row)),
  'Hold until': (row) => row.hold_until.toISOString(),
  Approved: (row) => row.approved_at?.toISOString() ?? null,
  Rejected: (row) => row.rejected_at?.toISOString() ?? null,
  'Hold reason': (row) => row.hold_reason,
  'Possible duplicate of sale': (row) => row.duplicate_of_sale_id,
  'Sale amount': (row) => amountCell(row, row.sale_amount_cents),
  'Sale refunded': (row) => amountCell(row, row.sale_refunded_cents),
}

function amountCell({ currency }: CommissionListRow, cents: number | null): CsvCell {
  return cents === null ? null : { digits: decimalAmount(cents, currency) }
}

/** Registers the route that exports all commissions matching the list filters as CSV. */
export function registerExportCommissions(app: App, deps: ServiceDeps, find: FindSearchResults): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/commissions.csv',
    operationId: 'exportCommissions',
    summary: 'Export commissions as CSV',
    description:
      'Streams every commission matching the list filters, newest first. Text that a spreadsheet ' +
      'would run as a formula is prefixed with an apostrophe.',
    permission: 'billing:read',
    query: commissionFilterQuery,
    response: CsvResponse,
    handle: async ({ ctx, program, query: requested, reply }) => {
      const filter = await findCommissions(find, { program, now: ctx.clock.now() }, requested)
      rejectTruncatedSearch(filter.matches)
      return sendCsv(reply, {
        fileName: exportFileName(program, 'commissions'),
        columns: COLUMNS,
        readRows: (page) => listCommissionsWithPayouts(deps.database.kysely, program.id, filter, page),
        getKey: (row) => ({ at: row.created_at, id: row.id }),
      })
    },
  })
}
