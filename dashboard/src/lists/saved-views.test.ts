import { expect, test } from 'vitest'
import { findView, isViewShown, MAX_VIEWS, parseViews, toViewSearch } from './saved-views.ts'

const view = { name: 'Pending EUR', search: { status: 'pending', currency: 'EUR' }, columns: { owed: true } }

test.each([
  ['nothing', '[]', []],
  ['a view', JSON.stringify([view]), [view]],
  [
    'a view with invalid parts',
    JSON.stringify([{ ...view, search: { ...view.search, open: 7, deep: {} }, columns: { owed: 'yes' } }]),
    [{ ...view, columns: {} }],
  ],
  ['views without a name', '[{"name":""},{"search":{}},null,7]', []],
  ['another type', '{"name":"x"}', []],
  ['no JSON', 'x', []],
])('reads stored views: %s', (_, text, views) => {
  expect(parseViews(text)).toEqual(views)
})

test('reads at most as many views as can be saved', () => {
  const many = Array.from({ length: MAX_VIEWS + 1 }, (_, n) => ({ ...view, name: String(n) }))
  expect(parseViews(JSON.stringify(many))).toHaveLength(MAX_VIEWS)
})

test('saves filters and order, not the open row or dialog', () => {
  expect(toViewSearch({ status: 'pending', partner: 3, open: 8, dialog: 'new' })).toEqual({
    status: 'pending',
    partner: 3,
  })
})

test.each([
  ['in another order', { currency: 'EUR', status: 'pending' }, { owed: true }, true],
  ['with one more filter', { ...view.search, partner: 3 }, { owed: true }, false],
  ['with other columns', view.search, {}, false],
])('recognizes whether a saved view is shown: %s', (_, search, columns, shown) => {
  expect(isViewShown(view, search, columns)).toBe(shown)
})

test('finds a view by its name, ignoring case', () => {
  expect(findView([view], 'pending eur')).toBe(view)
  expect(findView([view], 'pending')).toBeUndefined()
})
