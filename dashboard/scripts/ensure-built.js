import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Builds the dashboard if there is no build or a source is newer. Run by `npm start`; takes milliseconds if
 * there is nothing to do.
 */
const folder = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['src', 'public', 'index.html', 'partner.html', 'vite.config.ts', 'package.json']

export async function ensureBuilt() {
  if (newestOf(SOURCES) <= builtAt()) return
  process.stderr.write('Building the dashboard, which takes a few seconds…\n')
  // A separate process, because NODE_ENV of a test run would produce a slow development build.
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

/**
 * @param {string[]} names
 * @returns {number}
 */
function newestOf(names) {
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
  return statSync(join(folder, 'dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // The service starts without a dashboard if the build fails, so that no clicks or sales are lost.
  await ensureBuilt().catch((error) => {
    process.stderr.write(
      `The dashboard could not be built; the service starts without it.\n${String(error)}\n`,
    )
  })
}
