import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { choice, listOf, managementRoute, managementSchema, ProgramParams } from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { readChoice, readId } from '../http/query.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { listBalances, type PartnerBalances } from '../store/balances.ts'

/** A sum may outgrow a number; its digits reach the answer as they are. */
const Cents = (description: string) => Type.Unsafe<bigint>(Type.Integer({ description }))

const PartnerBalance = Type.Object({
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  balances: Type.Array(
    Type.Object({
      currency: choice(CURRENCIES),
      pendingCents: Cents('Earned and still on hold.'),
      approvedCents: Cents('Approved, not paid.'),
      paidCents: Cents('Paid out, less what later payouts took back.'),
      owedCents: Cents('What the next payout pays. Negative: a refund came after the payment.'),
    }),
  ),
})

/** What each partner has earned, been paid and is owed, per currency. */
export function registerReadBalances(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/balances',
    schema: {
      ...managementSchema,
      operationId: 'listBalances',
      summary: 'List the balances of the partners',
      description:
        'One entry per partner with commissions, the newest partner first, and in it one balance per currency. ' +
        'What an open payout holds is still owed until it is paid.',
      params: ProgramParams,
      querystring: Type.Object({
        ...pageParameters,
        partnerId: Type.Optional(Type.Integer()),
        currency: Type.Optional(choice(CURRENCIES)),
      }),
      response: { 200: listOf(PartnerBalance), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const page = readPage(request.query)
      const filter = {
        partnerId: readId(request.query, 'partnerId'),
        currency: readChoice(request.query, 'currency', CURRENCIES),
      }
      const rows = await listBalances(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.joined_at, id: row.partner_id }), showBalances)
    },
  })
}

function showBalances(row: PartnerBalances): Static<typeof PartnerBalance> {
  return {
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    balances: row.balances.map(({ currency, ...sums }) => ({
      currency,
      pendingCents: BigInt(sums.pending_cents),
      approvedCents: BigInt(sums.approved_cents),
      paidCents: BigInt(sums.paid_cents),
      owedCents: BigInt(sums.owed_cents),
    })),
  }
}
