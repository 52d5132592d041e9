import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import { rejectTruncatedSearch } from '../../core/http/search.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import type { FindSearchResults } from '../../core/search-results.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { fileNameOf } from '../../workspace/programs/file-name.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { commissionBaseOf } from './commission-base.http.ts'
import { commissionFilterQuery, findCommissions } from './commission-filter.http.ts'
import { type CommissionListRow, listCommissions } from './list-commissions.sql.ts'

/** The fields of the list, plus `amount` in major units. */
const COLUMNS: Record<string, (row: CommissionListRow) => CsvCell> = {
  id: (row) => row.id,
  createdAt: (row) => row.created_at.toISOString(),
  status: (row) => row.status,
  kind: (row) => row.kind,
  amount: (row) => decimalAmount(row.amount_cents, row.currency),
  currency: (row) => row.currency,
  amountCents: (row) => row.amount_cents,
  reversedCents: (row) => row.reversed_cents,
  paidCents: (row) => row.paid_cents,
  partnerId: (row) => row.partner_id,
  partnerName: (row) => row.partner_name,
  customerId: (row) => row.customer_id,
  customerKey: (row) => row.customer_key,
  saleId: (row) => row.sale_id,
  leadId: (row) => row.lead_id,
  transactionId: (row) => row.transaction_id,
  policyId: (row) => row.policy_id,
  baseCents: commissionBaseOf,
  holdUntil: (row) => row.hold_until.toISOString(),
  approvedAt: (row) => row.approved_at?.toISOString() ?? null,
  rejectedAt: (row) => row.rejected_at?.toISOString() ?? null,
  holdReason: (row) => row.hold_reason,
  duplicateOfSaleId: (row) => row.duplicate_of_sale_id,
  saleAmountCents: (row) => row.sale_amount_cents,
  saleRefundedCents: (row) => row.sale_refunded_cents,
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
        fileName: fileNameOf(program, 'commissions'),
        columns: COLUMNS,
        readRows: (page) => listCommissions(deps.database.kysely, program.id, filter, page),
        keyOf: (row) => ({ at: row.created_at, id: row.id }),
      })
    },
  })
}
