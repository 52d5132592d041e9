import { describe, expect, test } from 'vitest'
import { isCompared, readCompareSearch, toCompareRequest } from './compare.ts'

describe('reads the comparison from the URL and requests no more than is shown', () => {
  const own = { compareFrom: '2025-11-01', compareTo: '2025-11-30' }
  test.each([
    [{}, {}, {}],
    [{ days: 'both' }, { days: 'both' }, { compare: 'previous' }],
    [{ compare: 'year' }, { compare: 'year' }, { compare: 'year' }],
    [{ compare: 'none', days: 'both' }, { compare: 'none' }, {}],
    [{ ...own, compare: 'year', days: 'both' }, { ...own, days: 'both' }, own],
    [{ compareFrom: '2025-11-01' }, {}, {}],
    [{ compareFrom: '2025-11-30', compareTo: '2025-11-01' }, {}, {}],
    [{ compareFrom: '2025-02-30', compareTo: '2025-03-01', compare: 'none' }, { compare: 'none' }, {}],
    [{ compare: 'month', days: 'none' }, {}, {}],
  ])('%o', (address, search, request) => {
    expect(readCompareSearch(address)).toEqual(search)
    expect(toCompareRequest(readCompareSearch(address))).toEqual(request)
  })
})

test.each([
  ['whole days', {}, ['2026-03-08', '2026-03-09'], true],
  ['a day that is over', {}, ['2026-03-09'], true],
  ['days until today', {}, ['2026-03-09', '2026-03-10'], true],
  ['today, which is not over', {}, ['2026-03-10'], false],
  ['without a comparison', { compare: 'none' } as const, ['2026-03-09'], false],
])('totals are compared: %s', (_label, search, dates, expected) => {
  const days = dates.map((date) => ({ date }))
  expect(isCompared(search, days, '2026-03-10')).toBe(expected)
})
