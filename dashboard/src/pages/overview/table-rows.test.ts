import { expect, test } from 'vitest'
import type { PerformanceDay } from '../../api/types.ts'
import { toTable } from './table-rows.ts'

const day = (date: string, clicks: number, leads = 0): PerformanceDay => ({
  date,
  period: '',
  clicks,
  leads,
  conversions: 0,
  revenue: 0,
  revenueByCurrency: {},
  partners: 0,
  sales: 0,
  commission: 0,
  commissionByCurrency: {},
})

test('the table hides days and metrics that are zero in both periods', () => {
  const days = [day('2026-03-01', 2), day('2026-03-02', 0), day('2026-03-03', 0), day('2026-03-04', 1)]
  const getValue = {
    clicks: (one: PerformanceDay) => one.clicks,
    leads: (one: PerformanceDay) => one.leads,
    conversions: (one: PerformanceDay) => one.conversions,
  }
  const columns = ['clicks', 'leads', 'conversions'] as const
  const alone = toTable(days, [], columns, getValue)
  expect(alone.rows.map((row) => row.day.date)).toEqual(['2026-03-04', '2026-03-01'])
  expect(alone.columns).toEqual(['clicks'])
  const compared = [day('2026-02-01', 0), day('2026-02-02', 0, 3)]
  const both = toTable(days, compared, columns, getValue)
  expect(both.rows.map((row) => row.day.date)).toEqual(['2026-03-04', '2026-03-02', '2026-03-01'])
  expect(both.columns).toEqual(['clicks', 'leads'])
})
