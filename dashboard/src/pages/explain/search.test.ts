import { expect, test } from 'vitest'
import { likelyKinds, parseSaleNumber, readExplainSearch } from './search.ts'

test('reads the search term and its kind from the URL', () => {
  expect(readExplainSearch({ q: 'order-1', by: 'order' })).toEqual({ q: 'order-1', by: 'order' })
  expect(readExplainSearch({ q: '', by: 'partner' })).toEqual({})
  expect(readExplainSearch({ q: '  ', by: 'order' })).toEqual({ by: 'order' })
  expect(readExplainSearch({ q: ' order 1' })).toEqual({ q: ' order 1' })
  expect(readExplainSearch({ q: 'x'.repeat(256) })).toEqual({})
})

test('guesses what a term is from its format', () => {
  expect(likelyKinds('16-01890a5d-ac96-774b-bcce-b302099a8057', undefined)).toEqual(['click'])
  expect(likelyKinds('ann@example.com', undefined)).toEqual(['email', 'customer', 'order'])
  expect(likelyKinds('order-1', undefined)).toEqual(['order', 'customer'])
  expect(likelyKinds('order-1', 'customer')).toEqual(['customer'])
  expect(likelyKinds('12', undefined)).toEqual(['order', 'customer', 'sale'])
})

test.each([
  ['12', 12],
  [' #12 ', 12],
  ['Sale 12', 12],
  ['sale-12', 12],
  ['order-12', undefined],
  ['012', undefined],
  ['1234567890123456', undefined],
])('reads the sale number of %j', (q, number) => {
  expect(parseSaleNumber(q)).toBe(number)
})
