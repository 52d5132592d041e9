import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { choice, dataOf, givenId, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { isPseudonym } from '../../core/privacy/pseudonym.rule.ts'
import { onboardingLimits } from '../../partners/onboarding/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { findPlaceholder } from '../requests/placeholder-field.rule.ts'
import {
  type AttributionAsked,
  type AttributionFailure,
  attributeCustomer,
  type PlannedAttribution,
  previewAttribution,
} from './attribute-customer.flow.ts'

const CustomerAttribution = namedObject('CustomerAttribution', {
  change: choice(['created', 'moved'], 'AttributionChange'),
  customerId: nullable(Type.Integer({ description: 'Of the customer from now on; null in a preview.' })),
  customerKey: nullable(Type.String()),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  linkCode: nullable(
    Type.String({ description: 'The link of the partner under which reports count the customer.' }),
  ),
  previousCustomerId: nullable(
    Type.Integer({
      description: 'The customer until now, with its sales and commissions; null if it is new.',
    }),
  ),
  previousPartnerId: nullable(Type.Integer()),
  previousPartnerName: nullable(Type.String()),
  previousSales: Type.Integer({ description: 'Sales so far. They and their commissions stay as they are.' }),
  attributedAt: Instant,
  firstSaleUntil: Type.String({
    format: 'date-time',
    description: 'The attribution window: the first sale must be received by then.',
  }),
  countsLead: Type.Boolean({
    description:
      'Whether a signup that is reported later counts, and pays, for the partner: only if none was counted before.',
  }),
})

const named = {
  customerKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.idChars,
      description:
        'The `customer_key` of sales. An unknown one makes a customer of the partner without a click.',
    }),
  ),
  customerId: Type.Optional(givenId('Instead of `customerKey`: a customer that exists.')),
  partnerId: givenId('Whose customer it is from now on.'),
}
const PreviewBody = Type.Object(named)
const Body = Type.Object({
  ...named,
  reason: DisplayText(onboardingLimits.decisionChars, {
    description: 'Why. The team sees it in the explanation of sales; partners do not.',
  }),
})

const CUSTOMERS = '/api/programs/:programId/customers' as const

/**
 * Attributes customers to partners without a click, by a team member or API key. Requires `commission:manage`.
 */
export function registerAttributeCustomer(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: `${CUSTOMERS}/attribute/preview`,
    operationId: 'previewCustomerAttribution',
    summary: 'Preview the attribution of a customer to a partner',
    description: 'Returns what attributing the customer would change. Writes nothing.',
    permission: 'commission:manage',
    isRead: true,
    body: { schema: PreviewBody, read: readAsked },
    answer: dataOf(CustomerAttribution),
    errors: [409],
    handle: async ({ ctx, program, body: asked }) => {
      const planned = await previewAttribution(ctx, program, asked)
      if (planned.kind !== 'planned') throw failureOf(planned)
      return { data: show(planned, asked, null) }
    },
  })
  programRoute(app, deps, {
    method: 'POST',
    url: `${CUSTOMERS}/attribute`,
    operationId: 'attributeCustomer',
    summary: 'Attribute a customer to a partner',
    description:
      'Sales of the customer that are received from now on are the partner’s; earlier sales and commissions stay as they are. ' +
      'The attribution counts like a click of today: the first sale must come within the attribution window, and the duration of a ' +
      'commission policy starts with it. No click and no lead is counted. The partner must be approved and have a link.',
    permission: 'commission:manage',
    body: {
      schema: Body,
      read: ({ reason, ...sent }: Static<typeof Body>) => ({ ...readAsked(sent), reason: reason.trim() }),
    },
    answer: dataOf(CustomerAttribution),
    errors: [409],
    handle: async ({ ctx, program, actorId, body: { reason, ...asked } }) => {
      const made = await attributeCustomer(ctx, program, { ...asked, reason, actorId })
      if (made.kind !== 'planned') throw failureOf(made)
      return { data: show(made, asked, made.customerId) }
    },
  })
}

function readAsked({ customerKey, customerId, partnerId }: Static<typeof PreviewBody>): AttributionAsked {
  if ((customerKey === undefined) === (customerId === undefined)) {
    throw invalidField('customerKey', 'Send either customerKey or customerId.')
  }
  const placeholder = findPlaceholder({ customerKey }, ['customerKey'])
  if (placeholder !== undefined) throw invalidField(placeholder.field, placeholder.message)
  if (customerKey !== undefined && isPseudonym(customerKey)) {
    throw invalidField('customerKey', 'This customer was erased. Send the key of another customer.')
  }
  return { customer: { id: customerId, customer_key: customerKey }, partnerId }
}

function failureOf(failure: AttributionFailure): ApiError {
  switch (failure.kind) {
    case 'no_partner':
      return new ApiError('not_found', 'The program has no partner with this id.')
    case 'no_customer':
      return new ApiError('not_found', 'The program has no customer with this id.')
    case 'continued':
      return new ApiError(
        'conflict',
        `This customer was attributed to another partner and goes on as customer ${failure.customerId}.`,
        { reason: failure.kind, customerId: failure.customerId },
      )
    case 'partner_not_approved':
      return conflict(failure.kind, 'The partner is not approved. Approve the partner first.')
    case 'no_link':
      return conflict(failure.kind, 'The partner has no link. Create a link for the partner first.')
    case 'same_partner':
      return conflict(failure.kind, 'The customer is already attributed to this partner.')
  }
}

function conflict(reason: string, message: string): ApiError {
  return new ApiError('conflict', message, { reason })
}

function show(
  { change, partner, customer, at }: PlannedAttribution,
  asked: AttributionAsked,
  customerId: number | null,
): Static<typeof CustomerAttribution> {
  return {
    change: change.kind,
    customerId,
    customerKey: customer === undefined ? (asked.customer.customer_key ?? null) : customer.customer_key,
    partnerId: asked.partnerId,
    partnerName: partner.name,
    linkCode: partner.link_code,
    previousCustomerId: customer?.id ?? null,
    previousPartnerId: customer?.partner_id ?? null,
    previousPartnerName: customer?.partner_name ?? null,
    previousSales: customer?.sale_count ?? 0,
    attributedAt: at.toISOString(),
    firstSaleUntil: change.first_sale_until.toISOString(),
    countsLead: change.lead_state === 'provisional',
  }
}
