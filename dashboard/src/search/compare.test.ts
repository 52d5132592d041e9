import { describe, expect, test } from 'vitest'
import { isCompared, readCompareSearch, toCompareRequest } from './compare.ts'

describe('reads the comparison from the URL', () => {
  const own = { compareFrom: '2025-11-01', compareTo: '2025-11-30' }
  test.each([
    [{}, {}],
    [{ days: 'both' }, { days: 'both' }],
    [{ compare: 'month' }, { compare: 'month' }],
    [{ compare: 'none', days: 'both' }, { compare: 'none' }],
    [
      { ...own, compare: 'year', days: 'both' },
      { ...own, days: 'both' },
    ],
    [{ compareFrom: '2025-11-01' }, {}],
    [{ compareFrom: '2025-11-30', compareTo: '2025-11-01' }, {}],
    [{ compareFrom: '2025-02-30', compareTo: '2025-03-01', compare: 'none' }, { compare: 'none' }],
    [{ compare: 'week', days: 'none' }, {}],
  ])('%o', (address, search) => {
    expect(readCompareSearch(address)).toEqual(search)
  })
})

describe('compares whole days', () => {
  const today = '2026-11-27'
  const range = (from: string, to: string) => ({ compareFrom: from, compareTo: to })
  test.each([
    [
      'last month: the month before',
      { from: '2026-10-01', to: '2026-10-31' },
      range('2026-09-01', '2026-09-30'),
    ],
    [
      'this month: the same days in the month before',
      { from: '2026-11-01', to: today },
      range('2026-10-01', '2026-10-27'),
    ],
    [
      'a short month: the whole longer month before',
      { from: '2026-02-01', to: '2026-02-28' },
      range('2026-01-01', '2026-01-31'),
    ],
    ['January: December', { from: '2026-01-01', to: '2026-01-31' }, range('2025-12-01', '2025-12-31')],
    [
      'other days: the same number of days before',
      { from: '2026-10-05', to: '2026-10-31' },
      range('2026-09-08', '2026-10-04'),
    ],
    [
      'days of a month that end before today',
      { from: '2026-10-01', to: '2026-10-27' },
      range('2026-09-04', '2026-09-30'),
    ],
    ['the last 30 days', {}, range('2026-09-29', '2026-10-28')],
    ['the last 7 days', { period: '7d' }, range('2026-11-14', '2026-11-20')],
    [
      'a month, with the previous period',
      { from: '2026-10-01', to: '2026-10-31', compare: 'previous' },
      range('2026-08-31', '2026-09-30'),
    ],
    [
      'the last 7 days, with the month before',
      { period: '7d', compare: 'month' },
      range('2026-10-21', '2026-10-27'),
    ],
    ['own dates', { ...range('2026-01-01', '2026-01-02'), period: '7d' }, range('2026-01-01', '2026-01-02')],
    ['a year earlier', { compare: 'year' }, { compare: 'year' }],
    ['nothing', { compare: 'none' }, {}],
    ['everything', { period: 'all' }, {}],
    ['everything, drawn', { period: 'all', days: 'both' }, { compare: 'previous' }],
  ] as const)('%s', (_label, search, request) => {
    expect(toCompareRequest(search, today)).toEqual(request)
  })

  test('the end of March with the end of February', () => {
    expect(toCompareRequest({ from: '2026-03-01', to: '2026-03-30' }, '2026-03-30')).toEqual(
      range('2026-02-01', '2026-02-28'),
    )
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
