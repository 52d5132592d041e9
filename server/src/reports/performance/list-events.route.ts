import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { KEY_MODES } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, createSecurity, nullable } from '../../core/http/management-route.http.ts'
import { readChoice, readPositive, readText } from '../../core/http/query.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import { isSearchCut, readSearch, searchMeta, searchParameter } from '../../core/http/search.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { readInstant, type Span } from '../../core/time/report-period.rule.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { createSearch } from '../search/find-search-results.flow.ts'
import { type EventCursor, formatEventCursor, parseEventCursor } from './event-cursor.rule.ts'
import { listEvents, SALE_FILTERS } from './list-events.sql.ts'
import { presentEvent, TrackedEvent } from './tracked-event.http.ts'

const EVENT_TYPES = ['click', 'lead', 'sale'] as const

const EventsResponse = Type.Object({
  data: Type.Array(TrackedEvent),
  meta: Type.Object({
    nextCursor: nullable(Type.String({ description: 'Pass as `cursor` to get the next page.' })),
    isSearchCut,
  }),
})

const BOUND =
  "ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond."

const TYPES = [...EVENT_TYPES, 'all'] as const

const EventsQuery = Type.Object({
  type: Type.Optional(choice(TYPES)),
  mode: Type.Optional(choice(KEY_MODES, 'Mode')),
  sales: Type.Optional(choice(SALE_FILTERS, 'SaleFilter')),
  from: Type.Optional(Type.String({ description: `Only events received at or after this time. ${BOUND}` })),
  to: Type.Optional(Type.String({ description: `Only events received at or before this time. ${BOUND}` })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageRows })),
  cursor: Type.Optional(Type.String({ description: '`meta.nextCursor` from the previous page.' })),
  ...searchParameter,
})

/**
 * Registers `GET /api/tracking/events/:programId`, which lists a program's newest clicks, leads and sales, live
 * (default) or test, of one type or all (default), in keyset pages. New events neither shift nor repeat rows while
 * paging.
 */
export function registerListEvents(app: App, deps: ServiceDeps): void {
  const find = createSearch(deps)
  app.get(
    '/api/tracking/events/:programId',
    {
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description: `Requires a dashboard session with the \`tracking:list\` permission on the program. Returns ${limits.pageRowsDefault} events per page by default.`,
        tags: ['Dashboard reads'],
        security: createSecurity('tracking:list'),
        params: Type.Object({ programId: Type.String({ description: 'An integer.' }) }),
        querystring: EventsQuery,
        response: { 200: EventsResponse, ...errorResponses([400, 401, 403, 404]) },
      },
    },
    async (request): Promise<Static<typeof EventsResponse>> => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const { query } = readInput(request)
      const type = readChoice(query, 'type', TYPES) ?? 'all'
      const saleFilter = readChoice(query, 'sales', SALE_FILTERS)
      if (saleFilter !== undefined && type !== 'sale')
        throw invalidFieldError('sales', 'sales requires type=sale.')
      const isTest = readChoice(query, 'mode', KEY_MODES) === 'test'
      const limit = readPositive(query, 'limit', limits.pageRows) ?? limits.pageRowsDefault
      const cursor = readText(query, 'cursor')
      const span = readSpan({ from: readText(query, 'from'), to: readText(query, 'to') }, program.time_zone)
      const after = cursor === undefined ? undefined : readCursor(cursor)
      const matches = await find(program, { text: readSearch(query), isTest })
      // One extra row shows whether there is a next page.
      const rows = await listEvents(deps.database.kysely, {
        programId: program.id,
        types: type === 'all' ? EVENT_TYPES : [type],
        isTest,
        saleFilter,
        ...span,
        after,
        matches,
        limit: limit + 1,
      })
      const pageRows = rows.slice(0, limit)
      const last = rows.length > limit ? pageRows.at(-1) : undefined
      return {
        data: pageRows.map((row) => presentEvent(row, { programId: program.id, isTest })),
        meta: { nextCursor: last === undefined ? null : formatEventCursor(last), ...searchMeta(matches) },
      }
    },
  )
}

const ALL_TIME: Span = { from: new Date(0), to: new Date(Date.UTC(9999, 0, 1)) }

function readSpan(query: { from: string | undefined; to: string | undefined }, timeZone: string): Span {
  const from = query.from === undefined ? ALL_TIME.from : readInstant(query.from, timeZone, 'first')
  const to = query.to === undefined ? ALL_TIME.to : readInstant(query.to, timeZone, 'last')
  if (from === undefined) throw invalidFieldError('from', `from must be a date or a date-time. ${BOUND}`)
  if (to === undefined) throw invalidFieldError('to', `to must be a date or a date-time. ${BOUND}`)
  if (from > to) throw invalidFieldError('from', 'from must not be after to.')
  return { from, to }
}

function readCursor(text: string): EventCursor {
  const cursor = parseEventCursor(text)
  if (cursor !== undefined) return cursor
  throw invalidFieldError('cursor', 'cursor is invalid. Omit it to start at the newest event.')
}
