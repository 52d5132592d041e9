import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { affectedTests, type DomainImports, getDomain } from './affected-tests.ts'

/**
 * `npm run test:affected [commit]`: runs the tests affected by the changes since `main` (or `origin/main`) or the given
 * commit, including uncommitted changes.
 */
const requestedCommit = process.argv[2]
const base = findBase(requestedCommit === undefined ? ['main', 'origin/main'] : [requestedCommit])
if (base === undefined) {
  process.stderr.write(
    `Commit ${requestedCommit ?? 'main'} not found. Name an existing commit to compare with.\n`,
  )
  process.exitCode = 2
} else {
  process.exitCode = runAffected(affectedTests(changedFiles(base), domainImports()))
}

/** @returns the exit code */
function runAffected(affected: ReturnType<typeof affectedTests>): number {
  if (affected === 'everything') return runTests([])
  const { service, browser } = affected
  const { TEST_DATABASE_URL: database = '' } = process.env
  const serviceProject = database === '' ? 'service on PGlite' : 'service on PostgreSQL'
  // Slow tests run only if they were changed themselves.
  const slow = service.filter((path) => path.includes('.slow.'))
  const fastTests = service.filter((path) => !path.includes('.slow.'))
  return (
    runTests(['--project', 'rules']) ||
    (fastTests.length === 0 ? 0 : runTests(['--project', serviceProject, ...fastTests])) ||
    (slow.length === 0 ? 0 : runTests(['--mode', 'slow', ...slow])) ||
    (browser.length === 0 ? 0 : runTests(['--project', 'browser', ...browser]))
  )
}

/** Returns the merge base with the first of these refs that exists. */
function findBase(names: string[]): string | undefined {
  for (const name of names) {
    const { status, stdout } = spawnSync('git', ['merge-base', name, 'HEAD'], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return undefined
}

function changedFiles(base: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return files.filter((file) => file !== '')
}

/** Reads the sources' imports. */
function domainImports(): DomainImports {
  const imports = new Map<string, Set<string>>()
  const files = readdirSync('server/src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  for (const file of files.map((name) => join('server/src', name))) {
    const domain = getDomain(file)
    if (domain === undefined) continue
    const imported = imports.get(domain) ?? new Set()
    imports.set(domain, imported)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const other = getDomain(join(dirname(file), path))
      if (other !== undefined && other !== domain) imported.add(other)
    }
  }
  return imports
}

/** @returns the exit code, 0 if the selected files have no tests for this engine */
function runTests(options: string[]): number {
  return (
    spawnSync('npx', ['vitest', 'run', '--passWithNoTests', ...options], { stdio: 'inherit' }).status ?? 1
  )
}
