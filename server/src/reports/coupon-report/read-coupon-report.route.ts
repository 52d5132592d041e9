import Type, { type Static } from 'typebox'
import { COUPON_PRECEDENCES } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { disconnectSignal } from '../../core/http/disconnected.http.ts'
import {
  CurrencyCode,
  choice,
  dataSchema,
  Instant,
  isoOrNull,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readPositive } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import { periodParameters, readPeriod, readPeriodQuery } from '../../statistics/period-query.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import {
  COUPON_ORDER_KINDS,
  type CouponLeak,
  type CouponOrderKind,
  type CouponOrderSum,
  type SumColumn,
} from './coupon-order.ts'
import { CODE_PATTERNS, type CodePattern } from './leak-sign.rule.ts'
import { couponReportLimits } from './limits.ts'
import { type CouponReport, readCouponReport, sumsByCode, sumsByCurrency } from './read-coupon-report.flow.ts'
import type { PrecedenceSum } from './simulate-precedence.flow.ts'

const { closeClickMinutes, closeClickMinutesMost, orders, ordersShown, codesShown, movesShown } =
  couponReportLimits

const Count = Type.Integer({ minimum: 0 })

const NamedReference = Type.Object({ id: Type.Integer(), name: Type.String() })

const counts = {
  orders: Count,
  newCustomerOrders: Type.Integer({ minimum: 0, description: 'Customers’ first orders.' }),
  noClickOrders: Type.Integer({
    minimum: 0,
    description:
      'Orders without a known click from the code’s partner, and without another partner’s click at most `minutes` ' +
      'before the order. Normal for partners who share only a code.',
  }),
  otherClickOrders: Type.Integer({
    minimum: 0,
    description: 'Orders with another partner’s click at most `minutes` before the order. A leak sign.',
  }),
}

const { leakSignOrders } = couponReportLimits

const Report = namedObject('CouponReport', {
  from: Instant,
  to: Instant,
  minutes: Count,
  isComplete: Type.Boolean({
    description: `False if only the newest ${orders} orders with codes are included.`,
  }),
  totals: Type.Array(
    Type.Object({
      currency: CurrencyCode,
      ...counts,
      revenueCents: cents({ minimum: 0, description: 'Less refunds.' }),
      commissionCents: cents({ minimum: 0, description: 'Commissions of all partners, less reversals.' }),
      codeOnlyOrders: Type.Integer({
        minimum: 0,
        description: 'The part of `noClickOrders` with codes that have the pattern `code_only`.',
      }),
      leakSignOrders: Type.Integer({
        minimum: 0,
        description:
          'Orders with a leak sign: `otherClickOrders`, and `noClickOrders` with codes that have the pattern `mostly_no_click`.',
      }),
      leakSignRevenueCents: cents({ minimum: 0, description: 'Revenue from these orders.' }),
      leakSignCommissionCents: cents({
        minimum: 0,
        description:
          'What the codes’ partners earned on these orders, less reversals. Commissions of other partners aren’t included.',
      }),
    }),
  ),
  codes: Type.Array(
    Type.Object({
      id: Type.Integer(),
      code: Type.String(),
      partner: NamedReference,
      pattern: Type.Enum([...CODE_PATTERNS], {
        type: 'string',
        title: 'CodePattern',
        description: `\`code_only\`: the partner’s links got fewer clicks in the period than their codes got orders, so orders without a click are normal. \`mostly_no_click\`: the partner has links, but at least half of the orders (and at least ${leakSignOrders}) have no click, as if a coupon site published the code. Otherwise \`none\`.`,
      }),
      ...counts,
      revenueByCurrency: CentsByCurrency,
      commissionByCurrency: CentsByCurrency,
    }),
    {
      description: `The ${codesShown} codes with the most orders. \`revenueByCurrency\` includes all orders with the code, less refunds; \`commissionByCurrency\` is what the code’s partner earned on them, less reversals. Orders attributed to another partner have no commission for the code’s partner.`,
    },
  ),
  orders: Type.Array(
    namedObject('CouponLeak', {
      saleId: Type.Integer(),
      transactionId: Type.String(),
      receivedAt: Instant,
      code: Type.String(),
      kind: choice(COUPON_ORDER_KINDS, 'CouponOrderKind'),
      codePartner: NamedReference,
      partner: Type.Object(NamedReference.properties, {
        description: 'The partner that the order was attributed to.',
      }),
      clickPartner: nullable(NamedReference),
      clickedAt: nullable(Instant),
      currency: CurrencyCode,
      amountCents: Type.Integer(),
      refundedCents: Type.Integer({ description: 'Amount of the order that was refunded.' }),
      commissionCents: Type.Integer(),
    }),
    { description: `The newest ${ordersShown} orders with a leak sign.` },
  ),
  simulation: Type.Object({
    precedence: choice(COUPON_PRECEDENCES, 'CouponPrecedence'),
    isComplete: Type.Boolean({ description: 'False if the period has too many sales to simulate them all.' }),
    rules: Type.Array(
      namedObject('CouponRuleSimulation', {
        precedence: choice(COUPON_PRECEDENCES, 'CouponPrecedence'),
        totals: Type.Array(
          Type.Object({
            currency: CurrencyCode,
            sales: Type.Integer({ description: 'Sales where a code competed with a click or another code.' }),
            movedSales: Type.Integer({ description: 'Sales that would belong to another partner.' }),
            earnedCents: cents({ minimum: 0, description: 'Actual commissions.' }),
            wouldEarnCents: cents({ minimum: 0, description: 'Commissions under this rule.' }),
            byCodeCents: cents({
              minimum: 0,
              description: 'The part of `wouldEarnCents` for partners whose code would win.',
            }),
          }),
        ),
        moves: Type.Array(
          Type.Object({
            currency: CurrencyCode,
            from: NamedReference,
            to: NamedReference,
            sales: Count,
            earnedCents: cents({ minimum: 0, description: 'What `from` has earned.' }),
            wouldEarnCents: cents({ minimum: 0, description: 'What `to` would earn instead.' }),
          }),
          {
            description: `The sales that would belong to another partner, by pair of partners: the ${movesShown} pairs with the highest commissions.`,
          },
        ),
      }),
    ),
  }),
})

