import { describe, expect, it } from 'vitest'
import { affectedTests } from './affected-tests.ts'

const imports = new Map([
  ['tracking', new Set(['programs', 'platform'])],
  ['refunds', new Set(['tracking', 'platform'])],
  ['programs', new Set(['platform'])],
  ['webhooks', new Set(['platform'])],
])

describe('affectedTests', () => {
  it('a rule concerns its domain and those that stand on it, near and far', () => {
    expect(affectedTests(['server/src/programs/api-key.rule.ts'], imports)).toEqual({
      service: ['server/test/programs/', 'server/test/refunds/', 'server/test/tracking/'],
      browser: [],
    })
  })

  it('a route concerns its domain and how the API looks from outside', () => {
    expect(affectedTests(['server/src/webhooks/manage-webhooks.route.ts'], imports)).toMatchObject({
      service: [
        'server/test/partner-access/partner-route',
        'server/test/platform/documented-answers',
        'server/test/platform/hostile-input',
        'server/test/platform/openapi',
        'server/test/platform/routes',
        'server/test/programs/program-route',
        'server/test/webhooks/',
      ],
    })
  })

  it.each([
    ['server/src/platform/money.rule.ts'],
    ['server/migrations/012_more.sql'],
    ['server/test/harness.ts'],
    ['package-lock.json'],
    ['vitest.config.ts'],
    ['server/src/app.ts'],
  ])('%s concerns everything', (file) => {
    expect(affectedTests(['README.md', file], imports)).toBe('everything')
  })

  it('a test concerns itself, a page its browser tests, the tracker its own', () => {
    expect(
      affectedTests(
        ['server/test/tracking/races.test.ts', 'dashboard/src/ui/card.tsx', 'tracker/src/tracker.ts'],
        imports,
      ),
    ).toEqual({
      service: [
        'server/test/platform/serve-dashboard',
        'server/test/tracking/races.test.ts',
        'server/test/tracking/serve-tracker',
      ],
      browser: ['dashboard/test/', 'tracker/test/'],
    })
  })

  it('the guide of webhooks concerns the test that reads it', () => {
    expect(affectedTests(['docs/webhooks.md'], imports)).toEqual({
      service: ['sdk/test/webhook'],
      browser: [],
    })
  })

  it('words for people, a test of a rule and a sketch concern nothing more than the rules', () => {
    const changed = ['docs/money.md', 'CHANGELOG.md', 'server/src/tracking/attribution.rule.test.ts']
    expect(affectedTests(changed, imports)).toEqual({ service: [], browser: [] })
  })
})
