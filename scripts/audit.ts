import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findUnanswered } from './audit-answers.ts'

/** `npm run audit`: fails on every advisory of a package, of production or development, that SECURITY.md does not answer. */
const AUDITS = [
  { of: 'production', options: ['--omit=dev'] },
  { of: 'everything', options: ['--include=dev'] },
]

process.exitCode = audit(readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8'))

/** @returns 1 when something is not answered, 2 when the registry gave no report */
function audit(security: string): number {
  let unanswered = 0
  for (const { of, options } of AUDITS) {
    const { stdout } = spawnSync('npm', ['audit', '--json', ...options], { encoding: 'utf8' })
    const report = JSON.parse(stdout)
    if (report.vulnerabilities === undefined) {
      process.stderr.write(`npm audit did not answer: ${report.message ?? stdout}\n`)
      return 2
    }
    const found = findUnanswered(report, security)
    for (const { id, package: name, title } of found)
      process.stderr.write(`${of}: ${name}: ${id}: ${title}\n`)
    if (found.length === 0) process.stdout.write(`${of}: no advisory that SECURITY.md does not answer.\n`)
    unanswered += found.length
  }
  if (unanswered === 0) return 0
  process.stderr.write(
    'Update the packages, or answer each advisory under "Advisories that stand" in SECURITY.md.\n',
  )
  return 1
}
