import { expect, it } from 'vitest'
import { compareMonths } from './compared-month.rule.ts'

it.each([
  ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29'],
  ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['2026-11-01', '2026-11-27', '2026-10-01', '2026-10-27'],
  ['2026-10-01', '2026-10-30', '2026-09-01', '2026-09-30'],
  ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
])('%s to %s is compared with %s to %s', (dateFrom, dateTo, compareFrom, compareTo) => {
  expect(compareMonths({ dateFrom, dateTo })).toEqual({ dateFrom, dateTo, compareFrom, compareTo })
})

it.each([
  [{ period: '30d' }],
  [{ dateFrom: '2026-10-01', dateTo: '2026-10-01' }],
  [{ dateFrom: '2026-10-02', dateTo: '2026-10-31' }],
  [{ dateFrom: '2026-09-01', dateTo: '2026-10-31' }],
  [{ dateFrom: '2026-02-01', dateTo: '2026-02-31' }],
  [{ dateFrom: '2026-10-01T00:00:00Z', dateTo: '2026-10-31' }],
  [{ dateFrom: '2026-10-01' }],
  [{ dateFrom: '1970-01-01', dateTo: '1970-01-31' }],
])('%j is compared with the days before', (query) => {
  expect(compareMonths(query)).toEqual(query)
})
