import { expect, test } from 'vitest'
import { readOverviewSearch, shownSeries } from './search.ts'

test('reads period, metrics and currency from the address and ignores invalid values', () => {
  const valid = { period: '90d', show: 'leads,revenue', currency: 'EUR', view: 'table' }
  expect(readOverviewSearch(valid)).toEqual(valid)
  const invalid = { period: '1y', from: '2026-02-31', to: 'x', show: 'money', currency: 'GBP', view: 'pie' }
  expect(readOverviewSearch(invalid)).toEqual({})
  expect(shownSeries({})).toEqual(['clicks', 'revenue'])
})
