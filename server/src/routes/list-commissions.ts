import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { errorResponses } from '../http/error-schemas.ts'
import {
  choice,
  dataOf,
  Instant,
  isoOrNull,
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
import {
  type CommissionFilter,
  type CommissionListRow,
  listCommissions,
  sumCommissions,
} from '../store/list-commissions.ts'

const STATUSES = ['pending', 'approved', 'paid', 'reversed'] as const
const KINDS = ['sale', 'lead'] as const

const Commission = Type.Object({
  id: Type.Integer({ description: 'The `commission_id` of the track call.' }),
  kind: choice(KINDS),
  saleId: nullable(Type.Integer()),
  leadId: nullable(Type.Integer()),
  customerId: Type.Integer(),
  customerKey: nullable(Type.String()),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  policyId: nullable(Type.Integer({ description: 'The version of the policy it was made under.' })),
  amountCents: Type.Integer({ description: 'As it was made.' }),
  reversedCents: Type.Integer({ description: 'What refunds, or a rejection, took back of it.' }),
  paidCents: Type.Integer({
    description: 'What has been paid out of it, less what was taken back by later payouts.',
  }),
  currency: choice(CURRENCIES),
  status: choice(STATUSES),
  holdUntil: Instant,
  createdAt: Instant,
  approvedAt: nullable(Instant),
  rejectedAt: nullable(Instant),
})

/** A sum may outgrow a number; its digits reach the answer as they are. */
const Cents = Type.Unsafe<bigint>(Type.Integer({ minimum: 0 }))

const CommissionSum = Type.Object({
  status: choice(STATUSES),
  currency: choice(CURRENCIES),
  commissions: Type.Integer({ description: 'How many there are.' }),
  amountCents: Cents,
  reversedCents: Cents,
})

/** The query parameters that choose commissions; `from` and `to` are about `createdAt`. */
export const commissionFilterParameters = {
  ...rangeParameters,
  status: Type.Optional(choice(STATUSES)),
  kind: Type.Optional(choice(KINDS)),
  partnerId: Type.Optional(Type.Integer()),
  currency: Type.Optional(choice(CURRENCIES)),
}

export function readCommissionFilter(query: unknown, timeZone: string): CommissionFilter {
  return {
    status: readChoice(query, 'status', STATUSES),
    kind: readChoice(query, 'kind', KINDS),
    partnerId: readId(query, 'partnerId'),
    currency: readChoice(query, 'currency', CURRENCIES),
    ...readTimeRange(query, timeZone),
  }
}

/** The commissions of a program, newest first, and what they come to. */
export function registerListCommissions(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/commissions',
    schema: {
      ...managementSchema,
      operationId: 'listCommissions',
      summary: 'List the commissions',
      params: ProgramParams,
      querystring: Type.Object({ ...pageParameters, ...commissionFilterParameters }),
      response: { 200: listOf(Commission), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const page = readPage(request.query)
      const filter = readCommissionFilter(request.query, program.time_zone)
      const rows = await listCommissions(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showCommission)
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/commissions/sums',
    schema: {
      ...managementSchema,
      operationId: 'sumCommissions',
      summary: 'Sum the commissions per status and currency',
      description: 'Takes the filters of the list; a status and currency without commissions is left out.',
      params: ProgramParams,
      querystring: Type.Object(commissionFilterParameters),
      response: { 200: dataOf(Type.Array(CommissionSum)), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const filter = readCommissionFilter(request.query, program.time_zone)
      const sums = await sumCommissions(deps.database.kysely, program.id, filter)
      const data = sums.map(({ left_cents, reversed_cents, ...sum }) => ({
        ...sum,
        amountCents: BigInt(left_cents),
        reversedCents: BigInt(reversed_cents),
      }))
      return { data }
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
    customerKey: row.customer_key,
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    policyId: row.policy_id,
    amountCents: row.amount_cents,
    reversedCents: row.reversed_cents,
    paidCents: row.paid_cents,
    currency: row.currency,
    status: row.status,
    holdUntil: row.hold_until.toISOString(),
    createdAt: row.created_at.toISOString(),
    approvedAt: isoOrNull(row.approved_at),
    rejectedAt: isoOrNull(row.rejected_at),
  }
}
