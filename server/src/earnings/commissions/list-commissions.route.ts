import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { COMMISSION_KINDS, COMMISSION_STATUSES, HOLD_REASONS } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import { rejectTruncatedSearch, searchMeta, searchResponseSchema } from '../../core/http/search.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import type { FindSearchResults } from '../../core/search-results.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { commissionBase } from './commission-base.http.ts'
import {
  commissionFilterParameters,
  commissionFilterQuery,
  findCommissions,
  readCommissionFilter,
} from './commission-filter.http.ts'
import {
  type CommissionListRow,
  findListedCommission,
  listCommissions,
  selectMatchingCommissions,
  sumCommissions,
} from './list-commissions.sql.ts'

const Commission = namedObject('Commission', {
  id: Type.Integer({ description: 'The `commission_id` in the tracking response.' }),
  kind: choice(COMMISSION_KINDS, 'CommissionKind'),
  saleId: nullable(Type.Integer()),
  transactionId: nullable(Type.String({ description: 'Your order ID. Null for a lead’s commission.' })),
  saleAmountCents: nullable(
    Type.Integer({ description: 'Amount of the sale. Null for a lead’s commission.' }),
  ),
  saleRefundedCents: nullable(Type.Integer({ description: 'Amount of the sale that was refunded.' })),
  leadId: nullable(Type.Integer()),
  customerId: Type.Integer(),
  customerKey: nullable(Type.String()),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  policyId: nullable(Type.Integer({ description: 'The policy version that was applied.' })),
  baseCents: nullable(
    Type.Integer({
      description:
        'The amount to which the percentage was applied: the sale amount, with or without tax. Null for flat commissions.',
    }),
  ),
  amountCents: Type.Integer({ description: 'The original amount.' }),
  reversedCents: Type.Integer({ description: 'Amount reversed by refunds or a rejection.' }),
  paidCents: Type.Integer({
    description: 'Amount paid out, less deductions by later payouts.',
  }),
  currency: CurrencyCode,
  status: choice(COMMISSION_STATUSES, 'CommissionStatus'),
  holdUntil: Instant,
  createdAt: Instant,
  approvedAt: nullable(Instant),
  rejectedAt: nullable(Instant),
  duplicateOfSaleId: nullable(
    Type.Integer({
      description: 'The other sale with the same payment. Still set after the duplicate is resolved.',
    }),
  ),
  holdReason: Type.Union([choice(HOLD_REASONS, 'HoldReason'), Type.Null()], {
    description:
      'The reason the commission is held beyond `holdUntil`. `payment_link_missing`: no processor event links ' +
      'the invoice to a payment yet, so a refund could not be matched. That event or an approval releases the ' +
      'commission. `possible_duplicate`: another sale has the same payment (`duplicateOfSaleId`). Decide which ' +
      'one counts.',
  }),
})

const Cents = cents({ minimum: 0 })

const CommissionSum = namedObject('CommissionSum', {
  status: choice(COMMISSION_STATUSES, 'CommissionStatus'),
  currency: CurrencyCode,
  commissions: Type.Integer({ description: 'The number of commissions.' }),
  amountCents: Cents,
  reversedCents: Cents,
})

const { id, partnerId, status, currency, amountCents, reversedCents, paidCents, holdReason } =
  Commission.properties

const CommissionSelection = namedObject('CommissionSelection', {
  commissions: Type.Array(
    Type.Object({ id, partnerId, status, currency, amountCents, reversedCents, paidCents, holdReason }),
    { description: `Newest first, up to ${limits.selectionRows}.` },
  ),
  isComplete: Type.Boolean({ description: 'False if more commissions match.' }),
})

export function registerListCommissions(app: App, deps: ServiceDeps, find: FindSearchResults): void {
  const { kysely } = deps.database
  registerReadCommission(app, deps)
  registerSelection(app, deps, find)

  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/commissions',
    operationId: 'listCommissions',
    summary: 'List commissions',
    permission: 'billing:read',
    query: {
      parameters: { ...pageParameters, ...commissionFilterParameters },
      read: (query, program) => ({
        page: readPage(query),
        filter: readCommissionFilter(query, program.time_zone),
      }),
    },
    response: searchResponseSchema(Commission),
    handle: async ({ ctx, program, query: { page, filter: requested } }) => {
      const filter = await findCommissions(find, { program, now: ctx.clock.now() }, requested)
      const rows = await listCommissions(kysely, program.id, filter, page)
      const { data, meta } = toPage(rows, page, ['created_at', 'id'], showCommission)
      return { data, meta: { ...meta, ...searchMeta(filter.matches) } }
    },
  })

  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/commissions/sums',
    operationId: 'sumCommissions',
    summary: 'Get commission totals by status and currency',
    description: 'Accepts the same filters as the list. Combinations without commissions are omitted.',
    permission: 'billing:read',
    query: commissionFilterQuery,
    response: dataSchema(Type.Array(CommissionSum)),
    handle: async ({ ctx, program, query: requested }) => {
      const filter = await findCommissions(find, { program, now: ctx.clock.now() }, requested)
      const sums = await sumCommissions(kysely, program.id, filter)
      const data = sums.map(({ left_cents, reversed_cents, ...sum }) => ({
        ...sum,
        amountCents: BigInt(left_cents),
        reversedCents: BigInt(reversed_cents),
      }))
      return { data }
    },
  })
}

function registerSelection(app: App, deps: ServiceDeps, find: FindSearchResults) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/commissions/selection',
    operationId: 'selectCommissions',
    summary: 'Select all matching commissions',
    description:
      'Returns the commissions that match the filter, with their amounts, so you can review them in batches.',
    permission: 'billing:read',
    query: commissionFilterQuery,
    response: dataSchema(CommissionSelection),
    handle: async ({ ctx, program, query: requested }) => {
      const filter = await findCommissions(find, { program, now: ctx.clock.now() }, requested)
      rejectTruncatedSearch(filter.matches)
      const { selectionRows } = limits
      const { kysely } = deps.database
      const matching = await selectMatchingCommissions(kysely, program.id, filter, selectionRows + 1)
      return {
        data: {
          commissions: matching.slice(0, selectionRows).map((row) => ({
            id: row.id,
            partnerId: row.partner_id,
            status: row.status,
            currency: row.currency,
            amountCents: row.amount_cents,
            reversedCents: row.reversed_cents,
            paidCents: row.paid_cents,
            holdReason: row.hold_reason,
          })),
          isComplete: matching.length <= selectionRows,
        },
      }
    },
  })
}

/**
 * Members who can read events also see what each event earned, so reading a single commission needs no other
 * permission.
 */
function registerReadCommission(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/commissions/:commissionId',
    operationId: 'readCommission',
    summary: 'Retrieve a commission',
    permission: 'tracking:list',
    ids: { commissionId: commissionNotFoundError },
    response: dataSchema(Commission),
    handle: async ({ program, ids: { commissionId } }) => {
      const row = await findListedCommission(deps.database.kysely, program.id, commissionId)
      if (row === undefined) throw commissionNotFoundError()
      return { data: showCommission(row) }
    },
  })
}

function commissionNotFoundError() {
  return new ApiError('not_found', 'The program has no commission with this ID.')
}

function showCommission(row: CommissionListRow): Static<typeof Commission> {
  return { ...toResponseFields(row), baseCents: commissionBase(row) }
}
