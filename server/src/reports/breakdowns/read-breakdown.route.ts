import Type from 'typebox'
import { goneOf } from '../../core/http/disconnected.http.ts'
import { choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import { periodOf } from '../../statistics/period-query.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { DIMENSIONS } from './breakdown.ts'
import { formatBreakdownCursor } from './breakdown-cursor.rule.ts'
import { breakdownPageQuery, takesTooLong } from './breakdown-query.http.ts'
import { type BreakdownRow as CountedRow, emptyRow, measuresOf } from './breakdown-rows.rule.ts'
import { type Breakdown, type NamedRow, readBreakdownPage, readEarlier } from './read-breakdown.flow.ts'

const Count = Type.Integer({ minimum: 0 })

const BreakdownRow = namedObject('BreakdownRow', {
  key: nullable(
    Type.String({ description: 'The id of a partner or link, or the value itself; null is none.' }),
  ),
  name: Type.String({
    description: 'The partner’s name, the code of the link, or the value; empty where there is none.',
  }),
  clicks: Count,
  leads: Count,
  conversions: Count,
  sales: Count,
  revenueByCurrency: CentsByCurrency,
  commissionByCurrency: CentsByCurrency,
  previousClicks: nullable(
    Type.Integer({ description: 'In the equally long window before; of partners and links only.' }),
  ),
  previousSales: nullable(Type.Integer()),
})

const Coverage = namedObject('BreakdownCoverage', {
  of: choice(['days', 'clicks', 'sales']),
  looked: nullable(
    Type.Integer({
      description: 'How many of the newest clicks or sales were looked at; null where sums were read.',
    }),
  ),
  isComplete: Type.Boolean({
    description:
      'Whether that is all there was in the period; where it is not, `since` says from when on it looked.',
  }),
  since: nullable(Instant),
  archivedClicks: Type.Integer({
    minimum: 0,
    description: 'Clicks of the period that are archived: of them no more is known than their link.',
  }),
})

const Answer = Type.Object({
  data: Type.Array(BreakdownRow),
  meta: Type.Object({
    nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
    dateFrom: Instant,
    dateTo: Instant,
    by: choice(DIMENSIONS),
    measures: choice(['all', 'clicks', 'sales']),
    coverage: Coverage,
  }),
})

/**
 * `GET /api/tracking/breakdown/:programId`: what happened in a period (D38 to D40), by the values of a dimension, in the
 * order of any column, in keyset pages. Money is per currency, exact (D32).
 */
export function registerReadBreakdown(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/tracking/breakdown/:programId',
    operationId: 'readBreakdown',
    summary: 'Break down what happened in a period',
    description:
      '`meta.measures` says which columns the dimension has: the others are 0. Partners and links are complete. What only clicks or sales ' +
      'themselves say is counted over the newest of them, and `meta.coverage` says over how many. The highest value first unless ' +
      '`direction` is `asc`; equal ones stand in the order of their keys.',
    permission: 'tracking:list',
    query: breakdownPageQuery,
    answer: Answer,
    handle: async ({ ctx, program, query: { dimension, order, asked, after, rows }, reply }) => {
      const { current, previous } = await periodOf(ctx, program, asked)
      const { database } = ctx
      const looking = { dimension, window: current, gone: goneOf(reply), order, after, rows }
      const page = await readBreakdownPage(database, program, looking)
      if (page === 'takes_too_long') throw takesTooLong()
      const { shown, hasMore, coverage } = page
      const last = hasMore ? shown.at(-1) : undefined
      // Of the window before, what the page shows and no more.
      const keys = shown.map(({ row }) => row.key)
      const earlier = await readEarlier(database, program, { dimension, window: previous, keys })
      const before = earlier && new Map(earlier.map((row) => [row.key, row]))
      return {
        data: shown.map(({ row }) => showRow(row, before)),
        meta: {
          nextCursor: last === undefined ? null : formatBreakdownCursor(dimension, order, last.place),
          dateFrom: current.from.toISOString(),
          dateTo: current.to.toISOString(),
          by: dimension,
          measures: measuresOf(dimension),
          coverage: showCoverage(coverage),
        },
      }
    },
  })
}

/** @param before by their keys; undefined where the window before was not looked at */
function showRow(row: NamedRow, before: ReadonlyMap<string | null, CountedRow> | undefined) {
  const previous = before && (before.get(row.key) ?? emptyRow(row.key))
  return { ...row, previousClicks: previous?.clicks ?? null, previousSales: previous?.sales ?? null }
}

function showCoverage({ since, ...coverage }: Breakdown['coverage']) {
  return { ...coverage, since: since?.toISOString() ?? null }
}
