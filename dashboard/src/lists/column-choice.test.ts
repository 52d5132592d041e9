import { expect, test } from 'vitest'
import { chooseColumn, parseColumnChoice, visibleColumns } from './column-choice.ts'

const COLUMNS = [{ id: 'name' }, { id: 'clicks' }, { id: 'group', isOptional: true }] as const

test.each([
  ['{}', {}],
  ['{"clicks":false,"group":true}', { clicks: false, group: true }],
  ['{"clicks":"no","group":true}', { group: true }],
  ['null', {}],
  ['[true]', { 0: true }],
  ['not JSON', {}],
])('reads the stored choice %s', (text, choice) => {
  expect(parseColumnChoice(text)).toEqual(choice)
})

test.each([
  [{}, { name: true, clicks: true, group: false }],
  [
    { clicks: false, group: true },
    { name: true, clicks: false, group: true },
  ],
  [
    { name: false, gone: true },
    { name: true, clicks: true, group: false },
  ],
])('shows the default or chosen columns, and always the first one: %o', (choice, visible) => {
  expect(visibleColumns(COLUMNS, choice)).toEqual(visible)
})

test('stores a choice only where it differs from the default', () => {
  const hidden = chooseColumn(COLUMNS, {}, { id: 'clicks', isShown: false })
  expect(hidden).toEqual({ clicks: false })
  const both = chooseColumn(COLUMNS, hidden, { id: 'group', isShown: true })
  expect(both).toEqual({ clicks: false, group: true })
  expect(chooseColumn(COLUMNS, both, { id: 'clicks', isShown: true })).toEqual({ group: true })
})
