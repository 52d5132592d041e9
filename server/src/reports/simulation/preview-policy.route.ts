import Type, { type Static } from 'typebox'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { disconnectSignal } from '../../core/http/disconnected.http.ts'
import { CurrencyCode, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { neverEmpty } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import {
  PolicyGroup,
  PolicyProduct,
  policyTermsProperties,
  readPolicyTerms,
} from '../../workspace/programs/policy-terms.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { simulationLimits } from './limits.ts'
import { type PolicyPreview, previewPolicy } from './preview-policy.flow.ts'
import { computeDifference, type PreviewSum } from './preview-sums.rule.ts'
import type { PolicyChange } from './previewed-sale.ts'

const sums = {
  currency: CurrencyCode,
  sales: Type.Integer({ description: 'Number of sales, including those without a commission.' }),
  changedSales: Type.Integer({ description: 'Number of sales that would have earned a different amount.' }),
  earnedCents: cents({
    minimum: 0,
    description: 'Actual earnings, less refunds and rejections so far.',
  }),
  wouldEarnCents: cents({ minimum: 0, description: 'Earnings under the requested policy.' }),
  differenceCents: cents({ description: '`wouldEarnCents` less `earnedCents`. May be negative.' }),
}

const Preview = namedObject('PolicyPreview', {
  from: Instant,
  to: Instant,
  sales: Type.Integer({ description: 'Live sales in the period, newest first.' }),
  isComplete: Type.Boolean({
    description: `False if the period has more sales than the limit (${simulationLimits.previewSales} sales or ${simulationLimits.previewMs / 1000} seconds). Sales older than \`oldestSaleAt\` are not included.`,
  }),
  oldestSaleAt: nullable(Instant),
  totals: Type.Array(Type.Object(sums)),
  partners: Type.Array(Type.Object({ partnerId: Type.Integer(), partnerName: Type.String(), ...sums }), {
    description: `The ${simulationLimits.previewPartners} partners per currency whose earnings differ most, largest difference first.`,
  }),
  rest: Type.Array(Type.Object({ partners: Type.Integer(), ...sums }), {
    description: 'All other partners, with one sum per currency.',
  }),
})

const { type, ...optionalTerms } = policyTermsProperties
const PreviewBody = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: simulationLimits.previewDays,
        default: simulationLimits.previewDaysDefault,
        description: 'Number of days up to and including today, in the program’s time zone.',
      }),
    ),
    groupId: Type.Optional(PolicyGroup),
    productId: Type.Optional(PolicyProduct),
    isEnded: Type.Optional(
      Type.Boolean({
        description:
          '`true` to simulate that the policy of `groupId` and `productId` never existed. Don’t send any other field then.',
      }),
    ),
    type: Type.Optional(type),
    ...optionalTerms,
  },
  neverEmpty('groupId', 'productId', 'duration'),
)

/** Registers the route that simulates a commission policy with past sales. */
export function registerPreviewPolicy(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/commission-policies/preview',
    operationId: 'previewCommissionPolicy',
    summary: 'Simulate a commission policy',
    description:
      'Computes what each partner would have earned in the last `days` days if the default policy, or the policy ' +
      'of a product or group, had been different. Uses the same rules as real sales and refunds. All other policies ' +
      'apply as they were when each sale was received. Per-lead commissions are a program setting and aren’t ' +
      'included. Accepts the same fields as setting a policy, and changes nothing.',
    permission: 'billing:read',
    body: { schema: PreviewBody },
    isRead: true,
    response: dataSchema(Preview),
    errors: [409],
    handle: async ({ ctx, program, body, reply }) => {
      const change = toPolicyChange(body, program)
      const { days = simulationLimits.previewDaysDefault } = body
      const preview = await previewPolicy(ctx, program, {
        days,
        change,
        disconnected: disconnectSignal(reply),
      })
      if (preview === 'nothing_to_end') {
        throw invalidFieldError('productId', 'There is no policy to end.')
      }
      if (preview === 'too_many_versions') {
        const most = simulationLimits.previewPolicyVersions
        throw new ApiError(
          'conflict',
          `More than ${most} policy versions were in force in this period. Choose fewer days.`,
          { most },
        )
      }
      return { data: showPreview(preview) }
    },
  })
}

const TERMS = Object.keys(policyTermsProperties) as (keyof typeof policyTermsProperties)[] // safe because these are the keys of the object

/**
 * Returns the requested change.
 * @throws 400 `invalid_request` that names the invalid field
 */
function toPolicyChange(
  { productId, groupId, isEnded = false, days: _, ...terms }: Static<typeof PreviewBody>,
  { commission_base }: Pick<ProgramRow, 'commission_base'>,
): PolicyChange {
  const scope = { group_id: groupId ?? null, product_id: productId ?? null }
  if (!isEnded) {
    const { type } = terms
    if (type === undefined) throw invalidFieldError('type', 'type is required, unless isEnded is true.')
    return { scope, policy: { id: NEW, ...scope, ...readPolicyTerms({ ...terms, type }), commission_base } }
  }
  if (scope.product_id === null && scope.group_id === null) {
    throw invalidFieldError('productId', 'productId is required: the default policy can’t be ended.')
  }
  const sentTerm = TERMS.find((field) => terms[field] !== undefined)
  if (sentTerm !== undefined) throw invalidFieldError(sentTerm, `${sentTerm} can’t be combined with isEnded.`)
  return { scope, policy: undefined }
}

/** An ID that no policy version has. */
const NEW = 0

function showPreview(preview: PolicyPreview): Static<typeof Preview> {
  const { from, to, sales, isComplete, oldestSaleAt, totals, partners, rest, partnerNames } = preview
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    sales,
    isComplete,
    oldestSaleAt: oldestSaleAt?.toISOString() ?? null,
    totals: totals.map(showSum),
    partners: partners.map((sum) => ({
      partnerId: sum.partner_id,
      partnerName: partnerNames.get(sum.partner_id) ?? '',
      ...showSum(sum),
    })),
    rest: rest.map((sum) => ({ partners: sum.partners, ...showSum(sum) })),
  }
}

function showSum(sum: PreviewSum) {
  const { currency, sales, changed_sales, earned_cents, would_earn_cents } = sum
  return {
    currency,
    sales,
    changedSales: changed_sales,
    earnedCents: earned_cents,
    wouldEarnCents: would_earn_cents,
    differenceCents: computeDifference(sum),
  }
}
