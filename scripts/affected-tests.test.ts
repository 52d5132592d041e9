import { describe, expect, it } from 'vitest'
import { affectedTests } from './affected-tests.ts'

const imports = new Map([
  ['tracking/sales', new Set(['workspace/programs', 'core'])],
  ['reports/simulation', new Set(['tracking/sales', 'core'])],
  ['workspace/programs', new Set(['core'])],
  ['notifications/webhooks', new Set(['core'])],
])

describe('affectedTests', () => {
  it('a rule concerns its domain and those that stand on it, near and far', () => {
    expect(affectedTests(['server/src/workspace/programs/api-key.rule.ts'], imports)).toEqual({
      service: [
        'server/test/reports/simulation/',
        'server/test/tracking/',
        'server/test/workspace/programs/',
      ],
      browser: [],
    })
  })

  it('a route concerns its domain and how the API looks from outside', () => {
    expect(
      affectedTests(['server/src/notifications/webhooks/manage-webhooks.route.ts'], imports),
    ).toMatchObject({
      service: [
        'server/test/core/documented-responses',
        'server/test/core/hostile-input',
        'server/test/core/openapi',
        'server/test/core/routes',
        'server/test/notifications/webhooks/',
        'server/test/partners/portal-access/partner-route',
        'server/test/workspace/programs/program-route',
      ],
    })
  })

  it.each([
    ['server/src/core/money/money.rule.ts'],
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
        'server/test/core/serve-dashboard',
        'server/test/tracking/clicks/serve-tracker',
        'server/test/tracking/races.test.ts',
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
    const changed = ['docs/payouts.md', 'CHANGELOG.md', 'server/src/tracking/sales/sale-request.rule.test.ts']
    expect(affectedTests(changed, imports)).toEqual({ service: [], browser: [] })
  })
})
