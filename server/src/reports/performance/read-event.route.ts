import Type, { type Static } from 'typebox'
import {
  COMMISSION_STATUSES,
  CUSTOMER_STATUSES,
  PARTNER_STATUSES,
  POLICY_DURATIONS,
  POLICY_TYPES,
  REFUND_KINDS,
  REFUND_SOURCES,
} from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import {
  CurrencyCode,
  choice,
  createSecurity,
  dataSchema,
  Instant,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { parseId } from '../../core/http/query.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { percentageBase } from '../../earnings/commissions/sale-commission.rule.ts'
import { formatClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { actorDisplayName } from '../../workspace/accounts/actor-name.rule.ts'
import { CommissionBase } from '../../workspace/programs/policy-terms.http.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { COMMISSION_REASONS, type EventTimeline, explainEvent } from './explain-event.flow.ts'
import type { EventKey } from './read-event.sql.ts'
import { presentEvent, TrackedEvent } from './tracked-event.http.ts'

const Text = nullable(Type.String())

const EventDetails = namedObject('EventDetails', {
  event: TrackedEvent,
  partner: nullable(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      status: choice(PARTNER_STATUSES, 'PartnerStatus'),
    }),
  ),
  click: nullable(
    Type.Object(
      {
        clickId: Type.String(),
        timestamp: Instant,
        linkCode: Text,
        affiliateUrl: Text,
        pageUrl: Text,
        referrerUrl: Text,
        isKept: Type.Boolean({
          description: 'False if the click was archived or deleted. Its URLs are then unknown.',
        }),
      },
      { description: 'The click that the event is attributed to. For a click, the click itself.' },
    ),
  ),
  customer: nullable(
    Type.Object({
      id: Type.Integer(),
      customerKey: Text,
      status: choice(CUSTOMER_STATUSES, 'CustomerStatus'),
      signupAt: nullable(Instant),
      firstSaleAt: nullable(Instant),
      saleCount: Type.Integer(),
    }),
  ),
  attributionWindowDays: Type.Integer({ description: 'The current setting.' }),
  isFirstSale: Type.Boolean({ description: 'The attribution window only applies to the first sale.' }),
  commission: nullable(
    Type.Object({
      id: Type.Integer(),
      amountCents: Type.Integer({ description: 'The original amount.' }),
      reversedCents: Type.Integer({ description: 'Amount reversed by refunds or a rejection.' }),
      currency: CurrencyCode,
      status: choice(COMMISSION_STATUSES, 'CommissionStatus'),
      holdUntil: Instant,
    }),
  ),
  commissionReason: choice(COMMISSION_REASONS),
  policy: nullable(
    Type.Object(
      {
        id: Type.Integer(),
        groupId: nullable(Type.Integer()),
        productId: Text,
        version: Type.Integer(),
        type: choice(POLICY_TYPES, 'PolicyType'),
        rateBps: nullable(Type.Integer()),
        amountCents: nullable(Type.Integer()),
        currency: nullable(CurrencyCode),
        duration: choice(POLICY_DURATIONS, 'PolicyDuration'),
        durationMonths: nullable(Type.Integer()),
        commissionBase: CommissionBase,
        baseCents: nullable(
          Type.Integer({
            description: 'The amount that the percentage is applied to. Null for a flat policy.',
          }),
        ),
      },
      { description: 'The policy that paid the sale, or would have paid it.' },
    ),
  ),
  platformFee: nullable(
    Type.Object({
      amountCents: Type.Integer(),
      reversedCents: Type.Integer(),
      currency: CurrencyCode,
      rateBps: Type.Integer(),
    }),
  ),
  refunds: Type.Array(
    Type.Object({
      id: Type.Integer(),
      kind: choice(REFUND_KINDS),
      refundId: Type.String(),
      amountCents: Type.Integer({ description: 'The reported amount.' }),
      countedCents: Type.Integer({
        description: 'The counted amount, excluding what the other source already reported.',
      }),
      reason: Text,
      source: choice(REFUND_SOURCES),
      recordedBy: nullable(
        Type.String({ description: 'The name of the team member or management key that recorded it.' }),
      ),
      receivedAt: Instant,
      isPossibleDuplicate: Type.Boolean({
        description:
          'Whether an open event for review asks if the server reported the same refund under another ID.',
      }),
      withdrawnAt: nullable(Type.String({ format: 'date-time', description: 'When the dispute was won.' })),
    }),
    { description: 'The sale’s refunds and disputes, oldest first.' },
  ),
})

