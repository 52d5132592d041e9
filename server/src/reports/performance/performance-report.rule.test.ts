import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { performanceReport } from './performance-report.rule.ts'
import type { StatSums } from './stat-sums.ts'

const DAYS = ['2026-03-08', '2026-03-09', '2026-03-10']
const window = {
  from: new Date('2026-03-08T00:00:00.000Z'),
  to: new Date('2026-03-10T23:59:59.999Z'),
  days: DAYS,
  wholeDays: { first: '2026-03-08', last: '2026-03-10' },
  partialDays: [],
}

function row(values: Partial<StatSums>): StatSums {
  return {
    day: '2026-03-09',
    currency: 'XXX',
    clicks: '0',
    leads: '0',
    conversions: '0',
    partners: '0',
    sales: '0',
    revenue_cents: '0',
    commission_cents: '0',
    ...values,
  }
}

function report(current: StatSums[], previous: StatSums[] = []) {
  return performanceReport({ current: window }, { current, previous })
}

describe('data', () => {
  test('every day of the range has an entry, zero without activity', () => {
    const { data } = report([row({ clicks: '3' })])
    expect(data.map(({ date, period, clicks }) => ({ date, period, clicks }))).toEqual([
      { date: '2026-03-08', period: '2026-03-08', clicks: 0 },
      { date: '2026-03-09', period: '2026-03-09', clicks: 3 },
      { date: '2026-03-10', period: '2026-03-10', clicks: 0 },
    ])
    expect(data[0]).toEqual({
      date: '2026-03-08',
      period: '2026-03-08',
      clicks: 0,
      leads: 0,
      conversions: 0,
      revenue: 0,
      revenueByCurrency: {},
      partners: 0,
      sales: 0,
      commission: 0,
      commissionByCurrency: {},
    })
  })

  test('D41 data[].sales is always 0 while totalSales counts', () => {
    const { data, metrics } = report([row({ currency: 'USD', sales: '2', revenue_cents: '100' })])
    expect(data.map(({ sales }) => sales)).toEqual([0, 0, 0])
    expect(metrics.totalSales).toBe(2)
  })

  test('D32 dollars are face values across all currencies, from exact minor units', () => {
    const { data, metrics } = report([
      row({ currency: 'USD', revenue_cents: '4900', commission_cents: '980' }),
      row({ currency: 'VND', revenue_cents: '250000', commission_cents: '50000' }),
      row({ currency: 'USD', day: '2026-03-10', revenue_cents: '1' }),
    ])
    expect(data[1]).toMatchObject({
      revenue: 2549,
      revenueByCurrency: { USD: 4900n, VND: 250_000n },
      commission: 509.8,
      commissionByCurrency: { USD: 980n, VND: 50_000n },
    })
    expect(metrics).toMatchObject({
      totalRevenue: 2549.01,
      revenueByCurrency: { USD: 4901n, VND: 250_000n },
      totalPartnersCommission: 509.8,
      commissionByCurrency: { USD: 980n, VND: 50_000n },
    })
  })

  test('D8 sums past 2^53 stay exact in minor units', () => {
    const { metrics } = report([
      row({ currency: 'USD', revenue_cents: '18014398509481983' }),
      row({ currency: 'USD', day: '2026-03-10', revenue_cents: '18014398509481983' }),
    ])
    expect(metrics.revenueByCurrency).toEqual({ USD: 36_028_797_018_963_966n })
  })
})

describe('metrics', () => {
  test.each([
    ['no clicks', '0', '5', 0],
    ['one of three', '3', '1', 33.33],
    ['two of three', '3', '2', 66.67],
    ['half a hundredth rounds up', '20000', '1', 0.01],
    ['just under half a hundredth rounds down', '20001', '1', 0],
    ['1.005 %, which floats round down', '20000', '201', 1.01],
    ['more conversions than clicks', '2', '3', 150],
  ])('conversionRate: %s', (_label, clicks, conversions, rate) => {
    expect(report([row({ clicks, conversions })]).metrics.conversionRate).toBe(rate)
  })

  test.each([
    ['no conversions', '4900', '0', 0],
    ['whole', '4900', '2', 24.5],
    ['a third', '100', '3', 0.33],
    ['half a cent rounds up', '5', '2', 0.03],
  ])('averageOrderValue: %s', (_label, cents, conversions, average) => {
    const rows = [row({ conversions }), row({ currency: 'USD', revenue_cents: cents })]
    expect(report(rows).metrics.averageOrderValue).toBe(average)
  })

  test('each trend compares its own metric with the previous period', () => {
    const now = row({
      currency: 'USD',
      clicks: '20',
      leads: '4',
      conversions: '3',
      partners: '1',
      sales: '6',
      revenue_cents: '1500',
      commission_cents: '300',
    })
    const before = row({
      currency: 'EUR',
      clicks: '10',
      leads: '5',
      conversions: '3',
      partners: '0',
      sales: '4',
      revenue_cents: '1000',
      commission_cents: '200',
    })
    expect(report([now], [before]).metrics).toMatchObject({
      clicksTrend: { trend: 100, trendDirection: 'up', previous: 10 },
      leadsTrend: { trend: 20, trendDirection: 'down', previous: 5 },
      conversionsTrend: { trend: 0, trendDirection: 'stable', previous: 3 },
      partnersTrend: { trend: null, trendDirection: 'up', previous: 0 },
      salesTrend: { trend: 50, trendDirection: 'up', previous: 4 },
      revenueTrend: { trend: 50, trendDirection: 'up', previous: 10, previousByCurrency: { EUR: 1000n } },
      commissionTrend: { trend: 50, trendDirection: 'up', previous: 2, previousByCurrency: { EUR: 200n } },
    })
  })

  test('D39 totals are the sums of data (property)', () => {
    const digits = fc.nat({ max: 10_000_000 }).map(String)
    const rows = fc.array(
      fc.record({
        day: fc.constantFrom(...DAYS),
        currency: fc.constantFrom('USD' as const, 'EUR' as const, 'VND' as const),
        clicks: digits,
        leads: digits,
        conversions: digits,
        partners: digits,
        sales: digits,
        revenue_cents: digits,
        commission_cents: digits,
      }),
    )
    fc.assert(
      fc.property(rows, (current) => {
        const { data, metrics } = report(current)
        const sum = (of: (day: (typeof data)[number]) => number) =>
          data.reduce((total, day) => total + of(day), 0)
        const cents = (dollars: number) => Math.round(dollars * 100)
        expect(metrics.totalClicks).toBe(sum((day) => day.clicks))
        expect(metrics.totalLeads).toBe(sum((day) => day.leads))
        expect(metrics.totalConversions).toBe(sum((day) => day.conversions))
        expect(metrics.totalPartners).toBe(sum((day) => day.partners))
        expect(cents(metrics.totalRevenue)).toBe(sum((day) => cents(day.revenue)))
        expect(cents(metrics.totalPartnersCommission)).toBe(sum((day) => cents(day.commission)))
      }),
    )
  })
})
