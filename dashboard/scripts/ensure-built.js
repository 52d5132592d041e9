import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Builds the dashboard if there is no build or a source is newer. Run by `npm start` and `npm run build`; takes only
 * milliseconds if there is nothing to do.
 */
const folder = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(folder, 'dist')
const SOURCES = [
  'src',
  'public',
  'index.html',
  'partner.html',
  'vite.config.ts',
  'scripts',
  'package.json',
  '../integrations',
]

export async function ensureBuilt() {
  if (newestTime(SOURCES) <= builtAt()) return
  process.stderr.write('Building the dashboard, which takes a few seconds…\n')
  const startedAt = new Date()
  await replaceFolder(DIST, async (next) => {
    // A separate process, because a test run's NODE_ENV would produce a slow development build.
    const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
    await promisify(execFile)(
      process.execPath,
      [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } },
    )
    // A source saved during the build is newer.
    utimesSync(join(next, 'index.html'), startedAt, startedAt)
  })
}

/**
 * Replaces a folder with one that `write` fills, only if `write` succeeds: a failed or interrupted write leaves the
 * folder unchanged.
 * @param {string} target
 * @param {(next: string) => Promise<void>} write
 */
export async function replaceFolder(target, write) {
  const cache = join(dirname(target), '.cache')
  const next = join(cache, `next-${randomUUID()}`)
  const previous = join(cache, `previous-${randomUUID()}`)
  mkdirSync(next, { recursive: true })
  try {
    await write(next)
    if (existsSync(target)) renameSync(target, previous)
    renameSync(next, target)
  } finally {
    rmSync(next, { recursive: true, force: true })
    rmSync(previous, { recursive: true, force: true })
  }
}

/**
 * @param {string[]} names
 * @returns {number}
 */
function newestTime(names) {
  return Math.max(
    ...names.map((name) => {
      const path = join(folder, name)
      const { mtimeMs } = statSync(path)
      if (!statSync(path).isDirectory()) return mtimeMs
      const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
      return Math.max(mtimeMs, ...files.map((file) => statSync(join(path, file)).mtimeMs))
    }),
  )
}

/** @returns {number} */
function builtAt() {
  return statSync(join(DIST, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function describeFailure(error) {
  const state = existsSync(DIST)
    ? 'The previous build stays in use.'
    : 'The service has no dashboard until it is built.'
  return (
    `The dashboard could not be built. ${state}\n` +
    'Dependencies are probably missing or outdated: run `npm ci --include=dev`, then try again.\n' +
    `${String(error)}\n`
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt().catch((error) => {
    process.stderr.write(describeFailure(error))
    // `npm start` passes --optional: the service also starts without a dashboard, so that no clicks or sales are lost.
    if (!process.argv.includes('--optional')) process.exitCode = 1
  })
}
