import Type from 'typebox'
import { PAYOUT_METHODS } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { readPositive } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import {
  type DetailsOwner,
  setPayoutDetails,
  withdrawPayoutDetails,
} from '../../earnings/payout-details/change-payout-details.flow.ts'
import { payoutDetailLimits } from '../../earnings/payout-details/limits.ts'
import {
  Payee,
  PayoutDetailsVersion,
  showPayee,
  showPayoutDetails,
} from '../../earnings/payout-details/payout-details.http.ts'
import { PAYEE_KINDS } from '../../earnings/payout-details/payout-details.ts'
import {
  DETAILS_CHARS,
  readPayoutDetails,
  type SentPayoutDetails,
} from '../../earnings/payout-details/read-payout-details.rule.ts'
import type { EnrollmentRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'

const textField = (field: keyof typeof DETAILS_CHARS, description?: string) =>
  Type.String({ maxLength: DETAILS_CHARS[field], ...(description === undefined ? {} : { description }) })

const DetailsBody = Type.Object({
  method: choice(PAYOUT_METHODS, 'PayoutMethod'),
  payeeKind: choice(PAYEE_KINDS, 'PayeeKind'),
  legalName: textField('legalName', 'Exactly as it appears on your bank account.'),
  address: textField('address'),
  city: textField('city'),
  postalCode: Type.Optional(textField('postalCode')),
  country: textField('country', 'Two letters (ISO 3166-1).'),
  taxId: Type.Optional(textField('taxId')),
  iban: Type.Optional(
    textField('iban', 'For `bank_iban`. In upper or lower case, with or without spaces, dashes or dots.'),
  ),
  bic: Type.Optional(textField('bic', 'For `bank_iban`.')),
  accountNumber: Type.Optional(textField('accountNumber', 'For `bank_account`.')),
  routingNumber: Type.Optional(textField('routingNumber', 'For `bank_account`.')),
  email: Type.Optional(textField('email', 'For `paypal` and `wise`. The account’s email.')),
  instructions: Type.Optional(textField('instructions', 'For `other`.')),
})

const MAX_VERSION = 2 ** 31 - 1
const DETAILS = '/api/partner/programs/:programId/payout-details'
const DetailsResponse = dataSchema(Type.Array(PayoutDetailsVersion))

/** Registers the routes for a partner's payout details, which a delegated session can't access. */
export function registerManageOwnPayoutDetails(app: App, deps: ServiceDeps): void {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: DETAILS,
    operationId: 'listOwnPayoutDetails',
    summary: 'List your payout details',
    response: DetailsResponse,
    handle: async ({ ctx, program }) => showDetails(ctx, program),
  })
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: `${DETAILS}/payee`,
    operationId: 'getOwnPayee',
    summary: 'Get the payee of your payout details',
    description:
      'Returns the name and address, to show them and to fill in the form for a change. The account and the tax ID must be entered again.',
    isAccountRoute: true,
    query: {
      parameters: {
        version: Type.Optional(
          Type.String({ description: 'Defaults to the newest version that wasn’t withdrawn.' }),
        ),
      },
      read: (query) => readPositive(query, 'version', MAX_VERSION),
    },
    response: dataSchema(nullable(Payee)),
    handle: async ({ ctx, program, query: version }) => ({
      data: await showPayee(ctx, { programId: program.id, partnerId: program.partner_id, version }),
    }),
  })
  partnerProgramRoute(app, deps, {
    method: 'POST',
    url: DETAILS,
    operationId: 'setOwnPayoutDetails',
    summary: 'Update your payout details',
    description:
      `The first version is used immediately. Changes are emailed to you and take effect after ${payoutDetailLimits.payoutDetailsWaitDays} days. ` +
      'Until then, payouts use the previous details. A change replaces one that is still waiting.',
    body: { schema: DetailsBody, read: parseDetails },
    isAccountRoute: true,
    response: DetailsResponse,
    errors: [409],
    handle: async ({ ctx, program, body, request }) => {
      const change = await setPayoutDetails(ctx, toDetailsOwner(program, request.id), body)
      if (change === 'no_partner') throw programNotFoundError()
      if (change === 'too_many') throw tooManyChangesError()
      return showDetails(ctx, program)
    },
  })
  partnerProgramRoute(app, deps, {
    method: 'POST',
    url: `${DETAILS}/withdraw`,
    operationId: 'withdrawOwnPayoutDetails',
    summary: 'Cancel a pending change',
    isAccountRoute: true,
    response: DetailsResponse,
    errors: [409],
    handle: async ({ ctx, program, request }) => {
      const outcome = await withdrawPayoutDetails(ctx, toDetailsOwner(program, request.id))
      if (outcome === 'no_partner') throw programNotFoundError()
      if (outcome === 'nothing_waits')
        throw new ApiError('conflict', 'No change is pending. Nothing was changed.')
      return showDetails(ctx, program)
    },
  })
}

async function showDetails(deps: ServiceDeps, { id, partner_id }: EnrollmentRow) {
  return { data: await showPayoutDetails(deps, id, partner_id) }
}

function toDetailsOwner({ id, partner_id }: EnrollmentRow, requestId: string): DetailsOwner {
  return { programId: id, partnerId: partner_id, requestId }
}

function parseDetails(sent: SentPayoutDetails) {
  const details = readPayoutDetails(sent)
  if (details.kind === 'read') return details.details
  const { field, message } = details
  throw new ApiError('invalid_request', `${field}: ${message}.`, { field })
}

function programNotFoundError() {
  return new ApiError('not_found', 'You have no program with this ID.')
}

function tooManyChangesError() {
  const maxChanges = payoutDetailLimits.payoutDetailsPerDay
  return new ApiError(
    'conflict',
    `You can change payout details ${maxChanges} times a day. Try again tomorrow.`,
    {
      most: maxChanges,
    },
  )
}
