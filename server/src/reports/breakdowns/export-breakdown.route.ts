import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import { disconnectSignal } from '../../core/http/disconnected.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { Currency } from '../../core/money/currency.ts'
import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { readPeriod } from '../../statistics/period-query.http.ts'
import { exportFileName } from '../../workspace/programs/file-name.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { Dimension } from './breakdown.ts'
import { breakdownQuery, tooSlowError } from './breakdown-query.http.ts'
import { dimensionMeasures, orderRows } from './breakdown-rows.rule.ts'
import { getRowName, type NamedRow, readBreakdown } from './read-breakdown.flow.ts'

/**
 * Returns the columns of a dimension. Other columns are omitted, so 0 never stands for something that wasn't counted.
 * Amounts have one column per accepted currency.
 */
function exportColumns(
  dimension: Dimension,
  currencies: readonly Currency[],
  days: readonly string[],
): Record<string, (row: PlacedRow) => CsvCell> {
  const measures = dimensionMeasures(dimension)
  const names = { Key: ({ row }: PlacedRow) => row.key, Name: ({ row }: PlacedRow) => row.name }
  const clicks = { Clicks: ({ row }: PlacedRow) => row.clicks }
  const [first = null, last = null] = [days[0], days.at(-1)]
  const period = { From: () => first, To: () => last }
  if (measures === 'clicks') return { ...names, ...clicks, ...period }
  const people = {
    Leads: ({ row }: PlacedRow) => row.leads,
    'New customers': ({ row }: PlacedRow) => row.conversions,
  }
  const money = currencies.flatMap((currency): [string, (row: PlacedRow) => CsvCell][] => [
    [`Revenue (${currency})`, ({ row }) => amountCell(row.revenueByCurrency[currency], currency)],
    [`Commission (${currency})`, ({ row }) => amountCell(row.commissionByCurrency[currency], currency)],
  ])
  return {
    ...names,
    ...(measures === 'all' ? { ...clicks, ...people } : {}),
    Sales: ({ row }) => row.sales,
    ...Object.fromEntries(money),
    ...period,
  }
}

/** A row with its index. */
interface PlacedRow {
  row: NamedRow
  place: number
}

function amountCell(cents: bigint | undefined, currency: Currency): CsvCell {
  return { digits: decimalAmount(String(cents ?? 0n), currency) }
}

/** Registers the route that streams all rows of a breakdown as CSV. */
export function registerExportBreakdown(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/tracking/breakdown/:programId/file.csv',
    operationId: 'exportBreakdown',
    summary: 'Export a breakdown as CSV',
    description:
      'Contains every row of the breakdown in order, with the columns in `measures`. Amounts have one column per ' +
      'currency, in that currency’s unit. `From` and `To` are the days of the period; a comparison isn’t ' +
      'included. Text that a spreadsheet would run as a formula is prefixed with an apostrophe.',
    permission: 'tracking:list',
    query: breakdownQuery,
    response: CsvResponse,
    handle: async ({ ctx, program, query: { dimension, order, requested }, reply }) => {
      const { current } = await readPeriod(ctx, program, requested)
      const query = { dimension, window: current, disconnected: disconnectSignal(reply) }
      const breakdown = await readBreakdown(ctx.database, program, query)
      if (breakdown === 'takes_too_long') throw tooSlowError()
      const numberedRows = orderRows(breakdown.rows, order, getRowName).map(({ row }, place) => ({
        row,
        place,
      }))
      return sendCsv(reply, {
        fileName: exportFileName(program, dimension),
        columns: exportColumns(dimension, ctx.config.currencies, current.days),
        // The rows are already in memory, so a row's key is its index.
        readRows: async ({ rows: most, after }) =>
          numberedRows.slice(after?.id ?? 0, (after?.id ?? 0) + most + 1),
        getKey: ({ place }) => ({ at: current.to, id: place + 1 }),
      })
    },
  })
}
