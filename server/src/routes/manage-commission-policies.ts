import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { endCommissionPolicy } from '../flows/end-commission-policy.ts'
import { setCommissionPolicy } from '../flows/set-commission-policy.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
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
  readObject,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { readFlag, readText } from '../http/query.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { findPolicyMisfit } from '../rules/commission-policy-request.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { listPolicies, type PolicyRow, type PolicyTerms } from '../store/policies.ts'

const PolicyType = choice(['percent', 'flat'])
const Rate = Type.Integer({ minimum: 0, maximum: 10_000, description: 'Basis points of the amount sold.' })
const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Minor units.' })
const Currency = choice(CURRENCIES)
const Duration = choice(['lifetime', 'first_sale', 'months'])
const Months = Type.Integer({ minimum: 1, maximum: 120, description: 'From the customer’s first sale.' })
const HoldDays = Type.Integer({ minimum: 0, maximum: 365 })

const Policy = Type.Object({
  id: Type.Integer(),
  productId: nullable(Type.String({ description: 'Null: the default of the program.' })),
  version: Type.Integer(),
  type: PolicyType,
  rateBps: nullable(Rate),
  amountCents: nullable(Amount),
  currency: nullable(Currency),
  duration: Duration,
  durationMonths: nullable(Months),
  holdDays: nullable(HoldDays),
  createdAt: Instant,
  supersededAt: nullable(Instant),
})

const SetBody = Type.Object({
  productId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.idChars,
      description: 'The `product_id` of sales. Left out: the default of the program.',
    }),
  ),
  type: PolicyType,
  rateBps: Type.Optional(Rate),
  amountCents: Type.Optional(Amount),
  currency: Type.Optional(Currency),
  duration: Type.Optional(Duration),
  durationMonths: Type.Optional(Months),
  holdDays: Type.Optional(HoldDays),
})
const PolicyParams = Type.Object({ ...ProgramParams.properties, policyId: Type.String() })

const readSetBody = bodyReader(SetBody)

/** The commission policies of a program (D28): reading takes `tracking:read`, writing `commission:manage`. */
export function registerManageCommissionPolicies(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/commission-policies',
    schema: {
      ...managementSchema,
      operationId: 'listCommissionPolicies',
      summary: 'List the commission policies in force',
      params: ProgramParams,
      querystring: Type.Object({
        ...pageParameters,
        history: Type.Optional(
          Type.Boolean({ description: 'Also the versions that were replaced or ended.' }),
        ),
        productId: Type.Optional(Type.String()),
      }),
      response: { 200: listOf(Policy), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:read')
      const { query } = request
      const page = readPage(query)
      const filter = { withHistory: readFlag(query, 'history'), productId: readText(query, 'productId') }
      const rows = await listPolicies(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showPolicy)
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/commission-policies',
    schema: {
      ...managementSchema,
      operationId: 'setCommissionPolicy',
      summary: 'Set the commission policy of a product, or the default',
      description:
        'Takes the place of the one in force, as its next version. Commissions keep the version they were made ' +
        'under. A flat policy matches only sales in its currency.',
      params: ProgramParams,
      body: SetBody,
      response: { 201: dataOf(Policy), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { program } = await requirePermission(
        deps,
        request,
        request.params.programId,
        'commission:manage',
      )
      const body = readSetBody(readObject(request.body))
      const misfit = findPolicyMisfit(body)
      if (misfit !== undefined) throw invalidField(misfit.field, misfit.message)
      const policy = await setCommissionPolicy(deps, program.id, body.productId ?? null, termsOf(body))
      if (policy === 'too_many_products') {
        const most = limits.productPolicies
        throw new ApiError('conflict', `The program has policies for ${most} products: end one first.`, {
          most,
        })
      }
      return reply.code(201).send({ data: showPolicy(policy) })
    },
  })

  app.route({
    ...managementRoute,
    method: 'DELETE',
    url: '/api/programs/:programId/commission-policies/:policyId',
    schema: {
      ...managementSchema,
      operationId: 'endCommissionPolicy',
      summary: 'End the policy of a product',
      description: 'Its next sales fall under the default, which cannot be ended.',
      params: PolicyParams,
      response: { 200: dataOf(Policy), ...errorResponses([401, 403, 404, 409]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(
        deps,
        request,
        request.params.programId,
        'commission:manage',
      )
      const policyId = parseId(request.params.policyId)
      const ended =
        policyId === undefined
          ? ({ kind: 'no_policy' } as const)
          : await endCommissionPolicy(deps, program.id, policyId)
      switch (ended.kind) {
        case 'ended':
          return { data: showPolicy(ended.policy) }
        case 'no_policy':
          throw new ApiError('not_found', 'The program has no commission policy of this id.')
        case 'is_default':
          throw new ApiError('conflict', 'The default policy cannot be ended: set another one in its place.')
        case 'not_in_force':
          throw new ApiError(
            'conflict',
            'This version is not in force: another one took its place, or it was ended.',
          )
      }
    },
  })
}

function termsOf(body: Static<typeof SetBody>): PolicyTerms {
  return {
    type: body.type,
    rate_bps: body.rateBps ?? null,
    amount_cents: body.amountCents ?? null,
    currency: body.currency ?? null,
    duration: body.duration ?? 'lifetime',
    duration_months: body.durationMonths ?? null,
    hold_days: body.holdDays ?? null,
  }
}

function showPolicy(row: PolicyRow): Static<typeof Policy> {
  return {
    id: row.id,
    productId: row.product_id,
    version: row.version,
    type: row.type,
    rateBps: row.rate_bps,
    amountCents: row.amount_cents,
    currency: row.currency,
    duration: row.duration,
    durationMonths: row.duration_months,
    holdDays: row.hold_days,
    createdAt: row.created_at.toISOString(),
    supersededAt: isoOrNull(row.superseded_at),
  }
}
