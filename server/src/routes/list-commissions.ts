import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { errorResponses } from '../http/error-schemas.ts'
import {
  choice,
  Instant,
  listOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { rangeParameters, readChoice, readId, readTimeRange } from '../http/query.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { type CommissionListRow, listCommissions } from '../store/list-commissions.ts'

const STATUSES = ['pending', 'approved', 'paid', 'reversed'] as const
const KINDS = ['sale', 'lead'] as const

const Commission = Type.Object({
  id: Type.Integer({ description: 'The `commission_id` of the track call.' }),
  kind: choice(KINDS),
  saleId: nullable(Type.Integer()),
  leadId: nullable(Type.Integer()),
  customerId: Type.Integer(),
  partnerId: Type.Integer(),
  policyId: nullable(Type.Integer({ description: 'The version of the policy it was made under.' })),
  amountCents: Type.Integer(),
  currency: choice(CURRENCIES),
  status: choice(STATUSES),
  holdUntil: Instant,
  createdAt: Instant,
})

/** The commissions of a program, newest first. */
export function registerListCommissions(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/commissions',
    schema: {
      ...managementSchema,
      summary: 'List the commissions',
      params: ProgramParams,
      querystring: Type.Object({
        ...pageParameters,
        ...rangeParameters,
        status: Type.Optional(choice(STATUSES)),
        kind: Type.Optional(choice(KINDS)),
        partnerId: Type.Optional(Type.Integer()),
        currency: Type.Optional(choice(CURRENCIES)),
      }),
      response: { 200: listOf(Commission), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const { query } = request
      const page = readPage(query)
      const filter = {
        status: readChoice(query, 'status', STATUSES),
        kind: readChoice(query, 'kind', KINDS),
        partnerId: readId(query, 'partnerId'),
        currency: readChoice(query, 'currency', CURRENCIES),
        ...readTimeRange(query, program.time_zone),
      }
      const rows = await listCommissions(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showCommission)
    },
  })
}

function showCommission(row: CommissionListRow): Static<typeof Commission> {
  return {
    id: row.id,
    kind: row.kind,
    saleId: row.sale_id,
    leadId: row.lead_id,
    customerId: row.customer_id,
    partnerId: row.partner_id,
    policyId: row.policy_id,
    amountCents: row.amount_cents,
    currency: row.currency,
    status: row.status,
    holdUntil: row.hold_until.toISOString(),
    createdAt: row.created_at.toISOString(),
  }
}
