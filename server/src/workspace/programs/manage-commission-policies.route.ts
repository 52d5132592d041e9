import Type, { type Static } from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import {
  CurrencyCode,
  dataOf,
  Instant,
  isoOrNull,
  listOf,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readFlag, readId, readText } from '../../core/http/query.http.ts'
import { neverEmpty } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { endCommissionPolicy } from './end-commission-policy.flow.ts'
import { noSuchGroup } from './group.http.ts'
import { programLimits } from './limits.ts'
import { listPolicies, type PolicyRow } from './policies.sql.ts'
import {
  Amount,
  CommissionBase,
  Duration,
  HoldDays,
  Months,
  PolicyGroup,
  PolicyProduct,
  PolicyType,
  policyTermsProperties,
  Rate,
  readPolicyTerms,
} from './policy-terms.http.ts'
import { programRoute } from './program-route.http.ts'
import { setCommissionPolicy } from './set-commission-policy.flow.ts'

const Policy = namedObject('CommissionPolicy', {
  id: Type.Integer(),
  groupId: nullable(
    Type.Integer({ description: 'Whose partners it pays; null: those of every group that has none.' }),
  ),
  productId: nullable(Type.String({ description: 'Null: the default.' })),
  version: Type.Integer(),
  type: PolicyType,
  rateBps: nullable(Rate),
  amountCents: nullable(Amount),
  currency: nullable(CurrencyCode),
  duration: Duration,
  durationMonths: nullable(Months),
  holdDays: nullable(HoldDays),
  commissionBase: CommissionBase,
  createdAt: Instant,
  supersededAt: nullable(Instant),
})

const SetBody = Type.Object(
  {
    groupId: Type.Optional(PolicyGroup),
    productId: Type.Optional(PolicyProduct),
    ...policyTermsProperties,
  },
  neverEmpty('groupId', 'productId', 'duration'),
)

/** The commission policies of a program (D28): reading takes `tracking:read`, writing `commission:manage`. */
export function registerManageCommissionPolicies(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerSet(app, deps)
  registerEnd(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/commission-policies',
    operationId: 'listCommissionPolicies',
    summary: 'List the commission policies in force',
    permission: 'tracking:read',
    query: {
      parameters: {
        ...pageParameters,
        history: Type.Optional(
          Type.Boolean({ description: 'Also the versions that were replaced or ended.' }),
        ),
        productId: Type.Optional(Type.String()),
        groupId: Type.Optional(Type.Integer({ minimum: 1 })),
      },
      read: (query) => ({
        page: readPage(query),
        filter: {
          withHistory: readFlag(query, 'history'),
          productId: readText(query, 'productId'),
          groupId: readId(query, 'groupId'),
        },
      }),
    },
    answer: listOf(Policy),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listPolicies(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showPolicy)
    },
  })
}

function registerSet(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/commission-policies',
    operationId: 'setCommissionPolicy',
    summary: 'Set the commission policy of a product or group, or the default',
    description:
      'Takes the place of the one in force, as its next version. Commissions keep the version they were made ' +
      'under. A flat policy matches only sales in its currency. A sale is paid by the first that there is of: the ' +
      'policy of its partner’s group for its product, the group’s default, the program’s policy for the product, the ' +
      'program’s default.',
    permission: 'commission:manage',
    body: { schema: SetBody },
    status: 201,
    answer: dataOf(Policy),
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      const terms = readPolicyTerms(body)
      const scope = { group_id: body.groupId ?? null, product_id: body.productId ?? null }
      const policy = await setCommissionPolicy(ctx, program.id, scope, terms)
      if (policy === 'no_group') throw noSuchGroup()
      if (policy === 'too_many_policies') {
        const most = programLimits.productPolicies
        throw new ApiError(
          'conflict',
          `The program has ${most} policies beside its default: end one first.`,
          {
            most,
          },
        )
      }
      return { data: showPolicy(policy) }
    },
  })
}

function registerEnd(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: '/api/programs/:programId/commission-policies/:policyId',
    operationId: 'endCommissionPolicy',
    summary: 'End the policy of a product or group',
    description:
      'The next sales fall under the policy that comes after it. The default of the program cannot be ended.',
    permission: 'commission:manage',
    ids: { policyId: noSuchPolicy },
    answer: dataOf(Policy),
    errors: [409],
    handle: async ({ ctx, program, ids }) => {
      const ended = await endCommissionPolicy(ctx, program.id, ids.policyId)
      switch (ended.kind) {
        case 'ended':
          return { data: showPolicy(ended.policy) }
        case 'no_policy':
          throw noSuchPolicy()
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

function noSuchPolicy() {
  return new ApiError('not_found', 'The program has no commission policy of this id.')
}

function showPolicy(row: PolicyRow): Static<typeof Policy> {
  return {
    id: row.id,
    groupId: row.group_id,
    productId: row.product_id,
    version: row.version,
    type: row.type,
    rateBps: row.rate_bps,
    amountCents: row.amount_cents,
    currency: row.currency,
    duration: row.duration,
    durationMonths: row.duration_months,
    holdDays: row.hold_days,
    commissionBase: row.commission_base,
    createdAt: row.created_at.toISOString(),
    supersededAt: isoOrNull(row.superseded_at),
  }
}
