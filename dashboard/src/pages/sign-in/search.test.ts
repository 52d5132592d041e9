import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../../search/address-search.ts'
import { readSignInSearch } from './search.ts'

test('the page and reason for an ended session survive a reload', () => {
  const search = { next: '/programs/1/overview', ended: true } as const
  expect(readSignInSearch(search)).toEqual(search)
  expect(readSignInSearch(parseSearch(stringifySearch(search)))).toEqual(search)
})

test.each([
  ['https://evil.test', {}],
  ['//evil.test', {}],
  ['/\\evil.test', {}],
  ['/account', { next: '/account' }],
])('next only leads to a page in this dashboard: %s', (next, read) => {
  expect(readSignInSearch({ next, ended: 'false' })).toEqual(read)
})
