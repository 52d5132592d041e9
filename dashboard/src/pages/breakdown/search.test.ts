import { describe, expect, it } from 'vitest'
import { readBreakdownSearch, sortDirection, toBreakdownRequest, toggleSort } from './search.ts'

describe('a breakdown’s search parameters', () => {
  it('omit defaults and parameters that the dimension doesn’t support', () => {
    expect(readBreakdownSearch({ by: 'partner', sort: 'clicks', direction: 'desc' })).toEqual({})
    expect(readBreakdownSearch({ by: 'device', sort: 'revenue', currency: 'EUR' })).toEqual({ by: 'device' })
    expect(readBreakdownSearch({ by: 'color', sort: 'size', period: '90d' })).toEqual({ period: '90d' })
    expect(
      readBreakdownSearch({ by: 'product', sort: 'revenue', currency: 'EUR', direction: 'asc' }),
    ).toEqual({
      by: 'product',
      sort: 'revenue',
      currency: 'EUR',
      direction: 'asc',
    })
  })

  it('default to the first column, descending, or to names, ascending', () => {
    expect(toBreakdownRequest({})).toEqual({ by: 'partner', sort: 'clicks', direction: 'desc' })
    expect(toBreakdownRequest({ by: 'product' })).toEqual({ by: 'product', sort: 'sales', direction: 'desc' })
    expect(toBreakdownRequest({ sort: 'name' })).toMatchObject({ sort: 'name', direction: 'asc' })
  })

  it('reverse the direction on a second press', () => {
    expect(toggleSort('sales', {})).toMatchObject({ sort: 'sales', direction: undefined })
    expect(toggleSort('sales', { sort: 'sales' })).toMatchObject({ sort: 'sales', direction: 'asc' })
    expect(toggleSort('sales', { sort: 'sales', direction: 'asc' })).toMatchObject({ direction: undefined })
    expect(toggleSort('clicks', {})).toMatchObject({ sort: undefined, direction: 'asc' })
    expect(sortDirection('clicks', {})).toBe('desc')
    expect(sortDirection('sales', {})).toBeUndefined()
  })
})
