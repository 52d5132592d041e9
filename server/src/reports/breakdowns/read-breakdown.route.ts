import Type from 'typebox'
import { disconnectSignal } from '../../core/http/disconnected.http.ts'
import { choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { readPeriod } from '../../statistics/period-query.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { DIMENSIONS } from './breakdown.ts'
import { formatBreakdownCursor } from './breakdown-cursor.rule.ts'
import { breakdownPageQuery, tooSlowError } from './breakdown-query.http.ts'
import { type BreakdownRow as CountedRow, dimensionMeasures, emptyRow } from './breakdown-rows.rule.ts'
import {
  type Breakdown,
  type NamedRow,
  readBreakdownPage,
  readPreviousPeriod,
} from './read-breakdown.flow.ts'

const Count = Type.Integer({ minimum: 0 })

const BreakdownRow = namedObject('BreakdownRow', {
  key: nullable(
    Type.String({
      description: 'The ID of a partner or link, or the value itself. Null for events without a value.',
    }),
  ),
  name: Type.String({
    description: 'The partner’s name, the link’s code, or the value. Empty for events without a value.',
  }),
  clicks: Count,
  leads: Count,
  conversions: Count,
  sales: Count,
  revenueByCurrency: CentsByCurrency,
  commissionByCurrency: CentsByCurrency,
  previousClicks: nullable(
    Type.Integer({
      description: 'Values of `meta.previousPeriod`. Only for partners and links.',
    }),
  ),
  previousSales: nullable(Type.Integer()),
})

const Coverage = namedObject('BreakdownCoverage', {
  of: choice(['days', 'clicks', 'sales']),
  scanned: nullable(
    Type.Integer({
      description: 'Number of clicks or sales that were counted. Null if counted from statistics.',
    }),
  ),
  isComplete: Type.Boolean({
    description: 'Whether the whole period is covered. If not, `since` is the start of the coverage.',
  }),
  since: nullable(Instant),
  archivedClicks: Type.Integer({
    minimum: 0,
    description: 'Archived clicks at the start of the period. Only their link is known.',
  }),
  otherClicks: Type.Integer({
    minimum: 0,
    description: `Clicks whose value was not among the ${statisticsLimits.clickValuesPerDay} most frequent values of its day.`,
  }),
})

const Answer = Type.Object({
  data: Type.Array(BreakdownRow),
  meta: Type.Object({
    nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
    dateFrom: Instant,
    dateTo: Instant,
    previousPeriod: nullable(
      Type.Object(
        { dateFrom: Instant, dateTo: Instant },
        { description: 'The period of `previousClicks` and `previousSales`.' },
      ),
    ),
    by: choice(DIMENSIONS),
    measures: choice(['all', 'clicks', 'sales']),
    coverage: Coverage,
  }),
})

/**
 * Registers `GET /api/tracking/breakdown/:programId`, which breaks down a period (D38 to D40) by a dimension, sorted by
 * any column, in keyset pages. Amounts are per currency and exact (D32).
 */
export function registerReadBreakdown(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/tracking/breakdown/:programId',
    operationId: 'readBreakdown',
    summary: 'Read a breakdown',
    description:
      '`meta.measures` lists the dimension’s columns. Other columns are 0. Partners and links are complete. Other ' +
      'dimensions count the newest clicks or sales (see `meta.coverage`). The highest value comes first unless ' +
      '`direction` is `asc`. Equal values are sorted by key.',
    permission: 'tracking:list',
    query: breakdownPageQuery,
    response: Answer,
    handle: async ({ ctx, program, query: { dimension, order, requested, after, rows }, reply }) => {
      const { current, previous } = await readPeriod(ctx, program, requested)
      const { database } = ctx
      const query = {
        dimension,
        window: current,
        disconnected: disconnectSignal(reply),
        order,
        after,
        rows,
      }
      const page = await readBreakdownPage(database, program, query)
      if (page === 'takes_too_long') throw tooSlowError()
      const { shown, hasMore, coverage } = page
      const last = hasMore ? shown.at(-1) : undefined
      // Only the rows on the page are read for the previous window.
      const keys = shown.map(({ row }) => row.key)
      const earlier = await readPreviousPeriod(database, program, { dimension, window: previous, keys })
      const before = earlier && new Map(earlier.map((row) => [row.key, row]))
      return {
        data: shown.map(({ row }) => showRow(row, before)),
        meta: {
          nextCursor: last === undefined ? null : formatBreakdownCursor(dimension, order, last.place),
          dateFrom: current.from.toISOString(),
          dateTo: current.to.toISOString(),
          previousPeriod: earlier
            ? { dateFrom: previous.from.toISOString(), dateTo: previous.to.toISOString() }
            : null,
          by: dimension,
          measures: dimensionMeasures(dimension),
          coverage: showCoverage(coverage),
        },
      }
    },
  })
}

/**
 * Returns a row for the response.
 * @param before previous rows by key; undefined if the previous window wasn't read
 */
function showRow(row: NamedRow, before: ReadonlyMap<string | null, CountedRow> | undefined) {
  const previous = before && (before.get(row.key) ?? emptyRow(row.key))
  return { ...row, previousClicks: previous?.clicks ?? null, previousSales: previous?.sales ?? null }
}

function showCoverage({ since, ...coverage }: Breakdown['coverage']) {
  return { ...coverage, since: since?.toISOString() ?? null }
}
