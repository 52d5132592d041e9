import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { type EventStory, explainEvent } from '../flows/explain-event.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError } from '../http/errors.ts'
import { choice, dataOf, Instant, isoOrNull, nullable } from '../http/management.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { formatClickId, parseClickId } from '../rules/click-id.ts'
import { COMMISSION_REASONS } from '../rules/explain-commission.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import type { EventKey } from '../store/read-event.ts'
import { presentEvent, TrackedEvent } from './list-events.ts'

const Text = nullable(Type.String())
const Currency = choice(CURRENCIES)

const EventDetails = Type.Object({
  event: TrackedEvent,
  partner: nullable(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      status: choice(['pending', 'approved', 'rejected']),
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
      },
      { description: 'The click it is attributed to; for a click, itself.' },
    ),
  ),
  customer: nullable(
    Type.Object({
      id: Type.Integer(),
      customerKey: Text,
      status: choice(['provisional', 'lead', 'conversion']),
      signupAt: nullable(Instant),
      firstSaleAt: nullable(Instant),
      saleCount: Type.Integer(),
    }),
  ),
  attributionWindowDays: Type.Integer({ description: 'As it is set now.' }),
  isFirstSale: Type.Boolean({ description: 'Only the first sale is held against the attribution window.' }),
  commission: nullable(
    Type.Object({
      id: Type.Integer(),
      amountCents: Type.Integer({ description: 'As it was made.' }),
      reversedCents: Type.Integer({ description: 'What refunds, or a rejection, took back of it.' }),
      currency: Currency,
      status: choice(['pending', 'approved', 'paid', 'reversed']),
      holdUntil: Instant,
    }),
  ),
  commissionReason: choice(COMMISSION_REASONS),
  policy: nullable(
    Type.Object(
      {
        id: Type.Integer(),
        productId: Text,
        version: Type.Integer(),
        type: choice(['percent', 'flat']),
        rateBps: nullable(Type.Integer()),
        amountCents: nullable(Type.Integer()),
        currency: nullable(Currency),
        duration: choice(['lifetime', 'first_sale', 'months']),
        durationMonths: nullable(Type.Integer()),
      },
      { description: 'The policy a sale was, or would have been, paid by.' },
    ),
  ),
  platformFee: nullable(
    Type.Object({
      amountCents: Type.Integer(),
      reversedCents: Type.Integer(),
      currency: Currency,
      rateBps: Type.Integer(),
    }),
  ),
  refunds: Type.Array(
    Type.Object({
      id: Type.Integer(),
      kind: choice(['refund', 'failed_refund', 'dispute']),
      refundId: Type.String(),
      amountCents: Type.Integer(),
      reason: Text,
      source: choice(['merchant', 'dashboard', 'processor']),
      receivedAt: Instant,
      withdrawnAt: nullable(Type.String({ format: 'date-time', description: 'When a dispute was won.' })),
    }),
    { description: 'Of a sale, from the first to the last.' },
  ),
})

/**
 * `GET /api/tracking/events/:programId/:type/:eventId`: one event with its click, partner, customer, and what
 * it earned and why. A click is named by its click id, a lead and a sale by their number.
 */
export function registerReadEvent(app: App, deps: ServiceDeps): void {
  app.get(
    '/api/tracking/events/:programId/:type/:eventId',
    {
      schema: {
        operationId: 'readEvent',
        summary: 'All that is known about one event',
        description: 'Needs a dashboard session with the permission `tracking:list` on the program.',
        tags: ['Dashboard reads'],
        security: [{ session: [] }],
        params: Type.Object({
          programId: Type.String({ description: 'An integer.' }),
          type: Type.String({ description: '`click`, `lead` or `sale`.' }),
          eventId: Type.String({ description: 'The `clickId` of a click, the `id` of a lead or a sale.' }),
        }),
        response: { 200: dataOf(EventDetails), ...errorResponses([401, 403, 404]) },
      },
    },
    async (request): Promise<{ data: Static<typeof EventDetails> }> => {
      const { programId, type, eventId } = request.params
      const { program } = await requirePermission(deps, request, programId, 'tracking:list')
      const key = readKey(program.id, type, eventId)
      const story = key === undefined ? undefined : await explainEvent(deps, program.id, key)
      if (story === undefined) throw new ApiError('not_found', 'This program has no such event.')
      return { data: present(story, program) }
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
  story: EventStory,
  program: { id: number; attribution_window_days: number },
): Static<typeof EventDetails> {
  const { row, isTest, click, partner, customer, commission, policy, platformFee, refunds = [] } = story
  return {
    event: presentEvent(row, program.id, isTest),
    partner: partner ?? null,
    click:
      click === undefined
        ? null
        : {
            clickId: formatClickId(program.id, click.click_uuid),
            timestamp: click.received_at.toISOString(),
            linkCode: click.code,
            affiliateUrl: click.affiliate_url,
            pageUrl: click.page_url,
            referrerUrl: click.referrer_url,
          },
    customer:
      customer === undefined
        ? null
        : {
            id: customer.id,
            customerKey: customer.customer_key,
            status: customer.status,
            signupAt: isoOrNull(customer.signup_at),
            firstSaleAt: isoOrNull(customer.first_sale_at),
            saleCount: customer.sale_count,
          },
    attributionWindowDays: program.attribution_window_days,
    isFirstSale: row.type === 'sale' && customer?.first_sale_at?.getTime() === row.received_at.getTime(),
    commission:
      commission === undefined
        ? null
        : {
            id: commission.id,
            amountCents: commission.amount_cents,
            reversedCents: commission.reversed_cents,
            currency: commission.currency,
            status: commission.status,
            holdUntil: commission.hold_until.toISOString(),
          },
    commissionReason: story.reason,
    policy: policy === undefined ? null : presentPolicy(policy),
    platformFee:
      platformFee === undefined
        ? null
        : {
            amountCents: platformFee.amount_cents,
            reversedCents: platformFee.reversed_cents,
            currency: platformFee.currency,
            rateBps: platformFee.rate_bps,
          },
    refunds: refunds.map((refund) => ({
      id: refund.id,
      kind: refund.kind,
      refundId: refund.refund_id,
      amountCents: refund.amount_cents,
      reason: refund.reason,
      source: refund.source,
      receivedAt: refund.received_at.toISOString(),
      withdrawnAt: isoOrNull(refund.withdrawn_at),
    })),
  }
}

function presentPolicy(policy: NonNullable<EventStory['policy']>) {
  return {
    id: policy.id,
    productId: policy.product_id,
    version: policy.version,
    type: policy.type,
    rateBps: policy.rate_bps,
    amountCents: policy.amount_cents,
    currency: policy.currency,
    duration: policy.duration,
    durationMonths: policy.duration_months,
  }
}
