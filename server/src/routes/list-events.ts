import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { invalidField } from '../http/errors.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import { ATTRIBUTED_BY } from '../rules/attribution.ts'
import { formatClickId } from '../rules/click-id.ts'
import { type EventCursor, formatEventCursor, parseEventCursor } from '../rules/event-cursor.ts'
import { readInstant, type Span } from '../rules/report-period.ts'
import { type ClickRow, type EventRow, type LeadRow, listEvents, type SaleRow } from '../store/list-events.ts'

const EVENT_TYPES = ['click', 'lead', 'sale'] as const

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])
const literals = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })

const Text = nullable(Type.String())
const Instant = Type.String({ format: 'date-time' })
const Currency = literals(['USD', 'EUR', 'VND'])

const sharedFields = {
  id: Type.Integer({ description: 'Unique within its type.' }),
  timestamp: Type.String({ format: 'date-time', description: 'When the service received it.' }),
  isTest: Type.Boolean(),
  partner: nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
}

const customerFields = {
  customerId: nullable(Type.Integer()),
  customerKey: Text,
  clickId: Text,
  commission: nullable(
    Type.Object({
      id: Type.Integer(),
      amountCents: Type.Integer(),
      currency: Currency,
      status: literals(['pending', 'approved', 'paid', 'reversed']),
    }),
  ),
}

const ClickEvent = Type.Object({
  type: Type.Literal('click'),
  ...sharedFields,
  clickId: Type.String(),
  affiliateUrl: Text,
  pageUrl: Text,
  pageTitle: Text,
  referrerUrl: Text,
  sessionId: Text,
  userAgent: Text,
  screenResolution: Text,
  viewportSize: Text,
  language: Text,
  timezone: Text,
})

const LeadEvent = Type.Object({
  type: Type.Literal('lead'),
  ...sharedFields,
  ...customerFields,
  state: literals(['provisional', 'settled']),
  source: literals(['browser', 'server']),
  settledBy: nullable(literals(['browser', 'server', 'payment'])),
  settledAt: nullable(Instant),
  pageUrl: Text,
  sessionId: Text,
})

const SaleEvent = Type.Object({
  type: Type.Literal('sale'),
  ...sharedFields,
  ...customerFields,
  transactionId: Type.String(),
  amountCents: nullable(Type.Integer({ description: 'Null only for a test sale sent without one.' })),
  currency: Currency,
  taxAmountCents: nullable(Type.Integer()),
  saleType: literals(['payment', 'subscription']),
  isRecurring: Type.Boolean(),
  subscriptionId: Text,
  subscriptionInterval: nullable(literals(['monthly', 'quarterly', 'annual'])),
  productId: Text,
  occurredAt: nullable(Instant),
  provider: Text,
  providerPaymentId: Text,
  attributedBy: nullable(literals(ATTRIBUTED_BY)),
  status: literals(['paid', 'refunded']),
  refundedCents: Type.Integer(),
})

export const TrackedEvent = Type.Union([ClickEvent, LeadEvent, SaleEvent])

const EventsAnswer = Type.Object({
  data: Type.Array(TrackedEvent),
  meta: Type.Object({
    nextCursor: nullable(Type.String({ description: 'Send it as `cursor` for the next page.' })),
  }),
})

const BOUND =
  "ISO 8601: a date is that whole day in the program's time zone, a date-time counts to the millisecond."

const EventsQuery = Type.Object({
  type: Type.Optional(literals([...EVENT_TYPES, 'all'])),
  mode: Type.Optional(literals(['live', 'test'])),
  from: Type.Optional(Type.String({ description: `Nothing received before. ${BOUND}` })),
  to: Type.Optional(Type.String({ description: `Nothing received after. ${BOUND}` })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageRows })),
  cursor: Type.Optional(Type.String({ description: '`meta.nextCursor` of the page before.' })),
})

/**
 * `GET /api/tracking/events/:programId`: the newest clicks, leads and sales of a program, live (default) or
 * test, of one type or all (default), in keyset pages. Events that arrive while somebody pages neither shift
 * nor repeat a row.
 */
