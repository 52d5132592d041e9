import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters } from '../../core/http/page.http.ts'
import { readChoice, readCurrency, readLongText, readPositive } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { listPartnerLinks } from '../../partners/enrollments/links.sql.ts'
import { partnerFilterParameters, readPartnerFilter } from '../../partners/enrollments/partner-filter.http.ts'
import { Partner, showPartner } from '../../partners/enrollments/partner-response.http.ts'
import { linkStatSources } from '../../statistics/link-stat-sources.rule.ts'
import { periodParameters, readPeriod, readPeriodQuery } from '../../statistics/period-query.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { listPartnerReport } from './list-partner-report.sql.ts'
import { formatPartnerCursor, parsePartnerCursor } from './partner-cursor.rule.ts'
import { PartnerMetrics } from './partner-metrics.http.ts'
import { partnerMetrics } from './partner-metrics.rule.ts'
import { DIRECTIONS, PARTNER_SORTS, type PartnerSort } from './partner-order.ts'
import { readPartnerMetrics } from './read-partner-metrics.sql.ts'

const PartnerReport = namedObject('PartnerReport', { partner: Partner, numbers: PartnerMetrics })

const Answer = Type.Object({
  data: Type.Array(PartnerReport),
  meta: Type.Object({
    nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
    dateFrom: Instant,
    dateTo: Instant,
  }),
})

const parameters = {
  ...pageParameters,
  ...partnerFilterParameters,
  ...periodParameters,
  sort: Type.Optional(choice(PARTNER_SORTS)),
  direction: Type.Optional(choice(DIRECTIONS)),
  currency: Type.Optional({
    ...CurrencyCode,
    description:
      'Currency to sort `revenue` and `commission` by. Without it, amounts of all currencies are added at face value (D32).',
  }),
}

/**
 * Registers `GET /api/programs/:programId/partner-report`, which lists partners with their metrics, counted as in the
 * performance endpoint (D32, D38, D42), sorted by any column, in keyset pages.
 */
export function registerListPartnerReport(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partner-report',
    operationId: 'listPartnerReport',
    summary: 'List partners with metrics',
    description:
      'Sorted by newest partner unless `sort` is set. `direction` defaults to `desc`. Equal values are sorted ' +
      'by ID, so pages never skip or repeat a partner. A cursor keeps the order it was created with.',
    permission: 'tracking:list',
    query: { parameters, read: readReportQuery },
    response: Answer,
    handle: async ({ ctx, program, query: { requested, ...query } }) => {
      const { current } = await readPeriod(ctx, program, requested)
      const { from, to } = current
      const parts = linkStatSources(current)
      const rows = await listPartnerReport(kysely, program, { ...query, parts })
      const pageRows = rows.slice(0, query.rows)
      const ids = pageRows.map((row) => row.partner_id)
      const [links, sums] = await Promise.all([
        listPartnerLinks(kysely, program.id, ids),
        readPartnerMetrics(kysely, program.id, ids, parts),
      ])
      const numbers = new Map(partnerMetrics(ids, sums).map((one) => [one.partnerId, one]))
      const last = rows.length > query.rows ? pageRows.at(-1) : undefined
      return {
        data: pageRows.flatMap((row) => {
          const partnerNumbers = numbers.get(row.partner_id)
          return partnerNumbers === undefined
            ? []
            : [{ partner: showPartner(row, links), numbers: partnerNumbers }]
        }),
        meta: {
          nextCursor:
            last === undefined
              ? null
              : formatPartnerCursor(query.order, { value: last.value, id: last.partner_id }),
          dateFrom: from.toISOString(),
          dateTo: to.toISOString(),
        },
      }
    },
  })
}

function readReportQuery(query: unknown) {
  const order = readChoice(query, 'sort', PARTNER_SORTS) ?? 'createdAt'
  return {
    requested: readPeriodQuery(query),
    filter: readPartnerFilter(query),
    order,
    direction: readChoice(query, 'direction', DIRECTIONS) ?? 'desc',
    currency: readCurrency(query),
    after: readCursor(query, order),
    rows: readPositive(query, 'limit', limits.pageRows) ?? limits.pageRowsDefault,
  }
}

/** Reads a cursor, which may contain a whole name. */
function readCursor(query: unknown, order: PartnerSort) {
  const text = readLongText(query, 'cursor', limits.maxUrlLength)
  if (text === undefined) return undefined
  const place = parsePartnerCursor(text, order, { maxChars: 2 * limits.maxIdLength })
  if (place !== undefined) return place
  throw invalidFieldError(
    'cursor',
    'cursor must be the meta.nextCursor from a page of this list with the same order.',
  )
}
