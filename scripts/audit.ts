import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findUnaccepted } from './accepted-advisories.ts'

/** `npm run audit`: fails on every advisory that SECURITY.md doesn't list. */
const AUDITS = [
  { of: 'production', options: ['--omit=dev'] },
  { of: 'everything', options: ['--include=dev'] },
]

process.exitCode = audit(readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8'))

/** @returns 1 if an advisory isn't listed, 2 if the registry returned no report */
function audit(security: string): number {
  let unacceptedCount = 0
  for (const { of, options } of AUDITS) {
    const { stdout } = spawnSync('npm', ['audit', '--json', ...options], { encoding: 'utf8' })
    const report = JSON.parse(stdout)
    if (report.vulnerabilities === undefined) {
      process.stderr.write(`npm audit failed: ${report.message ?? stdout}\n`)
      return 2
    }
    const advisories = findUnaccepted(report, security)
    for (const { id, package: name, title } of advisories)
      process.stderr.write(`${of}: ${name}: ${id}: ${title}\n`)
    if (advisories.length === 0) process.stdout.write(`${of}: no advisories missing from SECURITY.md.\n`)
    unacceptedCount += advisories.length
  }
  if (unacceptedCount === 0) return 0
  process.stderr.write(
    'Update the packages, or list each advisory under "Accepted advisories" in SECURITY.md with a reason.\n',
  )
  return 1
}
