import { expect, it } from 'vitest'
import { parseDelegatedPath } from './delegated-session.ts'
import { parseLocation } from './router.ts'

it.each([
  ['/partner/view/7', { kind: 'view', programId: 7, base: '/partner/view/7' }],
  ['/partner/embed/12/programs/12/links', { kind: 'embed', programId: 12, base: '/partner/embed/12' }],
  ['/partner', undefined],
  ['/partner/programs/7', undefined],
  ['/partner/view', undefined],
  ['/partner/view/x', undefined],
  ['/partner/view/7x', undefined],
  ['/other/partner/view/7', undefined],
])('%s', (pathname, session) => {
  expect(parseDelegatedPath(pathname)).toEqual(session)
})

it('a delegated session’s paths are below its base path', () => {
  const segments = (href: string) => parseLocation(href, '/partner/embed/7').parts
  expect(segments('/partner/embed/7')).toEqual([])
  expect(segments('/partner/embed/7/programs/7/links?period=7d')).toEqual(['programs', '7', 'links'])
})
