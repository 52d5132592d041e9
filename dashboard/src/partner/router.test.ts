import { expect, it } from 'vitest'
import { placeOf } from './router.ts'

it.each([
  ['/partner', []],
  ['/partner/', []],
  ['/partner/sign-in', ['sign-in']],
  ['/partner/programs/7/links?period=7d', ['programs', '7', 'links']],
])('%s', (href, parts) => expect(placeOf(href).parts).toEqual(parts))

it('keeps the query parameters', () => {
  expect(placeOf('/partner/programs/7?period=90d').search.get('period')).toBe('90d')
})
