import { expect, test } from 'vitest'
import { readOverviewSearch, shownSeries } from './search.ts'

test('an address says the period, the figures of the chart and its currency; what it says wrongly is left out', () => {
  const said = { period: '90d', show: 'leads,revenue', currency: 'EUR', view: 'table' }
  expect(readOverviewSearch(said)).toEqual(said)
  const wrong = { period: '1y', from: '2026-02-31', to: 'x', show: 'money', currency: 'GBP', view: 'pie' }
  expect(readOverviewSearch(wrong)).toEqual({})
  expect(shownSeries({})).toEqual(['clicks', 'revenue'])
})
