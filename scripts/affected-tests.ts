/** What to run beside the rules, which take seconds: everything, or the files with these parts of names. */
export type AffectedTests = 'everything' | { service: string[]; browser: string[] }

/** Which domain of the service imports which others. */
export type DomainImports = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Chooses tests by what was changed. A domain of the service concerns its own tests and those of every domain above it
 * that stands on it; how its routes look from outside concerns the API's document and who may call. What nobody can
 * place (a setting, a migration, the test harness) concerns everything.
 */
export function affectedTests(changed: readonly string[], imports: DomainImports): AffectedTests {
  const service = new Set<string>()
  const browser = new Set<string>()
  for (const file of changed) {
    const domain = domainOf(file)
    if (domain === 'core' && !file.endsWith('.test.ts')) return 'everything'
    if (domain !== undefined) {
      if (file.endsWith('.test.ts')) continue
      for (const one of standingOn(domain, imports)) service.add(testsOf(one))
      if (/[.](route|http)[.]ts$/.test(file)) for (const test of OUTSIDE) service.add(test)
      continue
    }
    if (/^(server|sdk)\/test\/.*[.]test[.]ts$/.test(file)) service.add(file)
    else if (/^(dashboard|tracker)\/test\/.*[.]test[.]ts$/.test(file)) {
      // The others are rules, which run anyway, or in the slow suite.
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
    // Words for people and tools of ours: nothing that is served.
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

/** @returns such as `core` or `tracking/sales`; undefined for a file outside of every domain of the service */
export function domainOf(file: string): string | undefined {
  return /^server\/src\/(core|statistics|[a-z-]+\/[a-z-]+)\/.*[.]ts$/.exec(file)?.[1]
}

/** The domains of tracking share some of their tests, so one of them concerns all of these. */
function testsOf(domain: string): string {
  return `server/test/${domain.startsWith('tracking/') ? 'tracking' : domain}/`
}

/** A domain and all that import it, directly or through others. */
function standingOn(domain: string, imports: DomainImports): Set<string> {
  const found = new Set([domain])
  for (const one of found) {
    for (const [importer, imported] of imports) if (imported.has(one)) found.add(importer)
  }
  return found
}
