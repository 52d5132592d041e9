import { describe, expect, test } from 'vitest'
import { daySeries } from './day-series.ts'

const day = (date: string, clicks: number, earnedByCurrency: Record<string, number>) => ({
  date,
  clicks,
  leads: 3,
  customers: 1,
  earnedByCurrency,
})
const DATA = {
  days: [day('2026-03-09', 5, { USD: 905, VND: 29_600 }), day('2026-03-10', 2, { USD: 1 })],
  earnedByCurrency: { VND: 29_600, USD: 906 },
}
const of = (search: string, data: Parameters<typeof daySeries>[1] = DATA) =>
  daySeries(new URLSearchParams(search), data)

describe('the chart’s series', () => {
  test.each([
    ['', 'Clicks', ['5 clicks', '2 clicks'], '7 clicks'],
    ['show=leads', 'Signups', ['3 signups', '3 signups'], '6 signups'],
    ['show=customers', 'Customers', ['1 new customer', '1 new customer'], '2 new customers'],
    ['show=earned', 'Earned', ['$9.05', '$0.01'], '$9.06'],
    ['show=earned&currency=VND', 'Earned', ['₫29,600', '₫0'], '₫29,600'],
    ['show=earned&currency=EUR', 'Earned', ['$9.05', '$0.01'], '$9.06'],
    ['show=revenue', 'Clicks', ['5 clicks', '2 clicks'], '7 clicks'],
  ])('for ?%s', (search, label, days, total) => {
    const series = of(search)
    expect(series.label).toBe(label)
    expect(DATA.days.map((one) => series.formatWithUnit(series.getValue(one)))).toEqual(days)
    expect(series.formatWithUnit(series.total)).toBe(total)
  })

  test('is empty without earnings', () => {
    const series = of('show=earned', { days: [day('2026-03-10', 2, {})], earnedByCurrency: {} })
    expect([series.total, series.currencies, series.formatWithUnit(0)]).toEqual([0, [], '0'])
  })

  test('offers the currencies with earnings, in order', () => {
    expect(of('show=earned').currencies).toEqual(['USD', 'VND'])
  })
})
