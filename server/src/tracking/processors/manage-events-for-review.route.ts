import Type, { type Static } from 'typebox'
import { withTransaction } from '../../core/database/transaction.ts'
import { REVIEW_REASONS } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, Instant, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import {
  type EventForReviewRow,
  listEventsForReview,
  resolveEventForReview,
} from './events-for-review.sql.ts'

const STATES = ['open', 'resolved'] as const

const EventForReview = namedObject('EventForReview', {
  id: Type.Integer(),
  reason: Type.Enum([...REVIEW_REASONS], {
    type: 'string',
    description:
      '`unreadable`: a required value is missing. `currency_differs`: a refund or dispute is in a different currency than its sale, and the payment’s total is unknown. `amount_differs`: the sale’s amount ' +
      'changed after its commission was paid or invoiced. `another_program`: the event belongs to the program that was connected to the account when the event occurred. ' +
      '`possible_duplicate_refund`: your server reported a refund that may be the same as one that your team entered under another ID: it has the same amount, or both together exceed the sale. Both count, up to the amount of the sale. If they are the same, undo the team’s refund; otherwise resolve the event.',
  }),
  processor: Type.String({
    description: 'The payment processor, or `server` for a refund that your server reported.',
  }),
  eventId: Type.String({ description: 'The processor’s event ID.' }),
  type: Type.String({ description: 'The processor’s event type.' }),
  objectId: nullable(Type.String({ description: 'The processor’s ID for the object.' })),
  amountCents: nullable(Type.Integer()),
  currency: nullable(Type.String({ description: 'Any ISO 4217 code.' })),
  saleId: nullable(Type.Integer()),
  transactionId: nullable(Type.String({ description: 'The sale’s order ID.' })),
  customerKey: nullable(Type.String()),
  partnerId: nullable(Type.Integer()),
  partnerName: nullable(Type.String()),
  refundEventId: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The refund entered by the team that the reported one may duplicate.',
  }),
  occurredAt: Instant,
  receivedAt: Instant,
  resolvedAt: nullable(Type.String({ format: 'date-time', description: 'When the event was resolved.' })),
})

/** Registers the routes for the connected processor account's events that need manual review. */
export function registerManageEventsForReview(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/events-for-review',
    operationId: 'listEventsForReview',
    summary: 'List processor events for review',
    description: 'Each event has a reason. `state=open` returns only events that haven’t been resolved.',
    permission: 'billing:read',
    query: {
      parameters: { ...pageParameters, state: Type.Optional(choice(STATES, 'EventForReviewState')) },
      read: (query) => {
        const state = readChoice(query, 'state', STATES)
        return {
          page: readPage(query),
          filter: { isResolved: state === undefined ? undefined : state === 'resolved' },
        }
      },
    },
    response: listSchema(EventForReview),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listEventsForReview(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, ['created_at', 'id'], showEventForReview)
    },
  })
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/events-for-review/:eventForReviewId/resolve',
    operationId: 'resolveEventForReview',
    summary: 'Resolve a processor event for review',
    description: 'Marks the event as resolved and changes nothing else. Idempotent.',
    permission: 'commission:manage',
    ids: { eventForReviewId: eventNotFoundError },
    response: dataSchema(EventForReview),
    handle: async ({ ctx, program, actorId, ids: { eventForReviewId } }) => {
      const at = ctx.clock.now()
      const event = await withTransaction(ctx, (transaction) =>
        resolveEventForReview(transaction, program.id, eventForReviewId, { actorId, at }),
      )
      if (event === undefined) throw eventNotFoundError()
      return { data: showEventForReview(event) }
    },
  })
}

function eventNotFoundError(): ApiError {
  return new ApiError('not_found', 'No event for review in this program has this ID.')
}

function showEventForReview(row: EventForReviewRow): Static<typeof EventForReview> {
  return { ...toResponseFields(row), receivedAt: row.created_at.toISOString() }
}
