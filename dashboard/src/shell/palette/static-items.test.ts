import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { SECTIONS } from '../../pages/settings/search.ts'
import { createDashboardRouter } from '../../router.tsx'
import { actionItems, PAGES, pageItems, SETTINGS_SECTIONS } from './static-items.ts'

// Loading the shell reads the color scheme.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))

const router = createDashboardRouter(new QueryClient())
router.update({ ...router.options, history: createMemoryHistory() })

test('lists every program page and every settings section', () => {
  const prefix = '/programs/$programId/'
  const paths = Object.keys(router.routesByPath)
    .filter((path) => path.startsWith(prefix) && path !== prefix)
    .map((path) => path.slice(prefix.length))
    .filter((path) => !path.includes('$'))
  expect(PAGES.map(({ to }) => to).toSorted()).toEqual(paths.toSorted())
  expect(['program', ...Object.keys(SETTINGS_SECTIONS)].toSorted()).toEqual([...SECTIONS].toSorted())
})

test('opens pages, sections and forms by their URL', () => {
  const hrefs = pageItems(router.buildLocation, '7').map(({ href }) => href)
  expect(hrefs).toContain('/programs/7/audit-log')
  expect(hrefs).toContain('/programs/7/settings?section=members')
  const actions = actionItems(router.buildLocation, '7', () => true).map(({ href }) => href)
  expect(actions).toContain('/programs/7/partners?dialog=new')
  expect(actions).toContain('/programs/7/settings?section=keys&dialog=new')
})

test('offers only what the role allows', () => {
  const actions = actionItems(router.buildLocation, '7', (permission) => permission === 'partner:manage')
  expect(actions.map(({ label }) => label)).toEqual(['Add partner', 'Invite a partner', 'Add coupon code'])
  expect(actionItems(router.buildLocation, '7', () => false)).toEqual([])
})