/** Registers the route for the coupon code report. */
export function registerReadCouponReport(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/coupon-report',
    operationId: 'readCouponReport',
    summary: 'Report on coupon codes',
    description:
      'Reports on orders with a code received in the period: how many arrived without a click from the code’s ' +
      'partner or shortly after another partner’s click, which of them are signs of a leaked code, how many are from ' +
      'new customers, and what each `couponPrecedence` would have paid. The simulation applies the rule and the ' +
      'policies of real orders to the facts stored with each decision.',
    permission: 'billing:read',
    query: {
      parameters: {
        ...periodParameters,
        minutes: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: closeClickMinutesMost,
            default: closeClickMinutes,
            description: 'How long before an order another partner’s click counts as close.',
          }),
        ),
      },
      read: (query) => ({
        period: readPeriodQuery(query),
        minutes: readPositive(query, 'minutes', closeClickMinutesMost) ?? closeClickMinutes,
      }),
    },
    response: dataSchema(Report),
    errors: [409],
    handle: async ({ ctx, program, query: { period, minutes }, reply }) => {
      const { from, to } = (await readPeriod(ctx, program, period)).current
      const report = await readCouponReport(ctx, program, {
        from,
        to,
        minutes,
        disconnected: disconnectSignal(reply),
      })
      if (report === 'too_many_versions') {
        const most = couponReportLimits.policyVersions
        throw new ApiError(
          'conflict',
          `More than ${most} policy versions were in force in this period. Choose a shorter one.`,
          { most },
        )
      }
      return { data: show(report, { from, to, minutes, precedence: program.coupon_precedence }) }
    },
  })
}

