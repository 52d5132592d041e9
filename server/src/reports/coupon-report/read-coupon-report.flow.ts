import { runInQueue } from '../../core/async/read-queue.ts'
import type { Deps } from '../../core/deps.ts'
import type { Currency } from '../../core/money/currency.ts'
import { groupBy } from '../../core/text/group-by.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { CouponLeak, CouponOrderSum } from './coupon-order.ts'
import { listCouponLeaks, sumCouponOrders, sumPartnerClicks } from './coupon-report.sql.ts'
import { type CodePattern, codePattern } from './leak-sign.rule.ts'
import { couponReportLimits } from './limits.ts'
import { type PrecedenceSimulation, simulatePrecedence } from './simulate-precedence.flow.ts'

export interface CouponReport {
  sums: CouponOrderSum[]
  /** Each code's pattern. */
  patterns: ReadonlyMap<number, CodePattern>
  leaks: CouponLeak[]
  /** False if the period has more orders with codes than are compared. */
  isComplete: boolean
  simulation: PrecedenceSimulation
}

/** Reads the report on a period's orders that had a coupon code. */
export function readCouponReport(
  deps: Pick<Deps, 'database'>,
  program: ProgramRow,
  { from, to, minutes, disconnected }: { from: Date; to: Date; minutes: number; disconnected: AbortSignal },
): Promise<CouponReport | 'too_many_versions'> {
  const { kysely } = deps.database
  const { orders, ordersShown } = couponReportLimits
  return runInQueue(kysely, { queue: 'preview', disconnected }, async (runStep) => {
    const window = { from, to, orders, minutes }
    const sums = await runStep(() => sumCouponOrders(kysely, program.id, window))
    const days = { from: reportDay(from, program.time_zone), to: reportDay(to, program.time_zone) }
    const partnerIds = [...new Set(sums.map(({ partner_id }) => partner_id))]
    const clicks = await runStep(() => sumPartnerClicks(kysely, program.id, { partnerIds, ...days }))
    const patterns = detectPatterns(sums, clicks)
    const couponIds = [...patterns].flatMap(([id, pattern]) => (pattern === 'mostly_no_click' ? [id] : []))
    const leaks = await runStep(() =>
      listCouponLeaks(kysely, program.id, window, { couponIds, rows: ordersShown }),
    )
    const simulation = await simulatePrecedence(deps, program, { from, to, runStep })
    if (simulation === 'too_many_versions') return simulation
    const compared = sums.reduce((all, sum) => all + sum.orders, 0)
    return { sums, patterns, leaks, isComplete: compared < orders, simulation }
  })
}

function detectPatterns(
  sums: readonly CouponOrderSum[],
  clicks: ReadonlyMap<number, number>,
): ReadonlyMap<number, CodePattern> {
  const sumOrders = (some: readonly CouponOrderSum[]) => some.reduce((all, { orders }) => all + orders, 0)
  const byPartner = groupBy(sums, ({ partner_id }) => partner_id)
  return new Map(
    [...groupBy(sums, ({ coupon_id }) => coupon_id)].map(([id, codeSums]) => {
      const partnerId = codeSums[0]?.partner_id ?? 0
      const code = {
        orders: sumOrders(codeSums),
        no_click_orders: sumOrders(codeSums.filter(({ kind }) => kind === 'no_click')),
      }
      const orders = sumOrders(byPartner.get(partnerId) ?? [])
      return [id, codePattern(code, { clicks: clicks.get(partnerId) ?? 0, orders })] as const
    }),
  )
}

/** Sums each code across currencies and kinds. */
export function sumsByCode(sums: readonly CouponOrderSum[]) {
  return [...groupBy(sums, ({ coupon_id }) => coupon_id).values()]
    .map((codeSums) => ({ codeSums, orders: codeSums.reduce((all, one) => all + one.orders, 0) }))
    .sort((a, b) => b.orders - a.orders || getId(a.codeSums) - getId(b.codeSums))
    .map(({ codeSums }) => codeSums)
}

const getId = ([first]: readonly CouponOrderSum[]) => first?.coupon_id ?? 0

/** Sums each currency across codes and kinds, in currency order. */
export function sumsByCurrency(sums: readonly CouponOrderSum[]): [Currency, CouponOrderSum[]][] {
  return [...groupBy(sums, ({ currency }) => currency)].sort(([one], [other]) => (one < other ? -1 : 1))
}
