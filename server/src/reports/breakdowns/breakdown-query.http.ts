import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice } from '../../core/http/management-route.http.ts'
import { pageParameters } from '../../core/http/page.http.ts'
import { readChoice, readCurrency, readLongText, readPositive } from '../../core/http/query.http.ts'
import {
  compareParameters,
  periodParameters,
  readCompareQuery,
  readPeriodQuery,
} from '../../statistics/period-query.http.ts'
import { BREAKDOWN_ORDERS, DIMENSIONS, type Dimension } from './breakdown.ts'
import { parseBreakdownCursor } from './breakdown-cursor.rule.ts'
import type { RowOrder } from './breakdown-rows.rule.ts'
import { dimensionMeasures } from './breakdown-rows.rule.ts'

const BY = {
  ...choice(DIMENSIONS),
  description:
    'The dimension of the breakdown. Read from the daily statistics: `partner` and `link`. Click dimensions: ' +
    '`subId` (`?sub=` in the clicked URL), `landingPage`, `referrer` (the site), `language` and ' +
    '`country` of the browser’s language, `device` and `visitor` (`new` or `returning`). Sale dimensions: ' +
    '`product`, `currency` and `renewal` (`first` or `renewal`).',
}

const orderParameters = {
  by: BY,
  ...periodParameters,
  sort: Type.Optional({
    ...choice(BREAKDOWN_ORDERS),
    description: '`sales` for a breakdown of sales, otherwise `clicks`.',
  }),
  direction: Type.Optional(choice(['asc', 'desc'])),
  currency: Type.Optional({
    ...CurrencyCode,
    description:
      'Currency to sort `revenue` and `commission` by. Without it, amounts of all currencies are added at face value (D32).',
  }),
}

/** Query parameters for every breakdown. */
export const breakdownQuery = { parameters: orderParameters, read: readOrder }

/** Query parameters for a page. */
export const breakdownPageQuery = {
  parameters: { ...orderParameters, ...compareParameters, ...pageParameters },
  read: (query: unknown) => {
    const requested = readOrder(query)
    return {
      ...requested,
      requested: { ...requested.requested, ...readCompareQuery(query) },
      after: readCursor(query, requested),
      rows: readPositive(query, 'limit', limits.pageRows) ?? limits.pageRowsDefault,
    }
  },
}

function readOrder(query: unknown) {
  const dimension = readChoice(query, 'by', DIMENSIONS)
  if (dimension === undefined) throw invalidFieldError('by', `by must be one of ${DIMENSIONS.join(', ')}.`)
  const order: RowOrder = {
    by:
      readChoice(query, 'sort', BREAKDOWN_ORDERS) ??
      (dimensionMeasures(dimension) === 'sales' ? 'sales' : 'clicks'),
    direction: readChoice(query, 'direction', ['asc', 'desc']) ?? 'desc',
    currency: readCurrency(query),
  }
  return { dimension, order, requested: readPeriodQuery(query) }
}

/** Reads a cursor, which may contain a whole page URL. */
function readCursor(query: unknown, { dimension, order }: { dimension: Dimension; order: RowOrder }) {
  const text = readLongText(query, 'cursor', 4 * limits.maxUrlLength)
  if (text === undefined) return undefined
  const place = parseBreakdownCursor(text, dimension, order, { maxChars: limits.maxUrlLength })
  if (place !== undefined) return place
  throw invalidFieldError(
    'cursor',
    'cursor must be the meta.nextCursor from a page of this breakdown with the same order.',
  )
}

/** Returns a 503 for a query that timed out. */
export function tooSlowError(): ApiError {
  return new ApiError(
    'service_unavailable',
    `This breakdown takes too long. Choose a shorter period, or retry in ${RETRY_AFTER_SECONDS} seconds.`,
    { retry_after_seconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}

const RETRY_AFTER_SECONDS = 5
