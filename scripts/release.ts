import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { VERSION_FILE, versionSource } from '../sdk/scripts/sdk-version.ts'
import { makeArtifacts } from './release-artifacts.ts'
import {
  ReleaseError,
  releaseChangelog,
  setChartVersion,
  setImageVersion,
  setLockedVersions,
  setVersion,
  validateDate,
  validateVersion,
} from './release-notes.ts'

/**
 * `npm run release -- <version> [--date 2026-01-31] [--commit]`: moves *Unreleased* in the changelog to a
 * version, writes the version into all package files, the lock file, the image and the chart, and builds the
 * artifacts in `dist/` (`release-artifacts.ts`). It rejects uncommitted changes, only commits and tags with
 * `--commit`, and never pushes or publishes.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CHART = 'deploy/helm/affiliate/Chart.yaml'
const USAGE = 'npm run release -- <version> [--date 2026-01-31] [--commit]'

try {
  await release(readOrder(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

interface Order {
  version: string
  day: string
  shouldCommit: boolean
}

async function release({ version, day, shouldCommit }: Order) {
  // safe because npm reads the same file
  const project = JSON.parse(read('package.json')) as { version: string; workspaces: string[] }
  validateVersion(version, project.version)
  if (run('git', ['status', '--porcelain']) !== '') {
    throw new ReleaseError('There are uncommitted changes. Commit or stash them first.')
  }

  const changes: [path: string, text: string][] = [
    ['CHANGELOG.md', releaseChangelog(read('CHANGELOG.md'), version, day)],
    [VERSION_FILE, versionSource(version)],
    ['Dockerfile', setImageVersion(read('Dockerfile'), version)],
    [CHART, setChartVersion(read(CHART), version)],
    ['package-lock.json', setLockedVersions(read('package-lock.json'), project.workspaces, version)],
    ...['.', ...project.workspaces].map((folder): [string, string] => {
      const path = join(folder, 'package.json')
      return [path, setVersion(read(path), version)]
    }),
  ]
  for (const [path, text] of changes) writeFileSync(join(ROOT, path), text)
  // Commits first, so that the artifacts name this commit.
  if (shouldCommit)
    run('git', [
      'commit',
      '--quiet',
      '--message',
      `Release ${version}`,
      '--',
      ...changes.map(([path]) => path),
    ])
  const created = await makeArtifacts()

  print(`Version ${version} of ${day}. Built in dist/: ${created.join(', ')}.`)
  if (!shouldCommit) {
    print(
      `Nothing has been committed. Review it with git diff, then: git commit -am 'Release ${version}' && git tag v${version}`,
    )
    return
  }
  run('git', ['tag', `v${version}`])
  print(`Committed and tagged v${version}. Nothing has been pushed.`)
}

function readOrder(args: string[]): Order {
  const { values, positionals } = parse(args)
  const [version, ...rest] = positionals
  if (version === undefined || rest.length > 0) throw new ReleaseError(`Usage: ${USAGE}`)
  const day = values.date ?? new Date().toISOString().slice(0, 10)
  validateDate(day)
  return { version, day, shouldCommit: values.commit ?? false }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { date: { type: 'string' }, commit: { type: 'boolean' } },
    })
  } catch (error) {
    throw new ReleaseError(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`)
  }
}

function run(command: string, args: string[]): string {
  return execFileSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}
