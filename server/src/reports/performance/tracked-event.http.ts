import type { Static } from 'typebox'
import Type from 'typebox'
import {
  ATTRIBUTED_BY,
  COMMISSION_STATUSES,
  LEAD_SETTLERS,
  LEAD_SOURCES,
  LEAD_STATES,
  SALE_STATUSES,
  SALE_TYPES,
  SUBSCRIPTION_INTERVALS,
} from '../../core/enums.ts'
import { CurrencyCode, choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import { formatClickId } from '../../tracking/clicks/click-id.rule.ts'
import type { ClickRow, EventRow, LeadRow, SaleRow } from './list-events.sql.ts'

const Text = nullable(Type.String())

const EventPartner = namedObject('EventPartner', { id: Type.Integer(), name: Type.String() })

const sharedFields = {
  id: Type.Integer({ description: 'Unique within its type.' }),
  timestamp: Type.String({ format: 'date-time', description: 'When the service received it.' }),
  isTest: Type.Boolean(),
  partner: nullable(EventPartner),
}

const customerFields = {
  customerId: nullable(Type.Integer()),
  customerKey: Text,
  clickId: Text,
  coupon: nullable(
    namedObject('EventCoupon', {
      code: Type.String(),
      /** Null if the program had no such active code. */
      partner: nullable(EventPartner),
    }),
  ),
  commission: nullable(
    namedObject('EventCommission', {
      id: Type.Integer(),
      amountCents: Type.Integer({ description: 'The amount remaining after refunds or a rejection.' }),
      reversedCents: Type.Integer({ description: 'Amount reversed by refunds or a rejection.' }),
      currency: CurrencyCode,
      status: choice(COMMISSION_STATUSES, 'CommissionStatus'),
    }),
  ),
}

const ClickEvent = namedObject('ClickEvent', {
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
  consent: nullable(Type.String({ description: 'The consent reported by the page.' })),
})

const LeadEvent = namedObject('LeadEvent', {
  type: Type.Literal('lead'),
  ...sharedFields,
  ...customerFields,
  state: choice(LEAD_STATES),
  source: choice(LEAD_SOURCES),
  settledBy: nullable(choice(LEAD_SETTLERS)),
  settledAt: nullable(Instant),
  pageUrl: Text,
  sessionId: Text,
})

const SaleEvent = namedObject('SaleEvent', {
  type: Type.Literal('sale'),
  ...sharedFields,
  ...customerFields,
  transactionId: Type.String(),
  amountCents: nullable(Type.Integer({ description: 'Only null for a test sale sent without a currency.' })),
  currency: CurrencyCode,
  taxAmountCents: nullable(Type.Integer()),
  saleType: choice(SALE_TYPES, 'SaleType'),
  isRecurring: Type.Boolean(),
  subscriptionId: Text,
  subscriptionInterval: nullable(choice(SUBSCRIPTION_INTERVALS, 'SubscriptionInterval')),
  productId: Text,
  occurredAt: nullable(Instant),
  provider: Text,
  providerPaymentId: Text,
  attributedBy: nullable(choice(ATTRIBUTED_BY, 'AttributedBy')),
  status: choice(SALE_STATUSES, 'SaleStatus'),
  refundedCents: Type.Integer(),
})

export const TrackedEvent = Type.Union([ClickEvent, LeadEvent, SaleEvent], { title: 'TrackedEvent' })

/** An event's program and mode. */
interface EventContext {
  programId: number
  isTest: boolean
}

export function presentEvent(row: EventRow, place: EventContext): Static<typeof TrackedEvent> {
  switch (row.type) {
    case 'click':
      return presentClick(row, place)
    case 'lead':
      return presentLead(row, place)
    case 'sale':
      return presentSale(row, place)
  }
}

function presentClick(row: ClickRow, place: EventContext): Static<typeof ClickEvent> {
  return {
    ...toResponseFields(row),
    type: 'click',
    ...presentShared(row, place),
    clickId: formatClickId(place.programId, row.click_uuid),
  }
}

function presentLead(row: LeadRow, place: EventContext): Static<typeof LeadEvent> {
  return {
    ...toResponseFields(row),
    type: 'lead',
    ...presentShared(row, place),
    ...presentCustomer(row, place),
    settledAt: row.settled_at?.toISOString() ?? null,
  }
}

function presentSale(row: SaleRow, place: EventContext): Static<typeof SaleEvent> {
  return {
    ...toResponseFields(row),
    type: 'sale',
    ...presentShared(row, place),
    ...presentCustomer(row, place),
    occurredAt: row.occurred_at?.toISOString() ?? null,
  }
}

function presentShared(row: EventRow, { isTest }: EventContext) {
  const { partner_id, partner_name } = row
  return {
    id: row.id,
    timestamp: row.received_at.toISOString(),
    isTest,
    partner: partner_id === null || partner_name === null ? null : { id: partner_id, name: partner_name },
  }
}

function presentCustomer(row: LeadRow | SaleRow, { programId }: EventContext) {
  return {
    customerId: row.customer_id,
    customerKey: row.customer_key,
    clickId: row.click_uuid === null ? null : formatClickId(programId, row.click_uuid),
    coupon: row.coupon_code === null ? null : { code: row.coupon_code, partner: row.coupon_partner },
    commission: presentCommission(row),
  }
}

function presentCommission(row: LeadRow | SaleRow) {
  const { commission_id, commission_cents, commission_reversed_cents } = row
  const { commission_currency, commission_status } = row
  if (commission_id === null || commission_cents === null) return null
  if (commission_currency === null || commission_status === null) return null
  return {
    id: commission_id,
    amountCents: commission_cents,
    reversedCents: commission_reversed_cents ?? 0,
    currency: commission_currency,
    status: commission_status,
  }
}
