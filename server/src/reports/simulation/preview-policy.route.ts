import Type, { type Static } from 'typebox'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { goneOf } from '../../core/http/disconnected.http.ts'
import { CurrencyCode, dataOf, Instant, nullable } from '../../core/http/management-route.http.ts'
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
import { differenceOf, type PreviewSum } from './preview-sums.rule.ts'
import type { PolicyChange } from './previewed-sale.ts'

const sums = {
  currency: CurrencyCode,
  sales: Type.Integer({ description: 'How many were looked at, also those that earned nothing.' }),
  changedSales: Type.Integer({ description: 'Of these, how many would have earned something else.' }),
  earnedCents: cents({
    minimum: 0,
    description: 'Made, less what refunds and rejections took back, as it stands now.',
  }),
  wouldEarnCents: cents({ minimum: 0, description: 'The same, under the policy that was asked for.' }),
  differenceCents: cents({ description: '`wouldEarnCents` less `earnedCents`: negative when it is less.' }),
}

const Preview = namedObject('PolicyPreview', {
  from: Instant,
  to: Instant,
  sales: Type.Integer({ description: 'Live sales of the period that were looked at, the newest first.' }),
  isComplete: Type.Boolean({
    description: `False: the period has more sales than were looked at (at most ${simulationLimits.previewSales}, for at most ${simulationLimits.previewMs / 1000} seconds); nothing older than \`oldestSaleAt\` is in the sums.`,
  }),
  oldestSaleAt: nullable(Instant),
  totals: Type.Array(Type.Object(sums)),
  partners: Type.Array(Type.Object({ partnerId: Type.Integer(), partnerName: Type.String(), ...sums }), {
    description: `Of each currency the ${simulationLimits.previewPartners} whose earnings differ most, the largest difference first.`,
  }),
  rest: Type.Array(Type.Object({ partners: Type.Integer(), ...sums }), {
    description: 'All other partners of a currency in one sum.',
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
        description: 'How many days back, in the time zone of the program; today is the last of them.',
      }),
    ),
    groupId: Type.Optional(PolicyGroup),
    productId: Type.Optional(PolicyProduct),
    isEnded: Type.Optional(
      Type.Boolean({
        description:
          '`true`: the policy of `groupId` and `productId` had never been; then no other field is sent.',
      }),
    ),
    type: Type.Optional(type),
    ...optionalTerms,
  },
  neverEmpty('groupId', 'productId', 'duration'),
)

/** What a commission policy would have meant for sales that there were. */
export function registerPreviewPolicy(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/commission-policies/preview',
    operationId: 'previewCommissionPolicy',
    summary: 'Preview a commission policy',
    description:
      'What each partner would have earned of the sales of the last days, had the default or the policy of a product ' +
      'or group been another all that time: by the rule that decides sales, with refunds taken back by the rule of refunds. ' +
      'All other policies are those that were in force when each sale came. Per-lead commissions are a setting of the ' +
      'program and not in it. Takes the fields of setting a policy. Writes nothing.',
    permission: 'billing:read',
    body: { schema: PreviewBody },
    isRead: true,
    answer: dataOf(Preview),
    errors: [409],
    handle: async ({ ctx, program, body, reply }) => {
      const change = changeOf(body, program)
      const { days = simulationLimits.previewDaysDefault } = body
      const preview = await previewPolicy(ctx, program, { days, change, gone: goneOf(reply) })
      if (preview === 'nothing_to_end') {
        throw invalidField('productId', 'No policy for this is in force: there is nothing to end.')
      }
      if (preview === 'too_many_versions') {
        const most = simulationLimits.previewPolicyVersions
        throw new ApiError(
          'conflict',
          `More than ${most} versions of policies were in force in these days: choose fewer days.`,
          { most },
        )
      }
      return { data: showPreview(preview) }
    },
  })
}

const TERMS = Object.keys(policyTermsProperties) as (keyof typeof policyTermsProperties)[] // safe because they are its keys

/** @throws 400 `invalid_request` naming the field that does not fit the others */
function changeOf(
  { productId, groupId, isEnded = false, days: _, ...terms }: Static<typeof PreviewBody>,
  { commission_base }: Pick<ProgramRow, 'commission_base'>,
): PolicyChange {
  const scope = { group_id: groupId ?? null, product_id: productId ?? null }
  if (!isEnded) {
    const { type } = terms
    if (type === undefined) throw invalidField('type', 'type is missing: this call needs it, or isEnded.')
    return { scope, policy: { id: NEW, ...scope, ...readPolicyTerms({ ...terms, type }), commission_base } }
  }
  if (scope.product_id === null && scope.group_id === null) {
    throw invalidField('productId', 'productId is missing: the default policy cannot be ended.')
  }
  const sent = TERMS.find((field) => terms[field] !== undefined)
  if (sent !== undefined) throw invalidField(sent, `${sent} does not go with isEnded: it has no terms then.`)
  return { scope, policy: undefined }
}

/** The id of no version that there is. */
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
    differenceCents: differenceOf(sum),
  }
}
