import { describe, expect, it } from 'vitest'
import { affectedTests } from './affected-tests.ts'

const imports = new Map([
  ['tracking/sales', new Set(['workspace/programs', 'core'])],
  ['reports/simulation', new Set(['tracking/sales', 'core'])],
  ['workspace/programs', new Set(['core'])],
  ['notifications/webhooks', new Set(['core'])],
])

describe('affectedTests', () => {
  it('selects a rule’s domain and all domains that import it, directly or indirectly', () => {
    expect(affectedTests(['server/src/workspace/programs/api-key.rule.ts'], imports)).toEqual({
      service: [
        'server/test/reports/simulation/',
        'server/test/tracking/',
        'server/test/workspace/programs/',
      ],
      browser: [],
    })
  })

  it('selects a route’s domain and the API document’s tests', () => {
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
  ])('selects everything for %s', (file) => {
    expect(affectedTests(['README.md', file], imports)).toBe('everything')
  })

  it('selects a changed test itself, a page’s browser tests and the tracker’s own tests', () => {
    expect(
      affectedTests(
        [
          'server/test/tracking/coupon-attribution.test.ts',
          'dashboard/src/ui/card.tsx',
          'tracker/src/tracker.ts',
        ],
        imports,
      ),
    ).toEqual({
      service: [
        'server/test/core/serve-dashboard',
        'server/test/tracking/clicks/serve-tracker',
        'server/test/tracking/coupon-attribution.test.ts',
      ],
      browser: ['dashboard/test/', 'tracker/test/'],
    })
  })

  it('selects the test that reads the webhook guide', () => {
    expect(affectedTests(['docs/webhooks.md'], imports)).toEqual({
      service: ['sdk/test/webhook'],
      browser: [],
    })
  })

  it('selects only the rules for texts, a rule’s test and a draft', () => {
    const changed = ['docs/payouts.md', 'CHANGELOG.md', 'server/src/tracking/sales/sale-request.rule.test.ts']
    expect(affectedTests(changed, imports)).toEqual({ service: [], browser: [] })
  })
})
