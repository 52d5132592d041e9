import Type from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import {
  CurrencyCode,
  dataSchema,
  Instant,
  listSchema,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readFlag, readId, readText } from '../../core/http/query.http.ts'
import { neverEmpty } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { endCommissionPolicy } from './end-commission-policy.flow.ts'
import { groupNotFoundError } from './group.http.ts'
import { programLimits } from './limits.ts'
import { listPolicies } from './policies.sql.ts'
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
    Type.Integer({
      description:
        'The group whose partners the policy pays, or `null` for partners whose group has no policy.',
    }),
  ),
  productId: nullable(Type.String({ description: '`null` for the default policy.' })),
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

/**
 * Registers the routes for commission policies (D28). Reading requires `tracking:read`, writing `commission:manage`.
 */
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
    summary: 'List commission policies',
    permission: 'tracking:read',
    query: {
      parameters: {
        ...pageParameters,
        history: Type.Optional(
          Type.Boolean({ description: 'Include versions that were replaced or ended.' }),
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
    response: listSchema(Policy),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listPolicies(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, ['created_at', 'id'], toResponseFields)
    },
  })
}

function registerSet(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/commission-policies',
    operationId: 'setCommissionPolicy',
    summary: 'Set a commission policy',
    description:
      'Creates the next version of a product’s policy, a group’s policy or the default policy. Existing commissions keep their ' +
      'version. A flat policy matches only sales in its currency. A sale uses the first policy that exists: the group’s policy for the product, the group’s default, the program’s policy for the product, then the program’s default.',
    permission: 'commission:manage',
    body: { schema: SetBody },
    status: 201,
    response: dataSchema(Policy),
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      const terms = readPolicyTerms(body)
      const scope = { group_id: body.groupId ?? null, product_id: body.productId ?? null }
      const policy = await setCommissionPolicy(ctx, program.id, scope, terms)
      if (policy === 'no_group') throw groupNotFoundError()
      if (policy === 'too_many_policies') {
        const maxPolicies = programLimits.productPolicies
        throw new ApiError(
          'conflict',
          `The program already has ${maxPolicies} policies besides its default. End one first.`,
          {
            most: maxPolicies,
          },
        )
      }
      return { data: toResponseFields(policy) }
    },
  })
}

function registerEnd(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: '/api/programs/:programId/commission-policies/:policyId',
    operationId: 'endCommissionPolicy',
    summary: 'End a commission policy',
    description: 'Later sales use the next policy that applies. A program’s default policy can’t be ended.',
    permission: 'commission:manage',
    ids: { policyId: policyNotFoundError },
    response: dataSchema(Policy),
    errors: [409],
    handle: async ({ ctx, program, ids }) => {
      const outcome = await endCommissionPolicy(ctx, program.id, ids.policyId)
      switch (outcome.kind) {
        case 'ended':
          return { data: toResponseFields(outcome.policy) }
        case 'no_policy':
          throw policyNotFoundError()
        case 'is_default':
          throw new ApiError('conflict', 'The default policy can’t be ended. Set a new default instead.')
        case 'not_in_force':
          throw new ApiError(
            'conflict',
            'This version is no longer in force because it was replaced or ended.',
          )
      }
    },
  })
}

function policyNotFoundError() {
  return new ApiError('not_found', 'The program has no commission policy with this ID.')
}
