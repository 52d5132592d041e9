import { expect, it } from 'vitest'
import { parseLocation } from './router.ts'

it.each([
  ['/partner', []],
  ['/partner/', []],
  ['/partner/sign-in', ['sign-in']],
  ['/partner/programs/7/links?period=7d', ['programs', '7', 'links']],
])('%s', (href, parts) => expect(parseLocation(href).parts).toEqual(parts))

it('keeps the query parameters', () => {
  expect(parseLocation('/partner/programs/7?period=90d').search.get('period')).toBe('90d')
})
