import Type from 'typebox'
import { PAYOUT_METHODS } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { partnerNotFoundError } from '../../partners/enrollments/partner-response.http.ts'
import { findPartner } from '../../partners/enrollments/partners.sql.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { PayoutDetailsVersion, showPayoutDetails } from './payout-details.http.ts'
import { PAYEE_KINDS, type PayoutAccount } from './payout-details.ts'
import { revealPayoutDetails } from './reveal-payout-details.flow.ts'

const OptionalText = nullable(Type.String())

const RevealedDetails = namedObject('RevealedPayoutDetails', {
  version: Type.Integer(),
  method: choice(PAYOUT_METHODS, 'PayoutMethod'),
  iban: OptionalText,
  bic: OptionalText,
  accountNumber: OptionalText,
  routingNumber: OptionalText,
  email: OptionalText,
  instructions: OptionalText,
  payeeKind: choice(PAYEE_KINDS, 'PayeeKind'),
  legalName: Type.String(),
  address: Type.String(),
  city: Type.String(),
  postalCode: Type.String(),
  country: Type.String(),
  taxId: OptionalText,
})

const RevealBody = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
})

/**
 * Registers the routes that show a partner's payout details to the team: masked with `billing:read`, in full with
 * `payout:manage`.
 */
export function registerReadPayoutDetails(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partners/:partnerId/payout-details',
    operationId: 'listPayoutDetails',
    summary: 'List a partner’s payout details, masked, newest first',
    permission: 'billing:read',
    ids: { partnerId: partnerNotFoundError },
    response: dataSchema(Type.Array(PayoutDetailsVersion)),
    handle: async ({ ctx, program, ids: { partnerId } }) => {
      const partner = await findPartner(ctx.database.kysely, program.id, partnerId)
      if (partner === undefined) throw partnerNotFoundError()
      return { data: await showPayoutDetails(ctx, program.id, partnerId) }
    },
  })
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/:partnerId/payout-details/reveal',
    operationId: 'revealPayoutDetails',
    summary: 'Reveal a version of a partner’s payout details',
    description: 'Recorded in the audit log.',
    permission: 'payout:manage',
    ids: { partnerId: partnerNotFoundError },
    body: { schema: RevealBody },
    isRead: true,
    response: dataSchema(RevealedDetails),
    errors: [409],
    handle: async ({ ctx, program, ids: { partnerId }, body: { version } }) => {
      const details = await revealPayoutDetails(ctx, { programId: program.id, partnerId, version })
      if (details === 'not_found') throw versionNotFoundError()
      if (details === 'erased') throw detailsErasedError()
      if (details === 'unreadable') throw unreadableDetailsError()
      const { account, payee_kind, legal_name, postal_code, tax_id, ...rest } = details
      return {
        data: {
          version,
          ...showAccount(account),
          payeeKind: payee_kind,
          legalName: legal_name,
          ...rest,
          postalCode: postal_code,
          taxId: tax_id,
        },
      }
    },
  })
}

function showAccount(account: PayoutAccount) {
  const { method } = account
  return {
    method,
    iban: method === 'bank_iban' ? account.iban : null,
    bic: method === 'bank_iban' ? account.bic : null,
    accountNumber: method === 'bank_account' ? account.account_number : null,
    routingNumber: method === 'bank_account' ? account.routing_number : null,
    email: method === 'paypal' || method === 'wise' ? account.email : null,
    instructions: method === 'other' ? account.instructions : null,
  }
}

function versionNotFoundError() {
  return new ApiError('not_found', 'The partner has no payout details with this version.')
}

function detailsErasedError() {
  return new ApiError(
    'conflict',
    'These details were erased because the partner closed their account and nothing is owed.',
  )
}

function unreadableDetailsError() {
  return new ApiError(
    'conflict',
    'These details were encrypted with another APP_SECRET and can’t be read. Ask the partner to enter them again.',
  )
}
