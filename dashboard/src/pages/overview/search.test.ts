import { expect, test } from 'vitest'
import { readOverviewSearch, selectPeriod, shownSeries } from './search.ts'

test('reads period, metric and currency from the URL and ignores invalid values', () => {
  const valid = { period: '90d', show: 'leads', currency: 'EUR', view: 'table' }
  expect(readOverviewSearch(valid)).toEqual(valid)
  const invalid = { period: '1y', from: '2026-02-31', to: 'x', show: 'money', currency: 'GBP', view: 'pie' }
  expect(readOverviewSearch(invalid)).toEqual({})
  expect(shownSeries({}, true)).toBe('revenue')
  expect(shownSeries({}, false)).toBe('clicks')
  expect(shownSeries({ show: 'leads' }, true)).toBe('leads')
})

test('narrowing to a day keeps the view and replaces the period', () => {
  const search = { period: '90d', show: 'leads', days: 'both' } as const
  const day = { show: 'leads', days: 'both', from: '2026-03-04', to: '2026-03-04' }
  expect(selectPeriod(search, '2026-03-04', '2026-03-04')).toEqual(day)
  expect(selectPeriod({ from: '2026-03-01', to: '2026-03-10' }, '2026-03-04', '2026-03-04')).toEqual({
    from: '2026-03-04',
    to: '2026-03-04',
  })
})
