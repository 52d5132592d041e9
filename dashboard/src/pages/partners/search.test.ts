import { expect, test } from 'vitest'
import { type PartnersSearch, readPartnersSearch, sortDirection, toggleSort } from './search.ts'

const press = (column: Parameters<typeof toggleSort>[0], search: PartnersSearch) =>
  readPartnersSearch({ ...search, ...toggleSort(column, search) })

test.each([
  ['clicks', 'desc', 'asc'],
  ['name', 'asc', 'desc'],
] as const)('pressing %s sorts by it, reverses, then restores the default order', (column, first, second) => {
  const once = press(column, {})
  expect([once, sortDirection(column, once)]).toEqual([{ sort: column }, first])
  const twice = press(column, once)
  expect([twice, sortDirection(column, twice)]).toEqual([{ sort: column, direction: second }, second])
  expect(press(column, twice)).toEqual({})
})

test('sorting by another column starts in its default direction and keeps the filters', () => {
  const filters = { status: 'approved', search: 'eva', period: '90d' } as const
  expect(press('sales', { ...filters, sort: 'name', direction: 'desc' })).toEqual({
    ...filters,
    sort: 'sales',
  })
})

test('keeps the currency only between money columns', () => {
  const inEuro: PartnersSearch = { sort: 'revenue', currency: 'EUR' }
  expect(press('commission', inEuro)).toEqual({ sort: 'commission', currency: 'EUR' })
  expect(press('clicks', inEuro)).toEqual({ sort: 'clicks' })
})

test.each([
  [{ sort: 'email' }, {}],
  [{ direction: 'asc' }, {}],
  [{ sort: 'clicks', direction: 'desc' }, { sort: 'clicks' }],
  [{ sort: 'clicks', currency: 'EUR' }, { sort: 'clicks' }],
  [
    { period: 'all', open: '3' },
    { period: 'all', open: 3 },
  ],
  [
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2026-01-01', to: '2026-01-31' },
  ],
])('parses %j as %j', (address, read) => {
  expect(readPartnersSearch(address)).toEqual(read)
})
