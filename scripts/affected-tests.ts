/**
 * The tests to run in addition to the rules' unit tests, which take seconds: all, or those whose path contains one of
 * these strings.
 */
export type AffectedTests = 'everything' | { service: string[]; browser: string[] }

/** The imports between the service's domains. */
export type DomainImports = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Selects tests by changed files. A domain selects its own tests and those of every domain that imports it; its
 * routes select the API document and access tests. Unrecognized files (settings, migrations, the test harness) select
 * everything.
 */
export function affectedTests(changedFiles: readonly string[], imports: DomainImports): AffectedTests {
  const service = new Set<string>()
  const browser = new Set<string>()
  for (const file of changedFiles) {
    const domain = getDomain(file)
    if (domain === 'core' && !file.endsWith('.test.ts')) return 'everything'
    if (domain !== undefined) {
      if (file.endsWith('.test.ts')) continue
      for (const one of dependents(domain, imports)) service.add(testFolder(one))
      if (/[.](route|http)[.]ts$/.test(file)) for (const test of OUTSIDE) service.add(test)
      continue
    }
    if (/^(server|sdk)\/test\/.*[.]test[.]ts$/.test(file)) service.add(file)
    else if (/^(dashboard|tracker)\/test\/.*[.]test[.]ts$/.test(file)) {
      // Other tests are unit tests of rules, which always run, or part of the slow suite.
      if (/[.]browser[.]test[.]ts$/.test(file) && !file.includes('.slow.')) browser.add(file)
    } else if (/^sdk\/(src|scripts)\//.test(file)) service.add('sdk/test/')
    else if (file === 'docs/webhooks.md') service.add('sdk/test/webhook')
    else if (/^dashboard\/src\/.*[.]test[.]ts$/.test(file)) continue
    else if (file.startsWith('tracker/src/')) {
      browser.add('tracker/test/')
      service.add('server/test/tracking/clicks/serve-tracker')
    } else if (file.startsWith('dashboard/src/')) {
      browser.add('dashboard/test/')
      service.add('server/test/core/serve-dashboard')
    }
    // Documentation and development tools aren't served.
    else if (/^(docs|bench|scripts|[.]github)\/|[.]md$/.test(file)) continue
    else return 'everything'
  }
  return { service: [...service].sort(), browser: [...browser].sort() }
}

const OUTSIDE = [
  'server/test/core/openapi',
  'server/test/core/routes',
  'server/test/core/documented-responses',
  'server/test/core/hostile-input',
  'server/test/workspace/programs/program-route',
  'server/test/partners/portal-access/partner-route',
]

/** @returns such as `core` or `tracking/sales`; undefined outside the service's domains */
export function getDomain(file: string): string | undefined {
  return /^server\/src\/(core|statistics|[a-z-]+\/[a-z-]+)\/.*[.]ts$/.exec(file)?.[1]
}

/** The tracking domains share tests, so a change in one affects all of them. */
function testFolder(domain: string): string {
  return `server/test/${domain.startsWith('tracking/') ? 'tracking' : domain}/`
}

/** Returns a domain and all domains that import it, directly or indirectly. */
function dependents(domain: string, imports: DomainImports): Set<string> {
  const affected = new Set([domain])
  for (const one of affected) {
    for (const [importer, imported] of imports) if (imported.has(one)) affected.add(importer)
  }
  return affected
}
