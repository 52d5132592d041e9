import { describe, expect, test } from 'vitest'
import { readCompareSearch, toCompareRequest } from './compare.ts'

describe('reads the comparison from the address and requests no more than is shown', () => {
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