export function registerListEvents(app: App, deps: ServiceDeps): void {
  app.get(
    '/api/tracking/events/:programId',
    {
      // Access is checked before the query, as on the other reads (D37).
      attachValidation: true,
      schema: {
        operationId: 'listEvents',
        summary: 'Newest events of a program',
        description: `Needs a dashboard session with the permission \`tracking:list\` on the program. A page has ${limits.pageRowsDefault} events unless \`limit\` says otherwise.`,
        tags: ['Dashboard reads'],
        security: [{ session: [] }],
        params: Type.Object({ programId: Type.String({ description: 'An integer.' }) }),
        querystring: EventsQuery,
        response: { 200: EventsAnswer, ...errorResponses([400, 401, 403, 404]) },
      },
    },
    async (request): Promise<Static<typeof EventsAnswer>> => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      if (request.validationError !== undefined) throw request.validationError
      const { type = 'all', mode = 'live', limit = limits.pageRowsDefault, cursor } = request.query
      const isTest = mode === 'test'
      // One row more than asked for tells whether there is a next page.
      const rows = await listEvents(deps.database.kysely, {
        programId: program.id,
        types: type === 'all' ? EVENT_TYPES : [type],
        isTest,
        ...readSpan(request.query, program.time_zone),
        after: cursor === undefined ? undefined : readCursor(cursor),
        limit: limit + 1,
      })
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return {
        data: shown.map((row) => presentEvent(row, program.id, isTest)),
        meta: { nextCursor: last === undefined ? null : formatEventCursor(last) },
      }
    },
  )
}

const ALL_TIME: Span = { from: new Date(0), to: new Date(Date.UTC(9999, 0, 1)) }

function readSpan(query: { from?: string; to?: string }, timeZone: string): Span {
  const from = query.from === undefined ? ALL_TIME.from : readInstant(query.from, timeZone, 'first')
  const to = query.to === undefined ? ALL_TIME.to : readInstant(query.to, timeZone, 'last')
  if (from === undefined) throw invalidField('from', `from takes a date or a date-time. ${BOUND}`)
  if (to === undefined) throw invalidField('to', `to takes a date or a date-time. ${BOUND}`)
  if (from > to) throw invalidField('from', 'from is after to.')
  return { from, to }
}

function readCursor(text: string): EventCursor {
  const cursor = parseEventCursor(text)
  if (cursor !== undefined) return cursor
  throw invalidField('cursor', 'cursor is not one this list gave: leave it out to start at the newest event.')
}

export function presentEvent(row: EventRow, programId: number, isTest: boolean): Static<typeof TrackedEvent> {
  switch (row.type) {
    case 'click':
      return presentClick(row, programId, isTest)
    case 'lead':
      return presentLead(row, programId, isTest)
    case 'sale':
      return presentSale(row, programId, isTest)
  }
}

function presentClick(row: ClickRow, programId: number, isTest: boolean): Static<typeof ClickEvent> {
  return {
    type: 'click',
    ...presentShared(row, isTest),
    clickId: formatClickId(programId, row.click_uuid),
    affiliateUrl: row.affiliate_url,
    pageUrl: row.page_url,
    pageTitle: row.page_title,
    referrerUrl: row.referrer_url,
    sessionId: row.session_id,
    userAgent: row.user_agent,
    screenResolution: row.screen_resolution,
    viewportSize: row.viewport_size,
    language: row.language,
    timezone: row.timezone,
  }
}

function presentLead(row: LeadRow, programId: number, isTest: boolean): Static<typeof LeadEvent> {
  return {
    type: 'lead',
    ...presentShared(row, isTest),
    ...presentCustomer(row, programId),
    state: row.state,
    source: row.source,
    settledBy: row.settled_by,
    settledAt: row.settled_at?.toISOString() ?? null,
    pageUrl: row.page_url,
    sessionId: row.session_id,
  }
}

function presentSale(row: SaleRow, programId: number, isTest: boolean): Static<typeof SaleEvent> {
  return {
    type: 'sale',
    ...presentShared(row, isTest),
    ...presentCustomer(row, programId),
    transactionId: row.transaction_id,
    amountCents: row.amount_cents,
    currency: row.currency,
    taxAmountCents: row.tax_amount_cents,
    saleType: row.sale_type,
    isRecurring: row.is_recurring,
    subscriptionId: row.subscription_id,
    subscriptionInterval: row.subscription_interval,
    productId: row.product_id,
    occurredAt: row.occurred_at?.toISOString() ?? null,
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    attributedBy: row.attributed_by,
    status: row.status,
    refundedCents: row.refunded_cents,
  }
}

function presentShared(row: EventRow, isTest: boolean) {
  const { partner_id, partner_name } = row
  return {
    id: row.id,
    timestamp: row.received_at.toISOString(),
    isTest,
    partner: partner_id === null || partner_name === null ? null : { id: partner_id, name: partner_name },
  }
}

function presentCustomer(row: LeadRow | SaleRow, programId: number) {
  return {
    customerId: row.customer_id,
    customerKey: row.customer_key,
    clickId: row.click_uuid === null ? null : formatClickId(programId, row.click_uuid),
    commission: presentCommission(row),
  }
}

function presentCommission(row: LeadRow | SaleRow) {
  const { commission_id, commission_cents, commission_currency, commission_status } = row
  if (commission_id === null || commission_cents === null) return null
  if (commission_currency === null || commission_status === null) return null
  return {
    id: commission_id,
    amountCents: commission_cents,
    currency: commission_currency,
    status: commission_status,
  }
}
