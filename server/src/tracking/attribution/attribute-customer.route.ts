import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { choice, dataSchema, Instant, nullable, ObjectId } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { isPseudonym } from '../../core/privacy/pseudonym.rule.ts'
import { onboardingLimits } from '../../partners/onboarding/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { findPlaceholder } from '../requests/placeholder-field.rule.ts'
import {
  type AttributionFailure,
  attributeCustomer,
  type PlannedAttribution,
  previewAttribution,
  type RequestedAttribution,
} from './attribute-customer.flow.ts'

const CustomerAttribution = namedObject('CustomerAttribution', {
  change: choice(['created', 'moved'], 'AttributionChange'),
  customerId: nullable(Type.Integer({ description: 'The attributed customer; null in a preview.' })),
  customerKey: nullable(Type.String()),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  previousCustomerId: nullable(
    Type.Integer({
      description: 'The existing customer, which keeps its sales and commissions; null for a new customer.',
    }),
  ),
  previousPartnerId: nullable(Type.Integer()),
  previousPartnerName: nullable(Type.String()),
  previousSales: Type.Integer({
    description: 'Number of sales so far. They keep their partner and commissions.',
  }),
  attributedAt: Instant,
  firstSaleUntil: Type.String({
    format: 'date-time',
    description: 'The end of the attribution window: the first sale must be received by then.',
  }),
  countsLead: Type.Boolean({
    description:
      'Whether a signup reported later counts and earns a commission for the partner. False if a signup was already counted.',
  }),
})

const identifierFields = {
  customerKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.maxIdLength,
      description: 'The `customer_key` of sales. An unknown key creates a customer without a click.',
    }),
  ),
  customerId: Type.Optional(ObjectId('An existing customer. Send it instead of `customerKey`.')),
  partnerId: ObjectId('The partner to attribute the customer to.'),
}
const PreviewBody = Type.Object(identifierFields)
const Body = Type.Object({
  ...identifierFields,
  reason: DisplayText(onboardingLimits.maxDecisionLength, {
    description: 'The reason. Shown to the team when sales are explained, not to partners.',
  }),
})

const CUSTOMERS = '/api/programs/:programId/customers' as const

/**
 * Registers the routes that attribute customers to partners without a click, for team members and management keys. They
 * require `commission:manage`.
 */
export function registerAttributeCustomer(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: `${CUSTOMERS}/attribute/preview`,
    operationId: 'previewCustomerAttribution',
    summary: 'Preview attributing a customer to a partner',
    description: 'Returns the changes that the attribution would make. Writes nothing.',
    permission: 'commission:manage',
    isRead: true,
    body: { schema: PreviewBody, read: readRequested },
    response: dataSchema(CustomerAttribution),
    errors: [409],
    handle: async ({ ctx, program, body: requested }) => {
      const attribution = await previewAttribution(ctx, program, requested)
      if (attribution.kind !== 'planned') throw toApiError(attribution)
      return { data: show(attribution, requested, null) }
    },
  })
  programRoute(app, deps, {
    method: 'POST',
    url: `${CUSTOMERS}/attribute`,
    operationId: 'attributeCustomer',
    summary: 'Attribute a customer to a partner',
    description:
      'Sales received from now on are attributed to the partner; earlier sales and commissions do not change. ' +
      'The attribution counts like a click made today: it starts the attribution window for the first sale, and the duration of a ' +
      'commission policy. No click or lead is counted. Reports count the customer without a link. The partner must be approved.',
    permission: 'commission:manage',
    body: {
      schema: Body,
      read: ({ reason, ...sent }: Static<typeof Body>) => ({ ...readRequested(sent), reason: reason.trim() }),
    },
    response: dataSchema(CustomerAttribution),
    errors: [409],
    handle: async ({ ctx, program, actorId, body: { reason, ...requested } }) => {
      const outcome = await attributeCustomer(ctx, program, { ...requested, reason, actorId })
      if (outcome.kind !== 'planned') throw toApiError(outcome)
      return { data: show(outcome, requested, outcome.customerId) }
    },
  })
}

function readRequested({
  customerKey,
  customerId,
  partnerId,
}: Static<typeof PreviewBody>): RequestedAttribution {
  if ((customerKey === undefined) === (customerId === undefined)) {
    throw invalidFieldError('customerKey', 'Send either customerKey or customerId.')
  }
  const placeholder = findPlaceholder({ customerKey }, ['customerKey'])
  if (placeholder !== undefined) throw invalidFieldError(placeholder.field, placeholder.message)
  if (customerKey !== undefined && isPseudonym(customerKey)) {
    throw invalidFieldError('customerKey', 'This customer was erased. Use another customer.')
  }
  return { customer: { id: customerId, customer_key: customerKey }, partnerId }
}

function toApiError(failure: AttributionFailure): ApiError {
  switch (failure.kind) {
    case 'no_partner':
      return new ApiError('not_found', 'The program has no partner with this ID.')
    case 'no_customer':
      return new ApiError('not_found', 'The program has no customer with this ID.')
    case 'continued':
      return new ApiError(
        'conflict',
        `This customer was attributed to another partner. Use customer ${failure.customerId}.`,
        { reason: failure.kind, customerId: failure.customerId },
      )
    case 'partner_not_approved':
      return conflictError(failure.kind, 'The partner is not approved. Approve the partner first.')
    case 'same_partner':
      return conflictError(failure.kind, 'The customer is already attributed to this partner.')
  }
}

function conflictError(reason: string, message: string): ApiError {
  return new ApiError('conflict', message, { reason })
}

function show(
  { change, partner, customer, at }: PlannedAttribution,
  requested: RequestedAttribution,
  customerId: number | null,
): Static<typeof CustomerAttribution> {
  return {
    change: change.kind,
    customerId,
    customerKey: customer === undefined ? (requested.customer.customer_key ?? null) : customer.customer_key,
    partnerId: requested.partnerId,
    partnerName: partner.name,
    previousCustomerId: customer?.id ?? null,
    previousPartnerId: customer?.partner_id ?? null,
    previousPartnerName: customer?.partner_name ?? null,
    previousSales: customer?.sale_count ?? 0,
    attributedAt: at.toISOString(),
    firstSaleUntil: change.first_sale_until.toISOString(),
    countsLead: change.lead_state === 'provisional',
  }
}