/**
 * Registers `GET /api/tracking/events/:programId/:type/:eventId`, which returns one event with its click, partner and
 * customer, what it earned, and why. Clicks are identified by click ID, leads and sales by number.
 */
export function registerReadEvent(app: App, deps: ServiceDeps): void {
  app.get(
    '/api/tracking/events/:programId/:type/:eventId',
    {
      schema: {
        operationId: 'readEvent',
        summary: 'Retrieve an event',
        description: 'Requires a dashboard session with the `tracking:list` permission on the program.',
        tags: ['Dashboard reads'],
        security: createSecurity('tracking:list'),
        params: Type.Object({
          programId: Type.String({ description: 'An integer.' }),
          type: Type.String({ description: '`click`, `lead` or `sale`.' }),
          eventId: Type.String({ description: 'The `clickId` of a click, or the `id` of a lead or sale.' }),
        }),
        response: { 200: dataSchema(EventDetails), ...errorResponses([401, 403, 404]) },
      },
    },
    async (request): Promise<{ data: Static<typeof EventDetails> }> => {
      const { programId, type, eventId } = request.params
      const { program } = await requirePermission(deps, request, programId, 'tracking:list')
      readInput(request)
      const key = readKey(program.id, type, eventId)
      const timeline = key === undefined ? undefined : await explainEvent(deps, program.id, key)
      if (timeline === undefined) throw new ApiError('not_found', 'This program has no such event.')
      return { data: present(timeline, program) }
    },
  )
}

function readKey(programId: number, type: string, eventId: string): EventKey | undefined {
  if (type === 'click') {
    const click = parseClickId(eventId)
    return click?.programId === programId ? { type, uuid: click.uuid, at: click.receivedAt } : undefined
  }
  const id = parseId(eventId)
  return id !== undefined && (type === 'lead' || type === 'sale') ? { type, id } : undefined
}

function present(
  timeline: EventTimeline,
  program: { id: number; attribution_window_days: number },
): Static<typeof EventDetails> {
  const { row, isTest, click, partner, customer, commission, policy, platformFee, refunds = [] } = timeline
  return {
    event: presentEvent(row, { programId: program.id, isTest }),
    partner: partner ?? null,
    click:
      click === undefined
        ? null
        : {
            ...toResponseFields(click),
            clickId: formatClickId(program.id, click.click_uuid),
            timestamp: click.received_at.toISOString(),
            linkCode: click.code,
          },
    customer: customer === undefined ? null : toResponseFields(customer),
    attributionWindowDays: program.attribution_window_days,
    isFirstSale: row.type === 'sale' && customer?.first_sale_at?.getTime() === row.received_at.getTime(),
    commission: commission === undefined ? null : toResponseFields(commission),
    commissionReason: timeline.reason,
    policy: policy === undefined ? null : presentPolicy(policy, row),
    platformFee: platformFee === undefined ? null : toResponseFields(platformFee),
    refunds: refunds.map((refund) => ({
      ...toResponseFields(refund),
      recordedBy: refund.actor_user_id && actorDisplayName(refund.actor_user_id, refund.actor_name),
      amountCents: refund.reported_cents ?? refund.amount_cents,
      countedCents: refund.amount_cents,
    })),
  }
}

function presentPolicy(policy: NonNullable<EventTimeline['policy']>, row: EventTimeline['row']) {
  return { ...toResponseFields(policy), baseCents: row.type === 'sale' ? percentageBase(policy, row) : null }
}
