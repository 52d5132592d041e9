import { NO_CURRENCY } from '../../core/money/currency.ts'
import { divideHalfUp, dollars } from '../../core/money/money.rule.ts'
import type { ReportPeriod } from '../../core/time/report-period.rule.ts'
import type { CentsByCurrency, StatSums } from './stat-sums.ts'
import { type Trend, trend } from './trend.rule.ts'

export interface PerformanceDay {
  date: string
  period: string
  clicks: number
  leads: number
  conversions: number
  /** Dollars at face value across all currencies (D32). */
  revenue: number
  revenueByCurrency: CentsByCurrency
  partners: number
  /** Always 0 (D41). */
  sales: number
  commission: number
  commissionByCurrency: CentsByCurrency
}

export interface CountTrend extends Trend {
  previous: number
}

export interface MoneyTrend extends CountTrend {
  previousByCurrency: CentsByCurrency
}

export interface PerformanceMetrics {
  totalClicks: number
  totalLeads: number
  totalConversions: number
  totalRevenue: number
  revenueByCurrency: CentsByCurrency
  conversionRate: number
  averageOrderValue: number
  totalPartners: number
  totalSales: number
  totalPartnersCommission: number
  commissionByCurrency: CentsByCurrency
  clicksTrend: CountTrend
  leadsTrend: CountTrend
  conversionsTrend: CountTrend
  revenueTrend: MoneyTrend
  partnersTrend: CountTrend
  salesTrend: CountTrend
  commissionTrend: MoneyTrend
}

/**
 * Returns `data` and `metrics` for the performance endpoint. Days without rows are zero. Totals are the sums of the
 * rows in `data` (D39, D41). Quotients are computed in integers and rounded once.
 */
export function performanceReport(
  { current }: Pick<ReportPeriod, 'current'>,
  rows: { current: readonly StatSums[]; previous: readonly Omit<StatSums, 'day'>[] },
): { data: PerformanceDay[]; metrics: PerformanceMetrics } {
  return {
    data: performanceDays(current, rows.current),
    metrics: performanceMetrics(sumUp(rows.current), sumUp(rows.previous)),
  }
}

/** Returns every day in a window. Days without activity are zero. */
export function performanceDays(
  { days }: Pick<ReportPeriod['current'], 'days'>,
  rows: readonly StatSums[],
): PerformanceDay[] {
  const sumsByDay = sumDays(rows)
  return days.map((day) => performanceDay(day, sumsByDay.get(day) ?? ZERO_SUMS))
}

function sumDays(rows: readonly StatSums[]): Map<string, Sums> {
  const sumsByDay = new Map<string, Sums>()
  for (const row of rows) {
    const sums = sumsByDay.get(row.day) ?? zeroSums()
    addRow(sums, row)
    sumsByDay.set(row.day, sums)
  }
  return sumsByDay
}

function performanceDay(day: string, sums: Sums): PerformanceDay {
  return {
    date: day,
    period: day,
    clicks: Number(sums.clicks),
    leads: Number(sums.leads),
    conversions: Number(sums.conversions),
    revenue: dollars(faceValue(sums.revenue)),
    revenueByCurrency: sums.revenue,
    partners: Number(sums.partners),
    sales: 0,
    commission: dollars(faceValue(sums.commission)),
    commissionByCurrency: sums.commission,
  }
}

function performanceMetrics(now: Sums, before: Sums): PerformanceMetrics {
  const revenue_cents = faceValue(now.revenue)
  return {
    totalClicks: Number(now.clicks),
    totalLeads: Number(now.leads),
    totalConversions: Number(now.conversions),
    totalRevenue: dollars(revenue_cents),
    revenueByCurrency: now.revenue,
    conversionRate: percentage(now.conversions, now.clicks),
    averageOrderValue: averageDollars(revenue_cents, now.conversions),
    totalPartners: Number(now.partners),
    totalSales: Number(now.sales),
    totalPartnersCommission: dollars(faceValue(now.commission)),
    commissionByCurrency: now.commission,
    clicksTrend: countTrend(now.clicks, before.clicks),
    leadsTrend: countTrend(now.leads, before.leads),
    conversionsTrend: countTrend(now.conversions, before.conversions),
    revenueTrend: moneyTrend(now.revenue, before.revenue),
    partnersTrend: countTrend(now.partners, before.partners),
    salesTrend: countTrend(now.sales, before.sales),
    commissionTrend: moneyTrend(now.commission, before.commission),
  }
}

/** Returns `(part / whole) * 100`, rounded half up to 2 decimals; 0 if `whole` is 0. */
function percentage(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(divideHalfUp(part * 10_000n, whole)) / 100
}

function averageDollars(total_cents: bigint, count: bigint): number {
  return count === 0n ? 0 : dollars(divideHalfUp(total_cents, count))
}

function countTrend(now: bigint, before: bigint): CountTrend {
  return { ...trend(now, before), previous: Number(before) }
}

function moneyTrend(now: CentsByCurrency, before: CentsByCurrency): MoneyTrend {
  const before_cents = faceValue(before)
  return {
    ...trend(faceValue(now), before_cents),
    previous: dollars(before_cents),
    previousByCurrency: before,
  }
}

const COUNTS = ['clicks', 'leads', 'conversions', 'partners', 'sales'] as const

interface Sums extends Record<(typeof COUNTS)[number], bigint> {
  revenue: CentsByCurrency
  commission: CentsByCurrency
}

function zeroSums(): Sums {
  return { clicks: 0n, leads: 0n, conversions: 0n, partners: 0n, sales: 0n, revenue: {}, commission: {} }
}

const ZERO_SUMS = zeroSums()

function sumUp(rows: readonly Omit<StatSums, 'day'>[]): Sums {
  const sums = zeroSums()
  for (const row of rows) addRow(sums, row)
  return sums
}

/** Adds a row. Empty sums are shared, because most days have no activity. */
function addRow(sums: Sums, row: Omit<StatSums, 'day'>) {
  for (const count of COUNTS) if (row[count] !== '0') sums[count] += BigInt(row[count])
  addMoney(sums.revenue, row.currency, row.revenue_cents)
  addMoney(sums.commission, row.currency, row.commission_cents)
}

function addMoney(sums: CentsByCurrency, currency: StatSums['currency'], digits: string) {
  if (digits === '0') return
  if (currency === NO_CURRENCY) throw new Error('a statistics row without a currency has an amount')
  sums[currency] = (sums[currency] ?? 0n) + BigInt(digits)
}

/** Adds the minor units of all currencies as if they were one (D32). */
function faceValue(sums: CentsByCurrency): bigint {
  return Object.values(sums).reduce((total, cents) => total + cents, 0n)
}