function show(
  { sums, patterns, leaks, isComplete, simulation }: CouponReport,
  {
    from,
    to,
    minutes,
    precedence,
  }: { from: Date; to: Date; minutes: number; precedence: (typeof COUPON_PRECEDENCES)[number] },
): Static<typeof Report> {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    minutes,
    isComplete,
    totals: sumsByCurrency(sums).map(([currency, currencySums]) => {
      const noClick = currencySums.filter(({ kind }) => kind === 'no_click')
      const hasPattern = (pattern: CodePattern) => (sum: CouponOrderSum) =>
        patterns.get(sum.coupon_id) === pattern
      const leaked = [
        ...currencySums.filter(({ kind }) => kind === 'other_click'),
        ...noClick.filter(hasPattern('mostly_no_click')),
      ]
      return {
        currency,
        ...toOrderCounts(currencySums),
        revenueCents: sumColumn(currencySums, 'revenue_cents'),
        commissionCents: sumColumn(currencySums, 'commission_cents'),
        codeOnlyOrders: toOrderCounts(noClick.filter(hasPattern('code_only'))).orders,
        leakSignOrders: toOrderCounts(leaked).orders,
        leakSignRevenueCents: sumColumn(leaked, 'revenue_cents'),
        leakSignCommissionCents: sumColumn(leaked, 'code_partner_commission_cents'),
      }
    }),
    codes: sumsByCode(sums)
      .slice(0, codesShown)
      .flatMap((codeSums) => showCode(codeSums, patterns)),
    orders: leaks.map(showLeak),
    simulation: {
      precedence,
      isComplete: simulation.isComplete,
      rules: simulation.rules.map(({ precedence: rule, totals, moves }) => ({
        precedence: rule,
        totals: totals.map(showSum),
        moves: moves.map(({ currency, from, to, sales, earned_cents, would_earn_cents }) => ({
          currency,
          from,
          to,
          sales,
          earnedCents: earned_cents,
          wouldEarnCents: would_earn_cents,
        })),
      })),
    },
  }
}

function showCode(codeSums: CouponOrderSum[], patterns: CouponReport['patterns']) {
  const [first] = codeSums
  if (first === undefined) return []
  const centsByCurrency = (column: SumColumn) =>
    Object.fromEntries(
      sumsByCurrency(codeSums)
        .map(([currency, sums]) => [currency, sumColumn(sums, column)] as const)
        .filter(([, sum]) => sum !== 0n),
    )
  return [
    {
      id: first.coupon_id,
      code: first.code,
      partner: { id: first.partner_id, name: first.partner_name },
      pattern: patterns.get(first.coupon_id) ?? 'none',
      ...toOrderCounts(codeSums),
      revenueByCurrency: centsByCurrency('revenue_cents'),
      commissionByCurrency: centsByCurrency('code_partner_commission_cents'),
    },
  ]
}

function toOrderCounts(sums: readonly CouponOrderSum[]) {
  const count = (column: 'orders' | 'new_orders', kind?: CouponOrderKind) =>
    sums.reduce((all, one) => (kind === undefined || one.kind === kind ? all + one[column] : all), 0)
  return {
    orders: count('orders'),
    newCustomerOrders: count('new_orders'),
    noClickOrders: count('orders', 'no_click'),
    otherClickOrders: count('orders', 'other_click'),
  }
}

function sumColumn(sums: readonly CouponOrderSum[], column: SumColumn): bigint {
  return sums.reduce((all, one) => all + one[column], 0n)
}

function showLeak(leak: CouponLeak) {
  const { click_partner_id: clickPartnerId, click_partner_name: clickPartnerName } = leak
  return {
    saleId: leak.sale_id,
    transactionId: leak.transaction_id,
    receivedAt: leak.received_at.toISOString(),
    code: leak.code,
    kind: leak.kind,
    codePartner: { id: leak.code_partner_id, name: leak.code_partner_name },
    partner: { id: leak.partner_id, name: leak.partner_name },
    clickPartner: clickPartnerId === null ? null : { id: clickPartnerId, name: clickPartnerName ?? '' },
    clickedAt: isoOrNull(leak.clicked_at),
    currency: leak.currency,
    amountCents: leak.amount_cents,
    refundedCents: leak.refunded_cents,
    commissionCents: leak.commission_cents,
  }
}

function showSum(sum: PrecedenceSum) {
  return {
    currency: sum.currency,
    sales: sum.sales,
    movedSales: sum.moved_sales,
    earnedCents: sum.earned_cents,
    wouldEarnCents: sum.would_earn_cents,
    byCodeCents: sum.by_code_cents,
  }
}
