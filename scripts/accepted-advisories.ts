/** The fields that are read from `npm audit --json`, report version 2. */
export interface AuditReport {
  auditReportVersion?: unknown
  vulnerabilities?: Record<string, { via: readonly (string | { url?: string; title?: string })[] }>
}

export interface Advisory {
  id: string
  package: string
  title: string
}

const ID = /GHSA(?:-[23456789cfghjmpqrvwx]{4}){3}/g
const HEADING = '## Accepted advisories'

/** Returns the advisories in a report whose IDs aren’t in the section *Accepted advisories* of SECURITY.md. */
export function findUnaccepted(report: AuditReport, security: string): Advisory[] {
  const accepted = new Set(findSection(security).match(ID))
  return listAdvisories(report).filter(({ id }) => !accepted.has(id))
}

function listAdvisories({ vulnerabilities }: AuditReport): Advisory[] {
  if (vulnerabilities === undefined) throw new Error('npm audit returned no report')
  const advisories = new Map<string, Advisory>()
  for (const [name, { via }] of Object.entries(vulnerabilities)) {
    for (const cause of via) {
      // A string is the name of another package in the list.
      if (typeof cause === 'string') continue
      // An advisory without an ID can't be accepted, so it fails.
      const id = cause.url?.match(ID)?.[0] ?? cause.url ?? `an advisory for ${name}`
      advisories.set(id, { id, package: name, title: cause.title ?? '' })
    }
  }
  return [...advisories.values()]
}

function findSection(security: string): string {
  const start = security.indexOf(`${HEADING}\n`)
  if (start < 0) throw new Error(`SECURITY.md has no section "${HEADING}"`)
  const end = security.indexOf('\n## ', start)
  return security.slice(start, end < 0 ? undefined : end)
}
